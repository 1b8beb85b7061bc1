"""The database backend (Django looks for it in a module of this name)."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, Error
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Where one connection of the pool turns out to be dead, the others that wait there are looked at as well.

    Else each of them would be found out by itself, and psycopg_pool waits 0, 1, 2, 4... seconds in between: after a
    restart of the server the first requests would wait for nothing, or be refused.
    """

    @property
    def pool(self) -> Any:
        """The pool of the process, None without one."""
        pool: ConnectionPool[Any] | None = super().pool
        if pool is not None and pool._check is ConnectionPool.check_connection:  # noqa: SLF001 - Django passes its own
            pool._check = lambda connection: check(connection, pool=pool)  # noqa: SLF001 - as above
        return pool


def check(connection: Connection[Any], *, pool: ConnectionPool[Any]) -> None:
    """See that the connection works; raises where it does not, and then none that waits in the pool is dead either."""
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        pool.check()
        raise
