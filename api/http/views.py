"""What all views of the API have in common."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.forms.queries import ChoiceParameter, Parameter, read_query
from api.http.authentication import token_of
from api.http.etags import etag_of
from api.http.limits import count_dear, count_request, count_token
from api.http.negotiation import Negotiation
from api.http.parsers import ApiRequest
from api.http.renderers import RENDERERS, to_json
from api.problems.documents import Problem
from scoring.wording import language_of

VARY: Final = "Authorization, Accept-Language"
FORMAT: Final = "format"
"""The query parameter that names the form of an answer."""


class ApiView(APIView):
    """A view that keeps the order of checks of docs/api.md (Ground rules).

    Method, token, existence and right (`find`), `Accept`, query; all that before the handler runs. The body is read
    when the handler asks for `request.data`, and not before. What the query says stands in `self.query`.

    A view that reads in several forms names them in `representations`, and writes the one that `self.representation`
    says.
    """

    representations: ClassVar[tuple[str, ...]] = ()
    """The forms in which GET answers, by their names in RENDERERS; the first is what a client gets who asks for none.

    A view that names some takes `?format=` too, and that goes before `Accept`.
    """

    parameters: ClassVar[Mapping[str, tuple[Parameter, ...]]] = {}
    """The query parameters of each method, by its name in small letters."""

    problem_codes: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The codes that each method may answer besides those that every view may (see api/openapi/document.py)."""

    cache_control: ClassVar[str] = "private, no-cache"
    """Whether and how long others may keep the answers."""

    limited: ClassVar[bool] = True
    """Whether requests are counted, by address and by token."""

    dear: ClassVar[tuple[str, ...]] = ()
    """The methods whose work grows with the game: so many of them a minute are taken, not a second."""

    open_to_all: ClassVar[tuple[str, ...]] = ()
    """The methods that need no token, where the view knows tokens at all."""

    query: dict[str, Any]
    negotiator: ClassVar[Negotiation] = Negotiation()

    def find(self, request: Request, **path: Any) -> None:
        """Find what the path names, and see that this token may do this to it; 404 and 403 come from here."""

    def answer(self, data: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
        """The answer with this as its JSON."""
        return self.answer_as_it_is(to_json(data), status=status, headers=headers)

    def answer_as_it_is(
        self, content: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> HttpResponse:
        """The answer with these bytes, which are JSON."""
        return HttpResponse(content, status=status, content_type="application/json", headers=headers)

    @property
    def language(self) -> str:
        """The language that the query names, else the one that the reader asks for."""
        chosen: str | None = self.query.get("lang")
        return chosen or language_of(self.request.META.get("HTTP_ACCEPT_LANGUAGE", ""))

    @property
    def representation(self) -> str:
        """The name of the form in which the client gets the answer."""
        return str(self.request.accepted_renderer.format)

    @classmethod
    def declared(cls, method: str) -> tuple[Parameter, ...]:
        """All query parameters of a method."""
        own = cls.parameters.get(method, ())
        if not cls.representations or method != "get":
            return own
        about = "The form of the answer; where it is not given, `Accept` decides."
        return (ChoiceParameter(name=FORMAT, about=about, choices=cls.representations), *own)

    def get_renderers(self) -> list[BaseRenderer]:
        """A renderer for each form of the answer."""
        return [RENDERERS[name]() for name in self.representations] or super().get_renderers()

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """The request whose body is read late and strictly."""
        return ApiRequest(request, authenticators=self.get_authenticators(), negotiator=self.negotiator)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """All checks that need no body, in their order."""
        method = (request.method or "").lower()
        if method not in self.http_method_names or not hasattr(self, method):
            allowed = ", ".join(self.allowed_methods)
            raise Problem("method_not_allowed", headers={"Allow": allowed}, method=request.method, allowed=allowed)
        if method == "options":
            return
        if self.limited:
            count_request(request)
        self.perform_authentication(request)
        if self.limited and (token := token_of(request)) is not None:
            count_token(token)
        if method in self.dear:
            count_dear(request, token_of(request))
        self.check_permissions(request)
        self.check_throttles(request)
        self.find(request, **kwargs)
        named = bool(self.representations) and FORMAT in request.query_params
        renderers = self.get_renderers()
        if not named:
            _answer_as(request, *self.negotiator.select_renderer(request, renderers))
        self.query = read_query(request.query_params, declared=self.declared("get" if method == "head" else method))
        if named:
            chosen = renderers[self.representations.index(self.query[FORMAT])]
            _answer_as(request, chosen, chosen.media_type)

    # rest_framework answers a Response here; an empty answer needs no renderer.
    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]  # no Response
        """Which methods there are, in `Allow`; the same for everybody."""
        return no_content(headers={"Allow": ", ".join(self.allowed_methods)})

    # The stubs allow a Response alone; rest_framework itself passes on every response of Django.
    def finalize_response(  # type: ignore[override]  # pages are a plain HttpResponse
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """The answer with the headers that all answers have."""
        if isinstance(response, Response):
            response.accepted_renderer = request.accepted_renderer
            response.accepted_media_type = request.accepted_media_type
            response.renderer_context = self.get_renderer_context()  # type: ignore[attr-defined]  # not in the stubs
        forms = self.representations or self.renderer_classes
        vary = VARY if len(forms) == 1 else VARY + ", Accept"
        response.headers.setdefault("Vary", vary)
        response.headers.setdefault("Cache-Control", self.cache_control)
        return response


def _answer_as(request: Request, renderer: Any, media_type: str) -> None:
    request.accepted_renderer, request.accepted_media_type = renderer, media_type


def no_content(*, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """204: done, and nothing to say."""
    response = HttpResponse(status=204, headers=headers)
    del response.headers["Content-Type"]
    return response


def not_modified(*, version: int, form: Sequence[str] = ()) -> HttpResponse:
    """304: the client has this version, in this form."""
    response = HttpResponse(status=304, headers={"ETag": etag_of(version, form=form)})
    del response.headers["Content-Type"]
    return response
