"""Rebuilding: what follows from the journal, worked out anew from its first line and compared with what is stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from scoring import mapping
from scoring.models import Deal, Game, Report, ReportName
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import JOURNAL_KINDS
from scoring.rules.referee import Referee
from scoring.rules.review import misbound, read_whole
from scoring.rules.view.secrets import is_open
from scoring.selectors import games as selector
from scoring.selectors.reports import journal_of
from scoring.services import ledger
from scoring.services.differences import NO_VALUE, differences
from scoring.services.disputes import docket
from scoring.services.giving_up import is_given_up

ROW: Final = "row"
"""The field of a difference that is a whole row: one that should be there, or should not."""

UNREADABLE: Final = "unreadable"
MISSING: Final = "missing"
MISBOUND: Final = "misbound"

KEEPING_SECRETS: Final = frozenset({"carry", "sheet", "total_1", "total_2", "total_3", "total_4"})
"""The columns of a deal in which, or from which, secrets may be read while it is open."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that a row holds and that does not follow from the journal.

    `deal` is the number of the row, `field` is its column; in a document it leads on to the value, as
    `sheet.scores[1].total` does. `secret` says that the value must not be shown, because its deal is still open.
    """

    field: str
    stored: Any
    follows: Any
    deal: int | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line of the journal that cannot be what it claims to be, so that nothing follows from it.

    `code` is that of the refusal, UNREADABLE where the line is not of its form, MISSING where it is not there at all,
    MISBOUND where it is bound to another deal or report than a fresh reading finds.
    """

    seq: int
    code: str
    kind: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What became of a game: where its rows differed, which lines do not fit, and whether the rows were mended."""

    game: UUID
    differences: tuple[Difference, ...]
    broken: tuple[BrokenLine, ...]
    mended: bool

    @property
    def sound(self) -> bool:
        """Whether nothing was wrong."""
        return not self.differences and not self.broken


@dataclass(frozen=True, slots=True)
class _Compared:
    """A game with what follows set on it, and where its rows say something else."""

    game: Game
    applied: ledger.Consequences
    disputes: docket.DisputeRows
    differences: tuple[Difference, ...]
    lost: tuple[BrokenLine, ...]
    unfit: tuple[BrokenLine, ...]

    def outcome(self, *, mended: bool = False) -> Rebuilt:
        return Rebuilt(self.game.pk, self.differences, self.lost + self.unfit, mended)


def game_ids(*, chunk: int = 500) -> Iterator[UUID]:
    """The ids of all games, read a few at a time, so that games may be written meanwhile."""
    found = Game.objects.order_by("pk").values_list("pk", flat=True)
    ids = list(found[:chunk])
    while ids:
        yield from ids
        ids = list(found.filter(pk__gt=ids[-1])[:chunk])


def rebuild(game_id: UUID, *, check: bool) -> Rebuilt | None:
    """Compare a game with its journal, and mend it unless this is a check; None where there is no game.

    A game that looks right is read without its lock, so that nobody who writes has to wait. Where it does not, because
    it is not or because somebody wrote meanwhile, it is read again under the lock.
    A game with unreadable or missing lines is never mended: what they said may be in the rows alone.
    """
    game = selector.find(game_id)
    if game is None:
        return None
    outcome = _compared(game).outcome()
    if outcome.sound:
        return outcome
    with transaction.atomic():
        compared = _compared(Game.objects.select_for_update().get(pk=game_id))
        mended = bool(compared.differences) and not compared.lost and not check
        if mended:
            applied = compared.applied
            ledger.save(compared.game, applied, now=compared.game.updated_at)
            compared.game.lineup = ledger.lineup_of(compared.game, applied.deals)
            compared.game.save(update_fields=("lineup",))
            docket.mend(compared.disputes)
    return compared.outcome(mended=mended)


def _compared(game: Game) -> _Compared:
    reports = list(journal_of(game))
    entries, lost = _entries(reports, game)
    referee = _read(game, entries, version=reports[-1].seq if reports else 0)
    deals = {deal.number: deal for deal in selector.deals_of(game)}
    opened = game.current_deal
    abandoned = is_given_up(report.kind for report in reports)
    by_seq = {report.seq: report for report in reports}
    disputes = docket.compare_rows(game, entries, rows=by_seq, referee=referee)
    applied = ledger.work_out(game, referee, rows=deals, abandoned=abandoned, waiting=disputes.docket.waiting)
    found = [*_in_game(applied, game=game, opened=opened), *_in_disputes(disputes)]
    unfit = [*_unfit(referee, by_seq), *_out_of_order(disputes, by_seq), *_misbound(referee, entries)]
    return _Compared(game, applied, disputes, tuple(found), tuple(lost), tuple(unfit))


# --- reading ---------------------------------------------------------------------------------------------------------


def _entries(reports: Sequence[Report], game: Game) -> tuple[list[Entry], list[BrokenLine]]:
    """The journal as the rules read it, and the lines that cannot be read or are not there."""
    rules = mapping.rules_game(game)
    entries = []
    present = {report.seq for report in reports}
    misfits = [BrokenLine(seq, MISSING) for seq in range(1, max(present, default=0)) if seq not in present]
    for report in reports:
        if report.kind not in JOURNAL_KINDS:
            continue
        try:
            entries.append(mapping.entry_of(report, game=rules))
        except mapping.Unreadable:
            misfits.append(BrokenLine(report.seq, UNREADABLE, report.kind, str(report.report_id)))
    return entries, misfits


def _read(game: Game, entries: Sequence[Entry], *, version: int) -> Referee:
    rules = mapping.rules_game(game)
    names = ReportName.objects.filter(game=game).values_list("name", "report__report_id")
    other_names = {str(name): str(report_id) for name, report_id in names}
    return read_whole(rules, entries, version=version, names=other_names)


def _unfit(referee: Referee, reports: Mapping[int, Report]) -> Iterator[BrokenLine]:
    """The lines that do not fit what stands before them."""
    for misfit in referee.misfits:
        yield BrokenLine(misfit.seq, misfit.refusal.code, reports[misfit.seq].kind, misfit.id)


def _out_of_order(disputes: docket.DisputeRows, reports: Mapping[int, Report]) -> Iterator[BrokenLine]:
    """The steps of disputes that are none in the state which they found."""
    for entry, refusal in disputes.docket.misfits:
        yield BrokenLine(entry.seq, refusal.code, reports[entry.seq].kind, entry.id)


def _misbound(referee: Referee, entries: Sequence[Entry]) -> Iterator[BrokenLine]:
    """The lines that are bound to something else than a fresh reading finds."""
    # Older versions kept no bindings, and a line could wander to another deal. The migration has bound such a line to
    # that deal, so that no score changed. What a reading without any bindings finds is therefore right as well.
    doubtful = list(misbound(referee.game, entries, names=referee.names))
    if not doubtful:
        return
    unbound = [replace(entry, about=()) for entry in entries]
    reading = read_whole(referee.game, unbound, version=referee.version, names=referee.names)
    for entry in doubtful:
        if reading.bound(replace(entry, about=())).about != entry.about:
            yield BrokenLine(entry.seq, MISBOUND, entry.said.report.kind, entry.id)


# --- comparing -------------------------------------------------------------------------------------------------------


def _in_game(applied: ledger.Consequences, *, game: Game, opened: Deal | None) -> Iterator[Difference]:
    for name, stored in applied.game.items():
        if name == "current_deal":
            yield Difference(name, _name_of(opened, game), _name_of(game.current_deal, game))
        else:
            yield from _in_column(name, stored, getattr(game, name))
    yield from _in_column("lineup", game.lineup, ledger.lineup_of(game, applied.deals))
    for deal in applied.fresh:
        yield Difference(ROW, NO_VALUE, deal.number, deal=deal.number)
    for deal in applied.deals:
        yield from _in_deal(deal, applied.changed.get(deal.number, {}))
    for deal in applied.gone:
        yield Difference(ROW, deal.number, NO_VALUE, deal=deal.number)


def _name_of(deal: Deal | None, game: Game) -> str | None:
    """A deal by its number, with its game where that is another one."""
    if deal is None:
        return None
    return f"deal {deal.number}" if deal.game_id == game.pk else f"deal {deal.number} of game {deal.game_id}"


def _in_deal(deal: Deal, before: ledger.Columns) -> Iterator[Difference]:
    hidden = is_open(deal.sheet)
    for name, stored in before.items():
        for part in _in_column(name, stored, getattr(deal, name)):
            yield replace(part, deal=deal.number, secret=hidden and name in KEEPING_SECRETS)


def _in_disputes(disputes: docket.DisputeRows) -> Iterator[Difference]:
    """Where the rows of disputes say something else than their entries."""
    for row in disputes.fresh:
        yield Difference(f"disputes.{row.pk}", NO_VALUE, row.state)
    for row in disputes.gone:
        yield Difference(f"disputes.{row.pk}", row.state, NO_VALUE)
    for row, before in disputes.changed:
        for name, stored in before.items():
            yield from _in_column(f"disputes.{row.pk}.{name}", stored, getattr(row, name))


def _in_column(name: str, stored: Any, follows: Any) -> Iterator[Difference]:
    """Where a column differs; inside a document the field leads on to the value."""
    for path, lies, should in differences(stored, follows):
        inside = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        yield Difference(name + inside, lies, should)
