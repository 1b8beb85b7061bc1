"""What cards prove: worked examples, and every distribution of short packs (section 9)."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.pack.cards import Card, Cards, card, cards, holds, members, notation, notations, set_of
from scoring.rules.pack.modes import MODE, MODES, Mode
from scoring.rules.proof.knowledge import Facts, Play, Verdict, play_of, proofs, unexplained, verdicts
from scoring.rules.proof.legality import Undertrump, fault_of, law_of, legal_cards
from tests.proofs import proof_size
from tests.rules.distributions import Careless, Hand, Moment, Tried, careless, short_pack, some_shown

SEEDS = st.integers(0, 2**32 - 1)
READINGS: tuple[Undertrump, ...] = get_args(Undertrump)
LEGAL, ILLEGAL, OPEN = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.OPEN

Played = tuple[int, str]
"""Who led a trick, and its cards: ``(2, "E10 S6 EK E7")``."""


def facts_of(
    mode: str,
    *tricks: Played,
    known: Mapping[int, str] | None = None,
    undertrump: Undertrump = "strict",
    seats: int = 4,
    laid: int = 0,
) -> Facts:
    """What is known once these tricks lie; the last one may be running."""
    return Facts(
        mode=MODE[mode],
        undertrump=undertrump,
        sizes=dict.fromkeys(range(1, seats + 1), 36 // seats),
        plays=tuple(plays_in(tricks, MODE[mode], undertrump, seats=seats)),
        known={seat: cards(text) for seat, text in (known or {}).items()},
        laid=laid,
    )


def tiny(
    *tricks: Played,
    known: Mapping[int, str] | None = None,
    mode: str = "obenabe",
    undertrump: Undertrump = "strict",
    pack: str = "E6 E7 E8 R6 R7 R8 S6 S7 S8 B6 B7 B8",
) -> Facts:
    """The same for four seats with three cards each."""
    facts = facts_of(mode, *tricks, known=known, undertrump=undertrump)
    return replace(facts, sizes=dict.fromkeys(facts.sizes, 3), pack=cards(pack))


def plays_in(tricks: tuple[Played, ...], mode: Mode, undertrump: Undertrump, *, seats: int) -> Iterator[Play]:
    for number, (leader, text) in enumerate(tricks, start=1):
        lying = tuple(card(word) for word in text.split())
        for step, one in enumerate(lying):
            seat = (leader - 1 + step) % seats + 1
            yield play_of(one, seat=seat, trick=number, before=lying[:step], mode=mode, undertrump=undertrump)


def verdict_on(facts: Facts, played: str) -> Verdict:
    """The verdict on the play of this card."""
    return verdicts(facts)[place_of(facts, played)]


def place_of(facts: Facts, played: str) -> int:
    return [play.card for play in facts.plays].index(card(played))


def open_or_illegal(facts: Facts) -> dict[str, str]:
    """Every play that is not legal, and what is said of it."""
    judged = zip(facts.plays, verdicts(facts), strict=True)
    return {notation(play.card): verdict.value for play, verdict in judged if verdict is not LEGAL}


def faulty_seats(facts: Facts) -> tuple[int, ...] | None:
    return unexplained(facts, verdicts(facts))


# --- one card proves it -----------------------------------------------------------------------------------------------

DISCARDED = (1, "EA E10 S6 E7")
"""Rosen is trump; seat 3 does not follow."""


def test_who_does_not_follow_may_have_none() -> None:
    assert open_or_illegal(facts_of("rosen", DISCARDED)) == {"S6": "open"}


def test_a_card_of_the_suit_played_later_proves_a_revoke() -> None:
    facts = facts_of("rosen", DISCARDED, (1, "B6 B7 BA B8"), (3, "EK"))
    assert open_or_illegal(facts) == {"S6": "illegal"}
    assert told(facts, "S6") == ("revoke", (3, "EK"), "EK")


def test_the_first_card_that_proves_it_is_named() -> None:
    facts = facts_of("rosen", DISCARDED, (1, "B6 B7 E9 B8"), (3, "EK"))
    assert told(facts, "S6") == ("revoke", (2, "E9"), "E9 EK")


def test_a_card_of_the_suit_that_somebody_else_plays_proves_nothing() -> None:
    assert open_or_illegal(facts_of("rosen", DISCARDED, (1, "EK E9 S7"))) == {"S6": "open", "S7": "open"}


def test_a_card_that_was_shown_proves_it_before_it_is_played() -> None:
    facts = facts_of("rosen", DISCARDED, known={3: "EO EU"})
    assert told(facts, "S6") == ("revoke", None, "EU EO")


def test_a_hand_that_was_shown_tells_all_that_was_legal() -> None:
    facts = facts_of("rosen", DISCARDED, known={3: "E8 EK R6 RA S6 S7 S8 B6 B7"})
    assert told(facts, "S6") == ("revoke", None, "E8 EK R6 RA")


def told(facts: Facts, played: str) -> tuple[str, tuple[int, str] | None, str]:
    """What proves that the play is illegal."""
    found = proofs(facts, verdicts(facts))[place_of(facts, played)]
    by = found.proven_by
    return found.fault, by and (by[0], notation(by[1])), " ".join(notations(found.legal))


def test_the_trump_under_held_beside_proves_nothing() -> None:
    facts = facts_of("rosen", (1, "RA R6 S6 R7"), (1, "B6 B7 RU B8"))
    assert open_or_illegal(facts) == {"S6": "open"}


def test_any_other_trump_proves_a_trump_revoke() -> None:
    facts = facts_of("rosen", (1, "RA R6 S6 R7"), (1, "B6 B7 RU B8"), (3, "R9"))
    assert told(facts, "S6") == ("trump_revoke", (3, "R9"), "R9 RU")


@pytest.mark.parametrize(
    ("undertrump", "later", "verdict"),
    [
        ("strict", "S7", ILLEGAL),  # a hand of trumps only
        ("strict", "R7", OPEN),
        ("forced", "S7", ILLEGAL),
        ("forced", "RU", ILLEGAL),  # it could have gone over
        ("forced", "R7", OPEN),
        ("hindersi", "S7", OPEN),
        ("hindersi", "E8", ILLEGAL),
        ("free", "E8", LEGAL),
    ],
)
def test_what_proves_an_undertrump_depends_on_its_reading(undertrump: Undertrump, later: str, verdict: Verdict) -> None:
    """Three cards each; seat 3 gives R6 under R9, and then this card."""
    pack = "E6 E7 E8 R6 R7 R8 R9 RU S6 S7 S8 S9"
    tricks = ((1, "E6 R9 R6 E7"), (2, f"S6 {later}"))
    assert verdict_on(tiny(*tricks, mode="rosen", undertrump=undertrump, pack=pack), "R6") is verdict


def test_nine_trumps_are_not_enough_for_two_hands_of_trumps() -> None:
    """Seat 2 gave a trump, so seat 3 cannot have held nine, as `strict` asks of who undertrumps in the first trick."""
    assert told(facts_of("rosen", (1, "EA RO R6")), "R6") == ("undertrump", None, "")


# --- counting proves it -----------------------------------------------------------------------------------------------

FOUR_TRICKS = ((1, "E6 E7 E8 E9"), (1, "E10 EU EO EK"), (1, "S6 S7 S8 S9"), (2, "R10 B7 R6 R7"))


@pytest.mark.parametrize(
    ("in_the_hand_of_4", "verdict"),
    [
        ("B9 B10 BU R8", ILLEGAL),  # unseen: five Rosen and BO BK BA
        ("B10 BU R8", ILLEGAL),  # and B9
        ("BU R8", OPEN),  # and B10: seat 3 may hold the five that are not Rosen
    ],
)
def test_unseen_cards_must_go_somewhere(in_the_hand_of_4: str, verdict: Verdict) -> None:
    """Seat 3 gives B7 to a Rosen, and holds five cards more."""
    shown = {1: "EA S10 SU SO", 2: "SK SA B6 B8", 4: in_the_hand_of_4}
    facts = facts_of("obenabe", *FOUR_TRICKS, known=shown)
    assert open_or_illegal(facts) == {"B7": verdict.value}


def test_what_is_counted_out_names_no_card() -> None:
    shown = {1: "EA S10 SU SO", 2: "SK SA B6 B8", 4: "B9 B10 BU R8"}
    assert told(facts_of("obenabe", *FOUR_TRICKS, known=shown), "B7") == ("revoke", None, "")


def test_three_hands_tell_the_fourth() -> None:
    shown = {1: "E9 EU S9 R7 EA S10 SU SO SK", 2: "E6 E10 S6 R10 SA B6 B8 B9 B10", 4: "E8 EK S8 R6 BU BO BK BA R8"}
    tricks = ((2, "E6 E7 E8 E9"), (2, "E10 EO EK EU"), (2, "S6 S7 S8 S9"), (2, "R10 B7 R6 R7"))
    facts = facts_of("obenabe", *tricks, known=shown)
    assert told(facts, "B7") == ("revoke", None, "R9 RU RO RK RA")


def test_a_suit_that_lies_whole_leaves_nothing_open() -> None:
    tricks = ((1, "E6 E7 E8 E9"), (1, "E10 EU EO S6"), (1, "EK"), (2, "EA"))
    assert open_or_illegal(facts_of("obenabe", *tricks[:2])) == {"S6": "open"}
    assert open_or_illegal(facts_of("obenabe", *tricks)) == {}


# --- a card was laid away ---------------------------------------------------------------------------------------------


def test_one_card_of_the_suit_may_have_been_laid_away() -> None:
    one = facts_of("rosen", (1, "EA S6 E6"), known={2: "EK"}, seats=3, laid=1)
    assert open_or_illegal(one) == {"S6": "open"}
    two = facts_of("rosen", (1, "EA S6 E6"), known={2: "EK E7"}, seats=3, laid=1)
    assert told(two, "S6") == ("revoke", None, "")


def test_a_card_that_was_played_was_not_laid_away() -> None:
    facts = facts_of("rosen", (1, "EA S6 E6"), (1, "B6 E7"), seats=3, laid=1)
    assert told(facts, "S6") == ("revoke", (2, "E7"), "E7")


def test_one_card_cannot_have_been_two() -> None:
    """Seat 2 followed neither Eicheln nor Rosen: it may have laid away E7 or R7, but not both."""
    tricks = ((1, "EA S6 E6"), (1, "RA S7 R6"))
    assert faulty_seats(facts_of("obenabe", *tricks, known={2: "E7"}, seats=3, laid=1)) is None
    facts = facts_of("obenabe", *tricks, known={2: "E7 R7"}, seats=3, laid=1)
    assert open_or_illegal(facts) == {"S6": "open", "S7": "open"}
    assert faulty_seats(facts) == (2,)


def test_who_has_laid_one_card_away_holds_the_others() -> None:
    """Seats 2 and 3 did not follow Eicheln. Seat 2 must have laid E6 away, and seat 3 only one of E7 and E8."""
    pack = "E6 E7 E8 E9 R6 R7 R8 R9 S6 S7 S8 S9"
    tricks = ((1, "E9 R6 S6"), (1, "R9 R7 S7"), (1, "S9"))
    facts = facts_of("obenabe", *tricks, known={2: "E6"}, seats=3, laid=1)
    facts = replace(facts, sizes=dict.fromkeys(facts.sizes, 4), pack=cards(pack))
    assert open_or_illegal(facts) == {"R6": "open", "S6": "open", "S7": "open"}
    assert faulty_seats(facts) is None
    assert faulty_seats(replace(facts, known={**facts.known, 1: cards("R8")})) == (2, 3)


# --- all plays together -----------------------------------------------------------------------------------------------


NOBODY_FOLLOWS = (1, "E6 R6 S6 B6")


def test_one_seat_may_hold_what_all_others_lack() -> None:
    facts = tiny(NOBODY_FOLLOWS)
    assert open_or_illegal(facts) == {"R6": "open", "S6": "open", "B6": "open"}
    assert faulty_seats(facts) is None


def test_two_cards_find_no_room_in_one_place() -> None:
    """E7 and E8 are unseen, each seat holds one card, and seat 1 alone followed: one of the others revoked."""
    facts = tiny(NOBODY_FOLLOWS, (1, "R7 R8 S7 B7"))
    assert open_or_illegal(facts) == {"R6": "open", "S6": "open", "B6": "open"}
    assert faulty_seats(facts) == (2, 3, 4)


def test_where_no_seat_alone_suffices_the_smallest_sets_are_named() -> None:
    """Seat 1 holds S8: the Eicheln are with two of the others, whichever."""
    facts = tiny(NOBODY_FOLLOWS, (1, "R7 R8 S7 B7"), known={1: "S8"})
    assert open_or_illegal(facts) == {"R6": "open", "S6": "open", "B6": "open"}
    assert faulty_seats(facts) == (2, 3, 4)


def test_a_seat_that_may_have_done_no_wrong_is_not_named() -> None:
    """E7 and E8 are unseen, and seat 3 followed. Once seat 1 is known to hold R8, seat 2 or 4 must have one of them."""
    pack = "E6 E7 E8 E9 R6 R7 R8 S6 S7 S8 B6 B7"
    tricks = ((1, "E6 R6 E9 B6"), (1, "S6 S7 S8 B7"))
    assert open_or_illegal(tiny(*tricks, pack=pack)) == {"R6": "open", "B6": "open"}
    assert faulty_seats(tiny(*tricks, pack=pack)) is None
    assert faulty_seats(tiny(*tricks, pack=pack, known={1: "R8"})) == (2, 4)


def test_two_plays_of_one_seat_may_not_go_together() -> None:
    """Seat 2 followed neither Eicheln nor Rosen, and its last card is E8 or R8: all others are known."""
    tricks = ((1, "E6 S6 E7 B6"), (3, "R6 R7 S7 B7"))
    facts = tiny(*tricks, known={1: "S8", 3: "B8"})
    assert open_or_illegal(facts) == {"S6": "open", "B6": "open", "B7": "open"}
    assert faulty_seats(facts) == (2,)


def test_a_proof_explains_it() -> None:
    facts = tiny(NOBODY_FOLLOWS, (1, "R7 R8 S7 B7"), (2, "E7"))
    assert open_or_illegal(facts)["R6"] == "illegal"
    assert faulty_seats(facts) is None


# --- what a play asks of its hand -------------------------------------------------------------------------------------


@settings(max_examples=proof_size(300, 20_000))
@given(seed=SEEDS, mode=st.sampled_from(MODES), undertrump=st.sampled_from(READINGS))
def test_a_play_is_legal_where_the_hand_lacks_what_it_must(seed: int, mode: Mode, undertrump: Undertrump) -> None:
    rng = random.Random(seed)
    pack = rng.sample(range(36), 36)
    if rng.random() < 0.5 and mode.trump is not None:
        pack.sort(key=lambda one: rng.random() - (one // 9 == mode.trump))  # a hand and a trick full of trumps
    before = tuple(pack.pop(rng.randrange(9)) for _ in range(rng.randint(0, 3)))
    held = set_of(pack[: rng.randint(1, 9)])
    law = law_of(before, mode=mode, undertrump=undertrump)
    for one in members(held):
        lacks = law.must_lack(one)
        fault = fault_of(one, hand=held, trick=before, mode=mode, undertrump=undertrump)
        assert (held & lacks == 0) == (fault is None)
        play = play_of(one, seat=1, trick=1, before=before, mode=mode, undertrump=undertrump)
        assert play.lacks == lacks
        assert fault in {None, play.fault}


# --- every distribution of short packs --------------------------------------------------------------------------------


def facts_at(moment: Moment) -> Facts:
    """A moment in the project's words."""
    mode = MODE[moment.mode]
    return Facts(
        mode=mode,
        undertrump=reading_of(moment),
        sizes=moment.dealt,
        plays=tuple(
            play_of(
                card(play.card),
                seat=play.seat,
                trick=play.trick,
                before=tuple(card(one) for one in play.before),
                mode=mode,
                undertrump=reading_of(moment),
            )
            for play in moment.plays
        ),
        known={seat: mask(hand) for seat, hand in moment.known.items()},
        laid=moment.away,
        pack=mask(frozenset(moment.pack)),
    )


