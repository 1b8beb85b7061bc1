"""Disputes: raised by a side, taken and decided by a referee. Each step is one entry of the journal.

What may be done when stands in one table (scoring/rules/rulings/disputes.py). Every function here expects the game
under its lock and a transaction around it, the dispute read after that, and raises Refused before anything is written.
`step` says who acts, with a token or at the review desk, and under which id. Rulings are in rulings.py.
All but `raise_dispute` judge the step, and leave it to the caller to have it written (`Judgement.finish`).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from scoring import mapping
from scoring.models import Dispute, Game, Role
from scoring.rules.record.codec import written
from scoring.rules.record.decisions import DisputeStep
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings import disputes as rules
from scoring.rules.view.secrets import Viewer, seen_sheet
from scoring.selectors import disputes as selector
from scoring.selectors.access import Actor
from scoring.selectors.games import deals_of, named_as
from scoring.services.disputes.entries import (
    DisputeRecord,
    StepRequest,
    case_known,
    check_version,
    entry_of,
    note,
    nothing_new,
    record_step,
    row_of,
)
from scoring.services.disputes.rulings import Outcome, check_decider, check_other_than_first, check_referee, rule
from scoring.services.entries import known_by, reused
from scoring.services.reports.judgement import Judgement

__all__ = ["DisputeRecord", "Outcome", "appeal", "dismiss", "raise_dispute", "rule", "state", "take", "withdraw"]

MOST_ENTRIES = 50
"""How many entries a dispute has before it takes no further statement. It can be decided however many it has."""

MOST_DISPUTES = 50
"""How many disputes are raised about one deal, those that were withdrawn among them."""


def raise_dispute(game: Game, raised: Said, *, step: StepRequest) -> DisputeRecord:
    """Raise a dispute, or answer the one that this id raised before with the same content.

    `raised` is a DisputeStep of the step `raised`, about a deal. Its id is that of the step, or a new one.
    """
    id_ = step.id or uuid4()
    step = replace(step, id=id_)
    sheet = _sheet_of(game, raised, viewer=step.actor.access.viewer)
    said = _with_its_finding(raised, sheet, id_=id_)
    raised_before = _raised_before(game, said, id_=id_)
    if raised_before is not None:
        return raised_before
    check_version(game, step)
    _check_about(game, said, sheet)
    if selector.of_game(game).filter(deal=said.deal).count() >= MOST_DISPUTES:
        raise Refused("too_much_at_once", disputes=True, most=MOST_DISPUTES)
    entry = entry_of(game, said, about=UUID(sheet["id"]) if sheet else None, id_=id_)
    row = row_of(game, entry, step=step)
    raised_now = rules.docket_of([entry]).disputes[entry.id]
    values = mapping.dispute_values(raised_now, game=game, deal=raised_now.deal, rows={row.seq: row})
    dispute = Dispute(id=id_, game=game, **values)
    _insert(dispute)
    row.save(force_insert=True)
    note(game, entry, waiting=1, now=step.now)
    return DisputeRecord(game, dispute, [row])


def take(game: Game, dispute: Dispute, *, step: StepRequest) -> Judgement[DisputeRecord]:
    """Take a dispute on; who has it already has it. Whoever decided first does not take the appeal."""
    check_referee(game, step)
    said = _said(dispute, rules.TAKE)
    if rules.TAKE in rules.NEXT[dispute.state] and step.account is not None and dispute.referee_id == step.account:
        known = case_known(game, dispute, said, step=step)
        return nothing_new(game, known or DisputeRecord(game, dispute, selector.entries_of(dispute), known=True))
    check = partial(check_other_than_first, game, dispute, step)
    return record_step(game, dispute, said, action=rules.TAKE, step=step, check=check)


def state(
    game: Game, dispute: Dispute, *, statement: str, side: int | None = None, step: StepRequest
) -> Judgement[DisputeRecord]:
    """Say something about a dispute, for a side; a referee may speak for none."""
    said = _said(dispute, rules.STATE, statement=statement, side=_side_of(step.actor, side))
    return record_step(game, dispute, said, action=rules.STATE, step=step, check=partial(_check_room, dispute))


def dismiss(game: Game, dispute: Dispute, *, reason: str, step: StepRequest) -> Judgement[DisputeRecord]:
    """Decide that nothing follows, with the reason; an earlier decision on the dispute stands no more."""
    check_referee(game, step)
    said = _said(dispute, rules.DISMISS, statement=reason)
    check = partial(check_decider, game, dispute, step, action=rules.DISMISS)
    return record_step(game, dispute, said, action=rules.DISMISS, step=step, check=check)


def withdraw(game: Game, dispute: Dispute, *, reason: str | None = None, step: StepRequest) -> Judgement[DisputeRecord]:
    """Take a dispute back: who raised it, who reports for the whole table, or the organizer."""
    if not _raised_it(dispute, step.actor):
        raise Refused("forbidden", role=step.actor.role)
    said = _said(dispute, rules.WITHDRAW, statement=reason)
    return record_step(game, dispute, said, action=rules.WITHDRAW, step=step)


def appeal(
    game: Game, dispute: Dispute, *, statement: str, side: int | None = None, step: StepRequest
) -> Judgement[DisputeRecord]:
    """Ask for another decision, by somebody else: a side does, or the organizer."""
    if step.actor.role == Role.REFEREE:
        raise Refused("forbidden", role=step.actor.role)
    said = _said(dispute, rules.APPEAL, statement=statement, side=_side_of(step.actor, side))
    return record_step(game, dispute, said, action=rules.APPEAL, step=step)


# --- raised before ------------------------------------------------------------------------------------------------


def _raised_before(game: Game, said: Said, *, id_: UUID) -> DisputeRecord | None:
    """The dispute that this id raised with the same content, None where the id is new; else Refused."""
    known = known_by(game, id_)
    if known is None:
        return None
    if known.kind != DisputeStep.kind or not _same(known.payload, said):
        raise reused(id_)
    dispute = selector.of_game(game).get(pk=id_)
    return DisputeRecord(game, dispute, selector.entries_of(dispute), known=True)


def _same(recorded: Mapping[str, Any], said: Said) -> bool:
    """Whether a dispute says what is on record.

    A dispute about a finding may leave out its seat and trick. They were taken from the finding then, and the finding
    may have gone since.
    """
    sent = written(said)
    left_out = {"seat", "trick"} - sent.keys() if "finding" in sent else set()
    return sent == {name: value for name, value in recorded.items() if name not in left_out}


# --- who speaks ---------------------------------------------------------------------------------------------------


def _side_of(actor: Actor, side: int | None) -> int | None:
    """The side that speaks: a player's own; who reports for the whole table says for which."""
    if actor.role == Role.PLAYER:
        if side not in {None, actor.access.side}:
            raise Refused("forbidden", own_seat=actor.access.seat, side=side)
        return actor.access.side
    if actor.role == Role.SCORER and side is None:
        raise Refused("missing_field", pointer=("side",), name="side")
    return side


