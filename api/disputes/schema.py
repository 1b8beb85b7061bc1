"""Disputes and rulings as the document describes them: requests, and what is answered.

Their fields are those of the kinds in scoring/rules/record/decisions.py; what may be left out differs.
"""

from collections.abc import Mapping
from typing import Final

from api.disputes.request import APPEAL, DISMISS, RAISE, RULE, STATE, TAKE, WITHDRAW, Form
from api.games.fields import GAME
from api.games.schema import RESULT, SCORE, SEAT, SIDE, SIDES, TRICKS
from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
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
from api.reports.effect_schema import EFFECT
from api.reports.schema import AUTHOR, SEQ
from api.reports.wire_schema import CATEGORY_SCHEMA, SEEN, SENT, WORDS, wire_schemas
from scoring.models import DisputeState, GameStatus
from scoring.rules.record.codec import ENVELOPE, wires_of
from scoring.rules.record.decisions import DECISIONS, Decision, Ruled
from scoring.rules.rulings.catalogue import OFFENCES
from scoring.rules.rulings.disputes import NEXT, RAISED, STEPS
from scoring.rules.rulings.punished import WARNINGS
from scoring.rules.scoring.status import DealStatus

OWN: Final[Mapping[str, Schema]] = {
    "id": about(nullable(UUID), "Chosen by the client, so that the request may be sent again. Unique within the game."),
    "dry_run": about(BOOLEAN, "Answer what it would change, and write nothing. By default false."),
}
BY: Final = {
    "oneOf": [SEAT, object_schema({"seat": SEAT}, closed=True), object_schema({"side": SIDE}, closed=True)],
    "description": "The seat or the side that raises it; a number is a seat. A player's own may be left out.",
}


def _request(form: Form) -> Schema:
    """A request, closed; fields that may be left out may be null as well."""
    kind = DECISIONS[form.kind]
    wires = {**dict(wires_of(kind)), **dict(ENVELOPE)}
    wire_names = {name: name for name in form.fields} | dict(form.names)
    fields = {name: OWN[name] for name in form.own}
    for name, wire in wire_names.items():
        own = STRING if name == "reason" else WORDS.get(name)
        schema = own or wire_schemas(wires[wire], SENT)[wires[wire].type]
        said = about(schema, "Why." if name == "reason" else wires[wire].about)
        fields[name] = said if name in form.required else nullable(said)
    if "raised_by" in fields:
        fields["raised_by"] = nullable(BY)
    if "offence" in fields:
        usual = (
            f"By the referee's finding: {', '.join(OFFENCES)}, or what the dispute is about, which is meant without."
        )
        fields["offence"] = about(fields["offence"], usual)
    optional = [name for name in fields if name not in form.required]
    return object_schema(fields, optional=optional, closed=True)


RAISE_REQUEST: Final = named("DisputeRequest", about(_request(RAISE), "A dispute to be raised about a deal."))
TAKE_REQUEST: Final = named("TakeRequest", _request(TAKE))
STATEMENT_REQUEST: Final = named("StatementRequest", about(_request(STATE), "What a side says. A player's is the own."))
APPEAL_REQUEST: Final = named("AppealRequest", about(_request(APPEAL), "Why a side appeals. A player's is the own."))
DISMISS_REQUEST: Final = named("DismissRequest", _request(DISMISS))
WITHDRAW_REQUEST: Final = named("WithdrawRequest", _request(WITHDRAW))
RULING_REQUEST: Final = named(
    "RulingRequest",
    about(
        _request(RULE),
        "A ruling. Trick, seat, side and finding that it leaves out are those of the dispute. One that the game's "
        "catalogue does not name for such an offence needs a reason.",
    ),
)

# --- as shown -----------------------------------------------------------------------------------------------------

RAISED_BY: Final = {"oneOf": [object_schema({"seat": SEAT}, closed=True), object_schema({"side": SIDE}, closed=True)]}


def _shown(kind: type[Decision]) -> dict[str, Schema]:
    """The fields of a kind and its deal as they are shown; the optional ones only where they say something."""
    wires = (*wires_of(kind), *ENVELOPE[:1])
    return {name: about(WORDS.get(name) or wire_schemas(spec, SEEN)[spec.type], spec.about) for name, spec in wires}


