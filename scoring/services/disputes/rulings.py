"""Rulings: a referee says what happened and what follows, and the game is judged anew from that deal on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.models import Deal, Dispute, Game, GameStatus, Report, Role, Token
from scoring.rules.record.codec import written
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.rulings import disputes as rules
from scoring.rules.rulings.possible import check, completed
from scoring.rules.rulings.punished import punished_already
from scoring.rules.rulings.remedies import WEIS_STRUCK
from scoring.selectors import disputes as selector
from scoring.selectors.readings import referee_at
from scoring.selectors.rulings import filled, standing, usual_for
from scoring.services import ledger
from scoring.services.disputes.entries import (
    CHANGING,
    DisputeRecord,
    StepRequest,
    check_version,
    decided_so,
    entry_of,
    move,
    nothing_new,
    row_of,
    unused,
)
from scoring.services.entries import known_by, reused
from scoring.services.reports.effects import effects_of
from scoring.services.reports.judgement import Judgement

MOST_TO_CORRECT: Final = 100
"""How many entries a dispute has before its decision is corrected no more."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a ruling: the dispute, its entry, and how deal and game stood before and stand after it.

    `before` and `after` are empty where the ruling was on record already. `punished` are other rulings that stand and
    have punished the same fault (rules/rulings/punished.py).
    """

    case: DisputeRecord
    ruling: Report
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    effects: Sequence[dict[str, Any]] = ()
    punished: Sequence[Ruled] = ()


def rule(game: Game, dispute: Dispute, ruled: Ruled, *, step: StepRequest, dry_run: bool = False) -> Judgement[Outcome]:
    """Judge a ruling on a dispute; what `ruled` leaves out of trick, seat, side and finding is taken from the dispute.

    `game` and `dispute` are set as they would stand. A dry run writes nothing when it is finished. Raises Refused:
    `forbidden`, `id_reused`, `version_conflict`, `out_of_phase`, `missing_field`, `invalid_value`,
    `remedy_not_possible`, `nobody_leads`.
    """
    check_referee(game, step)
    wanted = filled(ruled, dispute)
    known = _known(game, dispute, ruled, wanted, step=step)
    if known is not None:
        return nothing_new(game, known)
    check_version(game, step)
    check_decider(game, dispute, step, action=rules.RULE)
    referee, deals = _referee_of(game, dispute, wanted)
    _check_finding(wanted, dispute, referee)
    checked = _checked(wanted, referee, game)
    repeated = decided_so(game, dispute, Said(report=checked, deal=dispute.deal))
    if repeated is not None:
        return nothing_new(game, _on_record(repeated, seq=dispute.decided))
    punished = punished_already(checked, referee.deals[0].facts)
    judgement = _decide(game, dispute, checked, (referee, deals), step=step, dry_run=dry_run)
    return judgement.then(lambda outcome: replace(outcome, punished=punished))


def _referee_of(game: Game, dispute: Dispute, wanted: Ruled) -> tuple[Referee, dict[int, Deal]]:
    """A referee who has read the deal and those after it, with their rows; Refused where the deal is gone."""
    reading = referee_at(game, dispute.deal)
    if reading is None:
        raise Refused("remedy_not_possible", remedy=wanted.remedy, possible=[], gone=True)
    return reading


_Read = tuple[Referee, dict[int, Deal]]
"""A referee who has read some deals, and their rows by number."""


def _decide(
    game: Game, dispute: Dispute, ruled: Ruled, reading: _Read, *, step: StepRequest, dry_run: bool
) -> Judgement[Outcome]:
    """Let the ruling stand, and work out what follows."""
    referee, deals = reading
    version, deal = game.version, next(iter(deals.values()))
    before, said = standing(game, deal), Said(report=ruled, deal=dispute.deal)
    entry = entry_of(game, said, about=dispute.about, id_=step.id)
    row = row_of(game, entry, step=step)
    entries = [*selector.entries_of(dispute), row]
    waiting = move(game, dispute, entry, action=rules.RULE, rows=entries)
    referee.decide(entry)
    _check_leads(ruled, referee, game)
    applied = ledger.work_out(game, referee, rows=deals, waiting=game.open_disputes + waiting)
    effects = effects_of(game, applied, referee)

    def finish() -> Outcome:
        if not dry_run:
            row.save(force_insert=True)
            dispute.save(update_fields=CHANGING)
            ledger.save(game, applied, now=step.now)
        return Outcome(DisputeRecord(game, dispute, entries), row, before, standing(game, deal), effects)

    return Judgement(game, version, finish, unused(step))


# --- who may ------------------------------------------------------------------------------------------------------


def check_referee(game: Game, step: StepRequest) -> None:
    """Refuse who is no referee of the game, and one who plays in it."""
    if not step.actor.access.rules:
        raise Refused("forbidden", role=step.actor.role)
    if step.account is not None and selector.plays_in(game, step.account):
        raise Refused("forbidden", plays=True)


def check_decider(game: Game, dispute: Dispute, step: StepRequest, *, action: str) -> None:
    """Refuse who may not decide it now: they decided it first, or another has taken it.

    A dispute that is decided takes another decision by the account that has decided it, and by no other.
    """
    if action in rules.DECIDED_ANEW.get(dispute.state, {}) and step.account in {dispute.decided_by_id} - {None}:
        if len(dispute.entries) >= MOST_TO_CORRECT:
            raise Refused("too_much_at_once", corrected=True, most=MOST_TO_CORRECT)
        return
    rules.state_after(dispute.state, action)
    check_other_than_first(game, dispute, step)
    if dispute.referee_id is not None and dispute.referee_id != step.account:
        raise rules.not_now(dispute.state, without=(rules.RULE, rules.DISMISS))


def check_other_than_first(game: Game, dispute: Dispute, step: StepRequest) -> None:
    """Refuse on appeal who has decided the dispute before, and who has made that person a referee or was made one."""
    if dispute.state != rules.APPEALED:
        return
    first, account = dispute.decided_by_id or _organizer_elsewhere(game, dispute), step.account
    if first is None:
        return
    if account in {first, None} or _handed_out(dispute, by=first, to=account):
        raise Refused("forbidden", decided_first=True)
    if _handed_out(dispute, by=account, to=first):
        raise Refused("forbidden", decided_first=True)


def _organizer_elsewhere(game: Game, dispute: Dispute) -> int | None:
    """The organizer of the game, where an imported journal says that its organizer has decided.

    It names no accounts. Else an organizer would take a copy of the own game in, and decide the appeal there.
    """
    decided = Report.objects.filter(game=game, seq=dispute.decided or 0, by_role=Role.ORGANIZER)
    return game.organizer_id if decided.exists() else None


def _handed_out(dispute: Dispute, *, by: int | None, to: int | None) -> bool:
    """Whether one account has made another a referee of the game: then the two are not independent."""
    return Token.objects.filter(
        game=dispute.game_id, role=Role.REFEREE, accepted_at__isnull=False, made_by=by, user=to
    ).exists()


# --- what is ruled ------------------------------------------------------------------------------------------------


def _checked(wanted: Ruled, referee: Referee, game: Game) -> Ruled:
    """The ruling as it goes on record; Refused where it is not possible, or unusual without a reason."""
    facts, rules = referee.deals[0].facts, referee.game
    ruled = completed(wanted, facts)
    check(ruled, facts, rules.options, own=rules.variant.remedies)
    usual = usual_for(game, offence=ruled.offence, discovered=ruled.discovered)
    if usual is not None and usual.is_usual(ruled.remedy, points=ruled.points):
        return replace(ruled, article=ruled.article or usual.article)
    if not ruled.reason:
        raise Refused("missing_field", pointer=("reason",), name="reason")
    return ruled


def _check_leads(ruled: Ruled, referee: Referee, game: Game) -> None:
    """Refuse to name the next leader where nobody leads a trick of this deal any more, once the ruling stands."""
    if ruled.leads is None:
        return
    others = len(referee.deals) > 1 or game.status == GameStatus.ABANDONED
    if others or referee.next_trick is None:
        raise Refused("nobody_leads", pointer=("leads",), seat=ruled.leads)


def _check_finding(wanted: Ruled, dispute: Dispute, referee: Referee) -> None:
    """Refuse a finding that the deal does not have; that of the dispute may have gone since it was raised."""
    of_dispute = None if dispute.finding is None else str(dispute.finding)
    if wanted.finding in {None, of_dispute}:
        return
    deal = referee.deals[0].facts.id
    if wanted.finding not in {str(one.id_in(referee.game.id, deal)) for one in referee.findings(referee.deals[0])}:
        raise Refused("invalid_value", pointer=("finding",), hint="finding")


def _known(game: Game, dispute: Dispute, sent: Ruled, wanted: Ruled, *, step: StepRequest) -> Outcome | None:
    """The ruling that is on record under this id, where it says the same; else the id is refused."""
    known = known_by(game, step.id)
    if known is None:
        return None
    if known.kind != Ruled.kind or not _same(known.payload, sent, wanted):
        raise reused(step.id)
    return _on_record(DisputeRecord(game, dispute, selector.entries_of(dispute), known=True), seq=known.seq)


def _on_record(case: DisputeRecord, *, seq: int | None) -> Outcome:
    """The ruling of the entry with this seq: nothing has changed."""
    return Outcome(case, next(entry for entry in case.entries if entry.seq == seq), {}, {})


WORKED_OUT = frozenset({"article", "card", "side", "deal", "leads_trick"})
"""What is put into a ruling that leaves it out, by the deal and the catalogue."""


def _same(recorded: Mapping[str, Any], sent: Ruled, wanted: Ruled) -> bool:
    """Whether a ruling says what is on record; what it leaves out was put in then as it would be now."""
    said, filled = written(Said(report=sent)), written(Said(report=wanted))
    said["dispute"] = filled["dispute"]
    if sent.remedy == WEIS_STRUCK and "seat" not in recorded:  # of Weise on a slate
        said.pop("seat", None)
    left_out = recorded.keys() - said.keys() - WORKED_OUT
    return all(recorded.get(name) == value for name, value in said.items()) and all(
        recorded[name] == filled.get(name) for name in left_out
    )
