"""What a request to open a game says, read strictly."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from api.forms.fields import Strict, StrictBoolean, StrictChoice, StrictInteger, StrictString, StrictUUID, refused
from api.forms.objects import StrictSerializer, read
from api.games.characters import characters_of
from api.problems.faults import Problem, RequestFault
from scoring.models import Deck
from scoring.models.fields import LABEL_LENGTH, NAME_LENGTH
from scoring.rules.options.declared import OptionFault
from scoring.rules.record.text import UUID_FORM
from scoring.rules.variants import VARIANTS, Variant
from scoring.services.games import Opening

NAME = StrictString(max_length=NAME_LENGTH)
MOST_SEATS = max(variant.table.seats for variant in VARIANTS.values())


class AnyObject(Strict, serializers.JSONField):
    """An object whose members are read later, by whoever knows them."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object as it came."""
        if not isinstance(data, dict):
            raise refused("wrong_type", expected="object")
        return data


class AnyList(Strict, serializers.JSONField):
    """A list whose entries are read later, by whoever knows them."""

    def to_internal_value(self, data: Any) -> list[Any]:
        """The list as it came."""
        if not isinstance(data, list):
            raise refused("wrong_type", expected="array")
        return data


class SeatNumber(StrictInteger):
    """The number of a seat; one that no table has is told like one that this table does not have."""

    def to_internal_value(self, data: Any) -> int:
        """The number, if it is that of a seat."""
        if type(data) is int and not 1 <= data <= MOST_SEATS:
            raise refused("not_a_seat", value=data)
        return super().to_internal_value(data)


class PlayerRef(StrictSerializer):
    """A player on record."""

    player = StrictUUID(help_text="The id of the player.")


class GameRequest(StrictSerializer):
    """A game to be opened."""

    id = StrictUUID(required=False, help_text="Chosen by the client, so that the request may be repeated.")
    variant = StrictChoice(tuple(VARIANTS), help_text="The family of rules.")
    rules = AnyObject(
        required=False, help_text="A preset, and options that differ from it. Left out: the default preset."
    )
    players = AnyList(help_text="As many as the variant has seats, in order of play: names, or players on record.")
    first_dealer = SeatNumber(
        required=False,
        min_value=1,
        max_value=MOST_SEATS,
        help_text="Who deals first. Left out: the last seat, so seat 1 is forehand.",
    )
    characters = AnyList(
        required=False,
        help_text="Cosmic Eidex with characters: the card that each player has drawn, in order of play (R-55). "
        "They are kept and shown; their powers are not played yet.",
    )
    deck = StrictChoice(
        tuple(Deck.values), required=False, help_text="Whose names the cards are shown by. Left out: swiss."
    )
    public = StrictBoolean(required=False, help_text="Whether anybody may read the game. Left out: no.")
    label = StrictString(
        required=False, allow_blank=True, max_length=LABEL_LENGTH, help_text="What the game is called."
    )


REQUEST = GameRequest()
PLAYER = PlayerRef()


def opening_of(data: dict[str, Any]) -> tuple[UUID | None, Opening]:
    """The id that the client chose, and what the game is played by; a Problem with all faults of the request."""
    faults: list[RequestFault] = []
    values = read(REQUEST, data, faults=faults) or {}
    variant = VARIANTS.get(str(data.get("variant")))
    opening = _read_opening(values or data, variant, faults) if variant else None
    if faults or opening is None:
        raise Problem.of(faults)
    return values.get("id"), opening


def _read_opening(values: dict[str, Any], variant: Variant[Any], faults: list[RequestFault]) -> Opening | None:
    """The opening, where what depends on the variant is right too; else the faults are added."""
    seats = variant.table.seats
    players = players_of(values.get("players"), seats=seats, faults=faults)
    dealer = values.get("first_dealer", seats)
    check_dealer(dealer, seats=seats, faults=faults)
    given = values.get("rules", {})
    resolved = variant.resolve(given) if isinstance(given, dict) else []
    if isinstance(resolved, list):
        faults += [option_fault(fault) for fault in resolved]
        return None
    preset, options = resolved
    characters = characters_of(values.get("characters"), options=options, seats=seats, faults=faults)
    if faults:
        return None
    return Opening(
        variant=variant.name,
        preset=preset,
        options=options,
        players=players,
        first_dealer=dealer,
        deck=values.get("deck", Deck.SWISS),
        public=values.get("public", False),
        label=values.get("label", ""),
        characters=characters,
    )


def check_dealer(given: Any, *, seats: int, faults: list[RequestFault]) -> None:
    """Add the fault of a dealer whose seat some table has, but not this one. The form finds all other faults."""
    if isinstance(given, int) and seats < given <= MOST_SEATS:
        faults.append(RequestFault("not_a_seat", params={"value": given, "seats": seats}).under("first_dealer"))


def players_of(given: Any, *, seats: int, faults: list[RequestFault]) -> list[str | UUID]:
    """Names, and ids of players on record, one for each seat; where they are not, the faults are added."""
    if not isinstance(given, list):
        return []
    if len(given) != seats:
        faults.append(RequestFault("invalid_value", params={"items": seats}).under("players"))
        return []
    return [_player(one, index, faults) for index, one in enumerate(given)]


def _player(given: Any, index: int, faults: list[RequestFault]) -> str | UUID:
    if isinstance(given, dict):
        values = read(PLAYER, given, "players", index, faults=faults)
        return values["player"] if values else ""
    if isinstance(given, str) and UUID_FORM.fullmatch(given.strip()):
        faults.append(RequestFault("invalid_value", params={"hint": "named_player"}).under("players", index))
        return ""
    return read(NAME, given, "players", index, faults=faults) or ""


def option_fault(fault: OptionFault) -> RequestFault:
    """What is wrong with an option, seen from the request."""
    params: dict[str, Any] = {"option": fault.option, "name": fault.pointer[-1]}
    if fault.code == "invalid_option":
        params["allowed"] = fault.allowed if isinstance(fault.allowed, str) else list(fault.allowed)
    return RequestFault(fault.code, params=params).under("rules", *fault.pointer)
