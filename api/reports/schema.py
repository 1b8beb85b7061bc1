"""Reports in the OpenAPI document (docs/api.md, Reports and Journal).

They are derived from the kinds in scoring/rules/record/kinds.py.

Each kind stands there three times: as it may be sent (`Report`), as it may take the place of another (`Replacement`),
and as it is shown to who may not see everything (`ReportShown`), in the answer to a call and in the journal.
"""

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from api.games.fields import GAME
from api.games.schema import (
    FINDING,
)
from api.openapi.components import in_envelope, named
from api.openapi.examples import REPORTS
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
    union,
)
from api.reports.effect_schema import EFFECT
from api.reports.request import MOST, SPOKEN
from api.reports.wire_schema import SEEN, SENT, wire_schemas
from scoring.models import Role
from scoring.rules.deal.secret import SECRET_KINDS
from scoring.rules.record.codec import ENVELOPE, REPLACING, Wires, wires_of
from scoring.rules.record.kinds import EITHER, KINDS, Report
from scoring.rules.record.wire import Wire
from scoring.selectors.reports import ABOUT_SOMETHING

SECRET: Final = frozenset(dict(wires_of(each.report))[each.hidden].type for each in SECRET_KINDS.values())
"""Wire types that are null for who may not see them until the deal is settled."""


def _title(kind: str) -> str:
    return kind.title()


def _about(kind: type[Report]) -> str:
    return inspect.getdoc(kind) or ""


# --- as sent ------------------------------------------------------------------------------------------------------

OWN: Final[Mapping[str, Schema]] = {
    "id": about(nullable(UUID), "Chosen by the client, so that the report may be sent again. Unique within the game."),
    "occurred_at": about(nullable(MOMENT), "When it happened, where that is not now."),
}


def _sent(kind: type[Report], *, envelope: Wires, own: Mapping[str, Schema]) -> Schema:
    """A kind as a client may send it: optional fields may be null, which says the same as leaving them out."""
    wires = [(name, _spoken(kind, name, spec)) for name, spec in (*wires_of(kind), *envelope)]
    fields = {name: _given(spec) for name, spec in wires}
    optional = [*own, *(name for name, spec in wires if not spec.required)]
    schema = object_schema({"kind": _const(kind), **fields, **own}, optional=optional, closed=True)
    return about({**schema, **_of_two(kind)}, _about(kind))


def _of_two(kind: type[Report]) -> Schema:
    """That exactly one of two fields is given."""
    if kind.kind not in EITHER:
        return {}
    wires = dict(wires_of(kind))
    given = {name: wire_schemas(wires[name], SENT)[wires[name].type] for name in EITHER[kind.kind]}
    return {"oneOf": [{"required": [name], "properties": {name: schema}} for name, schema in given.items()]}


def _spoken(kind: type[Report], name: str, spec: Wire) -> Wire:
    """A field as players may send it: a seat that others must name is theirs where they leave it out."""
    if name != "seat" or not spec.required or kind.kind not in SPOKEN:
        return spec
    return replace(spec, required=False, about=f"{spec.about} A player's own may be left out.")


def _const(kind: type[Report]) -> Schema:
    return {**STRING, "const": kind.kind}


def _given(spec: Wire) -> Schema:
    form = wire_schemas(spec, SENT)[spec.type]
    return about(form if spec.required else nullable(form), spec.about)


def _union(name: str, kinds: Iterable[str], *, suffix: str) -> Schema:
    return named(name, union({kind: _title(kind) + suffix for kind in kinds}, by="kind"))


for _kind, _class in KINDS.items():
    named(_title(_kind) + "Report", {**_sent(_class, envelope=ENVELOPE, own=OWN), "examples": [REPORTS[_kind]]})
for _kind, _replacing in REPLACING.items():
    named(_title(_kind) + "Replacement", _sent(_replacing, envelope=ENVELOPE[:1], own={}))

REPORT: Final = _union("Report", KINDS, suffix="Report")
_union("Replacement", REPLACING, suffix="Replacement")

CALL: Final = named(
    "ReportsRequest",
    object_schema(
        {
            "reports": about(array(REPORT, 1, MOST), "Applied in order, all or nothing."),
            "dry_run": about(BOOLEAN, "Answer what the call would be answered, and write nothing. By default false."),
        },
        optional=("dry_run",),
        closed=True,
    ),
)

# --- as shown -----------------------------------------------------------------------------------------------------

INSISTED: Final = replace(dict(ENVELOPE)["as_played"], about="Stands there where the reporter insisted.")


def _shown(kind: type[Report]) -> Schema:
    """A kind as it is shown: in order, in capital letters, without the fields left out."""
    fields = {name: _seen(spec) for name, spec in (*wires_of(kind), *ENVELOPE[:1], ("as_played", INSISTED))}
    optional = ["about", *(name for name, spec in (*wires_of(kind), *ENVELOPE) if not spec.required)]
    return about(object_schema({"kind": _const(kind), **fields, **about_fields(kind)}, optional=optional), _about(kind))


