"""Taking a whole game from one service to another: one document out, the same document in."""

from typing import Any, ClassVar, Final

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.games.fields import GAME
from api.games.views import OneGameView
from api.http.authentication import account_of, token_of
from api.http.etags import etag_of, is_known
from api.http.parsers import body_of, parse_object
from api.http.views import ApiView, not_modified
from api.openapi.examples import ANSWERS
from api.openapi.parameters import IF_NONE_MATCH, LOCATION, NOT_MODIFIED, etag
from api.problems.documents import Problem
from api.problems.refusals import problem_of_refusal
from api.transfer.request import LARGEST, MOST_VALUES, document_of
from api.transfer.schema import EXPORT, SCHEMA_ID, export_schema
from scoring.models import Role
from scoring.rules.record.refusals import Refused
from scoring.rules.view.secrets import REFEREE
from scoring.selectors import games
from scoring.selectors.exports import export_json
from scoring.services.imports.taking_in import import_game

PROBLEMS: Final = (
    "forbidden",
    "id_reused",
    "does_not_verify",
    "invalid_option",
    "unknown_kind",
    "not_a_card",
    "not_a_seat",
    "mode_not_allowed",
    "not_in_these_rules",
    "bid_out_of_range",
)
"""What an import may be refused with, besides what any request may be."""

AS_FILE: Final = OpenApiParameter(
    "Content-Disposition",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    required=True,
    description="A name for the file.",
)


class ExportView(OneGameView):
    """A game as one document."""

    dear: ClassVar = ("get",)
    problem_codes: ClassVar = {"get": ("secrets_open",)}

    @extend_schema(
        operation_id="export_game",
        tags=["transfer"],
        parameters=[etag(200, 304), IF_NONE_MATCH, AS_FILE],
        responses={200: EXPORT, 304: NOT_MODIFIED},
        examples=[OpenApiExample("A game that was given up", value=ANSWERS["export"], response_only=True)],
    )
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """The whole game as one document, which `POST /games/import` takes in anywhere."""
        game = self.game
        if is_known(request, version=game.version):
            return not_modified(version=game.version)
        try:
            document = export_json(game, self.access.viewer)
        except Refused as refusal:
            raise problem_of_refusal(refusal) from None
        name = f'attachment; filename="jassref-{game.id}.json"'
        return self.answer(document, headers={"ETag": etag_of(game.version), "Content-Disposition": name})


class ImportView(ApiView):
    """A game that comes in as one document."""

    problem_codes: ClassVar = {"post": PROBLEMS}

    def find(self, request: Request, **path: Any) -> None:
        """Whoever takes a game in is its organizer."""
        token = token_of(request)
        if token is None:
            raise Problem("not_authenticated")
        if token.role != Role.ORGANIZER:
            raise Problem("forbidden", role=token.role)

    @extend_schema(
        operation_id="import_game",
        tags=["transfer"],
        request={"application/json": EXPORT},
        parameters=[etag(200, 201), LOCATION],
        responses={
            201: GAME,
            200: OpenApiResponse(GAME, description="The game is here already; it may have gone on since."),
        },
        examples=[OpenApiExample("A game that was given up", value=ANSWERS["export"], request_only=True)],
    )
    def post(self, request: Request) -> HttpResponse:
        """Take in a game that was exported here or elsewhere; what follows from its journal is worked out anew."""
        token = token_of(request)
        if token is None:
            raise Problem("not_authenticated")
        document = document_of(parse_object(body_of(request, most=LARGEST), most=MOST_VALUES))
        try:
            game, created = import_game(document, organizer=account_of(request), token=token, now=timezone.now())
        except Refused as refusal:
            raise problem_of_refusal(refusal) from None
        headers = {"Location": f"/api/v1/games/{game.id}", "ETag": etag_of(game.version)}
        return self.answer(games.game_json(game, REFEREE), status=201 if created else 200, headers=headers)


class ExportSchemaView(ApiView):
    """The form of the document."""

    authentication_classes = ()
    cache_control = "public, max-age=300"

    @extend_schema(operation_id="export_schema", tags=["transfer"], responses={200: {"type": "object"}})
    def get(self, request: Request) -> HttpResponse:
        """The JSON Schema of an exported game."""
        return self.answer(export_schema(), headers={"Content-Language": "en", "Link": f'<{SCHEMA_ID}>; rel="self"'})