def reading_of(moment: Moment) -> Undertrump:
    return next(reading for reading in READINGS if reading == moment.undertrump)


def mask(hand: Hand) -> Cards:
    return set_of(card(one) for one in hand)


@settings(max_examples=proof_size(150, 6_000))
@given(seed=SEEDS, laid=st.sampled_from([0, 1]))
def test_every_distribution_of_a_short_pack_agrees(seed: int, laid: int) -> None:
    rng = random.Random(seed)
    deal = careless(rng, pack=short_pack(rng), seats=3 if laid else 4, away=laid)
    cards_played = len(deal.moment.plays)
    number = rng.randint(proof_size(4, 3), cards_played)
    agrees(deal.after(number, known=some_shown(rng, deal)))


def agrees(moment: Moment) -> None:
    """What is counted is what trying every distribution says."""
    facts, tried = facts_at(moment), Tried(moment)
    judged = verdicts(facts)
    assert [verdict.value for verdict in judged] == tried.verdicts
    assert unexplained(facts, judged) == tried.unexplained
    proven = proofs(facts, judged)
    assert [place for place, verdict in enumerate(judged) if verdict is ILLEGAL] == list(proven)
    for place, found in proven.items():
        play, by = moment.plays[place], found.proven_by
        assert (by and (by[0], notation(by[1]))) == tried.proven_by(play)
        assert found.legal == mask(tried.surely_legal(play))


