"""`manage.py rebuild`: what is stored is compared with the journal, and mended from it."""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db import connections
from django.test.utils import CaptureQueriesContext

from scoring.management.demo import story
from scoring.management.progress import Progress
from scoring.models import Deal, Game, Report, ReportName, Trick
from scoring.rules.guide import NOTHING_NEXT
from scoring.services.rebuild import game_ids, rebuild
from tests.api.says import slates
from tests.api.table import Club, GameClient
from tests.models.rows import NOON

pytestmark = pytest.mark.django_db

Json = dict[str, Any]

SECOND_DEAL = (
    {"kind": "deal"},
    {"kind": "hand", "seat": 2, "cards": ["E6", "E7", "E8", "E9", "R6", "R7", "S6", "S7", "B6"]},
)


def rebuilt(*args: str) -> tuple[list[str], str | None]:
    """What the command prints, and what it complains of at the end."""
    out = StringIO()
    try:
        call_command("rebuild", *args, stdout=out, stderr=StringIO())
    except CommandError as error:
        return out.getvalue().splitlines(), str(error)
    return out.getvalue().splitlines(), None


def a_played_game() -> Game:
    """A game with deal R1, settled, and the next one just opened with a hand that nobody else may see."""
    game = Club().open(**{name: value for name, value in story.opening().items() if name != "id"})
    for report in story.reports():
        game.report(report)
    game.report(*SECOND_DEAL)
    return game.row


def rows() -> Json:
    """Everything that is stored of games, without the ids that rows have by chance."""
    deals = {deal.pk: (deal.game_id, deal.number) for deal in Deal.objects.all()}
    return {
        "games": [
            {**game, "current_deal_id": deals.get(game["current_deal_id"])}
            for game in Game.objects.order_by("pk").values()
        ],
        "deals": [without(deal, "id") for deal in Deal.objects.order_by("game", "number").values()],
        "tricks": sorted(
            (deals[trick["deal_id"]], *without(trick, "id", "deal_id").values()) for trick in Trick.objects.values()
        ),
        "journal": list(Report.objects.order_by("game", "seq").values()),
        "names": list(ReportName.objects.order_by("name").values()),
    }


def without(row: Mapping[str, Any], *names: str) -> Json:
    return {name: value for name, value in row.items() if name not in names}


def deal(number: int) -> Deal:
    return Deal.objects.get(number=number)


# --- ways to break rows, and what is said of each ---------------------------------------------------------------------


def break_sheet() -> list[str]:
    broken = deal(1)
    broken.sheet["scores"][1]["total"] = 999
    trick = broken.sheet["tricks"].pop()
    broken.save()
    return [
        f"deal 1, sheet.tricks[8]: stored is nothing, the journal says {json.dumps(trick)}",
        "deal 1, sheet.scores[1].total: stored is 999, the journal says 344",
    ]


def break_sheet_of_the_open_deal() -> list[str]:
    broken = deal(2)
    broken.sheet["hands"][0]["cards"] = []
    broken.save()
    hidden = "not as the journal says (not shown while the deal is open)"
    return [f"deal 2, sheet.hands[0].cards[{index}]: {hidden}" for index in range(9)]


def lose_sheet() -> list[str]:
    follows = json.dumps(deal(1).sheet)[:120]
    Deal.objects.filter(number=1).update(sheet=[], mode=None)
    return [
        'deal 1, mode: stored is null, the journal says "schilten"',
        f"deal 1, sheet: stored is [], the journal says {follows}...",
    ]


def break_carry() -> list[str]:
    broken = deal(2)
    broken.carry["totals"][0] = 51
    broken.save()
    return ["deal 2, carry.totals[0]: not as the journal says (not shown while the deal is open)"]


def break_columns() -> list[str]:
    Deal.objects.filter(number=1).update(total_1=1, status="void", opened=2)
    return [
        'deal 1, status: stored is "void", the journal says "settled"',
        "deal 1, opened: stored is 2, the journal says 1",
        "deal 1, total_1: stored is 1, the journal says 50",
    ]


def break_game() -> list[str]:
    Game.objects.update(scores=[1, 344], version=3, next=Game.objects.get().next | {"seat": 3})
    return [
        "scores[0]: stored is 1, the journal says 50",
        "next.seat: stored is 3, the journal says 2",
        "version: stored is 3, the journal says 19",
    ]


def end_game() -> list[str]:
    Game.objects.update(status="abandoned", result={"winners": [1]})
    return [
        'result: stored is {"winners": [1]}, the journal says null',
        'status: stored is "abandoned", the journal says "playing"',
    ]


def turn_back() -> list[str]:
    Game.objects.update(current_deal=deal(1))
    return ['current_deal: stored is "deal 1", the journal says "deal 2"']


def lose_deal() -> list[str]:
    Game.objects.update(current_deal=None)
    deal(2).delete()
    return [
        'current_deal: stored is null, the journal says "deal 2"',
        "deal 2: is in the journal, and has no row",
    ]


