"""Opening games, changing what they are played by, and giving them up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from scoring import mapping
from scoring.models import Game, GameStatus, Player, Report, Seat
from scoring.rules.options import Options
from scoring.rules.record import KINDS
from scoring.rules.referee import Reading
from scoring.rules.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.selectors import games as selector
from scoring.services.calls import Author
from scoring.services.ledger import NOTHING_MORE
from scoring.services.players import seatable

SETTINGS = "settings"
"""The kind of journal entry that tells a change of what the game is played by."""

ABANDON = "abandon"
"""The kind of journal entry that tells that a game was given up."""

BEFORE_THE_FIRST_REPORT = ("players", "first_dealer", "deck", "rules")
"""What stands once the first report is on record; new names for the same players may be given at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a new game is played by. `players` are names, or ids of players on record, in order of their seats."""

    variant: str
    preset: str
    options: Options
    players: Sequence[str | UUID]
    first_dealer: int
    deck: str
    public: bool
    label: str

    def as_json(self) -> dict[str, Any]:
        """The request, normalised: the same id must bring the same again."""
        return {
            "variant": self.variant,
            "rules": {"preset": self.preset, **self.options.as_json()},
            "players": [{"player": str(one)} if isinstance(one, UUID) else one for one in self.players],
            "first_dealer": self.first_dealer,
            "deck": self.deck,
            "public": self.public,
            "label": self.label,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is to be different in a game; None leaves a thing as it is. `rules` are a preset's name and its options."""

    label: str | None = None
    public: bool | None = None
    players: Sequence[str | UUID] | None = None
    first_dealer: int | None = None
    deck: str | None = None
    rules: tuple[str, Options] | None = None


def open_game(opening: Opening, *, organizer: User, id_: UUID | None, now: datetime) -> tuple[Game, bool]:
    """Open a game, or answer the one that this id already opened with the same content.

    The flag says whether it is new. Raises Refused: `id_reused` for the same id with other content or of another
    organizer, `invalid_value` for a player that the organizer does not have.
    """
    found = selector.find(id_) if id_ is not None else None
    if found is not None:
        return _same(found, opening, organizer=organizer), False
    try:
        with transaction.atomic():
            return _create(opening, organizer=organizer, id_=id_ or uuid4(), now=now), True
    except IntegrityError:
        found = selector.find(id_) if id_ is not None else None
        if found is None:
            raise
        return _same(found, opening, organizer=organizer), False


def change_game(game: Game, change: Change, *, author: Author, now: datetime) -> Game:
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


# --- opening -------------------------------------------------------------------------------------------------------


def _same(game: Game, opening: Opening, *, organizer: User) -> Game:
    if game.organizer_id != organizer.pk or game.opened_with != opening.as_json():
        raise Refused("id_reused", pointer=("id",), id=str(game.id))
    return game


def _create(opening: Opening, *, organizer: User, id_: UUID, now: datetime) -> Game:
    players = _players(opening.players, owner=organizer, now=now)
    game = Game(
        id=id_,
        organizer=organizer,
        variant=opening.variant,
        label=opening.label,
        public=opening.public,
        deck=opening.deck,
        preset=opening.preset,
        options=opening.options.as_json(),
        first_dealer=opening.first_dealer,
        lineup=_lineup(opening.variant, players),
        opened_with=opening.as_json(),
        created_at=now,
        updated_at=now,
    )
    _set_start(game)
    game.save(force_insert=True)
    _seat(game)
    return game


def _set_start(game: Game) -> None:
    """The columns that follow from an empty journal."""
    rules_game = mapping.rules_game(game)
    start = mapping.game_values(Reading(rules_game, rules_game.start, []))
    game.scores, game.next = start["scores"], start["next"]


def _lineup(variant: str, players: Sequence[Player]) -> list[dict[str, Any]]:
    table = VARIANTS[variant].table
    return [
        {"seat": seat, "player": {"id": str(player.id), "name": player.name}, "side": table.side_of(seat)}
        for seat, player in zip(table.all_seats, players, strict=True)
    ]


def _seat(game: Game) -> None:
    """The rows that say who sits where."""
    Seat.objects.bulk_create(
        Seat(game=game, number=one["seat"], side=one["side"], player_id=one["player"]["id"]) for one in game.lineup
    )


def _players(wanted: Sequence[str | UUID], *, owner: User, now: datetime) -> list[Player]:
    """A new player for each name, and the players on record for ids, in order."""
    known = seatable([one for one in wanted if isinstance(one, UUID)], owner=owner)
    _check_own(wanted, [known.get(one) if isinstance(one, UUID) else None for one in wanted])
    new = [Player(name=one, owner=owner, created_at=now) for one in wanted if isinstance(one, str)]
    Player.objects.bulk_create(new)
    names = iter(new)
    return [known[one] if isinstance(one, UUID) else next(names) for one in wanted]


def _check_own(wanted: Sequence[str | UUID], sitting: Sequence[Player | None]) -> None:
    """Refuse an id that is none of the organizer's players, or that seats somebody who sits elsewhere."""
    staying = [player for one, player in zip(wanted, sitting, strict=True) if isinstance(one, str)]
    for index, (one, player) in enumerate(zip(wanted, sitting, strict=True)):
        if isinstance(one, UUID) and (player is None or player in sitting[:index] or player in staying):
            raise Refused("invalid_value", pointer=("players", index, "player"), hint="own_player")


# --- changing --------------------------------------------------------------------------------------------------------


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
    _check_own(players, sitting)
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
        _set_start(game)


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
