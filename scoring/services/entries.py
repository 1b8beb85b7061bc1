"""Entries of the journal that were never reports of the table: whether an id is taken, and writing one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from scoring.models import Game, Report
from scoring.rules.record.refusals import Refused
from scoring.selectors.reports import Named, named
from scoring.services.reports.calls import Author


def known_by(game: Game, id_: UUID | None) -> Named | None:
    """The entry of the journal that bears this id; refused where it is another name of a report."""
    known = None if id_ is None else named(game, [id_]).get(id_)
    if known is not None and not known.own:
        raise reused(id_)
    return known


def reused(id_: UUID | None) -> Refused:
    """The refusal of an id that means something else."""
    return Refused("id_reused", pointer=("id",), id=str(id_))


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
