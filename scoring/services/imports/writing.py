"""Writing what an import has verified: the values of all rows are made before the transaction, and written in it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from scoring import mapping
from scoring.models import Dispute, Game, Report, ReportName
from scoring.rules.pack.lineup import has_substitutes, people
from scoring.rules.record.codec import written
from scoring.rules.record.entries import Entry
from scoring.rules.referee import Referee
from scoring.rules.rulings.disputes import Docket
from scoring.services import games, ledger
from scoring.services.disputes.docket import values_of
from scoring.services.imports.document import Document, JournalLine, OtherName
from scoring.statements.writes import Insertion


@dataclass(frozen=True, slots=True)
class Verified:
    """A document that holds: its entries, the referee who has read them, and its disputes."""

    document: Document
    entries: Sequence[Entry]
    referee: Referee
    disputes: Docket


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is to be written. `game` has the columns that follow; the game itself is made when it is written."""

    verified: Verified
    game: Game
    rows: Sequence[Report]
    insert_reports: Callable[[], None]
    follows: ledger.Consequences

    def write(self, *, organizer: User, imported: Mapping[str, Any]) -> Game:
        """The rows of the game; the caller has opened a transaction. All that follows is written by the ledger."""
        document, disputes, referee = self.verified.document, self.verified.disputes, self.verified.referee
        game = games.create(
            document.opening, organizer=organizer, id_=document.id, now=document.created_at, imported=imported
        )
        Game.objects.filter(pk=game.pk).update(dealer_set=document.dealer_set)
        self.insert_reports()
        Report.objects.bulk_create(_besides(document, game))
        _write_names(document, game)
        for name in self.follows.game:
            setattr(game, name, getattr(self.game, name))
        ledger.save(game, self.follows, now=document.updated_at)
        by_seq = {row.seq: row for row in self.rows}
        Dispute.objects.bulk_create(
            Dispute(id=id_, game=game, **values_of(dispute, game=game, rows=by_seq, referee=referee))
            for id_, dispute in disputes.disputes.items()
        )
        return game


def prepared(verified: Verified) -> Prepared:
    """All that can be worked out before the transaction: on SQLite every other table would wait for it."""
    document, referee = verified.document, verified.referee
    opening = document.opening
    game = Game(
        id=document.id,
        variant=opening.variant,
        options=opening.options.as_json(),
        first_dealer=opening.first_dealer,
        dealer_set=document.dealer_set,
    )
    games.set_start(game)
    rows = _rows(document, [referee.bound(entry) for entry in verified.entries], game)
    waiting = verified.disputes.waiting
    follows = ledger.work_out(game, referee, rows={}, abandoned=document.abandoned, waiting=waiting)
    return Prepared(verified, game, rows, Insertion(rows).write, follows)


def _rows(document: Document, entries: Sequence[Entry], game: Game) -> list[Report]:
    """The reports and decisions of the journal."""
    lines = document.lines
    return [_said_by(lines[entry.seq - 1], mapping.report_row(entry, game=game)) for entry in entries]


def _besides(document: Document, game: Game) -> list[Report]:
    """The entries that are neither: they name players, who have other ids here."""
    return [
        _said_by(line, Report(game=game, seq=seq, root=seq, kind=line.kind, payload=_seated(line, game)))
        for seq, line in enumerate(document.lines, start=1)
        if line.said is None
    ]


def _said_by(line: JournalLine, row: Report) -> Report:
    """The row with who said it and when. No token of this service has sent it; what was said of who did is kept."""
    row.report_id = line.id
    row.by_role, row.by_label = line.role, line.label
    row.occurred_at, row.recorded_at = line.occurred_at, line.recorded_at
    return row


def _seated(line: JournalLine, game: Game) -> dict[str, Any]:
    """The fields of an entry that is no report, its players being those who sit in the game here."""
    payload = dict(line.payload)
    if "players" in payload:
        known = (
            {player["name"]: id_ for id_, player in people(game.lineup).items()} if has_substitutes(game.lineup) else {}
        )
        ids = [one["player"]["id"] for one in game.lineup]
        payload["players"] = [
            {"id": known.get(name, id_), "name": name} for id_, name in zip(ids, payload["players"], strict=True)
        ]
    return payload


def _write_names(document: Document, game: Game) -> None:
    """The other names of its reports."""
    if not document.names:
        return
    keys = dict(Report.objects.filter(game=game).values_list("report_id", "pk"))
    ReportName.objects.bulk_create(_name(one, game, report=keys[one.recorded_as]) for one in document.names)


def _name(name: OtherName, game: Game, *, report: int) -> ReportName:
    kind = name.said.report.kind
    return ReportName(game=game, name=name.id, report_id=report, kind=kind, payload=written(name.said))
