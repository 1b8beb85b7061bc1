"""The six modes of a deal: which cards are trump, what beats what, and what counts how much."""

from dataclasses import dataclass

from scoring.rules.pack.cards import ACE, EIGHT, KING, NINE, OBER, SEVEN, SIX, SUIT_CARDS, TEN, UNDER, Cards

_SIDE_ORDER = (SIX, SEVEN, EIGHT, NINE, TEN, UNDER, OBER, KING, ACE)
_TRUMP_ORDER = (SIX, SEVEN, EIGHT, TEN, OBER, KING, ACE, NINE, UNDER)
_UNENUFE_ORDER = tuple(reversed(_SIDE_ORDER))

_SIDE_POINTS = {ACE: 11, TEN: 10, KING: 4, OBER: 3, UNDER: 2}
_TRUMP_POINTS = _SIDE_POINTS | {UNDER: 20, NINE: 14}
_OBENABE_POINTS = _SIDE_POINTS | {EIGHT: 8}
_UNENUFE_POINTS = _OBENABE_POINTS | {SIX: 11, ACE: 0}


@dataclass(frozen=True, eq=False, slots=True)
class Mode:
    """One mode (R-6). The tables have an entry for each card.

    `strength` says what beats what among cards of one suit (R-7), and any trump has more of it than any other card.
    A card that neither is trump nor follows suit takes no trick, however strong; see `tricks`.
    """

    name: str
    index: int
    trump: int | None
    """The trump suit, None in Obenabe and Unenufe."""
    trumps: Cards
    """The nine trumps; empty in Obenabe and Unenufe."""
    strength: tuple[int, ...]
    points: tuple[int, ...]
    """Card points (R-8), 152 in all."""

    @property
    def has_trump(self) -> bool:
        """Whether a suit is trump."""
        return self.trump is not None


def _trump_mode(name: str, *, trump: int) -> Mode:
    side = tuple(_SIDE_ORDER.index(rank) for rank in range(9))
    high = tuple(9 + _TRUMP_ORDER.index(rank) for rank in range(9))
    return Mode(
        name=name,
        index=trump,
        trump=trump,
        trumps=SUIT_CARDS[trump],
        strength=tuple(strength for suit in range(4) for strength in (high if suit == trump else side)),
        points=tuple(
            (_TRUMP_POINTS if suit == trump else _SIDE_POINTS).get(rank, 0) for suit in range(4) for rank in range(9)
        ),
    )


def _no_trump_mode(name: str, *, index: int, order: tuple[int, ...], points: dict[int, int]) -> Mode:
    return Mode(
        name=name,
        index=index,
        trump=None,
        trumps=0,
        strength=tuple(order.index(rank) for rank in range(9)) * 4,
        points=tuple(points.get(rank, 0) for rank in range(9)) * 4,
    )


MODES = (
    _trump_mode("eicheln", trump=0),
    _trump_mode("rosen", trump=1),
    _trump_mode("schilten", trump=2),
    _trump_mode("schellen", trump=3),
    _no_trump_mode("obenabe", index=4, order=_SIDE_ORDER, points=_OBENABE_POINTS),
    _no_trump_mode("unenufe", index=5, order=_UNENUFE_ORDER, points=_UNENUFE_POINTS),
)
"""All modes; a trump mode's index is its suit."""

MODE = {mode.name: mode for mode in MODES}
"""All modes by name."""
