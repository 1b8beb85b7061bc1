"""What a request costs in SQL statements, however long the game and however many games there are."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from scoring.models import Deal, Game, Report, Role
from tests.api.says import (
    Json,
    announce,
    correct,
    deal,
    hand,
    new_id,
    opening_of,
    play,
    reports_of,
    retract,
    trick,
    tricks_of,
    worked,
)
from tests.api.table import NOW, Answer, Club, GameClient

pytestmark = pytest.mark.django_db

Row = TypeVar("Row", bound=Model)
TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
R1, R2 = tricks_of("R1", numbered=True), tricks_of("R2", numbered=True)


@contextmanager
def at_most(limit: int) -> Iterator[None]:
    """No more statements than this, those that only begin and end transactions left out."""
    with CaptureQueriesContext(connection) as captured:
        yield
    found = [query["sql"] for query in captured if not query["sql"].startswith(TRANSACTION)]
    assert len(found) <= limit, "\n".join(sql[:200] for sql in found)


def costs(request: Callable[[], Answer], *, status: int = 200) -> int:
    """How many statements a request takes."""
    with CaptureQueriesContext(connection) as captured:
        assert request().status == status
    return len([query for query in captured if not query["sql"].startswith(TRANSACTION)])


def a_long_game(deals: int) -> GameClient:
    """A game in its last deal: announced, nothing played."""
    game = Club().open(rules={"target": 1_000_000})
    for number in range(1, deals):
        game.report(*reports_of("R1" if number % 2 else "R2", forehand=(number - 1) % 4 + 1))
    game.report(deal(), announce("schilten" if deals % 2 else "rosen"))
    return game


def many_games(count: int) -> None:
    """So many games of another club, each with a deal and a report."""
    example = whole_deal().row
    sheet, entry = Deal.objects.get(game=example), Report.objects.get(game=example, seq=1)
    fresh = [copy(example, id=uuid.uuid4(), created_at=NOW + timedelta(seconds=n)) for n in range(count)]
    Game.objects.bulk_create(fresh, batch_size=500)
    Deal.objects.bulk_create((copy(sheet, game=game) for game in fresh), batch_size=500)
    Report.objects.bulk_create((copy(entry, game=game) for game in fresh), batch_size=500)


def copy(row: Row, **changed: Any) -> Row:
    """A new row with the columns of another, some of them changed."""
    values = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if not field.primary_key}
    return type(row)(**{**values, **changed})


def whole_deal() -> GameClient:
    """A game of one deal."""
    game = Club().open()
    game.report(*reports_of("R1"))
    return game


def each_trick(game: GameClient, tricks: list[Json], *, dressed: Callable[[Json], Json]) -> None:
    """Each trick of the deal, at a price of at most six. The first notes that the token is in use, which costs one."""
    for index, lying in enumerate(tricks):
        with at_most(6 if index else 7):
            game.report(dressed(lying), by=game.scorer)


DRESSED: dict[str, Callable[[Json], Json]] = {
    "with number and id": lambda one: {**one, "id": new_id()},
    "bare": lambda one: {"kind": "trick", "cards": one["cards"]},
    "with number, id and deal": lambda one: {**one, "id": new_id(), "deal": 1},
    "as played": lambda one: {**one, "id": new_id(), "as_played": True},
}


@pytest.mark.parametrize("form", DRESSED)
def test_a_trick_in_the_first_deal(form: str) -> None:
    game = Club().open()
    game.report(deal(), announce("schilten"))
    each_trick(game, R1, dressed=DRESSED[form])


def test_a_trick_with_hands_and_weise_on_record() -> None:
    game = Club().open()
    hands = [hand(int(seat), " ".join(cards)) for seat, cards in worked("R1")["hands"].items()]
    game.report(deal(), *hands, *opening_of("R1")[1:])
    each_trick(game, R1, dressed=DRESSED["with number and id"])


def test_a_trick_in_the_hundredth_deal() -> None:
    game = a_long_game(100)
    assert game.deal["number"] == 100
    each_trick(game, R2, dressed=DRESSED["with number and id"])
    with at_most(5):
        assert game.send({**R2[8], "id": new_id()}).status == 200
    with at_most(6):
        assert game.send({**R1[0], "id": new_id()}).status == 200  # of the deal before


def test_correcting_the_first_deal_of_a_hundred() -> None:
    """It is scored anew with all that follows, in a few statements."""
    game = a_long_game(100)
    first = next(entry["id"] for entry in game.journal() if entry["kind"] == "trick")
    lying = game.deals()[0]["tricks"][0]["cards"]
    swapped = {"kind": "trick", "cards": [lying[0], *reversed(lying[1:])], "number": 1}
    with at_most(27):
        answer = game.send({**correct(first, swapped), "as_played": True})
    assert answer.status == 201
    effect = answer.body["effects"][0]
    assert (effect["effect"], effect["deal"]) == ("scored_anew", 1)
    assert effect["after"] == game.deals()[0]["scores"] != effect["before"]


def test_a_trick_in_the_second_deal_with_the_deal_before_on_record() -> None:
    """A numbered trick without `deal` is compared with the trick of that number in the deal before."""
    game = a_long_game(2)
    each_trick(game, R2, dressed=DRESSED["with number and id"])


def test_a_trick_that_ends_the_game() -> None:
    game = Club().open(rules={"target": 300, "claim": "off"})
    game.report(*opening_of("R1"))
    each_trick(game, R1, dressed=DRESSED["with number and id"])
    assert game.game()["status"] == "finished"


def test_among_ten_thousand_games() -> None:
    many_games(10_000)
    game = Club().open()
    game.report(*reports_of("R1"), deal(), announce("rosen"))
    each_trick(game, R2[:3], dressed=DRESSED["with number and id"])
    with at_most(4):
        assert game.outsider.get(game.path).status == 200
    tag = f'"{game.version}"'
    with at_most(3):
        assert game.scorer.get(game.path, if_none_match=tag).status == 304
    with at_most(4):
        assert len(game.organizer.get("/games").body["results"]) == 50


@pytest.mark.parametrize("kind", ["deal", "announce", "play", "weis", "stoeck", "hand", "push"])
def test_every_other_report_costs_no_more(kind: str) -> None:
    game = Club().open()
    opening = [deal(), {"kind": "push"}, *opening_of("R1")[1:], {"kind": "stoeck", "seat": 2}, play("RA")]
    opening.append(hand(2, " ".join(worked("R1")["hands"]["2"])))
    for report in opening:
        if report["kind"] == kind:
            with at_most(6):
                game.report({**report, "id": new_id()})
        else:
            game.report(report)


@pytest.mark.parametrize("sender", ["organizer", "scorer"])
def test_what_the_reports_of_an_evening_cost(sender: str) -> None:
    """The exact prices: one statement asks for the token, one locks the game, one reads, three write."""
    game = a_long_game(2)
    device, first = getattr(game, sender), {**R2[0], "id": new_id()}
    device.get(game.path)  # once a minute it is noted that the token is in use
    assert costs(lambda: game.send(first, by=device), status=201) == 6
    assert costs(lambda: game.send(first, by=device)) == 3  # the answer was lost
    assert costs(lambda: game.send({**first, "cards": R2[1]["cards"]}, by=device), status=409) == 3  # the id is taken
    assert costs(lambda: game.send(play("RA"), by=device), status=409) == 3  # it lies already
    other = {**R2[0], "id": new_id()}
    assert costs(lambda: game.send(other, by=device)) == 4  # a second device: its id is kept
    assert costs(lambda: game.send(other, by=device)) == 3
    assert costs(lambda: game.send(play(R2[1]["cards"][0], id=new_id()), by=device), status=201) == 6
    for trick_ in R2[1:8]:
        assert costs(lambda one=trick_: game.send({**one, "id": new_id()}, by=device), status=201) == 6  # type: ignore[misc]
    assert costs(lambda: game.send({**R2[8], "id": new_id()}, by=device), status=201) == 6  # it ends the deal
    ruled_on = 0 if sender == "organizer" else 1  # whether a ruling keeps the opening from being taken back
    assert costs(lambda: game.send(deal(id=new_id()), by=device), status=201) == 6 + ruled_on
    assert costs(lambda: game.send({**R2[8], "id": new_id()}, by=device)) <= 7  # of the deal before


def test_what_a_player_reports_costs_one_more() -> None:
    """It finds the own report that may be taken back."""
    game = a_long_game(2)
    player = game.club.device(game.token(Role.PLAYER, seat=game.game()["next"]["seat"]))
    player.get(game.path)
    assert costs(lambda: game.send(play(R2[0]["cards"][0], id=new_id()), by=player), status=201) == 7


def test_refusals_duplicates_and_dry_runs_cost_no_more() -> None:
    game = whole_deal()
    sent = deal(id=new_id())
    with at_most(4):  # on PostgreSQL one of them begins the transaction that sees one state
        assert game.try_out(sent).status == 200
    game.report(sent)
    with at_most(3):
        assert game.send(sent).status == 200
    with at_most(3):
        assert game.send(play("RA")).code[1] == "out_of_phase"
    body = game.report(announce("rosen"), R2[0])
    with at_most(11):  # an organizer reaches all: it is judged before the lock, and its version looked at under it
        assert game.send(retract(body["reports"][1]["id"])).status == 201


def test_a_retraction_costs_the_same_in_a_long_game() -> None:
    def back(deals: int) -> int:
        game = a_long_game(deals)
        body = game.report(trick("RA S9 RK R10") if deals % 2 else trick("RA R7 R9 RU"))
        return costs(lambda: game.send(retract(body["reports"][0]["id"])), status=201)

    assert back(2) == back(30)


@pytest.mark.parametrize("reader", ["organizer", "scorer", "outsider"])
@pytest.mark.parametrize("deals", [1, 30])
def test_reading_a_game(reader: str, deals: int) -> None:
    game = a_long_game(deals)
    device, tag = getattr(game, reader), f'"{game.version}"'
    with at_most(4):
        assert device.get(game.path).status == 200
    with at_most(3):
        assert device.get(game.path, if_none_match=tag).status == 304


@pytest.mark.parametrize("path", ["deals", "deals/1"])
def test_reading_one_deal_and_all_deals(path: str) -> None:
    short, long = a_long_game(1), a_long_game(30)
    few = costs(lambda: short.outsider.get(f"{short.path}/{path}"))
    many = costs(lambda: long.outsider.get(f"{long.path}/{path}"))
    assert few == many <= 4


def test_the_list_of_games() -> None:
    club = Club()
    club.open()
    few = costs(lambda: club.organizer.get("/games?limit=50"))
    for _ in range(49):
        club.open()
    assert len(club.organizer.get("/games?limit=50").body["results"]) == 50
    many = costs(lambda: club.organizer.get("/games?limit=50"))
    assert few == many <= 3


@pytest.mark.parametrize("reader", ["organizer", "outsider"])
def test_the_journal(reader: str) -> None:
    short, long = Club().open(), a_long_game(16)
    hands = [hand(seat, " ".join(worked("R1")["hands"][str(seat)])) for seat in (1, 2)]
    short.report(deal(), *hands, announce("schilten"))
    long_start = long.report(*hands)["game"]["version"] - 200
    few = costs(lambda: getattr(short, reader).get(f"{short.path}/reports?limit=1&after=1"))
    many = costs(lambda: getattr(long, reader).get(f"{long.path}/reports?limit=200&after={long_start}"))
    assert few == many <= 7
