"""A step of a dispute, from its id to the rows: what disputes.py and rulings.py have in common."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID, uuid4

from scoring import mapping
from scoring.models import Dispute, Game, Report
from scoring.rules.record.codec import written
from scoring.rules.record.entries import About, Entry
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings import disputes as rules
from scoring.selectors import disputes as selector
from scoring.selectors.access import Actor
from scoring.selectors.readings import referee_at
from scoring.selectors.reports import Named
from scoring.services import ledger
from scoring.services.entries import known_by, reused, stamp
from scoring.services.ledger import set_columns
from scoring.services.reports.judgement import Judgement

T = TypeVar("T")

CHANGING = ("state", "referee", "decided_by", "taken", "decided", "appealed", "entries", "updated_at")
"""The columns of a dispute that a step may change."""


@dataclass(frozen=True, slots=True)
class DisputeRecord:
    """A dispute with its entries in the journal, as it is now; `known` says that nothing was new."""

    game: Game
    dispute: Dispute
    entries: Sequence[Report]
    known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRequest:
    """A step that somebody asks for.

    `id` is the id that the client chose. `matches` says whether the client knows this version of the game.
    """

    actor: Actor
    now: datetime
    id: UUID | None = None
    matches: Callable[[int], bool] | None = None

    @property
    def account(self) -> int | None:
        """The id of the acting account, None without one."""
        return None if self.actor.user is None else self.actor.user.pk


def record_step(
    game: Game, dispute: Dispute, said: Said, *, action: str, step: StepRequest, check: Callable[[], None] | None = None
) -> Judgement[DisputeRecord]:
    """Judge a step other than a ruling: one entry of the journal, and what follows from it.

    `check` raises Refused if the step is not possible now; for a decision it asks for the state, too. A step that is on
    record already skips it.
    """
    repeated = case_known(game, dispute, said, step=step)
    if repeated is not None:
        return nothing_new(game, repeated)
    check_version(game, step)
    if action not in rules.DECISIONS:
        rules.state_after(dispute.state, action)
    if check is not None:
        check()
    decided = decided_so(game, dispute, said) if action in rules.DECISIONS else None
    if decided is not None:
        return nothing_new(game, decided)
    return _judged(game, dispute, said, action=action, step=step)


def _judged(game: Game, dispute: Dispute, said: Said, *, action: str, step: StepRequest) -> Judgement[DisputeRecord]:
    """What follows from a step that is possible."""
    version, entry = game.version, entry_of(game, said, about=dispute.about, id_=step.id)
    row = row_of(game, entry, step=step)
    entries = [*selector.entries_of(dispute), row]
    waiting = move(game, dispute, entry, action=action, rows=entries)
    anew = action == rules.DISMISS or (game.result is not None and waiting < 0)
    follows = _follows(game, entry, number=dispute.deal, waiting=waiting) if anew else None

    def finish() -> DisputeRecord:
        row.save(force_insert=True)
        dispute.save(update_fields=CHANGING)
        if follows is None:
            note(game, entry, waiting=waiting, now=step.now)
        else:
            ledger.save(game, follows, now=step.now)
        return DisputeRecord(game, dispute, entries)

    return Judgement(game, version, finish, unused(step))


def nothing_new(game: Game, answer: T) -> Judgement[T]:
    """The judgement on what is on record already: nothing is written."""
    return Judgement(game, game.version, lambda: answer)


def unused(step: StepRequest) -> dict[UUID, Named | None]:
    """The id of a step, under which nothing may be on record when the step is written."""
    return {} if step.id is None else {step.id: None}


# --- steps on record, and versions -----------------------------------------------------------------------------------


def case_known(game: Game, dispute: Dispute, said: Said, *, step: StepRequest) -> DisputeRecord | None:
    """The dispute as it stands, where this very step is on record; refused where its id means something else."""
    known = known_by(game, step.id)
    if known is None:
        return None
    if known.kind != said.report.kind or known.payload != written(said):
        raise reused(step.id)
    return DisputeRecord(game, dispute, selector.entries_of(dispute), known=True)


def decided_so(game: Game, dispute: Dispute, said: Said) -> DisputeRecord | None:
    """The dispute as it stands, where the decision that stands says the same already."""
    if dispute.state not in rules.DECIDED_ANEW:
        return None
    entries = selector.entries_of(dispute)
    stands = next(entry for entry in entries if entry.seq == dispute.decided)
    if stands.kind != said.report.kind or _decision(stands.payload) != _decision(written(said)):
        return None
    return DisputeRecord(game, dispute, entries, known=True)


def _decision(payload: Mapping[str, Any]) -> dict[str, Any]:
    """What a decision says, without where its deal stood and how far that was then."""
    return {name: value for name, value in payload.items() if name not in {"deal", "leads_trick"}}


def check_version(game: Game, step: StepRequest) -> None:
    """Refuse a step by a client who knows another version of the game."""
    if step.matches is not None and not step.matches(game.version):
        raise Refused("version_conflict", version=game.version)


# --- writing ------------------------------------------------------------------------------------------------------


def entry_of(game: Game, said: Said, *, about: UUID | None, id_: UUID | None) -> Entry:
    """The next entry of the journal; `about` is the id of the deal that the dispute is about."""
    seq = game.version + 1
    return Entry(seq, str(id_ or uuid4()), said, root=seq, about=() if about is None else (About(deal=str(about)),))


def row_of(game: Game, entry: Entry, *, step: StepRequest) -> Report:
    """The new row of the journal."""
    row = mapping.report_row(entry, game=game)
    row.report_id, actor = UUID(entry.id), step.actor
    return stamp(row, token=actor.token, role=actor.role, label=actor.label, now=step.now, user=actor.user)


def move(game: Game, dispute: Dispute, entry: Entry, *, action: str, rows: Sequence[Report]) -> int:
    """Let a dispute stand where it stands after this entry, the last of its `rows`, without writing.

    Answers how many more disputes wait for a decision: 1, 0 or -1.
    """
    known = mapping.rules_game(game)
    before = rules.docket_of(mapping.entries_of(rows[:-1], game=known)).disputes[str(dispute.pk)]
    after = before.after(action, seq=entry.seq)
    set_columns(
        dispute, mapping.dispute_values(after, game=game, deal=dispute.deal, rows={row.seq: row for row in rows})
    )
    return after.waiting - before.waiting


def note(game: Game, entry: Entry, *, waiting: int, now: datetime) -> None:
    """Write of the game what a step changes that changes no score; while a dispute waits no result is official."""
    game.version, game.updated_at = entry.seq, now
    game.open_disputes += waiting
    if game.open_disputes:
        game.result = mapping.unofficial(game.result)
    game.save(update_fields=("version", "updated_at", "open_disputes", "result"))


def _follows(game: Game, entry: Entry, *, number: int | None, waiting: int) -> ledger.Consequences | None:
    """What follows once this entry stands, from the deal with this number on; None where no deal is left."""
    current = game.current_deal.number if game.current_deal else 0
    reading = referee_at(game, current if number is None else number)
    if reading is None:
        return None
    referee, rows = reading
    referee.decide(entry)
    return ledger.work_out(game, referee, rows=rows, waiting=game.open_disputes + waiting)
