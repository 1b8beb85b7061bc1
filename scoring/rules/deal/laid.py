"""Laid cards: which of them are somewhere else as well (R-51; docs/api.md, Secrets).

Until the deal is settled nobody asks. Then, of two equal cards, a laid one counts nothing, and of two laid ones the
later.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.shown import known_hands
from scoring.rules.pack.cards import Card, holds


@dataclass(frozen=True, slots=True)
class LaidTwice:
    """A laid card that is in another place, too; `trick` is where it was played, None where it was not."""

    seat: int
    card: Card
    trick: int | None


def laid_twice(deal: Deal) -> Iterator[LaidTwice]:
    """The laid cards that count nothing because another place has the same card, in the order of their reports."""
    earlier: set[Card] = set()
    for seat, laid in sorted(deal.laid.items(), key=lambda each: each[1].clock):
        lying = deal.where(laid.card)
        if lying is not None:
            yield LaidTwice(seat, laid.card, lying.trick)
        elif laid.card in earlier or _in_another_hand(deal, laid.card, seat=seat):
            yield LaidTwice(seat, laid.card, None)
        earlier.add(laid.card)


def _in_another_hand(deal: Deal, card: Card, *, seat: int) -> bool:
    """Whether it is another seat's turned card, or one of a hand that another seat has shown."""
    if deal.turned_elsewhere(card, seat=seat):
        return True
    return any(holds(hand, card) for other, hand in known_hands(deal).items() if other != seat)


def laid_points(deal: Deal) -> dict[int, int]:
    """What each laid card counts for its seat: its points in the mode; once the deal is over, each card once."""
    if deal.mode is None:
        return {}
    nothing = {one.seat for one in laid_twice(deal)} if deal.over else set()
    return {seat: 0 if seat in nothing else deal.mode.points[laid.card] for seat, laid in deal.laid.items()}