# --- whole packs ------------------------------------------------------------------------------------------------------


@settings(max_examples=proof_size(30, 1_500))
@given(seed=SEEDS, laid=st.sampled_from([0, 1]))
def test_verdicts_only_close_and_all_cards_decide_every_play(seed: int, laid: int) -> None:
    rng = random.Random(seed)
    deal = careless(rng, seats=3 if laid else 4, away=laid)
    known = some_shown(rng, deal)
    plays = deal.moment.plays
    history = [verdicts(facts_at(deal.after(number, known=known))) for number in range(len(plays) + 1)]
    for before, after in pairwise(history):
        assert all(early in {OPEN, late} for early, late in zip(before, after, strict=False))
    assert OPEN not in history[-1]
    facts = facts_at(deal.after(len(plays), known=known))
    assert unexplained(facts, history[-1]) is None
    found = {place: (proof.fault, proof.legal) for place, proof in proofs(facts, history[-1]).items()}
    assert found == dict(faults_of(deal, facts))


def faults_of(deal: Careless, facts: Facts) -> Iterator[tuple[int, tuple[str, Cards]]]:
    """What each play was, and what would have been legal, by the hands that they came from."""
    left = {seat: mask(frozenset(hand[facts.laid :])) for seat, hand in deal.hands.items()}
    for place, play in enumerate(facts.plays):
        hand, mode, undertrump = left[play.seat], facts.mode, facts.undertrump
        fault = fault_of(play.card, hand=hand, trick=play.before, mode=mode, undertrump=undertrump)
        if fault:
            yield place, (fault, legal_cards(hand, trick=play.before, mode=mode, undertrump=undertrump))
        left[play.seat] &= ~(1 << play.card)


