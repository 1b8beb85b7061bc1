"""Changing what a game is played by, and giving it up (docs/api.md, Changing a game)."""

from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.games.change_request import AbandonRequest, ChangeRequest, change_of, reason_of
from api.games.fields import GAME
from api.games.views import GameView, found
from api.http.authentication import token_of
from api.http.etags import etag_of, require_match, require_precondition
from api.http.parsers import object_in, object_or_problem
from api.http.views import ApiView
from api.openapi.parameters import IF_MATCH, MUST_MATCH, etag
from api.problems.faults import Problem
from api.problems.refusals import problem_of_refusal
from scoring.models import Game
from scoring.rules.record.refusals import Refused
from scoring.selectors import games
from scoring.selectors.access import Access
from scoring.services.changes import abandon_game, change_game
from scoring.services.reports.calls import Author


def governed(game_id: UUID, request: Request) -> tuple[Game, Access, Author]:
    """The game under its lock, for its organizer; 403 for whoever may only see it."""
    token = token_of(request)
    if token is None:
        raise Problem("not_authenticated")
    game, access = found(game_id, token, game=games.locked(game_id))
    if not access.governs:
        raise Problem("forbidden", role=token.role)
    return game, access, Author(token, access)


class ChangingGameView(GameView):
    """One game, to be read and changed."""

    problem_codes: ClassVar = {
        **GameView.problem_codes,
        "patch": (
            "forbidden",
            "invalid_option",
            "not_a_seat",
            "out_of_phase",
            "game_over",
            "version_conflict",
            "precondition_required",
        ),
    }

    def find(self, request: Request, **path: Any) -> None:
        """Reading finds the game here; changing finds it under its lock."""
        if request.method != "PATCH":
            super().find(request, **path)
        elif token_of(request) is None:
            raise Problem("not_authenticated")

    @extend_schema(
        operation_id="change_game",
        tags=["games"],
        request=ChangeRequest,
        responses={200: GAME},
        parameters=[MUST_MATCH, etag(200)],
        examples=[OpenApiExample("A new label", value={"label": "Table 8"}, request_only=True)],
    )
    def patch(self, request: Request, game_id: UUID) -> HttpResponse:
        """Change label, openness and names at any time; seats, first dealer, deck and rules before the first report."""
        sent = object_or_problem(request)
        with transaction.atomic():
            game, access, author = governed(game_id, request)
            change = change_of(object_in(sent), game=game)
            require_precondition(request)
            require_match(request, version=game.version)
            try:
                game = change_game(game, change, author=author, now=timezone.now())
            except Refused as refusal:
                raise problem_of_refusal(refusal) from None
        return self.answer(games.game_json(game, access.viewer), headers={"ETag": etag_of(game.version)})


class AbandonView(ApiView):
    """Giving a game up."""

    problem_codes: ClassVar = {"post": ("forbidden", "game_over", "version_conflict")}

    def find(self, request: Request, **path: Any) -> None:
        """The game is found under its lock."""
        if token_of(request) is None:
            raise Problem("not_authenticated")

    @extend_schema(
        operation_id="abandon_game",
        tags=["games"],
        request=AbandonRequest,
        responses={200: GAME},
        parameters=[IF_MATCH, etag(200)],
        examples=[OpenApiExample("Nobody is left", value={"reason": "The hall closes."}, request_only=True)],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give a game up, with the reason. What was reported stays; nothing more is taken."""
        sent = object_or_problem(request)
        with transaction.atomic():
            game, access, author = governed(game_id, request)
            reason = reason_of(object_in(sent))
            require_match(request, version=game.version)
            try:
                game = abandon_game(game, reason=reason, author=author, now=timezone.now())
            except Refused as refusal:
                raise problem_of_refusal(refusal) from None
        return self.answer(games.game_json(game, access.viewer), headers={"ETag": etag_of(game.version)})
