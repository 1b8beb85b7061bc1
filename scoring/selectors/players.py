"""Reading the players that an organizer has entered."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from scoring.models import Player
from scoring.selectors.search import holds


def of(owner: User, *, search: str | None = None) -> QuerySet[Player]:
    """The players of an organizer without those that were merged into another. `search` is a part of the name."""
    players = Player.objects.select_related("user").filter(owner=owner, merged_into=None)
    return players.filter(holds("name", search)) if search else players


def find(owner: User, player_id: UUID) -> Player | None:
    """A player of an organizer, None if there is none. Merged players are found, too."""
    return Player.objects.select_related("user").filter(owner=owner, pk=player_id).first()


def player_json(player: Player) -> dict[str, Any]:
    """A player in the shape of docs/api.md (Players)."""
    return {
        "id": str(player.id),
        "name": player.name,
        "user": player.user.get_username() if player.user else None,
        "merged_into": None if player.merged_into_id is None else str(player.merged_into_id),
        "created_at": player.created_at,
    }
