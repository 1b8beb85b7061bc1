"""What an import is asked to take in: a whole game as a document, read and of its form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.rules.record.entries import About
from scoring.rules.record.kinds import Said
from scoring.services.changes.settings import SETTINGS
from scoring.services.games import Opening
from scoring.services.giving_up import is_given_up


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """An entry of the journal as the document has it. `said` is None for kinds that only their own endpoints write."""

    id: UUID
    kind: str
    payload: Mapping[str, Any]
    said: Said | None
    role: str
    label: str
    occurred_at: datetime | None
    recorded_at: datetime
    about: tuple[About | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherName:
    """Another name of a report: the id of the report, and how it was said under this name."""

    id: UUID
    recorded_as: UUID
    said: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole game, read and of its form. `outcome` is what it claims to amount to."""

    id: UUID
    opening: Opening
    created_at: datetime
    updated_at: datetime
    lines: Sequence[JournalLine]
    names: Sequence[OtherName]
    outcome: Mapping[str, Any]

    @property
    def abandoned(self) -> bool:
        """Whether the journal says that the game was given up."""
        return is_given_up(line.kind for line in self.lines)

    @property
    def dealer_set(self) -> int:
        """The seq of the newest entry that changed the first dealer, 0 where none did."""
        changes = ((seq, line.payload) for seq, line in enumerate(self.lines, start=1) if line.kind == SETTINGS)
        return max((seq for seq, payload in changes if "first_dealer" in payload), default=0)
