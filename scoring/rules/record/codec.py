"""Reports as JSON and back: strict, all faults at once, derived from the wire types in record.py.

The reader answers a `Said` or a list of `ShapeFault`s with the path to each field at fault. It knows nothing of the
game but its shape: how many seats, sides, cards in a hand and tricks there are.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID

from scoring.rules.pack.cards import RANKS, SUITS, NotACard, card, members, notation, set_of
from scoring.rules.pack.modes import MODE
from scoring.rules.record.kinds import JOURNAL_KINDS, KINDS, NOBODY, Corrected, Report, Retracted, Said, Wire
from scoring.rules.record.text import NOT_IN_A_TEXT, UUID_FORM

TEXT_LIMIT = 2000
MOST_FAULTS = 101
"""How many faults of one value are looked for: one more than anybody shows."""

PACK = len(SUITS) * len(RANKS)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the shape of a report depends on: seats, sides, cards in a hand as dealt, tricks in a deal.

    Of the fields of all kinds (kind and name), a game `lacks` some that others have, and `needs` some that others lack.
    """

    seats: int
    sides: int
    hand_size: int
    tricks: int
    lacks: frozenset[tuple[str, str]] = frozenset()
    needs: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class ShapeFault:
    """A field that is not of its form: where, a stable code, and the facts for the sentence."""

    path: tuple[str | int, ...]
    code: str
    params: Mapping[str, Any]


class Misshapen(Exception):
    """A value that is not of its form: all its faults, their paths seen from the value."""

    def __init__(self, *faults: ShapeFault) -> None:
        super().__init__(faults)
        self.faults = faults

    def under(self, step: str | int) -> list[ShapeFault]:
        """The faults, seen from the value that holds this one at `step`."""
        return [ShapeFault((step, *fault.path), fault.code, fault.params) for fault in self.faults]


def _no(code: str, *, inner: tuple[str | int, ...] = (), **params: Any) -> Misshapen:
    """A value with one fault. `inner` leads from it to the value at fault."""
    return Misshapen(ShapeFault(inner, code, params))


Step = TypeVar("Step", str, int)
Value = TypeVar("Value")


def _each(values: Iterable[tuple[Step, Any]], read_one: Callable[[Any], Value]) -> dict[Step, Value]:
    """The values as read, by their step from the value that holds them; or all their faults."""
    found: dict[Step, Value] = {}
    faults: list[ShapeFault] = []
    for step, value in values:
        try:
            found[step] = read_one(value)
        except Misshapen as misshapen:
            faults += misshapen.under(step)
            if len(faults) >= MOST_FAULTS:
                break
    if faults:
        raise Misshapen(*faults)
    return found


Reader = Callable[[Any, Wire, Shape], Any]
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
            type="int",
            low=1,
            high=100_000,
            about="The number of the deal meant; with it, what is on record already is a duplicate.",
        ),
    ),
    ("as_played", Wire(type="bool", about="Insist: record it as the fact it is, against the rules or not.")),
)
"""Fields that any report may carry, besides `id` and `occurred_at`, which the rules do not read."""


def _integer(value: Any, low: int | None, high: int | None) -> int:
    if type(value) is not int:
        raise _no("wrong_type", expected="integer")
    if (low is not None and value < low) or (high is not None and value > high):
        raise _no("invalid_value", minimum=low, maximum=high)
    return value


def _read_int(value: Any, spec: Wire, shape: Shape) -> int:
    return _integer(value, spec.low, spec.high)


def _read_bid(value: Any, spec: Wire, shape: Shape) -> int:
    if type(value) is not int:
        raise _no("wrong_type", expected="integer")
    if spec.low is not None and spec.high is not None and not spec.low <= value <= spec.high:
        raise _no("bid_out_of_range", minimum=spec.low, maximum=spec.high, allowed=f"{spec.low}..{spec.high}")
    return value


def _read_seat(value: Any, spec: Wire, shape: Shape) -> int:
    if type(value) is not int:
        raise _no("wrong_type", expected="integer")
    if not 1 <= value <= shape.seats:
        raise _no("not_a_seat", value=value, seats=shape.seats)
    return value


def _read_side(value: Any, spec: Wire, shape: Shape) -> int:
    return _integer(value, 1, shape.sides)


def _read_trick_number(value: Any, spec: Wire, shape: Shape) -> int:
    return _integer(value, 1, shape.tricks)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _no("wrong_type", expected="string")
    return value


def _read_card(value: Any, spec: Wire, shape: Shape) -> int:
    try:
        return card(_text(value))
    except NotACard:
        raise _no("not_a_card", value=value[:20]) from None


def _read_cards(value: Any, spec: Wire, shape: Shape) -> list[int]:
    if not isinstance(value, list):
        raise _no("wrong_type", expected="array")
    if len(value) > PACK:
        raise _no("invalid_value", max_items=PACK)
    return list(_each(enumerate(value), lambda item: _read_card(item, spec, shape)).values())


def _read_set(value: Any, spec: Wire, shape: Shape) -> int:
    found = _read_cards(value, spec, shape)
    twice = [index for index, item in enumerate(found) if item in found[:index]]
    if twice:
        raise Misshapen(*(ShapeFault((index,), "invalid_value", {"twice": True}) for index in twice))
    return set_of(found)


