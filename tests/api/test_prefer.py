"""`Prefer: return=minimal` on reports, and how long to wait (docs/api.md, Reports and Errors)."""

import time

import pytest

from api.http.preferences import preferences
from scoring.models import Role
from tests.api.says import Json, announce, bid, correct, counted, deal, new_id, play, retract, trick
from tests.api.table import Answer, Club, Device, GameClient
from tests.api.test_costs import costs

pytestmark = pytest.mark.django_db

MINIMAL = "return=minimal"


def briefly(game: GameClient, *reports: Json, by: Device | None = None) -> Answer:
    """Send reports and ask for the least."""
    return game.send(*reports, by=by, prefer=MINIMAL)


def test_the_least_that_a_call_can_be_answered() -> None:
    game, first, second = Club().open(), new_id(), new_id()
    answer = briefly(game, deal(id=first), announce("rosen", id=second))
    assert answer.status == 201
    assert answer.body == {
        "reports": [{"seq": 1, "id": first, "duplicate": False}, {"seq": 2, "id": second, "duplicate": False}],
        "version": 2,
    }
    assert answer.headers["preference-applied"] == "return=minimal"
    assert answer.headers["etag"] == '"2"'
    assert {"Prefer", "Authorization"} <= set(answer.headers["vary"].split(", "))


def test_a_retry_is_answered_in_the_same_way() -> None:
    game, sent = Club().open(), deal(id=new_id())
    first = briefly(game, sent).body
    again = briefly(game, sent)
    assert (again.status, again.headers["preference-applied"]) == (200, "return=minimal")
    assert again.body == {"reports": [{**first["reports"][0], "duplicate": True}], "version": 1, "duplicate": True}
    assert game.send(sent).body["game"]["version"] == 1


def test_an_id_that_was_not_sent_is_told() -> None:
    game = Club().open()
    line = briefly(game, deal()).body["reports"][0]
    assert line == {"seq": 1, "id": game.journal()[0]["id"], "duplicate": False}


def test_what_another_device_has_sent_keeps_the_id_as_sent() -> None:
    game, id_ = Club().open(), new_id()
    game.report(deal(), announce("rosen"), trick("RA R7 R9 RU", number=1))
    answer = briefly(game, trick("RA R7 R9 RU", number=1, id=id_))
    assert (answer.status, answer.body["reports"]) == (200, [{"seq": 3, "id": id_, "duplicate": True}])
    assert briefly(game, retract(id_)).status == 201, "it names the report on record"


def test_a_report_twice_in_a_call() -> None:
    game, sent = Club().open(), deal(id=new_id())
    lines = briefly(game, sent, sent).body["reports"]
    assert [(line["seq"], line["duplicate"]) for line in lines] == [(1, False), (1, True)]


def test_findings_and_effects_stand_there_where_there_are_any() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen"))
    answer = briefly(game, play("RA", seat=2, as_played=True))
    assert [finding["fault"] for finding in answer.body["findings"]] == ["wrong_lead"]
    assert "effects" not in answer.body
    other, slate = Club().open(), new_id()
    other.report(deal(), counted(100, id=slate), deal(), counted(50))
    effects = briefly(other, correct(slate, counted(90))).body["effects"]
    assert [one["effect"] for one in effects] == ["scored_anew"]


def test_a_dry_run_too() -> None:
    game = Club().open()
    answer = game.try_out(deal(), prefer=MINIMAL)
    assert (answer.status, answer.headers["preference-applied"]) == (200, "return=minimal")
    expected = {"reports": [{"seq": 1, "id": None, "duplicate": False}], "version": 1, "dry_run": True}
    assert answer.body == expected
    assert game.version == 0


def test_a_refusal_says_all_it_has_to_say() -> None:
    answer = briefly(Club().open(), play("RA"))
    assert answer.code == (409, "out_of_phase")
    assert "preference-applied" not in answer.headers


@pytest.mark.parametrize("header", ["", "return=representation", "minimal", "return", "respond-async", ",,=;\"'"])
def test_whoever_asks_for_nothing_less_gets_everything(header: str) -> None:
    answer = Club().open().send(deal(), prefer=header)
    assert (answer.status, "game" in answer.body) == (201, True)
    assert "preference-applied" not in answer.headers
    assert "Prefer" in answer.headers["vary"]


def test_secrets_are_no_longer_asked_for() -> None:
    """A hidden bid is not repeated, so nobody has to look whether it is hidden; a player's phone asks for no undo."""
    club = Club()
    game = club.open(variant="differenzler", rules={"bids": "hidden"})
    game.report(deal(turned="R6"))
    player = club.device(game.token(Role.PLAYER, seat=2))
    sent = bid(2, 40, id=new_id())
    brief = costs(lambda: briefly(game, sent, by=player), status=201)
    full = costs(lambda: game.send(bid(3, 40, id=new_id()), by=game.scorer), status=201)
    assert brief <= full
    retry = costs(lambda: briefly(game, sent, by=player))
    assert retry < costs(lambda: game.send(sent, by=player))
    player_full = costs(lambda: game.try_out(bid(4, 1), by=club.device(game.token(Role.PLAYER, seat=4))))
    player_brief = costs(
        lambda: game.try_out(bid(1, 1), by=club.device(game.token(Role.PLAYER, seat=1)), prefer=MINIMAL)
    )
    assert player_brief <= player_full


def test_less_work_is_done() -> None:
    """A player's card costs a statement less, and the answer a tenth of the bytes."""
    game = Club().open()
    game.report(deal(), announce("rosen"))
    phones = [game.club.device(game.token(Role.PLAYER, seat=seat)) for seat in (1, 2)]
    full = game.send(play("EA", id=new_id()), by=phones[0])
    game.game(by=phones[1])  # the first request of a token costs a statement of its own
    sent = new_id()
    cost_brief = costs(lambda: briefly(game, play("E6", id=sent), by=phones[1]), status=201)
    game.report(retract(sent), by=phones[1])
    cost_full = costs(lambda: game.send(play("E6", id=new_id()), by=phones[1]), status=201)
    assert cost_brief == cost_full - 1
    brief = briefly(game, play("E7", id=new_id()))
    assert len(brief.raw) * 10 < len(full.raw)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("return=minimal", {"return": "minimal"}),
        ('Return="Minimal"; foo="a, b", wait=10', {"return": "minimal", "wait": "10"}),
        ("return=minimal, return=representation", {"return": "minimal"}),
        ("respond-async,return = minimal", {"respond-async": "", "return": "minimal"}),
        ("", {}),
    ],
)
def test_preferences_are_read_as_rfc_7240_writes_them(header: str, expected: dict[str, str]) -> None:
    assert preferences(header) == expected


def test_a_hostile_header_costs_nothing() -> None:
    for hostile in ("a;" * 50_000, '"' + "\\" * 50_000, '"a' * 50_000, "a=" * 50_000, " " * 50_000, "," * 50_000):
        begun = time.process_time()
        assert preferences(hostile).get("return") is None
        assert time.process_time() - begun < 1
