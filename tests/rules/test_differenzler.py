"""Differenzler at the table: bids and when they come, the turned card, slates, penalties, the end, and rulings."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.rules.record.decisions import Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from tests.rules.differenzler import bid, bids, deal, differenzler
from tests.rules.table import JassTable, Json, hand, insisted, play, retract, trick

CASES: list[Json] = json.loads((Path(__file__).parents[1] / "vectors" / "cases.json").read_text(encoding="utf-8"))[
    "differenzler"
]
DEALS: list[Json] = json.loads((Path(__file__).parents[1] / "vectors" / "deals.json").read_text(encoding="utf-8"))[
    "deals"
]
R1 = next(each for each in DEALS if each["id"] == "R1")
TRICKS = [trick(" ".join(each["cards"])) for each in R1["tricks"]]
TURNED = "SA"
"""A card of seat 4 in R1, who deals; Schilten are trump there."""


def count(*points: int | None, **more: Any) -> Json:
    given = {str(side): each for side, each in enumerate(points, start=1) if each is not None}
    return {"kind": "count", "points": given, **more}


def ruled(table: JassTable, remedy: str, **more: Any) -> None:
    """Let a referee rule."""
    seq = len(table.journal) + 1
    report = Ruled(dispute=more.pop("dispute", "d1"), discovered="deal_over", remedy=remedy, **more)
    entry = Entry(seq, f"ruling {seq}", Said(report=report, deal=1), root=seq)
    table.referee.decide(entry)
    table.journal.append(entry)


# --- the vectors ------------------------------------------------------------------------------------------------------


def test_a_worked_deal() -> None:
    case = CASES[0]
    table = differenzler()
    table.tell(deal(), *bids(*case["bids"]), count(*case["made"]))
    assert [score["total"] for score in table.sheet["scores"]] == case["penalty"]
    assert table.totals == tuple(case["penalty"])


def test_equal_lowest_totals_are_played_off() -> None:
    case = CASES[1]
    table = differenzler(case["preset"])
    for number in range(4):
        table.tell(deal(), *bids(*((157, 0, 0, 0) if number < 3 else (127, 30, 41, 52))), count(157, 0, 0))
    assert (table.totals, table.ending) == (tuple(case["totals_after_4_deals"]), None)
    assert table.referee.expects == ["deal"]
    table.tell(deal(), *bids(156, 0, 0, 0), count(157, 0, 0))
    assert table.ending == (2, "lowest")
    assert table.referee.result is not None
    assert [one["place"] for one in table.referee.result["places"]] == [2, 1, 3, 4]


def test_the_tricks_of_a_worked_deal() -> None:
    table = differenzler()
    table.tell(deal(TURNED), *bids(0, 100, 25, 30), *TRICKS)
    assert [score["tricks"] for score in table.sheet["scores"]] == list(R1["points_by_seat"].values())
    assert table.totals == (0, 8, 0, 6)
    assert (table.sheet["status"], table.sheet["factor"], table.sheet["weis"], table.sheet["stoeck"]) == (
        "settled",
        None,
        [],
        None,
    )


# --- bids (R-40) ------------------------------------------------------------------------------------------------------


def test_nobody_plays_before_all_have_bid() -> None:
    table = differenzler()
    table.tell(deal(TURNED), bid(3, 20))
    assert (table.sheet["status"], table.referee.expects, table.referee.turn) == (
        "bidding",
        ["hand", "bid", "count"],
        None,
    )
    for early in (play("RA"), TRICKS[0]):
        assert table.refusal(early).params["expects"] == ["hand", "bid", "count"]
    table.tell(bid(1, 0), bid(4, 157))
    assert table.referee.turn == 2
    table.tell(bid(2, 157))
    assert (table.sheet["status"], table.referee.expects, table.referee.turn) == (
        "playing",
        ["hand", "play", "trick", "count"],
        1,
    )
    assert table.refusal(bid(2, 157)).code == "already_bid"


def test_open_bids_come_in_turn_from_forehand() -> None:
    table = differenzler(bids="open")
    table.tell(deal())
    assert table.referee.turn == 1
    assert table.refusal(bid(2, 30)).params == {"expected_seat": 1}
    table.tell(*bids(10, 20, 30))
    assert table.referee.turn == 4
    assert table.refusal(bid(4, 30), bid(1, 10)).code == "already_bid"


def test_slips_may_come_at_any_time_and_the_deal_waits_for_the_last() -> None:
    table = differenzler("differenzler-tournament", undertrump="strict")
    table.tell(deal(TURNED), TRICKS[0], bid(2, 100), *TRICKS[1:])
    assert (table.sheet["status"], table.referee.expects, table.referee.turn) == ("playing", ["hand", "bid"], None)
    assert table.sheet["findings"] == []
    for late in (deal(TURNED), play("RA"), count(100, 57, 0)):
        assert table.refusal(late).code == "out_of_phase"
    table.tell(bid(1, 0), bid(4, 24))
    assert (table.referee.turn, table.sheet["scores"][2]["total"], table.totals) == (3, None, (0, 0, 0, 0))
    table.tell(bid(3, 0))
    assert (table.sheet["status"], table.totals) == ("settled", (0, 8, 25, 0))
    assert table.refusal(bid(3, 0)).code == "already_bid"


def test_a_bid_may_be_taken_back_and_corrected() -> None:
    table = differenzler()
    table.tell(deal(TURNED))
    id_, *_ = table.tell(*bids(0, 100, 25, 30))
    table.tell(*TRICKS[:1])
    assert table.refusal(retract(id_)).code == "later_reports_conflict"
    table.tell({"kind": "correct", "report": id_, "replacement": bid(1, 7), "reason": "a slip"}, *TRICKS[1:])
    assert table.totals == (7, 8, 0, 6)


# --- the turned card (R-40) -------------------------------------------------------------------------------------------


def test_the_turned_card_is_one_of_the_dealers() -> None:
    table = differenzler()
    table.tell(deal(TURNED), *bids(0, 0, 0, 0))
    other = " ".join([TURNED, *R1["hands"]["1"][:8]])
    assert table.refusal(hand(1, other)).code == "hand_contradicts"
    assert table.refusal(hand(4, " ".join(R1["hands"]["1"]))).code == "hand_contradicts"
    assert table.refusal(play(TURNED)).code == "card_not_in_hand"
    table.tell(hand(4, " ".join(R1["hands"]["4"])))


def test_a_turned_card_that_was_cut_is_nobodys() -> None:
    table = differenzler(turned_card="cut")
    table.tell(deal(TURNED), *bids(0, 0, 0, 0), play(TURNED))
    assert table.sheet["turned"] == TURNED


def test_the_turned_card_proves_a_revoke() -> None:
    table = differenzler()
    table.tell(deal("S6", dealer=4), *bids(0, 0, 0, 0))
    assert table.irregular(play("SK"), play("S7"), play("S8"), play("B6")) == [("trump_revoke", 4, 1, "B6")]


# --- slates -----------------------------------------------------------------------------------------------------------


def test_a_count_says_what_is_not_on_record_yet() -> None:
    table = differenzler()
    table.tell(deal(), bid(2, 50))
    assert table.refusal(count(52, 43, 42)).pointer == ("bids",)
    refused = table.refusal(count(52, 43, 42, bids={"1": 48, "2": 50, "3": 30, "4": 29}))
    assert (refused.code, refused.pointer) == ("already_bid", ("bids", "2"))
    assert table.refusal(count(52, 43, bids={"1": 48, "3": 30, "4": 29})).pointer == ("points", "3")
    table.tell(count(52, 43, 42, bids={"1": 48, "3": 30, "4": 29}))
    assert (table.totals, table.sheet["recorded_by"]) == ((4, 7, 12, 9), "count")


def test_open_bids_may_be_said_again_on_the_slate() -> None:
    table = differenzler(bids="open")
    table.tell(deal(), *bids(48, 50))
    wrong = table.refusal(count(52, 43, 42, bids={"1": 47, "2": 50, "3": 30, "4": 29}))
    assert (wrong.code, wrong.pointer) == ("conflicting_report", ("bids", "1"))
    table.tell(count(52, 43, 42, bids={"1": 48, "2": 50, "3": 30, "4": 29}))
    assert table.totals == (4, 7, 12, 9)


def test_a_count_may_come_before_the_slips() -> None:
    table = differenzler("differenzler-tournament")
    table.tell(deal(), count(52, 43, 42), bid(1, 48))
    assert (table.sheet["status"], table.referee.expects) == ("playing", ["hand", "bid"])
    table.tell(*bids(0, 50, 30, 29)[1:])
    assert table.totals == (4, 7, 12, 9)


def test_points_that_do_not_sum_give_way() -> None:
    table = differenzler()
    wrong = count(52, 43, 42, 21, bids={"1": 48, "2": 50, "3": 30, "4": 29})
    table.tell(deal())
    assert table.refusal(wrong).params == {"sum": 158, "expected": 157}
    table.tell(insisted(wrong))
    assert (table.faults, table.totals) == ([("wrong_count", None, None, None)], (4, 7, 12, 8))


def test_a_bid_of_0_that_needs_a_trick_asks_for_the_tricks() -> None:
    table = differenzler("differenzler-jassfuehrer", exact_bonus_at_zero="with_trick")
    table.tell(deal(), *bids(100, 57, 0, 0))
    assert table.refusal(count(100, 57, 0)).pointer == ("tricks",)
    assert table.refusal(count(100, 57, 0, tricks={"1": 9, "2": 0})).pointer == ("tricks", "2")
    assert table.refusal(count(100, 57, 0, tricks={"1": 9, "2": 1})).pointer == ("tricks",)
    assert table.refusal(count(100, 57, 0, tricks={"1": 5, "2": 3})).pointer == ("tricks",)
    assert table.refusal(count(100, 57, 0, tricks={"1": 5, "2": 3, "3": 0, "4": 0})).pointer == ("tricks",)
    table.tell(count(100, 57, 0, tricks={"1": 5, "2": 3, "3": 1}))
    assert table.totals == (-10, -10, -10, 0)


def test_who_is_left_out_of_the_tricks_of_a_slate_has_the_rest() -> None:
    table = differenzler("differenzler-jassfuehrer", exact_bonus_at_zero="with_trick")
    table.tell(deal(), *bids(100, 57, 0, 0), count(100, 57, 0, 0, tricks={"1": 5, "2": 3, "3": 0}))
    assert table.totals == (-10, -10, 0, -10)


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_settles_a_deal_whose_bid_never_came() -> None:
    table = differenzler("differenzler-tournament", undertrump="strict")
    table.tell(deal(TURNED), *bids(0, 100, 25), *TRICKS)
    assert table.sheet["status"] == "playing"
    ruled(table, "penalty_points", offence="missing_bid", seat=4, side=4, points={4: 20})
    assert (table.sheet["status"], table.totals) == ("settled", (0, 8, 0, 20))
    assert [(f["fault"], f["seat"], f["status"]) for f in table.sheet["findings"]] == [("missing_bid", 4, "ruled")]
    assert table.refusal(bid(4, 24)).code == "out_of_phase"
    assert table.stands == table.read_again()
    ruled(table, "deal_void", offence="missing_bid", seat=4, side=4)
    assert (table.sheet["status"], table.totals, table.referee.expects) == ("void", (0, 0, 0, 0), ["deal"])


def test_penalty_points_are_added_and_stand_in_a_void_deal() -> None:
    table = differenzler()
    table.tell(deal(TURNED), *bids(0, 100, 25, 30), *TRICKS)
    ruled(table, "penalty_points", offence="revoke", seat=2, side=2, points={2: 20})
    ruled(table, "adjust", dispute="d2", offence="remark", points={3: -5})
    assert [(score["side"], score["total"], score.get("adjusted")) for score in table.sheet["scores"]] == [
        (1, 0, None),
        (2, 28, 20),
        (3, -5, -5),
        (4, 6, None),
    ]
    ruled(table, "deal_void", dispute="d3", offence="revoke", seat=2, side=2)
    assert table.totals == (0, 20, 0, 0)


@pytest.mark.parametrize("played", [0, 9])
def test_who_forfeits_is_the_last(played: int) -> None:
    table = differenzler(undertrump="strict")
    table.tell(deal(TURNED), *bids(0, 100, 25, 30), *TRICKS[:played])
    ruled(table, "forfeit", offence="remark", seat=1, side=1)
    result = table.referee.result
    assert result is not None
    assert result["reason"] == "forfeit"
    places = {one["side"]: one["place"] for one in result["places"]}
    assert places == ({1: 4, 2: 3, 3: 1, 4: 2} if played else {1: 4, 2: 1, 3: 1, 4: 1})
    assert table.sheet["status"] == ("settled" if played else "stopped")


def test_a_ruling_that_decides_the_game_is_its_reason() -> None:
    table = differenzler(deals=1)
    table.tell(deal(TURNED), *bids(0, 100, 26, 30), *TRICKS)
    assert table.ending == (1, "lowest")
    ruled(table, "penalty_points", offence="remark", seat=1, side=1, points={1: 20})
    assert table.ending == (3, "ruling")


# --- two devices ------------------------------------------------------------------------------------------------------


def test_a_bid_is_never_a_duplicate() -> None:
    table = differenzler()
    table.tell(deal(TURNED), bid(1, 20))
    for again in (bid(1, 20, deal=1), bid(1, 21), bid(1, 20)):
        assert table.refusal(again).code == "already_bid"
    assert table.tell(deal(TURNED, deal=1)) == table.tell(deal(TURNED, deal=1))
    assert table.refusal(deal("E7", deal=1)).code == "conflicting_report"


def test_a_count_on_record_is_compared_without_its_hidden_bids() -> None:
    table = differenzler("differenzler-tournament")
    table.tell(deal())
    (id_,) = table.tell(count(52, 43, 42, bids={"1": 48}))
    for guess in (48, 49):
        assert table.tell(count(52, 43, 42, bids={"1": guess}, deal=1)) == [id_]
    table.tell(*bids(0, 50, 30, 29)[1:])
    assert table.tell(count(52, 43, 42, bids={"1": 48}, deal=1)) == [id_]
    assert table.refusal(count(52, 43, 42, bids={"1": 49}, deal=1)).code == "conflicting_report"
