"""How each wire type is read: strictly, nothing guessed or converted."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from scoring.rules.pack.cards import RANKS, SUITS, NotACard, card, set_of
from scoring.rules.pack.modes import MODE
from scoring.rules.record.kinds import NOBODY
from scoring.rules.record.shape import Misshapen, Shape, ShapeFault, misshapen, read_each
from scoring.rules.record.text import NOT_IN_A_TEXT, UUID_FORM
from scoring.rules.record.weis_said import WeisSaid, read_weis_said
from scoring.rules.record.wire import Wire

TEXT_LIMIT = 2000
PACK = len(SUITS) * len(RANKS)

Reader = Callable[[Any, Wire, Shape], Any]


def _integer(value: Any, low: int | None, high: int | None) -> int:
    if type(value) is not int:
        raise misshapen("wrong_type", expected="integer")
    if (low is not None and value < low) or (high is not None and value > high):
        raise misshapen("invalid_value", minimum=low, maximum=high)
    return value


def _read_int(value: Any, spec: Wire, shape: Shape) -> int:
    return _integer(value, spec.low, spec.high)


def _read_bid(value: Any, spec: Wire, shape: Shape) -> int:
    if type(value) is not int:
        raise misshapen("wrong_type", expected="integer")
    if spec.low is not None and spec.high is not None and not spec.low <= value <= spec.high:
        raise misshapen("bid_out_of_range", minimum=spec.low, maximum=spec.high, allowed=f"{spec.low}..{spec.high}")
    return value


def _read_seat(value: Any, spec: Wire, shape: Shape) -> int:
    if type(value) is not int:
        raise misshapen("wrong_type", expected="integer")
    if not 1 <= value <= shape.seats:
        raise misshapen("not_a_seat", value=value, seats=shape.seats)
    return value


def _read_side(value: Any, spec: Wire, shape: Shape) -> int:
    return _integer(value, 1, shape.sides)


def _read_trick_number(value: Any, spec: Wire, shape: Shape) -> int:
    return _integer(value, 1, shape.tricks)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise misshapen("wrong_type", expected="string")
    return value


def _read_card(value: Any, spec: Wire, shape: Shape) -> int:
    try:
        return card(_text(value))
    except NotACard:
        raise misshapen("not_a_card", value=value[:20]) from None


def _read_cards(value: Any, spec: Wire, shape: Shape) -> list[int]:
    if not isinstance(value, list):
        raise misshapen("wrong_type", expected="array")
    if len(value) > PACK:
        raise misshapen("invalid_value", max_items=PACK)
    return list(read_each(enumerate(value), lambda item: _read_card(item, spec, shape)).values())


def _read_set(value: Any, spec: Wire, shape: Shape) -> int:
    found = _read_cards(value, spec, shape)
    twice = [index for index, item in enumerate(found) if item in found[:index]]
    if twice:
        raise Misshapen(*(ShapeFault((index,), "invalid_value", {"twice": True}) for index in twice))
    return set_of(found)


def _read_hand(value: Any, spec: Wire, shape: Shape) -> int:
    found = _read_set(value, spec, shape)
    if found.bit_count() != shape.hand_size:
        raise misshapen("invalid_value", items=shape.hand_size)
    return found


def _read_weis(value: Any, spec: Wire, shape: Shape) -> int:
    return _read_set(value, spec, shape)


def _read_weis_said(value: Any, spec: Wire, shape: Shape) -> WeisSaid:
    return read_weis_said(value)


def _read_trick(value: Any, spec: Wire, shape: Shape) -> tuple[int, ...]:
    found = _read_cards(value, spec, shape)
    if len(found) != shape.seats:
        raise misshapen("invalid_value", items=shape.seats)
    return tuple(found)


def _read_mode(value: Any, spec: Wire, shape: Shape) -> str:
    if _text(value) not in MODE:
        raise misshapen("mode_not_allowed", value=value[:20], allowed=list(MODE))
    return str(value)


def _read_uuid(value: Any, spec: Wire, shape: Shape) -> str:
    form = UUID_FORM.fullmatch(_text(value))
    if form is None:
        raise misshapen("invalid_value", uuid=True)
    return str(UUID(form[1]))


def _read_text(value: Any, spec: Wire, shape: Shape) -> str:
    text = _text(value)
    if len(text) > TEXT_LIMIT:
        raise misshapen("invalid_value", max_length=TEXT_LIMIT)
    found = NOT_IN_A_TEXT.search(text)
    if found:
        raise misshapen("invalid_value", character=f"U+{ord(found.group()):04X}")
    return text


def _read_bool(value: Any, spec: Wire, shape: Shape) -> bool:
    if type(value) is not bool:
        raise misshapen("wrong_type", expected="boolean")
    return value


def _read_points_by_side(value: Any, spec: Wire, shape: Shape) -> Mapping[int, int]:
    return _by_side(value, spec, shape, read_one=_read_int)


def _read_bids_by_side(value: Any, spec: Wire, shape: Shape) -> Mapping[int, int]:
    return _by_side(value, spec, shape, read_one=_read_bid)


def _by_side(value: Any, spec: Wire, shape: Shape, *, read_one: Reader) -> Mapping[int, int]:
    if not isinstance(value, dict):
        raise misshapen("wrong_type", expected="object")
    sides = {str(side) for side in range(1, shape.sides + 1)}

    def points(entry: tuple[str, Any]) -> int:
        name, number = entry
        if name not in sides:
            raise misshapen("unknown_field", name=name[:40])
        one: int = read_one(number, spec, shape)
        return one

    found = read_each(((name, (name, number)) for name, number in value.items()), points)
    return {int(name): number for name, number in found.items()}


CATEGORY = re.compile(r"[a-z][a-z_]{0,39}")
"""The form of an incident's category."""


def _read_category(value: Any, spec: Wire, shape: Shape) -> str:
    if not CATEGORY.fullmatch(_text(value)):
        raise misshapen("invalid_value", hint="category")
    return str(value)


def _read_seat_or_side(value: Any, spec: Wire, shape: Shape) -> Mapping[str, int]:
    if not isinstance(value, dict):
        raise misshapen("wrong_type", expected="object")
    if len(value) != 1:
        raise misshapen("invalid_value", items=1)

    def number(entry: tuple[str, Any]) -> int:
        name, one = entry
        if name not in {"seat", "side"}:
            raise misshapen("unknown_field", name=name[:40])
        return _read_seat(one, spec, shape) if name == "seat" else _read_side(one, spec, shape)

    return read_each(((name, (name, one)) for name, one in value.items()), number)


def _read_side_or_nobody(value: Any, spec: Wire, shape: Shape) -> int:
    return NOBODY if value is None else _integer(value, 1, shape.sides)


def _read_deal(value: Any, spec: Wire, shape: Shape) -> int | str:
    named = isinstance(value, str) and UUID_FORM.fullmatch(value)
    return _read_uuid(value, spec, shape) if named else _read_int(value, spec, shape)


READERS: Mapping[str, Reader] = {
    "int": _read_int,
    "deal": _read_deal,
    "bid": _read_bid,
    "seat": _read_seat,
    "side": _read_side,
    "trick_number": _read_trick_number,
    "card": _read_card,
    "laid_card": _read_card,
    "hand": _read_hand,
    "weis": _read_weis,
    "weis_said": _read_weis_said,
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
}
"""The readers by wire type, without `replacement`: that one holds reports, so the codec reads it."""
