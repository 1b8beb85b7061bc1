"""Reading players: those whom an organizer has entered."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from scoring.models import Player
from scoring.selectors.search import holds


def of(owner: User, *, search: str | None = None) -> QuerySet[Player]:
    """The players of an organizer that were not merged into another, by a part of their name where one is given."""
    players = Player.objects.select_related("user").filter(owner=owner, merged_into=None)
    return players.filter(holds("name", search)) if search else players


def find(owner: User, player_id: UUID) -> Player | None:
    """A player of an organizer, also one that was merged into another."""
    return Player.objects.select_related("user").filter(owner=owner, pk=player_id).first()


def player_json(player: Player) -> dict[str, Any]:
    """A player as the API shows him."""
    return {
        "id": str(player.id),
        "name": player.name,
        "user": player.user.get_username() if player.user else None,
        "merged_into": None if player.merged_into_id is None else str(player.merged_into_id),
        "created_at": player.created_at,
    }
