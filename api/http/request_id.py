"""The outermost layer: every request has an id, every answer carries it, every error leaves as a problem document."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from api.http.logs import REQUEST_ID
from api.problems.documents import as_problem, problem_response, trouble_with_the_database

HEADER: Final = "X-Request-Id"
UUID_FORM: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)

access = logging.getLogger("jassref.access")


class RequestIdMiddleware:
    """Takes over an incoming X-Request-Id where it is a UUID, makes one where not, and writes a line per request.

    The line holds method, path, status, time and id; never a header, a body or the values of a query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; whatever is logged meanwhile has its id."""
        request_id = request_id_of(request.META.get("HTTP_X_REQUEST_ID", ""))
        before = REQUEST_ID.set(request_id)
        try:
            return self._answered(request, request_id)
        finally:
            REQUEST_ID.reset(before)

    def _answered(self, request: HttpRequest, request_id: str) -> HttpResponseBase:
        started = time.perf_counter()
        request.request_id = request_id  # type: ignore[attr-defined]  # Django lets middleware add attributes
        response = self.get_response(request)
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            response = as_problem(response, request=request)
        response[HEADER] = request_id
        if access.isEnabledFor(logging.INFO):
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            line = (request.method, quote(request.path), response.status_code, milliseconds)
            http = dict(zip(("method", "path", "status", "milliseconds"), line, strict=True))
            access.info("%s %s %d %.1fms %s", *line, request_id, extra={"http": http})
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """What a view outside the API raised where the database was in trouble: no bug, also not under DEBUG."""
        problem = trouble_with_the_database(exception, request=request)
        return problem_response(problem, request=request) if problem else None


def request_id_of(header: str) -> str:
    """The id that the header asks for if it is a UUID, else a new one."""
    return header.lower() if UUID_FORM.fullmatch(header) else str(uuid.uuid4())
