"""What stands around every view, of the API and of the review desk: broken requests, guessed passwords, headers."""

import gzip
from collections.abc import Callable, Mapping
from http import HTTPMethod, HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from api.http.limits import count_login
from api.http.negotiation import takes_gzip
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


# --- compression ------------------------------------------------------------------------------------------------------

SMALLEST: Final = 1_000
"""Shorter answers fit into one packet anyway."""

LEVEL: Final = 5
"""Nearly as small as can be, in a fraction of the time."""

TEXTS: Final = ("application/json", "text/html", "text/csv", "text/css", "text/javascript", "image/svg+xml")


# Compression tells something of what it compresses. Whoever watches the length of an answer, and has a word of their
# own in it, can find out the rest of it letter by letter (BREACH). An incident note is such a word, and a hidden hand
# such a rest. So an answer to somebody who is known by a token or a cookie is never compressed. What is left is the
# same for everybody who asks, and the watcher may ask, too.
class CompressionMiddleware:
    """Compresses what everybody may read, for clients that take gzip."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        response = self.get_response(request)
        if settings.PROXIES or not isinstance(response, HttpResponse) or not _may_be_compressed(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            response.content = gzip.compress(response.content, LEVEL, mtime=0)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Length"] = str(len(response.content))
        return response


def _may_be_compressed(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an answer holds nothing that only its reader may know, and is large enough.

    What has a strong tag stays as it is: the tag names these very bytes (RFC 9110, 8.8.3), and the next time the
    client asks with it, the answer is 304.
    """
    if request.method not in {HTTPMethod.GET, HTTPMethod.HEAD} or response.status_code != HTTPStatus.OK:
        return False
    if request.META.get("HTTP_AUTHORIZATION") or request.META.get("HTTP_COOKIE") or response.cookies:
        return False
    if response.has_header("Content-Encoding") or response.has_header("ETag") or len(response.content) < SMALLEST:
        return False
    return response.headers.get("Content-Type", "").partition(";")[0] in TEXTS
