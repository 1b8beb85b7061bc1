"""Who takes a trick, and what is in it."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from scoring.rules.pack.cards import Card, Cards, holds
from scoring.rules.pack.modes import MODES, Mode

Undertrump: TypeAlias = Literal["strict", "forced", "hindersi", "free"]
"""The readings of R-15: when a lower trump may be played on a side suit."""

LAST_TRICK = 5
"""What the last trick of a deal adds (R-9)."""

DEAL_POINTS = 157
"""Card points and last trick of a whole deal (R-8, R-9)."""


def _taking_power(mode: Mode, *, led: int) -> tuple[int, ...]:
    """What each card is worth in a trick of the suit `led`: 0 where it can take nothing (R-10)."""
    return tuple(strength + 1 if card // 9 in (led, mode.trump) else 0 for card, strength in enumerate(mode.strength))


_POWER = tuple(tuple(_taking_power(mode, led=suit) for suit in range(4)) for mode in MODES)


def winning_position(cards: Sequence[Card], *, mode: Mode) -> int:
    """Where in the order of play the card lies that takes the trick: 0 is the lead (R-10).

    Also answers for a trick that still runs; it needs at least the lead.
    """
    power = _POWER[mode.index][cards[0] // 9]
    winner = highest = 0
    for card in cards:
        if power[card] > highest:
            winner, highest = card, power[card]
    return cards.index(winner)


def winning_position_without(weak: Cards, *, cards: Sequence[Card], mode: Mode) -> int:
    """The same where some cards have lost their strength; the lead takes what nothing else could take."""
    power = _POWER[mode.index][cards[0] // 9]
    strengths = [0 if holds(weak, card) else power[card] for card in cards]
    return strengths.index(max(strengths))


def points_in(cards: Sequence[Card], *, mode: Mode) -> int:
    """The card points of the trick (R-8), without the five of the last one."""
    worth = mode.points
    points = 0
    for card in cards:
        points += worth[card]
    return points
