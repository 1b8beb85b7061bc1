"""The exceptions of Django, its database layer and DRF as the problems they stand for."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.core import exceptions as django
from django.db import Error as DatabaseLayerError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions as drf

from api.problems.faults import Problem, RequestFault
from scoring.models.trouble import is_trouble

CODE_OF_DRF: Final[Mapping[str, str]] = {
    "required": "missing_field",
    "null": "wrong_type",
    "not_a_list": "wrong_type",
    "not_a_dict": "wrong_type",
}
"""What the codes of DRF's own fields are here; all others are `invalid_value`."""


def problem_of(exc: Exception) -> Problem | None:
    """The problem that this exception stands for; None where it is a bug."""
    if isinstance(exc, Problem):
        return exc
    for kind, stands_for in _TABLE:
        if isinstance(exc, kind):
            return stands_for(exc)
    return None


def faults_of(detail: Any, *, path: tuple[str | int, ...] = ()) -> Iterator[RequestFault]:
    """The faults in the detail of a DRF ValidationError: nested dicts and lists of messages."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from faults_of(inner, path=path if name == "non_field_errors" else (*path, name))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            yield from faults_of(inner, path=path if isinstance(inner, str) else (*path, index))
    else:
        yield RequestFault(CODE_OF_DRF.get(getattr(detail, "code", ""), "invalid_value")).under(*path)


def _invalid(exc: drf.ValidationError) -> Problem:
    return Problem.of(tuple(faults_of(exc.detail)) or (RequestFault("invalid_value"),))


def _token_refused(exc: drf.AuthenticationFailed) -> Problem:
    challenge = 'Bearer realm="jassref", error="invalid_token"'
    return Problem("not_authenticated", headers={"WWW-Authenticate": challenge}, refused=True)


def _throttled(exc: drf.Throttled) -> Problem:
    wait = getattr(exc, "wait", None)
    if wait is None:
        return Problem("too_many_requests")
    seconds = max(1, math.ceil(wait))
    return Problem("too_many_requests", seconds=seconds)


def _by_status(exc: drf.APIException) -> Problem | None:
    code = {400: "bad_request", 503: "unavailable"}.get(exc.status_code)
    return Problem(code) if code else None


def _database(exc: DatabaseLayerError) -> Problem | None:
    """The client may send the same again: whatever was under way was undone, or is answered as a duplicate."""
    return Problem("unavailable") if is_trouble(exc) else None


def _foreign_host(exc: Exception) -> Problem:
    """A host name that is not ours; the name itself is anybody's word and not repeated."""
    return Problem("bad_request", host=True)


def _plain(code: str) -> Callable[[Any], Problem]:
    return lambda _exc: Problem(code)


_TABLE: Final[tuple[tuple[type[Exception] | tuple[type[Exception], ...], Callable[[Any], Problem | None]], ...]] = (
    (drf.ValidationError, _invalid),
    (drf.ParseError, _plain("malformed_json")),
    (drf.AuthenticationFailed, _token_refused),
    (drf.NotAuthenticated, _plain("not_authenticated")),
    ((drf.PermissionDenied, django.PermissionDenied), _plain("forbidden")),
    ((drf.NotFound, Http404), _plain("not_found")),
    (drf.MethodNotAllowed, _plain("method_not_allowed")),
    (drf.NotAcceptable, _plain("not_acceptable")),
    (drf.UnsupportedMediaType, _plain("unsupported_media_type")),
    (drf.Throttled, _throttled),
    (django.RequestDataTooBig, _plain("too_large")),
    (django.DisallowedHost, _foreign_host),
    ((django.SuspiciousOperation, UnreadablePostError), _plain("bad_request")),
    (drf.APIException, _by_status),
    (DatabaseLayerError, _database),
)
