"""Strict fields: a value is of its type or refused, with our codes; nothing is guessed or converted.

Null and missing values are the business of the serializer, the list or the map that holds the field (`read`), so a
field only ever sees a value. DRF's validators are not run: each field says itself what is possible.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.fields import Field, empty

from api.http.renderers import rfc3339
from api.problems.faults import Problem
from scoring.rules.record.text import NOT_IN_A_LINE, NOT_IN_A_TEXT, NOTHING_TO_SEE, UUID_FORM

_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)", re.ASCII)


def refused(code: str, **params: Any) -> Problem:
    """The problem of a value that is at fault itself; whoever holds the value says where it stands."""
    return Problem.at("", code, **params)


class Strict(Field[Any, Any, Any, Any]):
    """What the strict fields have in common; stands before the DRF field in the bases."""

    def run_validation(self, data: Any = empty) -> Any:
        """The value as the service uses it; a Problem where it is not of this field."""
        if data is empty:
            raise refused("missing_field")
        if data is None:
            if self.allow_null:
                return None
            raise refused("wrong_type", null=True)
        return self.to_internal_value(data)


class StrictInteger(Strict, serializers.IntegerField):
    """A whole number: 4, but not 4.0, "4" or true."""

    def to_internal_value(self, data: Any) -> int:
        """The number, if it lies in the range."""
        if type(data) is not int:
            raise refused("wrong_type", expected="integer")
        low, high = self.min_value, self.max_value
        if (low is not None and data < low) or (high is not None and data > high):
            raise refused("invalid_value", minimum=low, maximum=high)
        return data


class StrictBoolean(Strict, serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        """The value."""
        if data is not True and data is not False:
            raise refused("wrong_type", expected="boolean")
        return bool(data)


class StrictString(Strict, serializers.CharField):
    """A text of one line, or with `multiline` of several. White space around it is cut off."""

    def __init__(self, *, multiline: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.multiline = multiline

    @property
    def excluded(self) -> re.Pattern[str]:
        """The characters that may not stand in it."""
        return NOT_IN_A_TEXT if self.multiline else NOT_IN_A_LINE

    def to_internal_value(self, data: Any) -> str:
        """The text, if it is not too long and harmless wherever it is shown."""
        if not isinstance(data, str):
            raise refused("wrong_type", expected="string")
        text = data.strip() if self.trim_whitespace else data
        if not self.allow_blank and NOTHING_TO_SEE.fullmatch(text):
            raise refused("invalid_value", blank=True)
        if self.max_length is not None and len(text) > self.max_length:
            raise refused("invalid_value", max_length=self.max_length)
        found = self.excluded.search(text)
        if found:
            raise refused("invalid_value", character=f"U+{ord(found.group()):04X}")
        return text


class StrictChoice(Strict, serializers.ChoiceField):
    """One of a few words; `code` is what another word is refused with."""

    def __init__(self, choices: Sequence[str], *, code: str = "invalid_value", **kwargs: Any) -> None:
        super().__init__(choices, **kwargs)
        self.code = code

    def to_internal_value(self, data: Any) -> str:
        """The word."""
        if not isinstance(data, str):
            raise refused("wrong_type", expected="string")
        if data not in self.choices:
            raise refused(self.code, value=data[:40], choices=list(self.choices), allowed=list(self.choices))
        return data


class StrictUUID(Strict, serializers.UUIDField):
    """A UUID in any of its written forms: with or without hyphens, in small or capital letters, as a URN."""

    def to_internal_value(self, data: Any) -> UUID:
        """The UUID."""
        if not isinstance(data, str):
            raise refused("wrong_type", expected="string")
        form = UUID_FORM.fullmatch(data)
        if form is None:
            raise refused("invalid_value", uuid=True)
        return UUID(form[1])


class StrictDateTime(Strict, serializers.DateTimeField):
    """A moment as RFC 3339 writes it, with its offset from UTC."""

    def to_internal_value(self, data: Any) -> datetime:
        """The moment in UTC."""
        if not isinstance(data, str):
            raise refused("wrong_type", expected="string")
        moment = moment_of(data)
        if moment is None:
            raise refused("invalid_value", time=True)
        return moment

    def to_representation(self, value: datetime) -> str:
        """The moment as it goes out."""
        return rfc3339(value)


def moment_of(text: str) -> datetime | None:
    """The moment in UTC that the text names; None where it is not one by RFC 3339. Finer than microseconds is cut."""
    form = _TIME.fullmatch(text)
    if form is None:
        return None
    day, time, fraction, offset = form.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{time}{(fraction or '.0')[:7]:0<7}{offset.upper()}")
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
