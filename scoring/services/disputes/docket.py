"""The rows of disputes, held against the journal: made where they are missing, mended where they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.mapping import DISPUTE_FIELDS, dispute_values
from scoring.models import Dispute, Game, Report
from scoring.rules.record.entries import Entry
from scoring.rules.referee import Referee
from scoring.rules.rulings.disputes import Dispute as DisputeOnRecord
from scoring.rules.rulings.disputes import Docket, docket_of
from scoring.services.ledger import set_columns


@dataclass(frozen=True, slots=True)
class DisputeRows:
    """The disputes of a game by its journal, and the rows that are new, changed or gone.

    `changed` has each row that differs, with the former values of its columns. Nothing is written yet.
    """

    docket: Docket
    fresh: Sequence[Dispute]
    changed: Sequence[tuple[Dispute, Mapping[str, Any]]]
    gone: Sequence[Dispute]


def compare_rows(game: Game, entries: Sequence[Entry], *, rows: Mapping[int, Report], referee: Referee) -> DisputeRows:
    """Set on the disputes of a game what its journal tells, as `referee` has read it; `rows` is the journal by seq."""
    journal = docket_of(entries)
    there = {str(row.pk): row for row in Dispute.objects.filter(game=game)}
    fresh, changed = [], []
    for id_, dispute in journal.disputes.items():
        values = values_of(dispute, game=game, rows=rows, referee=referee)
        if id_ not in there:
            fresh.append(Dispute(id=id_, game=game, **values))
        elif before := set_columns(there[id_], values):
            changed.append((there[id_], before))
    gone = [row for id_, row in there.items() if id_ not in journal.disputes]
    return DisputeRows(journal, fresh, changed, gone)


def values_of(dispute: DisputeOnRecord, *, game: Game, rows: Mapping[int, Report], referee: Referee) -> dict[str, Any]:
    """The columns of a dispute, with the deal that it is about where that stands now.

    Where an older journal does not tell which deal that is, the referee has found it by its number.
    """
    bound = referee.bindings.get((dispute.entries[0], 0))
    if dispute.about is None and bound is not None:
        dispute = replace(dispute, about=bound.deal)
    deal = next((deal.facts.number for deal in referee.deals if deal.facts.id == dispute.about), None)
    return dispute_values(dispute, game=game, deal=deal, rows=rows)


def mend(found: DisputeRows) -> None:
    """Write what was set."""
    if found.fresh:
        Dispute.objects.bulk_create(found.fresh)
    if found.changed:
        columns = [name.removesuffix("_id") for name in DISPUTE_FIELDS]
        Dispute.objects.bulk_update([row for row, _ in found.changed], columns)
    if found.gone:
        Dispute.objects.filter(pk__in=[row.pk for row in found.gone]).delete()
