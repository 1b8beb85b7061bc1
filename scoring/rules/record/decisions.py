"""The kinds of the journal that decide over the record: the steps of a dispute, and rulings.

Nobody reports them. Only their own endpoints and the review desk write them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.rules.pack.cards import Card
from scoring.rules.record.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeStep:
    """A step of a dispute: raised, taken by a referee, said something about, dismissed, withdrawn, appealed."""

    kind: ClassVar[str] = "dispute"
    dispute: str = wire("report_id", required=True, about="The id of the dispute.")
    step: str = wire("category", required=True, about="What happened to it.")
    category: str | None = wire("category", about="What it is about; told when it is raised.")
    trick: int | None = wire("trick_number", about="The trick that it is about.")
    seat: int | None = wire("seat", about="The seat that it is about.")
    raised_by: Mapping[str, int] | None = wire("seat_or_side", about="The seat or the side that raised it.")
    finding: str | None = wire("report_id", about="The finding that it is about.")
    side: int | None = wire("side", about="The side that makes the statement.")
    statement: str | None = wire("text", about="In words.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A referee has ruled: what happened, and what follows for the score (section 9)."""

    kind: ClassVar[str] = "ruling"
    dispute: str = wire("report_id", required=True, about="The id of the dispute that it decides.")
    offence: str = wire("category", required=True, about="What happened, by the referee's finding.")
    discovered: str = wire("category", required=True, about="When it was found: trick_open, trick_turned, deal_over.")
    remedy: str = wire("category", required=True, about="What follows from it.")
    article: str | None = wire("text", about="The article of the regulations.")
    trick: int | None = wire("trick_number", about="The trick that it is about.")
    seat: int | None = wire("seat", about="The seat that is at fault.")
    side: int | None = wire("side", about="The side that is at fault.")
    card: Card | None = wire("card", about="The card that loses its strength.")
    leads: int | None = wire("seat", about="The seat that leads the next trick.")
    leads_trick: int | None = wire("trick_number", about="The trick that this seat leads.")
    points: Mapping[int, int] | None = wire(
        "points_by_side", low=-100_000, high=100_000, about="Points by side, after the factor."
    )
    finding: str | None = wire("report_id", about="The finding that it settles.")
    reason: str | None = wire("text", about="Why.")


Decision = DisputeStep | Ruled

DECISIONS: dict[str, type[Decision]] = {kind.kind: kind for kind in (DisputeStep, Ruled)}
"""The kinds of the journal that decide over the record. Nobody reports them: they have endpoints of their own."""
