"""What is known of each hand at one moment of a deal. A referee looks at this to judge a card.

`hands_of` counts as `knowledge` does: its answer holds in every distribution of the unseen cards.
`snapshot_of` goes back to a card of the deal and leaves out what came after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.rules.deal.facts import NEVER, Deal
from scoring.rules.deal.parts import TrickFacts
from scoring.rules.pack.cards import SUIT_CARDS, Card, Cards, set_of, size
from scoring.rules.pack.seats import Seat
from scoring.rules.proof.evidence import certain_verdicts, facts_of
from scoring.rules.proof.knowledge import Facts, Play, Verdict
from scoring.rules.proof.legality import Undertrump


@dataclass(frozen=True, slots=True)
class HandKnown:
    """What is known of the cards that a seat still has to play; there are `number` of them.

    It `holds` some for certain, and `may_hold` others; of each suit it holds at `least` so many.
    """

    number: int
    holds: Cards
    may_hold: Cards
    least: tuple[int, ...]


def hands_of(facts: Facts) -> dict[Seat, HandKnown]:
    """What these facts say about each hand."""
    played = {seat: set_of(play.card for play in facts.plays if play.seat == seat) for seat in facts.sizes}
    has = {seat: played[seat] | facts.known.get(seat, 0) for seat in facts.sizes}
    free = facts.pack
    for cards in has.values():
        free &= ~cards
    return {seat: _hand(facts, seat, played=played[seat], has=has[seat], free=free) for seat in facts.sizes}


def _hand(facts: Facts, seat: Seat, *, played: Cards, has: Cards, free: Cards) -> HandKnown:
    """One hand: `free` cards are nobody's yet, and go to whoever has room."""
    room = facts.sizes[seat] - size(has)
    number = facts.sizes[seat] - facts.laid - size(played)
    known, possible = has & ~played, free if room else 0
    if number == 0:
        return HandKnown(0, 0, 0, (0, 0, 0, 0))
    sure = known | possible if room == size(possible) else known
    holds = 0 if facts.laid else sure  # any of them may have been laid away
    least = tuple(max(size(known & suit) + max(room - size(free & ~suit), 0) - facts.laid, 0) for suit in SUIT_CARDS)
    return HandKnown(number, holds, (known | possible) & ~holds, least)


# --- a moment of a deal -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play, and the verdict on it: by what was known then, and by all that is known today."""

    play: Play
    then: Verdict
    today: Verdict


@dataclass(frozen=True, slots=True)
class DealSnapshot:
    """A deal when so many cards lay, before the next one came.

    `hands` has what was known of each hand then. `later` has the cards that the seat held as well,
    as became known later.
    """

    plays: tuple[JudgedPlay, ...]
    hands: Mapping[Seat, HandKnown]
    later: Mapping[Seat, Cards]

    def of(self, seat: Seat) -> list[JudgedPlay]:
        """The plays of this seat until then."""
        return [one for one in self.plays if one.play.seat == seat]


def snapshot_of(deal: Deal, *, cards: int, undertrump: Undertrump) -> DealSnapshot | None:
    """The deal when so many of its cards lay; None while it has no mode, for then nothing can be judged."""
    if deal.mode is None:
        return None
    today = facts_of(deal, mode=deal.mode, undertrump=undertrump)
    before = as_of(deal, cards=cards)
    then = facts_of(before, mode=deal.mode, undertrump=undertrump)
    hands = hands_of(then)
    judged = zip(then.plays, certain_verdicts(before, then), certain_verdicts(deal, today), strict=False)
    return DealSnapshot(
        tuple(JudgedPlay(*one) for one in judged),
        hands,
        {seat: _since(seat, then=then, today=today) & ~hands[seat].holds for seat in hands},
    )


def _since(seat: Seat, *, then: Facts, today: Facts) -> Cards:
    """The cards that the seat held at that moment, as is known today."""
    played = set_of(play.card for play in then.plays if play.seat == seat)
    has = today.known.get(seat, 0) | set_of(play.card for play in today.plays if play.seat == seat)
    return has & ~played


def as_of(deal: Deal, *, cards: int) -> Deal:
    """The facts of the deal when so many cards lay, without anything that was reported after the next card."""
    lying = [card for trick in deal.tricks for card in trick.cards]
    until = deal.clock_of(lying[cards]) if cards < len(lying) else NEVER
    seen, tricks = set_of(lying[: max(cards, 0)]), _tricks(deal, cards=cards)
    return replace(
        deal,
        tricks=tricks,
        complete_tricks=sum(trick.winner is not None for trick in tricks),
        played=seen,
        played_by={seat: cards_of & seen for seat, cards_of in deal.played_by.items()},
        weise=[shown for shown in deal.weise if shown.clock < until],
        stoecke=[shown for shown in deal.stoecke if shown.clock < until],
        hands={seat: hand for seat, hand in deal.hands.items() if deal.hand_clock[seat] < until},
    )


def _tricks(deal: Deal, *, cards: int) -> list[TrickFacts]:
    """The tricks as far as these cards go; one that was not complete yet has no winner."""
    found = []
    for trick in deal.tricks:
        lying: list[Card] = trick.cards[: max(cards, 0)]
        cards -= len(trick.cards)
        if lying == trick.cards:
            found.append(trick)
        elif lying:
            found.append(
                TrickFacts(trick.number, trick.leader, lying, trick.units[: len(lying)], trick.clocks[: len(lying)])
            )
    return found
