"""Parts that several models share: the document column, values of plain SQL, and the seat check."""

import json
from collections.abc import Callable, Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.types.json import Json

LABEL_LENGTH = 200
NAME_LENGTH = 100


class DocumentField(models.JSONField):
    """A JSON document that keeps the order of its members, on both databases.

    PostgreSQL's `jsonb` sorts members by length and refuses text with U+0000; `json` does neither.
    The price: SQL cannot compare or search documents. Values that SQL needs have their own columns.
    None is always the database's NULL, never a JSON `null`.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        """Return `json` on PostgreSQL, and Django's default on any other database."""
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        """Return the document. psycopg has already parsed a `json` column."""
        return super().from_db_value(value, expression, connection) if isinstance(value, str) else value

    def get_db_prep_value(
        self,
        value: Any,
        connection: BaseDatabaseWrapper,
        prepared: bool = False,  # noqa: FBT001, FBT002 - the signature is Django's
    ) -> Any:
        """Return the document for the driver, or None for NULL."""
        if isinstance(value, models.Value):
            value = value.value
        if value is None:
            return None
        return Json(value, dumps=_dumps) if connection.vendor == "postgresql" else _dumps(value)


def to_database(id_: UUID) -> Any:
    """Return an id as a parameter for plain SQL."""
    return _ID.get_db_prep_value(id_, connection)


def from_database(document: Any) -> Any:
    """Return the document in a value that plain SQL has read."""
    return _DOCUMENT.from_db_value(document, None, connection)


def update_columns(rows: Sequence[models.Model], names: Collection[str]) -> None:
    """Write these columns of rows of one model; each row is found by its key."""
    # Django's `bulk_update` makes one statement of nested conditions. For 300 deals it takes half a second to compose
    # that statement, and the game is locked meanwhile. The driver sends the same short statement for each row instead.
    if not rows or not names:
        return
    meta = rows[0]._meta  # noqa: SLF001 - how Django tells it
    wanted = [field for field in meta.concrete_fields if field.name in names]
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in (*wanted, meta.pk)]
        for row in rows
    ]
    quote = connection.ops.quote_name
    settings = ", ".join(f"{quote(str(field.column))} = %s" for field in wanted)
    statement = f"UPDATE {quote(meta.db_table)} SET {settings} WHERE {quote(str(meta.pk.column))} = %s"  # noqa: S608 - names of ours
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)


def insertion(
    rows: Sequence[models.Model], *, unless: Collection[str] = (), then: Collection[str] = ()
) -> Callable[[], None]:
    """Make the values of new rows of one model now; what is answered inserts them. They get no keys.

    Where a row has the same values in the columns `unless`, that row gets those of the columns `then` instead.
    """
    if not rows:
        return lambda: None
    meta = rows[0]._meta  # noqa: SLF001 - how Django tells it
    fields = [field for field in meta.concrete_fields if field is not meta.auto_field]
    values = [[field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields] for row in rows]
    quote = connection.ops.quote_name
    names = {field.name: quote(str(field.column)) for field in fields}
    marks, columns = ", ".join(["%s"] * len(fields)), ", ".join(names.values())
    statement = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608 - names of ours, no value
    if unless:
        same, new = (
            ", ".join(names[name] for name in unless),
            [f"{names[one]} = excluded.{names[one]}" for one in then],
        )
        statement += f" ON CONFLICT ({same}) DO UPDATE SET {', '.join(new)}"

    def insert() -> None:
        with connection.cursor() as cursor:
            cursor.executemany(statement, values)

    return insert


_ID = models.UUIDField()
_DOCUMENT = DocumentField()


def seat_check(field: str, *, name: str) -> models.CheckConstraint:
    """Return the constraint that `field` is a seat (R-3) or NULL."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__range": (1, 4)}), name=name)


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
