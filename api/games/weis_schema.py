"""A Weis as it is said without its cards, in the OpenAPI document (R-28)."""

from typing import Final

from api.openapi.components import named
from api.openapi.types import BOOLEAN, Schema, about, enum_schema, integer_schema, nullable, object_schema
from scoring.rules.pack.cards import RANKS
from scoring.rules.record.weis_said import LONGEST_RUN, SHORTEST_RUN

GIVEN_RANK: Final[Schema] = {"type": "string", "pattern": "^([6-9]|10|[UOKAuoka])$"}


def _weis_said(rank: Schema) -> Schema:
    run = {"run": integer_schema(SHORTEST_RUN, LONGEST_RUN), "high": rank, "trump": nullable(BOOLEAN)}
    return {
        "oneOf": [
            object_schema(run, optional=("trump",), closed=True),
            object_schema({"four": rank}, closed=True),
        ]
    }


WEIS_SAID: Final = named(
    "WeisSaid", about(_weis_said(enum_schema(RANKS)), "A Weis as it was said, without its cards (R-28).")
)
WEIS_TO_SAY: Final = named(
    "WeisToSay",
    about(_weis_said(GIVEN_RANK), "A Weis to be said without its cards; ranks also in small letters (R-28)."),
)
