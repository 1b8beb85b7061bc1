"""The oracle against the worked vectors: deals, Weise, claims, the first trick."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.cards import side_of
from tests.oracle.ends import end_of_deal
from tests.oracle.schieber import OPTIONS, options_of, play_game, score_deal, weis_value, weise_that_count
from tests.oracle.scores import sheet_of
from tests.oracle.weis import weise_overlap

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
ALL_ONE = dict.fromkeys(OPTIONS["schieber-official"]["factors"], 1)
RULES = {name: options_of(name) for name in OPTIONS} | {
    "schieber-official with all factors 1": options_of("schieber-official", factors=ALL_ONE),
    "schieber-stargames with weis_scores side": options_of("schieber-stargames", weis_scores="side"),
}

Deal = dict[str, Any]
Event = dict[str, Any]


def vectors(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((VECTORS / name).read_text())
    return loaded


DEALS: list[Deal] = [deal for deal in vectors("deals.json")["deals"] if deal["seats"] == 4]
CASES = vectors("cases.json")
R3 = next(deal for deal in DEALS if deal["id"] == "R3")


# --- deals ----------------------------------------------------------------------------------------------------------


def scored(deal: Deal, options: dict[str, Any]) -> dict[str, Any]:
    given = {"forehand": deal["leader"], "stoeck_reported": deal["stoeck"]}
    return score_deal({**deal, **given}, options)


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_tricks_of_the_worked_deals(deal: Deal) -> None:
    assert scored(deal, RULES["schieber-stargames"])["tricks"] == deal["tricks"]


EXPECTED = [(deal, rules, totals) for deal in DEALS for rules, totals in deal["expect"].items()]


@pytest.mark.parametrize(("deal", "rules", "totals"), EXPECTED)
def test_totals_of_the_worked_deals(deal: Deal, rules: str, totals: dict[str, int]) -> None:
    scores = scored(deal, RULES[rules])["scores"]
    assert {str(row["side"]): row["total"] for row in scores} == totals


def test_the_shape_of_a_scored_deal() -> None:
    deal = scored(R3, RULES["schieber-official"])
    assert deal["weis"] == {"side": 1, "points": 40, "counts": [False, True, True]}
    assert deal["stoeck"] == 1
    assert deal["match"] is None
    assert deal["scores"] == [
        {"side": 1, "tricks": 42, "match": 0, "weis": 40, "stoeck": 20, "factor": 1, "total": 102},
        {"side": 2, "tricks": 115, "match": 0, "weis": 0, "stoeck": 0, "factor": 1, "total": 115},
    ]


@pytest.mark.parametrize(
    ("call", "reporter", "holder"), [("known", None, 1), ("reported", None, None), ("reported", 1, 1)]
)
def test_a_stoeck_that_must_be_reported(call: str, reporter: int | None, holder: int | None) -> None:
    deal = {**R3, "forehand": 1, "stoeck_reported": reporter}
    assert score_deal(deal, options_of("schieber-official", stoeck_call=call))["stoeck"] == holder


def test_a_stoeck_shown_in_a_weis_needs_no_call() -> None:
    deal = next(deal for deal in DEALS if deal["id"] == "R1")
    result = score_deal({**deal, "forehand": 1, "stoeck_reported": None}, RULES["schieber-official"])
    assert result["stoeck"] == 2


def plays(leader: int, cards: str) -> list[tuple[int, str]]:
    return [((leader + place - 1) % 4 + 1, card) for place, card in enumerate(cards.split())]


# Rosen is trump, and whoever leads takes the trick. E9 E8 E7 E6 are worth nothing.
LED_AND_TAKEN = [
    "RU R9 RA RK",
    "RO R10 R8 R7",
    "R6 SA SK SO",
    "SU S10 S9 S8",
    "E9 E8 E7 E6",
    "S7 S6 EA EK",
    "EO EU E10 BA",
    "BK BO BU B10",
    "B9 B8 B7 B6",
]


@pytest.mark.parametrize(
    ("fifth_leader", "match", "bonus", "total"),
    [(1, 1, 100, 514), (1, 1, 50, 414), (3, 1, 100, 514), (2, None, 100, 314)],
)
def test_tricks_and_not_points_make_the_match(fifth_leader: int, match: int | None, bonus: int, total: int) -> None:
    leaders = [1, 1, 1, 1, fifth_leader, 3, 3, 1, 1]
    tricks = [plays(leader, cards) for leader, cards in zip(leaders, LED_AND_TAKEN, strict=True)]
    options = options_of("schieber-stargames", factors={"rosen": 2}, stoeck=False, match_bonus=bonus)
    result = score_deal({"mode": "rosen", "forehand": 1, "tricks": tricks}, options)
    assert result["match"] == match
    assert [row["tricks"] for row in result["scores"]] == [157, 0]
    assert [row["total"] for row in result["scores"]] == [total, 0]


# --- Weise ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["weis"])
def test_the_best_weis_of_the_vectors(case: dict[str, Any]) -> None:
    options = RULES[case["preset"]]
    weise = [{"seat": seat, "cards": cards.split()} for seat, cards in case["weis"]]
    counts = weise_that_count(weise, mode=case["mode"], forehand=1, options=options)
    scoring = [weis for weis, does_count in zip(weise, counts, strict=True) if does_count]
    assert {side_of(weis["seat"]) for weis in scoring} == {case["side"]}
    assert sum(weis_value(weis["cards"], case["mode"], options) or 0 for weis in scoring) == case["points"]


@pytest.mark.parametrize(
    ("cards", "mode", "small", "grand"),
    [
        ("E6 E7 E8", "rosen", 20, 20),
        ("E9 E6 E8 E7", "rosen", 50, 50),
        ("RU R9 RA", "rosen", None, None),
        ("E6 E7 E8 E9 E10 EU", "rosen", 100, 150),
        ("E6 E7", "rosen", None, None),
        ("EU RU SU BU", "unenufe", 200, 200),
        ("E9 R9 S9 B9", "rosen", 150, 150),
        ("E8 R8 S8 B8", "obenabe", None, 100),
        ("E6 R6 S6 B6", "unenufe", 100, 100),
        ("E6 R6 S6 B6", "obenabe", None, 100),
        ("EA RA SA BA", "unenufe", None, 100),
        ("EA RA SA BA", "obenabe", 100, 100),
        ("E10 R9 S8", "obenabe", None, None),
    ],
)
def test_values_of_weise(cards: str, mode: str, small: int | None, grand: int | None) -> None:
    assert weis_value(cards.split(), mode, RULES["schieber-stargames"]) == small
    assert weis_value(cards.split(), mode, RULES["schieber-official"]) == grand


def test_only_a_run_and_a_quartet_may_cross() -> None:
    run, other, quartet = ["EA", "EK", "EO"], ["EO", "EU", "E10"], ["EA", "RA", "SA", "BA"]
    assert weise_overlap(run, quartet, RULES["schieber-stargames"])
    assert not weise_overlap(run, quartet, RULES["schieber-official"])
    assert weise_overlap(run, other, RULES["schieber-official"])
    assert not weise_overlap(run, ["EU", "E10", "E9"], RULES["schieber-stargames"])


@pytest.mark.parametrize(
    ("first", "second", "changes", "winner"),
    [
        ("EA EK EO EU E10", "R6 R7 R8 R9 R10 RU", {}, 1),
        ("EA EK EO EU E10", "R6 R7 R8 R9 R10 RU", {"longer_run_wins": True}, 2),
        ("EA EK EO", "RA RK RO", {"trump_breaks_tie": True}, 2),
        ("EA EK EO", "RA RK RO", {"trump_breaks_tie": False}, 1),
        ("E10 R10 S10 B10", "EK RK SK BK", {}, 2),
    ],
)
def test_ties_between_weise(first: str, second: str, changes: dict[str, Any], winner: int) -> None:
    options = options_of("schieber-stargames", **changes)
    weise = [{"seat": 1, "cards": first.split()}, {"seat": 2, "cards": second.split()}]
    counts = weise_that_count(weise, mode="rosen", forehand=1, options=options)
    assert counts == [winner == 1, winner == 2]


def test_in_unenufe_sixes_beat_sevens() -> None:
    weise = [{"seat": 1, "cards": ["E7", "R7", "S7", "B7"]}, {"seat": 2, "cards": ["E6", "R6", "S6", "B6"]}]
    counts = weise_that_count(weise, mode="unenufe", forehand=1, options=RULES["schieber-official"])
    assert counts == [False, True]


# --- claims ---------------------------------------------------------------------------------------------------------


def deal_r3(*, tricks: int, stoeck: bool) -> list[Event]:
    events: list[Event] = [{"kind": "deal"}, {"kind": "announce", "mode": "rosen"}]
    events += [{"kind": "weis", **weis} for weis in R3["weis"]]
    if stoeck:
        events.append({"kind": "stoeck", "seat": 1})
    return events + [{"kind": "trick", "cards": trick["cards"]} for trick in R3["tricks"][:tricks]]


def claimed(case: dict[str, Any]) -> dict[str, Any]:
    """A case of the vectors, whose sentences say after which trick and whether the Stöck had been reported."""
    tricks = re.search(r"after trick (\d)", case["claim"])
    assert tricks is not None
    stoeck = "shown the Stöck" in case["claim"] or (
        "Stöck reported" in case["claim"] and "no Stöck" not in case["claim"]
    )
    script = [*deal_r3(tricks=int(tricks[1]), stoeck=stoeck), {"kind": "claim", "side": 1}]
    before = {int(side): total for side, total in case["before"].items()}
    return play_game(script, RULES[case["preset"]], 4, before=before)


@pytest.mark.parametrize("case", CASES["claims"]["cases"])
def test_claims_of_the_vectors(case: dict[str, Any]) -> None:
    game = claimed(case)
    if case["expect"].startswith("refused"):
        assert game["events"][-1]["code"] == "not_entitled"
        assert game["status"] == "playing"
        assert game["result"] is None
        return
    told = re.search(r"(\d+): side (\d) wins, reason (\w+)", case["expect"])
    assert told is not None
    winner = int(told[2])
    assert game["result"] == {"winners": [winner], "winner": winner, "reason": told[3], "deal": 1}
    assert game["totals"][1] == int(told[1])
    assert game["deals"][0]["status"] == "stopped"


# --- the first trick ------------------------------------------------------------------------------------------------


FIRST_TRICKS = [
    # the trick, the Weis of side 2, the Stöck of side 1
    ("E10 EA BO E6", ["SA", "SK", "SO", "SU"], {"seat": 1, "lying": 2}),
    ("EA E6 EK EO", ["BA", "BK", "BO", "BU"], None),
]


@pytest.mark.parametrize(("told", "cards"), list(zip(CASES["claims"]["first_trick"], FIRST_TRICKS, strict=True)))
def test_stages_of_the_vectors(told: dict[str, Any], cards: tuple[str, list[str], dict[str, int] | None]) -> None:
    trick, weis, stoeck = cards
    deal = {"mode": "rosen", "forehand": 1, "tricks": [plays(1, trick)], "weis": [{"seat": 2, "cards": weis}]}
    sheet = {**sheet_of(deal), "stoeck": stoeck, "claim": None}
    before = {1: told["side_1"]["before"], 2: told["side_2"]["before"]}
    points = score_deal(deal, RULES["schieber-stargames"])["scores"]
    assert points[0]["tricks"] == told["side_1"].get("trick 1", 0)
    assert points[1]["tricks"] == told["side_2"].get("trick 1", 0)
    assert points[1]["weis"] == told["side_2"]["weis"]
    end = end_of_deal(sheet, before, RULES["schieber-stargames"])
    assert end is not None
    assert (end["winner"], end["reason"]) == (told["winner"], told["reason"])
