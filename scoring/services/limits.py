"""Limits against floods and guesses, shared by all processes of one database without a statement for each request.

Requests are counted in windows of time. A process lets a small part of the limit through by itself; whoever asks for
more makes it take further parts out of the shared row, one statement a part. So the quiet cost nothing, the busy one
statement now and then, and the limit holds for all processes together, but for the small part of each.
"""

import logging
import threading
import time
from dataclasses import dataclass
from math import ceil

from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper

from scoring.models import RateWindow
from scoring.models.trouble import is_trouble

PARTS = 8
"""Into how many parts a limit is divided."""

MOST_KEYS = 10_000
"""How many keys a process remembers; beyond that it forgets those of past windows."""

GUESSES = 30
"""Tokens that open nothing which one address may try in a minute."""

LOGINS = 10
"""Passwords which one address may try for one account in a minute, right ones among them."""

TOKENS_OF_A_HALL = 20
"""How many times the dear requests of one token an address may make with all its tokens: a hall may share one."""

READS_FOR_A_DEAR = 10
"""How many long reads, such as a page of the journal, are taken in place of one dear request."""

NEW_ACCOUNTS = 500
"""Accounts which one organizer may make in an hour."""

TIDY_AFTER = 1_000
"""After how many windows a process deletes the rows of those that are past."""

HOUR = 3600
MINUTE = 60
SECOND = 1

log = logging.getLogger("jassref.limits")


@dataclass(slots=True)
class Window:
    """What one process has left for a key in a window, and what it let through without having taken it yet.

    `closed` tells that nothing is left for anybody until the next window.
    """

    number: int
    left: int
    untaken: int
    closed: bool = False


class Meter:
    """Counts requests by key in windows of `seconds`. One for each kind of key in a process; threads share it."""

    def __init__(self, *, name: str, seconds: int) -> None:
        self.name = name
        self.seconds = seconds
        self._windows: dict[str, Window] = {}
        self._lock = threading.Lock()
        self._tidy_at = 0
        self._complained = 0

    def wait(self, key: str, *, limit: int, now: float) -> int:
        """Count one request: 0 where it may pass, else the seconds until the next window. A limit of 0 is none."""
        if not limit:
            return 0
        number = int(now // self.seconds)
        with self._lock:
            window = self._window(key, number, limit=limit)
            if window.left > 0:
                window.left -= 1
                return 0
            if window.closed:
                return self._until_next(number, now)
            untaken, window.untaken = window.untaken, 0
        part = max(1, limit // PARTS)
        taken = self._take(key, number, untaken + part)
        granted = part if taken is None else min(part, limit - (taken - part))
        with self._lock:
            if granted <= 0:
                window.closed = True
                return self._until_next(number, now)
            window.left += granted - 1
        return 0

    def _until_next(self, number: int, now: float) -> int:
        return max(1, ceil((number + 1) * self.seconds - now))

    def _window(self, key: str, number: int, *, limit: int) -> Window:
        window = self._windows.get(key)
        if window is None or window.number != number:
            free = limit // PARTS
            window = self._windows[key] = Window(number, free, free)
            if len(self._windows) > MOST_KEYS:
                self._windows = {name: one for name, one in self._windows.items() if one.number == number}
        return window

    def _tidy(self, cursor: CursorWrapper, number: int) -> None:
        """Delete the rows of windows long past, now and then: no answer depends on them."""
        if number < self._tidy_at:
            return
        if self._tidy_at:
            cursor.execute(_TIDY, [f"{self.name}:%", number - 1])
        self._tidy_at = number + TIDY_AFTER

    def _take(self, key: str, number: int, part: int) -> int | None:
        """Take a part out of the shared row; answers what all processes have taken, None where it cannot be written."""
        try:
            with connection.cursor() as cursor:
                cursor.execute(_TAKE, [f"{self.name}:{key}", number, part])
                taken = int(cursor.fetchone()[0])
                self._tidy(cursor, number)
                return taken
        except DatabaseError as error:
            if not is_trouble(error):
                raise
            self._complain(number)
            return None

    def _complain(self, number: int) -> None:
        """Say so in the log, once a window: a full disk is not to be filled with this."""
        if self._complained != number:
            self._complained = number
            log.warning("the limits cannot be written; requests pass uncounted")


def write_something() -> None:
    """Write a row that means nothing, so that a database which cannot be written says so."""
    # It is another row each time: SQLite writes nothing where a row gets the values that it has.
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, ["ready", time.time_ns(), 0])


_TABLE = RateWindow._meta.db_table  # noqa: SLF001 - how Django tells it
_TAKE = f"""
    INSERT INTO {_TABLE} (key, "window", used) VALUES (%s, %s, %s)
    ON CONFLICT (key) DO UPDATE SET
        used = excluded.used + CASE WHEN {_TABLE}."window" = excluded."window" THEN {_TABLE}.used ELSE 0 END,
        "window" = excluded."window"
    RETURNING used
"""  # noqa: S608 - a name of ours, no value

_TIDY = f"""
    DELETE FROM {_TABLE} WHERE key LIKE %s AND "window" < %s
"""  # noqa: S608 - a name of ours, no value

TOKENS = Meter(name="token", seconds=SECOND)
ADDRESSES = Meter(name="address", seconds=SECOND)
GUESSED = Meter(name="guess", seconds=MINUTE)
ACCOUNTS = Meter(name="account", seconds=HOUR)
LOGGED_IN = Meter(name="login", seconds=MINUTE)
DEAR = Meter(name="dear", seconds=MINUTE)
DEAR_OF_STRANGERS = Meter(name="stranger", seconds=MINUTE)
DEAR_OF_HALLS = Meter(name="hall", seconds=MINUTE)
READ = Meter(name="read", seconds=MINUTE)
READ_BY_STRANGERS = Meter(name="read-stranger", seconds=MINUTE)
READ_BY_HALLS = Meter(name="read-hall", seconds=MINUTE)
