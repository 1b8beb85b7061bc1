"""What the chapters of an account of a Schieber deal share: the facts, what follows, and which of them count."""

from dataclasses import dataclass

from scoring.rules.options.options import SchieberOptions
from scoring.rules.record.kinds import Counted, EndClaimed
from scoring.rules.scoring.ending import Outcome, outcome_of
from scoring.rules.scoring.points import SideScore
from scoring.rules.variants.shared.told import DealTold
from scoring.rules.view.account import Account


@dataclass(frozen=True, slots=True)
class Told(DealTold):
    """A Schieber deal that is accounted for."""

    outcome: Outcome

    @classmethod
    def of(cls, account: Account) -> "Told":
        """What follows from the facts of the account."""
        return cls(account, outcome_of(account.deal, account.options, account.carry.standing))

    @property
    def options(self) -> SchieberOptions:
        """What the game is played by."""
        options: SchieberOptions = self.account.options
        return options

    def score(self, side: int) -> SideScore:
        """What the side has in the deal."""
        return self.outcome.scores[side - 1]

    @property
    def slate(self) -> Counted | EndClaimed | None:
        """The report that says itself what was taken: a count, or a claim on paper that ended the game (R-32, R-34)."""
        if self.deal.count is not None:
            return self.deal.count.report
        end = self.outcome.end
        claim = end.moment.claim if end and end.within and end.moment else None
        return claim.report if claim and claim.on_paper else None

    @property
    def tricks_counted(self) -> int:
        """How many complete tricks stand in the scores.

        None beside a slate or where a ruling decides over the whole deal, and none after the end (R-32).
        """
        if self.slate is not None or not self.counts or self.deal.decided.lost_by is not None:
            return 0
        end = self.outcome.end
        return end.moment.tricks if end and end.within and end.moment else self.deal.complete_tricks
