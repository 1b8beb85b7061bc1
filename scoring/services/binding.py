"""Old journals say what their signatures, incidents, disputes and rulings are about, as they read today.

Older versions kept a number, or nothing. Reading such a journal finds the deal; it is written into the entries, so that
they stay with it when deals move. This needs the rules of today and games as they are today. So it is no migration: it
runs after all of them, whichever version the database comes from. A journal that is bound is left as it is.
"""

import sys
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from scoring import mapping
from scoring.models import Dispute, Game, Report, ReportName
from scoring.models.guards import drop_guards, install_guards
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import JOURNAL_KINDS, Corrected
from scoring.rules.referee import Referee
from scoring.rules.review import read_whole
from scoring.selectors.reports import ABOUT_SOMETHING

MANY = 200
"""How many rows go into one statement."""


def bind_after_migrate(*, using: str, plan: object = None, **_kwargs: object) -> None:
    """Bind old journals after `migrate`, and print how many; the receiver of `post_migrate`.

    Tests that empty the tables send the signal without a plan. A `migrate` that stops half-way binds nothing: the
    next one does.
    """
    connection = connections[using]
    if plan is None or _unapplied(connection):
        return
    bound = bind_journals(connection)
    if bound:
        sys.stdout.write(f"  {sum(bound.values())} entries of {len(bound)} games are bound to their deals\n")


def bind_journals(connection: BaseDatabaseWrapper) -> dict[UUID, int]:
    """Bind each journal that has entries without a binding; answer how many entries of which games were bound."""
    found = {game.pk: _read(game) for game in Game.objects.filter(pk__in=_unbound())}
    rows = {pk: changed for pk, (changed, _) in found.items() if changed}
    disputes = [dispute for _, moved in found.values() for dispute in moved]
    if not rows and not disputes:
        return {}
    # The journal is append-only while the service runs. An upgrade adds what older versions did not keep. No other
    # connection ever sees the tables without their guards: they are back before the transaction ends.
    with transaction.atomic(using=connection.alias):
        drop_guards(connection)
        Report.objects.bulk_update([row for changed in rows.values() for row in changed], ["about"], batch_size=MANY)
        Dispute.objects.bulk_update(disputes, ["about", "deal"], batch_size=MANY)
        connection.check_constraints()  # PostgreSQL makes no trigger while checks of the table's rows wait
        install_guards(connection)
    return {pk: len(changed) for pk, changed in rows.items()}


def _unapplied(connection: BaseDatabaseWrapper) -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _unbound() -> set[UUID]:
    """The games with entries that could say what they are about, and do not."""
    entries = Report.objects.filter(about__isnull=True, kind__in=[*ABOUT_SOMETHING, Corrected.kind])
    rows = entries.values_list("game", "kind", "payload").iterator(chunk_size=MANY)
    return {game for game, kind, payload in rows if _could_say(kind, payload)}


def _could_say(kind: str, payload: Mapping[str, Any]) -> bool:
    """Whether an entry of this kind may be about something; a correction, where its replacement may."""
    if kind != Corrected.kind:
        return True
    told = payload["replacement"]
    return any(one["kind"] in ABOUT_SOMETHING for one in (told if isinstance(told, list) else [told]))


def _read(game: Game) -> tuple[list[Report], list[Dispute]]:
    """The entries and the disputes of a game that a reading of its whole journal binds, with what they are about."""
    rows = {row.seq: row for row in Report.objects.filter(game=game).order_by("seq")}
    names = ReportName.objects.filter(game=game).values_list("name", "report__report_id")
    entries = _entries_of(game, rows.values())
    other_names = {str(name): str(id_) for name, id_ in names}
    referee = read_whole(mapping.rules_game(game), entries, version=max(rows, default=0), names=other_names)
    changed = []
    for entry in entries:
        about = referee.bound(entry).about
        if about and not entry.about:
            rows[entry.seq].about = [one and one.as_json() for one in about]
            changed.append(rows[entry.seq])
    return changed, _bound_disputes(Dispute.objects.filter(game=game, about__isnull=True), referee=referee)


def _entries_of(game: Game, rows: Iterable[Report]) -> list[Entry]:
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


def _bound_disputes(disputes: Iterable[Dispute], *, referee: Referee) -> list[Dispute]:
    """Those of these disputes whose first entry is bound, with the deal to which it is and the number of that deal."""
    numbers = {deal.facts.id: deal.facts.number for deal in referee.deals}
    bound = []
    for dispute in disputes:
        about = referee.bindings.get((dispute.entries[0], 0))
        if about is not None and about.deal is not None:
            dispute.about = UUID(about.deal)
            dispute.deal = numbers.get(about.deal)
            bound.append(dispute)
    return bound
