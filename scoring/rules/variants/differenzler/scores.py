"""What a Differenzler deal adds to everybody's penalty (R-41)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.deal.facts import Deal
from scoring.rules.scoring.points import taken_by
from scoring.rules.variants.differenzler.options import DifferenzlerOptions
from scoring.rules.variants.shared.slates import tricks_by_slate


@dataclass(frozen=True, slots=True)
class DifferenzlerScore:
    """What one player has in a deal: the points made, the bid, how far one is from the other, what an exact bid adds.

    `bid` is None while none is made, and then there is no `difference`; a player who is ruled to have made none has 0.
    `adjusted` are points that rulings add to the penalty.
    """

    side: int
    made: int
    bid: int | None = None
    difference: int | None = None
    bonus: int = 0
    adjusted: int = 0

    @property
    def total(self) -> int | None:
        """The penalty; None while it is not known."""
        return None if self.difference is None else self.difference + self.bonus + self.adjusted

    def as_json(self) -> dict[str, int | None]:
        """As docs/api.md (Deals) shows it."""
        adjusted = {"adjusted": self.adjusted} if self.adjusted else {}
        return {"side": self.side, "tricks": self.made, "bid": self.bid, **adjusted, "total": self.total}


def penalties_of(deal: Deal, options: DifferenzlerOptions) -> tuple[DifferenzlerScore, ...]:
    """What every player has at this moment; an exact bid is one only when the deal is settled."""
    made = points_made(deal)
    return tuple(_penalty(deal, options, side=side, made=made[side]) for side in deal.table.sides)


def points_made(deal: Deal) -> Mapping[int, int]:
    """The points of everybody, by the slate or by the tricks so far."""
    return deal.count.points if deal.count is not None else taken_by(deal, tricks=deal.complete_tricks)


def _penalty(deal: Deal, options: DifferenzlerOptions, *, side: int, made: int) -> DifferenzlerScore:
    decided = deal.decided
    adjusted = decided.adjusted.get(side, 0) + decided.penalties.get(side, 0)
    if side not in deal.bids:
        none = 0 if side in decided.without_bid else None
        return DifferenzlerScore(side, made, difference=none, adjusted=adjusted)
    bid = deal.bids[side].points
    bonus = options.exact_bonus if deal.over and bid == made and earns_bonus(deal, options, side=side) else 0
    return DifferenzlerScore(side, made, bid, abs(bid - made), bonus, adjusted)


def earns_bonus(deal: Deal, options: DifferenzlerOptions, *, side: int) -> bool:
    """Whether an exact bid of this player can earn the bonus: one of 0 only where the rules say so (R-41)."""
    if deal.bids[side].points > 0 or options.exact_bonus_at_zero == "yes":
        return True
    return options.exact_bonus_at_zero == "with_trick" and _took_a_trick(deal, side)


def _took_a_trick(deal: Deal, side: int) -> bool:
    by_slate = deal.count.report.tricks if deal.count is not None else None
    taken = any(deal.side_taking(trick) == side for trick in deal.tricks)
    return taken or bool(by_slate and tricks_by_slate(deal, by_slate).get(side))


def added_by(deal: Deal, penalties: tuple[DifferenzlerScore, ...]) -> dict[int, int]:
    """What the deal adds to the totals; one that is not settled adds what rulings do, and nothing else."""
    return {one.side: (one.total or 0) if deal.over else one.adjusted for one in penalties}
