"""Taking reports: the one way in which a game is written (docs/api.md, Reports)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from scoring import mapping
from scoring.models import Game, GameStatus, Report, ReportName
from scoring.rules.record.codec import written
from scoring.rules.record.entries import Entry, Sent, Unit
from scoring.rules.record.kinds import Corrected, Retracted
from scoring.rules.record.refusals import Refused
from scoring.services import ledger
from scoring.services.entries import stamp
from scoring.services.reports.answers import Accepted, accepted, all_known, with_both_sides
from scoring.services.reports.calls import Author, Call, received
from scoring.services.reports.effects import effects_of
from scoring.services.reports.hearing import Heard, HeldUp, hear
from scoring.services.reports.judgement import Judgement
from scoring.statements.writes import Insertion


class NotInsisted(Exception):
    """Reports go against the rules and do not insist: the findings, each with the index of its report."""

    def __init__(self, findings: Sequence[dict[str, Any]]) -> None:
        super().__init__("irregular")
        self.findings = findings


FEW: Final = 12
"""A call with more reports than this is judged before the game is locked."""


def is_dear(sent: Sequence[Sent], *, author: Author) -> bool:
    """Whether it may take long to judge a call: it has many reports, or it may correct an early deal of a long game."""
    back = any(isinstance(one.said.report, Retracted | Corrected) for one in sent)
    return len(sent) > FEW or (back and author.access.reaches_all)


def accept(
    game: Game,
    sent: Sequence[Sent],
    *,
    author: Author,
    matches: Callable[[int], bool] | None,
    dry_run: bool,
    now: datetime,
    brief: bool = False,
) -> Judgement[Accepted]:
    """Judge reports in order, all or nothing, by the state of `game`.

    `matches` says whether the client knows this version; `brief` asks for the least that can be answered. Raises
    Refused (with `report`, the index) or NotInsisted. A dry run writes nothing when it is finished.
    """
    version = game.version
    # A call of which everything is on record is answered before the version is looked at. A phone that lost the answer
    # sends the same again, with the version that it knew then; it must learn that its reports have arrived.
    call = received(game, sent, author=author, brief=brief)
    if not call.fresh:
        return Judgement(game, version, partial(all_known, call))
    if matches is not None and not matches(game.version):
        raise Refused("version_conflict", version=game.version)
    if game.status == GameStatus.ABANDONED:
        raise Refused("game_over", abandoned=True)
    ids = {one.id for one in sent if one.id is not None}
    known = {id_: call.known.get(id_) for id_ in ids}
    return Judgement(game, version, _judged(call, dry_run=dry_run, now=now), known)


def _judged(call: Call, *, dry_run: bool, now: datetime) -> Callable[[], Accepted]:
    """Hear the new reports of a call, and work out what follows. What is answered writes it, except in a dry run."""
    try:
        found = hear(call, dry_run=dry_run)
    except HeldUp as held_up:
        raise _not_insisted(call, held_up) from None
    except Refused as refusal:
        raise with_both_sides(refusal, call) from None
    heard = dict(zip(call.fresh, found.hearings.heard, strict=True))
    rows = {index: _row(call, index, one, now=now) for index, one in heard.items() if isinstance(one, Entry)}
    follows = _follows(call, found) if rows else None
    names = _names(call, rows=rows, heard=heard, reports=found.reports)
    effects = effects_of(call.game, follows, found.referee) if follows is not None else []
    secrecy = found.secrecy.after(found.referee, recorded=not dry_run, fresh=list(rows.values()))

    def finish() -> Accepted:
        if not dry_run:
            _write(call.game, rows=list(rows.values()), names=names, follows=follows, now=now)
        return accepted(call, {**heard, **rows}, findings=found.hearings.new, effects=effects, secrecy=secrecy)

    return finish


def _follows(call: Call, found: Heard) -> ledger.Consequences:
    """What follows for the game and its deals; those that were not read stay, or inherit other totals."""
    rows, kept = found.start.rows, found.kept
    if kept is None:
        return ledger.work_out(call.game, found.referee, rows=rows)
    return ledger.work_out_stretch(
        call.game, found.referee, rows=rows, kept=kept.rows, totals=kept.totals, proven=kept.proven
    )


def _not_insisted(call: Call, held_up: HeldUp) -> NotInsisted:
    """The findings that hold the call up, as its author may see them. `report` is the index in the call."""
    fresh, secrecy = call.fresh, held_up.secrecy
    findings = held_up.irregular.findings
    return NotInsisted([{**secrecy.new_finding(one), "report": fresh[one.report]} for one in findings])


def _row(call: Call, index: int, entry: Entry, *, now: datetime) -> Report:
    """The new row of the journal: the report and its sender."""
    row = mapping.report_row(entry, game=call.game)
    token = call.author.token
    row.occurred_at = call.sent[index].occurred_at
    return stamp(row, token=token, role=token.role, label=token.label, now=now)


def _names(
    call: Call, *, rows: Mapping[int, Report], heard: Mapping[int, Entry | Unit], reports: Sequence[Report]
) -> list[ReportName]:
    """Other names of what is on record."""
    # The id of a duplicate is kept with what was sent under it. The device that sent it knows the report by no other
    # id: a retry, a retraction or a signature under that id must find the report, and the id must not come to mean
    # something else later.
    on_record = {row.seq: row for row in (*reports, *rows.values())}
    return [
        _name(call, index, one, on_record)
        for index, one in heard.items()
        if isinstance(one, Unit) and call.sent[index].id is not None
    ]


def _write(
    game: Game,
    *,
    rows: Sequence[Report],
    names: Sequence[ReportName],
    follows: ledger.Consequences | None,
    now: datetime,
) -> None:
    """The journal's new rows, then other names of what is on record, then what follows."""
    if names:  # they refer to the rows, which need their keys for it
        Report.objects.bulk_create(rows)
        ReportName.objects.bulk_create(names)
    else:
        Insertion(rows).write()
    if follows is not None:
        ledger.save(game, follows, now=now)


def _name(call: Call, index: int, unit: Unit, on_record: Mapping[int, Report]) -> ReportName:
    """Another name for a report on record: the id that this one was sent with."""
    sent = call.sent[index]
    row = on_record.get(unit.seq) or Report.objects.get(game=call.game, seq=unit.seq)
    return ReportName(
        game=call.game, name=str(sent.id), report=row, kind=sent.said.report.kind, payload=written(sent.said)
    )
