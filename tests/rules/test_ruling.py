"""Which remedies are possible in a deal, and what a ruling must say to be one."""

from typing import Any

import pytest

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import card
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.possible import check, completed, possible
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.variants.schieber.play import SCHIEBER
from tests.api.says import Json, reports_of
from tests.rules.table import JassTable, announce, claim, count, deal, hand, options, stoeck, trick, weis

OPTIONS = options()
FIRST = "RA S9 RK R10"  # of the worked deal R1: seat 1 leads Schilten as trump, seat 2 takes it
TRICKED = ("trick_to_opponents", "this_and_later_tricks_to_opponents", "card_loses_strength")
RUNNING = [deal(), announce("schilten")]
ALWAYS = {name for name, remedy in REMEDIES.items() if remedy.always}
ANYTHING = {*ALWAYS, "adjust", "deal_void"}


def facts(*reports: Json, **changes: Any) -> Deal:
    """The last deal after these reports."""
    table = JassTable(options(**changes))
    table.tell(*reports)
    return table.referee.deals[-1].facts


def ruled(remedy: str, **fields: Any) -> Ruled:
    return Ruled(**{"dispute": "d", "offence": "revoke", "discovered": "deal_over", "remedy": remedy} | fields)


def refusal(one: Ruled, facts: Deal) -> Refused:
    with pytest.raises(Refused) as refused:
        check(one, facts, OPTIONS, own=SCHIEBER.remedies)
    return refused.value


def told(one: Any) -> str:
    """A ruling, or what it is refused with, in a few words."""
    fields = {name: getattr(one, name) for name in Ruled.__dataclass_fields__} if isinstance(one, Ruled) else {}
    given = [f"{name}={value}" for name, value in fields.items() if value is not None]
    return " ".join(given[3:]) or str(one)


DEALS: list[tuple[str, list[Json], set[str]]] = [
    ("opened", [deal()], ANYTHING),
    ("announced", RUNNING, ANYTHING | {"deal_lost"}),
    ("one trick", [*RUNNING, trick(FIRST)], ANYTHING | {"deal_lost", *TRICKED}),
    ("a Weis", [*RUNNING, weis(2, "SK SO SU")], ANYTHING | {"deal_lost", "weis_struck", "stoeck_struck"}),
    ("a Stöck", [*RUNNING, stoeck(2)], ANYTHING | {"deal_lost", "stoeck_struck"}),
    ("a claim", [*RUNNING, trick(FIRST), claim(2)], ANYTHING | {"deal_lost", "claim_void", *TRICKED}),
    ("a count", [*RUNNING, count(97, 60)], ANYTHING | {"deal_lost"}),
    ("a Weis on a slate", [*RUNNING, count(97, 60, weis={"1": 20})], ANYTHING | {"deal_lost", "weis_struck"}),
    ("a Stöck on a slate", [*RUNNING, count(97, 60, stoeck=1)], ANYTHING | {"deal_lost", "stoeck_struck"}),
    ("a wrong count", [*RUNNING, count(97, 61, as_played=True)], ANYTHING | {"deal_lost", "split_difference"}),
    ("tricks and a count", [*RUNNING, trick(FIRST), count(97, 60)], ANYTHING | {"deal_lost"}),
    ("all of R1", reports_of("R1"), ANYTHING | {"deal_lost", "weis_struck", "stoeck_struck", *TRICKED}),
]


@pytest.mark.parametrize("name", [name for name, _, _ in DEALS])
def test_what_is_possible(name: str) -> None:
    reports, expected = next((given, expected) for named, given, expected in DEALS if named == name)
    offered = possible(facts(*reports), OPTIONS, own=SCHIEBER.remedies)
    assert set(offered) == expected
    assert list(offered) == [remedy for remedy in REMEDIES if remedy in expected]


def voided() -> JassTable:
    table = JassTable(OPTIONS)
    table.tell(*RUNNING, trick(FIRST))
    table.referee.decide(Entry(9, "9", Said(report=ruled("deal_void"), deal=1), root=9))
    return table


