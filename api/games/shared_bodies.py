"""Bodies that several readers get within the same second, kept in this process.

Two hundred phones at an event look at the same public games. After a report each of them asks for
the same body. It is made once, for readers without any right of their own: what a token may see is
never kept here.
"""

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from scoring.rules.view.secrets import ANYBODY, Viewer

SECONDS: Final = 1.0
"""How long a body is kept. A shorter time shares little; a longer one saves nothing more and takes memory."""

MOST_BODIES: Final = 500
"""How many bodies a process keeps; a body with 300 deals has about 100 KiB."""


@dataclass(frozen=True, slots=True)
class SharedBody:
    """What is sent: the bytes, the version of the game from which they were made, and a name for a file of them."""

    content: bytes
    version: int
    name: str = ""


class SharedBodies:
    """The bodies of this process by game, version and form; threads share it."""

    def __init__(self) -> None:
        self._bodies: dict[Hashable, tuple[float, SharedBody]] = {}
        self._lock = threading.Lock()

    def get(
        self, key: tuple[Hashable, ...], make: Callable[[], SharedBody], *, version: int, viewer: Callable[[], Viewer]
    ) -> SharedBody:
        """The body that was made for this key at this version, else a new one.

        Only what anybody may see is shared: `viewer` is asked before a body is made and again after it. A body is kept
        under the version that it has itself, so that its tag is of its own state: somebody may have written since the
        version was read.
        """
        if viewer() != ANYBODY:
            return make()
        now = time.monotonic()
        with self._lock:
            until, body = self._bodies.get((*key, version), (0.0, None))
        if body is not None and now < until:
            return body
        body = make()
        if viewer() != ANYBODY:
            return body
        with self._lock:
            if len(self._bodies) >= MOST_BODIES:
                self._bodies = {name: one for name, one in self._bodies.items() if now < one[0]}
            if len(self._bodies) < MOST_BODIES:
                self._bodies[*key, body.version] = (now + SECONDS, body)
        return body

    def clear(self) -> None:
        """Forget all bodies."""
        with self._lock:
            self._bodies.clear()


SHARED: Final = SharedBodies()