def _read_hand(value: Any, spec: Wire, shape: Shape) -> int:
    found = _read_set(value, spec, shape)
    if found.bit_count() != shape.hand_size:
        raise _no("invalid_value", items=shape.hand_size)
    return found


def _read_weis(value: Any, spec: Wire, shape: Shape) -> int:
    return _read_set(value, spec, shape)


def _read_trick(value: Any, spec: Wire, shape: Shape) -> tuple[int, ...]:
    found = _read_cards(value, spec, shape)
    if len(found) != shape.seats:
        raise _no("invalid_value", items=shape.seats)
    return tuple(found)


def _read_mode(value: Any, spec: Wire, shape: Shape) -> str:
    if _text(value) not in MODE:
        raise _no("mode_not_allowed", value=value[:20], allowed=list(MODE))
    return str(value)


def _read_uuid(value: Any, spec: Wire, shape: Shape) -> str:
    form = UUID_FORM.fullmatch(_text(value))
    if form is None:
        raise _no("invalid_value", uuid=True)
    return str(UUID(form[1]))


def _read_text(value: Any, spec: Wire, shape: Shape) -> str:
    text = _text(value)
    if len(text) > TEXT_LIMIT:
        raise _no("invalid_value", max_length=TEXT_LIMIT)
    found = NOT_IN_A_TEXT.search(text)
    if found:
        raise _no("invalid_value", character=f"U+{ord(found.group()):04X}")
    return text


def _read_bool(value: Any, spec: Wire, shape: Shape) -> bool:
    if type(value) is not bool:
        raise _no("wrong_type", expected="boolean")
    return value


def _read_points_by_side(value: Any, spec: Wire, shape: Shape) -> Mapping[int, int]:
    return _by_side(value, spec, shape, read_one=_read_int)


def _read_bids_by_side(value: Any, spec: Wire, shape: Shape) -> Mapping[int, int]:
    return _by_side(value, spec, shape, read_one=_read_bid)


def _by_side(value: Any, spec: Wire, shape: Shape, *, read_one: Reader) -> Mapping[int, int]:
    if not isinstance(value, dict):
        raise _no("wrong_type", expected="object")
    sides = {str(side) for side in range(1, shape.sides + 1)}

    def points(entry: tuple[str, Any]) -> int:
        name, number = entry
        if name not in sides:
            raise _no("unknown_field", name=name[:40])
        one: int = read_one(number, spec, shape)
        return one

    found = _each(((name, (name, number)) for name, number in value.items()), points)
    return {int(name): number for name, number in found.items()}


CATEGORY = re.compile(r"[a-z][a-z_]{0,39}")
"""The form of an incident's category."""


def _read_category(value: Any, spec: Wire, shape: Shape) -> str:
    if not CATEGORY.fullmatch(_text(value)):
        raise _no("invalid_value", hint="category")
    return str(value)


def _read_seat_or_side(value: Any, spec: Wire, shape: Shape) -> Mapping[str, int]:
    if not isinstance(value, dict):
        raise _no("wrong_type", expected="object")
    if len(value) != 1:
        raise _no("invalid_value", items=1)

    def number(entry: tuple[str, Any]) -> int:
        name, one = entry
        if name not in {"seat", "side"}:
            raise _no("unknown_field", name=name[:40])
        return _read_seat(one, spec, shape) if name == "seat" else _read_side(one, spec, shape)

    return _each(((name, (name, one)) for name, one in value.items()), number)


def _read_side_or_nobody(value: Any, spec: Wire, shape: Shape) -> int:
    return NOBODY if value is None else _integer(value, 1, shape.sides)


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
        raise _no("invalid_value", min_items=1, max_items=MOST_IN_PLACE)

    def report(one: Any) -> Said:
        if not isinstance(one, dict):
            raise _no("wrong_type", expected="object")
        said = read(one, shape=shape, kinds=REPLACING, envelope=ENVELOPE[:1])
        if isinstance(said, list):
            raise Misshapen(*said)
        return said

    return tuple(_each(enumerate(value), report).values()) if isinstance(value, list) else (report(value),)


READERS: dict[str, Reader] = {
    "int": _read_int,
    "bid": _read_bid,
    "seat": _read_seat,
    "side": _read_side,
    "trick_number": _read_trick_number,
    "card": _read_card,
    "laid_card": _read_card,
    "hand": _read_hand,
    "weis": _read_weis,
    "trick": _read_trick,
    "mode": _read_mode,
    "report_id": _read_uuid,
    "text": _read_text,
    "bool": _read_bool,
    "points_by_side": _read_points_by_side,
    "bids_by_side": _read_bids_by_side,
    "category": _read_category,
    "side_or_nobody": _read_side_or_nobody,
    "seat_or_side": _read_seat_or_side,
    "replacement": _read_replacement,
}
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
            values[name] = READERS[spec.type](data[name], spec, shape)
        except Misshapen as misshapen:
            faults += misshapen.under(name)
    return values, faults


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
    return value


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
