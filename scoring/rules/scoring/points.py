"""Points that count the same way in every variant: those of tricks, and what rulings change."""

from collections.abc import Mapping

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.seats import Side
from scoring.rules.pack.tricks import DEAL_POINTS


def taken_by(deal: Deal, *, tricks: int) -> dict[Side, int]:
    """The points of each side in the first complete tricks of the deal, with the last-trick 5."""
    taken = dict.fromkeys(deal.table.sides, 0)
    for trick, side in zip(deal.tricks[:tricks], deal.sides_taking(), strict=False):
        if side is not None:
            taken[side] += trick.points or 0
    return taken


def points_split(deal: Deal, points: Mapping[Side, int]) -> Mapping[Side, int]:
    """Points that miss the sum of a deal, the difference split: who has more bears the odd point (section 9)."""
    if not deal.decided.split:
        return points
    difference = DEAL_POINTS - sum(points.values())
    more = max(points, key=lambda side: points[side])
    half = difference // 2
    return {side: has + (half if side == more else difference - half) for side, has in points.items()}


def side_with_all_tricks(deal: Deal) -> Side | None:
    """The side for which every trick of a deal counts; None while tricks are missing, or are shared."""
    sides = set(deal.sides_taking())
    return sides.pop() if deal.all_played and len(sides) == 1 else None


def adjusted_by_rulings(deal: Deal) -> dict[Side, int]:
    """What rulings give each side, and take from it as a penalty."""
    given, taken = deal.decided.adjusted, deal.decided.penalties
    return {side: given.get(side, 0) - taken.get(side, 0) for side in deal.table.sides}
