"""Rows and the values of the rules, each way; the only file that knows both."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from scoring.models import Deal, Game, Report
from scoring.rules import position
from scoring.rules.guide import next_of
from scoring.rules.reading import Reading
from scoring.rules.record.codec import read, written
from scoring.rules.record.entries import About, Entry
from scoring.rules.record.kinds import JOURNAL_KINDS, Said
from scoring.rules.rulings import disputes
from scoring.rules.scoring.carry import Carry
from scoring.rules.variants import VARIANTS

DEAL_FIELDS = (
    "status",
    "dealer",
    "leader",
    "mode",
    "factor",
    "declarer",
    "opening",
    "opened",
    "opened_at",
    "carry",
    "sheet",
    "total_1",
    "total_2",
    "total_3",
    "total_4",
    "open_findings",
)
"""The columns of a deal that follow from the journal, besides its number."""

OPEN_FINDINGS = frozenset({"proven", "suspected"})
"""The states of a finding that no referee has decided yet."""

DISPUTE_FIELDS = (
    "about",
    "deal",
    "trick",
    "seat",
    "side",
    "category",
    "finding",
    "raised_by_seat",
    "raised_by_side",
    "state",
    "referee_id",
    "decided_by_id",
    "taken",
    "decided",
    "appealed",
    "entries",
    "raised_at",
    "updated_at",
)
"""The columns of a dispute, besides its id and game; all of them follow from its entries in the journal."""


class Unreadable(ValueError):
    """A row of the journal that is not of its form.

    Only what `read` has passed is ever stored, so it is a bug, a forgery, or from another version of the rules.
    """


def rules_game(game: Game) -> position.Game:
    """The game as the rules know it, with its own copy of the options."""
    variant = VARIANTS[game.variant]
    options = variant.options.from_json(game.options)
    return position.Game(game.id, variant, options, game.first_dealer, dealer_set=game.dealer_set)


def entry_of(report: Report, *, game: position.Game) -> Entry:
    """A row of the journal as the rules read it."""
    said = said_of(report.kind, report.payload, game=game)
    if report.as_played:
        said = Said(report=said.report, deal=said.deal, as_played=True)
    about = tuple(None if one is None else About.from_json(one) for one in report.about or ())
    return Entry(report.seq, str(report.report_id), said, report.root, report.replaces, about)


def said_of(kind: str, payload: Any, *, game: position.Game) -> Said:
    """What a stored report says; raises Unreadable where it is not of its form."""
    said = (
        read({"kind": kind, **payload}, shape=game.variant.shape, kinds=JOURNAL_KINDS)
        if isinstance(payload, Mapping)
        else payload
    )
    if not isinstance(said, Said):
        raise Unreadable(f"the journal holds a {kind} that is not of its form: {said}")
    return said


def entries_of(reports: Iterable[Report], *, game: position.Game) -> list[Entry]:
    """The journal of the table, oldest first; entries of other kinds (settings, ...) say nothing about the cards."""
    return [entry_of(report, game=game) for report in reports if report.kind in JOURNAL_KINDS]


def report_row(entry: Entry, *, game: Game) -> Report:
    """A new row of the journal; who sent it and when is the caller's to add."""
    return Report(
        game=game,
        seq=entry.seq,
        report_id=entry.id,
        kind=entry.said.report.kind,
        payload=written(entry.said),
        as_played=entry.said.as_played,
        about=[one and one.as_json() for one in entry.about] or None,
        root=entry.root,
        replaces=entry.replaces,
    )


def carry_of(deal: Deal) -> Carry:
    """What the deal inherits."""
    return Carry.from_json(deal.carry)


def deal_values(reading: position.Position, deal: position.DealState) -> dict[str, Any]:
    """The columns of a deal, DEAL_FIELDS, from what was read."""
    sheet = reading.sheet(deal)
    totals = reading.judged(deal).totals
    return {
        **{name: sheet[name] for name in ("status", "dealer", "leader", "mode", "factor", "declarer")},
        "opening": UUID(deal.facts.id),
        "opened": deal.facts.opened.root,
        "opened_at": deal.facts.opened_at,
        "carry": deal.carry.as_json(),
        "sheet": sheet,
        **{f"total_{side}": totals.get(side) for side in range(1, 5)},
        "open_findings": sum(finding["status"] in OPEN_FINDINGS for finding in sheet["findings"]),
    }


def game_values(reading: Reading, *, waiting: int = 0, unsigned: Sequence[int] | None = None) -> dict[str, Any]:
    """The columns of a game that follow from its journal, without its version and current deal.

    `waiting` is how many disputes wait for a decision, `unsigned` who has not signed the last deal over before the
    reading begins.
    """
    return {
        "result": result_of(reading, waiting=waiting),
        "open_disputes": waiting,
        "scores": list(reading.totals),
        "next": next_of(reading, unsigned=unsigned),
    }


def result_of(reading: position.Position, *, waiting: int) -> dict[str, Any] | None:
    """How the game ended, None while it is open; not official while a dispute waits for a decision."""
    return unofficial(reading.result) if waiting else reading.result


def unofficial(result: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The same result, not official."""
    return None if result is None else {**result, "official": False}


def dispute_values(
    dispute: disputes.Dispute, *, game: Game, deal: int | None, rows: Mapping[int, Report]
) -> dict[str, Any]:
    """The columns of a dispute, DISPUTE_FIELDS.

    `deal` is where the deal that it is about stands now, and `rows` are its entries in the journal, by their seqs.
    """
    raised, by = dispute.raised, dispute.raised.raised_by or {}
    return {
        "about": None if dispute.about is None else UUID(dispute.about),
        "deal": deal,
        "trick": raised.trick,
        "seat": raised.seat,
        "side": None if raised.seat is None else VARIANTS[game.variant].table.side_of(raised.seat),
        "category": raised.category,
        "finding": None if raised.finding is None else UUID(raised.finding),
        "raised_by_seat": by.get("seat"),
        "raised_by_side": by.get("side"),
        "state": dispute.state,
        "referee_id": rows[dispute.taken].user_id if dispute.taken is not None else None,
        "decided_by_id": rows[dispute.decided].user_id if dispute.decided is not None else None,
        "taken": dispute.taken,
        "decided": dispute.decided,
        "appealed": dispute.appealed,
        "entries": list(dispute.entries),
        "raised_at": rows[dispute.entries[0]].recorded_at,
        "updated_at": rows[dispute.entries[-1]].recorded_at,
    }
