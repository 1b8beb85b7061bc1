"""The worked vectors over HTTP: whole deals under their presets, claims, and what decides after the first trick.

A game begins at 0 : 0. Where a vector begins with points, a deal before gives side 1 and side 2 some, and the target
is moved by what is missing: what decides is only how far a side is from it.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.api.says import Json, announce, claim, deal, opening_of, stoeck, tricks_of, weis, worked
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

MODES = ("eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe")


@cache
def cases() -> Json:
    """The small worked cases."""
    path = Path(__file__).resolve().parent.parent / "vectors" / "cases.json"
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


def rules_of(name: str) -> Json:
    """The rules that an expectation names: a preset, or one "with" a change."""
    preset, _, change = name.partition(" with ")
    if change == "all factors 1":
        return {"preset": preset, "factors": dict.fromkeys(MODES, 1)}
    if change:
        option, value = change.split()
        return {"preset": preset, option: value}
    return {"preset": preset}


# --- whole deals -----------------------------------------------------------------------------------------------------

DEALS = [(name, rules) for name in ("R1", "R2", "R3") for rules in worked(name)["expect"]]


@pytest.mark.parametrize(("name", "rules"), DEALS)
@pytest.mark.parametrize("by", ["tricks", "plays"])
def test_a_worked_deal(name: str, rules: str, by: str) -> None:
    vector = worked(name)
    game = Club().open(rules=rules_of(rules))
    options = game.game()["rules"]
    opened, announced, *shown = opening_of(name)
    game.report(opened, announced, *(shown if options["weis"] else []))
    if options["stoeck_call"] == "reported" and vector["stoeck"] is not None:
        game.report(stoeck(vector["stoeck"]))
    for lying in tricks_of(name):
        game.report(*([lying] if by == "tricks" else [{"kind": "play", "card": card} for card in lying["cards"]]))
    now = game.deal
    assert {str(side["side"]): side["total"] for side in now["scores"]} == vector["expect"][rules]
    assert [side["score"] for side in game.game()["sides"]] == [side["total"] for side in now["scores"]]
    assert [
        {name: each[name] for name in lying} for each, lying in zip(now["tricks"], vector["tricks"], strict=True)
    ] == (vector["tricks"])
    assert (now["status"], now["findings"], now["mode"]) == ("settled", [], vector["mode"])


@pytest.mark.parametrize("name", ["R1", "R2", "R3"])
def test_the_points_of_each_seat(name: str) -> None:
    vector = worked(name)
    game = Club().open()
    game.report(deal(), announce(vector["mode"]), *tricks_of(name))
    by_seat = dict.fromkeys("1234", 0)
    for lying in game.deal["tricks"]:
        by_seat[str(lying["winner"])] += lying["points"]
    assert by_seat == vector["points_by_seat"]


@pytest.mark.parametrize("name", ["R1", "R2", "R3"])
def test_the_hands_of_a_worked_deal_make_all_its_plays_lawful(name: str) -> None:
    vector = worked(name)
    game = Club().open()
    hands = [{"kind": "hand", "seat": int(seat), "cards": cards} for seat, cards in vector["hands"].items()]
    assert game.report(*opening_of(name), *hands, *tricks_of(name))["findings"] == []


# --- claims ----------------------------------------------------------------------------------------------------------

CLAIM = re.compile(r"side (?P<side>[12]) after trick (?P<trick>\d)(?P<rest>.*)")
RESULT = re.compile(r"(?P<total>\d+)\D*: side (?P<winner>[12]) wins, reason (?P<reason>\w+)$")


@pytest.mark.parametrize("row", range(7))
def test_a_worked_claim(row: int) -> None:
    case = cases()["claims"]["cases"][row]
    said = CLAIM.match(case["claim"])
    assert said is not None
    # Side 2 begins with nothing in each case, and so does the game: the target is as far from side 1 as in the vector.
    missing = 1000 - case["before"]["1"]
    game = Club().open(rules={"preset": case["preset"], "target": missing})
    with_stoeck = "shown the Stöck" in said["rest"] or "Stöck reported" in said["rest"].replace("no Stöck", "")
    game.report(*opening_of("R3"))
    for lying in tricks_of("R3")[: int(said["trick"])]:
        game.report(lying)
    if with_stoeck:
        game.report(stoeck(1))
    check_claim(game, case, side=int(said["side"]))


def check_claim(game: GameClient, case: Json, *, side: int) -> None:
    """The claim brings what the vector expects."""
    expected = RESULT.search(case["expect"])
    if expected is None:
        assert game.refused(claim(side))["code"] == "not_entitled"
        assert "not_entitled" in case["expect"]
        return
    body = game.report(claim(side))["game"]
    result = body["result"]
    assert (result["winner"], result["reason"], result["deal"]) == (int(expected["winner"]), expected["reason"], 1)
    assert body["sides"][0]["score"] + case["before"]["1"] == int(expected["total"])
    assert (body["status"], body["deal"]["status"]) == ("finished", "stopped")


def test_there_are_no_more_claims() -> None:
    assert len(cases()["claims"]["cases"]) == 7


# --- after the first trick -------------------------------------------------------------------------------------------


# Seat 2 is forehand and Eicheln are trump. Each trick goes to the side, and holds the points, that the vector names.
FIRST_TRICKS = {(2, 24): "RA R10 RO R6", (1, 18): "RK RA RO R6"}
RUN_OF_FOUR = weis(4, "B6 B7 B8 B9")
SIDES = ("side_1", "side_2")


@pytest.mark.parametrize("row", [0, 1])
def test_what_decides_after_the_first_trick(row: int) -> None:
    case = cases()["claims"]["first_trick"][row]
    before = [case[side]["before"] for side in SIDES]
    ((taker, points),) = [
        (n, case[side]["trick 1"]) for n, side in enumerate(SIDES, start=1) if "trick 1" in case[side]
    ]
    # A deal before gives side 1 as many points more than side 2 as it has in the vector, 157 in all.
    first = (157 + before[0] - before[1]) // 2
    game = Club().open(rules={"target": first + case["target"] - before[0]})
    game.report(deal(), announce("eicheln"), {"kind": "count", "points": {"1": first, "2": 157 - first}})
    game.report(deal(), announce("eicheln"), *([RUN_OF_FOUR] if case["side_2"]["weis"] == 50 else []))
    *lying, last = FIRST_TRICKS[taker, points].split()
    game.report(*[{"kind": "play", "card": card} for card in lying])
    if "stoeck reported in trick 1" in case["side_1"]:
        game.report(stoeck(3))
    body = game.report({"kind": "play", "card": last})["game"]
    result = body["result"]
    assert (result["winner"], result["reason"], result["deal"]) == (case["winner"], case["reason"], 2)
    made = [side["score"] + before[0] - first for side in body["sides"]]
    assert made == [sum(case[side].values()) for side in SIDES]
    assert (body["deal"]["status"], body["next"]["expects"]) == ("stopped", ["weis", "stoeck"])
