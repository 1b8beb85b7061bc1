"""Bodies that come slowly, in part, or broken: nothing of them is recorded, and nobody else waits for them."""

import json
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.api.says import Json, deal, new_id
from tests.api.table import Device
from tests.commands.serving import Served
from tests.robust.hall import Hall, hall
from tests.robust.locks import file_of, locked

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own

SLOW_CONNECTIONS = 16
DEADLINE = 3.0
"""Seconds that the server of these tests waits for a body."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, Served]]:
    """A server on the engine of the run, with a short deadline for bodies."""
    folder = tmp_path_factory.mktemp("hall")
    with hall(folder, JASSREF_BODY_SECONDS=str(DEADLINE)) as place, Served(place.environment, "--no-demo") as served:
        yield place, served


@pytest.fixture
def table(house: tuple[Hall, Served]) -> tuple[Hall, Served, Device]:
    """A server with a new game on it, and the organizer's device."""
    place, served = house[0].another_game(), house[1]
    return place, served, place.open(served)


def head(place: Hall, path: str, *fields: str, method: str = "POST") -> bytes:
    """The headers of a request with a body, and the empty line behind them."""
    lines = (
        f"{method} /api/v1{path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {place.token}",
        "Content-Type: application/json",
        *fields,
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


@contextmanager
def line_to(served: Served) -> Iterator[socket.socket]:
    """A connection of its own."""
    url = urlsplit(served.url)
    with socket.create_connection((url.hostname or "", url.port or 0), timeout=30) as line:
        yield line


def answer_on(line: socket.socket) -> tuple[int, str, str | None]:
    """Status, problem code and `Connection` of the answer that comes."""
    with HTTPResponse(line) as response:
        response.begin()
        return response.status, json.loads(response.read()).get("code", ""), response.getheader("connection")


def said() -> bytes:
    """A call with one report."""
    sent: Json = {"reports": [{**deal(), "id": new_id()}]}
    return json.dumps(sent).encode()


def chunk(data: bytes) -> bytes:
    """A chunk of a body."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


# --- slow ------------------------------------------------------------------------------------------------------------


def test_nobody_waits_for_slow_connections(table: tuple[Hall, Served, Device]) -> None:
    place, served, organizer = table
    with ExitStack() as lines:
        for _ in range(SLOW_CONNECTIONS):
            line = lines.enter_context(line_to(served))
            line.sendall(head(place, place.reports, "Content-Length: 100") + b"{")
        began = time.monotonic()
        assert organizer.post(place.reports, {"reports": [deal()]}).status == 201
        assert time.monotonic() - began < 1


def test_a_body_that_is_late_is_refused_and_its_connection_closed(table: tuple[Hall, Served, Device]) -> None:
    place, served, organizer = table
    body = said()
    with line_to(served) as line:
        line.sendall(head(place, place.reports, f"Content-Length: {len(body)}"))
        began = time.monotonic()
        line.sendall(body[:-1])
        assert answer_on(line) == (408, "request_timeout", "close")
        assert DEADLINE - 0.5 < time.monotonic() - began < DEADLINE + 5
        assert line.recv(1) == b""
    assert place.journal(organizer) == []


def test_a_body_that_drips_is_late_too(table: tuple[Hall, Served, Device]) -> None:
    """The deadline is for the whole body, not for each piece of it."""
    place, served, organizer = table
    body = said()
    with line_to(served) as line:
        line.sendall(head(place, place.reports, f"Content-Length: {len(body)}"))
        for at in range(9):
            line.sendall(body[at : at + 1])
            time.sleep(DEADLINE / 10)
        assert answer_on(line)[:2] == (408, "request_timeout")
    assert place.journal(organizer) == []


# --- in part ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds_to_the_end", [0, 0.2])
def test_fewer_bytes_than_said(table: tuple[Hall, Served, Device], seconds_to_the_end: float) -> None:
    place, served, organizer = table
    body = said()
    with line_to(served) as line:
        line.sendall(head(place, place.reports, f"Content-Length: {len(body) + 5}") + body)
        time.sleep(seconds_to_the_end)
        line.shutdown(socket.SHUT_WR)
        assert answer_on(line) == (400, "incomplete_body", "close")
    assert place.journal(organizer) == []


@pytest.mark.parametrize("end", [b"", b"0", b"0\r\n", b"xyz\r\n\r\n", b"5\r\nab"])
def test_a_last_chunk_that_is_missing_or_broken(table: tuple[Hall, Served, Device], end: bytes) -> None:
    place, served, organizer = table
    with line_to(served) as line:
        line.sendall(head(place, place.reports, "Transfer-Encoding: chunked") + chunk(said()) + end)
        line.shutdown(socket.SHUT_WR)
        assert answer_on(line)[:2] == (400, "incomplete_body")
    assert place.journal(organizer) == []


def test_chunks_to_the_end_are_taken(table: tuple[Hall, Served, Device]) -> None:
    place, served, organizer = table
    body = said()
    with line_to(served) as line:
        line.sendall(head(place, place.reports, "Transfer-Encoding: chunked"))
        line.sendall(chunk(body[:10]) + chunk(body[10:]) + b"0\r\n\r\n")
        assert answer_on(line)[0] == 201
    assert len(place.journal(organizer)) == 1


def test_half_a_body_and_then_nobody(table: tuple[Hall, Served, Device]) -> None:
    place, served, organizer = table
    body = said()
    with line_to(served) as line:
        line.sendall(head(place, place.reports, f"Content-Length: {len(body)}") + body[: len(body) // 2])
    assert organizer.get("/me").status == 200
    assert place.journal(organizer) == []


def test_more_bytes_than_said_are_no_part_of_the_body(table: tuple[Hall, Served, Device]) -> None:
    place, served, organizer = table
    body = said()
    with line_to(served) as line:
        line.sendall(head(place, place.reports, f"Content-Length: {len(body)}") + body + b"and more")
        assert answer_on(line)[0] == 201
    assert len(place.journal(organizer)) == 1


def test_an_empty_body_that_was_to_have_bytes_withdraws_nothing(table: tuple[Hall, Served, Device]) -> None:
    """A withdrawal needs no body; half a request is none all the same."""
    place, served, organizer = table
    assert organizer.post(place.reports, {"reports": [deal()]}).status == 201
    about = {"category": "shouting", "deal": 1, "raised_by": {"side": 1}, "statement": "Too loud."}
    raised = organizer.post(f"/games/{place.game}/disputes", about)
    assert raised.status == 201, raised.body
    path = f"/disputes/{raised.body['id']}"
    before = organizer.get(path).body
    for field in ("Content-Length: 2", "Transfer-Encoding: chunked"):
        with line_to(served) as line:
            line.sendall(head(place, f"{path}/withdraw", field))
            line.shutdown(socket.SHUT_WR)
            assert answer_on(line)[:2] == (400, "incomplete_body")
    assert organizer.get(path).body == before


def test_a_body_far_above_the_limit_is_read_out_and_refused(table: tuple[Hall, Served, Device]) -> None:
    place, served, _ = table
    body = b" " * 3_000_000
    with line_to(served) as line:
        line.sendall(head(place, place.reports, f"Content-Length: {len(body)}") + body)
        assert answer_on(line)[:2] == (413, "too_large")


# --- a lock that somebody holds --------------------------------------------------------------------------------------


@contextmanager
def held(place: Hall) -> Iterator[None]:
    """Hold the rows of all tokens, on SQLite the lock of all writers."""
    url = place.environment.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        with locked(place):
            yield
        return
    with psycopg.connect(url) as holder:
        holder.execute("SELECT 1 FROM scoring_token FOR UPDATE")
        yield
        holder.rollback()


def forget_the_last_use(place: Hall) -> None:
    """As if no token had been used yet."""
    url = place.environment.get("DATABASE_URL", "")
    statement = "UPDATE scoring_token SET last_used_at = NULL"
    if url.startswith("postgres"):
        with psycopg.connect(url) as connection:
            connection.execute(statement)
        return
    with sqlite3.connect(file_of(place)) as file:
        file.execute(statement)
    file.close()


def test_a_reader_waits_for_no_lock(table: tuple[Hall, Served, Device]) -> None:
    place, _, organizer = table
    forget_the_last_use(place)
    with held(place):
        began = time.monotonic()
        assert organizer.get("/me").status == 200
        assert time.monotonic() - began < 1
    assert organizer.get("/me").status == 200
