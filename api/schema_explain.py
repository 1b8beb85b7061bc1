"""The account of a deal as the document describes it: why its score is what it is, step by step."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter

from api.schema import named
from api.schema_games import NUMBER, SCORE, SIDE, SIDES
from api.schema_types import STRING, about, array, nullable, thing, whole, word
from scoring.models.deals import DealStatus
from scoring.wording import languages

LANGUAGE: Final = OpenApiParameter(
    "Content-Language", str, OpenApiParameter.HEADER, response=[200], description="The language of the sentences."
)

CHAPTERS: Final = ("opening", "trick", "weis", "count", "score", "result")
COLUMNS: Final = ("tricks", "match", "weis", "stoeck")

_ADDS: Final = thing({"side": SIDE, "to": word(COLUMNS), "points": whole(1)})
_TOTALS: Final = about(
    {"type": "object", "additionalProperties": whole()}, 'Totals by the number of the side: `{"1": 482, "2": 318}`.'
)
STEP: Final = named(
    "ExplainedStep",
    about(
        thing(
            {
                "rule": about({**STRING, "pattern": r"^R-\d+$"}, "The rule that decided it (docs/rules.md)."),
                "chapter": about(word(CHAPTERS), "The part of the account in which it stands."),
                "step": about(STRING, "What it is about: `trick`, `points`, `weis_counts`, `sum`, ..."),
                "key": about(STRING, "Which case it is, such as `trick_trump`; each has a sentence of its own."),
                "text": about(STRING, "The step as a sentence."),
                "adds": about(
                    nullable(named("ExplainedPart", about(_ADDS, "Points before the factor, and where they go."))),
                    "What it adds to the scores. The parts of all steps make `tricks`, `match`, `weis` and `stoeck`.",
                ),
            }
        ),
        "One step. Beside its sentence stand its facts, by names that depend on `step`: `trick`, `cards`, `winner`, "
        "`side`, `points`, ... All cards are in notation, all points before the factor, save `total` and totals.",
    ),
)
EXPLANATION: Final = named(
    "Explanation",
    thing(
        {
            "deal": about(nullable(NUMBER), "The deal; null before the first, and then there are no steps."),
            "language": word(languages()),
            "status": nullable(word(DealStatus.values)),
            "steps": about(array(STEP), "In the order in which it happened and is counted."),
            "rules": about(
                {"type": "object", "additionalProperties": STRING}, "What each rule that is named says, in a line."
            ),
            "scores": about(
                nullable(array(SCORE, 2, SIDES)), "As in the deal; null for a void deal, and before the first."
            ),
            "totals": thing(
                {
                    "before": _TOTALS,
                    "after": about(
                        _TOTALS, "With what the deal counts; while it is played, with what it would count so far."
                    ),
                }
            ),
        }
    ),
)
