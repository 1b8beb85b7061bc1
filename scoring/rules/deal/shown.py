"""What seats have shown: their hands (R-36), and their Weise.

Of the hands: which are looked at, what contradicts one, and when one may take points.
"""

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import Card, Cards, members
from scoring.rules.pack.seats import Seat


def known_hands(deal: Deal) -> dict[Seat, Cards]:
    """The hands that were reported, by seat, without those that are left out of account."""
    if not deal.unseen:
        return deal.hands
    return {seat: hand for seat, hand in deal.hands.items() if seat not in deal.unseen}


def contradicting(deal: Deal, hand: Cards, *, seat: Seat) -> list[Card]:
    """The open cards that contradict this hand of the seat: first those that others have, then its own others."""
    own = deal.played_by.get(seat, 0) | deal.turned_cards.get(seat, 0)
    elsewhere = [
        card for card in members(hand) if deal.seen_elsewhere(card, seat=seat) or deal.turned_elsewhere(card, seat=seat)
    ]
    return [*elsewhere, *members(own & ~hand)]


def off_hand(deal: Deal) -> list[str]:
    """The ids of reports that do not fit a hand: the hand itself, or cards that its seat has played later."""
    return [unit.id for seat, unit in deal.off_hand if seat not in deal.unseen]


def hands_take_points(deal: Deal) -> bool:
    """Whether a hand may take the points of a Weis or Stöck: once the deal is over, or a claim has stopped it.

    Then all see the hands. Everybody sees the scores at any time, so before that they would tell what is in a hand.
    """
    claimed = any(claim.side not in deal.decided.claims_void for claim in deal.claims)
    return deal.void_after is None and (deal.over or deal.settling or claimed)


def shown_apart(deal: Deal) -> list[str]:
    """Where a seat has shown one Weis and only said another, the id of the later report (R-28).

    Both count, so a scorer must insist on them. Example: seat 2 says "four Under" and shows four Kings.
    """
    waiting = {meld.seat: meld for meld in deal.weise if meld.said and not meld.cards}
    pairs = [(meld, waiting[meld.seat]) for meld in deal.weise if not meld.said and meld.seat in waiting]
    return [max(pair, key=lambda meld: meld.told).unit.id for pair in pairs]
