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
MAX_DIGITS: Final = 100
MEDIA_TYPE: Final = "application/json"

_CHARSET = re.compile(r'\s*charset\s*=\s*"?utf-?8"?\s*', re.IGNORECASE)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_BOM = b"\xef\xbb\xbf"


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
    # Django reads no more than Content-Length says, which a chunked body does not have; its server ends the stream.
    stream = meta["wsgi.input"] if chunked and "wsgi.input" in meta else request
    began = monotonic()
    body: bytes = stream.read(most + 1)
    if monotonic() - began > SLOW:
        recheck_token(request)
    if len(body) > most:
        raise Problem("too_large", limit=most)
    return body


def body_or_problem(request: Request) -> bytes | Problem:
    """The body's bytes, or what is wrong with it, to be said in its turn.

    For views that read the body before they lock anything: a slow client must not hold a table up.
    """
    try:
        return body_of(request)
    except Problem as problem:
        return problem


def object_in(body: bytes | Problem) -> dict[str, Any]:
    """The object in such a body; now the Problem is raised, whichever it is."""
    if isinstance(body, Problem):
        raise body
    return parse_object(body)


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


def parse_object(body: bytes) -> dict[str, Any]:
    """The object in the body; a Problem where it is no JSON, or not an object."""
    if not body.strip():
        raise Problem("malformed_json", empty=True)
    value = parse_json(body)
    if not isinstance(value, dict):
        raise Problem.at("", "wrong_type", expected="object")
    return value


def parse_json(body: bytes) -> Any:
    """The value in the body. RFC 8259 with what it leaves open decided: see the refusals of `malformed_json`."""
    try:
        value = _DECODER.decode(body.removeprefix(_BOM).decode())
    except _Unfit as unfit:
        raise Problem("malformed_json", **unfit.params) from None
    except UnicodeDecodeError as error:
        raise Problem("malformed_json", byte=error.start) from None
    except json.JSONDecodeError as error:
        raise Problem("malformed_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise Problem("malformed_json", depth=MAX_DEPTH) from None
    if body.count(b"{") + body.count(b"[") > MAX_DEPTH and _too_deep(value):
        raise Problem("malformed_json", depth=MAX_DEPTH)
    if _SURROGATE.search(body):
        _refuse_lone_surrogates(value)
    return value


class _Unfit(Exception):
    """JSON by the letter, but without a meaning that all readers share."""

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.params = params


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Unfit(twice=next(name for name in names if names.count(name) > 1)[:100])
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


def _too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [each for holder in level for each in _held_by(holder) if isinstance(each, dict | list)]
        if not level:
            return False
    return True


def _held_by(holder: Any) -> Any:
    return holder.values() if isinstance(holder, dict) else holder


def _refuse_lone_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem("malformed_json", surrogate=True) from None
