"""Rows of the models in plain SQL: the names of their columns, and the values in what a statement answers."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
Converter: TypeAlias = Callable[[Any, Any, BaseDatabaseWrapper], Any]
"""Makes a value of the driver one of the model."""


class Rows(Generic[M]):
    """How rows of one model are read. `only` names the fields that are read; what is left out Django reads if asked."""

    def __init__(self, model: type[M], *, only: Collection[str] | None = None) -> None:
        self.model = model
        self.table: str = model._meta.db_table  # noqa: SLF001 - how Django tells it
        fields = model._meta.concrete_fields  # noqa: SLF001 - as above
        unknown = {*(only or ())} - {field.name for field in fields}
        if unknown:
            raise ValueError(f"{self.table} has no {sorted(unknown)}")
        self._fields = [field for field in fields if only is None or field.name in only]
        self._names = [field.attname for field in self._fields]
        self._converters: dict[str, list[tuple[str, Converter, Any]]] = {}

    def __len__(self) -> int:
        return len(self._fields)

    def of(self, alias: str) -> str:
        """The columns of a table with this alias, with commas."""
        return ", ".join(f'{alias}."{field.column}"' for field in self._fields)

    @property
    def missing(self) -> str:
        """As many NULLs, for a part of a UNION that has no such row."""
        return ", ".join(["NULL"] * len(self))

    def reading(self) -> Callable[[Sequence[Any]], M]:
        """What makes a row of the model of values that the driver has read for its columns."""
        database = connections[DEFAULT_DB_ALIAS]
        converters = self._converters.get(database.vendor)
        if converters is None:
            converters = self._converters[database.vendor] = list(self._converting(database))
        model, names, alias = self.model, self._names, database.alias

        def read(values: Sequence[Any]) -> M:
            found = dict(zip(names, values, strict=True))
            for name, converter, column in converters:
                found[name] = converter(found[name], column, database)
            # As Model.from_db does it, in a fifth of the time: without signals, and without a look at each field.
            row = model.__new__(model)
            row._state = ModelState()  # noqa: SLF001 - every model has it
            row._state.adding, row._state.db = False, alias  # noqa: SLF001 - as above
            row.__dict__.update(found)
            return row

        return read

    def _converting(self, database: BaseDatabaseWrapper) -> Iterator[tuple[str, Converter, Any]]:
        """What makes values of the driver those of the model: the name of the field, the converter and the column."""
        for field in self._fields:
            column = field.get_col(self.table)
            for converter in (*database.ops.get_db_converters(column), *field.get_db_converters(database)):
                yield field.attname, converter, column


def in_one_line(statement: str) -> str:
    """The statement as it is sent; no text of ours has a space that matters."""
    return " ".join(statement.split())


def cursor_for_many() -> CursorWrapper:
    """A cursor for the statements of this room, which are sent again and again; on PostgreSQL they are prepared."""
    database = connections[DEFAULT_DB_ALIAS]
    prepared: Callable[[], CursorWrapper] = getattr(database, "prepared_cursor", database.cursor)
    return prepared()


def answered(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows that a statement answers."""
    with cursor_for_many() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
