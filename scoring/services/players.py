"""Players: entering, renaming, and merging those who were entered twice."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import Player, Seat
from scoring.rules.refusals import Refused


def enter(name: str, *, owner: User, now: datetime) -> Player:
    """Enter a player. Two may bear the same name."""
    return Player.objects.create(name=name, owner=owner, created_at=now)


def rename(player: Player, *, name: str) -> Player:
    """Give a player another name. Games keep the name that they were played under."""
    player.name = name
    player.save(update_fields=["name"])
    return player


@transaction.atomic
def merge(player: Player, *, into: Player) -> Player:
    """Let two players be one: the seats of `player` are those of `into` from now on; answers `into`.

    Games keep the name that they were played under, and the id of the merged player goes on to stand for it.
    Raises Refused: `invalid_value` where the two are the same, where one was merged before, or where both have sat in
    one game.
    """
    rows = Player.objects.select_for_update().filter(pk__in=(player.pk, into.pk)).order_by("pk")
    locked = {row.pk: row for row in rows}
    player, into = locked[player.pk], locked[into.pk]
    if player.merged_into_id == into.pk:
        return into
    if player.pk == into.pk or into.merged_into_id is not None or player.merged_into_id is not None:
        raise Refused("invalid_value", pointer=("into",), hint="other_player")
    if Seat.objects.filter(player=into, game__seats__player=player).exists():
        raise Refused("invalid_value", pointer=("into",), hint="stranger")
    Seat.objects.filter(player=player).update(player=into)
    Player.objects.filter(merged_into=player).update(merged_into=into)
    player.merged_into = into
    player.save(update_fields=["merged_into"])
    return into
