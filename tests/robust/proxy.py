"""A bad network: a proxy on this machine that drops, doubles, delays and reorders requests and answers.

It understands as much of HTTP as it needs to tell where a request ends. Each connection carries one request. What
happens to it is chosen by chance, by the weights of `MISHAPS`; what happened is counted in `happened`.
"""

import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

MISHAPS = {
    "passed": 44,
    "request dropped": 7,  # nobody hears of it
    "request cut": 4,  # half of it arrives
    "answer dropped": 9,  # it is done, and nobody knows
    "answer cut": 4,  # half of the answer comes
    "doubled": 8,  # twice at the same time
    "doubled late": 8,  # and again when others have come in between
    "delayed": 8,  # others overtake it
    "answer delayed": 4,
    "dropped and late": 4,  # the line is dead, and the request arrives all the same, after its retry perhaps
}
LONGEST_DELAY = 0.12
SILENCE = 10


class Proxy:
    """Listens on a port of its own and passes requests on to the server at `url`, more or less."""

    def __init__(self, url: str, *, rng: random.Random) -> None:
        place = urlsplit(url)
        self._server = (place.hostname or "", place.port or 80)
        self._rng = rng
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._threads: list[threading.Thread] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.happened: Counter[str] = Counter()

    def serve(self) -> None:
        """Take connections until the listener is closed."""
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._carry, args=(line,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        """Take no more connections, and wait for what is still on its way."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(SILENCE)
            assert not thread.is_alive()

    def _carry(self, line: socket.socket) -> None:
        """One connection, and what becomes of it."""
        with line, suppress(OSError):
            line.settimeout(SILENCE)
            request = _read_message(line)
            with self._lock:
                (mishap,) = self._rng.choices(list(MISHAPS), list(MISHAPS.values()))
                delay = self._rng.uniform(0, LONGEST_DELAY)
                self.happened[mishap] += 1
            getattr(self, "_" + mishap.replace(" ", "_"))(line, request, delay)

    def _ask(self, request: bytes) -> bytes:
        """Pass a request on; empty where the server is not there."""
        with suppress(OSError), socket.create_connection(self._server, timeout=SILENCE) as server:
            server.sendall(request)
            return _read_message(server)
        return b""

    def _passed(self, line: socket.socket, request: bytes, delay: float) -> None:
        line.sendall(self._ask(request))

    def _request_dropped(self, line: socket.socket, request: bytes, delay: float) -> None:
        _break(line)

    def _request_cut(self, line: socket.socket, request: bytes, delay: float) -> None:
        with suppress(OSError), socket.create_connection(self._server, timeout=SILENCE) as server:
            server.sendall(request[: len(request) * 3 // 4])
        _break(line)

    def _answer_dropped(self, line: socket.socket, request: bytes, delay: float) -> None:
        self._ask(request)
        _break(line)

    def _answer_cut(self, line: socket.socket, request: bytes, delay: float) -> None:
        answer = self._ask(request)
        line.sendall(answer[: len(answer) // 2])

    def _doubled(self, line: socket.socket, request: bytes, delay: float) -> None:
        second = threading.Thread(target=self._ask, args=(request,))
        second.start()
        line.sendall(self._ask(request))
        second.join()

    def _doubled_late(self, line: socket.socket, request: bytes, delay: float) -> None:
        line.sendall(self._ask(request))
        line.close()
        time.sleep(delay)
        self._ask(request)

    def _delayed(self, line: socket.socket, request: bytes, delay: float) -> None:
        time.sleep(delay)
        line.sendall(self._ask(request))

    def _answer_delayed(self, line: socket.socket, request: bytes, delay: float) -> None:
        answer = self._ask(request)
        time.sleep(delay)
        line.sendall(answer)

    def _dropped_and_late(self, line: socket.socket, request: bytes, delay: float) -> None:
        _break(line)
        time.sleep(delay)
        self._ask(request)


@contextmanager
def bad_network(url: str, *, seed: int) -> Iterator[Proxy]:
    """A proxy before the server at this URL; at the end nothing of it is on its way any more."""
    proxy = Proxy(url, rng=random.Random(seed))
    serving = threading.Thread(target=proxy.serve, daemon=True)
    serving.start()
    try:
        yield proxy
    finally:
        proxy.close()
        serving.join(SILENCE)


def _read_message(line: socket.socket) -> bytes:
    """A request or an answer, by its Content-Length; what there is of it where the other side goes."""
    read = b""
    while b"\r\n\r\n" not in read:
        part = line.recv(65536)
        if not part:
            return read
        read += part
    head, _, body = read.partition(b"\r\n\r\n")
    whole = _length_in(head)
    while len(body) < whole:
        part = line.recv(65536)
        if not part:
            break
        body += part
    return head + b"\r\n\r\n" + body


def _length_in(head: bytes) -> int:
    for field in head.lower().split(b"\r\n")[1:]:
        name, _, value = field.partition(b":")
        if name == b"content-length":
            return int(value)
    return 0


def _break(line: socket.socket) -> None:
    """Reset the connection, as a phone that leaves the room does."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()
