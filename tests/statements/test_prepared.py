"""On PostgreSQL the statements of each report are prepared, and a working connection is not asked at each request."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import psycopg
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassref.postgresql.base import _CHECKED, is_fresh
from scoring.statements.record import game_with
from tests.models.rows import a_game

pytestmark = pytest.mark.django_db


def prepared() -> list[str]:
    """The statements that the server has prepared for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [str(statement) for (statement,) in cursor.fetchall()]


@pytest.fixture
def on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite prepares every statement, and has no server")


@pytest.fixture
def another() -> Iterator[psycopg.Connection[Any]]:
    """A second connection to the same database."""
    settings = connection.settings_dict
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    given = {name: unquote(str(settings[key])) for name, key in names.items() if settings[key]}
    with psycopg.connect(autocommit=True, **given) as found:  # type: ignore[arg-type]  # texts all of them
        yield found


@pytest.mark.usefixtures("on_postgresql")
def test_what_is_sent_often_is_prepared() -> None:
    game = a_game()
    for _ in range(5):
        assert game_with(game.pk, lock=True) == game
    assert [one for one in prepared() if "FOR UPDATE" in one and "$1" in one]


@pytest.mark.usefixtures("on_postgresql")
def test_behind_a_pooler_nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game()
    before = prepared()
    monkeypatch.setattr(connection.connection, "prepare_threshold", None)
    with CaptureQueriesContext(connection) as captured:
        for _ in range(5):
            assert game_with(game.pk, lock=False) == game
    assert len(captured) == 5
    assert prepared() == before


@pytest.mark.usefixtures("on_postgresql")
def test_a_connection_is_asked_again_after_a_moment_or_when_the_server_has_said_something(
    another: psycopg.Connection[Any],
) -> None:
    assert not is_fresh(another)
    _CHECKED[another] = time.monotonic()
    assert is_fresh(another)
    _CHECKED[another] -= 60
    assert not is_fresh(another)
    _CHECKED[another] = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [another.info.backend_pid])
    assert not is_fresh(another)
