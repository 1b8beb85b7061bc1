"""Weise: what is one, what it is worth, and which of those shown count (R-23 to R-27)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.rules.deal.parts import Weis, WeisKind
from scoring.rules.pack.cards import ACE, KING, NINE, OBER, RANK_CARDS, SIX, TEN, UNDER, Cards
from scoring.rules.pack.modes import MODE, Mode
from scoring.rules.pack.seats import Seat, Table
from scoring.rules.record.weis_said import RunSaid, WeisSaid
from scoring.rules.variants.schieber.options import SchieberOptions, WeisTable

_UNENUFE = MODE["unenufe"]

_RUN_POINTS: dict[WeisTable, tuple[int, ...]] = {
    "small": (0, 0, 0, 20, 50, 100, 100, 100, 100, 100),
    "grand": (0, 0, 0, 20, 50, 100, 150, 200, 250, 300),
}
"""By the length of the run."""

_SMALL_QUARTETS = {UNDER: 200, NINE: 150, TEN: 100, OBER: 100, KING: 100, ACE: 100}
_SMALL_QUARTETS_UNENUFE = {UNDER: 200, NINE: 150, TEN: 100, OBER: 100, KING: 100, SIX: 100}
_GRAND_QUARTETS = dict.fromkeys(range(9), 100) | {UNDER: 200, NINE: 150}


@dataclass(frozen=True)
class _Shape:
    kind: WeisKind
    suit: int | None
    length: int
    top: int


def _runs() -> dict[Cards, _Shape]:
    return {
        ((1 << length) - 1) << (9 * suit + top + 1 - length): _Shape("run", suit, length, top)
        for suit in range(4)
        for length in range(3, 10)
        for top in range(length - 1, 9)
    }


def _quartets() -> dict[Cards, _Shape]:
    return {cards: _Shape("quartet", None, 4, rank) for rank, cards in enumerate(RANK_CARDS)}


_SHAPES = _runs() | _quartets()
"""Everything that can be a Weis (R-23): 112 runs and nine quartets."""


def recognise(cards: Cards, *, mode: Mode, table: WeisTable) -> Weis | None:
    """The Weis that these cards are, or None where they are none or have no value in the table (R-23, R-24)."""
    shape = _SHAPES.get(cards)
    if shape is None:
        return None
    points = _points_of(shape, mode=mode, table=table)
    if points == 0:
        return None
    return Weis(kind=shape.kind, cards=cards, suit=shape.suit, length=shape.length, top=shape.top, points=points)


def weis_said(form: WeisSaid, *, mode: Mode, table: WeisTable) -> Weis | None:
    """The Weis of this form, without cards; None where there is none or it has no value in the table (R-24, R-28)."""
    could_be = form.could_be(mode.trump)
    weis = recognise(could_be[0], mode=mode, table=table) if could_be else None
    in_trump = isinstance(form, RunSaid) and form.trump is True
    return replace(weis, cards=0, suit=mode.trump if in_trump else None) if weis else None


def _points_of(shape: _Shape, *, mode: Mode, table: WeisTable) -> int:
    if shape.kind == "run":
        return _RUN_POINTS[table][shape.length]
    if table == "grand":
        return _GRAND_QUARTETS[shape.top]
    quartets = _SMALL_QUARTETS_UNENUFE if mode is _UNENUFE else _SMALL_QUARTETS
    return quartets.get(shape.top, 0)


def overlaps(new: Weis, earlier: Sequence[Weis], *, crossing: bool) -> bool:
    """Whether the Weis shares a card that it may not share with earlier ones of the same player (R-25).

    With `crossing` a run and four of a kind may share one; two of the same kind never do.
    """
    return any(new.cards & old.cards and not (crossing and new.kind != old.kind) for old in earlier)


Height: TypeAlias = tuple[int, bool, int, int, bool, int]
"""What R-26 compares, in its order; the greater is the better Weis."""

CRITERIA = ("points", "kind", "length", "top", "trump", "seat")
"""What each place of a Height is called: kind of Weis, length of the run, top card, a run in trump, nearer seat."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The Weise of a deal held against each other: how high each is, which one is best, and whether it counts."""

    heights: tuple[Height, ...]
    best: int
    counts: tuple[bool, ...]

    def decided_by(self, one: int, other: int) -> str | None:
        """What makes one of two Weise the better; None for two of one player that are worth the same."""
        pairs = zip(CRITERIA, self.heights[one], self.heights[other], strict=True)
        return next((criterion for criterion, this, that in pairs if this != that), None)

    def rival(self, among: Sequence[int]) -> int | None:
        """The best one among these, by their places; None where there are none."""
        return max(among, key=lambda place: self.heights[place], default=None)


def compared(
    shown: Sequence[tuple[Seat, Weis]], *, mode: Mode, options: SchieberOptions, table: Table, forehand: Seat
) -> Comparison | None:
    """The Weise held against each other, in the order given (R-26, R-27); None where there are none.

    The best Weis of all is the best one of its player, so the players' best ones need not be picked first.
    """
    if not shown:
        return None
    order = table.order_from(forehand)
    heights = tuple((*_height(weis, mode=mode, options=options), -order.index(seat)) for seat, weis in shown)
    best = heights.index(max(heights))
    if options.weis_scores == "best":
        return Comparison(heights, best, tuple(position == best for position in range(len(shown))))
    winners = table.side_of(shown[best][0])
    return Comparison(heights, best, tuple(table.side_of(seat) == winners for seat, _ in shown))


def counting(
    shown: Sequence[tuple[Seat, Weis]], *, mode: Mode, options: SchieberOptions, table: Table, forehand: Seat
) -> tuple[bool, ...]:
    """For each Weis in the order given, whether it counts (R-26, R-27)."""
    comparison = compared(shown, mode=mode, options=options, table=table, forehand=forehand)
    return comparison.counts if comparison else ()


def _height(weis: Weis, *, mode: Mode, options: SchieberOptions) -> tuple[int, bool, int, int, bool]:
    """What R-26 compares, in its order, save the seat; the greater is the better Weis."""
    is_run = weis.kind == "run"
    return (
        weis.points,
        weis.kind == options.tie_between_kinds,
        weis.length if is_run and options.longer_run_wins else 0,
        _rank_height(weis, mode=mode),
        is_run and weis.suit is not None and weis.suit == mode.trump and bool(options.trump_breaks_tie),
    )


def _rank_height(weis: Weis, *, mode: Mode) -> int:
    """The height of the top card; Unenufe turns the order round and asks for a run's 6-side card (R-26)."""
    if mode is not _UNENUFE:
        return weis.top
    return -(weis.top - weis.length + 1) if weis.kind == "run" else -weis.top
