"""`python -m benchmarks.evening`: an evening of fifty tables, and how long its phones wait for an answer.

Each table sends a report every 20 seconds, and 200 readers ask for a public game every two seconds with the tag that
they have. The requests go out by a timetable, whether or not the answers keep up, and each waits from the moment at
which it was due. The server is `manage.py serve` with two processes on PostgreSQL; the phones are a process of their
own.
"""

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, cycle
from typing import Any

from benchmarks import machine
from benchmarks.deals import lawful_deals
from benchmarks.machine import Busy
from benchmarks.measure import progress
from benchmarks.service.databases import database, postgresql, prepare
from benchmarks.service.load import Connection, Unexpected
from benchmarks.service.reports import GAME, opening, reports
from benchmarks.service.server import own_settings, processor_seconds, serving

TABLES, REPORT_EVERY = 50, 20.0
READERS, READ_EVERY = 200, 2.0
LEVELS = (1, 5)
"""The evening itself, and five of them at once."""
PHONES = 48
"""Connections that the phones share."""
CREATED, OK, NOT_MODIFIED = 201, 200, 304


@dataclass(slots=True)
class Table:
    """A game whose scorer reports."""

    path: str
    reports: Iterator[dict[str, Any]]
    lock: threading.Lock = field(default_factory=threading.Lock)

    def report(self, connection: Connection) -> None:
        """Send the next report."""
        with self.lock:  # the scorer sends the next one when the last one is answered
            body = {"reports": [next(self.reports)]}
            connection.send(connection.written("POST", f"{self.path}/reports", body), expect=CREATED)


@dataclass(slots=True)
class Reader:
    """A phone that looks at a game, and the tag of what it has."""

    path: str
    tag: str = '"0"'

    def read(self, connection: Connection) -> None:
        """Ask whether something is new."""
        request = connection.written("GET", self.path, headers={"If-None-Match": self.tag}, anonymous=True)
        self.tag = connection.send(request, expect=(OK, NOT_MODIFIED)).headers["etag"]


@dataclass(frozen=True, slots=True)
class Job:
    """A request that is due so many seconds after the beginning."""

    due: float
    what: str
    do: Callable[[Connection], None]


def timetable(tables: Sequence[Table], *, readers: int, seconds: float) -> list[Job]:
    """All requests of so many seconds, in their order; nobody asks at the same moment as another."""
    jobs = []
    for place, table in enumerate(tables):
        due = place / len(tables) * REPORT_EVERY
        jobs += [Job(at, "report", table.report) for at in _every(REPORT_EVERY, first=due, until=seconds)]
    for place in range(readers):
        reader, due = Reader(tables[place % len(tables)].path), place / readers * READ_EVERY
        jobs += [Job(at, "read", reader.read) for at in _every(READ_EVERY, first=due, until=seconds)]
    return sorted(jobs, key=lambda job: job.due)


def _every(interval: float, *, first: float, until: float) -> list[float]:
    return [first + step * interval for step in range(int((until - first) / interval) + 1) if first <= until]


def waits(jobs: Sequence[Job], connections: Sequence[Connection]) -> dict[str, list[float]]:
    """Send all of them when they are due, and answer how long each kind has waited, in milliseconds."""
    found: dict[str, list[float]] = {job.what: [] for job in jobs}
    turn, began = count(), time.perf_counter() + 0.2
    failed: list[Unexpected] = []

    def phone(connection: Connection) -> None:
        while not failed and (place := next(turn)) < len(jobs):
            job = jobs[place]
            time.sleep(max(0.0, began + job.due - time.perf_counter()))
            try:
                job.do(connection)
            except Unexpected as error:
                failed.append(error)
            found[job.what].append(1000 * (time.perf_counter() - began - job.due))

    phones = [threading.Thread(target=phone, args=(connection,)) for connection in connections]
    for one in phones:
        one.start()
    for one in phones:
        one.join()
    if failed:
        raise failed[0]
    return found


def evening(port: int, token: str, *, level: int, seconds: float) -> str:
    """The lines of one level."""
    connections = [Connection(port, token=token) for _ in range(PHONES)]
    tables = [_table(connections[0], seed=seed) for seed in range(TABLES * level)]
    jobs = timetable(tables, readers=READERS * level, seconds=seconds)
    progress(f"evening: {TABLES * level} tables, {READERS * level} readers, {seconds:.0f} s")
    before, clock = processor_seconds(), time.perf_counter()
    found = waits(jobs, connections)
    used, took = processor_seconds() - before, time.perf_counter() - clock
    for connection in connections:
        connection.close()
    lines = [f"{TABLES * level} tables, {READERS * level} readers: the server used {used / took:.0%} of a processor"]
    lines += [f"  {what}: {_told(values)}" for what, values in found.items()]
    return "\n".join(lines)


def _table(connection: Connection, *, seed: int) -> Table:
    game = connection.call("POST", "/api/v1/games", {**GAME, "public": True}, expect=CREATED)
    said = chain.from_iterable([*opening(deal), *reports(deal)] for deal in cycle(lawful_deals(2, seed=seed)))
    return Table(f"/api/v1/games/{game['id']}", said)


def _told(values: Sequence[float]) -> str:
    parts = statistics.quantiles(values, n=100)
    p50, p95, p99 = (parts[place - 1] for place in (50, 95, 99))
    return f"{len(values)} requests, p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms"


def main(arguments: list[str]) -> None:
    """Measure, and print the waits of each level."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evening", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long a level takes")
    given = parser.parse_args(arguments)
    began = Busy.now()
    with own_settings(), postgresql() as server, database(server) as url:
        world = prepare(url)
        with serving(url) as port:
            told = [evening(port, world["token"], level=level, seconds=given.seconds) for level in LEVELS]
    ended = Busy.now()
    busy = [began.until(ended)] if began and ended else []
    sys.stdout.write("\n".join([", ".join(machine.facts()), "", *told, "", *busy, ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
