"""The rows of disputes, held against the journal: made where they are missing, mended where they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.mapping import DISPUTE_FIELDS, dispute_values
from scoring.models import Dispute, Game, Report
from scoring.rules.record.entries import Entry
from scoring.rules.rulings.disputes import Docket, docket_of


@dataclass(frozen=True, slots=True)
class Kept:
    """The disputes of a game as the journal tells them, and the rows that say so, or did not.

    `changed` are rows with what stood in those of their columns that were different. Nothing is written yet.
    """

    docket: Docket
    fresh: Sequence[Dispute]
    changed: Sequence[tuple[Dispute, Mapping[str, Any]]]
    gone: Sequence[Dispute]


def kept(game: Game, entries: Sequence[Entry], *, rows: Mapping[int, Report]) -> Kept:
    """Set on the disputes of a game what its journal tells; `rows` is the journal by seq."""
    told = docket_of(entries)
    there = {str(row.pk): row for row in Dispute.objects.filter(game=game)}
    fresh, changed = [], []
    for id_, dispute in told.disputes.items():
        values = dispute_values(dispute, game=game, rows=rows)
        if id_ not in there:
            fresh.append(Dispute(id=id_, game=game, **values))
        elif before := put(there[id_], values):
            changed.append((there[id_], before))
    gone = [row for id_, row in there.items() if id_ not in told.disputes]
    return Kept(told, fresh, changed, gone)


def put(row: Dispute, values: Mapping[str, Any]) -> dict[str, Any]:
    """Set the columns; answer what stood in those that were different."""
    before = {name: getattr(row, name) for name, value in values.items() if getattr(row, name) != value}
    for name in before:
        setattr(row, name, values[name])
    return before


def mend(found: Kept) -> None:
    """Write what was set."""
    if found.fresh:
        Dispute.objects.bulk_create(found.fresh)
    if found.changed:
        columns = [name.removesuffix("_id") for name in DISPUTE_FIELDS]
        Dispute.objects.bulk_update([row for row, _ in found.changed], columns)
    if found.gone:
        Dispute.objects.filter(pk__in=[row.pk for row in found.gone]).delete()
