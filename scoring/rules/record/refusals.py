"""Refusals: what cannot have happened, or cannot be said now, as a coded exception.

Illegal play is never refused (it is a finding, see findings.py); only what is impossible or out of place is.
"""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """A report that cannot be recorded.

    `code` is stable and stands in API.md section 4; `params` are the facts a client or a sentence needs
    (`expects`, `expected_seat`, `seat`, `trick`, ...); `pointer` leads from the report to the field at fault.
    """

    def __init__(self, code: str, *, pointer: tuple[str | int, ...] = (), **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.pointer = pointer
        self.params: Mapping[str, Any] = params
        self.report: int | None = None

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({facts})"
