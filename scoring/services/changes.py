"""Changing what a game is played by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import Game, GameStatus, Player, Report, Seat
from scoring.rules.options.declared import GameOptions
from scoring.rules.record.kinds import KINDS
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import COUNTING
from scoring.services.anew import check_still_fits, read_record, write_anew
from scoring.services.entries import enter
from scoring.services.games import check_own, set_start
from scoring.services.players import seatable
from scoring.services.reports.calls import Author

SETTINGS = "settings"
"""The kind of journal entry that tells a change of what the game is played by."""

BEFORE_THE_FIRST_REPORT = ("players", "first_dealer", "deck", "rules")
"""What is fixed once the first report is on record. New names may be given at any time. Seats that are swapped, another
first dealer, and fewer deals are possible later as well: `_is_later_change` says which."""

CARDS_LIE = frozenset({"play", "trick", "count", "claim", "lay", "correct"})
"""Kinds after which a change of the seats, the first dealer or the number of deals needs a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """What is to be different in a game; None leaves a thing as it is. `rules` are a preset's name and its options."""

    label: str | None = None
    public: bool | None = None
    players: Sequence[str | UUID] | None = None
    first_dealer: int | None = None
    deck: str | None = None
    rules: tuple[str, GameOptions] | None = None
    reason: str | None = None


def change_game(game: Game, change: GameChange, *, author: Author, now: datetime) -> list[dict[str, Any]]:
    """Change what a game is played by, and answer the effects; `game` is locked by the caller.

    One journal entry tells what changed. Where the record follows from what changed, it is judged anew.
    Raises Refused: `out_of_phase` for what stands since the first report, `game_over` for that in an abandoned game,
    `missing_field` where a late change has no reason, `later_reports_conflict` where reports would not fit any more.
    """
    changed = _changed(game, change)
    if not changed:
        return []
    late = _is_late(game, changed)
    if late and change.reason is None and _cards_lie(game):
        raise Refused("missing_field", pointer=("reason",), name="reason")
    judged = [name for name in ("first_dealer", "rules") if late and name in changed]
    before = read_record(game) if judged else None
    if before is not None and "rules" in changed:
        _check_not_below_played(before, deals=changed["rules"]["deals"])
    reason = {} if change.reason is None else {"reason": change.reason}
    enter(game, SETTINGS, {**changed, **_names_only(changed), **reason}, author=author, now=now)
    _apply(game, changed, late=late)
    game.save()
    if before is None:
        return []
    after = read_record(game)
    check_still_fits(before, after, member=judged[0])
    return write_anew(game, after, now=now)


def _changed(game: Game, change: GameChange) -> dict[str, Any]:
    """What of the change is not so already."""
    wanted = {
        "label": change.label,
        "public": change.public,
        "players": _new_lineup(game, change.players),
        "first_dealer": change.first_dealer,
        "deck": change.deck,
        "rules": change.rules and {"preset": change.rules[0], **change.rules[1].as_json()},
    }
    stands = _stands(game)
    return {name: value for name, value in wanted.items() if value is not None and value != stands[name]}


def _stands(game: Game) -> dict[str, Any]:
    return {
        "label": game.label,
        "public": game.public,
        "players": game.lineup,
        "first_dealer": game.first_dealer,
        "deck": game.deck,
        "rules": {"preset": game.preset, **game.options},
    }


def _new_lineup(game: Game, players: Sequence[str | UUID] | None) -> list[dict[str, Any]] | None:
    """The seats as they are to be: a name renames who sits there, an id seats a player on record.

    Who sits there already stays under the name of the game, also where the id has come to stand for another's.
    """
    if players is None:
        return None
    players = _swapped(game, players)
    known = seatable([one for one in players if isinstance(one, UUID)], owner=game.organizer)
    seated = {seat.number: seat.player for seat in Seat.objects.filter(game=game).select_related("player")}
    sitting = [
        known.get(one) if isinstance(one, UUID) else seated[old["seat"]]
        for old, one in zip(game.lineup, players, strict=True)
    ]
    check_own(players, sitting)
    return [
        {**old, "player": _seated(old["player"], new, player, stays=player == seated[old["seat"]])}
        for old, new, player in zip(game.lineup, players, sitting, strict=True)
    ]


