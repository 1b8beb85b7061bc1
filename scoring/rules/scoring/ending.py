"""How a deal ends a game, as far as all variants share it: by a forfeit, by its number, or by a ruling (R-30, R-35)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from scoring.rules.deal.decided import NOTHING_DECIDED
from scoring.rules.deal.facts import Deal
from scoring.rules.pack.seats import Side
from scoring.rules.scoring.result import Result, TotalsBefore
from scoring.rules.scoring.status import EndReason


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game that a deal gives; `within` where the deal was broken off by it."""

    result: Result
    within: bool


EndT = TypeVar("EndT", bound=End)


def end_of(deal: Deal, find: Callable[[Deal], EndT | None]) -> EndT | None:
    """The end that a deal gives, or None where the game goes on. `find` is what the variant makes of the facts.

    The reason is a ruling where without the rulings on this deal nobody would have won, or somebody else.
    """
    end = find(deal)
    if end is None or end.result.reason is EndReason.FORFEIT or not deal.rulings:
        return end
    bare = find(replace(deal, decided=NOTHING_DECIDED))
    if end.result.waits or (bare is not None and bare.result.winners == end.result.winners):
        return end
    return replace(end, result=replace(end.result, reason=EndReason.RULING))


def may_end_the_game(deal: Deal) -> bool:
    """Whether a deal can end the game other than by a claim or the target: it is over, or somebody has given up."""
    return deal.over or deal.decided.forfeited_by is not None


def forfeit(deal: Deal, totals: Mapping[Side, int], *, lowest_wins: bool = False) -> Result | None:
    """The end that a ruling orders: who has given up is the last (R-35). None where nobody has."""
    gone = deal.decided.forfeited_by
    return None if gone is None else ranked(deal, totals, reason=EndReason.FORFEIT, lowest_wins=lowest_wins, last=gone)


def after_deals(
    deal: Deal,
    totals: Mapping[Side, int],
    before: TotalsBefore,
    *,
    deals: int,
    reason: EndReason = EndReason.DEALS,
    lowest_wins: bool = False,
) -> Result | None:
    """The end after a fixed number of deals: the best total has won, equal ones share it. None before."""
    if not deal.over or deal.void_after is not None or before.counted + 1 < deals:
        return None
    return ranked(deal, totals, reason=reason, lowest_wins=lowest_wins)


def ranked(
    deal: Deal, totals: Mapping[Side, int], *, reason: EndReason, lowest_wins: bool = False, last: Side | None = None
) -> Result:
    """The result by the totals after the deal. `last` has given up. Where everybody plays alone, with their places."""
    places = places_of(totals, lowest_first=lowest_wins, last=last)
    winners = tuple(side for side, place in places if place == 1)
    return Result(winners, reason, deal.number, None if deal.table.partners else places)


def places_of(
    totals: Mapping[Side, int], *, lowest_first: bool, last: Side | None = None
) -> tuple[tuple[Side, int], ...]:
    """The place of each side: equal totals share one, and the places after it are left out. `last` has given up."""

    def rank(side: Side) -> tuple[bool, int]:
        return side == last, totals[side] if lowest_first else -totals[side]

    return tuple((side, 1 + sum(rank(other) < rank(side) for other in totals)) for side in totals)
