"""The Bergpreis over HTTP: score sheet, account, corrections, rulings, exports (R-37)."""

from typing import Any

import pytest

from tests.api.court import Court
from tests.api.document import judged
from tests.api.says import Json, correct, counted, deal, slates
from tests.api.table import Club, GameClient, effects
from tests.api.test_settings import change, is_sound, places
from tests.api.test_transfer import elsewhere, exported, taken

pytestmark = pytest.mark.django_db

BERG = {"points": 150, "bonus": 50}
RULES = {"target": 1000, "berg": BERG}


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


def played(club: Club, *points: int) -> tuple[GameClient, list[str]]:
    """A game with these deals, and the ids of their counts."""
    game = club.open(rules=RULES)
    return game, [game.report(*slates(each))["reports"][1]["id"] for each in points]


def holders(game: GameClient) -> list[tuple[int, int, int]]:
    """The deals in which the Bergpreis stands: deal, side and bonus."""
    return [
        (one["number"], score["side"], score["berg"])
        for one in game.deals()
        for score in one["scores"]
        if "berg" in score
    ]


def told(game: GameClient, number: int, language: str) -> str:
    steps = game.scorer.get(f"{game.path}/explain?deal={number}&lang={language}").body["steps"]
    return " ".join(step["text"] for step in steps if step["key"].startswith("berg"))


def test_the_first_side_at_the_berg_has_the_bonus(club: Club) -> None:
    game, _ = played(club, 60, 50, 100)
    assert holders(game) == [(2, 2, 50)]
    assert game.totals == [210, 311]
    assert game.deals()[1]["scores"][1] == {
        "side": 2,
        "tricks": 107,
        "match": 0,
        "weis": 0,
        "stoeck": 0,
        "factor": 1,
        "berg": 50,
        "total": 157,
    }
    assert told(game, 2, "en") == "Beat & Dario are the first to reach 150: the Bergpreis of 50 is theirs."
    assert told(game, 2, "de") == "Beat & Dario sind als Erste bei 150: Der Bergpreis von 50 gehört ihnen."
    assert told(game, 1, "en") == told(game, 3, "en") == ""
    assert is_sound(game)


def test_the_score_sheet_has_a_column_for_it(club: Club) -> None:
    game, _ = played(club, 60, 50)
    sheet = game.scorer.get(f"{game.path}/scoresheet").body
    assert "berg" in sheet["columns"]
    assert sheet["control"]["difference"] == 0
    for form in ("csv", "html"):
        assert "Bergpreis" in game.scorer.get(f"{game.path}/scoresheet?format={form}&lang=it").raw.decode()


def test_a_correction_moves_it_and_says_so(club: Club) -> None:
    game, counts = played(club, 60, 50, 100)
    body = game.report(correct(counts[0], counted(157, match=None)), by=game.organizer)
    assert holders(game) == [(1, 1, 50)]
    moved = {one["deal"]: one for one in effects(body, "scored_anew")}
    assert [score.get("berg") for score in moved[1]["after"]] == [50, None]
    assert [score.get("berg") for score in moved[2]["before"]] == [None, 50]
    assert [score.get("berg") for score in moved[2]["after"]] == [None, None]
    assert is_sound(game)


def test_a_ruling_moves_it() -> None:
    court = Court(*slates(60, 50), rules=RULES)
    assert holders(court.game) == [(2, 2, 50)]
    dispute = court.taken(deal=1, trick=None)
    ruled = court.ruled(dispute, remedy="adjust", points={"1": 90}, reason="As agreed.")
    assert holders(court.game) == [(1, 1, 50)]
    assert ruled["after"]["totals"] == {"1": 60 + 90 + 50 + 50, "2": 204}
    court.is_sound()


def test_a_slate_says_who_took_the_last_trick_where_it_decides(club: Club) -> None:
    game, _ = played(club, 78)
    refused = game.refused(*slates(80))
    assert [(fault["code"], fault["pointer"]) for fault in refused["errors"]] == [
        ("missing_field", "/reports/1/last_trick")
    ]
    game.report(deal(), counted(80, last_trick=1))
    assert holders(game) == [(2, 1, 50)]
    assert told(game, 2, "nl").startswith("Beide teams komen met dit spel bij 150; Anna & Chiara")
    assert is_sound(game)


@pytest.mark.parametrize(
    ("berg", "faults"),
    [
        ({"points": 1000, "bonus": 50}, [("/rules/berg/points", "invalid_option")]),
        ({"points": 500}, [("/rules/berg/bonus", "missing_field")]),
        ({}, [("/rules/berg/points", "missing_field"), ("/rules/berg/bonus", "missing_field")]),
        ({"points": "500", "bonus": 50}, [("/rules/berg/points", "wrong_type")]),
        ({"points": 500, "bonus": 0}, [("/rules/berg/bonus", "invalid_option")]),
        ({"points": 500, "bonus": 50, "side": 1}, [("/rules/berg/side", "unknown_field")]),
        (500, [("/rules/berg", "wrong_type")]),
        (True, [("/rules/berg", "wrong_type")]),
    ],
    ids=str,
)
def test_what_no_bergpreis_is(club: Club, berg: Any, faults: list[tuple[str, str]]) -> None:
    assert places(change(club.open(), rules={"berg": berg})) == faults


def test_it_may_be_agreed_and_dropped_before_the_first_report(club: Club) -> None:
    game = club.open()
    assert change(game, rules={"berg": BERG}).body["rules"]["berg"] == BERG
    assert change(game, rules={"berg": {"bonus": 60}}).body["rules"]["berg"] == {"points": 150, "bonus": 60}
    assert places(change(game, rules={"target": 100})) == [("/rules/berg/points", "invalid_option")]
    assert change(game, rules={"berg": None}).body["rules"]["berg"] is None
    coiffeur: Json = {"variant": "coiffeur", "rules": {"berg": BERG}, "players": ["A", "B", "C", "D"]}
    assert places(club.organizer.post("/games", coiffeur)) == [("/rules/berg", "unknown_field")]


def test_it_goes_out_with_the_game_and_comes_in_again(club: Club) -> None:
    game, _ = played(club, 60, 50)
    other = taken(Club(transport=judged()), document := elsewhere(exported(game)))
    assert exported(other) == document
    other.report(*slates(100))
    assert holders(other) == [(2, 2, 50)]
    assert is_sound(other)
