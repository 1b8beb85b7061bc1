"""The front of a worker: it reads requests whole, then gives them to a thread of the application.

A thread that reads a body waits for its sender. A dozen clients that send one byte and then nothing
would keep every thread waiting. Here the event loop waits instead, which costs no thread, and only
until the deadline.
docs/decisions/0019 has the measurements.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Any, Final, Literal
from urllib.parse import unquote_to_bytes

IN_MEMORY: Final = 1024 * 1024
"""A body with more bytes goes to a temporary file."""

MOST: Final = 16 * 1024 * 1024 + 1
"""The bytes of a body that are kept: one more than allowed, so the application sees the excess."""

READ_OUT: Final = 2 * MOST
"""The bytes that are read. A client that cannot finish sending would see a broken connection."""

STATE: Final = "jassref.body"
"""The key of the WSGI environment that says how a body ended. A whole body has no such key."""

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[str, str]]
Environ = dict[str, Any]
Ended = Literal["whole", "late", "incomplete", "too_long"]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


@dataclass(slots=True)
class Body:
    """The bytes of a body as they arrived, and how it ended."""

    file: SpooledTemporaryFile[bytes]
    size: int = 0
    ended: Ended = "whole"

    async def read(self, receive: Receive) -> None:
        """Read until the last piece, a broken connection, or the limit `READ_OUT`."""
        while self.size < READ_OUT:
            event = await receive()
            if event["type"] != "http.request":
                self.ended = "incomplete"
                return
            piece = event.get("body", b"")
            self.file.write(piece[: max(0, MOST - self.size)])
            self.size += len(piece)
            if not event.get("more_body", False):
                return
        self.ended = "too_long"


class Front:
    """An ASGI application in front of a WSGI one, which runs in `threads` threads.

    A body must arrive within `seconds` after the headers. A request with a late or incomplete body
    goes to the application too, with `STATE` in its environment. The application writes the
    refusal, and then the connection is closed.
    """

    def __init__(self, application: Wsgi, *, threads: int, seconds: float) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
            body = Body(file)
            if has_body(scope):
                await self._read(body, receive)
            work = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)
            status, headers, content = await work
        if body.ended != "whole":
            headers.append(("Connection", "close"))
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    async def _read(self, body: Body, receive: Receive) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await body.read(receive)
        except TimeoutError:
            body.ended = "late"
        body.file.seek(0)

    def _answer(self, scope: Scope, body: Body) -> tuple[int, Headers, bytes]:
        status, headers = 500, Headers()

        def start_response(line: str, fields: Headers, exc_info: Any = None) -> None:
            nonlocal status, headers
            status, headers = int(line.partition(" ")[0]), list(fields)

        answer = self._application(environ(scope, body), start_response)
        try:
            return status, headers, b"".join(answer)
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()


def has_body(scope: Scope) -> bool:
    """Return whether a body follows. Most requests have none, so they need no turn of the loop."""
    if scope["http_version"].startswith("2"):
        return True
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


def environ(scope: Scope, body: Body) -> Environ:
    """Return the WSGI environment of an ASGI request (PEP 3333)."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    values: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body.file,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(values, name.decode("latin-1"), value.decode("latin-1"))
    if body.ended in {"late", "incomplete"}:
        values[STATE] = body.ended
    return values


def _add_header(values: Environ, name: str, value: str) -> None:
    """Add a header. A repeated one is joined as in RFC 9110; cookies with a semicolon."""
    if "_" in name:  # `X_Forwarded_For` would look like the header that the proxy writes
        return
    key = name.upper().replace("-", "_")
    if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
        key = f"HTTP_{key}"
    between = "; " if key == "HTTP_COOKIE" else ","
    values[key] = f"{values[key]}{between}{value}" if key in values else value
