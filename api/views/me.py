"""The token in use: what it is, what it may do, and how to be rid of it."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.problems import Problem
from api.views.base import ApiView, no_content
from scoring.models import Role, Token
from scoring.selectors.rights import may
from scoring.services.tokens import revoke


class MeSerializer(serializers.Serializer[Token]):
    """What a token is and may do."""

    role = serializers.ChoiceField(choices=Role.values)
    label = serializers.CharField(help_text="What it was called when it was made; may be empty.")
    user = serializers.CharField(
        source="user.username", allow_null=True, default=None, help_text="The name of the account it is bound to."
    )
    game = serializers.UUIDField(source="game_id", allow_null=True, help_text="The game it is bound to.")
    seat = serializers.IntegerField(allow_null=True, help_text="The seat it is bound to.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When it ceases to work; null: never.")
    may = serializers.SerializerMethodField(
        help_text="What its role may do where it is bound to: actions, then the kinds of report it may send."
    )

    def get_may(self, token: Token) -> list[str]:
        """All that the role may do."""
        return list(may(token.role))
