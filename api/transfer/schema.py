"""A whole game as one document: its form, in the OpenAPI document and as a JSON Schema of its own."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from api.games.change_schema import EXPORTED
from api.games.fields import EXPORTED_GAME
from api.games.schema import RESULT, SCORE, SIDES
from api.openapi.components import components, in_envelope, named
from api.openapi.types import (
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
)
from api.reports.schema import SEQ, SHOWN_KINDS
from scoring.models import GameStatus, Role
from scoring.rules.scoring.status import DealStatus
from scoring.selectors.exports import FORMAT, VERSION

SCHEMA_ID: Final = "/api/v1/export-schema"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_COMPONENT: Final = "#/components/schemas/"

_SIGNED: Final = named(
    "ExportedSigned",
    about(
        object_schema({"scores": array(SCORE, 0, SIDES), "leaders": array(integer_schema(1, SIDES))}, closed=True),
        "The scores and the leaders of the tricks for which a signature was given.",
    ),
)
_BINDING: Final = named(
    "ExportedBinding",
    about(
        nullable(
            {
                "oneOf": [
                    object_schema({"deal": UUID, "signed": _SIGNED}, optional=("signed",), closed=True),
                    object_schema({"report": UUID}, closed=True),
                ]
            }
        ),
        "What one report of the entry is about, and what was signed.",
    ),
)
LINE: Final = in_envelope(
    "ExportedEntry",
    EXPORTED,
    envelope=object_schema(
        {
            "seq": SEQ,
            "id": UUID,
            "by": about(object_schema({"role": enum_schema(Role.values), "label": STRING}), "The token that sent it."),
            "occurred_at": nullable(MOMENT),
            "recorded_at": MOMENT,
            "bindings": about(array(_BINDING, 1), "What each of its reports is about, where `about` does not say it."),
        },
        optional=("bindings",),
    ),
    text="A line of the journal, nothing hidden.",
)
NAME: Final = in_envelope(
    "ExportedName",
    SHOWN_KINDS,
    envelope=object_schema({"id": UUID, "recorded_as": about(UUID, "The id of the report on record.")}),
    text="Another name of a report: the id that a second device sent for the same fact, and how.",
)
_DEAL: Final = object_schema(
    {"number": integer_schema(1), "status": enum_schema(tuple(DealStatus)), "scores": nullable(array(SCORE, 1, SIDES))},
    closed=True,
)
OUTCOME: Final = named(
    "ExportedOutcome",
    about(
        object_schema(
            {
                "status": enum_schema(GameStatus.values),
                "result": nullable(RESULT),
                "scores": about(array(integer_schema(), 2, SIDES), "By side."),
                "deals": array(_DEAL),
            },
            closed=True,
        ),
        "What the journal amounts to. It is worked out anew by whoever takes the game in, and must be the same.",
    ),
)
EXPORT: Final = named(
    "GameExport",
    about(
        object_schema(
            {
                "format": {**STRING, "const": FORMAT},
                "version": about(integer_schema(1, VERSION), "The version of the form."),
                "game": EXPORTED_GAME,
                "journal": about(array(LINE), "The oldest entry first."),
                "names": array(NAME),
                "outcome": OUTCOME,
            },
            closed=True,
        ),
        "A whole game.",
    ),
)


@cache
def export_schema() -> dict[str, Any]:
    """The JSON Schema of an exported game; whatever it refers to is in it."""
    parts = {name: _own(components()[name]) for name in sorted(_named_in(EXPORT))}
    return {
        "$schema": DIALECT,
        "$id": SCHEMA_ID,
        "title": "A game of jassref as one document",
        **_own(EXPORT),
        "$defs": parts,
    }


def _named_in(schema: Any, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The components that a schema refers to, directly or by others."""
    for name in _refs(schema):
        if name not in seen:
            seen = _named_in(components()[name], seen | {name})
    return seen


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        ref = schema.get("$ref")
        if isinstance(ref, str):
            yield ref.removeprefix(_COMPONENT)
        for value in schema.values():
            yield from _refs(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _refs(value)


def _own(schema: Any) -> Schema | Any:
    """The schema with references that lead into its own document, without what only OpenAPI knows."""
    if isinstance(schema, dict):
        kept = {name: value for name, value in schema.items() if name != "discriminator"}
        return {
            name: f"#/$defs/{value.removeprefix(_COMPONENT)}" if name == "$ref" else _own(value)
            for name, value in kept.items()
        }
    return [_own(value) for value in schema] if isinstance(schema, list) else schema
