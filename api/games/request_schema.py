"""The request that opens a game, as the document describes it: what its serializer leaves to the rules."""

from typing import Any

from api.games.schema import CARD, FEWEST_SEATS, SEATS, SEATS_WITH_CHARACTERS
from api.openapi.document import StrictSerializerSchema
from api.openapi.types import STRING, UUID, Schema, about, array, object_schema, text_pattern
from api.reference.schema import RULES_REQUEST
from scoring.models.fields import NAME_LENGTH


def players_given() -> Schema:
    """Who is to sit at the table: names, or players on record."""
    name = {
        **STRING,
        "minLength": 1,
        "maxLength": NAME_LENGTH,
        "pattern": text_pattern(multiline=False, blank=False),
    }
    known = object_schema({"player": about(UUID, "The id of a player of yours.")}, closed=True)
    return array({"oneOf": [name, known]}, FEWEST_SEATS, SEATS)


class GameRequestSchema(StrictSerializerSchema):
    """A game to be opened: what its serializer leaves to the rules is said here."""

    target_class = "api.games.request.GameRequest"
    priority = 1  # before what holds for all strict serializers

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The object, closed, with its rules and players."""
        schema = super().map_serializer(auto_schema, direction)
        given = schema["properties"]
        rules = about(RULES_REQUEST, given["rules"]["description"])
        players = about(players_given(), given["players"]["description"])
        drawn = about(
            array(CARD, SEATS_WITH_CHARACTERS, SEATS_WITH_CHARACTERS, unique=True), given["characters"]["description"]
        )
        return {**schema, "properties": {**given, "rules": rules, "players": players, "characters": drawn}}
