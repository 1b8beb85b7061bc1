"""A hall under attack: the other tables are answered meanwhile, and devices that race leave a sound record."""

import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from threading import Event

import psutil  # type: ignore[import-untyped]  # it has no types
import pytest

from tests.api.says import Json, deal, new_id
from tests.api.table import sockets
from tests.attack.hostile import CALL, LongGame, back_and_forth, call, careless_deals
from tests.attack.siege import Besieged, token
from tests.proofs import PROVING, proof_size
from tests.robust.hall import reports_of_deals
from tests.robust.test_bodies import head, line_to

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own

SLOW_CONNECTIONS, HOSTILE = 16, 4

MOST_WAIT = 1.0
"""Seconds within which a report of another table is answered under attack."""

LEAST_LEFT = 0.25
"""The share of the processors that is counted as left where other programs have more than the rest.

A machine that is half busy with other things may take twice as long.
"""

SLACK = 1.0 if PROVING else 4.0
"""`make test` runs two engines at once and shares its cores with them."""


def test_another_table_is_answered_under_attack(besieged: Besieged, capsys: pytest.CaptureFixture[str]) -> None:
    place = besieged.place.another_game()
    scorer = place.open(besieged.served)
    waits: list[float] = []
    hostile: list[Future[None]] = []
    over, busy = Event(), psutil.cpu_percent(interval=1) / 100
    with ExitStack() as stack:
        for _ in range(SLOW_CONNECTIONS):
            line = stack.enter_context(line_to(besieged.served))
            line.sendall(head(place, place.reports, "Content-Length: 100") + b"{")
        pool = stack.enter_context(ThreadPoolExecutor(HOSTILE))
        stack.callback(over.set)
        hostile += [pool.submit(_attack_until, over, besieged, number) for number in range(HOSTILE)]
        ends = time.monotonic() + proof_size(5, 30)
        for report in reports_of_deals(2_000, seed=3):
            began = time.monotonic()
            assert scorer.post(place.reports, {"reports": [report]}).status == 201
            waits.append(time.monotonic() - began)
            if time.monotonic() > ends:
                break
            time.sleep(0.1)
    assert [one.exception() for one in hostile] == [None] * HOSTILE
    holds = "holds" if max(waits) <= MOST_WAIT else "does not hold"
    told = f"Must hold: another table is answered within {MOST_WAIT} s under attack: {holds}"
    middle = sorted(waits)[len(waits) // 2]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{told} ({max(waits):.2f} s at most, {middle:.2f} s in the middle, {len(waits)} reports).\n"
            f"Other programs had {busy:.0%} of the processors before.\n"
        )
    assert max(waits) <= MOST_WAIT * SLACK / max(1 - busy, LEAST_LEFT)


def _attack_until(over: Event, besieged: Besieged, number: int) -> None:
    """One hostile scorer: they send what costs most, one request after another."""
    game = besieged.games[max(besieged.games)]
    device = besieged.device(token(besieged.organizer, game.id, role="scorer", label=f"hostile {number}"))
    late = LongGame(game.id, game.tricks[-1:], game.dispute)
    bodies = [
        call(back_and_forth(late, 1, CALL)),
        b'{"reports":[{' + b'"a":1,' * 9_000 + b'"b":2}]}',
        call([report for each in careless_deals(16, seed=number) for report in each]),
    ]
    for body in cycle(bodies[number % 3 :] + bodies[: number % 3]):
        if over.is_set():
            return
        device.post(f"{game.path}/reports", body)


def test_two_devices_that_race_leave_a_sound_record(besieged: Besieged) -> None:
    place = besieged.place.another_game()
    organizer = place.open(besieged.served)
    told = reports_of_deals(proof_size(24, 120), seed=5)
    same: list[Json] = [{**report, "id": new_id()} for report in told]

    def send(reports: list[Json]) -> list[int]:
        device = place.organizer(sockets(besieged.served.url))
        return [device.post(place.reports, {"reports": [report]}).status for report in reports]

    with ThreadPoolExecutor(2) as pool:
        statuses = [status for found in pool.map(send, [told, same]) for status in found]
    assert set(statuses) <= {200, 201, 409, 503}
    journal = place.journal(organizer)
    assert len(journal) <= len(told)
    assert organizer.post(place.reports, {"reports": [{**deal(), "deal": 999}]}).status == 409
    assert place.is_sound()
