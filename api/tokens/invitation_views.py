"""Invitations to be a referee: the account that is invited reads them, accepts or declines them.

It does so with a token of its own (docs/api.md, Invitations), as it does at the review desk with its password.
"""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.forms.objects import StrictSerializer
from api.http.authentication import token_of
from api.http.pagination import PAGED, page_of
from api.http.parsers import object_in, object_or_problem
from api.http.views import ApiView, no_content
from api.openapi.components import answers, named
from api.openapi.types import MOMENT, STRING, about, nullable, object_schema
from api.openapi.types import UUID as UUID_SCHEMA
from api.problems.documents import Problem
from api.tokens.views import NEW_TOKEN, token_json
from scoring.models import Token
from scoring.selectors.tokens import OLDEST_FIRST, account_of, invitations, roles_of
from scoring.services.tokens import accept, revoke

INVITATION = about(
    object_schema(
        {
            "id": about(UUID_SCHEMA, "The id of the token that was handed out."),
            "game": about(UUID_SCHEMA, "The game in which the account is asked to be a referee."),
            "game_label": STRING,
            "label": about(STRING, "How the journal names who acts with the token."),
            "invited_by": about(nullable(STRING), "The account that has handed the token out."),
            "created_at": MOMENT,
            "expires_at": nullable(MOMENT),
        }
    ),
    "A referee's token that somebody has handed out in the name of this account, and that it has not accepted.",
)
EXAMPLE = {
    "id": "5e0b1a52-1b7c-4e8d-9c21-5a4be7f90040",
    "game": "0d4c1a3e-6f2b-4c55-9a57-8f6c2f1f7a30",
    "game_label": "Table 7",
    "label": "Vreni",
    "invited_by": "anna",
    "created_at": "2026-03-07T12:00:00Z",
    "expires_at": None,
}
EXAMPLES = {"results": [EXAMPLE], "next": None, "previous": None}


class NothingRequest(StrictSerializer):
    """An object without fields."""


NOTHING = NothingRequest()
ACCEPT_REQUEST = named("AcceptRequest", about(object_schema({}, closed=True), "Nothing has to be said."))


class InvitedView(ApiView):
    """What an account does with a token of its own."""

    cache_control = "private, no-store"
    account: User

    def find(self, request: Request, **path: Any) -> None:
        """The account of the token; 403 where the token proves none: an invitation does not accept itself."""
        token = token_of(request)
        if token is None:
            raise Problem("not_authenticated")
        account = account_of(token)
        if account is None:
            raise Problem("forbidden", role=token.role, own_account=True)
        self.account = account


class InvitationsView(InvitedView):
    """The invitations of an account."""

    parameters: ClassVar = {"get": PAGED}
    problem_codes: ClassVar = {"get": ("forbidden",)}

    @extend_schema(
        operation_id="list_invitations",
        tags=["tokens"],
        responses={200: answers("Invitations", item=named("Invitation", INVITATION))},
        examples=[OpenApiExample("An invitation", value=EXAMPLES, response_only=True)],
    )
    def get(self, request: Request) -> HttpResponse:
        """The invitations that wait for an answer of the token's account, the oldest first."""
        page = page_of(
            invitations(self.account, now=timezone.now()),
            request=request,
            limit=self.query["limit"],
            cursor=self.query["cursor"],
            keys=OLDEST_FIRST,
        )
        return self.answer(page.envelope(_invitation_json(token) for token in page.rows))


class InvitationView(InvitedView):
    """One invitation, or the role that has come of it."""

    problem_codes: ClassVar = {"delete": ("forbidden",)}

    @extend_schema(operation_id="decline_invitation", tags=["tokens"], responses={204: None})
    def delete(self, request: Request, token_id: UUID) -> HttpResponse:
        """Decline the invitation, or give the role back. The token opens nothing any more."""
        revoke(_role_or_problem(roles_of(self.account, now=timezone.now()), token_id), now=timezone.now())
        return no_content()


class AcceptView(InvitedView):
    """Accepting an invitation."""

    problem_codes: ClassVar = {"post": ("forbidden",)}

    @extend_schema(
        operation_id="accept_invitation",
        tags=["tokens"],
        request={"application/json": ACCEPT_REQUEST},
        responses={200: named("NewToken", NEW_TOKEN)},
    )
    def post(self, request: Request, token_id: UUID) -> HttpResponse:
        """Accept the role. The answer has a new secret; the one that was handed out opens nothing any more.

        Accepting again gives another secret, for an account that has lost the answer.
        """
        NOTHING.run_validation(object_in(object_or_problem(request, may_be_empty=True)))
        now = timezone.now()
        with transaction.atomic():
            rows = roles_of(self.account, now=now).select_for_update(of=("self",))
            token = _role_or_problem(rows, token_id)
            secret = accept(token, now=now)
        return self.answer({**token_json(token), "token": secret})


def _role_or_problem(tokens: QuerySet[Token], token_id: UUID) -> Token:
    token = tokens.filter(pk=token_id).first()
    if token is None:
        raise Problem("not_found")
    return token


def _invitation_json(token: Token) -> dict[str, Any]:
    """A token as the account that is invited sees it; its secret is known to whoever handed it out."""
    game = token.game
    return {
        "id": str(token.id),
        "game": str(token.game_id),
        "game_label": "" if game is None else game.label,
        "label": token.label,
        "invited_by": None if token.made_by is None else token.made_by.get_username(),
        "created_at": token.created_at,
        "expires_at": token.expires_at,
    }
