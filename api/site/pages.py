"""The pages at the root: where everything is, and what each error means."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.forms.queries import ChoiceParameter
from api.http.renderers import HTMLRenderer, JSONRenderer
from api.http.views import ApiView
from api.problems.codes import CODES
from api.problems.documents import Problem
from scoring.wording import explanation, language_name, languages, terms

POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What a page may load: nothing from outside, and nothing that runs."""
READING_ORDER: Final = ("de", "fr", "it", "en", "nl", "tr")
"""The languages as pages list them: those of the country first."""


LANGUAGE: Final = ChoiceParameter(
    name="lang",
    about="The language of the page; where it is not given, `Accept-Language` decides.",
    choices=languages(),
)


class PageView(ApiView):
    """A page for people, and the same as JSON for those who ask for that.

    It comes in the reader's language. Each page links to itself in all others by `?lang=`, and its links keep what was
    chosen so: a link can be sent on, nothing has to run in the browser, and no cookie is kept.
    """

    authentication_classes = ()
    renderer_classes = (HTMLRenderer, JSONRenderer)
    cache_control = "public, max-age=300"
    parameters = {"get": (LANGUAGE,)}

    def page(self, template: str, content: dict[str, Any]) -> HttpResponse:
        """The content in the form that the client asks for."""
        headers = {"Content-Language": self.language}
        if self.request.accepted_renderer.format == "json":
            return self.answer(content, headers=headers)
        text = render_to_string(f"api/{template}", {**content, **frame(self.language, chosen=self.query["lang"])})
        return HttpResponse(text, headers={**headers, "Content-Security-Policy": POLICY})


def frame(language: str, *, chosen: str | None, kept: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What stands around the content of every page.

    `chosen` is the language that the query names, and `kept` what links to the same page name besides.
    """
    return {
        "language": language,
        "languages": [(each, language_name(each)) for each in READING_ORDER],
        "chosen": f"?lang={language}" if chosen else "",
        "kept": "".join(f"{name}={value}&" for name, value in (kept or {}).items()),
        "words": {key: term.name for key, term in terms(language)["pages"].items()},
    }


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
        explained = [_explained(code, language=self.language) for code in CODES]
        return self.page("problems.html", {"problems": explained})


@extend_schema(exclude=True)
class ProblemView(PageView):
    """One code: what `type` of a problem points to."""

    def get(self, request: Request, code: str) -> HttpResponse:
        """What the code means, an example, and what to do."""
        if code not in CODES:
            raise Problem("not_found")
        return self.page("problem.html", _explained(code, language=self.language))


def _explained(code: str, *, language: str) -> dict[str, Any]:
    told = asdict(explanation(code, language=language))
    return {"type": f"/problems/{code}", "code": code, "status": CODES[code].status, **told}
