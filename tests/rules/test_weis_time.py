"""By when a Weis is told: the option `weis_time`, and the finding `late_weis` (R-28)."""

import random
from typing import Any

import pytest

from tests.oracle.dealer import random_deal, random_options
from tests.proofs import proof_size
from tests.rules.second_opinion import same_options
from tests.rules.table import JassTable, announce, correct, deal, insisted, options, play, trick, weis

Json = dict[str, Any]

LATE = ("late_weis", 2, None, None)
"""The finding, of seat 2."""


def said(seat: int, **form: Any) -> Json:
    return {"kind": "weis", "seat": seat, "said": form}


def table(time: str, *told: Json) -> JassTable:
    at = JassTable(options(weis_time=time))
    at.tell(deal(), announce("rosen"), *told)
    return at


def proofs(at: JassTable) -> list[Any]:
    return [one["proven_by"] for one in at.sheet["findings"]]


@pytest.mark.parametrize(
    ("time", "before", "late"),
    [
        ("first_trick", [], False),
        ("first_trick", [trick("R6 RU RK RA")], False),
        ("own_turn", [], False),
        ("own_turn", [play("R6")], False),
        ("own_turn", [play("R6"), play("RU")], True),
        ("own_turn", [trick("R6 RU RK RA")], True),
        ("before_play", [], False),
        ("before_play", [play("R6")], True),
        ("before_play", [trick("R6 RU RK RA")], True),
    ],
)
@pytest.mark.parametrize("report", [weis(2, "SK SO SU"), said(2, run=3, high="K"), said(2, four="9")], ids=str)
def test_a_weis_is_in_time_until_its_moment(time: str, before: list[Json], report: Json, *, late: bool) -> None:
    at = table(time, *before)
    if not late:
        at.tell(report)
        assert at.faults == []
        return
    assert at.irregular(report) == [LATE]
    at.tell(insisted(report))
    assert at.faults == [LATE]
    first = "R6" if time == "before_play" else "RU"
    assert proofs(at) == [{"trick": 1, "card": first}]
    assert at.stands == at.read_again()


def test_a_late_weis_counts_until_somebody_rules() -> None:
    at = table("own_turn", trick("R6 RU RK RA"))
    at.tell(insisted(weis(2, "SK SO SU")))
    assert [score["weis"] for score in at.sheet["scores"]] == [0, 20]


def test_what_is_said_in_time_is_shown_later() -> None:
    at = table("own_turn", said(2, run=3, high="K"), trick("R6 RU RK RA"))
    at.tell(weis(2, "SK SO SU"))
    assert at.faults == []


def test_what_is_said_late_stays_late_when_it_is_shown() -> None:
    at = table("own_turn", trick("R6 RU RK RA"))
    at.tell(insisted(said(2, run=3, high="K")))
    at.tell(weis(2, "SK SO SU"))  # the same finding, so nothing new
    assert at.faults == [LATE]


def test_a_seat_that_was_late_twice_is_one_finding() -> None:
    at = table("before_play", play("R6"))
    at.tell(insisted(weis(2, "SK SO SU")), insisted(weis(2, "E9 E8 E7")))
    at.tell(weis(1, "B8 B7 B6", as_played=True))
    assert at.faults == [LATE, ("late_weis", 1, None, None)]


def test_one_in_time_does_not_excuse_another() -> None:
    at = table("own_turn", weis(2, "SK SO SU"), trick("R6 RU RK RA"))
    assert at.irregular(weis(2, "E9 E8 E7")) == [LATE]


def test_typed_in_late_it_goes_to_its_place() -> None:
    """The pad forgot a Weis that was said in time. The card after it is corrected to Weis and card."""
    at = table("own_turn")
    at.tell(play("R6"))
    (second,) = at.tell(play("RU"))
    at.tell(play("RK"), play("RA"))
    at.tell(correct(second, weis(2, "SK SO SU"), play("RU")))
    assert at.faults == []
    assert at.sheet["weis"][0]["counts"] is True
    assert at.stands == at.read_again()


def test_a_late_weis_may_be_false_as_well() -> None:
    at = table("own_turn", trick("R6 RU RK RA"))
    assert at.irregular(weis(2, "RK RO RU")) == [("false_weis", 2, None, "RK"), LATE]


def test_there_is_no_time_where_there_are_no_weise() -> None:
    assert options("schieber-tournament").weis_time is None
    assert options("schieber-tournament", weis=True).weis_time == "first_trick"
    assert options("schieber-official", weis_time="own_turn").weis_time == "own_turn"


@pytest.mark.parametrize("time", ["first_trick", "own_turn", "before_play"])
def test_in_random_deals_the_order_of_the_reports_decides(time: str) -> None:
    """Each Weis comes at a random moment before the second trick; who tells it after the moment is late."""
    rng = random.Random(time)
    for _ in range(proof_size(60, 2_000)):
        oracle = {**random_options(rng, weis=True, target=1_000_000), "weis_time": time, "start_scores": {}}
        plan = random_deal(rng, oracle)
        at = JassTable(same_options({**oracle, "start_scores": {"1": 0, "2": 0}}), (plan["forehand"] - 2) % 4 + 1)
        at.tell(deal(), *([{"kind": "push"}] if plan["pushed"] else []), announce(plan["mode"]))
        first = plan["tricks"][0]
        lies = {one["seat"]: rng.randint(0, 4) for one in plan["weis"]}
        for number in range(5):
            for one in plan["weis"]:
                if lies[one["seat"]] == number:
                    at.tell(insisted(weis(one["seat"], " ".join(one["cards"]))))
            if number < 4:
                at.tell(insisted(play(first["cards"][number])))
        own = {(first["leader"] + place - 1) % 4 + 1: place + 1 for place in range(4)}
        limit = {"first_trick": dict.fromkeys(own, 5), "own_turn": own, "before_play": dict.fromkeys(own, 1)}[time]
        late = {seat for seat, number in lies.items() if number >= limit[seat]}
        assert {seat for fault, seat, *_ in at.faults if fault == "late_weis"} == late
        assert at.stands == at.read_again()