def test_a_void_deal_takes_what_changes_none_of_its_points() -> None:
    facts = voided().referee.deals[0].facts
    assert set(possible(facts, OPTIONS, own=SCHIEBER.remedies)) == ALWAYS
    refused = refusal(ruled("deal_void", dispute="another"), facts)
    assert (refused.code, refused.params["remedy"]) == ("remedy_not_possible", "deal_void")
    assert refused.params["possible"] == [remedy for remedy in REMEDIES if remedy in ALWAYS]


def test_a_later_ruling_on_the_same_dispute_looks_through_the_earlier() -> None:
    facts = voided().referee.deals[0].facts
    assert set(possible(facts, OPTIONS, own=SCHIEBER.remedies, dispute="d")) == ANYTHING | {"deal_lost", *TRICKED}
    check(ruled("trick_to_opponents", trick=1, side=2), facts, OPTIONS, own=SCHIEBER.remedies)
    check(ruled("deal_void"), facts, OPTIONS, own=SCHIEBER.remedies)


@pytest.mark.parametrize(
    ("one", "code", "pointer"),
    [
        (ruled("trick_to_opponents", side=2), "missing_field", ("trick",)),
        (ruled("trick_to_opponents", trick=1), "missing_field", ("side",)),
        (ruled("this_and_later_tricks_to_opponents", side=2), "missing_field", ("trick",)),
        (ruled("card_loses_strength", trick=1), "missing_field", ("card",)),
        (ruled("deal_lost"), "missing_field", ("side",)),
        (ruled("forfeit"), "missing_field", ("side",)),
        (ruled("adjust", reason="so"), "missing_field", ("points",)),
        (ruled("adjust", points={1: 10}), "missing_field", ("reason",)),
        (ruled("adjust", points={1: 0}, reason="so"), "invalid_value", ("points",)),
        (ruled("penalty_points"), "missing_field", ("points",)),
        (ruled("penalty_points", points={}), "invalid_value", ("points",)),
        (ruled("penalty_points", points={1: 0}), "invalid_value", ("points",)),
        (ruled("penalty_points", points={1: -20}), "invalid_value", ("points", "1")),
        (ruled("warning", seat=2, side=1), "invalid_value", ("side",)),
        (ruled("card_loses_strength", trick=1, card=card("E6")), "invalid_value", ("card",)),
        (ruled("card_loses_strength", trick=1, seat=2, side=2, card=card("RA")), "invalid_value", ("card",)),
        (ruled("trick_to_opponents", trick=2, side=2), "remedy_not_possible", ()),
        (ruled("card_loses_strength", trick=2, card=card("E6")), "remedy_not_possible", ()),
        (ruled("split_difference"), "remedy_not_possible", ()),
        (ruled("claim_void", side=1), "remedy_not_possible", ()),
        (ruled("weis_struck", seat=1, side=1), "remedy_not_possible", ()),
        (ruled("weis_struck", side=1), "remedy_not_possible", ()),
        (ruled("stoeck_struck", side=1), "remedy_not_possible", ()),
    ],
    ids=told,
)
def test_a_ruling_that_cannot_be(one: Ruled, code: str, pointer: tuple[str, ...]) -> None:
    refused = refusal(one, facts(*RUNNING, weis(2, "SK SO SU"), trick(FIRST)))
    assert (refused.code, refused.pointer) == (code, pointer)


@pytest.mark.parametrize(
    "one",
    [
        ruled("trick_to_opponents", trick=1, side=2),
        ruled("card_loses_strength", trick=1, seat=2, side=2, card=card("S9")),
        ruled("weis_struck", seat=2, side=2),
        ruled("weis_struck", side=2),
        ruled("weis_struck"),
        ruled("stoeck_struck", side=2),
        ruled("adjust", points={1: -3}, reason="so"),
        ruled("penalty_points", points={1: 20}),
        ruled("deal_lost", side=1),
        ruled("forfeit", side=1),
        ruled("deal_void"),
        ruled("warning"),
        ruled("score_stands"),
    ],
    ids=told,
)
def test_a_ruling_that_can_be(one: Ruled) -> None:
    check(one, facts(*RUNNING, weis(2, "SK SO SU"), trick(FIRST)), OPTIONS, own=SCHIEBER.remedies)


