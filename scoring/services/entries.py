"""What all entries of the journal have in common: whether an id is taken, who sent it, and writing one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User

from scoring.models import Game, Report, Token
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


def stamp(
    row: Report, *, token: Token | None, role: str, label: str, now: datetime, user: User | None = None
) -> Report:
    """The row with who sent it and when. `user` is the account where a decision needs one: of a referee."""
    row.token, row.user, row.by_role, row.by_label, row.recorded_at = token, user, role, label, now
    return row


def enter(
    game: Game, kind: str, payload: Mapping[str, Any], *, author: Author, now: datetime, id_: UUID | None = None
) -> None:
    """Add an entry to the journal that is no report; `game` is locked by the caller, who also saves it."""
    seq, token = game.version + 1, author.token
    row = Report(game=game, seq=seq, root=seq, report_id=id_ or uuid4(), kind=kind, payload=payload)
    stamp(row, token=token, role=token.role, label=token.label, now=now).save(force_insert=True)
    game.version = seq
    game.updated_at = now
