"""The fields of reports in the OpenAPI document: one schema for each wire type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from api.games.schema import (
    CARD,
    FEWEST_SEATS,
    LARGEST_HAND,
    SEAT,
    SEATS,
    SIDE,
    SIDES,
    SMALLEST_HAND,
    TRICKS,
)
from api.games.weis_schema import WEIS_SAID, WEIS_TO_SAY
from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
    STRING,
    UUID,
    Schema,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
    ref,
    text_pattern,
)
from scoring.rules.pack.cards import RANKS
from scoring.rules.pack.modes import MODE
from scoring.rules.record.codec import MOST_IN_PLACE
from scoring.rules.record.readers import CATEGORY, TEXT_LIMIT
from scoring.rules.record.weis_said import SHORTEST_RUN
from scoring.rules.record.wire import Wire
from scoring.rules.rulings.catalogue import OFFENCES
from scoring.rules.rulings.disputes import RAISED, STEPS
from scoring.rules.rulings.remedies import DISCOVERED, REMEDIES

GIVEN_CARD: Final = named(
    "CardGiven",
    {
        "type": "string",
        "pattern": "^[ERSBersb]([6-9]|10|[UOKAuoka])$",
        "description": "A card: its suit and its rank, in small or capital letters (R-1).",
    },
)


@dataclass(frozen=True, slots=True)
class Face:
    """What differs between a report as it is sent and as it is shown.

    `card` is how a card is written, `replacement` names the schema of a replacement. A `strict` face says how many
    cards there must be, and that no bid is null. One that shows a report is not strict: the report may be one that was
    refused, and its bids may be hidden.
    """

    card: Schema
    replacement: str
    strict: bool

    def cards(self, low: int, high: int) -> Schema:
        """So many cards, each once."""
        return array(self.card, low, high, unique=True) if self.strict else array(self.card)


SENT: Final = Face(GIVEN_CARD, "Replacement", strict=True)
SEEN: Final = Face(CARD, "ReplacementShown", strict=False)

CATEGORY_SCHEMA: Final = named(
    "Category",
    {
        "anyOf": [enum_schema(OFFENCES), {**STRING, "pattern": f"^{CATEGORY.pattern}$"}],
        "description": "What an incident or a dispute is about: one of those that the catalogues know, or another "
        "word of this form. What it means in words stands in `note` or `statement`.",
    },
)
WORDS: Final[Mapping[str, Schema]] = {
    "step": enum_schema((RAISED, *STEPS)),
    "discovered": enum_schema(DISCOVERED),
    "remedy": enum_schema(REMEDIES),
}
"""Fields of disputes and rulings whose words are a closed list."""
_SIDES: Final = [str(side) for side in range(1, SIDES + 1)]
_SEAT_OR_SIDE: Final[Schema] = {
    "oneOf": [object_schema({"seat": SEAT}, closed=True), object_schema({"side": SIDE}, closed=True)],
}
_ALIKE: Final[Mapping[str, Schema]] = {
    "seat": SEAT,
    "side": SIDE,
    "side_or_nobody": nullable(SIDE),
    "trick_number": integer_schema(1, TRICKS),
    "mode": enum_schema(MODE),
    "bool": BOOLEAN,
    "report_id": UUID,
    "seat_or_side": _SEAT_OR_SIDE,
    "category": CATEGORY_SCHEMA,
    "text": {**STRING, "maxLength": TEXT_LIMIT, "pattern": text_pattern(multiline=True, blank=True)},
}
"""The wire types that look alike in every field and on both faces."""


def wire_schemas(wire: Wire, face: Face) -> dict[str, Schema]:
    """The schema of each wire type, with the bounds of this field; scoring/rules/record/codec.py has the readers."""
    number = integer_schema(wire.low, wire.high)
    bid = number if face.strict else nullable(number)
    in_place = ref(face.replacement)
    return {
        **_ALIKE,
        "int": number,
        "deal": {"oneOf": [number, UUID]},
        "points_by_side": _by_side(number),
        "bids_by_side": _by_side(bid),
        "bid": number,
        "card": face.card,
        "laid_card": face.card,
        "hand": face.cards(SMALLEST_HAND, LARGEST_HAND),
        "weis": face.cards(SHORTEST_RUN, len(RANKS)),
        "weis_said": WEIS_TO_SAY if face.strict else WEIS_SAID,
        "trick": face.cards(FEWEST_SEATS, SEATS),
        "replacement": {"oneOf": [in_place, array(in_place, 1, MOST_IN_PLACE)]},
    }


def _by_side(value: Schema) -> Schema:
    return object_schema(dict.fromkeys(_SIDES, value), optional=_SIDES, closed=True)
