"""The account of a deal as the document describes it: why its score is what it is, step by step."""

from collections.abc import Mapping
from typing import Final

from drf_spectacular.utils import OpenApiParameter

from api.games.schema import CARD, FINDING_MEMBERS, NUMBER, SCORE, SEAT, SIDE, SIDES, TRICKS
from api.games.weis_schema import WEIS_SAID
from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
    STRING,
    Schema,
    about,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
)
from scoring.rules.pack.cards import SUITS
from scoring.rules.pack.modes import MODE
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.scoring.status import DealStatus
from scoring.rules.variants import VARIANTS
from scoring.wording import languages

LANGUAGE: Final = OpenApiParameter(
    "Content-Language", str, OpenApiParameter.HEADER, response=[200], description="The language of the sentences."
)

CHAPTERS: Final = ("opening", "bids", "trick", "laid", "weis", "count", "score", "result", "rulings")
COLUMNS: Final = ("tricks", "match", "weis", "stoeck")

_ADDS: Final = object_schema(
    {"side": SIDE, "to": enum_schema((*COLUMNS, "berg", "laid", "points", "total")), "points": integer_schema()}
)
_TOTALS: Final = about(
    {"type": "object", "additionalProperties": integer_schema()},
    'Points by the number of the side: `{"1": 482, "2": 318}`.',
)
_PLAYED: Final = named("ExplainedCard", object_schema({"seat": SEAT, "card": CARD, "points": integer_schema(0)}))
_NUMBER_OF_TRICK: Final = nullable(integer_schema(1, TRICKS))
_POINTS: Final = integer_schema(0)

_CLOSED: Final = {name: words for variant in VARIANTS.values() for name, words in variant.closed_facts.items()}

FACTS: Final[Mapping[str, Schema]] = {
    "seats": about(array(SEAT), "Whom an unexplained deal concerns."),
    **FINDING_MEMBERS,
    "proof": about(nullable(CARD), "The card of `proven_by`."),
    "proof_trick": about(_NUMBER_OF_TRICK, "The trick of `proven_by`."),
    "number": about(NUMBER, "The number of the deal."),
    "dealer": SEAT,
    "forehand": SEAT,
    "partner": SEAT,
    "mode": nullable(enum_schema(MODE)),
    "factor": about(integer_schema(1), "What every point is multiplied by."),
    "leader": SEAT,
    "cards": {
        "anyOf": [array(_PLAYED, 1), array(CARD)],
        "description": "Of a trick: who played what, in order of play, and what it is worth. Else: the cards shown.",
    },
    "winner": about(nullable(SEAT), "The seat that took the trick; null while it runs."),
    "suit": about(enum_schema(SUITS), "The suit of the card that took the trick."),
    "side": nullable(SIDE),
    "points": about(_POINTS, "Before the factor."),
    "mark": about(integer_schema(1), "The total that the first side to reach it wins the Bergpreis with (R-37)."),
    "bonus": about(nullable(integer_schema(1)), "The Bergpreis, where it is a part of what is counted."),
    "sum": about(array(_POINTS), "The points of each card, in order of play."),
    "running": about(nullable(_TOTALS), "Card points of each side so far."),
    "kind": enum_schema(("run", "quartet")),
    "length": integer_schema(3),
    "counts": nullable(BOOLEAN),
    "other_seat": about(SEAT, "Whose Weis it is held against."),
    "other_cards": about(array(CARD), "The cards of that Weis."),
    "form": about(WEIS_SAID, "The Weis as it was said, where it was."),
    "other_form": about(WEIS_SAID, "That Weis as it was said, where it was."),
    "decided_by": about(
        nullable(enum_schema(_CLOSED["decided_by"])), "What makes the one Weis better than the other (R-26)."
    ),
    "how": about(enum_schema(("shown", "weis", "played", "slate")), "How the Stöck became known."),
    "lost_trick": about(_NUMBER_OF_TRICK, "The trick that prevents the match."),
    "remedy": about(enum_schema(REMEDIES), "What a ruling orders."),
    "weak": about(array(CARD, 1), "The cards of the trick that have lost their strength by a ruling."),
    "other": about(nullable(SIDE), "The other side that it is about."),
    "adjusted": about(
        integer_schema(), "Points after the factor that a ruling gives or takes; or what an exact bid adds."
    ),
    "bid": about(nullable(integer_schema(0)), "The bid; null where none is made, or for who may not see it yet."),
    "made": about(integer_schema(0), "The points made."),
    "taken": about(integer_schema(0, TRICKS), "How many tricks the slate gives the side."),
    "limit": about(integer_schema(1), "The points with which a deal brings nothing (R-52)."),
    "stays": about(integer_schema(), "The total on which a player stays who would get to the target (R-53, R-54)."),
    "falls": about(integer_schema(), "The total to which the other one falls (R-53)."),
    "others": about(_POINTS, "The points that were given for the other side."),
    "said": about(BOOLEAN, "Whether the slate says so itself."),
    "tricks": about(nullable(integer_schema(1, TRICKS)), "After how many tricks."),
    "parts": object_schema(dict.fromkeys((*COLUMNS, "laid"), _POINTS), optional=(*COLUMNS, "laid")),
    "total": about(integer_schema(), "The points times the factor, and what is adjusted."),
    "before": about(integer_schema(), "The side's total before the deal."),
    "deal": about(integer_schema(), "What the deal adds to it, after the factor."),
    "after": about(integer_schema(), "Its total with the deal."),
    "ended_in": about(NUMBER, "The deal that ended the game."),
    "winners": array(SIDE),
    "target": nullable(integer_schema(1)),
    "after_trick": _NUMBER_OF_TRICK,
    "stages": array(enum_schema(_CLOSED["stage"]), 1),
    "stage": nullable(enum_schema(_CLOSED["stage"])),
    "totals": _TOTALS,
    "short": about(integer_schema(), "How many points are missing."),
    "first": about(SIDE, "The side that counts first."),
    "deals": nullable(integer_schema(1)),
    "counted": about(integer_schema(1), "How many deals count so far."),
}
"""What may stand beside the sentence of a step."""

