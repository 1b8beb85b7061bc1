"""The login of the review desk keeps to the limits of the API: a password can be guessed, so guesses are few."""

from collections.abc import Callable
from http import HTTPMethod
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from api.http.limits import count_login
from api.problems.documents import problem_response
from api.problems.faults import Problem

LOGIN: Final = "admin:login"


class LoginLimitMiddleware:
    """Refuses whoever tries too many passwords (429), before the next one is looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Count it where it brings a password."""
        match = request.resolver_match
        if request.method != HTTPMethod.POST or match is None or match.view_name != LOGIN:
            return None
        try:
            count_login(request)
        except Problem as problem:
            return problem_response(problem, request=request)
        return None
