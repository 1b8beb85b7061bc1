"""Who sits where: names that change, seats that are swapped, and substitutes who take a seat from a deal on."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from scoring.models import FormerSeat, Game, Player, Role, Seat, Token
from scoring.rules.pack.lineup import (
    SAT,
    OpenedDeal,
    people,
    player_at,
    seated_twice,
    substituted,
    who_left,
)
from scoring.rules.record.refusals import Refused
from scoring.selectors import games as selector
from scoring.selectors.tokens import working
from scoring.services.games import check_own
from scoring.services.players import enter, seatable
from scoring.services.reports.effects import TOKENS_REVOKED

CHARACTER: Final = "character"
"""The card that a player has drawn; it is theirs for the whole game (R-55)."""

Lineup = list[dict[str, Any]]


def new_lineup(game: Game, players: Sequence[str | UUID]) -> Lineup:
    """The seats as they are to be: a name renames who sits there, an id seats a player on record.

    Who sits there already stays under the name of the game, also where the id has come to stand for another's. The
    names or ids of those who sit there, in another order, swap their seats, and who sat there before them goes along.
    """
    swapped = _swapped(game, players)
    if swapped is not None:
        return swapped
    known = seatable([one for one in players if isinstance(one, UUID)], owner=game.organizer)
    seated = {seat.number: seat.player for seat in Seat.objects.filter(game=game).select_related("player")}
    sitting = [
        known.get(one) if isinstance(one, UUID) else seated[old["seat"]]
        for old, one in zip(game.lineup, players, strict=True)
    ]
    check_own(players, sitting)
    return [
        _with_newest(old, _seated(old["player"], new, player, stays=player == seated[old["seat"]]))
        for old, new, player in zip(game.lineup, players, sitting, strict=True)
    ]


def _swapped(game: Game, players: Sequence[str | UUID]) -> Lineup | None:
    """The seats in another order, where these are the names or ids of those who sit there now; else None."""
    by_id = {UUID(one["player"]["id"]): one for one in game.lineup}
    by_name = {one["player"]["name"]: one for one in game.lineup}
    found = [by_id.get(one) if isinstance(one, UUID) else by_name.get(one) for one in players]
    moved = [one for one in found if one is not None]
    if len(by_name) != len(game.lineup) or sorted(one["seat"] for one in moved) != [one["seat"] for one in game.lineup]:
        return None
    return [
        {**_bare_place(old), **{name: one[name] for name in ("player", CHARACTER, SAT) if name in one}}
        for old, one in zip(game.lineup, moved, strict=True)
    ]


def _bare_place(seat: Mapping[str, Any]) -> dict[str, Any]:
    """The seat without those who sat there, and without what belongs to them."""
    return {name: value for name, value in seat.items() if name not in {CHARACTER, SAT}}


def _with_newest(seat: Mapping[str, Any], player: dict[str, Any]) -> dict[str, Any]:
    """The seat with this player as the one who sits there now."""
    sat = seat.get(SAT)
    return {**seat, "player": player, **({SAT: [*sat[:-1], {**sat[-1], "player": player}]} if sat else {})}


def _seated(old: dict[str, Any], new: str | UUID, player: Player | None, *, stays: bool) -> dict[str, Any]:
    """Who sits at a seat, as the game shows it."""
    if isinstance(new, str):
        return {**old, "name": new}
    if stays or player is None:
        return old
    return {"id": str(player.id), "name": player.name}


# --- substitutes -----------------------------------------------------------------------------------------------------


def first_deal(game: Game, named: int | str) -> OpenedDeal:
    """The deal from which a substitute plays, by its number or its id; one more than there are is the next deal.

    Raises Refused (`invalid_value`) where there is no such deal.
    """
    number = selector.number_of(game, named) if isinstance(named, str) else named
    last = game.current_deal.number if game.current_deal else 0
    if number is None:
        raise Refused("invalid_value", pointer=("from_deal",), hint="deal")
    if not 1 <= number <= last + 1:
        raise Refused("invalid_value", pointer=("from_deal",), minimum=1, maximum=last + 1)
    if number > last:
        return OpenedDeal(None, (game.version + 1, 0), number)
    deal = selector.deals_of(game).get(number=number)
    return OpenedDeal(str(deal.opening), (deal.opened, deal.opened_at), number)


def with_substitutes(game: Game, players: Sequence[str | UUID], *, since: OpenedDeal, now: datetime) -> Lineup:
    """The line-up in which these players sit from a deal on. Whom nobody knows by this name yet is a new player.

    Raises Refused (`invalid_value`) for an id that is none of the organizer's players, and for somebody who would sit
    at two seats at once.
    """
    known = seatable([one for one in players if isinstance(one, UUID)], owner=game.organizer)
    guests = dict(_guests(game))
    wanted = []
    for index, (seat, one) in enumerate(zip(game.lineup, players, strict=True)):
        there = player_at(seat, deal=since.number)
        if isinstance(one, str):
            wanted.append(there if one == there["name"] else _by_name(game, one, now=now))
        elif one in known:
            wanted.append(guests.get(known[one].pk) or {"id": str(known[one].pk), "name": known[one].name})
        else:
            raise Refused("invalid_value", pointer=("players", index, "player"), hint="own_player")
    lineup = substituted(game.lineup, wanted, since=since)
    twice = seated_twice(lineup)
    if twice is not None:
        raise Refused("invalid_value", pointer=("players", twice), hint="own_player")
    return lineup


def _guests(game: Game) -> Iterator[tuple[UUID, dict[str, Any]]]:
    """Those who have a seat in the game or had one, by the players that they are now: two may have been merged."""
    names = people(game.lineup)
    for player in Player.objects.filter(pk__in=names):
        yield player.merged_into_id or player.pk, names[str(player.pk)]


def _by_name(game: Game, name: str, *, now: datetime) -> dict[str, Any]:
    """The one person of the game with this name, else a new player."""
    same = [one for one in people(game.lineup).values() if one["name"] == name]
    if len(same) == 1:
        return same[0]
    return {"id": str(enter(name, owner=game.organizer, now=now).pk), "name": name}


# --- writing ---------------------------------------------------------------------------------------------------------


def seat(game: Game, lineup: Lineup, *, substitutes: bool, now: datetime) -> list[dict[str, Any]]:
    """Let these players sit in the game, and answer the effects; the caller saves the game.

    Whoever held a token for a seat that a substitute has taken may not speak for it any more, nor see its secrets.
    """
    left = who_left(lineup) - who_left(game.lineup)
    before = {one["seat"]: one["player"]["id"] for one in game.lineup}
    for one in lineup:
        if one["player"]["id"] != before[one["seat"]]:
            Seat.objects.filter(game=game, number=one["seat"]).update(player=_now(one["player"]["id"]))
    changed = [one["seat"] for one in lineup if one["player"]["id"] != before[one["seat"]]]
    game.lineup = lineup
    if left or FormerSeat.objects.filter(game=game).exists():
        write_former(game)
    return list(_revoked(game, changed, now=now)) if substitutes else []


def write_former(game: Game) -> None:
    """Write the rows of those who sat in the game and do not sit there now."""
    FormerSeat.objects.filter(game=game).delete()
    rows = {(number, _now(id_)) for number, id_ in who_left(game.lineup)}
    FormerSeat.objects.bulk_create(FormerSeat(game=game, number=number, player_id=id_) for number, id_ in sorted(rows))


def _now(id_: str) -> UUID:
    """The player that this id stands for now."""
    player = Player.objects.get(pk=id_)
    return player.merged_into_id or player.pk


def _revoked(game: Game, seats: Sequence[int], *, now: datetime) -> Iterator[dict[str, Any]]:
    """Revoke the tokens of these seats, and tell of which."""
    for number in seats:
        tokens: Any = working(now=now).filter(game=game, role=Role.PLAYER, seat=number)
        if Token.objects.filter(pk__in=tokens.values("pk")).update(revoked_at=now):
            yield {"effect": TOKENS_REVOKED, "seat": number}
