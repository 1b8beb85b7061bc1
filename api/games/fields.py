"""The fields of a game, each declared once for all documents that have it.

A game is shown by its own endpoint, travels as the head of an export, and has settings that may be changed later. The
schemas of the three and the forms that read an export follow from this table.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rest_framework.fields import Field

from api.forms.fields import StrictBoolean, StrictChoice, StrictDateTime, StrictString, StrictUUID
from api.forms.objects import StrictList
from api.games.request import AnyList, AnyObject, SeatNumber
from api.games.schema import (
    CARD,
    DEAL,
    FEWEST_SEATS,
    NEXT,
    RESULT,
    SEAT,
    SEATED,
    SEATS,
    SIDE_SHOWN,
    SIDES,
    of_variant,
)
from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
    MOMENT,
    STRING,
    UUID,
    Schema,
    about,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
    ref,
    union,
)
from api.reference.schema import RULES
from scoring.models import Deck, GameStatus
from scoring.models.fields import LABEL_LENGTH, NAME_LENGTH
from scoring.rules.variants import VARIANTS

AnyField = Field[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameField:
    """One field of a game.

    `shown` is false for what only an export has. `reader` makes the field by which an import reads it; what has no
    reader is not exported, because it follows from the journal or belongs to this service alone. A `setting` may be
    changed later, and then stands in an entry of the journal. An `optional` field may be absent from an export.
    """

    schema: Schema
    reader: Callable[..., AnyField] | None = None
    shown: bool = True
    setting: bool = False
    optional: bool = False


def _names(*, required: bool) -> AnyField:
    """The names of players; a list and its child can be bound only once, so both are made anew."""
    name = StrictString(max_length=NAME_LENGTH)
    return StrictList(child=name, required=required, min_length=2, max_length=SEATS)


_IMPORTED: Final = object_schema({"at": MOMENT, "by": object_schema({"role": STRING, "label": STRING})})

SITTING_EXPORTED: Final = named(
    "SittingExported",
    about(
        object_schema(
            {
                "seat": SEAT,
                "player": about(STRING, "The name."),
                "from_deal": about(integer_schema(1), "The number of the first deal."),
                "deal": about(nullable(UUID), "The id of that deal; null where it was the next one to be opened."),
                "place": about(array(integer_schema(0), 2, 2), "Where that deal was opened in the journal."),
            },
            optional=("deal", "place"),
            closed=True,
        ),
        "Somebody at a seat from a deal on. The first one at a seat has no `deal` and no `place`.",
    ),
)

GAME_FIELDS: Final[Mapping[str, GameField]] = {
    "id": GameField(schema=UUID, reader=StrictUUID),
    "variant": GameField(schema=enum_schema(VARIANTS), reader=partial(StrictChoice, tuple(VARIANTS))),
    "label": GameField(
        schema=about(STRING, "What the game is called; may be empty."),
        reader=partial(StrictString, allow_blank=True, max_length=LABEL_LENGTH),
        setting=True,
    ),
    "public": GameField(
        schema=about(BOOLEAN, "Whether anybody may read the game."), reader=StrictBoolean, setting=True
    ),
    "deck": GameField(schema=enum_schema(Deck.values), reader=partial(StrictChoice, tuple(Deck.values)), setting=True),
    "rules": GameField(schema=RULES, reader=AnyObject, setting=True),
    "players": GameField(
        schema=about(array(STRING, FEWEST_SEATS, SEATS), "The names by seat, in order of play."),
        reader=_names,
        shown=False,
        setting=True,
    ),
    "characters": GameField(
        schema=about(array(CARD), "The card that each has drawn, in games with characters."),
        reader=AnyList,
        shown=False,
        optional=True,
    ),
    "sittings": GameField(
        schema=about(
            array(SITTING_EXPORTED, 2),
            "Where substitutes came: who sat at their seats, the first one first, seat by seat.",
        ),
        reader=AnyList,
        shown=False,
        optional=True,
    ),
    "first_dealer": GameField(schema=SEAT, reader=SeatNumber, shown=False, setting=True),
    "seats": GameField(schema=array(SEATED, FEWEST_SEATS, SEATS)),
    "sides": GameField(schema=array(SIDE_SHOWN, 2, SIDES)),
    "status": GameField(schema=enum_schema(GameStatus.values)),
    "result": GameField(schema=nullable(RESULT)),
    "version": GameField(
        schema=about(integer_schema(0), "The `seq` of the newest journal entry; the `ETag` of the game holds it.")
    ),
    "deal": GameField(schema=about(nullable(DEAL), "The current or last deal; null before the first.")),
    "next": GameField(schema=NEXT),
    "open_disputes": GameField(
        schema=about(nullable(integer_schema(0)), "The disputes that wait for a decision; null for the public.")
    ),
    "open_findings": GameField(
        schema=about(
            integer_schema(0),
            "The findings without a decision: those of the current deal that this reader sees, and all that are proven "
            "in the deals before.",
        )
    ),
    "created_at": GameField(schema=MOMENT, reader=StrictDateTime),
    "updated_at": GameField(schema=MOMENT, reader=StrictDateTime),
    "imported": GameField(
        schema=about(
            nullable(_IMPORTED),
            "When and by which token it was taken in from an export; null where it was played here.",
        )
    ),
}

SETTING_SCHEMAS: Final[Mapping[str, Schema]] = {name: each.schema for name, each in GAME_FIELDS.items() if each.setting}
"""What may be changed."""

GAME_SHOWN: Final[Mapping[str, Schema]] = {name: each.schema for name, each in GAME_FIELDS.items() if each.shown}
"""The members of a game of any variant."""


def of_each_variant(
    name: str, members: Mapping[str, Schema], *, optional: Iterable[str] = (), closed: bool = False
) -> Schema:
    """A document of a game, in one form for each variant.

    `variant` tells which one it is. So a program that has looked at `variant` knows `rules`, `deal` and its scores.
    """
    for variant in VARIANTS:
        own = {
            "variant": {**STRING, "const": variant},
            "rules": ref(of_variant(variant, "Rules")),
            "deal": about(
                nullable(ref(of_variant(variant, "Deal"))), "The current or last deal; null before the first."
            ),
        }
        narrowed = {each: own.get(each, schema) for each, schema in members.items()}
        named(of_variant(variant, name), object_schema(narrowed, optional=tuple(optional), closed=closed))
    return named(name, union({variant: of_variant(variant, name) for variant in VARIANTS}, by="variant"))


GAME: Final = of_each_variant("Game", GAME_SHOWN)
EXPORTED_GAME: Final = of_each_variant(
    "ExportedGame",
    {name: each.schema for name, each in GAME_FIELDS.items() if each.reader},
    optional=[name for name, each in GAME_FIELDS.items() if each.optional],
    closed=True,
)


def game_readers() -> dict[str, AnyField]:
    """New fields that read a game from an export."""
    return {name: each.reader(required=not each.optional) for name, each in GAME_FIELDS.items() if each.reader}


def settings_readers() -> dict[str, AnyField]:
    """New fields that read a change of the settings from an export; all of them may be left out."""
    return {name: each.reader(required=False) for name, each in GAME_FIELDS.items() if each.reader and each.setting}
