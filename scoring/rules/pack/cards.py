"""The 36 cards, and sets of them.

A card is a small number, a set of cards a mask of 36 bits. Nobody outside the rules needs to know:
`card` and `cards` read the notation of R-1, `notation` and `notations` write it.
"""

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
"""One card, 0..35: its suit times nine plus its rank."""

Cards: TypeAlias = int
"""A set of cards: bit n stands for card n."""

SUITS = ("E", "R", "S", "B")
"""Suit letters in the order of R-1; a suit is an index into this tuple."""

RANKS = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
"""Rank names in natural order, low to high; a rank is an index into this tuple."""

SIX, SEVEN, EIGHT, NINE, TEN, UNDER, OBER, KING, ACE = range(9)

ALL_CARDS: Cards = (1 << 36) - 1

SUIT_CARDS: tuple[Cards, ...] = tuple(0b111_111_111 << 9 * suit for suit in range(4))
"""The nine cards of each suit."""

RANK_CARDS: tuple[Cards, ...] = tuple(sum(1 << 9 * suit for suit in range(4)) << rank for rank in range(9))
"""The four cards of each rank."""

_NOTATION = tuple(suit + rank for suit in SUITS for rank in RANKS)
_CARD = {
    written: number
    for number, name in enumerate(_NOTATION)
    for written in (name, name.lower(), name[0] + name[1:].lower(), name[0].lower() + name[1:])
}


class NotACard(ValueError):
    """The text names no card of the pack."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not a card")
        self.text = text


def card(text: str) -> Card:
    """The card written `text`, for example "R10" or "su"; raises NotACard (R-1)."""
    try:
        return _CARD[text]
    except KeyError:
        raise NotACard(text) from None


def notation(card: Card) -> str:
    """How the card is written: "R10"."""
    return _NOTATION[card]


def suit_of(card: Card) -> int:
    """The suit of the card, 0..3, an index into SUITS."""
    return card // 9


def rank_of(card: Card) -> int:
    """The rank of the card in natural order, 0..8, an index into RANKS."""
    return card % 9


def cards(text: str) -> Cards:
    """The set written as cards with spaces between them: "E6 RU"; raises NotACard."""
    return set_of(card(word) for word in text.split())


def set_of(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    mask = 0
    for one in cards:
        mask |= 1 << one
    return mask


def members(cards: Cards) -> tuple[Card, ...]:
    """The cards of the set, in ascending order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def size(cards: Cards) -> int:
    """How many cards the set has."""
    return cards.bit_count()


def holds(cards: Cards, card: Card) -> bool:
    """Whether the card is in the set."""
    return cards >> card & 1 == 1


def notations_of(cards: Iterable[Card]) -> list[str]:
    """How these cards are written, in their order."""
    return [_NOTATION[one] for one in cards]


def notations(cards: Cards) -> list[str]:
    """The cards of the set as they are written, in ascending order."""
    return [_NOTATION[one] for one in members(cards)]
