"""Old journals say what their signatures, incidents, disputes and rulings are about, as they read today."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import migrations

from scoring import mapping
from scoring.models.guards import drop_guards
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import JOURNAL_KINDS
from scoring.rules.referee import Referee
from scoring.rules.review import read_whole


def bind(apps: Any, schema_editor: Any) -> None:
    """Bind each journal that has no bindings yet, and print how many entries of which games were bound."""
    # The journal is append-only while the service runs. A migration adds what older versions did not keep; the guards
    # come back after the last migration (scoring/models/guards.py).
    models = {name: apps.get_model("scoring", name) for name in ("Game", "Report", "ReportName", "Dispute")}
    drop_guards(schema_editor.connection)
    bound = dict(_bound_in_all(models, using=schema_editor.connection.alias))
    if bound:
        print(f" {sum(bound.values())} entries of {len(bound)} games are bound to their deals", end="")  # noqa: T201 - for whoever migrates


def _bound_in_all(models: Mapping[str, Any], *, using: str) -> Iterator[tuple[Any, int]]:
    """The games that have entries to bind, and how many."""
    for game in models["Game"].objects.using(using).iterator(chunk_size=100):
        number = _bind_game(game, models, using=using)
        if number:
            yield game.pk, number


def _bind_game(game: Any, models: Mapping[str, Any], *, using: str) -> int:
    """Bind the entries of one game as a reading of its whole journal finds them; answer how many."""
    rows = {row.seq: row for row in models["Report"].objects.using(using).filter(game=game).order_by("seq")}
    names = models["ReportName"].objects.using(using).filter(game=game).values_list("name", "report__report_id")
    entries = _entries_of(game, rows.values())
    other_names = {str(name): str(id_) for name, id_ in names}
    referee = read_whole(mapping.rules_game(game), entries, version=max(rows, default=0), names=other_names)
    changed = []
    for entry in entries:
        about = referee.bound(entry).about
        if about and not entry.about:
            rows[entry.seq].about = [one and one.as_json() for one in about]
            changed.append(rows[entry.seq])
    models["Report"].objects.using(using).bulk_update(changed, ["about"], batch_size=200)
    _bind_disputes(models["Dispute"].objects.using(using).filter(game=game), referee=referee)
    return len(changed)


def _entries_of(game: Any, rows: Iterable[Any]) -> list[Entry]:
    """The journal as the rules read it; what cannot be read says nothing, and `rebuild --check` tells it."""
    rules = mapping.rules_game(game)
    entries = []
    for row in rows:
        if row.kind not in JOURNAL_KINDS:
            continue
        try:
            entries.append(mapping.entry_of(row, game=rules))
        except mapping.Unreadable:
            continue
    return entries


def _bind_disputes(disputes: Any, *, referee: Referee) -> None:
    """Give each dispute the deal to which the entry that raised it is bound, and the number of that deal."""
    numbers = {deal.facts.id: deal.facts.number for deal in referee.deals}
    changed = list(disputes)
    for dispute in changed:
        about = referee.bindings.get((dispute.entries[0], 0))
        dispute.about = about and about.deal
        dispute.deal = numbers.get(dispute.about)
    disputes.bulk_update(changed, ["about", "deal"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_deal_identity")]

    operations = [migrations.RunPython(bind, migrations.RunPython.noop, elidable=True)]
