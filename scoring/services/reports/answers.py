"""What a call is answered: a line for each report, the new findings and the game, as the author may see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.models import Report
from scoring.rules.call import NewFinding
from scoring.rules.record.codec import written
from scoring.rules.record.entries import Entry, Unit
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.view.secrets import SECRETS, hidden_in, may_hide, seen_fields
from scoring.selectors.games import deals_of
from scoring.selectors.reports import NONE_HIDDEN, hidden_at, recorded_json
from scoring.services.reports.calls import Call
from scoring.services.reports.secrecy import Secrecy


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of a call, in the shape of docs/api.md (Reports) and without what its author may not see.

    A line for each report (`{"seq": 7, "id": ..., "kind": "trick", ..., "duplicate": False}`), the new findings, the
    game as it is now with its `version`, and what else the call changed. `known` says that nothing was new.

    A brief answer has no game, and of each line only `seq`, `id` and `duplicate`. Nothing of it may be hidden, so
    nobody has to find out what is.
    """

    lines: list[dict[str, Any]]
    findings: list[dict[str, Any]]
    game: dict[str, Any] | None
    version: int
    effects: Sequence[dict[str, Any]] = ()
    known: bool = False


def all_known(call: Call) -> Accepted:
    """The answer to a call of which all is on record under its ids."""
    lines = [_known_line(call, call.echoes.get(index, index)) for index in range(len(call.sent))]
    game = None if call.brief else call.secrecy.game_shown()
    return Accepted(lines, [], game, call.game.version, known=True)


def accepted(
    call: Call,
    heard: Mapping[int, Report | Entry | Unit],
    *,
    findings: Sequence[NewFinding],
    effects: Sequence[dict[str, Any]],
    secrecy: Secrecy,
) -> Accepted:
    """The answer to a call that was heard: `heard` has the new row of each report, or the unit that it repeats."""
    return Accepted(
        [_line(call, index, heard, secrecy) for index in range(len(call.sent))],
        [secrecy.new_finding(new) for new in findings],
        None if call.brief else _game(call, heard, secrecy),
        call.game.version,
        effects=effects,
        known=not any(isinstance(one, Report) for one in heard.values()),
    )


def _game(call: Call, heard: Mapping[int, Report | Entry | Unit], secrecy: Secrecy) -> dict[str, Any]:
    """The game after the call. In a dry run a new report has no id where none was sent; it would get one."""
    game = secrecy.game_shown()
    newest = game["next"]["retract"]
    if newest is not None and not secrecy.recorded:
        unnamed = {
            str(row.report_id) for index, row in heard.items() if isinstance(row, Report) and not call.sent[index].id
        }
        if newest["report"] in unnamed:
            game["next"]["retract"] = {**newest, "report": None}
    return game


# --- lines --------------------------------------------------------------------------------------------------------


def _line(call: Call, index: int, heard: Mapping[int, Report | Entry | Unit], secrecy: Secrecy) -> dict[str, Any]:
    """What the answer says of one report: recorded, on record under this id, or on record under another."""
    sent = call.sent[index]
    first = call.echoes.get(index, index)
    if first not in heard:
        return _known_line(call, first)
    found = heard[first]
    if not isinstance(found, Report):
        if call.brief:
            return _brief_line(found.seq, sent.id, duplicate=True)
        return _other_name(sent.id, recorded_as=found.id, seq=found.seq)
    id_ = None if sent.id is None and not secrecy.recorded else str(found.report_id)
    if call.brief:
        return _brief_line(found.seq, id_, duplicate=first != index)
    return {**secrecy.new_entry(found), "id": id_, "duplicate": first != index}


def _known_line(call: Call, index: int) -> dict[str, Any]:
    """What the answer says of a report that is on record under this very id."""
    id_ = call.sent[index].id
    if id_ is None:
        raise ValueError("a report without an id is not known by it")
    known = call.known[id_]
    if call.brief:
        return _brief_line(known.seq, id_, duplicate=True)
    if not known.own:
        return _other_name(id_, recorded_as=str(known.report_id), seq=known.seq)
    fields = call.secrecy.fields_on_record(known.kind, known.payload, place=known.root)
    return {"seq": known.seq, "id": str(id_), "kind": known.kind, **fields, "duplicate": True}


def _brief_line(seq: int, id_: UUID | str | None, *, duplicate: bool) -> dict[str, Any]:
    return {"seq": seq, "id": None if id_ is None else str(id_), "duplicate": duplicate}


def _other_name(sent: UUID | None, *, recorded_as: str, seq: int) -> dict[str, Any]:
    return {"id": None if sent is None else str(sent), "recorded_as": recorded_as, "seq": seq, "duplicate": True}


# --- contradictions -----------------------------------------------------------------------------------------------


def with_both_sides(refusal: Refused, call: Call) -> Refused:
    """A contradiction with what is on record and what was sent, as documents; any other refusal as it is."""
    if refusal.code != "conflicting_report":
        return refusal
    unit: Unit | None = refusal.params["recorded"]
    said = call.sent[refusal.report or 0].said
    kind, fields = said.report.kind, written(said)
    hidden = _hidden_where(call, said, unit) if may_hide(kind, fields) else NONE_HIDDEN
    sent = {"kind": kind, **seen_fields(kind, fields, call.secrecy.viewer, hidden=hidden)}
    return refusal.with_facts(recorded=_on_record(unit, call) if unit else None, sent=sent)


def _on_record(unit: Unit, call: Call) -> Mapping[str, Any] | None:
    """What stands against a report: the journal entry, or an earlier report of the same call as it was sent."""
    viewer = call.secrecy.viewer
    if unit.seq <= call.game.version:
        return recorded_json(call.game, unit.id, viewer=viewer)
    said = unit.said[0]
    fields = seen_fields(said.report.kind, written(said), viewer)
    return {"seq": None, "id": unit.id, "kind": said.report.kind, **fields}


def _hidden_where(call: Call, said: Said, against: Unit | None) -> frozenset[str]:
    """What is hidden in the deal that a contradiction is about; the report names it where nothing stands."""
    if against is None:
        deal = deals_of(call.game).filter(number=said.deal or 0).first()
        return hidden_in(deal.sheet if deal else None)
    return SECRETS if against.seq > call.game.version else hidden_at(call.game, place=against.root)
