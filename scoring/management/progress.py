"""The progress of a long command: a bar on a terminal, and nothing anywhere else."""

import time
from types import TracebackType
from typing import Final, Self

from django.core.management.base import OutputWrapper

WIDTH: Final = 30
PAUSE: Final = 0.1  # seconds between two drawings
ERASE: Final = "\r\x1b[K"


class Progress:
    """A bar that grows with every `step` and disappears at the end."""

    def __init__(self, out: OutputWrapper, *, total: int) -> None:
        self._out = out
        self._seen = bool(out.isatty())
        self._total = max(total, 1)
        self._done = 0
        self._drawn = 0.0

    def __enter__(self) -> Self:
        """Return the bar. It appears with the first step."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Clear the line, also after an error."""
        self.clear()

    def step(self) -> None:
        """Count one more item as done."""
        self._done += 1
        now = time.monotonic()
        if now - self._drawn < PAUSE:
            return
        self._drawn = now
        share = min(self._done / self._total, 1)
        bar = ("#" * round(WIDTH * share)).ljust(WIDTH, ".")
        self._write(f"\r[{bar}] {self._done} of {self._total}")

    def clear(self) -> None:
        """Clear the bar, to make room for a line of text."""
        self._write(ERASE)

    def _write(self, text: str) -> None:
        if self._seen:
            self._out.write(text, style_func=str, ending="")
            self._out.flush()
