"""How long locks are held, in processor time, so that a busy machine does not count."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection


@dataclass
class Held:
    """The locks that were held, one after another: seconds of processor time of the thread that held each."""

    times: list[float] = field(default_factory=list)
    since: float | None = None

    def begins(self) -> None:
        """A lock is taken, unless one is held already."""
        if self.since is None:
            self.since = time.thread_time()

    def ends(self) -> None:
        """The transaction ends, and with it its lock, if it had one."""
        if self.since is not None:
            self.times.append(time.thread_time() - self.since)
            self.since = None


@contextmanager
def locks_held() -> Iterator[Held]:
    """Watch the locks of this connection: the row of a game on PostgreSQL, all writers on SQLite."""
    held = Held()
    gc.collect()
    gc.freeze()  # the tests have many objects; looking through all of them takes longer than most calls

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django's
        answer = execute(sql, params, many, context)
        if "FOR UPDATE" in sql or sql.startswith("BEGIN IMMEDIATE"):
            held.begins()
        return answer

    def ending(end: Callable[[], None]) -> Callable[[], None]:
        def ended() -> None:
            end()
            held.ends()

        return ended

    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(look):
        for name in ("commit", "rollback"):
            patch.setattr(connection, name, ending(getattr(connection, name)))
        yield held
    gc.unfreeze()
