"""`manage.py serve` as a process of its own, on a free port, with a database of its own on the engine of the run."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit
from uuid import uuid4

import psutil  # type: ignore[import-untyped]  # it has no types
import psycopg

from tests.api.table import Answer, Device, sockets

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds that anything may take on a busy machine."""

Environment = Mapping[str, str]


def manage(*words: str, environment: Environment) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, as from a shell that has set nothing else."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=dict(environment),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@contextmanager
def fresh_database(folder: Path, *, migrated: bool = True) -> Iterator[Environment]:
    """An environment with nothing in it but a database that nobody else uses, and a free port."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "JASSREF_VAR_DIR": str(folder), "PORT": free_port()}
    with _postgresql(os.environ.get("DATABASE_URL", "")) as url:
        if url:
            environment["DATABASE_URL"] = url
        if migrated:
            done = manage("migrate", "--verbosity", "0", environment=environment)
            assert done.returncode == 0, done.stderr
        yield environment


@contextmanager
def _postgresql(server: str) -> Iterator[str]:
    """A new database on that server; nothing on SQLite, where a new folder does."""
    if not server.startswith("postgres"):
        yield ""
        return
    name = f"serve_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:  # a test may have stopped the server meanwhile
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def free_port() -> str:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


class Served:
    """A server that was started here. Whatever a test does to it, none of its processes outlives the `with`."""

    def __init__(self, environment: Environment, *options: str, within: Sequence[str] = ()) -> None:
        self.url = f"http://127.0.0.1:{environment['PORT']}"
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__; a pipe that is full would stop the server
        self.process = subprocess.Popen(
            [*within, sys.executable, "manage.py", "serve", *options],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        workers = self.workers() if self.process.poll() is None else []
        self.process.kill()
        self.process.communicate()
        self._complaints.close()
        for worker in workers:
            if is_alive(worker):
                os.kill(worker, signal.SIGKILL)

    def printed(self) -> str:
        """What it prints until it says that it serves."""
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if line.startswith("Serving on"):
                break
        return "".join(said)

    def answers(self) -> Answer:
        """Wait until it answers, and see that it is alive."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return Device(transport=sockets(self.url)).transport("GET", "/livez", None, {})
            except ConnectionError:
                assert time.monotonic() < deadline, self.process.poll()
                time.sleep(0.05)

    def workers(self, *, of: int | None = None) -> list[int]:
        """The processes that it has started, or that another process has."""
        return [child.pid for child in psutil.Process(of or self.process.pid).children()]

    def ends(self, how: signal.Signals | None = None) -> tuple[int, str]:
        """Send a signal, if any, and answer its exit code and what it has said to stderr, requests left out."""
        if how is not None:
            self.process.send_signal(how)
        self.process.communicate(timeout=PATIENCE)
        lines = [line for line in self.complaints().splitlines() if "jassref.access" not in line]
        return self.process.returncode, "\n".join(lines)

    def complaints(self) -> str:
        """What it has written to stderr so far."""
        written = os.pread(self._complaints.fileno(), os.fstat(self._complaints.fileno()).st_size, 0)
        return written.decode()


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def are_gone(pids: list[int]) -> bool:
    """Wait until none of the processes is alive."""
    deadline = time.monotonic() + PATIENCE
    while any(is_alive(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
