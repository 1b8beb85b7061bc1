"""Requests whose body did not come whole: they are refused before anything else is asked, and change nothing."""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from api.problems.documents import problem_response
from api.problems.faults import Problem

STATE: Final = "jassref.body"
"""Where the server says how a body ended (scoring/management/front.py)."""

CODES: Final[Mapping[str, str]] = {"late": "request_timeout", "incomplete": "incomplete_body"}


class WholeBodyMiddleware:
    """Answers 408 for a body that came too late, 400 for one that broke off.

    It stands before all views: those that read no body must not act on half a request either, for whoever sent it has
    broken off.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The refusal, or what the application answers."""
        code = CODES.get(request.META.get(STATE, ""))
        return self.get_response(request) if code is None else problem_response(Problem(code), request=request)
