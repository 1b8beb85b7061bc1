"""What stands around every view, of the API and of the review desk: broken requests, guessed passwords, headers."""

from collections.abc import Callable, Mapping
from http import HTTPMethod, HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from api.http.limits import count_login
from api.problems.documents import problem_response
from api.problems.faults import Problem

STATE: Final = "jassref.body"
"""Where the server notes how a body ended (scoring/management/front.py)."""

CODES: Final[Mapping[str, str]] = {"late": "request_timeout", "incomplete": "incomplete_body"}
LOGIN: Final = "admin:login"
"""The view that takes a password of the review desk."""
POLICY: Final = "Content-Security-Policy"
NO_SOURCES: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""For answers that are no pages: were one taken for a page, nothing in it would load or run."""
DESK: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""For the review desk: its own files alone, and no script in its pages."""


WITHOUT_BODY: Final = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
"""Statuses without a body or a length: in a 304 a length would mean that of the client's copy (RFC 9110, 8.6)."""


class WholeBodyMiddleware:
    """Answers 408 for a body that came too late, 400 for one that broke off.

    It stands before all views. A view that reads no body must not act on half a request either: its sender has broken
    off.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The refusal, or what the application answers."""
        code = CODES.get(request.META.get(STATE, ""))
        return self.get_response(request) if code is None else problem_response(Problem(code), request=request)


class LoginLimitMiddleware:
    """Refuses an address that tries too many passwords for an account (429), before the next one is checked.

    A password can be guessed, so the login of the review desk keeps to the limits of the API.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Count a request that brings a password."""
        match = request.resolver_match
        if request.method != HTTPMethod.POST or match is None or match.view_name != LOGIN:
            return None
        try:
            count_login(request)
        except Problem as problem:
            return problem_response(problem, request=request)
        return None


class PolicyMiddleware:
    """Gives each answer without a Content-Security-Policy one, and removes a length that means nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        response = self.get_response(request)
        response.headers.setdefault(POLICY, DESK if request.path.startswith("/admin/") else NO_SOURCES)
        if response.status_code in WITHOUT_BODY:
            response.headers.pop("Content-Length", None)
        return response
