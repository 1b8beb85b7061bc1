"""Coiffeur over HTTP: small stories in plain files, and what else a table sees of such a game."""

import json
from pathlib import Path

import pytest

from tests.api.says import Json, announce, deal, push
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

FILE = Path(__file__).resolve().parents[1] / "vectors" / "coiffeur.json"
STORIES = {story["name"]: story for story in json.loads(FILE.read_text(encoding="utf-8"))["stories"]}


def opened(**request: object) -> GameClient:
    return Club().open(variant="coiffeur", **request)


@pytest.mark.parametrize("name", STORIES)
def test_a_story(name: str) -> None:
    story = STORIES[name]
    game = opened()
    for call in story["calls"]:
        if "refused" in call:
            assert game.refused(*call["reports"])["code"] == call["refused"]
        else:
            game.report(*call["reports"])
    now, wanted = game.game(), story["expect"]
    assert {name: now["deal"][name] for name in wanted.get("deal", {})} == wanted.get("deal", {})
    assert now["deal"]["scores"] == wanted.get("scores", now["deal"]["scores"])
    assert [side["score"] for side in now["sides"]] == wanted["totals"]
    assert now["result"] == wanted.get("result")


def test_a_refused_mode_names_those_that_are_left() -> None:
    game = opened()
    for mode in ("eicheln", "schellen", "rosen"):
        game.report(deal(), counted(mode))
    game.report(deal())
    problem = game.refused(announce("schellen"))
    assert problem["errors"][0]["allowed"] == ["eicheln", "rosen", "schilten", "obenabe", "unenufe"]
    assert "schilten" in problem["detail"]


def counted(mode: str, points: int = 100) -> Json:
    return {"kind": "count", "points": {"1": points}, "mode": mode}


def test_clubs_have_other_factors() -> None:
    game = opened(rules={"factors": {"eicheln": 7}, "pushing": "off"})
    game.report(deal())
    assert game.refused(push())["code"] == "not_in_these_rules"
    game.report(counted("eicheln", 50))
    assert list(game.game()["rules"]["factors"].values()) == [7, 2, 3, 4, 5, 6]
    assert game.game()["sides"][0]["score"] == 350


def test_the_score_sheet_has_the_columns_of_its_scores() -> None:
    game = opened()
    game.report(deal(), counted("rosen"))
    sheet = game.outsider.get(f"{game.path}/scoresheet").body
    assert sheet["columns"] == ["tricks", "match", "factor", "total"]
    assert [side["points"] for side in sheet["control"]["sides"]] == [100, 57]
    assert sheet["control"]["difference"] == 0
    page = game.outsider.get(f"{game.path}/scoresheet?format=html&lang=de").raw.decode()
    assert "Coiffeur, Swisslos" in page


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "nl", "tr"])
def test_the_account_says_who_scores(language: str) -> None:
    game = opened()
    game.report(deal(), counted("rosen"))
    told = game.outsider.get(f"{game.path}/explain?lang={language}").body
    keys = [step["key"] for step in told["steps"]]
    assert keys == [
        *("deal_announcer_leads", "announce_slate", "factor", "count_given", "count_derived"),
        *("sum", "sum_others", "total", "total", "goes_on_deals"),
    ]
    assert set(told["rules"]) >= {"R-61", "R-62", "R-63"}
    assert told["totals"]["after"] == {"1": 200, "2": 0}


def test_a_corrected_mode_may_make_a_later_one_the_second() -> None:
    game = opened()
    first, *_ = (game.report(deal(), counted(mode))["reports"][1]["id"] for mode in ("eicheln", "eicheln", "rosen"))
    correction = {"kind": "correct", "report": first, "replacement": counted("rosen"), "reason": "misheard"}
    game.report(correction)
    assert [one["mode"] for one in game.deals()] == ["rosen", "eicheln", "rosen"]
    assert [side["score"] for side in game.game()["sides"]] == [100 * 2 + 100 * 2, 57]
    third = game.outsider.get(f"{game.path}/explain?deal=3").body
    assert "mode_again" in [step["key"] for step in third["steps"]]
    game.report(deal(), {**counted("schilten"), "points": {"2": 10}}, deal())
    assert "rosen" not in game.refused(announce("rosen"))["errors"][0]["allowed"]
