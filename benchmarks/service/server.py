"""The server that is measured: `manage.py serve` as it is, with the bare view at another path."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SETTINGS = "benchmarks.bare.settings"
HOST = "127.0.0.1"
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
START_SECONDS = 30


class NoServer(Exception):
    """The server did not come up; the message says what it wrote."""


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
