"""The database backend (Django looks for it in a module of this name)."""

import select
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.backends.utils import CursorWrapper
from psycopg import Connection, Cursor, Error
from psycopg_pool import ConnectionPool


class Operations(DatabaseOperations):
    """What a prepared statement is told as, to whoever listens to statements: its text without values."""

    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """The statement that was sent last."""
        told: str | None = super().last_executed_query(cursor, sql, params)
        return sql if told is None else told


class DatabaseWrapper(base.DatabaseWrapper):
    """Where one connection of the pool turns out to be dead, the others that wait there are looked at as well.

    Else each of them would be found out by itself, and psycopg_pool waits 0, 1, 2, 4... seconds in between: after a
    restart of the server the first requests would wait for nothing, or be refused.
    """

    ops_class = Operations

    @property
    def pool(self) -> Any:
        """The pool of the process, None without one."""
        pool: ConnectionPool[Any] | None = super().pool
        if pool is not None and pool._check is ConnectionPool.check_connection:  # noqa: SLF001 - Django passes its own
            pool._check = lambda connection: check(connection, pool=pool)  # noqa: SLF001 - as above
        return pool

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor for statements that are sent again and again: the server plans each once for a connection.

        An ordinary cursor of Django puts the values into the text, so that every statement is a new one.
        """
        self.ensure_connection()
        if self.connection.prepare_threshold is None:
            return self.cursor()
        return self._prepare_cursor(Cursor(self.connection))  # type: ignore[attr-defined, no-any-return]  # not in the stubs


def check(connection: Connection[Any], *, pool: ConnectionPool[Any]) -> None:
    """See that the connection works; raises where it does not, and then none that waits in the pool is dead either."""
    if is_fresh(connection):
        return
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        pool.check()
        raise
    _CHECKED[connection] = monotonic()


def is_fresh(connection: Connection[Any]) -> bool:
    """Whether the connection worked a moment ago, and its server has not said anything since."""
    # To ask the server costs each request a round trip. A server that ends a connection says so, or closes it; then
    # there is something to read. One that vanished says nothing, so after a moment it is asked again.
    if monotonic() - _CHECKED.get(connection, -FRESH_SECONDS) >= FRESH_SECONDS:
        return False
    said = select.poll()
    said.register(connection.fileno(), select.POLLIN)
    return not said.poll(0)


FRESH_SECONDS: Final = 2.0
_CHECKED: Final[WeakKeyDictionary[Connection[Any], float]] = WeakKeyDictionary()
"""When the server was asked last, by connection."""