def test_a_trick_is_complete_before_it_goes_anywhere() -> None:
    running = facts(*RUNNING, trick(FIRST), {"kind": "play", "card": "EO"})
    assert refusal(ruled("trick_to_opponents", trick=2, side=2), running).code == "remedy_not_possible"


def test_a_seat_tells_its_side_and_its_card() -> None:
    lying = facts(*RUNNING, trick(FIRST))
    full = completed(ruled("card_loses_strength", trick=1, seat=4), lying)
    assert (full.side, full.card) == (2, card("R10"))
    assert completed(ruled("card_loses_strength", trick=5, seat=4), lying).card is None
    assert completed(ruled("warning", side=1), lying).seat is None


def test_a_weis_on_a_slate_is_a_sides() -> None:
    counted = facts(*RUNNING, count(97, 60, weis={"1": 20}))
    full = completed(ruled("weis_struck", seat=3), counted)
    assert (full.seat, full.side) == (None, 1)
    check(full, counted, OPTIONS, own=SCHIEBER.remedies)
    assert refusal(ruled("weis_struck", side=2), counted).code == "remedy_not_possible"
    shown = facts(*RUNNING, hand(1, "R6 R7 R8 R9 R10 RU RO RK RA"), weis(1, "R6 R7 R8"))
    assert completed(ruled("weis_struck", seat=1), shown).seat == 1


# --- a void deal counts nothing, but what was lost is lost -----------------------------------------------------------


def decide(table: JassTable, number: int, one: Ruled) -> None:
    table.referee.decide(Entry(20 + number, str(number), Said(report=one, deal=1), root=20 + number))


def test_a_penalty_stands_in_a_void_deal() -> None:
    table = voided()
    decide(table, 1, ruled("penalty_points", dispute="p", points={2: 20}))
    assert table.referee.totals == (0, -20)
    assert table.referee.sheet(table.referee.deals[0])["scores"] is None


def test_a_game_is_lost_in_a_void_deal_too() -> None:
    table = voided()
    decide(table, 1, ruled("forfeit", dispute="f", side=2))
    assert table.referee.result == {"winners": [1], "winner": 1, "reason": "forfeit", "deal": 1, "official": True}
    decide(table, 2, ruled("warning", dispute="f"))
    assert table.referee.result is None


def test_what_was_dealt_again_stays_dealt_where_its_deal_counts_after_all() -> None:
    table = JassTable(OPTIONS)
    table.tell(*reports_of("R1"))
    decide(table, 1, ruled("deal_void"))
    table.tell(*reports_of("R1"), deal())
    assert [read.facts.dealer for read in table.referee.deals] == [4, 4, 1]
    decide(table, 2, ruled("score_stands"))
    assert table.referee.deals[0].facts.void_after is None
    dealers = [4, 4, 1]
    assert [read.carry.next_dealer for read in table.referee.deals] == dealers, "who reads from there on is told so"
    decide(table, 3, ruled("deal_void"))
    assert [read.carry.next_dealer for read in table.referee.deals] == dealers, "it was dealt again already"
    assert table.referee.final.redeals == ()


def test_what_was_not_dealt_again_is_not_owed_where_its_deal_counts_after_all() -> None:
    table = JassTable(OPTIONS)
    table.tell(*reports_of("R1"))
    decide(table, 1, ruled("deal_void"))
    assert table.referee.final.next_dealer == 4
    decide(table, 2, ruled("score_stands"))
    assert table.referee.final.next_dealer == 1
