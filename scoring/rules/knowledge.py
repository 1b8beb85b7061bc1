"""What is known of a hand, from physical facts only.

Today a hand is known where it was shown. What unseen cards and counting prove belongs here too: whoever judges a play
asks `known_hand`, and nothing else, what a seat held.
"""

from scoring.rules.cards import Cards
from scoring.rules.deal import Deal


def known_hand(deal: Deal, seat: int) -> Cards | None:
    """All cards that the seat was dealt, where that is known; else None."""
    return deal.hands.get(seat)
