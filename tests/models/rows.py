"""Rows to try the tables with: the smallest that are allowed, each value open to change."""

import itertools
import uuid
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User

from scoring.models import Deal, Dispute, Game, Report, ReportName, Token

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
_numbers = itertools.count(1)


def a_user(**values: Any) -> User:
    """Somebody with an account."""
    return User.objects.create_user(**{"username": f"user{next(_numbers)}"} | values)


def a_game(**values: Any) -> Game:
    """A game nobody has reported anything of."""
    ordinary: dict[str, Any] = {
        "organizer": values.pop("organizer", None) or a_user(),
        "variant": "schieber",
        "preset": "schieber-stargames",
        "options": {"target": 1000},
        "first_dealer": 4,
        "lineup": [],
        "scores": [0, 0],
        "next": {"expects": ["deal"], "seat": None},
        "created_at": NOON,
        "updated_at": NOON,
    }
    return Game.objects.create(**ordinary | values)


def a_deal(game: Game, **values: Any) -> Deal:
    """The first deal of a game, nothing announced."""
    standing = {"number": 1, "status": "announcing", "dealer": 4, "leader": 1}
    ordinary = standing | {"opening": uuid.uuid4(), "opened": 1, "carry": {}, "sheet": {}}
    return Deal.objects.create(game=game, **ordinary | values)


def a_report(game: Game, **values: Any) -> Report:
    """A journal entry at its own place."""
    seq = values.get("seq", 1)
    ordinary: dict[str, Any] = {
        "seq": seq,
        "root": seq,
        "report_id": uuid.uuid4(),
        "kind": "deal",
        "payload": {},
        "by_role": "scorer",
        "recorded_at": NOON,
    }
    return Report.objects.create(game=game, **ordinary | values)


def a_name(report: Report, **values: Any) -> ReportName:
    """Another name of a report, sent for the same fact in the same words."""
    ordinary = {"name": uuid.uuid4(), "kind": report.kind, "payload": report.payload}
    return ReportName.objects.create(game=report.game, report=report, **ordinary | values)


def a_token(**values: Any) -> Token:
    """An organizer's token of which nobody knows the secret."""
    ordinary: dict[str, Any] = {"digest": uuid.uuid4().hex * 2, "role": "organizer", "created_at": NOON}
    if values.get("role", "organizer") in {"organizer", "referee"}:
        ordinary["user"] = values.pop("user", None) or a_user()
    return Token.objects.create(**ordinary | values)


def a_dispute(game: Game, **values: Any) -> Dispute:
    """A dispute that side 1 has raised about the first deal."""
    ordinary: dict[str, Any] = {
        "id": uuid.uuid4(),
        "deal": 1,
        "category": "revoke",
        "raised_by_side": 1,
        "state": "open",
        "entries": [2],
        "raised_at": NOON,
        "updated_at": NOON,
    }
    return Dispute.objects.create(game=game, **ordinary | values)
