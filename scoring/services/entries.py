"""Writing entries of the journal that were never reports of the table."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from scoring.models import Game, Report
from scoring.services.reports.calls import Author


def enter(
    game: Game, kind: str, payload: Mapping[str, Any], *, author: Author, now: datetime, id_: UUID | None = None
) -> None:
    """Add an entry to the journal; `game` is locked by the caller, who also saves it."""
    seq = game.version + 1
    Report.objects.create(
        game=game,
        seq=seq,
        root=seq,
        report_id=id_ or uuid4(),
        kind=kind,
        payload=payload,
        token=author.token,
        by_role=author.token.role,
        by_label=author.token.label,
        recorded_at=now,
    )
    game.version = seq
    game.updated_at = now
