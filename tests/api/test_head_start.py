"""A head start: the totals of the sides begin with `start_scores` (R-30)."""

import json
from typing import Any

import pytest

from tests.api.court import Court
from tests.api.document import judged
from tests.api.says import Json, bid, claim, counted, deal, slates
from tests.api.table import Club, GameClient
from tests.api.test_settings import change, is_sound, places
from tests.api.test_transfer import elsewhere, exported, taken

pytestmark = pytest.mark.django_db

GIVEN = {"target": 1000, "start_scores": {"2": 150}}


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


def told(game: GameClient, number: int = 1) -> list[tuple[str, Any, Any]]:
    """The steps of an account about what a side had before the first deal, or has in all."""
    steps = game.scorer.get(f"{game.path}/explain?deal={number}").body["steps"]
    return [
        (step["key"], step["side"], step.get("points", step.get("before")))
        for step in steps
        if step["key"] in {"head_start", "total"}
    ]


def test_the_totals_begin_with_a_head_start(club: Club) -> None:
    game = club.open(rules=GIVEN)
    opened = game.game()
    assert opened["rules"]["start_scores"] == {"1": 0, "2": 150}
    assert [side["score"] for side in opened["sides"]] == [0, 150]
    game.report(*slates(60, 100))
    assert game.totals == [160, 97 + 57 + 150]
    assert [score["total"] for score in game.deals()[0]["scores"]] == [60, 97]
    assert told(game) == [("head_start", 2, 150), ("total", 1, 0), ("total", 2, 150)]
    assert told(game, 2) == [("total", 1, 60), ("total", 2, 247)]
    assert is_sound(game)


def test_the_score_sheet_shows_it_beside_the_rules(club: Club) -> None:
    game = club.open(rules=GIVEN)
    game.report(*slates(60))
    sheet = game.scorer.get(f"{game.path}/scoresheet").body
    assert sheet["start"] == [{"side": 1, "total": 0}, {"side": 2, "total": 150}]
    assert sheet["deals"][0]["totals"] == sheet["totals"] == [{"side": 1, "total": 60}, {"side": 2, "total": 247}]
    assert sheet["control"]["difference"] == 0
    for form in ("csv", "html"):
        assert "Vorgabe 0 : 150" in game.scorer.get(f"{game.path}/scoresheet?format={form}&lang=de").raw.decode()
    plain = club.open()
    assert "Vorgabe" not in plain.scorer.get(f"{plain.path}/scoresheet?format=html&lang=de").raw.decode()


def test_a_claim_counts_it(club: Club) -> None:
    game = club.open(rules={"target": 200, "start_scores": {"1": 150}})
    game.report(deal(), {"kind": "announce", "mode": "rosen"}, claim(1, counted={"1": 50, "2": 30}))
    assert (game.game()["result"]["reason"], game.totals) == ("claim", [200, 30])


def test_the_stages_of_the_first_trick_begin_with_it(club: Club) -> None:
    """Both sides reach the target with the first trick. The Weis is counted before it, and decides (R-33)."""
    game = club.open(rules={"target": 1000, "start_scores": {"1": 985, "2": 975}})
    game.report(
        deal(),
        {"kind": "announce", "mode": "rosen"},
        {"kind": "weis", "seat": 3, "cards": ["BK", "BO", "BU"]},
        {"kind": "trick", "cards": ["R7", "RU", "RA", "R6"]},
    )
    assert (game.game()["result"]["reason"], game.totals) == ("weis", [1005, 1006])


def test_a_ruling_adds_to_it() -> None:
    court = Court(*slates(60), rules=GIVEN)
    ruled = court.ruled(court.taken(trick=None), remedy="adjust", points={"1": 40}, reason="As agreed.")
    assert (ruled["before"]["totals"], ruled["after"]["totals"]) == ({"1": 60, "2": 247}, {"1": 100, "2": 247})
    court.is_sound()


@pytest.mark.parametrize(
    ("variant", "rules", "reports", "scores"),
    [
        (
            "differenzler",
            {"deals": 1, "tie": "shared", "start_scores": {"1": 30, "4": 7}},
            [
                deal(turned="R6"),
                *(bid(seat, 40) for seat in (1, 2, 3, 4)),
                {"kind": "count", "points": {"1": 40, "2": 50, "3": 30, "4": 37}},
            ],
            [30, 10, 10, 10],
        ),
        ("coiffeur", {"start_scores": {"2": 200}}, [deal(), counted(57, mode="rosen")], [2 * 57, 200]),
        (
            "eidex",
            {"start_scores": {"3": 6}},
            [deal(turned="R6"), {"kind": "count", "points": {"1": 80, "2": 50, "3": 27}}],
            [1, 0, 7],
        ),
    ],
)
def test_every_variant_has_it(club: Club, variant: str, rules: Json, reports: list[Json], scores: list[int]) -> None:
    game = club.open(variant=variant, rules=rules)
    game.report(*reports)
    assert game.totals == scores
    result = game.game()["result"]
    if variant == "differenzler":
        assert (result["winners"], result["reason"]) == ([2, 3, 4], "lowest")
    if variant == "eidex":
        assert (result["winner"], result["reason"]) == (3, "win_points")
    assert is_sound(game)


@pytest.mark.parametrize(
    ("given", "at", "code"),
    [
        ({"1": 1000}, "/rules/start_scores/1", "invalid_option"),
        ({"1": -1}, "/rules/start_scores/1", "invalid_option"),
        ({"1": 1.0}, "/rules/start_scores/1", "wrong_type"),
        ({"3": 1}, "/rules/start_scores/3", "unknown_field"),
        ([0, 150], "/rules/start_scores", "wrong_type"),
    ],
)
def test_what_no_head_start_is(club: Club, given: Any, at: str, code: str) -> None:
    game = club.open()
    assert places(change(game, rules={"start_scores": given})) == [(at, code)]
    assert game.version == 0


def test_it_changes_before_the_first_report_alone(club: Club) -> None:
    game = club.open()
    assert change(game, rules={"start_scores": {"1": 40}}).body["sides"][0]["score"] == 40
    assert change(game, rules={"start_scores": {"2": 50}}).body["rules"]["start_scores"] == {"1": 40, "2": 50}
    assert [side["score"] for side in change(game, rules={"start_scores": {"1": 0}}).body["sides"]] == [0, 50]
    game.report(deal())
    assert change(game, rules={"start_scores": {"1": 40}}).code == (409, "out_of_phase")


def test_it_goes_out_with_the_game_and_comes_in_again(club: Club) -> None:
    game = club.open(rules=GIVEN)
    game.report(*slates(60))
    other = taken(Club(), document := elsewhere(exported(game)))
    assert (exported(other), other.totals) == (document, [60, 247])


def test_an_export_from_before_the_option_is_taken_in(club: Club) -> None:
    game = club.open()
    assert change(game, rules={"target": 2000}).status == 200
    game.report(*slates(60))
    document = json.loads(elsewhere(exported(game)))
    del document["game"]["rules"]["start_scores"], document["journal"][0]["rules"]["start_scores"]
    other = taken(Club(), json.dumps(document).encode())
    assert (other.totals, other.game()["rules"]["start_scores"]) == ([60, 97], {"1": 0, "2": 0})
    assert "start_scores" not in other.journal()[0]["rules"]
