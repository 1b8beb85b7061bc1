"""Changing what a game is played by, and giving it up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from scoring.models import Game, GameStatus, Player, Report, Seat
from scoring.rules.options.declared import GameOptions
from scoring.rules.record.kinds import KINDS
from scoring.rules.record.refusals import Refused
from scoring.services.games import check_own, set_start
from scoring.services.ledger import NOTHING_MORE
from scoring.services.players import seatable
from scoring.services.reports.calls import Author

SETTINGS = "settings"
"""The kind of journal entry that tells a change of what the game is played by."""

ABANDON = "abandon"
"""The kind of journal entry that tells that a game was given up."""

BEFORE_THE_FIRST_REPORT = ("players", "first_dealer", "deck", "rules")
"""What stands once the first report is on record; new names for the same players may be given at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """What is to be different in a game; None leaves a thing as it is. `rules` are a preset's name and its options."""

    label: str | None = None
    public: bool | None = None
    players: Sequence[str | UUID] | None = None
    first_dealer: int | None = None
    deck: str | None = None
    rules: tuple[str, GameOptions] | None = None


def change_game(game: Game, change: GameChange, *, author: Author, now: datetime) -> Game:
    """Change what a game is played by; `game` is locked by the caller. One journal entry tells what changed.

    Raises Refused: `out_of_phase` for what stands since the first report, `game_over` for that in an abandoned game.
    """
    lineup = _new_lineup(game, change.players)
    wanted = {
        "label": change.label,
        "public": change.public,
        "players": lineup,
        "first_dealer": change.first_dealer,
        "deck": change.deck,
        "rules": change.rules and {"preset": change.rules[0], **change.rules[1].as_json()},
    }
    changed = {name: value for name, value in wanted.items() if value is not None and value != _stands(game)[name]}
    if not changed:
        return game
    _check_phase(game, changed)
    _enter(game, SETTINGS, {**changed, **_names_only(changed)}, author=author, now=now)
    _apply(game, changed)
    game.save()
    return game


def abandon_game(game: Game, *, reason: str, author: Author, now: datetime) -> Game:
    """Give a game up: nothing more is reported, what was reported stays. `game` is locked by the caller.

    Raises Refused: `game_over` where the game has ended or was given up before.
    """
    if game.status != GameStatus.PLAYING:
        raise Refused("game_over")
    _enter(game, ABANDON, {"reason": reason}, author=author, now=now)
    game.status = GameStatus.ABANDONED
    game.next = dict(NOTHING_MORE)
    game.save()
    return game


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


def _seated(old: dict[str, Any], new: str | UUID, player: Player | None, *, stays: bool) -> dict[str, Any]:
    """Who sits at a seat, as the game shows it."""
    if isinstance(new, str):
        return {**old, "name": new}
    if stays or player is None:
        return old
    return {"id": str(player.id), "name": player.name}


def _check_phase(game: Game, changed: Mapping[str, Any]) -> None:
    """Only label, openness and names may change once something was reported."""
    fixed = [name for name in changed if name in BEFORE_THE_FIRST_REPORT]
    if "players" in fixed and _ids(changed["players"]) == _ids(game.lineup):
        fixed.remove("players")
    if fixed and game.status == GameStatus.ABANDONED:
        raise Refused("game_over", pointer=(fixed[0],))
    if fixed and Report.objects.filter(game=game, kind__in=KINDS).exists():
        raise Refused("out_of_phase", pointer=(fixed[0],), expects=game.next["expects"])


def _ids(lineup: Sequence[Mapping[str, Any]]) -> list[str]:
    return [one["player"]["id"] for one in lineup]


def _names_only(changed: Mapping[str, Any]) -> dict[str, Any]:
    """The players as the journal tells them."""
    return {"players": [one["player"] for one in changed["players"]]} if "players" in changed else {}


def _apply(game: Game, changed: Mapping[str, Any]) -> None:
    for name in ("label", "public", "first_dealer", "deck"):
        if name in changed:
            setattr(game, name, changed[name])
    if "players" in changed:
        for old, new in zip(_ids(game.lineup), changed["players"], strict=True):
            if new["player"]["id"] != old:
                Seat.objects.filter(game=game, number=new["seat"]).update(player=new["player"]["id"])
        game.lineup = changed["players"]
    if "rules" in changed:
        game.preset = changed["rules"]["preset"]
        game.options = {name: value for name, value in changed["rules"].items() if name != "preset"}
        if not game.options.get("characters"):
            game.lineup = [{name: value for name, value in one.items() if name != "character"} for one in game.lineup]
        set_start(game)


def _enter(game: Game, kind: str, payload: Mapping[str, Any], *, author: Author, now: datetime) -> None:
    """A new entry of the journal, which no report of the table is."""
    seq = game.version + 1
    Report.objects.create(
        game=game,
        seq=seq,
        root=seq,
        report_id=uuid4(),
        kind=kind,
        payload=payload,
        token=author.token,
        by_role=author.token.role,
        by_label=author.token.label,
        recorded_at=now,
    )
    game.version = seq
    game.updated_at = now
