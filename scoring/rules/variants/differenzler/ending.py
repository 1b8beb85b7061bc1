"""How a game of Differenzler ends: after so many deals the lowest total has won (R-42)."""

from collections.abc import Mapping

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.seats import Side
from scoring.rules.scoring.ending import End, after_deals, end_of, forfeit, may_end_the_game
from scoring.rules.scoring.result import Result, TotalsBefore
from scoring.rules.scoring.status import EndReason
from scoring.rules.variants.differenzler.options import DifferenzlerOptions
from scoring.rules.variants.differenzler.scores import added_by, penalties_of


def end_by(deal: Deal, options: DifferenzlerOptions, before: TotalsBefore | None) -> End | None:
    """The end that the deal gives, or None where the game goes on, or has ended in an earlier deal."""
    if before is None:
        return None

    def find(facts: Deal) -> End | None:
        if not may_end_the_game(facts):
            return None
        added = added_by(facts, penalties_of(facts, options))
        totals = {side: total + added[side] for side, total in before.totals.items()}
        result = forfeit(facts, totals, lowest_wins=True) or _lowest(facts, options, totals, before)
        return End(result, within=not facts.over) if result else None

    return end_of(deal, find)


def _lowest(deal: Deal, options: DifferenzlerOptions, totals: dict[int, int], before: TotalsBefore) -> Result | None:
    """After the last deal; where equal totals ask for an extra deal, only once the lowest is alone."""
    result = after_deals(deal, totals, before, deals=options.deals, reason=EndReason.LOWEST, lowest_wins=True)
    return None if result and len(result.winners) > 1 and options.tie == "extra_deal" else result


def scores_apart(options: DifferenzlerOptions, before: TotalsBefore, gives: Mapping[Side, int]) -> bool:
    """Whether the deal comes before the last: only from there on the totals decide something."""
    return before.counted + 1 < options.deals
