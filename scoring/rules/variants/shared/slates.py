"""What a count says in any variant: points for every side that make what a deal has (R-9)."""

from collections.abc import Mapping

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.record.kinds import NOBODY, Counted
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.points import taken_by
from scoring.rules.variants.base import Hearing


def may_count(deal: Deal, options: object) -> bool:
    """A deal may be counted until all of it is played."""
    return not deal.done


def counted_points(deal: Deal, report: Counted, hearing: Hearing) -> dict[int, int]:
    """The points of every side. What does not make the sum of a deal gives way to who insists (`wrong_count`)."""
    points = _with_the_rest(deal, report)
    total = sum(points.values())
    if total != DEAL_POINTS and not hearing.insisted:
        raise Refused("points_do_not_sum", pointer=("points",), sum=total, expected=DEAL_POINTS)
    check_against_tricks(deal, points)
    return points


def _with_the_rest(deal: Deal, report: Counted) -> dict[int, int]:
    """One side may be left out, and the rest of 157 is its."""
    given = dict(report.points)
    missing = [side for side in deal.table.sides if side not in given]
    if len(missing) > 1:
        raise Refused("missing_field", pointer=("points", str(missing[0])), name=str(missing[0]))
    for side in missing:
        given[side] = max(0, DEAL_POINTS - sum(given.values()))
    return dict(sorted(given.items()))


def tricks_by_slate(deal: Deal, tricks: Mapping[int, int]) -> dict[int, int]:
    """How many tricks each side has by a slate, as far as it tells: one side that is left out has the rest."""
    rest = deal.last - sum(tricks.values())
    missing = [side for side in deal.table.sides if side not in tricks]
    return {**tricks, **(dict.fromkeys(missing, rest) if len(missing) == 1 or rest == 0 else {})}


def check_against_tricks(deal: Deal, points: Mapping[int, int]) -> None:
    """Recorded tricks prove points: no side has fewer than they hold."""
    for side, least in taken_by(deal, tricks=deal.complete_tricks).items():
        if points[side] < least:
            raise Refused("points_too_low", pointer=("points", str(side)), side=side, least=least)


def check_match(deal: Deal, report: Counted, points: Mapping[int, int]) -> None:
    """Tricks decide, not points: at 157 : 0 the slate must say whether it was a match (R-22)."""
    if report.match is None:
        if sorted(points.values()) == [0, DEAL_POINTS] and _may_be_match(deal, points):
            raise Refused("missing_field", pointer=("match",), name="match")
        return
    if report.match == NOBODY:
        return
    for side in deal.table.opponents_of(report.match):
        if points[side]:
            raise Refused("match_with_points", pointer=("match",), side=side)
        taken = next((trick for trick in deal.tricks if deal.side_taking(trick) == side), None)
        if taken:
            raise Refused("conflicting_report", pointer=("match",), recorded=taken.units[-1])


def _may_be_match(deal: Deal, points: Mapping[int, int]) -> bool:
    """Whether no recorded trick of the side without points tells already that it was none."""
    sides = [deal.side_taking(trick) for trick in deal.tricks]
    return not any(side and points[side] == 0 for side in sides)
