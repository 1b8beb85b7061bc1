"""Tell a database in trouble from a mistake in a statement.

Trouble passes, and the same request may be sent again. Examples: a full or read-only disk, a lock
that is held for too long, a stopped server, a pool without a free connection. A wrong statement or
a wrong value does not pass.
"""

import sqlite3
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError

SQLITE_TROUBLE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
"""Primary result codes. A wrong statement is an OperationalError too, but with another code."""

POSTGRESQL_TROUBLE: Final = {
    "25006",  # read only: a standby, or set so
    "25P03",  # idle in a transaction for too long
    "25P04",  # a transaction that took too long
    "XX001",  # damaged data
    "XX002",  # a damaged index
}
"""The SQLSTATEs of trouble that Django does not raise as an OperationalError."""

_PRIMARY: Final = 0xFF


def is_trouble(error: BaseException) -> bool:
    """Return whether an exception of Django's database layer means trouble that passes."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & _PRIMARY in SQLITE_TROUBLE
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return getattr(cause, "sqlstate", None) in POSTGRESQL_TROUBLE


def is_lock(error: BaseException) -> bool:
    """Return whether SQLite did not get its lock in time."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", 0) if isinstance(cause, sqlite3.Error) else 0
    return code & _PRIMARY in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