def _swapped(game: Game, players: Sequence[str | UUID]) -> Sequence[str | UUID]:
    """The players as asked for. Where the names of the game come in another order, who bears them moves with them."""
    ids = {one["player"]["name"]: UUID(one["player"]["id"]) for one in game.lineup}
    names = {id_: name for name, id_ in ids.items()}
    asked = [one if isinstance(one, str) else names.get(one) for one in players]
    swapped = len(ids) == len(game.lineup) and set(asked) == set(ids)
    return [ids[str(name)] for name in asked] if swapped else players


def _seated(old: dict[str, Any], new: str | UUID, player: Player | None, *, stays: bool) -> dict[str, Any]:
    """Who sits at a seat, as the game shows it."""
    if isinstance(new, str):
        return {**old, "name": new}
    if stays or player is None:
        return old
    return {"id": str(player.id), "name": player.name}


def _is_late(game: Game, changed: Mapping[str, Any]) -> bool:
    """Whether something is changed that was fixed by the first report; Refused where it must stay."""
    fixed = [name for name in changed if name in BEFORE_THE_FIRST_REPORT]
    if "players" in fixed and _ids(changed["players"]) == _ids(game.lineup):
        fixed.remove("players")
    if fixed and game.status == GameStatus.ABANDONED:
        raise Refused("game_over", pointer=(fixed[0],))
    if not fixed or not Report.objects.filter(game=game, kind__in=KINDS).exists():
        return False
    for name in fixed:
        if not _is_later_change(game, name, changed[name]):
            raise Refused("out_of_phase", pointer=(name,), expects=game.next["expects"])
    return True


def _is_later_change(game: Game, name: str, value: Any) -> bool:
    """Whether this is a change that is possible at any time: another first dealer, swapped seats, or fewer deals."""
    if name == "players":
        return sorted(_ids(value)) == sorted(_ids(game.lineup))
    if name == "rules":
        stands = _stands(game)["rules"]
        different = {option for option in stands if stands[option] != value.get(option)}
        return different == {"deals"} and bool(value["deals"]) and value["deals"] < (stands["deals"] or 0)
    return name == "first_dealer"


def _cards_lie(game: Game) -> bool:
    return Report.objects.filter(game=game, kind__in=CARDS_LIE).exists()


def _check_not_below_played(record: Referee, *, deals: int) -> None:
    """A game cannot be shorter than what was played of it."""
    played = sum(record.judged(deal).status in COUNTING for deal in record.deals)
    if deals < played:
        raise Refused("out_of_phase", pointer=("rules", "deals"), expects=record.expects)


def _ids(lineup: Sequence[Mapping[str, Any]]) -> list[str]:
    return [one["player"]["id"] for one in lineup]


def _names_only(changed: Mapping[str, Any]) -> dict[str, Any]:
    """The players as the journal tells them."""
    return {"players": [one["player"] for one in changed["players"]]} if "players" in changed else {}


def _apply(game: Game, changed: Mapping[str, Any], *, late: bool) -> None:
    if "first_dealer" in changed:
        game.dealer_set = game.version
    for name in ("label", "public", "first_dealer", "deck"):
        if name in changed:
            setattr(game, name, changed[name])
    if "players" in changed:
        _seat(game, changed["players"])
    if "rules" in changed:
        _set_rules(game, changed["rules"])
        if not late:
            set_start(game)


def _seat(game: Game, lineup: list[dict[str, Any]]) -> None:
    for old, new in zip(_ids(game.lineup), lineup, strict=True):
        if new["player"]["id"] != old:
            Seat.objects.filter(game=game, number=new["seat"]).update(player=new["player"]["id"])
    game.lineup = lineup


def _set_rules(game: Game, rules: Mapping[str, Any]) -> None:
    game.preset = rules["preset"]
    game.options = {name: value for name, value in rules.items() if name != "preset"}
    if not game.options.get("characters"):
        game.lineup = [{name: value for name, value in one.items() if name != "character"} for one in game.lineup]
