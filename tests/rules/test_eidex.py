"""Cosmic Eidex: the turned card, laid cards, win points and the end of the game (R-50 to R-54)."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scoring.rules.variants import VARIANTS
from scoring.rules.variants.eidex.options import EidexOptions
from scoring.rules.variants.eidex.play import EIDEX
from scoring.rules.variants.eidex.win_points import added_to, won_with
from tests.oracle import eidex as oracle
from tests.oracle.cards import PACK
from tests.proofs import proof_size
from tests.rules.table import (
    JassTable,
    Json,
    confirm,
    correct,
    count,
    deal,
    fault_of,
    hand,
    incident,
    insisted,
    play,
    retract,
    trick,
    tricks,
)

VECTORS = Path(__file__).resolve().parent.parent / "vectors"


@cache
def vectors(name: str) -> Json:
    found: Json = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return found


C1 = next(each for each in vectors("deals.json")["deals"] if each["id"] == "C1")
TRICKS = [" ".join(one["cards"]) for one in C1["tricks"]]
LAID = {int(seat): card for seat, card in C1["laid"].items()}
TURNED = "BK"
"""A card of the hand of seat 1, who deals: seat 2 is forehand."""


def lay(seat: int, card: str, **more: Any) -> Json:
    return {"kind": "lay", "seat": seat, "card": card, **more}


def options(preset: str = "eidex-basic", **changes: Any) -> EidexOptions:
    resolved = VARIANTS["eidex"].resolve({"preset": preset, **changes})
    assert not isinstance(resolved, list), resolved
    assert isinstance(resolved[1], EidexOptions)
    return resolved[1]


def table(preset: str = "eidex-basic", *, first_dealer: int = 1, **changes: Any) -> JassTable:
    return JassTable(options(preset, **changes), first_dealer=first_dealer, variant=EIDEX)


def points_of(sheet: Json) -> list[Any]:
    return [score["points"] for score in sheet["scores"]]


def lays(**other: str) -> list[Json]:
    return [lay(seat, other.get(f"seat_{seat}", card)) for seat, card in LAID.items()]


@pytest.fixture
def played() -> JassTable:
    """The worked deal, all tricks played and no laid card known."""
    found = table()
    found.tell(deal(turned=TURNED), *tricks(TRICKS))
    return found


# --- the turned card --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "turned", "mode"),
    [
        *(("eidex-basic", card, mode) for card, mode in (("EA", "eicheln"), ("R6", "rosen"), ("SU", "schilten"))),
        *(("eidex-cosmic", card, mode) for card, mode in (("EA", "obenabe"), ("R6", "unenufe"), ("BU", "schellen"))),
    ],
)
def test_the_turned_card_sets_the_mode(preset: str, turned: str, mode: str) -> None:
    found = table(preset)
    found.tell(deal(turned=turned))
    assert (found.sheet["mode"], found.sheet["turned"], found.sheet["status"]) == (mode, turned, "playing")
    assert (found.sheet["leader"], found.referee.turn) == (2, 2)
    assert found.referee.expects == ["hand", "lay", "play", "trick", "count"]


def test_the_turned_card_is_a_card_of_the_dealer() -> None:
    found = table()
    found.tell(deal(turned=TURNED))
    assert found.refusal(play(TURNED)).code == "card_not_in_hand"
    assert found.refusal(hand(2, " ".join([*C1["hands"]["2"], TURNED]))).code == "hand_contradicts"
    without = [card for card in C1["hands"]["1"] if card != TURNED]
    assert found.refusal(hand(1, " ".join([*without, "SO", "R7"]))).code == "hand_contradicts"
    found.tell(hand(1, " ".join([*C1["hands"]["1"], LAID[1]])))


def test_what_these_rules_do_not_have(played: JassTable) -> None:
    for report in (
        {"kind": "announce", "mode": "rosen"},
        {"kind": "push"},
        {"kind": "bid", "seat": 1, "points": 3},
        {"kind": "weis", "seat": 1, "cards": ["E6", "E7", "E8"]},
        {"kind": "stoeck", "seat": 1},
        {"kind": "claim", "side": 1},
    ):
        assert played.refusal(report).code == "not_in_these_rules"


# --- laid cards -------------------------------------------------------------------------------------------------------


def test_a_deal_waits_for_its_laid_cards(played: JassTable) -> None:
    assert (played.sheet["status"], played.referee.expects, played.referee.turn) == ("playing", ["hand", "lay"], None)
    assert played.refusal(deal(turned="E6")).code == "out_of_phase"
    played.tell(lay(3, LAID[3]))
    assert played.refusal(lay(3, "E6")).code == "already_laid"
    played.tell(lay(1, LAID[1]))
    assert (played.sheet["status"], played.referee.turn, played.totals) == ("playing", 2, (0, 0, 0))
    played.tell(lay(2, LAID[2]))
    assert (played.sheet["status"], played.referee.turn) == ("settled", None)
    assert played.referee.expects == ["deal"]
    assert points_of(played.sheet) == list(C1["points_with_laid"].values())
    assert (played.score, played.totals, played.faults) == ((1, 0, 1), (1, 0, 1), [])
    assert played.stands == played.read_again()


@pytest.mark.parametrize("moment", range(12))
def test_a_laid_card_may_be_reported_at_any_time(moment: int) -> None:
    found = table()
    found.tell(deal(turned=TURNED), *tricks(TRICKS[:moment]), *lays(), *tricks(TRICKS[moment:]))
    assert (points_of(found.sheet), found.totals) == ([27, 35, 95], (1, 0, 1))


def test_what_is_known_of_the_scores_while_a_deal_is_played() -> None:
    found = table()
    found.tell(deal(turned=TURNED), *tricks(TRICKS[:3]), lay(1, "SO"))
    assert found.sheet["scores"] == [
        {"side": 1, "tricks": 3, "laid": 3, "points": 6, "total": None},
        {"side": 2, "tricks": 0, "laid": None, "points": None, "total": None},
        {"side": 3, "tricks": 45, "laid": None, "points": None, "total": None},
    ]


def test_a_laid_card_takes_part_in_no_check(played: JassTable) -> None:
    """Whatever is said of it before settlement: played by its own seat or another, laid by two, not in the hand."""
    found = table()
    found.tell(deal(turned=TURNED), lay(1, "S10"), lay(2, "E7"), hand(1, " ".join([*C1["hands"]["1"], LAID[1]])))
    found.tell(*tricks(TRICKS))
    assert found.faults == []
    found.tell(lay(3, "S10"))
    assert [fault[0] for fault in found.faults] == ["card_twice"] * 3
    assert set(found.faults) == {
        ("card_twice", 1, 1, "S10"),
        ("card_twice", 2, 7, "E7"),
        ("card_twice", 3, 1, "S10"),
    }
    assert [score["laid"] for score in found.sheet["scores"]] == [0, 0, 0]
    played.tell(*lays(seat_2="SO"))
    assert played.faults == [("card_twice", 2, None, "SO")]
    assert [score["laid"] for score in played.sheet["scores"]] == [3, 0, 0]


def test_the_turned_card_and_a_shown_hand_are_places_too() -> None:
    away = {**LAID, 1: "R7", 2: TURNED}
    found = table()
    swapped = [cards.replace(TURNED, LAID[1]) for cards in TRICKS]  # the dealer keeps the turned card to lay it
    found.tell(deal(turned=TURNED), *(insisted(one) for one in tricks(swapped)))
    found.tell(*(lay(seat, card) for seat, card in away.items()))
    assert ("card_twice", 2, None, TURNED) in found.faults
    shown = table()
    shown.tell(deal(turned=TURNED), hand(2, " ".join([*C1["hands"]["2"], "R7"])), *tricks(TRICKS))
    shown.tell(lay(1, "R7"), lay(2, "SO"), lay(3, "B7"))
    assert shown.faults == [("card_twice", 1, None, "R7")]


def test_a_finding_about_a_laid_card_holds_up_no_report(played: JassTable) -> None:
    played.tell(lay(1, "E7"), lay(2, "R7"), lay(3, "B7"))
    assert played.faults == [("card_twice", 1, 7, "E7")]


def test_of_a_void_deal_no_laid_card_is_told() -> None:
    found = table()
    found.tell(deal(turned=TURNED), lay(1, "B7"), lay(2, "B7"), incident("misdeal"))
    said = found.journal[-1].id
    found.tell(*(confirm(side, report=said) for side in (1, 2, 3)))
    assert (found.sheet["status"], found.faults, found.sheet["scores"]) == ("void", [], None)
    assert found.refusal(lay(3, "E6")).code == "out_of_phase"
    found.tell(deal(turned=TURNED))
    assert found.sheet["dealer"] == 1


def test_a_laid_card_is_taken_back_and_corrected(played: JassTable) -> None:
    ids = played.tell(*lays())
    played.tell(correct(ids[0], lay(1, "SO")))
    assert played.totals == (1, 0, 1)
    assert played.refusal(correct(ids[0], lay(2, "SO"))).code == "already_replaced"
    played.tell(retract(ids[1]))
    assert (played.sheet["status"], played.totals) == ("playing", (0, 0, 0))
    played.tell(lay(2, LAID[2]))
    assert played.totals == (1, 0, 1)


def all_hands(rosen: str) -> dict[int, list[str]]:
    """Hands in which seat 1, who deals, has these Rosen and all Eicheln."""
    first = [TURNED, *rosen.split(), *(card for card in PACK if card[0] == "E"), "S6"][:12]
    rest = [card for card in PACK if card not in first]
    return {1: first, 2: rest[::2], 3: rest[1::2]}


@pytest.mark.parametrize("laid", [None, "RA", "E7"])
def test_the_laid_card_is_unseen_and_in_no_hand(laid: str | None) -> None:
    """Counting tells that seat 1 was dealt one Rosen, or two. One it may have laid; of two it held at least one."""
    for rosen, faults in (("RA", []), ("RA RK", [("revoke", 1, 1, "E6")])):
        hands = all_hands(rosen)
        found = table()
        found.tell(deal(turned=TURNED), *(hand(seat, " ".join(hands[seat])) for seat in (2, 3)))
        found.tell(*([lay(1, laid)] if laid else []))
        led, followed = (next(card for card in hands[seat] if card[0] == "R") for seat in (2, 3))
        found.tell(insisted(trick(f"{led} {followed} E6")))
        assert found.faults == faults
        if not faults:
            leader = found.sheet["tricks"][0]["winner"]
            more = [play(next(card for card in hands[seat] if card[0] != "R")) for seat in (2, 3)]
            found.tell(*(insisted(one) for one in (more if leader == 2 else more[1:])))
            assert found.irregular(play("RA"))[0] == ("revoke", 1, 1, "E6")


# --- a slate ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", vectors("cases.json")["eidex"])
@pytest.mark.parametrize("by", ["rules", "count"])
def test_the_worked_cases(case: Json, by: str) -> None:
    points = dict(enumerate(case["points"], start=1))
    before = dict(enumerate(case["before"], start=1))
    if by == "rules":
        won = won_with(points, all_tricks=None, limit=100)
        added = added_to(before, won, points, target=7)
        assert [before[side] + added.points[side] for side in before] == case["after"]
        return
    found = reaching(case["before"])
    found.tell(deal(turned="E8"), count(*case["points"], tricks=by_side(case["tricks"])))
    assert found.totals == tuple(case["after"])
    result = found.referee.result
    assert (result and result["winner"]) == case["winner"]
    if result:
        assert result["reason"] == ("all_six" if case["before"] == [6, 6, 6] else "win_points")
        assert {one["side"]: one["place"] for one in result["places"]} == places(case["after"])


def by_side(values: list[int]) -> Json:
    return {str(side): value for side, value in enumerate(values, start=1)}


def places(totals: list[int]) -> dict[int, int]:
    return {side: 1 + sum(other > total for other in totals) for side, total in enumerate(totals, start=1)}


def reaching(totals: list[int]) -> JassTable:
    """A game in which the sides have these totals: each deal lets one score 2 or 1, with a sum that is wrong."""
    found = table()
    for side, total in enumerate(totals):
        for worth in [2] * (total // 2) + [1] * (total % 2):
            points = [(37 if worth == 2 else 0) if one == side else (60 if worth == 2 else 100) for one in range(3)]
            found.tell(deal(turned="E8"), insisted(count(*points, tricks=by_side([3, 4, 4]))))
    assert found.totals == tuple(totals)
    return found


@pytest.mark.parametrize(
    ("changes", "points", "more", "code", "pointer"),
    [
        ({}, [100, 40, 17], {}, "missing_field", ("tricks",)),
        ({"limit": 157}, [140, 10, 7], {}, None, None),
        ({"limit": 157}, [136, 11, 10], {}, "missing_field", ("tricks",)),
        ({}, [50, 60, 47], {}, None, None),
        ({}, [50, 60, None], {}, None, None),
        ({}, [50, None, None], {}, "missing_field", ("points", "2")),
        ({}, [50, 60, 48], {}, "points_do_not_sum", ("points",)),
        ({}, [100, 40, 17], {"tricks": {"1": 5, "2": 4, "3": 2}}, None, None),
        ({}, [100, 40, 17], {"tricks": {"1": 5, "2": 4}}, None, None),
        ({}, [100, 40, 17], {"tricks": {"1": 5}}, "missing_field", ("tricks", "2")),
        ({}, [100, 40, 17], {"tricks": {"1": 5, "2": 4, "3": 1}}, "invalid_value", ("tricks",)),
        ({}, [100, 40, 17], {"tricks": {"1": 9, "2": 4}}, "invalid_value", ("tricks",)),
        ({}, [100, 40, 17], {"tricks": {"1": 11, "2": 0, "3": 0}}, "invalid_value", ("tricks", "2")),
        ({}, [143, 10, 4], {"tricks": {"1": 11, "2": 0, "3": 0}}, None, None),
        ({}, [143, 10, 4], {"tricks": {"2": 0, "3": 0}}, None, None),
        ({}, [143, 10, 4], {"tricks": {"1": 11, "2": 0}}, None, None),
        ({}, [143, 10, 4], {"tricks": {"1": 11, "3": 0}}, None, None),
    ],
)
def test_what_a_slate_must_say(
    changes: Json, points: list[int | None], more: Json, code: str | None, pointer: tuple[str, ...] | None
) -> None:
    found = table(**changes)
    found.tell(deal(turned="E8"))
    refusal = found.try_to_tell(count(*points, **more))
    assert (refusal.code if refusal else None) == code
    assert refusal is None or refusal.pointer == pointer
    if points[0] == 143:
        assert found.score == (2, 0, 0)


def test_a_slate_beside_cards() -> None:
    found = table()
    found.tell(deal(turned=TURNED), *tricks(TRICKS[:3]), lay(1, "SO"))
    assert found.refusal(count(60, 57, 40)).code == "points_too_low"
    assert found.refusal(count(100, 10, 47, tricks={"1": 0, "2": 9, "3": 2})).code == "invalid_value"
    found.tell(count(50, 47, 60))
    assert (found.sheet["status"], found.sheet["recorded_by"], found.score) == ("settled", "both", (0, 1, 1))
    assert found.sheet["scores"][0] == {"side": 1, "tricks": None, "laid": None, "points": 50, "total": 0}
    assert found.refusal(lay(2, "R7")).code == "out_of_phase"


def test_a_wrong_sum_is_recorded_as_it_stands() -> None:
    found = table()
    found.tell(deal(turned="E8"), insisted(count(50, 60, 48)))
    assert (found.faults, found.score) == ([("wrong_count", None, None, None)], (0, 1, 1))


# --- win points, totals and the end -----------------------------------------------------------------------------------

POINTS = (0, 40, 57, 60, 99, 100, 157)


@pytest.mark.parametrize("target", [7, 2, 1])
def test_every_outcome_is_as_the_oracle_says(target: int) -> None:
    """R-52 to R-54: points below, at and above the limit, equal or not; totals far from the target, 5 and 6."""
    for limit in (100, 157, 50, 1)[: proof_size(2, 4)]:
        for values, all_tricks in product(product(POINTS, repeat=3), (None, 1, 2, 3)):
            points = dict(enumerate(values, start=1))
            won = won_with(points, all_tricks=all_tricks, limit=limit)
            assert won.points == oracle.win_points(points, all_tricks=all_tricks, limit=limit)
            for totals in product((target - 3, target - 2, target - 1), repeat=3):
                before = dict(enumerate(totals, start=1))
                added = added_to(before, won, points, target=target).points
                after = {side: before[side] + added[side] for side in before}
                expected, winner = oracle.totals_after(
                    before, points, all_tricks=all_tricks, limit=limit, target=target
                )
                assert after == expected, (before, points, all_tricks)
                assert [side for side in after if after[side] >= target] == ([winner] if winner else [])


def test_a_correction_reopens_the_game() -> None:
    found = reaching([6, 6, 3])
    _, counted = found.tell(deal(turned="E8"), count(90, 40, 27))
    assert (found.ending, found.totals) == ((1, "win_points"), (7, 6, 4))
    assert found.refusal(deal(turned="E8")).code == "game_over"
    found.tell(correct(counted, count(28, 28, 101, tricks={"1": 3, "2": 3, "3": 5})))
    assert (found.ending, found.totals) == (None, (6, 6, 3))
    found.tell(deal(turned="E8"), count(20, 30, 107, tricks={"1": 3, "2": 3, "3": 5}))
    assert (found.ending, found.totals, found.score) == (None, (5, 6, 3), (1, 1, 0))
    assert found.stands == found.read_again()


def test_six_and_two_are_eight() -> None:
    found = reaching([6, 0, 2])
    found.tell(deal(turned="E8"), count(37, 60, 60))
    assert (found.totals, found.ending) == ((8, 0, 2), (1, "win_points"))
    result = found.referee.result
    assert result is not None
    assert result["places"] == [{"side": 1, "place": 1}, {"side": 2, "place": 3}, {"side": 3, "place": 2}]


def test_findings_have_the_shape_of_all(played: JassTable) -> None:
    played.tell(lay(1, "E7"), *lays()[1:])
    (finding,) = played.sheet["findings"]
    assert fault_of(finding) == ("card_twice", 1, 7, "E7")
    assert finding["proven_by"] == {"trick": 7, "card": "E7"}
