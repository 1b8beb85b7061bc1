"""What a deal of Cosmic Eidex adds to the totals, and whether it ends the game (R-53, R-54)."""

from collections.abc import Mapping

from scoring.rules.deal.facts import Deal
from scoring.rules.scoring.ending import End, end_of, forfeit, may_end_the_game, ranked
from scoring.rules.scoring.points import adjusted_by_rulings
from scoring.rules.scoring.result import Result, TotalsBefore
from scoring.rules.scoring.status import EndReason
from scoring.rules.variants.eidex.options import EidexOptions
from scoring.rules.variants.eidex.scores import points_of, won_in
from scoring.rules.variants.eidex.win_points import Added, added_to


def added_by(deal: Deal, options: EidexOptions, before: TotalsBefore) -> Added | None:
    """What the win points add to the totals before the deal (R-53, R-54), rulings aside; None while it is open."""
    won = won_in(deal, options)
    return added_to(before.totals, won, points_of(deal), target=options.target) if won else None


def totals_added(deal: Deal, options: EidexOptions, before: TotalsBefore | None) -> dict[int, int]:
    """What the deal adds to the total of each side, rulings included; where the game was over before, win points."""
    adjusted = adjusted_by_rulings(deal)
    added = added_by(deal, options, before) if before is not None else won_in(deal, options)
    return {side: adjusted[side] + (added.points[side] if added else 0) for side in deal.table.sides}


def end_by(deal: Deal, options: EidexOptions, before: TotalsBefore | None) -> End | None:
    """The end that the deal gives, or None where the game goes on, or has ended in an earlier deal."""
    if before is None:
        return None

    def find(facts: Deal) -> End | None:
        if not may_end_the_game(facts):
            return None
        added = totals_added(facts, options, before)
        totals = {side: total + added[side] for side, total in before.totals.items()}
        result = forfeit(facts, totals) or _highest(facts, options, totals, before)
        return End(result, within=not facts.over) if result else None

    return end_of(deal, find)


def _highest(deal: Deal, options: EidexOptions, totals: Mapping[int, int], before: TotalsBefore) -> Result | None:
    """Who has the highest total has won, once somebody is at the target; after a round of all six, by R-54."""
    if not deal.over or deal.void_after is not None or max(totals.values()) < options.target:
        return None
    six = all(total == options.target - 1 for total in before.totals.values())
    return ranked(deal, totals, reason=EndReason.ALL_SIX if six else EndReason.WIN_POINTS)
