"""The guards of the journal: triggers that refuse to change or remove a row of its tables.

They are not part of a migration, because SQLite drops a table's triggers when a later migration
rebuilds the table. `install_guards` runs after every `migrate`, and `/readyz` calls
`missing_guards`.

Rows can go without an UPDATE or a DELETE. On PostgreSQL, TRUNCATE fires no trigger for a row, so it
has one of its own. On SQLite, INSERT OR REPLACE removes the rows that are in its way and fires no
DELETE trigger unless the connection asks for it (`PRAGMA recursive_triggers`). So a trigger before
INSERT looks whether a row is in the way. It holds for every connection, also for those of other
programs.

A guard holds up mistakes and intruders with the rights of the service. Whoever owns the tables, or
may write the file of SQLite, can remove it (SECURITY.md).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, UniqueConstraint

from scoring.models.reports import Report, ReportName

REFUSAL = "the journal is append-only"
FUNCTION = "scoring_journal_is_append_only"
REPLACE: Final = "REPLACE"
TRUNCATE: Final = "TRUNCATE"
EVENTS: Final = {"sqlite": ("UPDATE", "DELETE", REPLACE), "postgresql": ("UPDATE", "DELETE", TRUNCATE)}
"""What is refused on each engine."""


@dataclass(frozen=True)
class Guard:
    """A trigger that refuses `event`, one of EVENTS, on `table`."""

    table: str
    event: str

    @property
    def name(self) -> str:
        """The name of the trigger in the database."""
        return f"{self.table}_refuses_{self.event.lower()}"


MODELS: Final[dict[str, type[Model]]] = {
    model._meta.db_table: model  # noqa: SLF001 - how Django tells it
    for model in (Report, ReportName)
}
"""The tables of the journal."""


def guards_of(vendor: str) -> tuple[Guard, ...]:
    """All guards of an engine, `sqlite` or `postgresql`."""
    return tuple(Guard(table=table, event=event) for table in MODELS for event in EVENTS[vendor])


def install_guards(connection: BaseDatabaseWrapper) -> None:
    """Install every guard whose table exists. A guard that exists is kept or made again."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        wanted = [guard for guard in guards_of(connection.vendor) if guard.table in tables]
        for statement in _on_sqlite(wanted) if connection.vendor == "sqlite" else _on_postgresql(wanted):
            cursor.execute(statement)


def missing_guards(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the guards that this database lacks; an empty list means safe."""
    with connection.cursor() as cursor:
        cursor.execute(_SQLITE_IN_PLACE if connection.vendor == "sqlite" else _POSTGRESQL_IN_PLACE)
        in_place = {(table, name) for table, name in cursor.fetchall()}
    return [guard.name for guard in guards_of(connection.vendor) if (guard.table, guard.name) not in in_place]


def drop_guards(connection: BaseDatabaseWrapper) -> None:
    """Remove the guards. Only for a migration that adds to old rows, and for tests that empty the tables."""
    with connection.cursor() as cursor:
        for guard in guards_of(connection.vendor):
            where = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
            cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{where}")


def install_after_migrate(*, using: str, **_kwargs: object) -> None:
    """Install the guards after `migrate`, as the receiver of `post_migrate`."""
    install_guards(connections[using])


def _on_sqlite(guards: Iterable[Guard]) -> Iterator[str]:
    for guard in guards:
        event, when = guard.event, ""
        if event == REPLACE:
            rows = f"SELECT 1 FROM {guard.table} WHERE {_in_the_way(guard.table)}"  # noqa: S608 - names of ours
            event, when = "INSERT", f"WHEN EXISTS ({rows}) "
        yield f"DROP TRIGGER IF EXISTS {guard.name}"
        yield (
            f"CREATE TRIGGER {guard.name} BEFORE {event} ON {guard.table} "
            f"{when}BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        )


def _in_the_way(table: str) -> str:
    """The condition for rows that cannot stand beside the new one: each unique key of the table."""
    meta = MODELS[table]._meta  # noqa: SLF001 - how Django tells it
    columns = {field.name: field.column for field in meta.concrete_fields}
    keys = [(meta.pk.name,), *(one.fields for one in meta.constraints if isinstance(one, UniqueConstraint))]
    named = ([columns[name] for name in key] for key in keys)
    return " OR ".join("(" + " AND ".join(f'"{one}" = NEW."{one}"' for one in key) + ")" for key in named)


def _on_postgresql(guards: Iterable[Guard]) -> Iterator[str]:
    yield _POSTGRESQL_FUNCTION
    for guard in guards:
        each = "STATEMENT" if guard.event == TRUNCATE else "ROW"
        yield (
            f"CREATE OR REPLACE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
            f"FOR EACH {each} EXECUTE FUNCTION {FUNCTION}()"
        )
        yield f"ALTER TABLE {guard.table} ENABLE TRIGGER {guard.name}"


_POSTGRESQL_FUNCTION = f"""
    CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
    END
    $$
"""
_SQLITE_IN_PLACE = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'"
_POSTGRESQL_IN_PLACE = """
    SELECT pg_class.relname, pg_trigger.tgname
    FROM pg_trigger JOIN pg_class ON pg_class.oid = pg_trigger.tgrelid
    WHERE pg_trigger.tgenabled IN ('O', 'A') AND NOT pg_trigger.tgisinternal AND pg_table_is_visible(pg_class.oid)
"""