def _raised_it(dispute: Dispute, actor: Actor) -> bool:
    if actor.role != Role.PLAYER:
        return actor.role in {Role.ORGANIZER, Role.SCORER}
    if dispute.raised_by_seat is not None:
        return dispute.raised_by_seat == actor.access.seat
    return dispute.raised_by_side == actor.access.side


# --- what it is about ---------------------------------------------------------------------------------------------


def _sheet_of(game: Game, raised: Said, *, viewer: Viewer) -> Mapping[str, Any] | None:
    """The sheet of the deal that a dispute names, as this viewer sees it; None where there is no such deal."""
    current = game.current_deal
    if current is None or raised.deal is None:
        return None
    sheet: Mapping[str, Any] | None = current.sheet
    if raised.deal not in {current.number, str(current.opening)}:
        sheet = deals_of(game).filter(named_as(raised.deal)).values_list("sheet", flat=True).first()
    return seen_sheet(sheet, viewer) if sheet is not None else None


def _with_its_finding(raised: Said, sheet: Mapping[str, Any] | None, *, id_: UUID) -> Said:
    """The dispute under its id; one about a finding is about its seat and trick, where it names none."""
    report = raised.report
    if not isinstance(report, DisputeStep):
        raise TypeError("only a dispute is raised")
    found = _finding(report.finding, sheet)
    if found is not None:
        report = replace(report, seat=report.seat or found["seat"], trick=report.trick or found["trick"])
    number = sheet["number"] if sheet else raised.deal
    return Said(report=replace(report, dispute=str(id_), step=rules.RAISED), deal=number)


def _finding(id_: str | None, sheet: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    findings = sheet["findings"] if sheet else ()
    return next((one for one in findings if one["id"] == id_), None)


def _check_about(game: Game, said: Said, sheet: Mapping[str, Any] | None) -> None:
    """Refuse a dispute about a deal that is not there, or about a finding that the deal does not have."""
    if sheet is None:
        current = game.current_deal.number if game.current_deal else 0
        facts: dict[str, Any] = {"minimum": 1, "maximum": current} if current else {"hint": "deal"}
        raise Refused("invalid_value", pointer=("deal",), **facts)
    finding = getattr(said.report, "finding", None)
    if finding is not None and _finding(finding, sheet) is None:
        raise Refused("invalid_value", pointer=("finding",), hint="finding")


def _check_room(dispute: Dispute) -> None:
    """Refuse a further statement in a dispute that has plenty."""
    if len(dispute.entries) >= MOST_ENTRIES:
        raise Refused("too_much_at_once", statements=True, most=MOST_ENTRIES)


def _said(dispute: Dispute, action: str, *, statement: str | None = None, side: int | None = None) -> Said:
    """A step of a dispute, as the journal tells it."""
    step = DisputeStep(dispute=str(dispute.pk), step=rules.STEP_OF[action], side=side, statement=statement)
    if action == rules.DISMISS:  # so that the findings know that it is them of which nothing follows
        finding = None if dispute.finding is None else str(dispute.finding)
        step = replace(step, category=dispute.category, trick=dispute.trick, seat=dispute.seat, finding=finding)
    return Said(report=step, deal=dispute.deal)


def _insert(dispute: Dispute) -> None:
    """The new row; an id that a dispute of another game has is refused."""
    # Asked first: a database writes the values of a row that it refuses into its own log. Only of two who choose the
    # same id at the same moment one is refused by the database.
    if Dispute.objects.filter(pk=dispute.pk).exists():
        raise reused(dispute.pk)
    try:
        with transaction.atomic():
            dispute.save(force_insert=True)
    except IntegrityError:
        if not Dispute.objects.filter(pk=dispute.pk).exists():
            raise
        raise reused(dispute.pk) from None
