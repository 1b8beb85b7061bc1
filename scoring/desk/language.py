"""The language of the review desk: the one chosen in its menu, else the one that the browser asks for."""

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from scoring.wording import language_name, language_of, languages

DESK: Final = "/admin/"
YEAR: Final = 365 * 24 * 3600


class DeskLanguageMiddleware:
    """Sets the language of desk pages. `?lang=` chooses one, and a cookie keeps it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        if not request.path.startswith(DESK):
            return self.get_response(request)
        chosen = request.GET.get("lang")
        if chosen in languages() and request.method == "GET":
            return _chosen(request, chosen)
        language = language_asked(request)
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def language_asked(request: HttpRequest) -> str:
    """The language of the cookie, else the one that the browser asks for."""
    kept = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    return kept if kept in languages() else language_of(request.headers.get("Accept-Language", ""))


def language_menu() -> Mapping[str, str]:
    """The languages by code, each with its own name for itself, in the order of the settings."""
    return {code: language_name(code) for code, _ in settings.LANGUAGES}


def _chosen(request: HttpRequest, language: str) -> HttpResponseRedirect:
    """A redirect to the same page, without the choice in its address."""
    query = request.GET.copy()
    del query["lang"]
    there = f"{request.path}?{query.urlencode()}" if query else request.path
    response = HttpResponseRedirect(there)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=YEAR,
        path=DESK,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response
