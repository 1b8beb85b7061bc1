"""Refusals: what cannot have happened, or cannot be said now, as a coded exception.

Illegal play is never refused (it is a finding, see findings.py); only what is impossible or out of place is.
"""

from collections.abc import Mapping
from typing import Any, Final

Pointer = tuple[str | int, ...]
"""The way to a field: member names and indexes, e.g. `("cards", 1)`."""


class Refused(Exception):
    """A report that cannot be recorded. Its values never change; `at`, `under` and `with_facts` answer another one.

    `code` is stable and stands in docs/api.md, Problem codes; `params` are the facts a client or a sentence needs
    (`expects`, `expected_seat`, `seat`, `trick`, ...); `pointer` leads from the report to the field at fault.
    `report` is the index of the report in its call, None where the call as a whole is refused.
    """

    # A rule that refuses a card knows neither the call nor the correction that brought the card. So a refusal gets
    # its place on the way out, from each caller that knows one more part of it. A new value at each step, and never
    # a change to the exception in flight: who has caught a refusal may still compare it, or raise it again as it was.

    def __init__(self, code: str, *, pointer: Pointer = (), report: int | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code: Final = code
        self.pointer: Final = pointer
        self.params: Final[Mapping[str, Any]] = params
        self.report: Final = report

    def at(self, report: int) -> "Refused":
        """The same refusal of the report with this index."""
        return Refused(self.code, pointer=self.pointer, report=report, **self.params)

    def under(self, *path: str | int) -> "Refused":
        """The same refusal, seen from the object in which the report lies at `path`."""
        return Refused(self.code, pointer=(*path, *self.pointer), report=self.report, **self.params)

    def with_facts(self, **facts: Any) -> "Refused":
        """The same refusal with further facts."""
        return Refused(self.code, pointer=self.pointer, report=self.report, **{**self.params, **facts})

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({facts})"
