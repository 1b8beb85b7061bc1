"""How a game of Coiffeur ends: every side has announced every mode (R-63)."""

from collections.abc import Mapping

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.modes import MODE
from scoring.rules.pack.seats import Side, Table
from scoring.rules.scoring.ending import End, after_deals, end_of, forfeit, may_end_the_game
from scoring.rules.scoring.result import TotalsBefore
from scoring.rules.variants.coiffeur.options import CoiffeurOptions
from scoring.rules.variants.coiffeur.scores import scores_of

TABLE = Table(seats=4, partners=True)

DEALS = len(MODE) * len(TABLE.sides)
"""How many counted deals a game has: every mode of every side (R-63)."""


def end_by(deal: Deal, options: CoiffeurOptions, before: TotalsBefore | None) -> End | None:
    """The end that the deal gives, or None where the game goes on, or has ended in an earlier deal."""
    if before is None:
        return None

    def find(facts: Deal) -> End | None:
        if not may_end_the_game(facts):
            return None
        totals = {score.side: before.totals[score.side] + score.total for score in scores_of(facts, options)}
        result = forfeit(facts, totals) or after_deals(facts, totals, before, deals=DEALS)
        return End(result, within=not facts.over) if result else None

    return end_of(deal, find)


def scores_apart(options: CoiffeurOptions, before: TotalsBefore, gives: Mapping[Side, int]) -> bool:
    """Whether the deal is not the last: only there the totals decide something."""
    return before.counted + 1 < DEALS
