"""Writing rows with few and short statements."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

from scoring.statements.rows import cursor_for_many


def update_columns(rows: Sequence[Model], names: Collection[str]) -> None:
    """Write these columns of rows of one model; each row is found by its key."""
    # Django's `bulk_update` makes one statement of nested conditions. For 300 deals it takes half a second to compose
    # that statement, and the game is locked meanwhile. The driver sends the same short statement for each row instead.
    if not rows or not names:
        return
    meta, database = rows[0]._meta, connections[DEFAULT_DB_ALIAS]  # noqa: SLF001 - how Django tells it
    wanted = [field for field in meta.concrete_fields if field.name in names]
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), database) for field in (*wanted, meta.pk)] for row in rows
    ]
    quote = database.ops.quote_name
    settings = ", ".join(f"{quote(str(field.column))} = %s" for field in wanted)
    _send(f"UPDATE {quote(meta.db_table)} SET {settings} WHERE {quote(str(meta.pk.column))} = %s", values)  # noqa: S608 - names of ours


class Insertion:
    """New rows of one model, whose values are made at once and written later. They get no keys."""

    def __init__(self, rows: Sequence[Model]) -> None:
        self._values: list[list[Any]] = []
        if not rows:
            return
        meta, database = rows[0]._meta, connections[DEFAULT_DB_ALIAS]  # noqa: SLF001 - how Django tells it
        fields = [field for field in meta.concrete_fields if field is not meta.auto_field]
        self._values = [
            [field.get_db_prep_save(field.pre_save(row, add=True), database) for field in fields] for row in rows
        ]
        quote = database.ops.quote_name
        columns, marks = ", ".join(quote(str(field.column)) for field in fields), ", ".join(["%s"] * len(fields))
        self._statement = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608 - as above

    def write(self) -> None:
        """Insert the rows."""
        if self._values:
            _send(self._statement, self._values)


def _send(statement: str, values: Sequence[Sequence[Any]]) -> None:
    with cursor_for_many() as cursor:
        if len(values) == 1:  # on PostgreSQL `executemany` opens a pipeline, which costs more than one statement
            cursor.execute(statement, values[0])
        else:
            cursor.executemany(statement, values)
