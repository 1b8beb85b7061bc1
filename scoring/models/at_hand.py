"""What was read of a game together with its row. No table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from scoring.models.reports import Report


@dataclass(frozen=True, slots=True)
class OnRecord:
    """A report on record that an id names.

    Where a second device sent it under this id, `other` is what that device sent: its kind and its fields.
    """

    report: "Report"
    other: tuple[str, Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class AtHand:
    """The entries of a game at a version, from the current deal on, and what some ids name.

    `entries` stand at `place` or later, oldest first, without incidents that nobody took back or corrected. `asked` are
    the ids that were looked for, and `found` those of them that are on record.
    """

    version: int
    place: int
    entries: "Sequence[Report]"
    asked: frozenset[UUID]
    found: Mapping[UUID, OnRecord]
