"""What follows from the facts of a deal, and how a game ends, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.seats import Side
from scoring.rules.scoring.status import END_REASONS, DealStatus, EndReason


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the sides that won, why, and in which deal; where everybody plays alone, each side's place.

    `winners` is empty while a fact is missing that decides: the game has ended, and its result waits (R-34).
    """

    winners: tuple[Side, ...]
    reason: EndReason
    deal: int
    places: tuple[tuple[Side, int], ...] | None = None

    @property
    def waits(self) -> bool:
        """Whether it is not known yet who has won."""
        return not self.winners

    def as_json(self) -> dict[str, Any]:
        """As it is kept; `official` is added where it is shown."""
        places = [{"side": side, "place": place} for side, place in self.places or ()]
        return {
            "winners": list(self.winners),
            "winner": self.winners[0] if len(self.winners) == 1 else None,
            "reason": self.reason.value,
            "deal": self.deal,
            **({"places": places} if places else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """From what is kept."""
        places = tuple((one["side"], one["place"]) for one in data.get("places", ())) or None
        return cls(tuple(data["winners"]), END_REASONS[data["reason"]], data["deal"], places)


@dataclass(frozen=True, slots=True)
class TotalsBefore:
    """What the sides have before the deal, and how many deals count so far."""

    totals: Mapping[Side, int]
    counted: int


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What follows from the facts of a deal: its status, what each side has, and the end of the game if it gives one.

    `scores`, `weis` and `stoeck` stand as the API shows them; `scores` is None for a void deal. `totals` are added to
    what each side has: points after the factor, penalty points, win points. `memory` is left to the deals after this
    one, where it counts (carry.py).
    """

    status: DealStatus
    scores: tuple[Mapping[str, Any], ...] | None
    totals: Mapping[Side, int]
    result: Result | None
    weis: tuple[Mapping[str, Any], ...] = ()
    stoeck: Mapping[str, int | None] | None = None
    memory: Any = None


def status_of(deal: Deal, *, surplus: bool, broken_off: bool, phase: DealStatus) -> DealStatus:
    """The status of a deal: what ended it, or `phase`, what it is in while it goes on."""
    if deal.void_after is not None:
        return DealStatus.VOID
    if surplus:
        return DealStatus.SURPLUS
    if broken_off:
        return DealStatus.STOPPED
    return DealStatus.SETTLED if deal.over else phase
