"""Opening games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from scoring import mapping
from scoring.models import FormerSeat, Game, Player, Seat
from scoring.rules.options.declared import GameOptions
from scoring.rules.pack.lineup import has_substitutes, who_left, with_sittings
from scoring.rules.reading import Reading
from scoring.rules.record.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.selectors import games as selector
from scoring.services.entries import reused
from scoring.services.players import seatable


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a new game is played by. `players` are names, or ids of players on record, in order of their seats.

    So are `characters`, the cards drawn before the first deal (R-55); empty where none are given. `sittings` are those
    of an imported game in which substitutes came, with the names of the players.
    """

    variant: str
    preset: str
    options: GameOptions
    players: Sequence[str | UUID]
    first_dealer: int
    deck: str
    public: bool
    label: str
    characters: Sequence[str] = ()
    sittings: Sequence[Mapping[str, Any]] = ()

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
            **({"characters": list(self.characters)} if self.characters else {}),
            **({"sittings": list(self.sittings)} if self.sittings else {}),
        }


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
            return create(opening, organizer=organizer, id_=id_ or uuid4(), now=now), True
    except IntegrityError:
        found = selector.find(id_) if id_ is not None else None
        if found is None:
            raise
        return _same(found, opening, organizer=organizer), False


def _same(game: Game, opening: Opening, *, organizer: User) -> Game:
    if game.organizer_id != organizer.pk or game.opened_with != opening.as_json():
        raise reused(game.id)
    return game


def create(
    opening: Opening, *, organizer: User, id_: UUID, now: datetime, imported: Mapping[str, Any] | None = None
) -> Game:
    """The rows of a new game with an empty journal; `imported` tells where its journal comes from, if it has one."""
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
        lineup=_with_sittings(_lineup(opening, players), opening, owner=organizer, now=now),
        opened_with=None if imported else opening.as_json(),
        imported=imported,
        created_at=now,
        updated_at=now,
    )
    set_start(game)
    game.save(force_insert=True)
    _seat(game)
    return game


def set_start(game: Game) -> None:
    """The columns that follow from an empty journal."""
    rules_game = mapping.rules_game(game)
    start = mapping.game_values(Reading(rules_game, rules_game.start, []))
    game.scores, game.next = start["scores"], start["next"]


def _lineup(opening: Opening, players: Sequence[Player]) -> list[dict[str, Any]]:
    table = VARIANTS[opening.variant].table
    drawn = dict(zip(table.all_seats, opening.characters, strict=False))
    return [
        {
            "seat": seat,
            "player": {"id": str(player.id), "name": player.name},
            "side": table.side_of(seat),
            **({"character": drawn[seat]} if seat in drawn else {}),
        }
        for seat, player in zip(table.all_seats, players, strict=True)
    ]


def _with_sittings(
    lineup: list[dict[str, Any]], opening: Opening, *, owner: User, now: datetime
) -> list[dict[str, Any]]:
    """The line-up with those who sat there before substitutes came. Who has the name of a player is that player."""
    known = {one["player"]["name"]: one["player"] for one in reversed(lineup)}
    names = [name for name in dict.fromkeys(one["player"] for one in opening.sittings) if name not in known]
    new = Player.objects.bulk_create(Player(name=name, owner=owner, created_at=now) for name in names)
    known |= {player.name: {"id": str(player.id), "name": player.name} for player in new}
    return with_sittings(lineup, opening.sittings, players=known)


def _seat(game: Game) -> None:
    """The rows that say who sits where, and who sat there."""
    Seat.objects.bulk_create(
        Seat(game=game, number=one["seat"], side=one["side"], player_id=one["player"]["id"]) for one in game.lineup
    )
    if has_substitutes(game.lineup):
        FormerSeat.objects.bulk_create(
            FormerSeat(game=game, number=number, player_id=id_) for number, id_ in sorted(who_left(game.lineup))
        )


def _players(wanted: Sequence[str | UUID], *, owner: User, now: datetime) -> list[Player]:
    """A new player for each name, and the players on record for ids, in order."""
    known = seatable([one for one in wanted if isinstance(one, UUID)], owner=owner)
    check_own(wanted, [known.get(one) if isinstance(one, UUID) else None for one in wanted])
    new = [Player(name=one, owner=owner, created_at=now) for one in wanted if isinstance(one, str)]
    Player.objects.bulk_create(new)
    names = iter(new)
    return [known[one] if isinstance(one, UUID) else next(names) for one in wanted]


def check_own(wanted: Sequence[str | UUID], sitting: Sequence[Player | None]) -> None:
    """Refuse an id that is none of the organizer's players, or that seats somebody who sits elsewhere."""
    staying = [player for one, player in zip(wanted, sitting, strict=True) if isinstance(one, str)]
    for index, (one, player) in enumerate(zip(wanted, sitting, strict=True)):
        if isinstance(one, UUID) and (player is None or player in sitting[:index] or player in staying):
            raise Refused("invalid_value", pointer=("players", index, "player"), hint="own_player")
