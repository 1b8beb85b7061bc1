"""What the chapters of an account of a Schieber deal share: the facts, what follows, and which of them count."""

from dataclasses import dataclass
from typing import Self

from scoring.rules.record.kinds import Counted, EndClaimed
from scoring.rules.variants.schieber.ending import SchieberOutcome, outcome_of
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.scores import SchieberScore
from scoring.rules.variants.shared.accounts import DealAccount
from scoring.rules.view.account import Account


@dataclass(frozen=True, slots=True)
class SchieberAccount(DealAccount[SchieberOptions]):
    """A Schieber deal that is accounted for, with what follows from its facts."""

    outcome: SchieberOutcome

    @classmethod
    def of(cls, account: Account[SchieberOptions]) -> Self:
        """The same account, with what follows from its facts."""
        outcome = outcome_of(account.deal, account.options, account.carry.standing)
        inherited = (account.deal, account.options, account.carry, account.status, account.seen, account.turn)
        return cls(*inherited, outcome)

    def score(self, side: int) -> SchieberScore:
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
