"""Taking reports: the one way in which a game is written (API.md section 4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring import mapping
from scoring.models import Game, GameStatus, Report, ReportName
from scoring.rules import referee as rules
from scoring.rules.record.codec import written
from scoring.rules.record.entries import Entry, Unit
from scoring.rules.record.refusals import Refused
from scoring.selectors.reports import standing_from
from scoring.services import ledger
from scoring.services.reports.answers import Secrecy, finding_json, hidden_on_record, known_line, line
from scoring.services.reports.calls import Author, Call, Sent, received
from scoring.services.reports.effects import effects_of
from scoring.services.reports.hearing import listen
from scoring.services.reports.reach import start_of

__all__ = ["Accepted", "Author", "Irregular", "Sent", "accept"]


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of a call: a line for each report, the new findings, what else it changed, and the game as it is now.

    `known` says that nothing was new; `still_open` that the deal shown keeps its secrets although a dry run settles it.
    """

    lines: list[dict[str, Any]]
    findings: list[dict[str, Any]]
    game: Game
    effects: Sequence[dict[str, Any]] = ()
    known: bool = False
    still_open: bool = False


class Irregular(Exception):
    """Reports go against the rules and do not insist: the findings held up, each with the index of its report."""

    def __init__(self, findings: Sequence[dict[str, Any]]) -> None:
        super().__init__("irregular")
        self.findings = findings


def accept(
    game: Game,
    sent: Sequence[Sent],
    *,
    author: Author,
    matches: Callable[[int], bool] | None,
    dry_run: bool,
    now: datetime,
) -> Accepted:
    """Take reports in order, all or nothing. `game` is locked by the caller.

    `matches` says whether a version is the one that the client knows. Raises Refused (with `report`, the index) or
    Irregular; then nothing is written, and the caller's transaction is to be rolled back.
    """
    call = received(game, sent, author=author)
    if not call.fresh:
        return Accepted([known_line(call, call.echoes.get(i, i)) for i in range(len(sent))], [], game, known=True)
    if matches is not None and not matches(game.version):
        raise Refused("version_conflict", version=game.version)
    if game.status == GameStatus.ABANDONED:
        raise Refused("game_over")
    start = start_of(call)
    reports = standing_from(game, place=start.place)
    hidden_before = hidden_on_record(start.rows)
    try:
        judge, hearings = listen(call, start, reports, hidden=hidden_before, dry_run=dry_run)
    except rules.Irregular as irregular:
        raise _held_up(call, irregular, hidden_before) from None
    heard = dict(zip(call.fresh, hearings.heard, strict=True))
    rows = {index: _row(call, index, one.entry, now=now) for index, one in heard.items() if one.entry is not None}
    applied = ledger.apply(game, judge, rows=start.rows) if rows else None
    if not dry_run:
        _write(call, rows=rows, heard=heard, reports=reports)
        if applied is not None:
            ledger.save(game, applied, now=now)
    secrecy = Secrecy(judge, _secret_in(game), hidden_before, recorded=not dry_run)
    return Accepted(
        [line(call, index, heard, rows, secrecy) for index in range(len(sent))],
        [finding_json(held, call, secrecy) for held in hearings.new],
        game,
        effects=effects_of(game, applied) if applied is not None else [],
        known=not rows,
        still_open=dry_run and game.current_deal is not None and bool(secrecy.hides(game.current_deal.number)),
    )


def _secret_in(game: Game) -> frozenset[str]:
    """The kinds that are hidden in a deal of the game until it is settled."""
    known = mapping.rules_game(game)
    return known.variant.secret(known.options)


def _held_up(call: Call, irregular: rules.Irregular, hidden_before: Mapping[int, frozenset[str]]) -> Irregular:
    """The findings that hold the call up, as its author may see them; the indexes are those of the call."""
    secrecy = Secrecy(None, _secret_in(call.game), hidden_before, recorded=False)
    fresh = call.fresh
    return Irregular([{**finding_json(held, call, secrecy), "report": fresh[held.report]} for held in irregular.held])


def _row(call: Call, index: int, entry: Entry, *, now: datetime) -> Report:
    """The new row of the journal: what was said, and who said it."""
    row = mapping.report_row(entry, game=call.game)
    token = call.author.token
    row.token, row.by_role, row.by_label = token, token.role, token.label
    row.occurred_at, row.recorded_at = call.sent[index].occurred_at, now
    return row


def _write(
    call: Call, *, rows: Mapping[int, Report], heard: Mapping[int, rules.Heard], reports: Sequence[Report]
) -> None:
    """The journal's new rows, then other names of what is on record."""
    if rows:
        Report.objects.bulk_create(rows.values())
    on_record = {row.seq: row for row in (*reports, *rows.values())}
    names = [
        _name(call, index, one.duplicate, on_record)
        for index, one in heard.items()
        if one.duplicate is not None and call.sent[index].id is not None
    ]
    if names:
        ReportName.objects.bulk_create(names)


def _name(call: Call, index: int, unit: Unit, on_record: Mapping[int, Report]) -> ReportName:
    """Another name for a report on record: the id that this one was sent with."""
    sent = call.sent[index]
    row = on_record.get(unit.seq) or Report.objects.get(game=call.game, seq=unit.seq)
    return ReportName(
        game=call.game, name=str(sent.id), report=row, kind=sent.said.report.kind, payload=written(sent.said)
    )
