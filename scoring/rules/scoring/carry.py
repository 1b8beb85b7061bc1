"""What a deal inherits from the deals before it: the accumulator of the fold over a game.

With it a deal can be judged without reading the ones before, and a correction starts at the deal it touches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.rules.record.kinds import DealOpened
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.result import Result, TotalsBefore


@dataclass(frozen=True, slots=True)
class Redeal:
    """A void deal that is still to be dealt again, once the deal `after` is over, by the same `dealer` (R-5).

    `deal` is its number: two deals of one dealer may become void at the same time. It is 0 in a row written before it
    was kept; `manage.py rebuild` fills it in.
    """

    after: int
    dealer: int
    deal: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Carry:
    """The state between two deals.

    `opened` counts the deals opened so far, `counted` those that count towards `deals` (R-30), `totals` are by side in
    their order; `dealer` is next in the rotation, and `redeals` are void deals that are still to be dealt again: after
    which deal, and by whom (R-5). `result` is the end of the game, if an earlier deal gave it; `proven` counts findings
    not ruled on. `memory` is what else a variant must know of the deals that count, as JSON has it; None where it needs
    nothing.
    """

    opened: int
    counted: int
    dealer: int
    totals: tuple[int, ...]
    redeals: tuple[Redeal, ...] = ()
    result: Result | None = None
    proven: int = 0
    memory: Any = None

    @classmethod
    def first(cls, *, dealer: int, totals: tuple[int, ...]) -> Self:
        """Before the first deal: the sides have their start scores (R-30)."""
        return cls(opened=0, counted=0, dealer=dealer, totals=totals)

    @property
    def standing(self) -> TotalsBefore | None:
        """Totals before the deal, None where the game is over."""
        if self.result is not None:
            return None
        return TotalsBefore(dict(enumerate(self.totals, start=1)), self.counted)

    @property
    def next_dealer(self) -> int:
        """Who deals next: a void deal is dealt again by the same dealer, then the rotation goes on (R-5)."""
        due = self.due
        return due.dealer if due else self.dealer

    def dealer_by(self, report: DealOpened, *, insisted: bool) -> int:
        """The dealer by this report.

        Raises Refused (`wrong_dealer`) if it names another seat than the next dealer's and does not insist.
        """
        dealer = report.dealer or self.next_dealer
        if dealer != self.next_dealer and not insisted:
            raise Refused("wrong_dealer", pointer=("dealer",), expected_dealer=self.next_dealer)
        return dealer

    @property
    def due(self) -> Redeal | None:
        """The void deal that is dealt again next; None where none is due."""
        return next((redeal for redeal in self.redeals if redeal.after <= self.opened), None)

    def opened_deal(self, *, next_dealer: int) -> Self:
        """After a deal was opened: a redeal is done, or the rotation has moved on to `next_dealer`."""
        due = self.due if self.redeals else None
        if due is not None:
            rest = tuple(redeal for redeal in self.redeals if redeal is not due)
            return replace(self, opened=self.opened + 1, redeals=rest)
        return replace(self, opened=self.opened + 1, dealer=next_dealer)

    def dealt_again(self, redeal: Redeal) -> Self:
        """A deal is to be dealt again: because it is void, or was void when it was dealt again."""
        return replace(self, redeals=(*self.redeals, redeal))

    def void(self, *, added: Mapping[int, int], result: Result | None) -> Self:
        """After a void deal: its points count nothing, but a penalty stands (`added`), and a game lost by a ruling."""
        if self.result is not None:
            return self
        totals = tuple(total + added.get(side, 0) for side, total in enumerate(self.totals, start=1))
        return replace(self, totals=totals, result=result)

    def settled(self, *, totals: Mapping[int, int], result: Result | None, proven: int, memory: Any = None) -> Self:
        """After a settled or stopped deal: its points count, unless the game was over before it (R-35)."""
        if self.result is not None:
            return self
        return replace(
            self,
            counted=self.counted + 1,
            totals=tuple(total + totals[side] for side, total in enumerate(self.totals, start=1)),
            result=result,
            proven=self.proven + proven,
            memory=memory,
        )

    def as_json(self) -> dict[str, Any]:
        """For the deal's row."""
        return {
            "opened": self.opened,
            "counted": self.counted,
            "dealer": self.dealer,
            "totals": list(self.totals),
            "redeals": [[redeal.after, redeal.dealer, redeal.deal] for redeal in self.redeals],
            "result": self.result.as_json() if self.result else None,
            "proven": self.proven,
            **({} if self.memory is None else {"memory": self.memory}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """From the deal's row."""
        result = data["result"]
        return cls(
            opened=data["opened"],
            counted=data["counted"],
            dealer=data["dealer"],
            totals=tuple(data["totals"]),
            redeals=tuple(Redeal(*redeal) for redeal in data["redeals"]),
            result=Result.from_json(result) if result else None,
            proven=data["proven"],
            memory=data.get("memory"),
        )
