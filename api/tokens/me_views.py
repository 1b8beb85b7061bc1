"""The token in use: what it is, what it may do, and how to be rid of it."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.http.views import ApiView, no_content
from api.openapi.components import named
from api.problems.documents import Problem
from api.tokens.views import ACCEPTED_AT
from scoring.models import Role, Token
from scoring.selectors.access import may
from scoring.services.tokens import revoke

ME = {
    "type": "object",
    "required": ["role", "label", "user", "game", "seat", "created_at", "accepted_at", "expires_at", "may"],
    "properties": {
        "role": {"type": "string", "enum": Role.values},
        "label": {"type": "string", "description": "What the token was called when it was made; may be empty."},
        "user": {"type": ["string", "null"], "description": "The account it is bound to."},
        "game": {"type": ["string", "null"], "format": "uuid", "description": "The game it is bound to."},
        "seat": {"type": ["integer", "null"], "minimum": 1, "maximum": 4, "description": "The seat it is bound to."},
        "created_at": {"type": "string", "format": "date-time"},
        "accepted_at": ACCEPTED_AT,
        "expires_at": {"type": ["string", "null"], "format": "date-time", "description": "Null: it does not expire."},
        "may": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What its role may do where it is bound to: actions, then the kinds of report it may send. "
            "Where it is bound to a game, these are the kinds that its variant has.",
        },
    },
}
EXAMPLE = {
    "role": "player",
    "label": "Beat's phone",
    "user": None,
    "game": "0d4c1a3e-6f2b-4c55-9a57-8f6c2f1f7a10",
    "seat": 2,
    "created_at": "2026-03-07T12:00:00Z",
    "accepted_at": None,
    "expires_at": None,
    "may": list(may(Role.PLAYER, "schieber")),
}


class MeView(ApiView):
    """The token in use."""

    cache_control = "private, no-store"
    token: Token

    def find(self, request: Request, **path: Any) -> None:
        """Without a token there is nothing to show."""
        if not isinstance(request.auth, Token):
            raise Problem("not_authenticated")
        self.token = request.auth

    @extend_schema(
        operation_id="me",
        tags=["tokens"],
        responses={200: named("Me", ME)},
        examples=[OpenApiExample("A player's token", value=EXAMPLE, response_only=True)],
    )
    def get(self, request: Request) -> HttpResponse:
        """What the token in use is and may do."""
        return self.answer(me_json(self.token))

    @extend_schema(operation_id="revoke_me", tags=["tokens"], responses={204: None})
    def delete(self, request: Request) -> HttpResponse:
        """Revoke the token in use. It opens nothing any more, and cannot be brought back."""
        revoke(self.token, now=timezone.now())
        return no_content()


def me_json(token: Token) -> dict[str, Any]:
    """The token as it is shown to its bearer."""
    return {
        "role": token.role,
        "label": token.label,
        "user": None if token.user is None else token.user.get_username(),
        "game": token.game_id,
        "seat": token.seat,
        "created_at": token.created_at,
        "accepted_at": token.accepted_at,
        "expires_at": token.expires_at,
        "may": may(token.role, None if token.game is None else token.game.variant),
    }