_RULED: Final = {name: schema for name, schema in _shown(Ruled).items() if name != "dispute"}
_OFTEN: Final = ("offence", "discovered", "remedy", "deal")
_LEFT_OUT: Final = [name for name in _RULED if name not in _OFTEN]
RULED: Final = named("RuledFields", about(object_schema(_RULED, optional=_LEFT_OUT), "What was ruled."))
STEP: Final = named(
    "DisputeStep",
    about(
        object_schema(
            {
                "seq": SEQ,
                "id": about(nullable(UUID), "The id of its entry; null in a dry run where none was sent."),
                "at": MOMENT,
                "by": AUTHOR,
                "what": enum_schema((RAISED, *STEPS, "ruled")),
                "raised_by": RAISED_BY,
                "side": about(nullable(SIDE), "The side that speaks, where one does."),
                "statement": about(nullable(STRING), "What was said, or the reason."),
                "ruling": RULED,
                "superseded": about(BOOLEAN, "Whether a later decision stands in the place of this one."),
            },
            optional=("raised_by", "side", "statement", "ruling", "superseded"),
        ),
        "A step of a dispute.",
    ),
)
_EXPECTED: Final = list(dict.fromkeys(action for actions in NEXT.values() for action in actions))
_DISPUTE: Final = {
    "id": UUID,
    "game": UUID,
    "about": about(
        nullable(object_schema({"deal": UUID}, closed=True)),
        "The deal that it is about, by its id; null in older records.",
    ),
    "deal": about(nullable(integer_schema(1)), "The number of that deal now; null where it was taken back."),
    "trick": nullable(integer_schema(1, TRICKS)),
    "seat": nullable(SEAT),
    "side": about(nullable(SIDE), "The side of that seat."),
    "category": CATEGORY_SCHEMA,
    "finding": nullable(UUID),
    "raised_by": RAISED_BY,
    "state": enum_schema(DisputeState.values),
    "expects": about(array(enum_schema(_EXPECTED), unique=True), "What can be done with it now, by those who may."),
    "referee": about(nullable(STRING), "The account that has taken it; null where that is not known here."),
    "decided_by": about(nullable(STRING), "The account that has decided it last."),
    "raised_at": MOMENT,
    "updated_at": MOMENT,
}
DISPUTE_LINE: Final = named("DisputeLine", about(object_schema(_DISPUTE), "A dispute."))
DISPUTE: Final = named(
    "Dispute",
    about(
        object_schema(
            {
                **_DISPUTE,
                "timeline": about(array(STEP, 1), "Every step, the oldest first."),
                "duplicate": about({**BOOLEAN, "const": True}, "The step was on record already."),
            },
            optional=("duplicate",),
        ),
        "A dispute with all that led to where it is.",
    ),
)
_SIDES: Final = [str(side) for side in range(1, SIDES + 1)]
STANDING: Final = named(
    "Standing",
    about(
        object_schema(
            {
                "scores": about(nullable(array(SCORE, 1, SIDES)), "Of the deal; null where it is void."),
                "deal_status": enum_schema(tuple(DealStatus)),
                "totals": object_schema(dict.fromkeys(_SIDES, integer_schema()), optional=_SIDES, closed=True),
                "result": nullable(RESULT),
                "status": about(enum_schema(GameStatus.values), "Of the game."),
            }
        ),
        "How the deal and the game stand.",
    ),
)
RULING: Final = named(
    "Ruling",
    about(
        object_schema(
            {
                "seq": SEQ,
                "id": about(nullable(UUID), "Null in a dry run where none was sent."),
                "at": MOMENT,
                "by": AUTHOR,
                "dispute": UUID,
                **_RULED,
            },
            optional=_LEFT_OUT,
        ),
        "A ruling as it stands in the journal.",
    ),
)
WARNING: Final = named(
    "RulingWarning",
    about(
        object_schema(
            {
                "code": enum_schema(WARNINGS),
                "dispute": about(UUID, "The other dispute, whose ruling stands."),
                "remedy": about(WORDS["remedy"], "What that ruling orders."),
                "detail": about(STRING, "The same as a sentence, in the language of the answer."),
            }
        ),
        "What the referee should know. It refuses nothing.",
    ),
)
RULING_ANSWER: Final = named(
    "RulingAnswer",
    object_schema(
        {
            "ruling": RULING,
            "before": STANDING,
            "after": STANDING,
            "effects": about(array(EFFECT), "What else it changed."),
            "warnings": about(array(WARNING), "What the referee should know of it."),
            "dispute": DISPUTE,
            "game": GAME,
            "duplicate": about({**BOOLEAN, "const": True}, "It was on record already: nothing has changed."),
            "dry_run": about({**BOOLEAN, "const": True}, "It was a dry run."),
        },
        optional=("before", "after", "effects", "warnings", "duplicate", "dry_run"),
    ),
)
