"""What may stand in an option: one of a few words, a whole number, yes or no, or an object of whole numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.rules.pack.modes import MODES

Fault: TypeAlias = Literal["invalid_option", "missing_field", "unknown_field", "wrong_type"]
Allowed: TypeAlias = tuple[str | int | bool | None, ...] | str
"""The values that may stand in an option, or a range of whole numbers: "1..20"."""


@dataclass(frozen=True)
class Choice:
    """One of a few words or numbers."""

    values: tuple[str | int, ...]

    @property
    def allowed(self) -> Allowed:
        """For an error: what may stand here."""
        return self.values

    def fault(self, value: object) -> Fault | None:
        """What is wrong with the value, or None. A bool is no int, and 4.0 is none."""
        if type(value) is not type(self.values[0]):
            return "wrong_type"
        return None if value in self.values else "invalid_option"


@dataclass(frozen=True)
class Whole:
    """A whole number in a range, both ends included."""

    least: int
    most: int

    @property
    def allowed(self) -> Allowed:
        """For an error: what may stand here."""
        return f"{self.least}..{self.most}"

    def fault(self, value: object) -> Fault | None:
        """What is wrong with the value, or None."""
        if type(value) is not int:
            return "wrong_type"
        return None if self.least <= value <= self.most else "invalid_option"


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    @property
    def allowed(self) -> Allowed:
        """For an error: what may stand here."""
        return (True, False)

    def fault(self, value: object) -> Fault | None:
        """What is wrong with the value, or None."""
        return None if type(value) is bool else "wrong_type"


@dataclass(frozen=True)
class Numbers:
    """A whole number under each of some names: an object on the wire, a tuple in their order in the options."""

    each: Mapping[str, Whole]

    @property
    def allowed(self) -> Allowed:
        """For an error: the names."""
        return tuple(self.each)

    def fault(self, value: object) -> Fault | None:
        """What is wrong with the value as a whole, or None; its members are asked one by one."""
        return None if isinstance(value, Mapping) else "wrong_type"


def per_mode(each: Whole) -> Numbers:
    """A whole number for each mode."""
    return Numbers({mode.name: each for mode in MODES})


def per_side(sides: int, each: Whole) -> Numbers:
    """A whole number for each side."""
    return Numbers({str(side): each for side in range(1, sides + 1)})


def parts(**each: Whole) -> Numbers:
    """A whole number for each of these names."""
    return Numbers(each)


Domain: TypeAlias = Choice | Whole | Flag | Numbers