def invent_deal() -> list[str]:
    extra = deal(2)
    extra.pk, extra.number = None, 3
    extra.save()
    Game.objects.update(current_deal=extra)
    return [
        'current_deal: stored is "deal 3", the journal says "deal 2"',
        "deal 3: has a row, and is not in the journal",
    ]


BREAKS = (
    break_sheet,
    break_sheet_of_the_open_deal,
    lose_sheet,
    break_carry,
    break_columns,
    break_game,
    end_game,
    turn_back,
    lose_deal,
    invent_deal,
)


@pytest.mark.parametrize("break_it", BREAKS)
def test_a_check_finds_what_is_broken_and_touches_nothing(break_it: Callable[[], list[str]]) -> None:
    game = a_played_game()
    expected = break_it()
    broken = rows()
    said, complaint = rebuilt("--check")
    assert said[:-1] == [f"game {game.pk}, {line}" for line in expected]
    assert said[-1] == "games: 1 read, 0 right, 0 mended, 1 wrong"
    assert complaint == "Rows differ from the journal."
    assert rows() == broken


@pytest.mark.parametrize("break_it", BREAKS)
def test_a_rebuild_mends_what_is_broken(break_it: Callable[[], list[str]]) -> None:
    game = a_played_game()
    right = rows()
    break_it()
    said, complaint = rebuilt()
    assert said[-2:] == [f"game {game.pk}: mended", "games: 1 read, 0 right, 1 mended, 0 wrong"]
    assert complaint is None
    assert rows() == right
    assert rebuilt("--check") == (["games: 1 read, 1 right, 0 mended, 0 wrong"], None)


def test_everything_at_once_is_mended_too() -> None:
    a_played_game()
    right = rows()
    for break_it in BREAKS[:-2]:
        break_it()
    rebuilt()
    assert rows() == right


# --- what is right ----------------------------------------------------------------------------------------------------


def test_what_the_service_writes_is_right() -> None:
    for write in (open_only, take_back, correct, claim, count, sign_a_misdeal):
        write(Club().open())
    before = rows()
    assert rebuilt() == (["games: 6 read, 6 right, 0 mended, 0 wrong"], None)
    assert rows() == before


def open_only(game: GameClient) -> None:
    pass


def take_back(game: GameClient) -> None:
    opened = game.report({"kind": "deal"}, {"kind": "announce", "mode": "rosen"})
    game.report({"kind": "trick", "cards": ["R6", "R7", "R8", "R9"]})
    game.report({"kind": "retract", "report": game.report({"kind": "play", "card": "E6"})["reports"][0]["id"]})
    assert opened["game"]["version"] == 2


def correct(game: GameClient) -> None:
    _deal, announced = game.report({"kind": "deal"}, {"kind": "announce", "mode": "rosen"})["reports"]
    game.report({"kind": "trick", "cards": ["R6", "R7", "R8", "R9"]})
    replacement = {"kind": "announce", "mode": "obenabe"}
    game.report({"kind": "correct", "report": announced["id"], "replacement": replacement, "reason": "misheard"})


def claim(game: GameClient) -> None:
    game.report({"kind": "deal"}, {"kind": "announce", "mode": "rosen"})
    game.report({"kind": "trick", "cards": ["R6", "R7", "R8", "R9"]})
    game.report({"kind": "claim", "side": 2})


def count(game: GameClient) -> None:
    for _ in range(2):
        game.report({"kind": "deal"}, {"kind": "announce", "mode": "rosen"}, {"kind": "count", "points": {"1": 97}})


def sign_a_misdeal(game: GameClient) -> None:
    game.report({"kind": "deal"})
    noted = game.report({"kind": "incident", "category": "misdeal"})["reports"][0]["id"]
    game.report(*({"kind": "confirm", "side": side, "report": noted} for side in (1, 2)))
    game.report({"kind": "deal"})


# --- the journal itself -----------------------------------------------------------------------------------------------


def add_line(game: Game, **values: Any) -> Report:
    """A line in the journal that nobody has looked at."""
    last = Report.objects.filter(game=game).order_by("-seq")[0].seq
    seq = values.pop("seq", last + 1)
    ordinary = {"report_id": uuid4(), "root": seq, "by_role": "scorer", "recorded_at": NOON, "payload": {}}
    return Report.objects.create(game=game, seq=seq, **ordinary | values)


def test_a_line_that_does_not_fit_is_told_and_the_rest_mended() -> None:
    game = a_played_game()
    line = add_line(game, kind="announce", payload={"mode": "rosen", "seat": 4})
    said, complaint = rebuilt()
    report = f"report 20 (announce {line.report_id})"
    unfit = "does not fit what stands before it, so nothing follows from it"
    assert [one for one in said if "next.newest" not in one] == [
        f"game {game.pk}, {report}: {unfit}: Not this seat's turn",
        f"game {game.pk}, version: stored is 19, the journal says 20",
        f"game {game.pk}: mended",
        "games: 1 read, 0 right, 0 mended, 1 wrong",
    ]
    assert complaint == "Not all could be mended."
    assert rebuilt("--check")[0][1:] == ["games: 1 read, 0 right, 0 mended, 1 wrong"]


