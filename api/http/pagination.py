"""Lists in pages: `{"results", "next", "previous"}`, one statement a page, stable while rows are added.

A page is found by the values of the row before it, never by counting, so what others insert moves nothing. A cursor
holds these values; clients take it from `next` and `previous` and need not understand it.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import attrgetter
from typing import Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from api.forms.queries import IntegerParameter, Parameter
from api.http.renderers import rfc3339
from api.problems.faults import Problem, RequestFault

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a list: the page after the row with these values, or the one before it."""

    back: bool
    values: tuple[str, ...]

    def __str__(self) -> str:
        text = json.dumps([self.back, *self.values], separators=(",", ":"))
        return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@dataclass(frozen=True, kw_only=True)
class CursorParameter(Parameter):
    """A cursor that a list has given."""

    def read(self, text: str) -> Cursor:
        """The cursor."""
        try:
            back, *values = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        except (ValueError, TypeError, RecursionError):
            raise Problem("invalid_value", cursor=True) from None
        if not isinstance(back, bool) or not all(isinstance(value, str) for value in values):
            raise Problem("invalid_value", cursor=True)
        return Cursor(back=back, values=tuple(values))

    @property
    def schema(self) -> dict[str, Any]:
        """Opaque."""
        return {"type": "string"}


LIMIT: Final = IntegerParameter(
    name="limit", about="How many entries a page holds at most.", minimum=1, maximum=200, default=50
)
CURSOR: Final = CursorParameter(name="cursor", about="Where the page begins; taken from `next` or `previous`.")
AFTER: Final = IntegerParameter(
    name="after", about="Only entries with a higher `seq`.", minimum=0, maximum=2**31 - 1, default=0
)
PAGED: Final[tuple[Parameter, ...]] = (LIMIT, CURSOR)
JOURNAL: Final[tuple[Parameter, ...]] = (LIMIT, AFTER)


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of a page, and the addresses of its neighbours."""

    rows: Sequence[Any]
    next: str | None
    previous: str | None

    def envelope(self, results: Iterable[Any]) -> dict[str, Any]:
        """The answer, with the rows as they are shown."""
        return {"results": list(results), "next": self.next, "previous": self.previous}


def page_of(
    queryset: QuerySet[Any, Any],
    *,
    request: Request,
    limit: int,
    cursor: Cursor | None,
    keys: tuple[str, ...] = ("-created_at", "-id"),
) -> Page:
    """The page of the queryset's rows in the order of `keys` (fields of the model, the last of them unique)."""
    back = cursor is not None and cursor.back
    order = tuple(_turned(key) for key in keys) if back else keys
    if cursor is not None:
        queryset = queryset.filter(_past(order, _values(cursor, keys=keys, model=queryset.model)))
    found = list(queryset.order_by(*order)[: limit + 1])
    more, rows = len(found) > limit, found[:limit]
    if back:
        rows.reverse()
    has_next, has_previous = (bool(rows), more) if back else (more, cursor is not None and bool(rows))
    position = attrgetter(*(key.lstrip("-") for key in keys))
    return Page(
        rows,
        next=_link(request, cursor=_at(position, rows[-1], back=False)) if has_next else None,
        previous=_link(request, cursor=_at(position, rows[0], back=True)) if has_previous else None,
    )


def journal_page(
    queryset: QuerySet[Any, Any],
    *,
    request: Request,
    limit: int,
    after: int,
    seq_of: Callable[[Any], int] = attrgetter("seq"),
) -> Page:
    """The entries after `after` of a queryset that has a gapless `seq` from 1."""
    found = list(queryset.filter(seq__gt=after).order_by("seq")[: limit + 1])
    rows = found[:limit]
    before = max(after - limit, 0)
    return Page(
        rows,
        next=_link(request, after=seq_of(rows[-1])) if len(found) > limit else None,
        previous=_link(request, after=before, limit=min(limit, after)) if after else None,
    )


def _turned(key: str) -> str:
    return key[1:] if key.startswith("-") else "-" + key


def _past(order: Sequence[str], values: Sequence[Any]) -> Q:
    """The rows that come after the one with these values, in this order."""

    def further(rest: Q, key_and_value: tuple[str, Any]) -> Q:
        key, value = key_and_value
        name, way = (key[1:], "lt") if key.startswith("-") else (key, "gt")
        beyond = Q(**{f"{name}__{way}": value})
        # The first condition is for the index: by itself the alternative is no range.
        return Q(**{f"{name}__{way}e": value}) & (beyond | rest) if rest else beyond

    return reduce(further, reversed(list(zip(order, values, strict=True))), Q())


def _values(cursor: Cursor, *, keys: Sequence[str], model: type[Model]) -> list[Any]:
    fields: list[Any] = [model._meta.get_field(key.lstrip("-")) for key in keys]  # noqa: SLF001 - Django's own API
    try:
        return [_value(field, text) for field, text in zip(fields, cursor.values, strict=True)]
    except (ValidationError, ValueError, OverflowError):
        raise Problem.of((RequestFault("invalid_value", parameter="cursor", params={"cursor": True}),)) from None


def _value(field: Any, text: str) -> Any:
    """The value of the field that was written as this text: one that the database takes, and written just so."""
    text.encode()
    value = field.clean(text, None)
    if _text(value) != text or "\x00" in text:
        raise ValueError(text)
    return value


def _at(position: Callable[[Any], Any], row: Any, *, back: bool) -> Cursor:
    found = position(row)
    return Cursor(back=back, values=tuple(map(_text, found if isinstance(found, tuple) else (found,))))


def _text(value: Any) -> str:
    return rfc3339(value) if isinstance(value, datetime) else str(value)


def _link(request: Request, **changed: object) -> str:
    """The address of this request with some parameters changed."""
    query = request.query_params.copy()
    for name, value in changed.items():
        query[name] = str(value)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