STEP: Final = named(
    "ExplainedStep",
    about(
        object_schema(
            {
                "rule": about({**STRING, "pattern": r"^R-\d+$"}, "The rule that decided it (docs/rules.md)."),
                "chapter": about(enum_schema(CHAPTERS), "The part of the account in which it stands."),
                "step": about(STRING, "What it is about: `trick`, `points`, `weis_counts`, `sum`, ..."),
                "key": about(STRING, "Which case it is, such as `trick_trump`; each has a sentence of its own."),
                "text": about(STRING, "The step as a sentence."),
                "adds": about(
                    nullable(named("ExplainedPart", about(_ADDS, "Points before the factor, and where they go."))),
                    "What it adds to the scores: the parts of all steps make `tricks`, `match`, `weis`, `stoeck` and "
                    "`berg`; where everybody bids, `tricks` and `total`; in Cosmic Eidex `tricks`, `laid` and `total`, "
                    "and by a slate `points` and `total`.",
                ),
                **FACTS,
            },
            optional=tuple(FACTS),
        ),
        "One step: its sentence, and beside it the same in facts; which ones depends on `key`.",
    ),
)
EXPLANATION: Final = named(
    "Explanation",
    object_schema(
        {
            "deal": about(nullable(NUMBER), "The deal; null before the first, and then there are no steps."),
            "language": enum_schema(languages()),
            "status": nullable(enum_schema(tuple(DealStatus))),
            "steps": about(array(STEP), "In the order in which it happened and is counted."),
            "rules": about(
                {"type": "object", "additionalProperties": STRING}, "What each rule that is named says, in a line."
            ),
            "scores": about(
                nullable(array(SCORE, 2, SIDES)), "As in the deal; null for a void deal, and before the first."
            ),
            "totals": object_schema(
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
