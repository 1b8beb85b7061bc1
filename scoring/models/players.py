"""The people who play."""

import uuid

from django.conf import settings
from django.db import models

from scoring.models.fields import NAME_LENGTH


class Player(models.Model):
    """A player of the organizer who entered the name. Two players may share a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="players")
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="plays_as",
        help_text="The player's own account; with it nobody rules on a game in which he or she plays.",
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=~models.Q(merged_into=models.F("id")), name="player_merged_into_another"),
        )
        indexes = (models.Index(fields=("owner", "name"), name="player_by_name"),)

    def __str__(self) -> str:
        return self.name
