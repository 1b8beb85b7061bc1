"""Phones behind a bad network: what they have sent is on record once, in its order, whatever got lost on the way."""

import random
from collections.abc import Callable, Iterator

import pytest

from tests.api.says import Json
from tests.api.table import Device
from tests.commands.serving import Served
from tests.robust.hall import Hall, hall, reports_of_deals, told
from tests.robust.phone import Phone, impatient, in_threads
from tests.robust.proxy import MISHAPS, Proxy, bad_network

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own

PATIENCE = 3.0
"""Seconds that a phone waits for an answer."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, Served]]:
    """A server on the engine of the run."""
    with hall(tmp_path_factory.mktemp("hall")) as place, Served(place.environment, "--no-demo") as served:
        yield place, served


@pytest.fixture
def table(house: tuple[Hall, Served]) -> tuple[Hall, Served, Device]:
    """A server with a new game on it, and the organizer's device, which has a line of its own."""
    place, served = house[0].another_game(), house[1]
    return place, served, place.open(served)


def phone(place: Hall, proxy: Proxy) -> Phone:
    """A phone at the table, behind the proxy."""
    return Phone(place.organizer(impatient(proxy.url, seconds=PATIENCE)), place.reports, patience=120)


def calls_of(reports: list[Json], *, seed: int) -> list[list[Json]]:
    """The reports as a phone sends them: mostly one at a time, now and then some that were typed in offline."""
    rng, calls, left = random.Random(seed), list[list[Json]](), list(reports)
    while left:
        size = rng.choice([1, 1, 1, 1, 1, 2, 5])
        calls.append(left[:size])
        del left[:size]
    return calls


def test_a_phone_behind_a_bad_network(
    table: tuple[Hall, Served, Device], proof_size: Callable[[int, int], int]
) -> None:
    place, served, organizer = table
    reports = reports_of_deals(proof_size(200, 1000), seed=1)
    with bad_network(served.url, seed=2) as proxy:
        mine = phone(place, proxy)
        mine.send_all(calls_of(reports, seed=3), at_once=3)
    assert set(proxy.happened) == set(MISHAPS)
    assert mine.seen["lost"]
    assert mine.seen["200"]
    journal = place.journal(organizer)
    assert told(journal) == told(reports)
    assert {id_: line["seq"] for id_, line in mine.recorded.items()} == {e["id"]: e["seq"] for e in journal}
    assert place.is_sound()


def test_two_phones_at_one_table_behind_a_bad_network(
    table: tuple[Hall, Served, Device], proof_size: Callable[[int, int], int]
) -> None:
    """Both have seen every trick, and report it under ids of their own."""
    place, served, organizer = table
    one, other = (reports_of_deals(proof_size(150, 1000), seed=4, ids=ids) for ids in (1, 2))
    with bad_network(served.url, seed=5) as proxy:
        phones = [phone(place, proxy), phone(place, proxy)]
        in_threads(
            lambda: phones[0].send_all(calls_of(one, seed=6), at_once=2),
            lambda: phones[1].send_all(calls_of(other, seed=7), at_once=2),
        )
    journal = place.journal(organizer)
    ids = {id_: index for reports in (one, other) for index, id_ in enumerate(r["id"] for r in reports)}
    assert [ids[entry["id"]] for entry in journal] == list(range(len(one)))
    assert [{**e, "id": ""} for e in told(journal)] == [{**e, "id": ""} for e in told(one)]
    for each, reports in zip(phones, (one, other), strict=True):
        assert [each.recorded[r["id"]]["seq"] for r in reports] == list(range(1, len(reports) + 1))
    for reports in (one, other):
        again = organizer.post(place.reports, {"reports": reports[-11:]})
        assert (again.status, again.body["duplicate"]) == (200, True)
    assert place.journal(organizer) == journal
    assert place.is_sound()
