"""The players whom an organizer has entered: search, names, and merging those entered twice."""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.forms.fields import StrictString, StrictUUID
from api.forms.objects import StrictSerializer
from api.forms.queries import TextParameter
from api.http.authentication import account_of, token_of
from api.http.pagination import PAGED, page_of
from api.http.parsers import body_of, parse_object
from api.http.views import ApiView
from api.openapi.components import answers, named
from api.openapi.parameters import LOCATION
from api.problems.faults import Problem
from api.problems.refusals import problem_of_refusal
from api.tokens.views import account_at
from scoring.models import Player, Role
from scoring.models.fields import NAME_LENGTH
from scoring.rules.record.refusals import Refused
from scoring.selectors import players as selector
from scoring.services import players

PLAYER = {
    "type": "object",
    "required": ["id", "name", "user", "merged_into", "created_at"],
    "properties": {
        "id": {"type": "string", "format": "uuid"},
        "name": {"type": "string"},
        "user": {
            "type": ["string", "null"],
            "description": "The player's own account: with it nobody rules on a game in which he or she plays.",
        },
        "merged_into": {"type": ["string", "null"], "format": "uuid", "description": "The player that he is one with."},
        "created_at": {"type": "string", "format": "date-time"},
    },
}


class PlayerRequest(StrictSerializer):
    """A player's name."""

    name = StrictString(max_length=NAME_LENGTH, help_text="What he or she is called.")


class PlayerChangeRequest(StrictSerializer):
    """What is to be different in a player; what is left out stays as it is."""

    name = StrictString(required=False, max_length=NAME_LENGTH, help_text="What he or she is called.")
    user = StrictString(
        required=False, allow_null=True, max_length=150, help_text="The player's own account; null for none."
    )


class MergeRequest(StrictSerializer):
    """The player whom another is one with."""

    into = StrictUUID(help_text="The id of the player who stays.")


NAME = PlayerRequest()
CHANGE = PlayerChangeRequest()
MERGE = MergeRequest()


class OrganizersView(ApiView):
    """What only an organizer has: players of his own."""

    owner: User

    def find(self, request: Request, **path: Any) -> None:
        """The organizer's account."""
        token = token_of(request)
        if token is None:
            raise Problem("not_authenticated")
        if token.role != Role.ORGANIZER:
            raise Problem("forbidden", role=token.role)
        self.owner = account_of(request)


class PlayersView(OrganizersView):
    """All players of an organizer."""

    parameters: ClassVar = {
        "get": (*PAGED, TextParameter(name="search", about="A part of the name.", max_length=NAME_LENGTH))
    }
    problem_codes: ClassVar = {"get": ("forbidden",), "post": ("forbidden",)}

    @extend_schema(
        operation_id="list_players", tags=["players"], responses={200: answers("Players", item=named("Player", PLAYER))}
    )
    def get(self, request: Request) -> HttpResponse:
        """Your players by name, without those merged into another."""
        found = selector.of(self.owner, search=self.query["search"])
        page = page_of(
            found, request=request, limit=self.query["limit"], cursor=self.query["cursor"], keys=("name", "id")
        )
        return self.answer(page.envelope(selector.player_json(player) for player in page.rows))

    @extend_schema(
        operation_id="enter_player",
        tags=["players"],
        request=PlayerRequest,
        parameters=[LOCATION],
        responses={201: named("Player", PLAYER)},
    )
    def post(self, request: Request) -> HttpResponse:
        """Enter a player, to be named by id when games are opened."""
        values = NAME.run_validation(parse_object(body_of(request)))
        player = players.enter(values["name"], owner=self.owner, now=timezone.now())
        headers = {"Location": f"/api/v1/players/{player.id}"}
        return self.answer(selector.player_json(player), status=201, headers=headers)


class OnePlayerView(OrganizersView):
    """What all views of one player have in common."""

    player: Player

    def find(self, request: Request, **path: Any) -> None:
        """The player, where he is one of the organizer's own."""
        super().find(request, **path)
        player = selector.find(self.owner, path["player_id"])
        if player is None:
            raise Problem("not_found")
        self.player = player


class PlayerView(OnePlayerView):
    """One player."""

    problem_codes: ClassVar = {"get": ("forbidden",), "patch": ("forbidden",)}

    @extend_schema(operation_id="read_player", tags=["players"], responses={200: named("Player", PLAYER)})
    def get(self, request: Request, player_id: UUID) -> HttpResponse:
        """One of your players."""
        return self.answer(selector.player_json(self.player))

    @extend_schema(
        operation_id="change_player",
        tags=["players"],
        request=PlayerChangeRequest,
        responses={200: named("Player", PLAYER)},
    )
    def patch(self, request: Request, player_id: UUID) -> HttpResponse:
        """Give a player another name, or an account of his own. Games keep the name that they were played under."""
        values = CHANGE.run_validation(parse_object(body_of(request)))
        if not values:
            raise Problem.at("/name", "missing_field", name="name")
        player = self.player
        if "user" in values:
            user = None if values["user"] is None else account_at(values["user"], asked_by=self.owner)
            player = players.set_account(player, user=user)
        if "name" in values:
            player = players.rename(player, name=values["name"])
        return self.answer(selector.player_json(player))


class MergeView(OnePlayerView):
    """Two players who are one."""

    problem_codes: ClassVar = {"post": ("forbidden",)}

    @extend_schema(
        operation_id="merge_player", tags=["players"], request=MergeRequest, responses={200: named("Player", PLAYER)}
    )
    def post(self, request: Request, player_id: UUID) -> HttpResponse:
        """Let this player be one with another, who stays; games keep the name that they were played under."""
        values = MERGE.run_validation(parse_object(body_of(request)))
        into = selector.find(self.owner, values["into"])
        if into is None:
            raise Problem.at("/into", "invalid_value", hint="own_player")
        try:
            merged = players.merge(self.player, into=into)
        except Refused as refusal:
            raise problem_of_refusal(refusal) from None
        return self.answer(selector.player_json(merged))
