"""Games, their deals and what follows from them, as the document describes them (docs/api.md, Games and Deals).

Bounds come from the variants.
"""

from collections.abc import Mapping
from typing import Any, Final

from api.games.weis_schema import WEIS_SAID
from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
    STRING,
    UUID,
    Schema,
    about,
    any_of,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
    ref,
)
from scoring.rules.pack.cards import ALL_CARDS, notations
from scoring.rules.pack.modes import MODE
from scoring.rules.proof.faults import FINDINGS
from scoring.rules.record.kinds import KINDS
from scoring.rules.scoring.status import DealStatus, EndReason
from scoring.rules.variants import VARIANTS, Variant
from scoring.rules.variants.columns import Column

SHAPES: Final = tuple(variant.shape for variant in VARIANTS.values())
FEWEST_SEATS: Final = min(shape.seats for shape in SHAPES)
SEATS: Final = max(shape.seats for shape in SHAPES)
WITH_CHARACTERS: Final = "eidex"
"""The variant whose players may draw characters."""
SIDES: Final = max(shape.sides for shape in SHAPES)
TRICKS: Final = max(shape.tricks for shape in SHAPES)
SMALLEST_HAND: Final = min(shape.hand_size for shape in SHAPES)
LARGEST_HAND: Final = max(shape.hand_size for shape in SHAPES)

SEAT: Final = integer_schema(1, SEATS)
SIDE: Final = integer_schema(1, SIDES)
NUMBER: Final = integer_schema(1)

CARD: Final = named("Card", about(enum_schema(notations(ALL_CARDS)), "A card: its suit and its rank (R-1)."))
PLAYER: Final = named("SeatedPlayer", object_schema({"id": UUID, "name": STRING}))

# --- deals --------------------------------------------------------------------------------------------------------

PLAY: Final = named("Play", object_schema({"seat": SEAT, "card": CARD}))
TRICK: Final = named(
    "Trick",
    object_schema(
        {
            "number": integer_schema(1, TRICKS),
            "leader": SEAT,
            "cards": about(array(CARD, 1, SEATS), "In order of play; fewer than seats while the trick is running."),
            "plays": about(array(PLAY, 1, SEATS), "The same cards, each with the seat that played it."),
            "winner": about(nullable(SEAT), "The seat that took it; null while it is running."),
            "points": about(nullable(integer_schema(0)), "With the last-trick 5; null while it is running."),
            "awarded_to": about(SIDE, "The side to which a ruling has given it, where that is not the winner's."),
        },
        optional=("awarded_to",),
    ),
)
WEIS: Final = named(
    "Weis",
    object_schema(
        {
            "seat": SEAT,
            "cards": about(nullable(array(CARD, 1)), "Null while it is said and not shown."),
            "said": about(WEIS_SAID, "What was said, where it was."),
            "points": about(integer_schema(0), "Before the factor."),
            "counts": about(nullable(BOOLEAN), "Null until the end of the first trick (R-26, R-27)."),
        },
        optional=("said",),
    ),
)


def _score_of(variant: Variant[Any]) -> Schema:
    """What a side has in a deal of this variant."""
    columns = {name: _column(column) for name, column in variant.columns.items()}
    left_out = [name for name, column in variant.columns.items() if column.left_out]
    return about(object_schema({"side": SIDE, **columns}, optional=left_out), "What a side has in a deal.")


def _column(column: Column) -> Schema:
    number = integer_schema() if column.signed else integer_schema(0)
    return about(nullable(number) if column.nullable else number, column.about)


def of_variant(variant: str, what: str) -> str:
    """The name of the schema that this variant has for something: `SchieberScore`."""
    return variant.title() + what


for _variant in VARIANTS.values():
    named(of_variant(_variant.name, "Score"), _score_of(_variant))
SCORE: Final = any_of(f"{name.title()}Score" for name in VARIANTS)
FINDING_MEMBERS: Final[Mapping[str, Schema]] = {
    "id": about(UUID, "The same fault keeps its id, however often it is found again."),
    "fault": about(enum_schema(tuple(fault.value for fault in FINDINGS)), "What happened."),
    "seat": about(nullable(SEAT), "Who it concerns."),
    "trick": about(nullable(integer_schema(1, TRICKS)), "In which trick."),
    "card": nullable(CARD),
    "status": enum_schema(("proven", "suspected", "ruled", "dismissed")),
    "proven_by": about(
        nullable(object_schema({"trick": nullable(integer_schema(1, TRICKS)), "card": nullable(CARD)})),
        "The trick and card that showed it; null where a shown hand did, or for who may not see it.",
    ),
    "legal": about(
        nullable(array(CARD)), "What could have been played; null where that is not the question or hidden."
    ),
}
_SEATS: Final = {"seats": about(array(SEAT), "Whom it concerns, where nobody in particular is proven at fault.")}
FINDING: Final = named(
    "Finding",
    about(
        object_schema({**FINDING_MEMBERS, **_SEATS}, optional=tuple(_SEATS)),
        "A fault that the record proves (section 9).",
    ),
)
named(
    "HeldFinding",
    about(
        object_schema(
            {
                **FINDING_MEMBERS,
                **_SEATS,
                "report": about(integer_schema(0), "The index of the report that brought it."),
            },
            optional=tuple(_SEATS),
        ),
        "A new finding that is held up to the reporter.",
    ),
)


def _hidden_until_settled(member: str, schema: Schema, text: str) -> Schema:
    entry = object_schema({"seat": SEAT, member: nullable(schema)})
    return about(
        nullable(array(entry)), f"{text}; `{member}` is null for who may not see it until the deal is settled."
    )


