"""The guards of the journal: triggers that refuse UPDATE and DELETE on its tables.

They are not part of a migration, because SQLite drops a table's triggers when a later migration
rebuilds the table. `install_guards` runs after every `migrate`, and `/readyz` calls
`missing_guards`.

On SQLite, INSERT OR REPLACE deletes a conflicting row. This fires a DELETE trigger only under
`PRAGMA recursive_triggers=ON`. The settings switch it on, and a connection without it counts as
unguarded. PostgreSQL gets no TRUNCATE trigger: only the owner of a table may truncate it, and an
owner may drop a trigger too.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.models.reports import Report, ReportName

REFUSAL = "the journal is append-only"
FUNCTION = "scoring_journal_is_append_only"
PRAGMA = "recursive_triggers"


@dataclass(frozen=True)
class Guard:
    """A trigger that refuses `event` (UPDATE or DELETE) on a row of `table`."""

    table: str
    event: str

    @property
    def name(self) -> str:
        """The name of the trigger in the database."""
        return f"{self.table}_refuses_{self.event.lower()}"


TABLES = tuple(model._meta.db_table for model in (Report, ReportName))  # noqa: SLF001 - how Django tells it
GUARDS = tuple(Guard(table=table, event=event) for table in TABLES for event in ("UPDATE", "DELETE"))


def install_guards(connection: BaseDatabaseWrapper) -> None:
    """Install every guard whose table exists. A guard that exists is kept or made again."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for statement in _installing(connection.vendor, [guard for guard in GUARDS if guard.table in tables]):
            cursor.execute(statement)


def missing_guards(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the guards that this connection lacks; an empty list means safe."""
    with connection.cursor() as cursor:
        cursor.execute(_SQLITE_IN_PLACE if connection.vendor == "sqlite" else _POSTGRESQL_IN_PLACE)
        in_place = {(table, name) for table, name in cursor.fetchall()}
        missing = [guard.name for guard in GUARDS if (guard.table, guard.name) not in in_place]
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA {PRAGMA}")
            if cursor.fetchone() != (1,):
                missing.append(PRAGMA)
    return missing


def drop_guards(connection: BaseDatabaseWrapper) -> None:
    """Remove the guards. Only for tests that commit, before they empty the tables."""
    with connection.cursor() as cursor:
        for guard in GUARDS:
            where = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
            cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{where}")


def install_after_migrate(*, using: str, **_kwargs: object) -> None:
    """Install the guards after `migrate`, as the receiver of `post_migrate`."""
    install_guards(connections[using])


def _installing(vendor: str, guards: list[Guard]) -> Iterator[str]:
    if vendor == "sqlite":
        for guard in guards:
            yield f"DROP TRIGGER IF EXISTS {guard.name}"
            yield (
                f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
                f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
            )
        return
    yield _POSTGRESQL_FUNCTION
    for guard in guards:
        yield (
            f"CREATE OR REPLACE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {FUNCTION}()"
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
