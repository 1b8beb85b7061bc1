"""`kill -9` in a stream of reports: each call is recorded wholly or not at all, and retries complete the journal."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api.says import Json
from tests.api.table import sockets
from tests.commands.serving import Served, are_gone
from tests.robust.hall import Hall, hall, reports_of_deals, told
from tests.robust.phone import Phone

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own

LONGEST = 0.4
"""Seconds until a server is killed."""

VICTIMS = ("worker", "all", "parent")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Hall]:
    """A hall whose servers do not live long."""
    with hall(tmp_path) as made:
        yield made


def kill(served: Served, *, victims: str) -> None:
    """Kill one worker, the parent, or all processes, with nothing said before. Whoever is left goes by itself."""
    workers = served.workers()
    doomed = {"worker": workers[:1], "parent": [served.process.pid], "all": [served.process.pid, *workers]}[victims]
    for process in doomed:
        os.kill(process, signal.SIGKILL)
    assert served.ends()[0] != 0
    assert are_gone(workers)


def stream(served: Served, place: Hall, calls: list[list[Json]], *, rng: random.Random, victims: str) -> Phone:
    """Let a phone send its calls until the server is killed."""
    phone = Phone(place.organizer(sockets(served.url)), place.reports)
    sending = threading.Thread(target=phone.send_all, args=(calls,))
    sending.start()
    time.sleep(rng.uniform(0, LONGEST))
    kill(served, victims=victims)
    phone.stopped.set()
    sending.join()
    return phone


def test_each_call_is_recorded_wholly_or_not_at_all(place: Hall, proof_size: Callable[[int, int], int]) -> None:
    rng, rounds = random.Random(8), proof_size(4, 30)
    calls = in_calls(reports_of_deals(4000, seed=9), rng=rng)
    reports = [one for call in calls for one in call]
    ends = {0}
    for call in calls:
        ends.add(max(ends) + len(call))
    done = 0
    for number in range(rounds):
        with Served(place.environment, "--no-demo") as served:
            organizer = place.open(served)
            journal = told(place.journal(organizer))
            assert journal == told(reports[: len(journal)])
            assert done <= len(journal), "what was answered is on record"
            assert len(journal) in ends, "a call is recorded wholly or not at all"
            left = calls[sum(end <= done for end in ends) - 1 :]  # from the first that was not answered
            phone = stream(served, place, left, rng=rng, victims=VICTIMS[number % len(VICTIMS)])
            done += len(phone.recorded)
    assert place.is_sound()
    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        assert len(place.journal(organizer)) >= done > 0
        last = Phone(organizer, place.reports)
        until = min(end for end in ends if end >= min(done + 50, len(reports)))
        last.send_all([call for call, end in zip(calls, sorted(ends)[1:], strict=True) if done < end <= until])
        assert told(place.journal(organizer)) == told(reports[:until])
    assert place.is_sound()


def in_calls(reports: list[Json], *, rng: random.Random) -> list[list[Json]]:
    """Reports in calls of one to four."""
    calls, left = list[list[Json]](), list(reports)
    while left:
        size = rng.randint(1, 4)
        calls.append(left[:size])
        del left[:size]
    return calls
