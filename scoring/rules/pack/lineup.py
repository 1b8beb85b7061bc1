"""Who sits at the seats of a game, and who sat there before: a substitute takes a seat from a deal on.

A line-up is JSON, as a game keeps it: its seats in order, each `{"seat", "player", "side"}` with the player who sits
there now. A seat that has changed hands has `sat` as well: all its sittings, the oldest first, each
`{"player", "from_deal"}`. All but the first have `deal` and `place`, which tell where they begin:

- `deal` is the id of the first deal. A deal keeps its id, so a sitting stays with its deal wherever that stands.
- `place` is where that deal was opened in the journal, `[root, index]`. Where the deal is gone, the next one after this
  place is the first. `deal` is null for a sitting that begins with the next deal that is opened.

`from_deal` is the number under which that deal stands now.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from scoring.rules.pack.seats import Seat

Json: TypeAlias = Mapping[str, Any]
Lineup: TypeAlias = Sequence[Json]
Place: TypeAlias = tuple[int, int]
"""Where a deal was opened: the place in the journal, and which report there it was."""

SAT = "sat"


@dataclass(frozen=True, slots=True)
class OpenedDeal:
    """A deal as a line-up knows it: its id, where it was opened, and its number."""

    id: str | None
    place: Place
    number: int


def sittings(seat: Json) -> list[dict[str, Any]]:
    """All who sat at the seat, the oldest first, each with the number of their first deal."""
    return list(seat.get(SAT) or [{"player": seat["player"], "from_deal": 1}])


def player_at(seat: Json, *, deal: int) -> dict[str, Any]:
    """Who sits at the seat in the deal with this number."""
    sat = sittings(seat)
    begun = [one for one in sat if one["from_deal"] <= deal]
    player: dict[str, Any] = (begun or sat)[-1 if begun else 0]["player"]
    return player


def lineup_at(lineup: Lineup, *, deal: int) -> list[dict[str, Any]]:
    """The seats with those who sit there in the deal with this number."""
    return [{**_bare(seat), "player": player_at(seat, deal=deal)} for seat in lineup]


def people(lineup: Lineup) -> dict[str, dict[str, Any]]:
    """Everybody who has a seat in the game or had one, by their ids."""
    return {one["player"]["id"]: one["player"] for seat in lineup for one in sittings(seat)}


def who_left(lineup: Lineup) -> set[tuple[Seat, str]]:
    """Those who have sat at a seat and do not sit there now: the seat, and the id of the player."""
    return {
        (seat["seat"], one["player"]["id"])
        for seat in lineup
        for one in sittings(seat)
        if one["player"]["id"] != seat["player"]["id"]
    }


def substituted(lineup: Lineup, players: Sequence[Json], *, since: OpenedDeal) -> list[dict[str, Any]]:
    """The line-up in which these players sit from a deal on, in order of the seats.

    Who sits there in that deal already stays as they are. A seat that changes hands has none of its later sittings any
    more: who is given sits there from now on. Given the player who sat there before, it is as if nobody had come.
    """
    return [_taken(seat, player, since=since) for seat, player in zip(lineup, players, strict=True)]


def _taken(seat: Json, player: Json, *, since: OpenedDeal) -> dict[str, Any]:
    if player_at(seat, deal=since.number)["id"] == player["id"]:
        return dict(seat)
    sat = [one for one in sittings(seat) if one["from_deal"] < since.number]
    if not sat:
        sat = [{"player": player, "from_deal": 1}]
    elif sat[-1]["player"]["id"] != player["id"]:
        start = {"from_deal": since.number, "deal": since.id, "place": list(since.place)}
        sat.append({"player": player, **start})
    return {**_bare(seat), "player": sat[-1]["player"], **({SAT: sat} if len(sat) > 1 else {})}


def seated_twice(lineup: Lineup) -> int | None:
    """The place in the line-up of somebody who would sit at two seats in one deal, None where nobody would."""
    numbers = {one["from_deal"] for seat in lineup for one in sittings(seat)}
    for number in sorted(numbers):
        ids = [player_at(seat, deal=number)["id"] for seat in lineup]
        twice = next((index for index, id_ in enumerate(ids) if id_ in ids[:index]), None)
        if twice is not None:
            return twice
    return None


def has_substitutes(lineup: Lineup) -> bool:
    """Whether a seat has changed hands."""
    return any(SAT in seat for seat in lineup)


def renumbered(lineup: Lineup, deals: Iterable[OpenedDeal]) -> list[dict[str, Any]]:
    """The line-up with the numbers under which the first deals of its sittings stand now. `deals` are all of them."""
    opened = sorted(deals, key=lambda deal: deal.number)
    return [
        {**seat, SAT: [_found(one, opened) for one in sittings(seat)]} if SAT in seat else dict(seat) for seat in lineup
    ]


def _found(sitting: dict[str, Any], opened: Sequence[OpenedDeal]) -> dict[str, Any]:
    if "place" not in sitting:
        return sitting
    own = (deal.number for deal in opened if sitting["deal"] is not None and deal.id == sitting["deal"])
    later = (deal.number for deal in opened if deal.place >= tuple(sitting["place"]))
    beyond = opened[-1].number + 1 if opened else 1
    return {**sitting, "from_deal": next(own, None) or next(later, beyond)}


def shown(lineup: Lineup) -> list[dict[str, Any]]:
    """The line-up as readers see it: `sat` has the numbers of the first and the last deal of each sitting.

    A sitting in which no deal is left is not among them. `to_deal` is null for who sits there now.
    """
    return [{**_bare(seat), **({SAT: sat} if len(sat := _shown(seat)) > 1 else {})} for seat in lineup]


def _shown(seat: Json) -> list[dict[str, Any]]:
    sat = sittings(seat)
    ends = [later["from_deal"] - 1 for _, later in pairwise(sat)]
    spans = [
        {"player": one["player"], "from_deal": one["from_deal"], "to_deal": end}
        for one, end in zip(sat, [*ends, None], strict=True)
    ]
    return [one for one in spans if one["to_deal"] is None or one["to_deal"] >= one["from_deal"]]


def sittings_of(lineup: Lineup) -> list[dict[str, Any]]:
    """The sittings of the seats that have changed hands, each with its seat and the name of the player.

    Ids of players mean nothing in another service. `with_sittings` reads the same.
    """
    return [
        {"seat": seat["seat"], **one, "player": one["player"]["name"]}
        for seat in lineup
        if SAT in seat
        for one in sittings(seat)
    ]


def with_sittings(lineup: Lineup, sat: Iterable[Json], *, players: Mapping[str, Json]) -> list[dict[str, Any]]:
    """The line-up with these sittings, as `sittings_of` writes them; `players` are people by their names."""
    by_seat: dict[Seat, list[dict[str, Any]]] = {}
    for one in sat:
        entry = {name: value for name, value in one.items() if name != "seat"}
        by_seat.setdefault(one["seat"], []).append({**entry, "player": players[one["player"]]})
    return [_with_own(seat, by_seat.get(seat["seat"])) for seat in lineup]


def _with_own(seat: Json, sat: list[dict[str, Any]] | None) -> dict[str, Any]:
    """The seat with its sittings; the last of them is of who sits there now."""
    return {**seat, SAT: [*sat[:-1], {**sat[-1], "player": seat["player"]}]} if sat else dict(seat)


def _bare(seat: Json) -> dict[str, Any]:
    return {name: value for name, value in seat.items() if name != SAT}
