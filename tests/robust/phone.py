"""A phone at a table: it sends what was typed into it, again and again, until somebody has answered."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.api.says import Json
from tests.api.table import Answer, Device, Transport

AGAIN = 0.02
"""Seconds before it tries again."""

NOT_YET = {"out_of_phase", "trick_missing"}
"""Answers to a report that has overtaken the one before it."""

LOST = (OSError, http.client.HTTPException)
"""What a phone sees of a network or a server that is not there."""


def impatient(url: str, *, seconds: float) -> Transport:
    """A transport over a socket for each call that waits for so long."""
    place = urlsplit(url)

    def send(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=seconds)
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    return send


@dataclass
class Phone:
    """Sends calls to one path. `seen` counts what came back; `recorded` holds the lines of the reports by their ids."""

    device: Device
    path: str
    patience: float = 60
    stopped: threading.Event = field(default_factory=threading.Event)
    seen: Counter[str] = field(default_factory=Counter)
    recorded: dict[str, Json] = field(default_factory=dict)

    def send(self, call: Sequence[Json]) -> bool:
        """Send a call until it is answered for good; False where the phone was stopped before."""
        until = time.monotonic() + self.patience
        while not self.stopped.is_set():
            assert time.monotonic() < until, (self.seen, call)
            if self.once(call):
                return True
            time.sleep(AGAIN)
        return False

    def once(self, call: Sequence[Json]) -> bool:
        """Send a call once; whether it is on record now, as far as the phone knows."""
        try:
            answer = self.device.post(self.path, {"reports": list(call)})
            body = answer.body
        except (*LOST, ValueError):
            self.seen["lost"] += 1
            return False
        if answer.status in {200, 201}:
            self.seen[str(answer.status)] += 1
            self.recorded |= {line["id"]: line for line in body["reports"]}
            return True
        self.seen[body["code"]] += 1
        if answer.status == 503:
            assert int(answer.headers["retry-after"]) > 0
        elif body["code"] not in NOT_YET:
            raise AssertionError(answer.raw)
        return False

    def send_all(self, calls: Sequence[Sequence[Json]], *, at_once: int = 1) -> None:
        """Send calls in their order, up to so many at the same time."""
        waiting, lock = iter(calls), threading.Lock()

        def work() -> None:
            while not self.stopped.is_set():
                with lock:
                    call = next(waiting, None)
                if call is None:
                    return
                try:
                    self.send(call)
                except BaseException:
                    self.stopped.set()
                    raise

        in_threads(*[work] * at_once)


def in_threads(*jobs: Callable[[], None]) -> None:
    """Do these jobs at the same time, wait for all of them, and raise what the first has raised that failed."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        working = [pool.submit(job) for job in jobs]
    for one in working:
        one.result()
