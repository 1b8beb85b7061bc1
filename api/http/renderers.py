"""How answers are written: JSON in UTF-8, and what single views offer besides."""

import datetime
import json
import uuid
from collections.abc import Mapping
from typing import Any, Final

from rest_framework.renderers import BaseRenderer


def to_json(data: Any) -> bytes:
    """The value as JSON: compact, UTF-8, letters of all scripts as they are, times in UTC with `Z`."""
    return _ENCODE(data).encode()


def rfc3339(moment: datetime.datetime) -> str:
    """The moment in UTC, as docs/api.md writes it: 2026-05-01T18:30:00Z, with a fraction only where there is one."""
    return moment.astimezone(datetime.UTC).replace(tzinfo=None).isoformat() + "Z"


def _other(value: Any) -> str:
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, datetime.datetime):
        return rfc3339(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


_ENCODE: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"), default=_other
).encode


class JSONRenderer(BaseRenderer):
    """Every answer of the API, unless a view says otherwise."""

    media_type = "application/json"
    format = "json"
    charset = None  # JSON is UTF-8 (RFC 8259); the media type has no such parameter

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The answer's body; nothing at all for an answer without one."""
        return b"" if data is None else to_json(data)


class HTMLRenderer(BaseRenderer):
    """Pages for people; the view has written them already."""

    media_type = "text/html"
    format = "html"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> Any:
        """The page."""
        return data


class CSVRenderer(HTMLRenderer):
    """Tables for spreadsheets (RFC 4180); the view has written them already."""

    media_type = "text/csv"
    format = "csv"


RENDERERS: Final[Mapping[str, type[BaseRenderer]]] = {
    renderer.format: renderer for renderer in (JSONRenderer, CSVRenderer, HTMLRenderer)
}
"""The forms that an answer may have, by the names that `?format=` knows them by."""
