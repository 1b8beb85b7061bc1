"""Incidents: what happened at the table besides the play, and who has signed it."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

MISDEAL: Final = "misdeal"
"""The category of an incident that makes its deal void once all sides have signed it."""


@dataclass(slots=True)
class IncidentFacts:
    """An incident: its category, the id of the deal that it is about, and who has signed it.

    `deal` is None before the first deal, and where an older record does not tell.
    """

    category: str
    deal: str | None
    signed: set[int] = field(default_factory=set)

    def voids_deal(self, *, sides: Collection[int]) -> bool:
        """Whether its deal is void because of it: it is a misdeal, and all sides have signed it (R-5)."""
        return self.category == MISDEAL and self.signed.issuperset(sides)