@pytest.mark.parametrize("about", ["another deal", "nothing"])
def test_a_line_that_is_bound_to_something_else_than_the_journal_says_is_told(about: str) -> None:
    client = Club().open()
    client.report(*slates(100, 50))
    other = {"deal": client.deals()[1]["id"]}
    line = add_line(
        client.row, kind="confirm", payload={"side": 1, "deal": 1}, about=[other] if about == "another deal" else None
    )
    said, complaint = rebuilt()
    bound = "is bound to another deal or report than the journal says"
    assert f"game {client.id}, report {line.seq} (confirm {line.report_id}): {bound}" in said
    assert complaint == "Not all could be mended."


@pytest.mark.parametrize("payload", [{"mode": "hearts"}, {"mode": 7, "more": 1}, {}, [], None])
def test_a_game_with_a_line_that_cannot_be_read_is_left_as_it_is(payload: Any) -> None:
    game = a_played_game()
    line = add_line(game, kind="announce", payload=payload if payload is not None else {"card": "R6"})
    before = rows()
    said, complaint = rebuilt()
    assert (
        said[0] == f"game {game.pk}, report 20 (announce {line.report_id}): cannot be read, so nothing follows from it"
    )
    assert said[-2] == f"game {game.pk}: left as it is, because its journal cannot be read whole"
    assert complaint == "Not all could be mended."
    assert rows() == before


def test_a_line_that_is_missing_is_told() -> None:
    game = a_played_game()
    add_line(game, kind="incident", payload={"category": "exposed_card"}, seq=22)
    said, _complaint = rebuilt("--check")
    assert said[:2] == [
        f"game {game.pk}, report 20: is not in the journal, although later ones are",
        f"game {game.pk}, report 21: is not in the journal, although later ones are",
    ]


def test_an_abandoned_game_stays_abandoned() -> None:
    game = a_played_game()
    add_line(game, kind="abandon", payload={"reason": "rain"})
    Game.objects.update(status="abandoned", version=20, next=dict(NOTHING_NEXT))
    assert rebuilt("--check")[1] is None


# --- which games ------------------------------------------------------------------------------------------------------


def test_only_the_games_named_are_read() -> None:
    games = [Club().open().row for _ in range(3)]
    Game.objects.update(scores=[7, 7])
    assert rebuilt(str(games[1].pk))[0][-1] == "games: 1 read, 0 right, 1 mended, 0 wrong"
    assert rebuilt("--check")[0][-1] == "games: 3 read, 1 right, 0 mended, 2 wrong"


def test_a_game_that_is_not_there_is_named() -> None:
    nobody = uuid4()
    with pytest.raises(CommandError, match=f"There is no game {nobody}") as caught:
        call_command("rebuild", str(nobody), stdout=StringIO())
    assert caught.value.returncode == 2
    assert rebuild(nobody, check=True) is None


def test_all_games_come_once_a_few_at_a_time() -> None:
    club = Club()
    games = {UUID(club.open().id) for _ in range(5)}
    found = list(game_ids(chunk=2))
    assert len(found) == 5
    assert set(found) == games


def test_a_game_takes_as_many_statements_with_one_deal_as_with_ten() -> None:
    game = Club().open(rules={"deals": 20})
    counts = []
    for _ in range(2):
        for _ in range(5):
            game.report({"kind": "deal"}, {"kind": "announce", "mode": "rosen"}, {"kind": "count", "points": {"1": 97}})
        with CaptureQueriesContext(connections["default"]) as queries:
            rebuild(UUID(game.id), check=True)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


@pytest.mark.django_db(transaction=True)
def test_a_check_beside_a_writer_never_sees_half_a_report() -> None:
    club = Club()
    game = club.open()

    def write() -> None:
        try:
            for report in story.reports():
                game.report(report)
        finally:
            connections.close_all()

    writer = Thread(target=write)
    writer.start()
    checks = 0
    while writer.is_alive() or checks == 0:
        found = rebuild(UUID(game.id), check=True)
        assert found is not None
        assert found.sound, found
        checks += 1
    writer.join()
    assert game.game()["version"] == len(list(story.reports()))


# --- the bar ----------------------------------------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def drawn(out: StringIO, *, ticks: Iterator[float], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    with Progress(OutputWrapper(out), total=2) as progress:
        for _ in range(3):
            progress.step()
    return out.getvalue()


def test_a_terminal_shows_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = drawn(Terminal(), ticks=itertools.count(1.0), monkeypatch=monkeypatch).split("\r")
    assert shown[1:] == [
        "[###############...............] 1 of 2",
        "[##############################] 2 of 2",
        "[##############################] 3 of 2",
        "\x1b[K",
    ]


def test_it_is_not_drawn_more_often_than_anybody_can_see(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(Terminal(), ticks=itertools.count(1.0, 0.04), monkeypatch=monkeypatch).count("of") == 1


def test_a_file_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(StringIO(), ticks=itertools.count(1.0), monkeypatch=monkeypatch) == ""
