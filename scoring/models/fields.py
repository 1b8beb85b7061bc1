"""Parts that several models share: the document column, values of plain SQL, and the seat check."""

import json
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


_ID = models.UUIDField()
_DOCUMENT = DocumentField()


def seat_check(field: str, *, name: str) -> models.CheckConstraint:
    """Return the constraint that `field` is a seat (R-3) or NULL."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__range": (1, 4)}), name=name)


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
