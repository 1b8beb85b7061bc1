"""What is known of each hand at a moment: worked examples, and every distribution of short packs."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.pack.cards import SUIT_CARDS, cards, members, notation, notations
from scoring.rules.proof.hands import DealSnapshot, HandKnown, hands_of, snapshot_of
from tests.proofs import proof_size
from tests.rules import distributions
from tests.rules.distributions import careless, short_pack, some_shown
from tests.rules.known_deal import HANDS, RUN_OF_SEAT_2, opened, played
from tests.rules.table import Json, hand, play, trick
from tests.rules.test_evidence import table_of
from tests.rules.test_knowledge import SEEDS, facts_at, facts_of, mask, tiny


def told(known: HandKnown) -> tuple[int, str, str, tuple[int, ...]]:
    return known.number, " ".join(notations(known.holds)), " ".join(notations(known.may_hold)), known.least


# --- counting ---------------------------------------------------------------------------------------------------------


def test_before_anything_is_known_everybody_may_hold_everything() -> None:
    found = hands_of(facts_of("rosen"))
    assert {seat: (one.number, one.holds, one.may_hold.bit_count(), one.least) for seat, one in found.items()} == (
        dict.fromkeys((1, 2, 3, 4), (9, 0, 36, (0, 0, 0, 0)))
    )


def test_cards_that_were_shown_are_held_until_they_are_played() -> None:
    found = hands_of(facts_of("rosen", (1, "EA E10 S6 E7"), known={2: "E10 EU EO", 3: "BA"}))
    assert told(found[2])[:2] == (8, "EU EO")
    assert told(found[3])[:2] == (8, "BA")
    assert found[2].least == (2, 0, 0, 0)
    assert not found[4].may_hold & cards("EU EO BA EA")


def test_counting_proves_how_many_of_a_suit_somebody_holds() -> None:
    found = hands_of(tiny((1, "E6 R6 S6 B6"), known={1: "E7 E8", 2: "R7", 3: "S7 S8"}))
    assert told(found[2]) == (2, "R7", "R8 B7 B8", (0, 1, 0, 0))
    assert told(found[4]) == (2, "", "R8 B7 B8", (0, 0, 0, 1))


def test_the_last_one_with_room_has_all_that_is_left() -> None:
    found = hands_of(tiny((1, "E6 R6 S6 B6"), known={1: "E7 E8", 2: "R7 R8", 3: "S7 S8"}))
    assert told(found[4]) == (2, "B7 B8", "", (0, 0, 0, 2))


@settings(max_examples=proof_size(100, 4_000))
@given(seed=SEEDS, laid=st.sampled_from([0, 1]))
def test_every_distribution_of_a_short_pack_agrees(seed: int, laid: int) -> None:
    rng = random.Random(seed)
    deal = careless(rng, pack=short_pack(rng), seats=3 if laid else 4, away=laid)
    moment = deal.after(rng.randint(proof_size(4, 3), len(deal.moment.plays)), known=some_shown(rng, deal))
    assert hands_of(facts_at(moment)) == by_trying(moment)


def by_trying(moment: distributions.Moment) -> dict[int, HandKnown]:
    """The same by every hand that each seat can have held, each card of it laid away in turn."""
    every = list(distributions.distributions(moment))
    return {seat: known_of(moment, seat, {one[seat] for one in every}) for seat in moment.dealt}


def known_of(moment: distributions.Moment, seat: int, dealt: set[distributions.Hand]) -> HandKnown:
    played = {lying.card for lying in moment.of(seat)}
    left = [mask(one - played) for one in dealt]
    if moment.away:
        left = [rest & ~(1 << away) for rest in left for away in members(rest)]
    holds = may_hold = left[0]
    for rest in left:
        holds, may_hold = holds & rest, may_hold | rest
    least = tuple(min((rest & suit).bit_count() for rest in left) for suit in SUIT_CARDS)
    return HandKnown(left[0].bit_count(), holds, may_hold & ~holds, least)


# --- a moment of a deal -----------------------------------------------------------------------------------------------


def at(number: int, *reports: Json) -> DealSnapshot:
    found = snapshot_of(table_of(*reports), cards=number, undertrump="strict")
    assert found is not None
    return found


def verdicts_on(moment: DealSnapshot) -> dict[str, tuple[str, str]]:
    return {notation(one.play.card): (one.then.value, one.today.value) for one in moment.plays}


REVOKED = [*played(1, 2), trick("EU R10 EK SO")]
"""Seat 3 does not follow in trick 2, and plays the king of that suit in trick 3."""


def test_a_card_that_was_open_then_is_proven_illegal_today() -> None:
    moment = at(6, *opened(), *REVOKED)
    assert verdicts_on(moment) == {
        "R7": ("legal", "legal"),
        "RU": ("legal", "legal"),
        "RA": ("legal", "legal"),
        "R6": ("legal", "legal"),
        "EO": ("legal", "legal"),
        "S10": ("open", "illegal"),
    }
    assert [notation(one.play.card) for one in moment.of(3)] == ["RA", "S10"]
    assert moment.hands[3].number == 7
    assert (notations(moment.hands[3].holds), notations(moment.later[3])) == ([], ["EK"])
    assert "EA" in notations(moment.hands[3].may_hold)  # it is played only later


def test_a_hand_counts_from_the_moment_at_which_it_was_shown() -> None:
    reports = [*opened(), *played(1, 1), play("EO"), hand(3, HANDS[3]), play("S10")]
    assert at(4, *reports).hands[3].holds == 0
    assert at(5, *reports).hands[3].holds == cards(HANDS[3]) & ~cards("RA")
    assert at(4, *reports).later[3] == cards(HANDS[3]) & ~cards("RA")
    assert at(5, *reports).later[3] == 0


def test_a_weis_is_known_from_then_on() -> None:
    reports = [*opened(), play("R7"), RUN_OF_SEAT_2, play("RU")]
    assert at(0, *reports).hands[2].holds == 0
    assert notations(at(0, *reports).later[2]) == ["R9", "R10", "RU"]
    assert notations(at(1, *reports).hands[2].holds) == ["R9", "R10", "RU"]
    assert notations(at(2, *reports).hands[2].holds) == ["R9", "R10"]


def test_the_whole_deal_leaves_nothing_open() -> None:
    moment = at(36, *opened(), *played(1, 9))
    assert {one.then.value for one in moment.plays} == {"legal"}
    assert all(one == HandKnown(0, 0, 0, (0, 0, 0, 0)) for one in moment.hands.values())


def test_a_moment_beyond_the_last_card_is_the_last_one() -> None:
    assert at(99, *opened(), *REVOKED) == at(12, *opened(), *REVOKED)


def test_nothing_is_judged_before_the_mode_is_known() -> None:
    assert snapshot_of(table_of({"kind": "deal"}), cards=0, undertrump="strict") is None
