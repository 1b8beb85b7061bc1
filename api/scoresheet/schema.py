"""The score sheet as the document describes it."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter

from api.games.schema import FEWEST_SEATS, NUMBER, RESULT, SCORE, SEAT, SEATED, SEATS, SIDE, SIDES
from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
    MOMENT,
    STRING,
    UUID,
    about,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
)
from scoring.models import Deck, GameStatus
from scoring.rules.pack.modes import MODE
from scoring.rules.scoring.status import DealStatus
from scoring.rules.variants import VARIANTS

CONTENT_LANGUAGE: Final = OpenApiParameter(
    "Content-Language",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="The language of a spreadsheet or page; data has none.",
)
DISPOSITION: Final = OpenApiParameter(
    "Content-Disposition",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="What a spreadsheet is called when it is kept: after the label of the game.",
)

_TOTALS: Final = array(named("SideTotal", object_schema({"side": SIDE, "total": integer_schema()})), 2, SIDES)
_COUNT: Final = integer_schema(0)
_HEAD: Final = object_schema(
    {
        "id": UUID,
        "label": STRING,
        "variant": enum_schema(VARIANTS),
        "deck": enum_schema(Deck.values),
        "preset": STRING,
        "end": about(
            object_schema({"target": nullable(integer_schema(1)), "deals": nullable(integer_schema(1))}),
            "What ends the game; the other is null.",
        ),
        "seats": array(SEATED, FEWEST_SEATS, SEATS),
        "sides": array(
            object_schema(
                {"side": SIDE, "seats": array(SEAT, 1, SEATS, unique=True), "name": about(STRING, "Who plays for it.")}
            ),
            2,
            SIDES,
        ),
        "status": enum_schema(GameStatus.values),
        "result": nullable(RESULT),
        "version": about(integer_schema(0), "The version of the game that the sheet shows."),
        "created_at": MOMENT,
        "updated_at": MOMENT,
    }
)
_DEAL: Final = object_schema(
    {
        "number": NUMBER,
        "dealer": SEAT,
        "declarer": nullable(SEAT),
        "pushed": BOOLEAN,
        "mode": nullable(enum_schema(MODE)),
        "factor": nullable(integer_schema(1)),
        "recorded_by": enum_schema(("cards", "count", "both")),
        "status": enum_schema(tuple(DealStatus)),
        "scores": about(nullable(array(SCORE, 1, SIDES)), "As in the deal; null for a void one."),
        "confirmed_by": array(SIDE, 0, SIDES, unique=True),
        "confirmed": BOOLEAN,
        "counts": about(BOOLEAN, "Whether it is in the totals: settled and stopped deals are."),
        "totals": about(_TOTALS, "What each side has after this deal."),
        "open_findings": about(_COUNT, "How many findings no referee has decided yet."),
    }
)
_CONTROL: Final = about(
    object_schema(
        {
            "deals": about(_COUNT, "How many deals are settled."),
            "expected": about(_COUNT, "157 for each of them."),
            "counted": about(integer_schema(), "The card points that stand on the sheet for them, before the factor."),
            "difference": about(integer_schema(), "`counted` less `expected`."),
            "sides": array(object_schema({"side": SIDE, "points": about(integer_schema(), "Of `counted`.")}), 2, SIDES),
            "stopped": about(
                object_schema({"deals": _COUNT, "counted": integer_schema()}),
                "Deals that the end of the game cut short make less.",
            ),
        }
    ),
    "Whether the card points make 157 a deal, before the factor and without bonus, Weis and Stöck.",
)
_SIGNATURE: Final = object_schema(
    {
        "side": SIDE,
        "signed": about(BOOLEAN, "Whether it has signed the last deal that counts, as it stands."),
        "unsigned": about(array(NUMBER, unique=True), "The deals that count and that it has not signed."),
    }
)
SCORESHEET: Final = named(
    "Scoresheet",
    object_schema(
        {
            "game": _HEAD,
            "columns": about(array(STRING, unique=True), "The parts of the scores, in their order."),
            "start": about(_TOTALS, "What each side had before the first deal (R-30)."),
            "deals": about(array(_DEAL), "All deals, the oldest first."),
            "totals": about(_TOTALS, "What each side has now."),
            "control": _CONTROL,
            "signatures": array(_SIGNATURE, 2, SIDES),
        }
    ),
)
