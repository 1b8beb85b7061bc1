"""Errors as problem documents (RFC 9457), whatever went wrong, whatever `Accept` says, on every path.

`problem_response` writes a Problem; `exception_handler` is what DRF calls for an exception in a view; the views at
the end are what Django calls for everything else.
"""

import logging
import sys
import uuid
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.core.signals import got_request_exception
from django.db import Error as DatabaseLayerError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import set_rollback

from api.http.renderers import to_json
from api.problems.codes import CODES
from api.problems.exceptions import problem_of
from api.problems.faults import Problem, RequestFault, pointer
from scoring.wording import language_of, sentence, title

__all__ = [
    "Problem",
    "RequestFault",
    "as_problem",
    "bad_request_view",
    "csrf_failure_view",
    "exception_handler",
    "forbidden_view",
    "not_found_view",
    "pointer",
    "problem_document",
    "problem_response",
    "server_error_view",
    "trouble_with_the_database",
]

MEDIA_TYPE: Final = "application/problem+json"
CODE_OF_STATUS: Final[Mapping[int, str]] = {
    400: "bad_request",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    429: "too_many_requests",
    503: "unavailable",
}
"""What an error status says that was not made here."""

log = logging.getLogger("jassref.problems")


def problem_document(problem: Problem, *, language: str, request_id: str) -> dict[str, Any]:
    """The problem as it stands on the wire."""
    facts = {**problem.members, **problem.params}
    document: dict[str, Any] = {
        "type": f"/problems/{problem.code}",
        "title": title(problem.code, language=language),
        "status": problem.status,
        "detail": sentence(problem.code, language=language, params=facts),
        "instance": f"urn:uuid:{request_id}",
        "code": problem.code,
        **_members(problem.code, problem.params),
        **problem.members,
    }
    faults = problem.faults
    if problem.status == HTTPStatus.UNPROCESSABLE_ENTITY and not faults:
        faults = (RequestFault(problem.code, params=problem.params, members=problem.members),)
    if faults:
        document["errors"] = [_fault_document(fault, language=language) for fault in faults]
    if problem.has_more_faults:
        document["more_errors"] = True
    return document


def _fault_document(fault: RequestFault, *, language: str) -> dict[str, Any]:
    place = {"pointer": fault.pointer} if fault.parameter is None else {"parameter": fault.parameter}
    detail = sentence(fault.code, language=language, params={**fault.members, **fault.params})
    return {**place, "code": fault.code, "detail": detail, **_members(fault.code, fault.params), **fault.members}


def _members(code: str, params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: params[name] for name in CODES[code].members if name in params}


def problem_response(problem: Problem, *, request: HttpRequest | Request) -> HttpResponse:
    """The answer to the request that met this problem, in the language it asks for."""
    language = language_of(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    request_id = getattr(request, "request_id", None) or str(uuid.uuid4())
    document = problem_document(problem, language=language, request_id=request_id)
    response = HttpResponse(to_json(document), status=problem.status, content_type=MEDIA_TYPE)
    response["Content-Language"] = language
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Authorization, Accept-Language"
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = 'Bearer realm="jassref"'
    if "seconds" in problem.params and "seconds" in CODES[problem.code].members:
        response["Retry-After"] = str(problem.params["seconds"])
    for name, value in problem.headers.items():
        response[name] = value
    return response


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """What DRF answers when a view raised: known exceptions are the problem they stand for, others a bug (500)."""
    request = context["request"]
    set_rollback()
    problem = trouble_with_the_database(exc, request=request) or problem_of(exc)
    if problem is None:
        log.error("server_error %s", getattr(request, "request_id", "-"), exc_info=exc)
        got_request_exception.send(sender=type(context.get("view")), request=request)
        problem = Problem("server_error")
    return problem_response(problem, request=request)


def trouble_with_the_database(exc: BaseException | None, *, request: HttpRequest | Request) -> Problem | None:
    """The problem of an exception that means so, with a line in the log; None for all others."""
    problem = problem_of(exc) if isinstance(exc, DatabaseLayerError) else None
    if problem is not None:
        said = " ".join(str(exc).split())
        log.warning("%s %s: %s: %s", problem.code, getattr(request, "request_id", "-"), type(exc).__name__, said)
    return problem


def as_problem(response: HttpResponseBase, *, request: HttpRequest) -> HttpResponseBase:
    """An error that somebody else wrote (Django, with its pages for DEBUG; the admin; a middleware) as a problem."""
    if response.headers.get("Content-Type") == MEDIA_TYPE:
        return response
    other = "server_error" if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad_request"
    code = CODE_OF_STATUS.get(response.status_code, other)
    written = problem_response(Problem(code), request=request)
    for name, value in response.headers.items():
        if not name.lower().startswith("content-"):
            written.headers.setdefault(name, value)
    written.cookies = response.cookies
    # What the other answer holds open is closed with this one: its own close() would end the request a second time.
    written._resource_closers += response._resource_closers  # type: ignore[attr-defined]  # noqa: SLF001 - Django has no other way to hand them on
    return written


def bad_request_view(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 400: a request that is suspicious, too large, or for another host."""
    return problem_response(problem_of(exception) or Problem("bad_request"), request=request)


def forbidden_view(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's 403."""
    return problem_response(Problem("forbidden"), request=request)


def not_found_view(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's 404, and the end of every list of URLs."""
    return problem_response(Problem("not_found"), request=request)


def server_error_view(request: HttpRequest) -> HttpResponse:
    """Django's 500, which logs the exception; 503 where the database was in trouble."""
    problem = trouble_with_the_database(sys.exception(), request=request) or Problem("server_error")
    return problem_response(problem, request=request)


def csrf_failure_view(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's 403 for a form without its CSRF token."""
    return problem_response(Problem("forbidden"), request=request)
