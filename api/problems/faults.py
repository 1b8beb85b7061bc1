"""What went wrong with a request, as values: faults, and the exception that carries them out of a view."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final, Self

from api.problems.codes import CODES

MOST_FAULTS: Final = 100
"""How many faults an answer names. Without a limit, a body of faults would give an answer ten times its size."""


def pointer(*path: str | int) -> str:
    """The JSON Pointer (RFC 6901) of a path of names and indexes; none of them: "", the whole document."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


@dataclass(frozen=True, slots=True)
class RequestFault:
    """One thing wrong with what was sent.

    `pointer` leads into the body, `parameter` names one of the query; `params` are the facts for the sentence;
    `members` stand beside the fault as they are (`report`: the index of the report at fault).
    """

    code: str
    pointer: str = ""
    parameter: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, Any] = field(default_factory=dict)

    def under(self, *path: str | int) -> Self:
        """The same fault, seen from the value that holds this one at `path`."""
        return replace(self, pointer=pointer(*path) + self.pointer)


def are_enough(faults: Sequence[RequestFault]) -> bool:
    """Whether there are more faults than an answer names, so that nobody needs to look for further ones."""
    return len(faults) > MOST_FAULTS


RETRY_AFTER: Final = 2
"""After how many seconds one may ask again for what was not available."""


class Problem(Exception):
    """An answer that is an error (RFC 9457): raise it anywhere below a view.

    `params` are the facts: they fill the sentence, and those that the table of codes names become members of the
    document. `seconds` is how long the client should wait, which goes with the answer as `Retry-After` too.
    `members` are added as they are, `headers` go with the answer, `faults` become `errors`,
    the first `MOST_FAULTS` of them; `has_more_faults` says that there are others.
    """

    def __init__(
        self,
        code: str,
        *,
        faults: Iterable[RequestFault] = (),
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = CODES[code].status
        found = tuple(faults)
        self.faults, self.has_more_faults = found[:MOST_FAULTS], are_enough(found)
        self.members = dict(members or {})
        self.headers = dict(headers or {})
        if self.status == HTTPStatus.SERVICE_UNAVAILABLE:
            params.setdefault("seconds", RETRY_AFTER)
        self.params: Mapping[str, Any] = params

    @classmethod
    def of(cls, faults: Iterable[RequestFault], **members: Any) -> Self:
        """The problem with all these faults: its code, sentence and members are those of the first one."""
        faults = tuple(faults)
        first = faults[0]
        return cls(first.code, faults=faults, members={**first.members, **members}, **first.params)

    @classmethod
    def at(cls, pointer: str, code: str, **params: Any) -> Self:
        """The problem with one fault, at `pointer`."""
        return cls.of((RequestFault(code, pointer=pointer, params=params),))
