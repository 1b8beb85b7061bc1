"""What a call is answered: a line for each report and the new findings, as the author may see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.models import Deal, Report
from scoring.rules import referee as rules
from scoring.rules.view.secrets import hidden_in, may_hide, seen_fields, seen_finding
from scoring.selectors.reports import NOTHING, hidden_at, shown
from scoring.services.reports.calls import Call


@dataclass(frozen=True, slots=True)
class Secrecy:
    """Which deals keep their secrets in an answer: those still open on record, or, once it is `recorded`, after it.

    A call that is not recorded (a dry run, or one that is held up) settles nothing in what it shows. `secret` are the
    kinds that a deal hides which is on record nowhere.
    """

    judge: rules.Referee | None
    secret: frozenset[str]
    hidden_before: Mapping[int, frozenset[str]]
    recorded: bool

    def hides(self, number: int) -> frozenset[str]:
        """The kinds that are hidden in the deal with this number."""
        if not self.recorded or self.judge is None:
            return self.hidden_before.get(number, self.secret)
        read = next((read for read in self.judge.deals if read.facts.number == number), None)
        return hidden_in(self.judge.sheet(read) if read else None, otherwise=self.secret)

    def hides_at(self, place: int) -> frozenset[str]:
        """The kinds that are hidden in the deal to which a place of the record belongs."""
        deals = self.judge.deals if self.judge else []
        read = next((read for read in reversed(deals) if read.facts.opened.root <= place), None)
        return self.secret if read is None else self.hides(read.facts.number)


def hidden_on_record(rows: Mapping[int, Deal]) -> dict[int, frozenset[str]]:
    """What is hidden in each of these deals on record."""
    return {number: hidden_in(row.sheet) for number, row in rows.items()}


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
    hidden = secrecy.hides_at(row.root) if may_hide(row.kind, row.payload) else NOTHING
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
    hidden = hidden_at(call.game, place=known.root) if may_hide(known.kind, known.payload) else NOTHING
    fields = seen_fields(known.kind, known.payload, call.author.access.viewer, hidden=hidden)
    return {"seq": known.seq, "id": str(id_), "kind": known.kind, **fields, "duplicate": True}


def _other_name(sent: UUID | None, *, recorded_as: str, seq: int) -> dict[str, Any]:
    return {"id": None if sent is None else str(sent), "recorded_as": recorded_as, "seq": seq, "duplicate": True}


def finding_json(held: rules.Held, call: Call, secrecy: Secrecy) -> dict[str, Any]:
    """A new finding as the author may see it."""
    finding = held.finding.as_json(call.game.id, held.deal)
    return seen_finding(finding, call.author.access.viewer, hidden=bool(secrecy.hides(held.deal)))
