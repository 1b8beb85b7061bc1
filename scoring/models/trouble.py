"""What a database in trouble raises, told apart from a mistake in what it was asked.

A full or read-only disk, a lock that is held for too long, a server that has stopped, a pool without a connection left:
all of these pass, and the same request may be sent again. A wrong statement or a wrong value does not pass.
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
"""Its primary result codes; a wrong statement is an OperationalError too, under another code."""

POSTGRESQL_TROUBLE: Final = {
    "25006",  # read only: a standby, or set so
    "25P03",  # idle in a transaction for too long
    "25P04",  # a transaction that took too long
    "XX001",  # damaged data
    "XX002",  # a damaged index
}
"""Those SQLSTATEs of trouble that are no OperationalError."""

_PRIMARY: Final = 0xFF


def is_trouble(error: BaseException) -> bool:
    """Whether this exception of Django's database layer means trouble that passes, and no mistake of ours."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & _PRIMARY in SQLITE_TROUBLE
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return getattr(cause, "sqlstate", None) in POSTGRESQL_TROUBLE


def is_lock(error: BaseException) -> bool:
    """Whether SQLite did not get its lock in time."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", 0) if isinstance(cause, sqlite3.Error) else 0
    return code & _PRIMARY in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
