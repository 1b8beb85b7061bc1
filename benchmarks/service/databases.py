"""Databases to measure on: fresh ones, that go again."""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg.sql import SQL, Identifier

from benchmarks.service.server import SETTINGS
from tests.postgres import private_cluster


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of the server that `TEST_DATABASE_URL` names, else of a private one that loses nothing in a power cut."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
    else:
        with private_cluster(settings={}) as url:
            yield url


@contextmanager
def database(server: str, *, like: str | None = None) -> Iterator[str]:
    """Make an empty database on this server, or one that is like another; give its URL, and drop it at the end."""
    name = f"bench_{secrets.token_hex(4)}"
    template = SQL(" TEMPLATE {}").format(Identifier(urlsplit(like).path.strip("/"))) if like else SQL("")
    _execute(server, SQL("CREATE DATABASE {}").format(Identifier(name)) + template)
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        _execute(server, SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def sqlite() -> Iterator[str]:
    """The URL of an SQLite file, that goes at the end with what lies beside it."""
    with tempfile.TemporaryDirectory(prefix="jassref-bench-") as folder:
        yield f"sqlite:///{Path(folder) / 'bench.sqlite3'}"


def prepare(url: str) -> Mapping[str, Any]:
    """Fill an empty database; see `world.prepare`."""
    world: Mapping[str, Any] = json.loads(_world(url, "prepare"))
    return world


def multiply(url: str, *, game: str, count: int) -> None:
    """Add copies of a game; see `world.multiply`."""
    _world(url, "multiply", game, str(count))


def version_of(server: str) -> str:
    """What the PostgreSQL server says it is."""
    with psycopg.connect(server) as connection:
        found = connection.execute("SHOW server_version").fetchone()
    return "PostgreSQL " + (str(found[0]).split(" ")[0] if found else "?")


def _world(url: str, *words: str) -> str:
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": SETTINGS}
    command = [sys.executable, "-m", "benchmarks.service.world", *words]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def _execute(server: str, statement: SQL | Any) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)
