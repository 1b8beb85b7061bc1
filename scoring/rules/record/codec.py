"""Reports as JSON and back: strict, all faults at once, derived from the wire types of their fields.

The reader answers a `Said` or a list of `ShapeFault`s with the path to each field at fault. It knows nothing of the
game but its shape: how many seats, sides, cards in a hand and tricks there are.
"""

from collections.abc import Mapping
from dataclasses import fields
from itertools import islice
from typing import Any

from scoring.rules.pack.cards import members, notation
from scoring.rules.record.kinds import EITHER, JOURNAL_KINDS, KINDS, NOBODY, Corrected, Report, Retracted, Said
from scoring.rules.record.readers import READERS, Reader
from scoring.rules.record.shape import MOST_FAULTS, Misshapen, Shape, ShapeFault, misshapen, read_each
from scoring.rules.record.wire import Wire

Wires = tuple[tuple[str, Wire], ...]


def wires_of(kind: type[Report]) -> Wires:
    """The fields of a kind with their wire types, in order."""
    return _WIRES[kind.kind]


_WIRES: Mapping[str, Wires] = {
    name: tuple((each.name, each.metadata["wire"]) for each in fields(kind)) for name, kind in JOURNAL_KINDS.items()
}

ENVELOPE: Wires = (
    (
        "deal",
        Wire(
            type="deal",
            low=1,
            high=100_000,
            about="The deal meant, by its number or its id; with it, what is on record already is a duplicate.",
        ),
    ),
    ("as_played", Wire(type="bool", about="Insist: record it as the fact it is, against the rules or not.")),
)
"""Fields that any report may carry, besides `id` and `occurred_at`, which the rules do not read."""


REPLACING: Mapping[str, type[Report]] = {
    name: kind for name, kind in KINDS.items() if kind not in {Retracted, Corrected}
}
"""The kinds that may take the place of a report."""

MOST_IN_PLACE = 20
"""How many reports may take the place of one."""


def _read_replacement(value: Any, spec: Wire, shape: Shape) -> tuple[Said, ...]:
    """One report, or a list of them; none of them takes a place itself, and the outer report insists for all."""
    reports = value if isinstance(value, list) else [value]
    if not 1 <= len(reports) <= MOST_IN_PLACE:
        raise misshapen("invalid_value", min_items=1, max_items=MOST_IN_PLACE)

    def report(one: Any) -> Said:
        if not isinstance(one, dict):
            raise misshapen("wrong_type", expected="object")
        said = read(one, shape=shape, kinds=REPLACING, envelope=ENVELOPE[:1])
        if isinstance(said, list):
            raise Misshapen(*said)
        return said

    return tuple(read_each(enumerate(value), report).values()) if isinstance(value, list) else (report(value),)


WIRE_TYPES: Mapping[str, Reader] = {**READERS, "replacement": _read_replacement}
"""How each wire type is read; the OpenAPI document has an entry for each too (api/reports/schema.py)."""


def read(
    data: Mapping[str, Any],
    *,
    shape: Shape,
    ignoring: frozenset[str] = frozenset(),
    kinds: Mapping[str, type[Report]] = KINDS,
    envelope: Wires = ENVELOPE,
) -> Said | list[ShapeFault]:
    """The report that a JSON object says, or all that is wrong with its form.

    `ignoring` names envelope fields that the caller reads itself (`id`, `occurred_at`).
    """
    name = data.get("kind")
    if "kind" not in data:
        return [ShapeFault(("kind",), "missing_field", {"name": "kind"})]
    if not isinstance(name, str):
        return [ShapeFault(("kind",), "wrong_type", {"expected": "string"})]
    kind = kinds.get(name)
    if kind is None:
        return [ShapeFault(("kind",), "unknown_kind", {"value": name[:40], "allowed": list(kinds)})]
    wires = (*wires_of(kind), *envelope)
    values, faults = _read_fields(data, wires, shape, kind=name)
    faults += _of_two(data, kind=name)
    known = {"kind", *ignoring, *(name for name, _ in wires)}
    unknown = (str(extra) for extra in data if extra not in known)
    faults += [ShapeFault((extra,), "unknown_field", {"name": extra[:40]}) for extra in islice(unknown, MOST_FAULTS)]
    if faults:
        return faults
    return Said(deal=values.pop("deal", None), as_played=values.pop("as_played", None) or False, report=kind(**values))


def _read_fields(
    data: Mapping[str, Any], wires: Wires, shape: Shape, *, kind: str
) -> tuple[dict[str, Any], list[ShapeFault]]:
    values: dict[str, Any] = {}
    faults: list[ShapeFault] = []
    for name, spec in wires:
        needed = spec.required or (kind, name) in shape.needs
        if name not in data or (data[name] is None and not spec.required and spec.type != "side_or_nobody"):
            if needed:
                faults.append(ShapeFault((name,), "missing_field", {"name": name}))
            continue
        if (kind, name) in shape.lacks:
            faults.append(ShapeFault((name,), "not_in_these_rules", {"option": name}))
            continue
        try:
            values[name] = WIRE_TYPES[spec.type](data[name], spec, shape)
        except Misshapen as misshapen:
            faults += misshapen.under(name)
    return values, faults


def _of_two(data: Mapping[str, Any], *, kind: str) -> list[ShapeFault]:
    """What is wrong where exactly one of two fields must be given."""
    two = EITHER.get(kind, ())
    given = [name for name in two if data.get(name) is not None]
    if two and not given:
        return [ShapeFault((two[0],), "missing_field", {"name": two[0]})]
    return [ShapeFault((name,), "invalid_value", {"hint": "left_out"}) for name in given[1:]]


def _written(value: Any, type_: str) -> Any:
    if type_ in {"card", "laid_card"}:
        return notation(value)
    if type_ in {"hand", "weis"}:
        return [notation(one) for one in members(value)]
    if type_ == "trick":
        return [notation(one) for one in value]
    if type_ in {"points_by_side", "bids_by_side"}:
        return {str(side): points for side, points in sorted(value.items())}
    if type_ == "seat_or_side":
        return dict(value)
    if type_ == "side_or_nobody":
        return None if value == NOBODY else value
    if type_ == "replacement":
        reports = [{"kind": said.report.kind, **written(said)} for said in value]
        return reports[0] if len(reports) == 1 else reports
    return value.as_json() if type_ == "weis_said" else value


def written(said: Said) -> dict[str, Any]:
    """The fields of a report as JSON, normalised (upper-case cards, sets in order), without those left out.

    `read` of it gives the same report; two reports say the same when this is equal.
    """
    report = said.report
    out: dict[str, Any] = {}
    for name, spec in wires_of(type(report)):
        value = getattr(report, name)
        if value is not None:
            out[name] = _written(value, spec.type)
    if said.deal is not None:
        out["deal"] = said.deal
    return out
