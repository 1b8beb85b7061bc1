"""What a slate says of a deal of Cosmic Eidex: points with the laid card, and tricks where they decide (R-52)."""

from collections.abc import Mapping

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Count
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.record.kinds import Counted
from scoring.rules.record.refusals import Refused
from scoring.rules.variants.base import Hearing
from scoring.rules.variants.eidex.options import EidexOptions
from scoring.rules.variants.shared.slates import counted_points, may_count, tricks_by_slate


def take_count(deal: Deal, report: Counted, options: EidexOptions, hearing: Hearing) -> None:
    """Settle the deal by what the slate holds; with it, no laid card is awaited any more."""
    if not may_count(deal, options):
        raise Refused("out_of_phase")
    points = counted_points(deal, report, hearing)
    if report.tricks is None:
        _check_not_asked(deal, points, options)
    else:
        _check_tricks(deal, report.tricks, points)
    deal.tick()
    deal.to_lay = frozenset()
    deal.count = Count(hearing.unit, report, points, sum(points.values()) == DEAL_POINTS, last_side=None)


def _check_not_asked(deal: Deal, points: Mapping[int, int], options: EidexOptions) -> None:
    """Tricks may be left out only where they decide nothing: nobody has the limit, and nobody can have them all.

    Of who took no trick, the points are those of one card.
    """
    if max(points.values()) >= options.limit or any(_may_have_all(deal, side, points) for side in points):
        raise Refused("missing_field", pointer=("tricks",), name="tricks")


def _may_have_all(deal: Deal, side: int, points: Mapping[int, int]) -> bool:
    others = deal.table.opponents_of(side)
    taken = {deal.side_taking(trick) for trick in deal.tricks}
    return taken.isdisjoint(others) and all(_is_a_card(points[other], deal.mode) for other in others)


def _is_a_card(points: int, mode: Mode | None) -> bool:
    return mode is None or points in mode.points


def _check_tricks(deal: Deal, tricks: Mapping[int, int], points: Mapping[int, int]) -> None:
    """How many tricks each has: as many as there are, not fewer than lie, and some where no one card is so much.

    One side may be left out, and the rest is its.
    """
    by_slate = _with_the_rest(deal, tricks)
    taken = [deal.side_taking(trick) for trick in deal.tricks]
    for side, number in by_slate.items():
        least = max(taken.count(side), 0 if _is_a_card(points[side], deal.mode) else 1)
        if number < least:
            raise Refused("invalid_value", pointer=("tricks", str(side)), minimum=least, maximum=deal.last)


def _with_the_rest(deal: Deal, tricks: Mapping[int, int]) -> dict[int, int]:
    missing = [side for side in deal.table.sides if side not in tricks]
    if len(missing) > 1:
        raise Refused("missing_field", pointer=("tricks", str(missing[0])), name=str(missing[0]))
    if sum(tricks.values()) > deal.last:
        raise Refused("invalid_value", pointer=("tricks",), maximum=deal.last)
    by_slate = tricks_by_slate(deal, tricks)
    if sum(by_slate.values()) < deal.last:
        raise Refused("invalid_value", pointer=("tricks",), minimum=deal.last)
    return dict(sorted(by_slate.items()))