@settings(max_examples=proof_size(30, 1_500))
@given(seed=SEEDS, laid=st.sampled_from([0, 1]))
def test_lawful_play_is_never_doubted(seed: int, laid: int) -> None:
    rng = random.Random(seed)
    deal = careless(rng, seats=3 if laid else 4, away=laid, care=1.0)
    facts = facts_at(deal.after(rng.randint(0, 36), known=some_shown(rng, deal)))
    assert ILLEGAL not in verdicts(facts)
    assert faulty_seats(facts) is None


@settings(max_examples=proof_size(40, 3_000))
@given(seed=SEEDS, laid=st.sampled_from([0, 1]))
def test_what_is_unexplained_is_what_no_matching_explains(seed: int, laid: int) -> None:
    rng = random.Random(seed)
    deal = careless(rng, seats=3 if laid else 4, away=laid, care=rng.choice([0.5, 0.8]))
    moment = deal.after(rng.randint(4, 33), known=some_shown(rng, deal))
    facts = facts_at(moment)
    judged = verdicts(facts)
    assert unexplained(facts, judged) == by_matching(moment, facts, judged)


def by_matching(moment: Moment, facts: Facts, judged: tuple[Verdict, ...]) -> tuple[int, ...] | None:
    """The same by giving each unseen card a place of its own, one after the other."""
    seats = sorted(moment.dealt)
    for number in range(len(seats) + 1):
        groups = combinations(seats, number)
        enough = [group for group in groups if Places(facts, judged, free_of_law=group).all_found()]
        if enough:
            return tuple(sorted({seat for group in enough for seat in group})) or None
    raise AssertionError


