"""A lock that somebody else holds: while it is held, nobody can report."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.robust.hall import Hall


@contextmanager
def locked(place: Hall) -> Iterator[None]:
    """Hold the lock of the game, or on SQLite that of all writers."""
    url = place.environment.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        with psycopg.connect(url) as holder:
            holder.execute("SELECT 1 FROM scoring_game WHERE id = %s FOR UPDATE", [place.game])
            yield
            holder.rollback()
        return
    holding = sqlite3.connect(file_of(place), isolation_level=None)
    try:
        holding.execute("BEGIN IMMEDIATE")
        yield
        holding.execute("ROLLBACK")
    finally:
        holding.close()


def file_of(place: Hall) -> Path:
    """The file of a hall on SQLite."""
    return Path(place.environment["JASSREF_VAR_DIR"]) / "jassref.sqlite3"
