"""What a referee may order, and what all rulings on one deal come to (section 9).

A ruling is an event of the record. Facts are never edited by it: what it orders stands beside them, and the score is
asked for anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scoring.rules.pack.cards import Cards
from scoring.rules.pack.seats import Seat, Side, Table
from scoring.rules.record.kinds import Ruled

SCORE_STANDS = "score_stands"
TRICK_TO_OPPONENTS = "trick_to_opponents"
THIS_AND_LATER_TRICKS_TO_OPPONENTS = "this_and_later_tricks_to_opponents"
DEAL_VOID = "deal_void"
DEAL_LOST = "deal_lost"
WEIS_STRUCK = "weis_struck"
STOECK_STRUCK = "stoeck_struck"
CARD_LOSES_STRENGTH = "card_loses_strength"
ADJUST = "adjust"
PENALTY_POINTS = "penalty_points"
SPLIT_DIFFERENCE = "split_difference"
CLAIM_VOID = "claim_void"
FORFEIT = "forfeit"
WARNING = "warning"

REMEDIES = (
    SCORE_STANDS,
    TRICK_TO_OPPONENTS,
    THIS_AND_LATER_TRICKS_TO_OPPONENTS,
    DEAL_VOID,
    DEAL_LOST,
    WEIS_STRUCK,
    STOECK_STRUCK,
    CARD_LOSES_STRENGTH,
    ADJUST,
    PENALTY_POINTS,
    SPLIT_DIFFERENCE,
    CLAIM_VOID,
    FORFEIT,
    WARNING,
)
"""Every remedy, in the order in which they are offered."""

MISSING_BID = "missing_bid"
"""The offence of a seat whose bid is still missing when the deal is played; ruled on, the deal waits for it no more."""

DISCOVERED = ("trick_open", "trick_turned", "deal_over")
"""When an offence was found."""


@dataclass(frozen=True, slots=True)
class Award:
    """The tricks from one number to another go to a side, whoever took them."""

    first: int
    last: int
    side: Side


@dataclass(frozen=True, slots=True)
class Decided:
    """What all rulings that stand on a deal come to.

    `weak` are cards that have lost their strength; `adjusted` and `penalties` are points by side, after the factor;
    `claims_void` are the sides whose claims are as if they had not been made; `without_bid` the seats that are ruled to
    have made no bid.
    """

    awards: tuple[Award, ...] = ()
    weak: Cards = 0
    weis_struck: frozenset[Seat] = frozenset()
    stoeck_struck: frozenset[Side] = frozenset()
    claims_void: frozenset[Side] = frozenset()
    without_bid: frozenset[Seat] = frozenset()
    adjusted: Mapping[Side, int] = field(default_factory=dict)
    penalties: Mapping[Side, int] = field(default_factory=dict)
    split: bool = False
    void: bool = False
    lost_by: Side | None = None
    forfeited_by: Side | None = None

    def awarded(self, trick: int) -> Side | None:
        """The side to which a trick was given; the newest ruling decides."""
        return next((one.side for one in reversed(self.awards) if one.first <= trick <= one.last), None)


NOTHING_DECIDED = Decided()


def decided(rulings: Iterable[Ruled], *, table: Table, last: int) -> Decided:
    """What these rulings come to, the oldest first; `last` is the number of the deal's last trick."""
    total = NOTHING_DECIDED
    for ruling in rulings:
        total = _with(total, ruling, table=table, last=last)
        if ruling.offence == MISSING_BID and ruling.remedy != DEAL_VOID:
            total = replace(total, without_bid=total.without_bid | _seats_of(ruling, table=table))
    return total


def _seats_of(ruling: Ruled, *, table: Table) -> frozenset[Seat]:
    """The seats that a ruling is about: one, those of a side, or all."""
    if ruling.seat is not None:
        return frozenset({ruling.seat})
    return frozenset(table.all_seats if ruling.side is None else table.seats_of(ruling.side))


def _with(total: Decided, ruling: Ruled, *, table: Table, last: int) -> Decided:
    """What the rulings come to with one more."""
    if ruling.remedy in {TRICK_TO_OPPONENTS, THIS_AND_LATER_TRICKS_TO_OPPONENTS}:
        return replace(total, awards=(*total.awards, *_awards(ruling, table=table, last=last)))
    if ruling.remedy == CARD_LOSES_STRENGTH and ruling.card is not None:
        return replace(total, weak=total.weak | 1 << ruling.card)
    if ruling.remedy in {WEIS_STRUCK, STOECK_STRUCK, CLAIM_VOID}:
        return _struck(total, ruling, table=table)
    if ruling.remedy == ADJUST and ruling.points is not None:
        return replace(total, adjusted=_added(total.adjusted, ruling.points))
    if ruling.remedy == PENALTY_POINTS and ruling.points is not None:
        return replace(total, penalties=_added(total.penalties, ruling.points))
    return replace(
        total,
        split=total.split or ruling.remedy == SPLIT_DIFFERENCE,
        void=total.void or ruling.remedy == DEAL_VOID,
        lost_by=ruling.side if ruling.remedy == DEAL_LOST else total.lost_by,
        forfeited_by=ruling.side if ruling.remedy == FORFEIT else total.forfeited_by,
    )


def _awards(ruling: Ruled, *, table: Table, last: int) -> Iterable[Award]:
    """The tricks that go to the opponents; where there are several sides against one, nobody in particular."""
    if ruling.trick is None or ruling.side is None:
        return
    opponents = table.opponents_of(ruling.side)
    if len(opponents) == 1:
        end = ruling.trick if ruling.remedy == TRICK_TO_OPPONENTS else last
        yield Award(ruling.trick, end, opponents[0])


def _struck(total: Decided, ruling: Ruled, *, table: Table) -> Decided:
    """Without the Weise of a seat (or of a side), the Stöck of a side, or the claims of the other side."""
    sides = frozenset(table.sides if ruling.side is None else (ruling.side,))
    if ruling.remedy == STOECK_STRUCK:
        return replace(total, stoeck_struck=total.stoeck_struck | sides)
    if ruling.remedy == CLAIM_VOID:
        claimed = frozenset(table.sides) - sides if ruling.side is not None else sides
        return replace(total, claims_void=total.claims_void | claimed)
    seats = {seat for side in sides for seat in table.seats_of(side)} if ruling.seat is None else {ruling.seat}
    return replace(total, weis_struck=total.weis_struck | seats)


def _added(points: Mapping[Side, int], more: Mapping[Side, int]) -> dict[Side, int]:
    return {side: points.get(side, 0) + more.get(side, 0) for side in sorted({*points, *more})}
