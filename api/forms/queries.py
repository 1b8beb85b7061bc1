"""Query parameters: a view declares which there are, and everything else is refused."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import QueryDict

from api.forms.fields import StrictUUID
from api.problems.faults import Problem, RequestFault
from scoring.rules.record.text import NOT_IN_A_LINE

_WHOLE: Final = re.compile(r"-?[0-9]{1,15}")
_UUID: Final = StrictUUID()


@dataclass(frozen=True, kw_only=True)
class Parameter(ABC):
    """A parameter of the query. What it is where nobody gives it: `default`."""

    name: str
    about: str
    default: Any = None

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value; a Problem where it is none."""

    @property
    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The value for the OpenAPI document."""


@dataclass(frozen=True, kw_only=True)
class IntegerParameter(Parameter):
    """A whole number in a range, both ends included."""

    minimum: int
    maximum: int

    def read(self, text: str) -> int:
        """The number."""
        if not _WHOLE.fullmatch(text) or not self.minimum <= int(text) <= self.maximum:
            raise Problem("invalid_value", minimum=self.minimum, maximum=self.maximum)
        return int(text)

    @property
    def schema(self) -> dict[str, Any]:
        """Its range."""
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True, kw_only=True)
class ChoiceParameter(Parameter):
    """One of a few words."""

    choices: tuple[str, ...]

    def read(self, text: str) -> str:
        """The word."""
        if text not in self.choices:
            raise Problem("invalid_value", choices=self.choices)
        return text

    @property
    def schema(self) -> dict[str, Any]:
        """The words."""
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True, kw_only=True)
class BooleanParameter(Parameter):
    """true or false."""

    def read(self, text: str) -> bool:
        """The value."""
        if text not in ("true", "false"):
            raise Problem("invalid_value", choices=("true", "false"))
        return text == "true"

    @property
    def schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class UUIDParameter(Parameter):
    """A UUID."""

    def read(self, text: str) -> UUID:
        """The UUID."""
        return _UUID.to_internal_value(text)

    @property
    def schema(self) -> dict[str, Any]:
        """A UUID."""
        return {"type": "string", "format": "uuid"}


@dataclass(frozen=True, kw_only=True)
class IntegerOrUUIDParameter(Parameter):
    """A whole number from 1 on, or a UUID."""

    def read(self, text: str) -> int | str:
        """The number, or the UUID in lower case."""
        if _WHOLE.fullmatch(text):
            return IntegerParameter(name=self.name, about=self.about, minimum=1, maximum=2**31 - 1).read(text)
        return str(_UUID.to_internal_value(text))

    @property
    def schema(self) -> dict[str, Any]:
        """Both forms."""
        number = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
        return {"oneOf": [number, {"type": "string", "format": "uuid"}]}


@dataclass(frozen=True, kw_only=True)
class TextParameter(Parameter):
    """A text of one line."""

    max_length: int

    def read(self, text: str) -> str:
        """The text."""
        if len(text) > self.max_length:
            raise Problem("invalid_value", max_length=self.max_length)
        found = NOT_IN_A_LINE.search(text)
        if found:
            raise Problem("invalid_value", character=f"U+{ord(found.group()):04X}")
        return text

    @property
    def schema(self) -> dict[str, Any]:
        """Its length."""
        return {"type": "string", "maxLength": self.max_length}


def read_query(query: QueryDict, *, declared: Sequence[Parameter]) -> dict[str, Any]:
    """The values of all declared parameters; a Problem with all faults of the query."""
    values = {parameter.name: parameter.default for parameter in declared}
    if not query:
        return values
    known: Mapping[str, Parameter] = {parameter.name: parameter for parameter in declared}
    faults: list[RequestFault] = []
    for name, texts in query.lists():
        try:
            values[name] = _value(known, name, texts)
        except Problem as problem:
            faults.append(RequestFault(problem.code, parameter=name, params=problem.params))
    if faults:
        raise Problem.of(faults)
    return values


def _value(known: Mapping[str, Parameter], name: str, texts: Sequence[object]) -> Any:
    if name not in known:
        raise Problem("unknown_parameter", name=name[:40], known=tuple(known) or None)
    if len(texts) != 1:
        raise Problem("invalid_value", repeated=True)
    return known[name].read(str(texts[0]))
