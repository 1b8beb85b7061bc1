"""The load: keep-alive connections that send what was written beforehand and read the answers."""

import json
import socket
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from benchmarks.service.server import HOST

TIMEOUT = 60


class Unexpected(Exception):
    """The server answered with another status; the message holds the answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


class Connection:
    """One keep-alive connection; every request bears the token."""

    def __init__(self, port: int, *, token: str) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=TIMEOUT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._token = token

    def written(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        anonymous: bool = False,
    ) -> bytes:
        """A request as it goes over the wire; an `anonymous` one bears no token."""
        content = b"" if body is None else json.dumps(body).encode()
        given = {
            "Host": HOST,
            **({} if anonymous else {"Authorization": f"Bearer {self._token}"}),
            "Accept": "application/json",
            **({"Content-Type": "application/json", "Content-Length": str(len(content))} if content else {}),
            **(headers or {}),
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
        return "\r\n".join(lines).encode() + content

    def send(self, request: bytes, *, expect: int | tuple[int, ...]) -> Answer:
        """Send a request and answer what came back; Unexpected where that has another status."""
        self._socket.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        head, _, body = received.partition(b"\r\n\r\n")
        status, headers = _read_head(head.decode("latin-1"))
        missing = int(headers.get("content-length", "0")) - len(body)
        while missing > 0:
            more = self._receive()
            body += more
            missing -= len(more)
        if status not in (expect if isinstance(expect, tuple) else (expect,)):
            raise Unexpected(f"{status} instead of {expect}: {body.decode(errors='replace')[:500]}")
        return Answer(status, headers, body)

    def call(self, method: str, path: str, body: object = None, *, expect: int) -> Any:
        """Send a request and answer the JSON that came back."""
        return self.send(self.written(method, path, body), expect=expect).json

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _receive(self) -> bytes:
        received = self._socket.recv(65536)
        if not received:
            raise Unexpected("the server has hung up")
        return received


@dataclass(frozen=True, slots=True)
class Turn:
    """What one connection sends, one request after the other."""

    connection: Connection
    requests: Sequence[bytes]
    expect: int

    def run(self) -> None:
        """Send them all."""
        for request in self.requests:
            self.connection.send(request, expect=self.expect)


def seconds_for(turns: Sequence[Turn]) -> float:
    """How long all connections together take for what they send, at the same time."""
    with ThreadPoolExecutor(len(turns)) as pool:
        began = time.perf_counter()
        for done in [pool.submit(turn.run) for turn in turns]:
            done.result()
        return time.perf_counter() - began


def _read_head(head: str) -> tuple[int, dict[str, str]]:
    first, *lines = head.split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(first.split(" ")[1]), headers
