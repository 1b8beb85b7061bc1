"""Each statement in plain SQL answers what Django would answer, on both engines; a renamed column fails here."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from scoring.models import Deal, Game, Report, Token
from scoring.statements.journal import entries_from, named_by
from scoring.statements.record import game_with, read_around
from scoring.statements.rows import Rows
from scoring.statements.tokens import token_with
from scoring.statements.writes import Insertion, update_columns
from tests.models.rows import NOON, a_deal, a_game, a_name, a_report, a_token, a_user

pytestmark = pytest.mark.django_db


def columns(row: Model) -> dict[str, Any]:
    """All columns of a row, by the names of their fields."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def a_record(**values: Any) -> tuple[Game, list[Deal], list[Report]]:
    """A game with three deals of two entries each, the last of them a correction, with all kinds of values."""
    game = a_game(label="Tisch 7 · „Öl“", result=None, version=6, **values)
    deals = [a_deal(game, number=n, opened=2 * n - 1, total_1=None, sheet={"z": 1, "a": [n]}) for n in (1, 2, 3)]
    entries = [a_report(game, seq=seq, kind="trick", payload={"cards": ["R6"], "at": seq}) for seq in range(1, 6)]
    about = [{"deal": str(deals[0].opening)}]
    entries.append(
        a_report(game, seq=6, root=5, replaces=5, kind="correct", about=about, as_played=True, occurred_at=NOON)
    )
    Game.objects.filter(pk=game.pk).update(current_deal=deals[-1])
    return Game.objects.get(pk=game.pk), deals, entries


@pytest.mark.parametrize("lock", [True, False])
def test_a_game(*, lock: bool) -> None:
    game, *_ = a_record()
    with CaptureQueriesContext(connection) as captured:
        found = game_with(game.pk, lock=lock)
        assert found is not None
        assert columns(found) == columns(game)
        assert (found, found._state.adding, found._state.db) == (game, False, "default")
    assert len(captured) == 1
    assert ("FOR UPDATE" in captured[0]["sql"]) == (lock and connection.vendor == "postgresql")
    assert game_with(uuid.uuid4(), lock=lock) is None


def test_the_record_around_it() -> None:
    game, deals, entries = a_record()
    others_game, *_ = a_record()
    name, stranger = a_name(entries[1], payload={"cards": ["R7"]}), uuid.uuid4()
    ids = {entries[0].report_id, entries[5].report_id, name.name, stranger}
    with CaptureQueriesContext(connection) as captured:
        two, at_hand = read_around(game, ids)
    assert len(captured) == 1
    assert [columns(one) for one in two] == [columns(Deal.objects.get(pk=one.pk)) for one in (deals[2], deals[1])]
    here = Report.objects.filter(game=game, root__gte=5).order_by("seq")
    assert [columns(one) for one in at_hand.entries] == [columns(one) for one in here]
    assert (at_hand.version, at_hand.place, set(at_hand.asked)) == (6, 5, ids)
    assert at_hand.found.keys() == ids - {stranger}
    assert columns(at_hand.found[entries[0].report_id].report) == columns(Report.objects.get(pk=entries[0].pk))
    other = at_hand.found[name.name]
    assert (other.report, other.other) == (entries[1], ("trick", {"cards": ["R7"]}))
    assert at_hand.found[entries[5].report_id].other is None
    assert read_around(others_game, ids)[1].found == {}


def test_the_record_of_a_game_without_deals() -> None:
    game = a_game(version=1)
    entry = a_report(game, kind="settings")
    deals, at_hand = read_around(game, ())
    assert (deals, at_hand.place, at_hand.entries, at_hand.found) == ((), 0, [entry], {})


def test_incidents_are_read_where_somebody_has_replaced_them() -> None:
    game = a_game(version=3)
    remark = a_report(game, seq=1, kind="incident")
    a_report(game, seq=2, kind="incident")
    taken_back = a_report(game, seq=3, kind="retract", root=1, replaces=1)
    assert read_around(game, ())[1].entries == [remark, taken_back]


