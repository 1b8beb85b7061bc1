"""The form of a report: what it depends on, and what is wrong with one that does not have it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

MOST_FAULTS = 101
"""How many faults of one value are looked for: one more than anybody shows."""


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


def misshapen(code: str, *, inner: tuple[str | int, ...] = (), **params: Any) -> Misshapen:
    """A value with one fault. `inner` leads from it to the value at fault."""
    return Misshapen(ShapeFault(inner, code, params))


Step = TypeVar("Step", str, int)
Value = TypeVar("Value")


def read_each(values: Iterable[tuple[Step, Any]], read_one: Callable[[Any], Value]) -> dict[Step, Value]:
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
