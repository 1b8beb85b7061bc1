"""What a call is answered: a line for each report and the new findings, as the author may see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.models import Deal, Report
from scoring.rules import referee as rules
from scoring.rules.secrets import is_open, seen_fields, seen_finding
from scoring.selectors.reports import SECRET_KINDS, is_hidden, shown
from scoring.services.calls import Call


@dataclass(frozen=True, slots=True)
class Secrecy:
    """Which deals keep their secrets in an answer: those still open on record, or, once it is `recorded`, after it.

    A call that is not recorded (a dry run, or one that is held up) settles nothing in what it shows.
    """

    judge: rules.Referee
    open_before: Mapping[int, bool]
    recorded: bool

    def hides(self, number: int) -> bool:
        """Whether the deal with this number keeps its secrets."""
        if not self.recorded:
            return self.open_before.get(number, True)
        read = next((read for read in self.judge.deals if read.facts.number == number), None)
        return is_open(self.judge.sheet(read) if read else None)

    def hides_at(self, place: int) -> bool:
        """Whether the deal to which a place of the record belongs keeps its secrets."""
        read = next((read for read in reversed(self.judge.deals) if read.facts.opened.root <= place), None)
        return read is None or self.hides(read.facts.number)


def open_deals(rows: Mapping[int, Deal]) -> dict[int, bool]:
    """Which of these deals keep their secrets on record."""
    return {number: is_open(row.sheet) for number, row in rows.items()}


def line(
    call: Call, index: int, heard: Mapping[int, rules.Heard], rows: Mapping[int, Report], secrecy: Secrecy
) -> dict[str, Any]:
    """What the answer says of one report: recorded, on record under this id, or on record under another."""
    sent = call.sent[index]
    told = call.echoes.get(index, index)
    if told not in heard:
        return known_line(call, told)
    unit = heard[told].duplicate
    if unit is not None:
        return _other_name(sent.id, recorded_as=unit.id, seq=unit.seq)
    row = rows[told]
    hidden = row.kind in SECRET_KINDS and secrecy.hides_at(row.root)
    fields = shown(row, call.author.access.viewer, hidden=hidden)
    id_ = None if sent.id is None and not secrecy.recorded else fields["id"]
    return {**fields, "id": id_, "duplicate": told != index}


def known_line(call: Call, index: int) -> dict[str, Any]:
    """What the answer says of a report that is on record under this very id."""
    id_ = call.sent[index].id
    if id_ is None:
        raise ValueError("a report without an id is not known by it")
    known = call.known[id_]
    if not known.own:
        return _other_name(id_, recorded_as=str(known.report_id), seq=known.seq)
    hidden = known.kind in SECRET_KINDS and is_hidden(call.game, place=known.root)
    fields = seen_fields(known.kind, known.payload, call.author.access.viewer, hidden=hidden)
    return {"seq": known.seq, "id": str(id_), "kind": known.kind, **fields, "duplicate": True}


def _other_name(sent: UUID | None, *, recorded_as: str, seq: int) -> dict[str, Any]:
    return {"id": None if sent is None else str(sent), "recorded_as": recorded_as, "seq": seq, "duplicate": True}


def finding_json(held: rules.Held, call: Call, secrecy: Secrecy) -> dict[str, Any]:
    """A new finding as the author may see it."""
    finding = held.finding.as_json(call.game.id, held.deal)
    return seen_finding(finding, call.author.access.viewer, hidden=secrecy.hides(held.deal))
