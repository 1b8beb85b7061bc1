"""Players: entering, renaming, and merging those who were entered twice."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import FormerSeat, Player, Seat
from scoring.rules.record.refusals import Refused


def enter(name: str, *, owner: User, now: datetime) -> Player:
    """Enter a player. Two may bear the same name."""
    return Player.objects.create(name=name, owner=owner, created_at=now)


def rename(player: Player, *, name: str) -> Player:
    """Give a player another name. Games keep the name that they were played under."""
    player.name = name
    player.save(update_fields=["name"])
    return player


def set_account(player: Player, *, user: User | None) -> Player:
    """Say which account is the player's own, or that none is."""
    player.user = user
    player.save(update_fields=["user"])
    return player


def seatable(ids: Sequence[UUID], *, owner: User) -> Mapping[UUID, Player]:
    """The organizer's players for these ids, for one who was merged the other; ids of nobody are left out.

    None of them is merged before the transaction of the caller has ended, so the seats that follow are theirs.
    """
    if not ids:
        return {}
    _lock(owner)
    found = Player.objects.filter(pk__in=ids, owner=owner).select_related("merged_into")
    return {player.pk: player.merged_into or player for player in found}


def _lock(owner: User) -> None:
    """One who seats or merges players of this organizer at a time."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)


@transaction.atomic
def merge(player: Player, *, into: Player) -> Player:
    """Let two players be one: the seats of `player` are those of `into` from now on; answers `into`.

    Games keep the name that they were played under, and the id of the merged player goes on to stand for it.
    Raises Refused: `invalid_value` where the two are the same, where one was merged before, or where both have sat in
    one game.
    """
    _lock(into.owner)
    player.refresh_from_db()
    into.refresh_from_db()
    if player.merged_into_id == into.pk:
        return into
    if player.pk == into.pk or into.merged_into_id is not None or player.merged_into_id is not None:
        raise Refused("invalid_value", pointer=("into",), hint="other_player")
    if not _games_of(player).isdisjoint(_games_of(into)):
        raise Refused("invalid_value", pointer=("into",), hint="stranger")
    Seat.objects.filter(player=player).update(player=into)
    FormerSeat.objects.filter(player=player).update(player=into)
    Player.objects.filter(merged_into=player).update(merged_into=into)
    player.merged_into = into
    player.save(update_fields=["merged_into"])
    return into


def _games_of(player: Player) -> set[UUID]:
    """The games in which the player sits, or sat before a substitute came."""
    now = Seat.objects.filter(player=player).values_list("game", flat=True)
    before = FormerSeat.objects.filter(player=player).values_list("game", flat=True)
    return {*now, *before}
