"""Tokens, which say who may do what."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.fields import LABEL_LENGTH, seat_check
from scoring.models.games import Game


class Role(models.TextChoices):
    """The role of a token's bearer."""

    ORGANIZER = "organizer"
    REFEREE = "referee"
    SCORER = "scorer"
    PLAYER = "player"


class Token(models.Model):
    """A bearer token and the user, game or seat that it is bound to.

    The row stores the SHA-256 of the secret, never the secret itself. An organizer's token is bound
    to a user, a referee's to a user and a game. Scorers and players have no account: their tokens
    are bound to a game, a player's also to a seat. A referee's token that somebody else hands out is
    an invitation until its account accepts it. A token is never deleted, because the journal
    refers to it. It is revoked instead.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    role = models.CharField(max_length=10, choices=Role)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="tokens"
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="tokens")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    label = models.CharField(max_length=LABEL_LENGTH, blank=True, default="")
    created_at = models.DateTimeField(editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False, help_text="To the minute.")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.PROTECT, related_name="+"
    )

    accepted_at = models.DateTimeField(
        null=True, editable=False, help_text="When its account took the role on. Decisions bear its name from then on."
    )

    asked: Game | None = None
    """The game that a request is about, if it was read with a token of no game. Not a column."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(role=Role.ORGANIZER, user__isnull=False, game__isnull=True, seat__isnull=True)
                | Q(role=Role.REFEREE, user__isnull=False, game__isnull=False, seat__isnull=True)
                | Q(role=Role.SCORER, user__isnull=True, game__isnull=False, seat__isnull=True)
                | Q(role=Role.PLAYER, user__isnull=True, game__isnull=False, seat__isnull=False),
                name="token_bound_as_its_role_asks",
                violation_error_message="A token of this role is bound to something else.",
            ),
            seat_check("seat", name="token_seat_is_seat"),
        )

    def __str__(self) -> str:
        return f"{self.role} {self.label}".rstrip()
