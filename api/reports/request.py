"""What a call with reports says, read strictly; the reports themselves are read by the rules' own codec."""

from itertools import islice
from typing import Any

from api.forms.fields import StrictBoolean, StrictDateTime, StrictUUID
from api.forms.objects import read
from api.problems.faults import MOST_FAULTS, Problem, RequestFault, are_enough
from scoring.rules.record.codec import read as read_report
from scoring.rules.record.codec import wires_of
from scoring.rules.record.entries import Sent
from scoring.rules.record.kinds import KINDS
from scoring.rules.record.shape import Shape, ShapeFault
from scoring.selectors.access import SEAT_KINDS

MOST = 200
"""How many reports a call may hold."""

ID = StrictUUID()
MOMENT = StrictDateTime()
FLAG = StrictBoolean()
OWN = frozenset({"id", "occurred_at"})
"""The fields of a report that are read here and not by the rules."""

SPOKEN = frozenset(
    name for name, kind in KINDS.items() if name in SEAT_KINDS and "seat" in {field for field, _ in wires_of(kind)}
)
"""The kinds in which a player speaks for the own seat."""


def reports_of(data: dict[str, Any], *, shape: Shape, speaker: int | None = None) -> tuple[list[Sent], bool]:
    """The reports of a call and whether it is a dry run; a Problem with all faults of the call.

    `speaker` is the seat of a player: it is meant where a report that has a seat names none.
    """
    faults: list[RequestFault] = []
    dry_run = read(FLAG, data["dry_run"], "dry_run", faults=faults) if "dry_run" in data else False
    given = _given(data, faults)
    sent = [
        _sent(_spoken(one, speaker), index, shape, faults) for index, one in enumerate(given) if not are_enough(faults)
    ]
    unknown = (name for name in data if name not in {"reports", "dry_run"})
    faults += [
        RequestFault("unknown_field", params={"name": name[:40]}).under(name)
        for name in islice(unknown, MOST_FAULTS + 1)
    ]
    if faults:
        raise Problem.of(faults)
    return [one for one in sent if one is not None], bool(dry_run)


def _given(data: dict[str, Any], faults: list[RequestFault]) -> list[Any]:
    """The list of reports as it came; where it is none or not of its length, its fault is added and nothing is read."""
    given = data.get("reports")
    if "reports" not in data:
        fault = RequestFault("missing_field", params={"name": "reports"})
    elif not isinstance(given, list):
        fault = RequestFault("wrong_type", params={"expected": "array"})
    elif not 1 <= len(given) <= MOST:
        fault = RequestFault("invalid_value", params={"min_items": 1, "max_items": MOST})
    else:
        return given
    faults.append(fault.under("reports"))
    return []


def _spoken(given: Any, speaker: int | None) -> Any:
    """The report with the speaker's seat where it names none; also those that a correction puts in another's place."""
    if speaker is None or not isinstance(given, dict):
        return given
    kind = given.get("kind")
    if isinstance(kind, str) and kind in SPOKEN and given.get("seat") is None:
        return {**given, "seat": speaker}
    replacement = given.get("replacement")
    if isinstance(replacement, list):
        return {**given, "replacement": [_spoken(one, speaker) for one in replacement]}
    return {**given, "replacement": _spoken(replacement, speaker)} if isinstance(replacement, dict) else given


def _sent(given: Any, index: int, shape: Shape, faults: list[RequestFault]) -> Sent | None:
    """One report; where it is at fault, None, and its faults are added, each with the index of the report."""
    found: list[RequestFault] = []
    said: Any = None
    id_ = moment = None
    if not isinstance(given, dict):
        found.append(RequestFault("wrong_type", params={"expected": "object"}))
    else:
        said = read_report(given, shape=shape, ignoring=OWN)
        id_ = read(ID, given["id"], "id", faults=found) if given.get("id") is not None else None
        moment = (
            read(MOMENT, given["occurred_at"], "occurred_at", faults=found)
            if given.get("occurred_at") is not None
            else None
        )
    if isinstance(said, list):
        found += [_fault(fault) for fault in said]
    if found:
        faults += [
            RequestFault(one.code, one.pointer, params=one.params, members={"report": index}).under("reports", index)
            for one in found
        ]
        return None
    return Sent(id_, said, moment)


def _fault(fault: ShapeFault) -> RequestFault:
    return RequestFault(fault.code, params=fault.params).under(*fault.path)
