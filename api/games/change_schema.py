"""Changes of a game as the document describes them: the request, and the journal, where they stand among the reports.

Besides reports the journal holds kinds that only their own endpoints write (docs/api.md, Changing a game).
"""

import inspect
from typing import Any, Final

from api.games.fields import GAME_SHOWN, SETTING_SCHEMAS, of_each_variant
from api.games.request_schema import players_given
from api.games.schema import FEWEST_SEATS, PLAYER, SEATS
from api.openapi.components import in_envelope, named
from api.openapi.document import StrictSerializerSchema
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
from api.reference.schema import RULES_REQUEST
from api.reports.effect_schema import EFFECT
from api.reports.schema import AUTHOR, SEQ, SHOWN_KINDS, about_fields
from api.reports.wire_schema import SEEN, WORDS, wire_schemas
from scoring.rules.record.codec import ENVELOPE, wires_of
from scoring.rules.record.decisions import DECISIONS, Decision
from scoring.rules.record.kinds import JOURNAL_KINDS
from scoring.selectors.access import RETRACT_UNTIL
from scoring.services.changes.settings import SETTINGS
from scoring.services.giving_up import ABANDON, RESUME


def _settings(players: Schema) -> Schema:
    """A change of the settings; who plays is shown otherwise here than in an export."""
    changed = {
        **SETTING_SCHEMAS,
        "players": players,
        "from_deal": about(integer_schema(1), "The number of the deal from which they sit there: a substitute came."),
        "deal": about(UUID, "The id of that deal; left out where it was the next one to be opened."),
        "reason": about(STRING, "Why, where it was given."),
    }
    return about(
        object_schema({"kind": {**STRING, "const": SETTINGS}, **changed}, optional=tuple(changed)),
        "What the game is played by was changed: what is different from then on.",
    )


named("SettingsShown", _settings(about(array(PLAYER, FEWEST_SEATS, SEATS), "All seats in order.")))
named("SettingsExported", _settings(about(array(STRING, FEWEST_SEATS, SEATS), "The names of all seats in order.")))
named(
    "AbandonShown",
    about(object_schema({"kind": {**STRING, "const": ABANDON}, "reason": STRING}), "The game was given up."),
)
named(
    "ResumeShown",
    about(
        object_schema({"kind": {**STRING, "const": RESUME}, "reason": STRING}, optional=("reason",)),
        "Giving the game up was taken back.",
    ),
)


def decision(kind: type[Decision], *, hidden: bool) -> Schema:
    """A step of a dispute or a ruling; `hidden` where the public may look, who is shown none of its fields."""
    wires = (*wires_of(kind), *ENVELOPE[:1])
    fields = {name: about(WORDS.get(name) or wire_schemas(spec, SEEN)[spec.type], spec.about) for name, spec in wires}
    optional = [name for name, spec in wires if hidden or not spec.required]
    if hidden:
        optional.append("about")
    schema = object_schema({"kind": {**STRING, "const": kind.kind}, **fields, **about_fields(kind)}, optional=optional)
    return about(schema, inspect.getdoc(kind) or "")


for _kind, _class in DECISIONS.items():
    named(f"{_kind.title()}Shown", decision(_class, hidden=True))
    named(f"{_kind.title()}Exported", decision(_class, hidden=False))
_OTHERS: Final = (SETTINGS, ABANDON, RESUME)
EXPORTED: Final = SHOWN_KINDS | {
    kind: f"{kind.title()}{'Exported' if kind in (*DECISIONS, SETTINGS) else 'Shown'}"
    for kind in (*DECISIONS, *_OTHERS)
}
"""The schema of each kind of entry in an export."""
UNTIL: Final = named(
    "RetractUntil",
    about(
        nullable(enum_schema(RETRACT_UNTIL)),
        "Until when this token may take it back: `always`, or `next_deal`, until the deal after its own has a complete "
        "trick or is counted. Null where it may not.",
    ),
)
ENTRY: Final = in_envelope(
    "JournalEntry",
    {kind: f"{kind.title()}Shown" for kind in (*JOURNAL_KINDS, *_OTHERS)},
    envelope=object_schema(
        {
            "seq": SEQ,
            "id": UUID,
            "by": AUTHOR,
            "occurred_at": nullable(MOMENT),
            "recorded_at": MOMENT,
            "replaced_by": about(nullable(UUID), "The id of the entry that took its place; null while it stands."),
            "may_retract": about(BOOLEAN, "Whether this token may take it back now."),
            "retract_until": UNTIL,
        },
        optional=("by", "replaced_by", "may_retract", "retract_until"),
    ),
    text="A line of the journal. Nothing in it is ever changed but `replaced_by` and `may_retract`. The public sees of "
    "the kinds `dispute` and `ruling` that they are there, and when: `seq`, `id`, `kind` and the times.",
)
_EFFECTS: Final = about(array(EFFECT, 1), "What else the change did; left out where that is nothing.")
CHANGED_GAME: Final = of_each_variant("ChangedGame", {**GAME_SHOWN, "effects": _EFFECTS}, optional=("effects",))


class ChangeRequestSchema(StrictSerializerSchema):
    """A change of a game: what its serializer leaves to the rules is said here."""

    target_class = "api.games.change_request.ChangeRequest"
    priority = 1  # before what holds for all strict serializers

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The object, closed, with its rules and players."""
        schema = super().map_serializer(auto_schema, direction)
        given = schema["properties"]
        rules = about(RULES_REQUEST, given["rules"]["description"])
        players = about(players_given(), given["players"]["description"])
        deal = about({"oneOf": [integer_schema(1), UUID]}, given["from_deal"]["description"])
        return {**schema, "properties": {**given, "rules": rules, "players": players, "from_deal": deal}}
