"""Tests that touch rows run on the engine that the run names."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import pytest
from django.db import connection, connections

from tests.postgres import NoPostgres, private_cluster

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_the_engine_is_the_one_asked_for() -> None:
    wanted = "postgresql" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
    assert connection.vendor == wanted


@pytest.mark.django_db(transaction=True)
def test_threads_share_the_test_database() -> None:
    """On SQLite that takes a file, on PostgreSQL a pool with room."""
    seen: list[int] = []

    def count() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM django_migrations")
                seen.append(cursor.fetchone()[0])
        finally:
            connections.close_all()

    threads = [Thread(target=count) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 12
    assert len(set(seen)) == 1


@pytest.mark.django_db
def test_tests_with_rows_are_marked_so(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("rows")


def test_tests_without_rows_are_not(request: pytest.FixtureRequest) -> None:
    assert not request.node.get_closest_marker("rows")


# --- the private cluster ---


def test_a_cluster_goes_with_its_data_also_after_an_error() -> None:
    folders: list[Path] = []

    def fail() -> None:
        with private_cluster() as url:
            folders.append(Path(unquote(url.partition("@")[2].removesuffix("/postgres"))))
            assert folders[0].is_dir()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not folders[0].exists()


def test_the_command_runs_with_the_url_and_its_exit_code_is_ours() -> None:
    done = with_postgres(
        sys.executable,
        "-c",
        "import os; print(os.environ['DATABASE_URL']); raise SystemExit(3)",
        TEST_DATABASE_URL="postgres://given/url",
    )
    assert (done.returncode, done.stdout.strip()) == (3, "postgres://given/url")


def test_no_engine_is_skipped_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.postgres.SYSTEM_FOLDERS", ())
    monkeypatch.setattr("tests.postgres.PIP_PACKAGE", "no_such_package")
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(NoPostgres, match="No PostgreSQL to test on"), private_cluster():
        pass


def with_postgres(*command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.postgres", *command],
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
        capture_output=True,
        text=True,
    )
