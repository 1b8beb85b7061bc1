"""The tricks as people see them in SQL: what the sheets say, and nothing that anybody could write."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Deal, Trick
from scoring.models.tricks import drop_view, install_view
from tests.api.says import announce, deal, play, reports_of, retract, tricks_of
from tests.api.table import Club, GameClient
from tests.models.rows import a_deal

BEFORE = "0010_in_any_order"


def in_sql() -> list[tuple[object, ...]]:
    """All rows, with the number of their deal, as plain SQL answers them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT deal.number, trick.number, trick.leader, cards, winner, points FROM scoring_trick AS trick"
            " JOIN scoring_deal AS deal ON deal.id = trick.deal_id ORDER BY deal.id, trick.number"
        )
        return [tuple(row) for row in cursor.fetchall()]


def on_sheets() -> list[tuple[object, ...]]:
    """The same as the sheets say it."""
    return [
        (row.number, trick["number"], trick["leader"], " ".join(trick["cards"]), trick["winner"], trick["points"])
        for row in Deal.objects.order_by("pk")
        for trick in row.sheet["tricks"]
    ]


def a_game() -> GameClient:
    game = Club().open()
    game.report(*reports_of("R1"))
    tricks = tricks_of("R2")
    game.report(deal(), announce("rosen"), *tricks[:2])
    game.report(play(tricks[2]["cards"][0]))
    return game


@pytest.mark.django_db
def test_they_are_what_the_sheets_say() -> None:
    game = a_game()
    assert in_sql() == on_sheets()
    assert [row[:2] for row in in_sql()] == [*((1, number) for number in range(1, 10)), (2, 1), (2, 2), (2, 3)]
    assert in_sql()[-1][3:] == (tricks_of("R2")[2]["cards"][0], None, None)  # it is running
    assert Trick.objects.count() == len({trick.pk for trick in Trick.objects.all()}) == 12
    game.report(retract(game.journal()[-1]["id"]))
    assert in_sql() == on_sheets()
    assert len(in_sql()) == 11


@pytest.mark.django_db
@pytest.mark.parametrize("sheet", [[], {}, {"tricks": None}, {"tricks": 7}, "lost", 7])
def test_a_damaged_sheet_hides_no_others(sheet: object) -> None:
    a_game()
    a_deal(Deal.objects.order_by("pk")[0].game, number=3, sheet=sheet)
    assert len(in_sql()) == 12


@pytest.mark.django_db
def test_nobody_writes_them() -> None:
    a_game()
    for statement in (
        "DELETE FROM scoring_trick",
        "UPDATE scoring_trick SET points = 0",
        "INSERT INTO scoring_trick (id, deal_id, number, leader, cards) VALUES (1, 1, 1, 1, 'R6')",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert in_sql() == on_sheets()


@pytest.mark.django_db
def test_it_is_made_and_dropped_as_often_as_one_likes() -> None:
    a_game()
    before = in_sql()
    for _ in range(2):
        drop_view(connection)
    with pytest.raises(DatabaseError), transaction.atomic():
        in_sql()
    for _ in range(2):
        install_view(connection)
    assert in_sql() == before


@pytest.mark.django_db(transaction=True)
def test_a_database_with_a_table_of_tricks_is_upgraded() -> None:
    a_game()
    before = in_sql()
    try:
        MigrationExecutor(connection).migrate([("scoring", BEFORE)])
        with connection.cursor() as cursor:
            first = Deal.objects.order_by("pk")[0].pk
            cursor.execute(
                "INSERT INTO scoring_trick (deal_id, number, leader, cards) VALUES (%s, 1, 1, 'R6')", [first]
            )
    finally:
        call_command("migrate", verbosity=0)
    assert in_sql() == before
    assert Deal.objects.count() == 2
