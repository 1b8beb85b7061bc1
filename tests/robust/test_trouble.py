"""Which errors of a database are trouble that passes (503), and which are mistakes of ours (500), on every path."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django import db
from django.contrib.auth.models import User
from django.test import Client
from psycopg_pool import PoolTimeout
from pytest_django import Settings

from scoring.models.trouble import is_trouble
from tests.api.answers import code_of

pytestmark = pytest.mark.django_db


def lite(code: int) -> sqlite3.Error:
    """An error of SQLite with this code."""
    error = sqlite3.OperationalError("said so")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("kind", "cause", "expected"),
    [
        (db.OperationalError, None, True),
        (db.InterfaceError, None, True),
        (db.OperationalError, lite(sqlite3.SQLITE_FULL), True),
        (db.OperationalError, lite(sqlite3.SQLITE_READONLY), True),
        (db.OperationalError, lite(sqlite3.SQLITE_BUSY_SNAPSHOT), True),
        (db.OperationalError, lite(sqlite3.SQLITE_IOERR_WRITE), True),
        (db.DatabaseError, lite(sqlite3.SQLITE_CORRUPT), True),
        (db.OperationalError, lite(sqlite3.SQLITE_ERROR), False),  # no such table, or wrong SQL
        (db.InterfaceError, lite(sqlite3.SQLITE_MISUSE), False),
        (db.OperationalError, PoolTimeout("no connection"), True),
        (db.OperationalError, psycopg.errors.AdminShutdown(), True),
        (db.OperationalError, psycopg.errors.DiskFull(), True),
        (db.OperationalError, psycopg.errors.DeadlockDetected(), True),
        (db.InternalError, psycopg.errors.ReadOnlySqlTransaction(), True),
        (db.InternalError, psycopg.errors.InFailedSqlTransaction(), False),
        (db.ProgrammingError, psycopg.errors.UndefinedTable(), False),
        (db.DataError, psycopg.errors.NumericValueOutOfRange(), False),
        (db.IntegrityError, psycopg.errors.UniqueViolation(), False),
    ],
)
def test_trouble_is_told_apart_from_mistakes(kind: type[db.Error], cause: Exception | None, expected: object) -> None:
    error = kind("said so")
    error.__cause__ = cause
    assert is_trouble(error) is expected


@pytest.fixture(params=[False, True], ids=["live", "debug"])
def browser(request: pytest.FixtureRequest, settings: Settings) -> Client:
    """Somebody at the review desk."""
    settings.DEBUG = request.param
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("chief"))
    return client


@pytest.fixture
def broken(request: pytest.FixtureRequest, browser: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """The same with a database that answers every statement with this error."""

    def fail(*_args: Any) -> None:
        raise request.param("password=secret")

    with monkeypatch.context() as patched:
        patched.setattr(db.connections["default"], "cursor", fail)
        yield browser


PATHS = ["/admin/", "/admin/scoring/game/", "/api/v1/games", "/api/v1/games/5f0c6c0e-32ad-4e21-8a39-1a14b0f3c1d1"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("broken", [db.OperationalError, db.InterfaceError], indirect=True)
def test_every_path_says_that_it_is_not_available(broken: Client, path: str) -> None:
    answer = broken.get(path)
    assert code_of(answer) == (503, "unavailable")
    assert answer["Retry-After"] == "2"
    assert b"secret" not in answer.content


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("broken", [db.ProgrammingError, db.DataError], indirect=True)
def test_a_mistake_stays_a_mistake(broken: Client, path: str) -> None:
    answer = broken.get(path)
    assert code_of(answer) == (500, "server_error")
    assert "Retry-After" not in answer


def test_a_session_that_cannot_be_saved(browser: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """That is found out on the way out, by a middleware."""

    def fail(*_args: Any, **_named: Any) -> None:
        raise db.OperationalError("database or disk is full")

    settings.DEBUG = False
    settings.SESSION_SAVE_EVERY_REQUEST = True
    with monkeypatch.context() as patched:
        patched.setattr("django.contrib.sessions.backends.db.SessionStore.save", fail)
        answer = browser.get("/admin/")
    assert code_of(answer) == (503, "unavailable")
