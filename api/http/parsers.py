"""Request bodies: one JSON object, read strictly, and only when the view asks for it."""

import json
import math
import re
from collections.abc import Mapping
from time import monotonic
from typing import Any, Final, NoReturn

from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.http.authentication import recheck_token
from api.problems.faults import Problem

MAX_BODY: Final = 1024 * 1024
READ_OUT: Final = 4 * MAX_BODY
PIECE: Final = 64 * 1024
SLOW: Final = 1.0  # seconds for a body, beyond which its token is asked for again
MAX_DEPTH: Final = 32
MAX_VALUES: Final = 20_000
"""How many values a body may hold, each name, entry, list and object counted: 200 reports have some 2000."""

MAX_DIGITS: Final = 100
MEDIA_TYPE: Final = "application/json"

_CHARSET = re.compile(r'\s*charset\s*=\s*"?utf-?8"?\s*', re.IGNORECASE)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_BOM = b"\xef\xbb\xbf"
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A string, also one that does not end. It never goes back, so that its time is in proportion to the bytes."""

_BRACKET = re.compile(rb"[\[\]{}]")


class StrictJSONParser(BaseParser):
    """The parser of every view; it also tells the schema the media type."""

    media_type = MEDIA_TYPE

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The object that the stream holds."""
        body = stream.read(MAX_BODY + 1) if stream is not None else b""
        if len(body) > MAX_BODY:
            raise Problem("too_large", limit=MAX_BODY)
        return parse_object(body)


class ApiRequest(Request):
    """A request whose `data` is the strictly read body; nothing is read before somebody asks for it."""

    def _parse(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return parse_object(body_of(self)), {}


def body_of(request: Request, *, most: int = MAX_BODY) -> bytes:
    """The body's bytes. An empty body is b""; one that is no JSON by its headers is 415, one above `most` bytes 413."""
    meta = request.META
    chunked = "chunked" in meta.get("HTTP_TRANSFER_ENCODING", "").lower()
    length = _length(meta.get("CONTENT_LENGTH"))
    if length == 0 and not chunked:
        return b""
    _require_json(meta.get("CONTENT_TYPE") or "", coding=meta.get("HTTP_CONTENT_ENCODING", ""))
    if length > most:
        _read_out(request, min(length, READ_OUT))
        raise Problem("too_large", limit=most)
    # Django reads no more than Content-Length says. A chunked body has none; its server ends the stream.
    stream = meta["wsgi.input"] if chunked and "wsgi.input" in meta else request
    began = monotonic()
    body: bytes = stream.read(most + 1)
    if monotonic() - began > SLOW:
        recheck_token(request)
    if len(body) > most:
        raise Problem("too_large", limit=most)
    if not chunked and len(body) < length:
        raise Problem("incomplete_body")
    return body


def object_or_problem(request: Request, *, may_be_empty: bool = False) -> dict[str, Any] | Problem:
    """The object in the body, or what is wrong with the body, to be raised in its turn.

    For views that read and parse the body before they lock anything: neither a slow client nor a large body holds a
    table up. No body is an empty object where that is allowed.
    """
    try:
        body = body_of(request)
        return {} if may_be_empty and body == b"" else parse_object(body)
    except Problem as problem:
        return problem


def object_in(read: dict[str, Any] | Problem) -> dict[str, Any]:
    """The object that was read; a Problem of the body is raised now."""
    if isinstance(read, Problem):
        raise read
    return read


def _read_out(request: Request, length: int) -> None:
    """Read and forget: who still sends when the answer comes, a proxy above all, takes it for a broken connection."""
    while length > 0 and (piece := request.read(min(length, PIECE))):
        length -= len(piece)


def _length(header: str | None) -> int:
    return int(header) if header and header.isascii() and header.isdigit() else 0


def _require_json(content_type: str, *, coding: str) -> None:
    media_type, *parameters = content_type.split(";")
    is_json = media_type.strip().lower() == MEDIA_TYPE
    if not is_json or not all(_CHARSET.fullmatch(each) for each in parameters if each.strip()):
        raise Problem("unsupported_media_type", media_type=content_type[:100] or None)
    if coding.strip().lower() not in ("", "identity"):
        raise Problem("unsupported_media_type", coding=coding[:100])


def parse_object(body: bytes, *, most: int = MAX_VALUES) -> dict[str, Any]:
    """The object in the body, of at most so many values; a Problem where it is no JSON, or not an object."""
    if not body.strip():
        raise Problem("malformed_json", empty=True)
    value = parse_json(body, most=most)
    if not isinstance(value, dict):
        raise Problem.at("", "wrong_type", expected="object")
    return value


def parse_json(body: bytes, *, most: int = MAX_VALUES) -> Any:
    """The value in the body. RFC 8259 with what it leaves open decided: see the refusals of `malformed_json`."""
    _measure(body, most=most)
    try:
        value = _DECODER.decode(body.removeprefix(_BOM).decode())
    except _Unfit as unfit:
        raise Problem("malformed_json", **unfit.params) from None
    except UnicodeDecodeError as error:
        raise Problem("malformed_json", byte=error.start) from None
    except json.JSONDecodeError as error:
        raise Problem("malformed_json", line=error.lineno, column=error.colno) from None
    if _SURROGATE.search(body):
        _refuse_lone_surrogates(value)
    return value


def _measure(body: bytes, *, most: int) -> None:
    """Refuse what is nested too deeply or holds too many values, before any of them is made.

    Without its strings a body shows its structure: brackets open, and commas separate the values.
    """
    structure = _STRING.sub(b"", body)
    opened = structure.count(b"{") + structure.count(b"[")
    if opened > MAX_DEPTH:
        _refuse_depth(structure)
    if opened + structure.count(b",") > most:
        raise Problem("too_large", values=most)


def _refuse_depth(structure: bytes) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(structure):
        depth += 1 if bracket[0] in b"{[" else -1
        if depth > MAX_DEPTH:
            raise Problem("malformed_json", depth=MAX_DEPTH)


class _Unfit(Exception):
    """JSON by the letter, but without a meaning that all readers share."""

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.params = params


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _Unfit(twice=name[:100])
            seen.add(name)
    return value


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _Unfit(number=text[:20] + "…")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _Unfit(number=text[:20])
    return value


def _not_a_number(text: str) -> NoReturn:
    raise _Unfit(number=text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_not_a_number
)


def _refuse_lone_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem("malformed_json", surrogate=True) from None
