"""A Weis that is said and not shown: its value, its comparison, its cards shown later, and what refutes it (R-28)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.pack.cards import cards
from scoring.rules.record.weis_said import FourSaid, RunSaid
from tests.oracle.weis import weis_said_value, weise_that_count
from tests.proofs import proof_size
from tests.rules.table import JassTable, announce, deal, insisted, options, trick, weis

Json = dict[str, Any]
MODES = ("eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe")
RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A")


def said(seat: int, **form: Any) -> Json:
    return {"kind": "weis", "seat": seat, "said": form}


def table(*told: Json, mode: str = "rosen", preset: str = "schieber-official") -> JassTable:
    at = JassTable(options(preset))
    at.tell(deal(), announce(mode), *told)
    return at


def weise(at: JassTable) -> list[Json]:
    found: list[Json] = at.sheet["weis"]
    return found


def test_it_stands_in_the_deal_without_cards() -> None:
    at = table(said(2, run=3, high="k"))
    assert weise(at) == [{"seat": 2, "cards": None, "said": {"run": 3, "high": "K"}, "points": 20, "counts": None}]


def test_it_counts_like_one_that_is_shown() -> None:
    at = table(said(2, run=4, high="K", trump=False), weis(3, "E9 E8 E7"), said(4, four="8"))
    at.tell(trick("RA R9 R10 RU"))
    assert [(one["points"], one["counts"]) for one in weise(at)] == [(50, True), (20, False), (100, True)]
    assert [score["weis"] for score in at.sheet["scores"]] == [0, 150]


def test_the_cards_that_follow_are_the_same_weis() -> None:
    at = table(said(2, run=3, high="K"))
    at.tell(weis(2, "SK SO SU"))
    assert weise(at) == [
        {"seat": 2, "cards": ["SU", "SO", "SK"], "said": {"run": 3, "high": "K"}, "points": 20, "counts": None}
    ]


def test_what_is_said_after_the_cards_is_the_same_weis() -> None:
    at = table(weis(2, "SK SO SU"), said(2, run=3, high="K"))
    assert [one["cards"] for one in weise(at)] == [["SU", "SO", "SK"]]


def test_other_cards_contradict_what_was_said_unless_they_are_insisted_on() -> None:
    at = table(said(2, run=3, high="K"))
    assert at.refusal(weis(2, "SA SK SO")).code == "conflicting_report"
    at.tell({**weis(2, "SA SK SO"), "as_played": True})
    assert [one["cards"] for one in weise(at)] == [None, ["SO", "SK", "SA"]]


@pytest.mark.parametrize(
    ("mode", "form"),
    [
        ("rosen", {"run": 4, "high": "8"}),
        ("obenabe", {"run": 3, "high": "K", "trump": True}),
    ],
)
def test_what_cannot_be_a_weis(mode: str, form: Json) -> None:
    fault = table(mode=mode).refusal(said(2, **form))
    assert (fault.code, fault.pointer) == ("not_a_weis", ("said",))


def test_four_of_a_kind_without_value_are_none() -> None:
    assert table(preset="schieber-stargames").refusal(said(2, four="8")).code == "not_a_weis"


def test_the_same_four_are_said_once() -> None:
    assert table(said(2, four="U")).refusal(said(2, four="U")).code == "weis_overlap"


def test_trump_breaks_the_tie_only_where_it_was_said() -> None:
    at = table(said(2, run=3, high="K"), said(3, run=3, high="K", trump=True), trick("R7 R8 R9 R6"))
    assert [one["counts"] for one in weise(at)] == [False, True]
    at = table(said(2, run=3, high="K"), said(3, run=3, high="K"), trick("R7 R8 R9 R6"))
    assert [one["counts"] for one in weise(at)] == [True, False]


def test_it_proves_nothing_until_its_cards_are_shown() -> None:
    at = table(said(2, run=3, high="8", trump=True), trick("RA SK R9 R10"))
    assert at.sheet["findings"] == []


def test_cards_that_leave_no_such_run_refute_it() -> None:
    at = table(said(2, run=3, high="9", trump=True))
    at.tell(insisted(trick("R7 SK RA RK")))
    (finding,) = at.sheet["findings"]
    assert (finding["fault"], finding["seat"], finding["card"]) == ("false_weis", 2, None)
    assert finding["proven_by"] == {"trick": 1, "card": "R7"}
    assert weise(at)[0]["counts"] is False


def test_the_card_that_shuts_the_last_suit_is_the_proof() -> None:
    at = table(said(2, run=9, high="A"))
    at.tell(trick("E7 S6 R6 B6"))
    assert at.faults == []
    at.tell(insisted(trick("S7 RA S8 S9")))
    (finding,) = [one for one in at.sheet["findings"] if one["fault"] == "false_weis"]
    assert (finding["seat"], finding["proven_by"]) == (2, {"trick": 2, "card": "S7"})


def test_two_false_ones_of_a_seat_are_one_finding_with_the_earliest_proof() -> None:
    at = table(said(2, four="U"), said(2, four="O"))
    at.tell(insisted(trick("R10 R9 RO RU")))
    assert [(one["fault"], one["seat"], one["proven_by"]) for one in at.sheet["findings"]] == [
        ("false_weis", 2, {"trick": 1, "card": "RO"})
    ]


def test_a_form_tells_which_cards_it_can_be() -> None:
    assert RunSaid(3, 7, trump=True).could_be(1) == (cards("RK RO RU"),)
    assert RunSaid(3, 7, trump=False).could_be(1) == (cards("EK EO EU"), cards("SK SO SU"), cards("BK BO BU"))
    assert len(RunSaid(3, 7).could_be(None)) == 4
    assert RunSaid(4, 2).could_be(1) == ()
    assert FourSaid(5).could_be(None) == (cards("EU RU SU BU"),)


FORMS = st.one_of(
    st.fixed_dictionaries(
        {"run": st.integers(3, 9), "high": st.sampled_from(RANKS)}, optional={"trump": st.booleans()}
    ),
    st.fixed_dictionaries({"four": st.sampled_from(RANKS)}),
)


@settings(max_examples=proof_size(60, 2000), deadline=None)
@given(
    forms=st.lists(st.tuples(st.integers(1, 4), FORMS), min_size=1, max_size=5),
    mode=st.sampled_from(MODES),
    preset=st.sampled_from(["schieber-stargames", "schieber-official"]),
)
def test_an_oracle_that_shares_no_code_agrees(forms: list[tuple[int, Json]], mode: str, preset: str) -> None:
    at = table(mode=mode, preset=preset)
    agreed = dict(vars(at.options))
    on_record: list[Json] = []
    for seat, form in forms:
        value = weis_said_value(form, mode, agreed)
        if value is None:
            assert at.refusal(said(seat, **form)).code == "not_a_weis"
        elif "four" in form and any(one["seat"] == seat and one["said"] == form for one in on_record):
            assert at.refusal(said(seat, **form)).code == "weis_overlap"
        else:
            at.tell(said(seat, **form))
            on_record.append({"seat": seat, "said": form})
    assert [one["points"] for one in weise(at)] == [weis_said_value(one["said"], mode, agreed) for one in on_record]
    at.tell({**trick("E6 E7 E8 E9"), "as_played": True})
    if not any(one["fault"] == "false_weis" for one in at.sheet["findings"]):
        assert [one["counts"] for one in weise(at)] == weise_that_count(
            on_record, mode=mode, forehand=1, options=agreed
        )
    assert at.read_again() == at.stands
