"""Doors that only the tests have: one view for each thing that all views of the API have in common."""

from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db.models import F, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.forms.fields import StrictBoolean, StrictChoice, StrictDateTime, StrictInteger, StrictString, StrictUUID
from api.forms.objects import StrictList, StrictSerializer
from api.forms.queries import BooleanParameter, ChoiceParameter, IntegerParameter, TextParameter, UUIDParameter
from api.http.etags import etag_of, is_known, require_match, require_precondition
from api.http.pagination import JOURNAL, PAGED, journal_page, page_of
from api.http.views import ApiView, no_content, not_modified
from api.problems.documents import Problem, RequestFault
from api.site.documents import YAMLRenderer

handler400 = "api.problems.documents.bad_request_view"
handler403 = "api.problems.documents.forbidden_view"
handler404 = "api.problems.documents.not_found_view"
handler500 = "api.problems.documents.server_error_view"


class Open(ApiView):
    authentication_classes = ()


class Echo(Open):
    """Says what it was told."""

    def get(self, request: Request) -> HttpResponse:
        return self.answer({"ü": "Schällen-Näll ♣"})

    def post(self, request: Request) -> HttpResponse:
        return self.answer(request.data)

    def delete(self, request: Request) -> HttpResponse:
        return no_content()


class Card(StrictSerializer):
    suit = StrictChoice(["E", "R", "S", "B"], code="not_a_card")
    rank = StrictInteger(min_value=6, max_value=9)


class Form(StrictSerializer):
    """Every kind of field."""

    number = StrictInteger(min_value=1, max_value=4)
    name = StrictString(max_length=10)
    flag = StrictBoolean(default=False)
    note = StrictString(multiline=True, allow_blank=True, required=False)
    id = StrictUUID(required=False)
    at = StrictDateTime(required=False)
    nothing = StrictInteger(required=False, allow_null=True)
    card = Card(required=False)
    cards = StrictList(child=Card(), min_length=1, max_length=3, required=False)
    stock = serializers.IntegerField(required=False, max_value=3)


FORM = Form()


class Strict(Open):
    """Reads a form and says what it read."""

    def post(self, request: Request) -> HttpResponse:
        return self.answer(FORM.run_validation(request.data))


class People(Open):
    """A list in pages."""

    parameters: ClassVar = {"get": (*PAGED, BooleanParameter(name="active", about=""))}

    def get(self, request: Request) -> HttpResponse:
        page = page_of(User.objects.all(), request=request, keys=("-date_joined", "-id"), **self._place())
        return self.answer(page.envelope(user.username for user in page.rows))

    def _place(self) -> dict[str, Any]:
        return {name: self.query[name] for name in ("limit", "cursor")}


class NamedPeople(People):
    """The same by one key."""

    def get(self, request: Request) -> HttpResponse:
        page = page_of(User.objects.all(), request=request, keys=("username",), **self._place())
        return self.answer(page.envelope(user.username for user in page.rows))


class Entries(Open):
    """A journal: users by `seq`."""

    parameters: ClassVar = {"get": JOURNAL}

    def get(self, request: Request) -> HttpResponse:
        first = User.objects.aggregate(first=Min("id"))["first"] or 0
        entries = User.objects.annotate(seq=F("id") - first + 1)
        page = journal_page(entries, request=request, limit=self.query["limit"], after=self.query["after"])
        return self.answer(page.envelope(user.seq for user in page.rows))


class Asked(Open):
    """Says what the query said."""

    parameters: ClassVar = {
        "get": (
            IntegerParameter(name="limit", about="", minimum=1, maximum=200, default=50),
            ChoiceParameter(name="status", about="", choices=("playing", "finished")),
            BooleanParameter(name="mine", about=""),
            UUIDParameter(name="player", about=""),
            TextParameter(name="label", about="", max_length=5),
        )
    }

    def get(self, request: Request) -> HttpResponse:
        return self.answer(self.query)

    def post(self, request: Request) -> HttpResponse:
        return self.answer(request.data)


