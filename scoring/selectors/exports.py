"""Exports: a game as one document that another service can import.

The document has the settings of the game and its journal. The outcome follows from the journal and is there to be
compared. Tokens, the ids of players and the importer belong to one service and are left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring import mapping
from scoring.models import Game, Report, ReportName
from scoring.rules.pack.lineup import sittings_of
from scoring.rules.record.entries import standing
from scoring.rules.record.kinds import JOURNAL_KINDS
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.view.secrets import Viewer
from scoring.selectors.reports import ABOUT_SOMETHING, about_json, hides_from, journal_of

FORMAT: Final = "jassref-game"
"""The member `format` of an export."""

VERSION: Final = 1
"""The version of the format. It rises when a reader of the present one would misunderstand a document."""


def export_json(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The whole game as one document, at the version of `game`.

    Raises Refused (`secrets_open`) if the journal has something that this viewer may not see yet.
    """
    reports = list(journal_of(game).filter(seq__lte=game.version))
    if hides_from(viewer, reports, game=game):
        raise Refused("secrets_open")
    names = _names(game)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": head(game),
        "journal": [_line(report) for report in reports],
        "names": [_name(name) for name in names],
        "outcome": outcome(_referee_of(game, reports, names), status=game.status, waiting=game.open_disputes),
    }


def head(game: Game) -> dict[str, Any]:
    """The settings and the players of the game."""
    drawn = [one["character"] for one in game.lineup if "character" in one]
    return {
        "id": str(game.id),
        "variant": game.variant,
        "label": game.label,
        "public": game.public,
        "deck": game.deck,
        "rules": {"preset": game.preset, **game.options},
        "players": [one["player"]["name"] for one in game.lineup],
        **({"characters": drawn} if drawn else {}),
        **({"sittings": sat} if (sat := sittings_of(game.lineup)) else {}),
        "first_dealer": game.first_dealer,
        "created_at": game.created_at,
        "updated_at": game.updated_at,
    }


def outcome(referee: Referee, *, status: str, waiting: int) -> dict[str, Any]:
    """Status, result and scores that follow from the journal. `waiting` counts the disputes without a decision."""
    sheets = [referee.sheet(deal) for deal in referee.deals]
    return {
        "status": status,
        "result": mapping.result_of(referee, waiting=waiting),
        "scores": list(referee.totals),
        "deals": [{name: sheet[name] for name in ("number", "status", "scores")} for sheet in sheets],
    }


def _line(report: Report) -> dict[str, Any]:
    """An entry of the journal with all its fields."""
    insisted = {"as_played": True} if report.as_played else {}
    return {
        "seq": report.seq,
        "id": str(report.report_id),
        "kind": report.kind,
        **fields(report),
        **insisted,
        **about_json(report),
        **_bindings(report),
        "by": {"role": report.by_role, "label": report.by_label},
        "occurred_at": report.occurred_at,
        "recorded_at": report.recorded_at,
    }


def _bindings(report: Report) -> dict[str, Any]:
    """All that is kept of what an entry is about, where `about` does not say it: what was signed, or in a correction.

    It has what each of its reports is about, in their order: {"bindings": [{"deal": id, "signed": {…}}, null]}.
    """
    kept = report.about or []
    told = len(kept) == 1 and report.kind in ABOUT_SOMETHING and "signed" not in (kept[0] or {})
    return {"bindings": kept} if kept and not told else {}


def fields(report: Report) -> Mapping[str, Any]:
    """The fields of an entry. Players appear by name, because their ids mean nothing in another service."""
    players = report.payload.get("players") if report.kind not in JOURNAL_KINDS else None
    return report.payload if players is None else {**report.payload, "players": [one["name"] for one in players]}


def _names(game: Game) -> Sequence[ReportName]:
    """The other names of its reports, in the same order on every database."""
    names = ReportName.objects.filter(game=game, report__seq__lte=game.version).select_related("report")
    return sorted(names, key=lambda name: (name.report.seq, str(name.name)))


def _name(name: ReportName) -> dict[str, Any]:
    said: Mapping[str, Any] = name.payload
    return {"id": str(name.name), "recorded_as": str(name.report.report_id), "kind": name.kind, **said}


def _referee_of(game: Game, reports: Sequence[Report], names: Sequence[ReportName]) -> Referee:
    rules = mapping.rules_game(game)
    return Referee(
        rules,
        rules.start,
        standing(mapping.entries_of(reports, game=rules)),
        version=game.version,
        names={str(name.name): str(name.report.report_id) for name in names},
    )
