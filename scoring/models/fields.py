"""What several models share: the column for documents, values of plain SQL, and the check that a number is a seat."""

import json
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.types.json import Json

LABEL_LENGTH = 200
NAME_LENGTH = 100


class DocumentField(models.JSONField):
    """A JSON document kept as it was written, its members in their order, on both engines.

    PostgreSQL's `jsonb` sorts members by length and refuses text with U+0000; `json` does neither. The price is
    that documents cannot be compared or searched in SQL: what SQL asks for has a column of its own.
    None is always the database's NULL, never a JSON `null`.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        """`json` on PostgreSQL, what Django takes on any other engine."""
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        """The document; psycopg has read a `json` column already."""
        return super().from_db_value(value, expression, connection) if isinstance(value, str) else value

    def get_db_prep_value(  # the signature is Django's
        self,
        value: Any,
        connection: BaseDatabaseWrapper,
        prepared: bool = False,  # noqa: FBT001, FBT002
    ) -> Any:
        """The document for the driver, or NULL."""
        if isinstance(value, models.Value):
            value = value.value
        if value is None:
            return None
        return Json(value, dumps=_dumps) if connection.vendor == "postgresql" else _dumps(value)


def to_database(id_: UUID) -> Any:
    """An id as a parameter of plain SQL."""
    return _ID.get_db_prep_value(id_, connection)


def from_database(document: Any) -> Any:
    """A document that plain SQL has read."""
    return _DOCUMENT.from_db_value(document, None, connection)


_ID = models.UUIDField()
_DOCUMENT = DocumentField()


def seat_check(field: str, *, name: str) -> models.CheckConstraint:
    """A constraint: `field` is a seat (R-3) or NULL."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__range": (1, 4)}), name=name)


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
