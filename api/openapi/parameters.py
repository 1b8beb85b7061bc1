"""Headers, path parameters and forms of answers that several operations share."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from api.http.renderers import RENDERERS, JSONRenderer
from api.openapi.examples import DISPUTES, OPENING
from api.openapi.types import STRING, UUID, integer_schema


def etag(*statuses: int, required: bool = True) -> OpenApiParameter:
    """The header ETag of the answers with these statuses."""
    return OpenApiParameter(
        "ETag",
        str,
        OpenApiParameter.HEADER,
        response=list(statuses),
        required=required,
        description="The version of the game, as a strong tag.",
    )


TAG_OF_CONTENT: Final = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 304],
    description="A strong tag; left out where somebody wrote while the answer was read.",
)
LOCATION: Final = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    response=[200, 201],
    required=True,
    description="The path of what was made.",
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The tag that must still be the present one; else 412."
)
MUST_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The tag that must still be the present one; else 412, and without it 428.",
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="A tag the client has; 304 if it is the present one."
)
PREFER: Final = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="`return=minimal` (RFC 7240) asks for the ids and the version alone, without the game.",
)
PREFERENCE_APPLIED: Final = OpenApiParameter(
    "Preference-Applied",
    str,
    OpenApiParameter.HEADER,
    response=[200, 201],
    description="`return=minimal` where the answer is that.",
)
NOT_MODIFIED: Final = OpenApiResponse(description="The client has the present version.")

PATHS: Final[Mapping[str, OpenApiParameter]] = {
    name: OpenApiParameter(name, schema, OpenApiParameter.PATH, description=meaning)
    for name, schema, meaning in (
        ("game_id", {**UUID, "examples": [OPENING["id"]]}, "The id of the game."),
        ("dispute_id", {**UUID, "examples": [DISPUTES["raise"]["id"]]}, "The id of the dispute."),
        ("number", {**integer_schema(1, 2**31 - 1), "examples": [1]}, "The number of the deal."),
    )
}
"""What may stand in a path, by the name of its place."""


def in_forms(schema: Mapping[str, Any], *others: str) -> dict[tuple[int, str], Any]:
    """The responses 200 of a view that writes JSON of this schema, and the same in other forms for people."""
    texts = {(200, RENDERERS[name].media_type): STRING for name in others}
    return {(200, JSONRenderer.media_type): dict(schema), **texts}
