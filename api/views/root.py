"""The pages at the root: where everything is, and what each error means."""

from dataclasses import asdict
from typing import Any, Final

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.codes import CODES
from api.problems import Problem
from api.renderers import HTMLRenderer, JSONRenderer
from api.views.base import ApiView
from scoring.wording import explanation, language_of

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""What a page may load: nothing from outside, and nothing that runs."""


class PageView(ApiView):
    """A page for people, and the same as JSON for those who ask for that."""

    authentication_classes = ()
    renderer_classes = (HTMLRenderer, JSONRenderer)
    cache_control = "public, max-age=300"

    def page(self, template: str, content: dict[str, Any]) -> HttpResponse:
        """The content in the form that the client asks for."""
        language = language_of(self.request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        headers = {"Content-Language": language}
        if self.request.accepted_renderer.format == "json":
            return self.answer(content, headers=headers)
        text = render_to_string(f"api/{template}", {**content, "language": language})
        return HttpResponse(text, headers={**headers, "Content-Security-Policy": POLICY})


@extend_schema(exclude=True)
class RootView(PageView):
    """The front door."""

    def get(self, request: Request) -> HttpResponse:
        """Where documentation, schema and review desk are."""
        links = {name: reverse(view) for name, view in LINKS.items()}
        return self.page("root.html", {"links": links})


LINKS: Final = {"docs": "docs", "schema": "schema", "problems": "problems", "admin": "admin:index"}


@extend_schema(exclude=True)
class ProblemsView(PageView):
    """All codes."""

    def get(self, request: Request) -> HttpResponse:
        """Every code with its status and title."""
        language = language_of(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        return self.page("problems.html", {"problems": [_explained(code, language=language) for code in CODES]})


@extend_schema(exclude=True)
class ProblemView(PageView):
    """One code: what `type` of a problem points to."""

    def get(self, request: Request, code: str) -> HttpResponse:
        """What the code means, an example, and what to do."""
        if code not in CODES:
            raise Problem("not_found")
        language = language_of(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        explained = _explained(code, language=language)
        return self.page("problem.html", explained)


def _explained(code: str, *, language: str) -> dict[str, Any]:
    told = asdict(explanation(code, language=language))
    return {"type": f"/problems/{code}", "code": code, "status": CODES[code].status, **told}