_DEAL: Final[Mapping[str, Schema]] = {
    "id": about(UUID, "The id of its opening report. The number may change; this does not."),
    "number": NUMBER,
    "dealer": SEAT,
    "leader": about(SEAT, "Who leads the first trick: forehand, unless the variant says otherwise."),
    "status": about(enum_schema(tuple(DealStatus)), "`surplus`: an earlier deal has ended the game (R-35)."),
    "mode": about(nullable(enum_schema(MODE)), "Null until it is announced."),
    "factor": about(nullable(integer_schema(1)), "What the mode multiplies by; null while it is not known."),
    "declarer": about(nullable(SEAT), "The seat that announced."),
    "pushed": BOOLEAN,
    "turned": about(nullable(CARD), "The turned card, in variants that have one."),
    "hands": _hidden_until_settled("cards", array(CARD, SMALLEST_HAND, LARGEST_HAND), "Hands that were shown"),
    "recorded_by": about(
        enum_schema(("cards", "count", "both")), "Whether its cards are on record, its count, or both."
    ),
    "tricks": about(array(TRICK, 0, TRICKS), "A running trick is the last."),
    "weis": array(WEIS),
    "stoeck": about(
        nullable(object_schema({"seat": nullable(SEAT), "points": integer_schema(0)})),
        "Null while none is known; `seat` is null where a count tells the side alone.",
    ),
    "bids": _hidden_until_settled("points", integer_schema(0), "Bids, in variants that have them"),
    "laid": _hidden_until_settled("card", CARD, "Laid cards, in variants that have them"),
    "confirmed_by": about(array(SIDE, 0, SIDES, unique=True), "The sides that have signed it as it stands."),
    "confirmed": about(BOOLEAN, "Whether all sides have."),
    "findings": array(FINDING),
}
"""The members of every deal but its scores."""


def _deal(score: Schema) -> Schema:
    """A deal whose sides have scores of this form."""
    return object_schema({**_DEAL, "scores": about(nullable(array(score, 1, SIDES)), "Null for a void deal.")})


DEAL: Final = named("Deal", _deal(SCORE))
for _name in VARIANTS:
    named(of_variant(_name, "Deal"), _deal(ref(of_variant(_name, "Score"))))

# --- games --------------------------------------------------------------------------------------------------------

SITTING: Final = named(
    "Sitting",
    object_schema(
        {
            "player": PLAYER,
            "from_deal": about(NUMBER, "The first deal; the next one where that is not opened yet."),
            "to_deal": about(nullable(NUMBER), "The last deal; null for who sits there now."),
        }
    ),
)
SEATED: Final = named(
    "Seat",
    object_schema(
        {
            "seat": SEAT,
            "player": PLAYER,
            "side": SIDE,
            "character": about(CARD, "The card that the player has drawn, in games with characters (R-55)."),
            "sat": about(
                array(SITTING, 2),
                "Where substitutes came: all who sat there, the first one first. `player` is the last of them.",
            ),
        },
        optional=("character", "sat"),
    ),
)
RESULT: Final = named(
    "Result",
    object_schema(
        {
            "winners": array(SIDE, 1, SIDES, unique=True),
            "winner": about(nullable(SIDE), "Null in a draw."),
            "reason": enum_schema(tuple(EndReason)),
            "deal": about(NUMBER, "The number of the deal that decided."),
            "official": about(BOOLEAN, "False while a proven fault has no ruling, or a dispute waits for a decision."),
            "places": about(
                array(object_schema({"side": SIDE, "place": integer_schema(1, SIDES)}), 2, SIDES),
                "The place of each side, in games without partners; equal ones share one.",
            ),
        },
        optional=("places",),
    ),
)
RETRACT: Final = named(
    "Retractable",
    object_schema(
        {
            "report": about(nullable(UUID), "The id of the entry. Null in a dry run where none was sent."),
            "kind": enum_schema(KINDS),
        }
    ),
)
NEXT: Final = named(
    "Next",
    object_schema(
        {
            "expects": about(
                array(enum_schema(KINDS), unique=True),
                "The kinds that can be reported now, in the order of the table of kinds. A kind that is left out is "
                "refused. `retract`, `correct`, `confirm` and `incident` are never listed: they are always allowed. "
                "A `claim` is listed where its `side` alone is enough (R-31); before the first trick it may be made "
                "with `counted`.",
            ),
            "seat": about(nullable(SEAT), "The seat that must act; null where none is alone."),
            "seats": about(
                array(SEAT, 0, SEATS, unique=True),
                "The seats that owe what comes next: one that plays, or all that still owe a bid or a laid card.",
            ),
            "entitled": about(array(SIDE, 0, SIDES, unique=True), "The sides that may claim now (R-31)."),
            "confirm": about(
                array(SIDE, 0, SIDES, unique=True),
                "The sides whose signature waits under the deal that was settled or stopped last.",
            ),
            "retract": about(
                nullable(RETRACT), "The newest entry that this token may take back; null where there is none."
            ),
            "unplayed": about(
                array(CARD, unique=True), "The cards that do not lie on the table yet; empty where no deal is played."
            ),
            "playable": about(
                nullable(array(CARD, unique=True)),
                "The cards that the seat in turn may play. Null where no card is due, where the hand of the seat is "
                "not on record, and for who may not see it.",
            ),
        }
    ),
)
SIDE_SHOWN: Final = named(
    "Side",
    object_schema(
        {
            "side": SIDE,
            "seats": array(SEAT, 1, SEATS, unique=True),
            "score": about(integer_schema(), "Of settled and stopped deals; a running one has its own `scores`."),
        }
    ),
)
