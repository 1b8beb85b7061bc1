"""The request that opens a game, as the document describes it: what its serializer leaves to the rules."""

from typing import Any

from api.games.schema import CARD, FEWEST_SEATS, SEATS, WITH_CHARACTERS, of_variant
from api.openapi.components import named
from api.openapi.document import StrictSerializerSchema
from api.openapi.types import STRING, UUID, Schema, about, array, object_schema, ref, text_pattern, union
from scoring.models.fields import NAME_LENGTH
from scoring.rules.variants import VARIANTS, Variant


def players_given(fewest: int = FEWEST_SEATS, most: int = SEATS) -> Schema:
    """Who is to sit at the table: names, or players on record."""
    name = {
        **STRING,
        "minLength": 1,
        "maxLength": NAME_LENGTH,
        "pattern": text_pattern(multiline=False, blank=False),
    }
    known = object_schema({"player": about(UUID, "The id of a player of yours.")}, closed=True)
    return array({"oneOf": [name, known]}, fewest, most)


class GameRequestSchema(StrictSerializerSchema):
    """A game to be opened: what its serializer leaves to the rules is said here, in one form for each variant."""

    target_class = "api.games.request.GameRequest"
    priority = 1  # before what holds for all strict serializers

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The objects, closed, with their rules and players."""
        schema = super().map_serializer(auto_schema, direction)
        for variant in VARIANTS.values():
            named(of_variant(variant.name, "GameRequest"), _request(variant, schema))
        return union({name: of_variant(name, "GameRequest") for name in VARIANTS}, by="variant")


def _request(variant: Variant[Any], schema: Schema) -> Schema:
    """What opens a game of this variant."""
    given = schema["properties"]
    seats = variant.table.seats
    rules = about(ref(of_variant(variant.name, "RulesRequest")), given["rules"]["description"])
    players = about(players_given(seats, seats), given["players"]["description"])
    drawn = about(array(CARD, seats, seats, unique=True), given["characters"]["description"])
    own = {"variant": {**STRING, "const": variant.name}, "rules": rules, "players": players, "characters": drawn}
    kept = {name: own.get(name, each) for name, each in given.items()}
    if variant.name != WITH_CHARACTERS:
        del kept["characters"]
    return {**schema, "properties": kept}
