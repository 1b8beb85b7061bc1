"""What the accounts of all variants share: the facts, which of them count, and the findings among the steps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.deal.facts import Deal
from scoring.rules.view.account import Account, Adds, Step

FAULT_RULES: Mapping[str, str] = {
    "trump_revoke": "R-12",
    "undertrump": "R-15",
    "false_weis": "R-36",
    "false_stoeck": "R-36",
    "false_claim": "R-32",
    "wrong_count": "R-9",
    "wrong_lead": "R-5",
    "wrong_deal": "R-5",
    "card_twice": "R-1",
    "missing_bid": "R-40",
}
"""The rule that each fault is against; following suit is R-13 with trump and R-14 without."""


@dataclass(frozen=True, slots=True)
class DealTold:
    """A deal that is accounted for."""

    account: Account

    @property
    def deal(self) -> Deal:
        """The facts."""
        return self.account.deal

    @property
    def counts(self) -> bool:
        """Whether the deal has scores at all: a void one has none (R-5)."""
        return self.deal.void_after is None

    @property
    def tricks_counted(self) -> int:
        """How many complete tricks stand in the scores: none beside a slate, or where a ruling decides it all."""
        beside = self.deal.count is not None or self.deal.decided.lost_by is not None
        return self.deal.complete_tricks if self.counts and not beside else 0

    def adds(self, side: int, *, to: str, points: int) -> Adds | None:
        """The part that a step brings, where the scores hold it."""
        return Adds(side, to, points) if self.counts and points else None

    def begun_by(self, clock: int) -> int:
        """How many tricks had begun with the fact of this number."""
        return sum(self.deal.played_clock[trick.cards[0]] <= clock for trick in self.deal.tricks)

    def findings(self, *, faults: tuple[str, ...] = (), trick: int | None = None, chapter: str) -> Iterator[Step]:
        """The findings of these faults, or of this trick."""
        for finding in self.account.findings:
            if finding["fault"] in faults if faults else finding["trick"] == trick:
                yield self._finding(finding, chapter=chapter)

    def _finding(self, finding: Mapping[str, Any], *, chapter: str) -> Step:
        trump = self.deal.mode is not None and self.deal.mode.has_trump
        rule = FAULT_RULES.get(finding["fault"], "R-13" if trump else "R-14")
        proof = finding["proven_by"] or {"card": None, "trick": None}
        facts = {**finding, "proof": proof["card"], "proof_trick": proof["trick"]}
        return Step(rule, chapter, "finding", "finding", facts)