class Places:
    """The places that unplayed cards can be in: so many of each seat to play, and those that it laid away."""

    def __init__(self, facts: Facts, judged: tuple[Verdict, ...], *, free_of_law: tuple[int, ...]) -> None:
        played = {seat: set_of(play.card for play in facts.plays if play.seat == seat) for seat in facts.sizes}
        self.lacks = dict.fromkeys(facts.sizes, 0)
        for play, verdict in zip(facts.plays, judged, strict=True):
            if verdict is not ILLEGAL and play.seat not in free_of_law:
                self.lacks[play.seat] |= play.lacks
        self.owner = {one: seat for seat, known in facts.known.items() for one in members(known & ~played[seat])}
        lying = sum(played.values())
        self.cards = members(facts.pack & ~lying)
        self.places = [
            (seat, step < facts.laid)
            for seat, dealt in facts.sizes.items()
            for step in range(dealt - played[seat].bit_count())
        ]
        self.lies: dict[int, Card] = {}

    def fits(self, one: Card, place: tuple[int, bool]) -> bool:
        seat, away = place
        return self.owner.get(one, seat) == seat and (away or not holds(self.lacks[seat], one))

    def all_found(self) -> bool:
        return all(self.find(one, tried=set()) for one in self.cards)

    def find(self, one: Card, *, tried: set[int]) -> bool:
        """Find a place for the card; who lies there may have to move."""
        for number, place in enumerate(self.places):
            if number in tried or not self.fits(one, place):
                continue
            tried.add(number)
            if number not in self.lies or self.find(self.lies[number], tried=tried):
                self.lies[number] = one
                return True
        return False


# --- facts that cannot be ---------------------------------------------------------------------------------------------


def test_facts_that_do_not_fit_together_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="seat 2 cannot have all the cards"):
        verdicts(facts_of("rosen", (1, "EA E6"), known={2: "EA"}))
    with pytest.raises(ValueError, match="the hands do not make the pack"):
        verdicts(facts_of("rosen", (1, "EA E6"), seats=5))
