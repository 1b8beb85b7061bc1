"""Changing what a game is played by, and giving it up (docs/api.md, Changing a game)."""

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.games.change_request import (
    AbandonRequest,
    ChangeRequest,
    ResumeRequest,
    change_of,
    reason_of,
    resumption_of,
)
from api.games.change_schema import CHANGED_GAME
from api.games.fields import GAME
from api.games.views import GameView, found
from api.http.authentication import token_of
from api.http.etags import etag_of, require_match, require_precondition
from api.http.parsers import object_in, object_or_problem
from api.http.views import ApiView
from api.openapi.parameters import IF_MATCH, MUST_MATCH, etag
from api.problems.faults import Problem
from api.problems.refusals import problem_of_refusal
from scoring.models import Game, GameStatus
from scoring.rules.record.refusals import Refused
from scoring.selectors import games
from scoring.selectors.access import Access
from scoring.services.anew import Foreseen
from scoring.services.changes.settings import change_game, foresee_change
from scoring.services.giving_up import abandon_game, foresee_resumed, resume_game, resumed_before
from scoring.services.reports.calls import Author


def governed(
    game_id: UUID, request: Request, *, find: Callable[[UUID], Game | None] = games.locked
) -> tuple[Game, Access, Author]:
    """The game under its lock, for its organizer; 403 for whoever may only see it."""
    token = token_of(request)
    if token is None:
        raise Problem("not_authenticated")
    game, access = found(game_id, token, game=find(game_id))
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
            "later_reports_conflict",
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
        responses={200: CHANGED_GAME},
        parameters=[MUST_MATCH, etag(200)],
        examples=[OpenApiExample("A new label", value={"label": "Table 8"}, request_only=True)],
    )
    def patch(self, request: Request, game_id: UUID) -> HttpResponse:
        """Change label, openness and names at any time; seats, first dealer, deck and rules before the first report.

        With a reason also later: swapped seats, the first dealer, and fewer deals.
        """
        sent = object_or_problem(request)
        foreseen = _foreseen(game_id, request, sent)
        with transaction.atomic():
            game, access, author = governed(game_id, request)
            change = change_of(object_in(sent), game=game)
            require_precondition(request)
            require_match(request, version=game.version)
            try:
                effects = change_game(game, change, author=author, now=timezone.now(), foreseen=foreseen)
            except Refused as refusal:
                raise problem_of_refusal(refusal) from None
        return self.answer(_told(game, access, effects), headers={"ETag": etag_of(game.version)})


class GivenUpView(ApiView):
    """What is done to a game as a whole: whoever does it has a token, and the game is found under its lock."""

    def find(self, request: Request, **path: Any) -> None:
        """Nobody does it without a token."""
        if token_of(request) is None:
            raise Problem("not_authenticated")


class AbandonView(GivenUpView):
    """Giving a game up."""

    problem_codes: ClassVar = {"post": ("forbidden", "game_over", "version_conflict")}

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


class ResumeView(GivenUpView):
    """Taking back that a game was given up."""

    problem_codes: ClassVar = {"post": ("forbidden", "id_reused", "out_of_phase", "version_conflict")}

    @extend_schema(
        operation_id="resume_game",
        tags=["games"],
        request=ResumeRequest,
        responses={200: CHANGED_GAME},
        parameters=[IF_MATCH, etag(200)],
        examples=[OpenApiExample("It was the wrong table", value={"reason": "It was table 8."}, request_only=True)],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take back that a game was given up. It goes on exactly where it was."""
        sent = object_or_problem(request)
        with games.reading():
            game, *_ = governed(game_id, request, find=games.unlocked)
            foreseen = foresee_resumed(game) if game.status == GameStatus.ABANDONED else None
        with transaction.atomic():
            game, access, author = governed(game_id, request)
            effects = _resume(request, game, sent, author=author, foreseen=foreseen)
        return self.answer(_told(game, access, effects), headers={"ETag": etag_of(game.version)})


def _told(game: Game, access: Access, effects: list[dict[str, Any]]) -> dict[str, Any]:
    """The game as it stands, with the effects where there are any."""
    shown: dict[str, Any] = games.game_json(game, access.viewer)
    return {**shown, "effects": effects} if effects else shown


def _foreseen(game_id: UUID, request: Request, sent: dict[str, Any] | Problem) -> Foreseen | None:
    """What the record comes to by the change that was sent, before the game is locked; None where it stays."""
    if isinstance(sent, Problem) or sent.keys().isdisjoint({"first_dealer", "rules"}):
        return None
    with games.reading():
        game, *_ = governed(game_id, request, find=games.unlocked)
        return foresee_change(game, change_of(sent, game=game))


def _resume(
    request: Request, game: Game, sent: dict[str, Any] | Problem, *, author: Author, foreseen: Foreseen | None
) -> list[dict[str, Any]]:
    """Resume the game, and answer the effects; a repeated call has none."""
    id_, reason = resumption_of(object_in(sent))
    try:
        if resumed_before(game, id_=id_, reason=reason):
            return []
        require_match(request, version=game.version)
        return resume_game(game, reason=reason, id_=id_, author=author, now=timezone.now(), foreseen=foreseen)
    except Refused as refusal:
        raise problem_of_refusal(refusal) from None