def test_what_came_after_the_version_is_left_out() -> None:
    game = a_game(version=1)
    entry = a_report(game, seq=1)
    a_report(game, seq=2)
    assert read_around(game, ())[1].entries == [entry]


@pytest.mark.parametrize("asked", [True, False])
def test_a_token(*, asked: bool) -> None:
    game = a_game()
    organizer, scorer = a_token(user=a_user(first_name="Anna")), a_token(role="scorer", game=game, expires_at=NOON)
    for token in (organizer, scorer):
        with CaptureQueriesContext(connection) as captured:
            found = token_with(token.digest, asked=game.pk if asked else None)
            assert found is not None
            assert columns(found) == columns(Token.objects.get(pk=token.pk))
            assert (found.user, found.game) == (token.user, token.game)
            if found.user is not None and token.user is not None:
                assert (found.user.get_username(), found.user.is_active) == (token.user.get_username(), True)
            for one in (found.game, found.asked):
                assert one is None or (one.pk, one.organizer_id) == (game.pk, game.organizer_id)
        assert len(captured) == 2  # the second reads the row to compare with
        assert found.asked == (game if asked and token is organizer else None)
    assert token_with("no such digest", asked=game.pk) is None
    other = token_with(scorer.digest, asked=uuid.uuid4())
    assert other is not None
    assert (other.game, other.asked) == (game, None)


def test_what_was_left_out_is_read_when_somebody_asks() -> None:
    game = a_game()
    found = token_with(a_token(role="scorer", game=game).digest, asked=None)
    assert found is not None
    assert found.game is not None
    assert found.game.options == game.options
    user = token_with(a_token(user=a_user(email="anna@example.org")).digest, asked=None)
    assert user is not None
    assert user.user is not None
    assert user.user.email == "anna@example.org"


@pytest.mark.parametrize("count", [0, 1, 3])
def test_new_rows_and_changed_columns(count: int) -> None:
    game = a_game()
    new = [
        Report(game=game, seq=n, root=n, report_id=uuid.uuid4(), kind="trick", payload={"n": n}, by_role="scorer")
        for n in range(1, count + 1)
    ]
    for row in new:
        row.recorded_at = NOON
    Insertion(new).write()
    stored = list(Report.objects.filter(game=game).order_by("seq"))
    assert [columns(row) | {"id": None} for row in stored] == [columns(row) for row in new]
    deals = [a_deal(game, number=n) for n in range(1, count + 1)]
    for deal in deals:
        deal.sheet, deal.total_1, deal.mode = {"n": deal.number}, deal.number, "rosen"
    update_columns(deals, ["sheet", "total_1"])
    found = Deal.objects.filter(game=game).order_by("number")
    assert [(row.sheet, row.total_1, row.mode) for row in found] == [
        ({"n": deal.number}, deal.number, None) for deal in deals
    ]
    update_columns(deals, [])


def test_a_field_that_a_model_does_not_have() -> None:
    with pytest.raises(ValueError, match="has no"):
        Rows(Game, only=("labels",))


def test_what_ids_name() -> None:
    game, _, entries = a_record()
    others_game, *_ = a_record()
    name = a_name(entries[1], payload={"cards": ["R7"]})
    ids = [entries[0].report_id, name.name, uuid.uuid4()]
    found = named_by(game, ids)
    assert found.keys() == set(ids[:2])
    assert columns(found[ids[0]].report) == columns(Report.objects.get(pk=entries[0].pk))
    assert (found[ids[0]].other, found[ids[1]].other) == (None, ("trick", {"cards": ["R7"]}))
    assert found[ids[1]].report == entries[1]
    assert named_by(game, ids[:1]).keys() == {ids[0]}
    assert (named_by(game, []), named_by(others_game, ids)) == ({}, {})


def test_the_entries_from_a_place_on() -> None:
    game, _, entries = a_record()
    assert entries_from(game, place=2, end=5) == entries[1:4]
    assert entries_from(game, place=5, end=7) == entries[4:]
    game.version = 5
    assert [columns(one) for one in entries_from(game, place=5, end=7)] == [
        columns(Report.objects.get(pk=entries[4].pk))
    ]
