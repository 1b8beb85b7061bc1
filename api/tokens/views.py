"""The tokens of a game: handed out, listed and taken back by its organizer (docs/api.md, Tokens)."""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.forms.fields import StrictChoice, StrictDateTime, StrictInteger, StrictString
from api.forms.objects import StrictSerializer
from api.games.views import OneGameView
from api.http.authentication import token_of
from api.http.limits import count_account
from api.http.parsers import body_of, parse_object
from api.http.views import no_content
from api.openapi.components import answers, named
from api.problems.faults import Problem, RequestFault
from scoring.models import Game, Role, Token
from scoring.models.fields import LABEL_LENGTH
from scoring.rules.variants import VARIANTS
from scoring.selectors.tokens import of_game
from scoring.services.tokens import account, issue, known_account, revoke

ACCEPTED_AT = {
    "type": ["string", "null"],
    "format": "date-time",
    "description": "When the account of a referee's token took the role on. Until then it is an invitation.",
}
TOKEN = {
    "type": "object",
    "required": ["id", "role", "label", "seat", "user", "created_at", "accepted_at", "expires_at", "last_used_at"],
    "properties": {
        "id": {"type": "string", "format": "uuid"},
        "role": {"type": "string", "enum": [Role.SCORER, Role.PLAYER, Role.REFEREE]},
        "label": {"type": "string"},
        "seat": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 4,
            "description": "The seat of a player's token.",
        },
        "user": {"type": ["string", "null"], "description": "The account of a referee's token."},
        "created_at": {"type": "string", "format": "date-time"},
        "accepted_at": ACCEPTED_AT,
        "expires_at": {"type": ["string", "null"], "format": "date-time", "description": "Null: it does not expire."},
        "last_used_at": {"type": ["string", "null"], "format": "date-time", "description": "To the minute."},
    },
}
NEW_TOKEN = {
    **TOKEN,
    "required": [*TOKEN["required"], "token"],
    "properties": {
        **TOKEN["properties"],  # type: ignore[dict-item]  # a literal of literals
        "token": {"type": "string", "description": "The secret. It is shown this once."},
    },
}
EXAMPLE = {"role": "player", "seat": 2, "label": "Beat's phone", "expires_at": "2026-03-08T02:00:00Z"}


class TokenRequest(StrictSerializer):
    """A token to be handed out for a game."""

    role = StrictChoice((Role.SCORER, Role.PLAYER, Role.REFEREE), help_text="What its bearer is in this game.")
    seat = StrictInteger(required=False, allow_null=True, help_text="The seat of a player.")
    user = StrictString(required=False, allow_null=True, max_length=150, help_text="The account of a referee.")
    label = StrictString(required=False, allow_blank=True, max_length=LABEL_LENGTH, help_text="To tell it from others.")
    expires_at = StrictDateTime(required=False, allow_null=True, help_text="When it ceases to work. Left out: never.")


REQUEST = TokenRequest()


class GoverningView(OneGameView):
    """What only the organizer of a game may do."""

    open_to_all: ClassVar[tuple[str, ...]] = ()

    def find(self, request: Request, **path: Any) -> None:
        """The game, where the token is its organizer's; 403 where it may only be seen."""
        if token_of(request) is None:
            raise Problem("not_authenticated")
        super().find(request, **path)
        if not self.access.governs:
            raise Problem("forbidden", role=self.access.role)


class TokensView(GoverningView):
    """The tokens of a game."""

    cache_control = "private, no-store"
    problem_codes: ClassVar = {"post": ("forbidden", "not_a_seat"), "get": ("forbidden",)}

    @extend_schema(
        operation_id="list_tokens", tags=["tokens"], responses={200: answers("Tokens", item=named("Token", TOKEN))}
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The tokens of the game that work, the oldest first, without their secrets."""
        rows = [token_json(token) for token in of_game(self.game, now=timezone.now()).select_related("user")]
        return self.answer({"results": rows, "next": None, "previous": None})

    @extend_schema(
        operation_id="hand_out_token",
        tags=["tokens"],
        request=TokenRequest,
        responses={201: named("NewToken", NEW_TOKEN)},
        examples=[OpenApiExample("A player's phone", value=EXAMPLE, request_only=True)],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Hand out a token for this game. Its secret is in this answer and nowhere else."""
        values = _checked(REQUEST.run_validation(parse_object(body_of(request))), self.game)
        user = values.pop("user", None)
        token, secret = issue(
            game=self.game,
            user=None if user is None else account_at(user, asked_by=self.game.organizer),
            made_by=self.game.organizer,
            now=timezone.now(),
            **values,
        )
        return self.answer({**token_json(token), "token": secret}, status=201)


class TokenView(GoverningView):
    """One token of a game."""

    problem_codes: ClassVar = {"delete": ("forbidden",)}

    @extend_schema(operation_id="take_back_token", tags=["tokens"], responses={204: None})
    def delete(self, request: Request, game_id: UUID, token_id: UUID) -> HttpResponse:
        """Revoke a token of this game. It opens nothing any more."""
        token = Token.objects.filter(game=self.game, pk=token_id).first()
        if token is None:
            raise Problem("not_found")
        revoke(token, now=timezone.now())
        return no_content()


def account_at(username: str, *, asked_by: User) -> User:
    """The account of that name, made where it is new; a Problem where it can be none, or where too many are new."""
    if known_account(username) is None:
        count_account(asked_by)
    try:
        return account(username)
    except ValidationError:
        raise Problem.at("/user", "invalid_value", hint="username") from None


def token_json(token: Token) -> dict[str, Any]:
    """A token as its organizer sees it."""
    user: User | None = token.user
    return {
        "id": str(token.id),
        "role": token.role,
        "label": token.label,
        "seat": token.seat,
        "user": None if user is None else user.get_username(),
        "created_at": token.created_at,
        "accepted_at": token.accepted_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }


def _checked(values: dict[str, Any], game: Game) -> dict[str, Any]:
    """The request, where it names what its role is bound to and nothing else; a Problem with all faults."""
    role = values["role"]
    faults = [*_bound(values, "seat", needed=role == Role.PLAYER), *_bound(values, "user", needed=role == Role.REFEREE)]
    seats = VARIANTS[game.variant].table.seats
    seat, expires_at = values.get("seat"), values.get("expires_at")
    if seat is not None and not 1 <= seat <= seats:
        faults.append(RequestFault("not_a_seat", params={"value": seat, "seats": seats}).under("seat"))
    if expires_at is not None and expires_at <= timezone.now():
        faults.append(RequestFault("invalid_value", params={"hint": "future"}).under("expires_at"))
    if faults:
        raise Problem.of(faults)
    return {**values, "role": Role(role)}


def _bound(values: dict[str, Any], name: str, *, needed: bool) -> list[RequestFault]:
    if needed and values.get(name) is None:
        return [RequestFault("missing_field", params={"name": name}).under(name)]
    if not needed and values.get(name) is not None:
        return [RequestFault("unknown_field", params={"name": name}).under(name)]
    return []
