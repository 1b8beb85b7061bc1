"""The server that is measured: `manage.py serve` as it is, with the bare view at another path."""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SETTINGS = "benchmarks.bare.settings"
HOST = "127.0.0.1"
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
START_SECONDS = 30
UNLIMITED = "1000000"  # requests are counted, but never too many


class NoServer(Exception):
    """The server did not come up; the message says what it wrote."""


@contextmanager
def own_settings() -> Iterator[None]:
    """Let the measured processes read no setting from outside, and leave nothing behind."""
    for name in [name for name in os.environ if name.startswith("JASSREF_")]:
        del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="jassref-bench-") as folder:
        os.environ |= {"JASSREF_VAR_DIR": folder, "JASSREF_SECRET_KEY": secrets.token_urlsafe(50)}
        os.environ |= {"JASSREF_RATE_TOKEN": UNLIMITED, "JASSREF_RATE_ADDRESS": UNLIMITED}
        yield


@contextmanager
def serving(database_url: str) -> Iterator[int]:
    """Serve this database, give the port, and stop the server at the end."""
    port = _free_port()
    environment = os.environ | {"DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": SETTINGS}
    command = [sys.executable, str(MANAGE), "serve", "--no-demo", "--with-parent", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as server:
        try:
            _wait(server, port)
            yield port
        finally:
            server.terminate()


def processor_seconds() -> float:
    """What all processes have used that this one has started and that still run, PostgreSQL's left out."""
    parents: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text(encoding="utf-8", errors="replace").rpartition(") ")
        except OSError:  # it has ended meanwhile
            continue
        columns = rest.split()
        parents.setdefault(int(columns[1]), []).append(int(stat.parent.name))
        used[int(stat.parent.name)] = 0.0 if "(postgres" in name else float(columns[11]) + float(columns[12])
    found, waiting = 0.0, list(parents.get(os.getpid(), ()))
    while waiting:
        one = waiting.pop()
        found += used[one]
        waiting += parents.get(one, [])
    return found / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait(server: "subprocess.Popen[bytes]", port: int) -> None:
    """Until somebody answers at the port."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise NoServer(f"Nobody answers at port {port} (exit code {server.poll()}).")
