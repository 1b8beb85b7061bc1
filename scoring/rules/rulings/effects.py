"""What each remedy adds to what is decided on a deal. A later ruling of the same kind overrides, adds up, or joins."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from scoring.rules.deal.decided import Award, Decided, Lead
from scoring.rules.pack.seats import Side, Table
from scoring.rules.record.decisions import Ruled

Effect: TypeAlias = Callable[[Decided, Ruled, Table, int], Decided]
"""What is decided with one ruling more: `effect(so_far, ruling, table, last)`, where `last` numbers the last trick."""


def nothing(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """The score stays as it is."""
    return so_far


def trick_to_opponents(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """One trick counts for the opponents."""
    return _awarded(so_far, ruling, table=table, end=ruling.trick)


def later_tricks_to_opponents(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """One trick, and all after it, count for the opponents."""
    return _awarded(so_far, ruling, table=table, end=last)


def _awarded(so_far: Decided, ruling: Ruled, *, table: Table, end: int | None) -> Decided:
    """With the tricks that go to the opponents; where there are several sides against one, nobody in particular.

    The player at the right of the offender leads on (R-5). Where the ruling names no seat, the cards decide.
    """
    if ruling.trick is None or ruling.side is None or end is None:
        return so_far
    opponents = table.opponents_of(ruling.side)
    if len(opponents) != 1:
        return so_far
    award = Award(ruling.trick, end, opponents[0])
    lead = Lead(ruling.trick + 1, None if ruling.seat is None else table.next(ruling.seat))
    return replace(so_far, awards=(*so_far.awards, award), leads=(*so_far.leads, lead))


def next_leader(so_far: Decided, ruling: Ruled) -> Decided:
    """The seat that a ruling names leads the next trick, whatever its remedy."""
    if ruling.leads is None or ruling.leads_trick is None:
        return so_far
    return replace(so_far, leads=(*so_far.leads, Lead(ruling.leads_trick, ruling.leads)))


def deal_void(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """The deal counts nothing, and is dealt again."""
    return replace(so_far, void=True)


def deal_lost(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """All of the deal goes to the other side; the newest ruling decides."""
    return replace(so_far, lost_by=ruling.side)


def weis_struck(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """Without the Weise of a seat, of a side, or of all."""
    seats = {seat for side in _sides(ruling, table) for seat in table.seats_of(side)}
    struck = seats if ruling.seat is None else {ruling.seat}
    return replace(so_far, weis_struck=so_far.weis_struck | struck)


def stoeck_struck(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """Without the Stöck of a side, or of both."""
    return replace(so_far, stoeck_struck=so_far.stoeck_struck | _sides(ruling, table))


def claim_void(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """Without the claims of the other side than the one named, or without all."""
    sides = frozenset(table.sides) - ({ruling.side} if ruling.side is not None else set())
    return replace(so_far, claims_void=so_far.claims_void | sides)


def _sides(ruling: Ruled, table: Table) -> frozenset[Side]:
    return frozenset(table.sides if ruling.side is None else (ruling.side,))


def card_loses_strength(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """A card takes no trick."""
    return so_far if ruling.card is None else replace(so_far, weak=so_far.weak | 1 << ruling.card)


def adjust(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """Points are given or taken, after the factor."""
    return replace(so_far, adjusted=_sum(so_far.adjusted, ruling.points or {}))


def penalty_points(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """Points are taken from the total, also in a void deal."""
    return replace(so_far, penalties=_sum(so_far.penalties, ruling.points or {}))


def _sum(points: Mapping[Side, int], more: Mapping[Side, int]) -> dict[Side, int]:
    return {side: points.get(side, 0) + more.get(side, 0) for side in sorted({*points, *more})}


def split_difference(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """What a slate lacks of the sum of a deal is split between the sides."""
    return replace(so_far, split=True)


def forfeit(so_far: Decided, ruling: Ruled, table: Table, last: int) -> Decided:
    """A side has lost the game; the newest ruling decides."""
    return replace(so_far, forfeited_by=ruling.side)
