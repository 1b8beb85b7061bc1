"""What a Differenzler deal adds to everybody's penalty, and whether it ends the game (R-41, R-42)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.rules.deal.facts import Deal
from scoring.rules.options.options import DifferenzlerOptions
from scoring.rules.rulings.remedies import NOTHING_DECIDED
from scoring.rules.scoring.ending import Result, Standing, places_of
from scoring.rules.scoring.points import taken_by
from scoring.rules.variants.shared.slates import tricks_told


@dataclass(frozen=True, slots=True)
class Penalty:
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
        """As API.md section 5 shows it."""
        adjusted = {"adjusted": self.adjusted} if self.adjusted else {}
        return {"side": self.side, "tricks": self.made, "bid": self.bid, **adjusted, "total": self.total}


def penalties_of(deal: Deal, options: DifferenzlerOptions) -> tuple[Penalty, ...]:
    """What every player has at this moment; an exact bid is one only when the deal is settled."""
    made = points_made(deal)
    return tuple(_penalty(deal, options, side=side, made=made[side]) for side in deal.table.sides)


def points_made(deal: Deal) -> Mapping[int, int]:
    """The points of everybody, by the slate or by the tricks so far."""
    return deal.count.points if deal.count is not None else taken_by(deal, tricks=deal.complete_tricks)


def _penalty(deal: Deal, options: DifferenzlerOptions, *, side: int, made: int) -> Penalty:
    decided = deal.decided
    adjusted = decided.adjusted.get(side, 0) + decided.penalties.get(side, 0)
    if side not in deal.bids:
        none = 0 if side in decided.without_bid else None
        return Penalty(side, made, difference=none, adjusted=adjusted)
    bid = deal.bids[side].points
    bonus = options.exact_bonus if deal.over and bid == made and earns_bonus(deal, options, side=side) else 0
    return Penalty(side, made, bid, abs(bid - made), bonus, adjusted)


def earns_bonus(deal: Deal, options: DifferenzlerOptions, *, side: int) -> bool:
    """Whether an exact bid of this player can earn the bonus: one of 0 only where the rules say so (R-41)."""
    if deal.bids[side].points > 0 or options.exact_bonus_at_zero == "yes":
        return True
    return options.exact_bonus_at_zero == "with_trick" and _took_a_trick(deal, side)


def _took_a_trick(deal: Deal, side: int) -> bool:
    told = deal.count.report.tricks if deal.count is not None else None
    taken = any(deal.side_taking(trick) == side for trick in deal.tricks)
    return taken or bool(told and tricks_told(deal, told).get(side))


# --- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game that a deal gives; `within` where the deal was broken off by it."""

    result: Result
    within: bool


def added_by(deal: Deal, penalties: tuple[Penalty, ...]) -> dict[int, int]:
    """What the deal adds to the totals; one that is not settled adds what rulings do, and nothing else."""
    return {one.side: (one.total or 0) if deal.over else one.adjusted for one in penalties}


def end_of(deal: Deal, options: DifferenzlerOptions, before: Standing) -> End | None:
    """The end that the deal gives, or None where the game goes on."""
    end = _end(deal, options, before)
    if end is None or end.result.reason == "forfeit" or not deal.rulings:
        return end
    bare = _end(replace(deal, decided=NOTHING_DECIDED), options, before)
    if bare is not None and bare.result.winners == end.result.winners:
        return end
    return replace(end, result=replace(end.result, reason="ruling"))


def _end(deal: Deal, options: DifferenzlerOptions, before: Standing) -> End | None:
    added = added_by(deal, penalties_of(deal, options))
    totals = {side: total + added[side] for side, total in before.totals.items()}
    gone = deal.decided.forfeited_by
    if gone is not None:
        return End(_result(totals, "forfeit", deal.number, last=gone), within=not deal.over)
    if not deal.over or deal.void_after is not None or before.counted + 1 < options.deals:
        return None
    result = _result(totals, "lowest", deal.number)
    if len(result.winners) > 1 and options.tie == "extra_deal":
        return None
    return End(result, within=False)


def _result(totals: Mapping[int, int], reason: str, deal: int, *, last: int | None = None) -> Result:
    """Who has the lowest total has won; who has given up is the last."""
    places = places_of(totals, lowest_first=True, last=last)
    return Result(tuple(side for side, place in places if place == 1), reason, deal, places)
