"""Effects in the OpenAPI document (docs/api.md, Effects)."""

from typing import Final

from api.games.schema import RESULT, SCORE, SEAT, SIDE, SIDES, TRICKS
from api.openapi.components import named
from api.openapi.types import UUID, about, array, enum_schema, integer_schema, nullable, object_schema
from scoring.services.reports.effects import EFFECTS

EFFECT: Final = named(
    "Effect",
    about(
        object_schema(
            {
                "effect": enum_schema(EFFECTS),
                "deal": about(integer_schema(1), "The deal that is concerned, where it is one."),
                "sides": about(array(SIDE, 1, SIDES, unique=True), "The sides whose signatures do not hold any more."),
                "before": about(nullable(array(SCORE, 1)), "The scores of the deal as they were; null in a void deal."),
                "after": about(nullable(array(SCORE, 1)), "The scores of the deal as they are now."),
                "tricks": about(array(integer_schema(1, TRICKS), 1, TRICKS), "The tricks that another seat has led."),
                "leaders": about(
                    array(
                        object_schema({"trick": integer_schema(1, TRICKS), "before": SEAT, "after": SEAT}), 1, TRICKS
                    ),
                    "Who led these tricks by the record before, and who by the record now.",
                ),
                "report": about(UUID, "The incident whose deal is gone."),
                "dispute": about(UUID, "The dispute whose deal is gone."),
                "result": about(RESULT, "How the game ended, where it has ended now."),
                "result_before": about(RESULT, "How it had ended before, where it had."),
                "seat": about(SEAT, "The seat whose tokens are revoked."),
            },
            optional=(
                "deal",
                "sides",
                "before",
                "after",
                "tricks",
                "leaders",
                "report",
                "dispute",
                "result",
                "result_before",
                "seat",
            ),
        ),
        "What a call changed besides what it reports: signatures that do not hold any more, earlier deals that count "
        "otherwise, leaders that were others, incidents and disputes whose deal is gone, a game that has ended, is "
        "open again, or has other winners (R-35).",
    ),
)
