"""A small HTTP client for the server: one connection, JSON in both directions."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from scoring.management.demo.conditions import own_headers

API: Final = "/api/v1"
SECONDS: Final = 30
PAUSE: Final = 0.1


class DemoFailed(Exception):
    """The demo cannot go on. The message is a sentence for the person who started it."""


class Unreachable(DemoFailed):
    """The server does not answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server."""

    status: int
    body: dict[str, Any]

    @property
    def detail(self) -> str:
        """The detail of a problem, as the server wrote it."""
        return str(self.body.get("detail", f"it answered with status {self.status}"))


class Client:
    """A client of one server. Close it, or use it in a `with`."""

    def __init__(self, url: str, *, token: str = "") -> None:
        scheme, host, port = _address(url)
        kind = HTTPSConnection if scheme == "https" else HTTPConnection
        self.url = url.rstrip("/")
        self._connection = kind(host, port, timeout=SECONDS)
        self._headers = own_headers(host) | ({"Authorization": f"Bearer {token}"} if token else {})

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the connection."""
        self._connection.close()

    def get(self, path: str) -> Answer:
        """Send a GET request to the path."""
        return self._call("GET", path, None)

    def post(self, path: str, data: Mapping[str, Any]) -> Answer:
        """Send a POST request with data to the path."""
        return self._call("POST", path, json.dumps(data))

    def _call(self, method: str, path: str, body: str | None) -> Answer:
        headers = self._headers if body is None else {**self._headers, "Content-Type": "application/json"}
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            content = response.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise Unreachable(f"No server answers at {self.url} ({error}).") from error
        try:
            return Answer(response.status, json.loads(content))
        except ValueError:
            return Answer(response.status, {})


def _address(url: str) -> tuple[str, str, int | None]:
    """Return scheme, host and port of the address."""
    try:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname:
            return parts.scheme, parts.hostname, parts.port
    except ValueError:
        pass
    raise DemoFailed(f"{url} is not the address of a server; http://127.0.0.1:8000 would be one.")


def wait_until_ready(client: Client, *, seconds: float) -> None:
    """Wait until the server is ready. Raises DemoFailed after `seconds`, or if it cannot work."""
    deadline = time.monotonic() + seconds
    while not (answer := _readiness(client)):
        if time.monotonic() >= deadline:
            raise Unreachable(f"No server answers at {client.url}.")
        time.sleep(PAUSE)
    if answer.status != HTTPStatus.OK:
        raise DemoFailed(f"The server at {client.url} answers, but cannot work. {answer.detail}")


def _readiness(client: Client) -> Answer | None:
    try:
        return client.get("/readyz")
    except Unreachable:
        return None