class Tagged(Open):
    """Something at version 87."""

    def get(self, request: Request) -> HttpResponse:
        if is_known(request, version=87):
            return not_modified(version=87)
        return self.answer({"version": 87}, headers={"ETag": etag_of(87)})

    def patch(self, request: Request) -> HttpResponse:
        require_precondition(request)
        require_match(request, version=87)
        return self.answer({"changed": True})

    def post(self, request: Request) -> HttpResponse:
        require_match(request, version=87)
        return self.answer({"changed": True})


class Guarded(ApiView):
    """Somebody's own; existence and right come before the body, the body before the form."""

    def find(self, request: Request, **path: Any) -> None:
        if path["name"] == "missing":
            raise Problem("not_found")
        if path["name"] == "closed":
            raise Problem("forbidden")

    def post(self, request: Request, name: str) -> HttpResponse:
        return self.answer(FORM.run_validation(request.data))


class Two(Open):
    """Can be had in two forms, and by REST framework's own response."""

    renderer_classes = (*Open.renderer_classes, YAMLRenderer)

    def get(self, request: Request) -> Response:
        return Response({"form": request.accepted_renderer.format})


class Three(Open):
    """Can be had in three forms, by `Accept` or `?format=`, each with a tag of its own."""

    representations: ClassVar = ("json", "csv", "html")
    parameters: ClassVar = {"get": (BooleanParameter(name="wide", about="", default=False),)}

    def get(self, request: Request) -> HttpResponse:
        form = () if self.representation == "json" else (self.representation,)
        if is_known(request, version=87, form=form):
            return not_modified(version=87, form=form)
        headers = {"ETag": etag_of(87, form=form)}
        return self.answer({"form": self.representation, "wide": self.query["wide"]}, headers=headers)

    def post(self, request: Request) -> HttpResponse:
        return self.answer(request.data)


RAISED: dict[str, Exception] = {
    "parse": exceptions.ParseError(),
    "not_authenticated": exceptions.NotAuthenticated(),
    "bad_token": exceptions.AuthenticationFailed(),
    "denied": exceptions.PermissionDenied(),
    "django_denied": PermissionDenied(),
    "missing": exceptions.NotFound(),
    "django_missing": Http404(),
    "method": exceptions.MethodNotAllowed("GET"),
    "acceptable": exceptions.NotAcceptable(),
    "media": exceptions.UnsupportedMediaType("text/plain"),
    "throttled": exceptions.Throttled(wait=1.2),
    "throttled_for_long": exceptions.Throttled(),
    "suspicious": SuspiciousOperation("a secret"),
    "bug": RuntimeError("a secret"),
    "odd": exceptions.APIException("a secret"),
    "validation": exceptions.ValidationError({"a/b": ["x"], "list": [{}, {"c": ["y"]}]}),
    "turn": Problem("not_your_turn", expected_seat=3),
    "batch": Problem.of(
        [
            RequestFault("not_a_card", pointer="/reports/2/card", params={"value": "H7"}, members={"report": 2}),
            RequestFault(
                "wrong_type", pointer="/reports/4/seat", params={"expected": "integer"}, members={"report": 4}
            ),
        ]
    ),
    "plain_422": Problem("match_with_points", side=2),
}


class Raising(Open):
    """Raises what the path names."""

    def get(self, request: Request, name: str) -> HttpResponse:
        raise RAISED[name]


def plain(request: HttpRequest, name: str) -> HttpResponse:
    """A view that is none of REST framework's."""
    raise RAISED[name]


urlpatterns = [
    path("try/echo", Echo.as_view()),
    path("try/strict", Strict.as_view()),
    path("try/people", People.as_view()),
    path("try/named", NamedPeople.as_view()),
    path("try/entries", Entries.as_view()),
    path("try/asked", Asked.as_view()),
    path("try/tagged", Tagged.as_view()),
    path("try/guarded/<str:name>", Guarded.as_view()),
    path("try/two", Two.as_view()),
    path("try/three", Three.as_view()),
    path("try/raising/<str:name>", Raising.as_view()),
    path("try/plain/<str:name>", plain),
    path("", include("jassref.urls")),
]
