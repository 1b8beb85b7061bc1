"""Counting what processes share: how much passes, and what it costs."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from scoring.models import RateWindow
from scoring.services import limits
from scoring.services.limits import PARTS, Meter

pytestmark = pytest.mark.django_db
NOW = 4_000_000_000.25


def a_meter(*, seconds: int = 1) -> Meter:
    return Meter(name="test", seconds=seconds)


def passed(*meters: Meter, limit: int, asked: int, now: float = NOW, key: str = "k") -> int:
    """How many of so many requests pass, the meters asked in turn."""
    return sum(meters[n % len(meters)].wait(key, limit=limit, now=now) == 0 for n in range(asked))


@pytest.mark.parametrize("limit", [1, 2, 7, 8, 9, 15, 16, 30, 50, 63, 200, 500])
def test_one_process_lets_the_limit_through_and_no_more(limit: int) -> None:
    assert passed(a_meter(), limit=limit, asked=2 * limit + 3) == limit


@pytest.mark.parametrize("limit", [1, 8, 30, 50, 200])
@pytest.mark.parametrize("processes", [2, 4])
def test_processes_share_the_limit_but_for_the_small_part_of_each(limit: int, processes: int) -> None:
    meters = [a_meter() for _ in range(processes)]
    through = passed(*meters, limit=limit, asked=4 * limit + 10)
    assert limit <= through <= limit + processes * (limit // PARTS)


def test_keys_have_nothing_to_do_with_each_other() -> None:
    meter, other = a_meter(), Meter(name="other", seconds=1)
    assert passed(meter, limit=8, asked=20) == 8
    assert passed(meter, limit=8, asked=20, key="another") == 8
    assert passed(other, limit=8, asked=20) == 8


def test_zero_is_no_limit_and_costs_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert passed(a_meter(), limit=0, asked=1000) == 1000


def test_the_quiet_cost_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    meter = a_meter()
    with django_assert_num_queries(0):
        for second in range(20):
            assert passed(meter, limit=80, asked=10, now=NOW + second) == 10
    assert not RateWindow.objects.exists()


def test_the_busy_cost_a_statement_a_part_and_the_shut_out_none(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    meter = a_meter()
    with django_assert_num_queries(PARTS - 1):
        assert passed(meter, limit=80, asked=80) == 80
    with django_assert_num_queries(1):
        assert passed(meter, limit=80, asked=500) == 0


@pytest.mark.parametrize(
    ("seconds", "now", "wait"), [(1, NOW, 1), (60, 6000.0, 60), (60, 6000.5, 60), (60, 6059.0, 1), (60, 6059.999, 1)]
)
def test_one_waits_until_the_next_window(seconds: int, now: float, wait: int) -> None:
    meter = a_meter(seconds=seconds)
    assert passed(meter, limit=1, asked=1, now=now) == 1
    assert [meter.wait("k", limit=1, now=now) for _ in range(2)] == [wait, wait]
    assert passed(meter, limit=1, asked=2, now=now + wait) == 1


def test_a_window_begins_anew_in_the_shared_row() -> None:
    first, second = a_meter(), a_meter()
    passed(first, limit=8, asked=20)
    assert passed(second, limit=8, asked=20, now=NOW + 1) == 8
    (row,) = RateWindow.objects.all()
    assert (row.key, row.window, row.used >= 8) == ("test:k", int(NOW) + 1, True)


def test_rows_of_the_past_are_deleted_now_and_then() -> None:
    meter, other = a_meter(), Meter(name="tests", seconds=1)
    passed(other, limit=8, asked=9)
    for key in ("a", "b", "c"):
        passed(meter, limit=8, asked=9, key=key)
    assert RateWindow.objects.count() == 4
    later = NOW + limits.TIDY_AFTER + 1
    passed(meter, limit=8, asked=9, now=later)
    assert set(RateWindow.objects.values_list("key", flat=True)) == {"test:k", "tests:k"}


def test_a_process_forgets_keys_of_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 10)
    meter = a_meter()
    for second in range(100):
        assert meter.wait(f"k{second}", limit=80, now=NOW + second) == 0
    assert len(meter._windows) <= 11


@pytest.mark.django_db(transaction=True)
def test_threads_of_a_process_share_it_too() -> None:
    meter, through = a_meter(), []

    def ask() -> None:
        try:
            through.append(passed(meter, limit=40, asked=40))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    part = 40 // PARTS  # what a thread has just taken may come too late for those that ask no more
    assert 40 - 4 * part <= sum(through) <= 40 + 4 * part


PROCESS = """
import django
django.setup()
from scoring.services.limits import Meter
meter = Meter(name="test", seconds=1)
print(sum(meter.wait("k", limit=80, now=4e9) == 0 for _ in range(100)))
"""


@pytest.mark.django_db(transaction=True)
def test_two_real_processes_of_one_database() -> None:
    environment = os.environ | {
        "DATABASE_URL": url_of_the_test_database(),
        "DJANGO_SETTINGS_MODULE": "jassref.settings",
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS],
            env=environment,
            cwd=Path(__file__).resolve().parents[2],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    through = [int(process.communicate(timeout=120)[0]) for process in running]
    assert all(process.returncode == 0 for process in running)
    assert 80 <= sum(through) <= 80 + 2 * (80 // PARTS)


def url_of_the_test_database() -> str:
    said = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{said['NAME']}"
    who = quote(said["USER"], safe="") + (f":{quote(said['PASSWORD'], safe='')}" if said["PASSWORD"] else "")
    port = f":{said['PORT']}" if said["PORT"] else ""
    return f"postgres://{who}@{quote(said['HOST'], safe='')}{port}/{said['NAME']}"
