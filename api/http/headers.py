"""What every answer tells a browser about how to treat it, whoever wrote it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

POLICY: Final = "Content-Security-Policy"
NO_SOURCES: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""For what is no page: were it taken for one, nothing in it would load or run."""
DESK: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""For the review desk: its own files alone, and no script in its pages."""


WITHOUT_BODY: Final = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
"""What has no body says no length: in a 304 it would be taken for that of what the client has (RFC 9110, 8.6)."""


class PolicyMiddleware:
    """Gives every answer a Content-Security-Policy that has none of its own; takes away a length that means nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        response = self.get_response(request)
        response.headers.setdefault(POLICY, DESK if request.path.startswith("/admin/") else NO_SOURCES)
        if response.status_code in WITHOUT_BODY:
            response.headers.pop("Content-Length", None)
        return response