def about_fields(kind: type[Report]) -> dict[str, Schema]:
    """What an entry of this kind is about, where it is about something."""
    return {"about": ABOUT} if kind.kind in ABOUT_SOMETHING else {}


def _seen(spec: Wire) -> Schema:
    form = wire_schemas(spec, SEEN)[spec.type]
    return about(nullable(form) if spec.type in SECRET else form, spec.about)


ABOUT: Final = named(
    "About",
    about(
        nullable({"oneOf": [object_schema({"deal": UUID}, closed=True), object_schema({"report": UUID}, closed=True)]}),
        "The deal or the report that it is about, by its id; null before the first deal.",
    ),
)
for _kind, _class in KINDS.items():
    named(_title(_kind) + "Shown", _shown(_class))

SHOWN: Final = _union("ReportShown", KINDS, suffix="Shown")
_union("ReplacementShown", REPLACING, suffix="Shown")

AUTHOR: Final = named(
    "Author",
    about(
        object_schema(
            {
                "role": enum_schema(Role.values),
                "label": about(STRING, "The label of the token; at the review desk the name of the account."),
                "handed_out_by": about(
                    STRING,
                    "Who handed out the referee's token, where its account had not accepted the role. Then this "
                    "account answers for the entry, whatever the label says. Not shown to the public.",
                ),
            },
            optional=("handed_out_by",),
        ),
        "The token that sent an entry, and who answers for it.",
    ),
)
SHOWN_KINDS: Final = {kind: _title(kind) + "Shown" for kind in KINDS}
"""The schema of each kind as it is shown."""
SEQ: Final = about(integer_schema(1), "Its number in the journal of the game, without gaps from 1.")
in_envelope(
    "EarlierReport",
    SHOWN_KINDS,
    envelope=object_schema({"seq": about({"type": "null"}, "It is not on record yet."), "id": UUID}),
    text="An earlier report of the same call.",
)
RECORDED_LINE: Final = in_envelope(
    "RecordedLine",
    SHOWN_KINDS,
    envelope=object_schema(
        {
            "id": about(nullable(UUID), "Null in a dry run where none was sent."),
            "seq": SEQ,
            "duplicate": about(BOOLEAN, "Whether it was on record already."),
        }
    ),
    text="A report that is now on record under its own id, or was before.",
)
OTHER_NAME: Final = named(
    "RepeatedLine",
    about(
        object_schema(
            {
                "id": about(nullable(UUID), "As sent; now another name of the report on record. Null where none was."),
                "recorded_as": about(UUID, "The id of the report on record that says the same."),
                "seq": about(integer_schema(1), "The number of that one."),
                "duplicate": {**BOOLEAN, "const": True},
            }
        ),
        "A report that says what another on record says already.",
    ),
)
LINE: Final = named("ReportLine", {"oneOf": [RECORDED_LINE, OTHER_NAME]})
_ANSWER: Final = {
    "reports": about(array(LINE, 1, MOST), "A line for each report, in order."),
    "findings": about(array(FINDING), "The new ones."),
    "game": GAME,
    "effects": about(array(EFFECT, 1), "What else it changed; left out where that is nothing."),
}
RECORDED: Final = named("ReportsRecorded", object_schema(_ANSWER, optional=("effects",)))
_NOTHING_NEW: Final = {
    "duplicate": about({**BOOLEAN, "const": True}, "All of it was on record already."),
    "dry_run": about({**BOOLEAN, "const": True}, "It was a dry run."),
}
REPEATED: Final = named("ReportsRepeated", object_schema({**_ANSWER, **_NOTHING_NEW}, optional=("dry_run", "effects")))
TRIED_OUT: Final = named(
    "ReportsTriedOut", object_schema({**_ANSWER, **_NOTHING_NEW}, optional=("duplicate", "effects"))
)
_MINIMAL: Final = {
    "reports": about(
        array(
            named(
                "MinimalLine",
                object_schema(
                    {
                        "seq": SEQ,
                        "id": about(nullable(UUID), "Null in a dry run where none was sent."),
                        "duplicate": about(BOOLEAN, "Whether it was on record already."),
                    }
                ),
            ),
            1,
            MOST,
        ),
        "A line for each report, in order.",
    ),
    "version": about(integer_schema(0), "The version of the game now."),
    "findings": about(array(FINDING, 1), "The new ones; left out where there are none."),
    "effects": _ANSWER["effects"],
}
MINIMAL: Final = named(
    "ReportsMinimal",
    about(
        object_schema({**_MINIMAL, **_NOTHING_NEW}, optional=("findings", "effects", "duplicate", "dry_run")),
        "The answer to `Prefer: return=minimal`.",
    ),
)
ANSWERED: Final = named("ReportsAnswered", {"anyOf": [RECORDED, MINIMAL]})
NOTHING_WRITTEN: Final = named("ReportsNotRecorded", {"anyOf": [REPEATED, TRIED_OUT, MINIMAL]})
