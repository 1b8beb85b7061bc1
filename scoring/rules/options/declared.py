"""How an option is declared: what may stand in it, and what it hangs together with (docs/rules.md, section 8).

The options of each variant are a frozen dataclass whose fields carry such a declaration. Checking what a client gives,
the published schema and the sentences about errors all read it; none of them names an option.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, Protocol, Self, TypeAlias, TypeVar

from scoring.rules.pack.modes import MODE, MODES
from scoring.rules.pack.tricks import Undertrump

Fault: TypeAlias = Literal["invalid_option", "unknown_field", "wrong_type"]
Allowed: TypeAlias = tuple[str | int | bool | None, ...] | str
"""The values that may stand in an option, or a range of whole numbers: "1..20"."""


@dataclass(frozen=True)
class OptionFault:
    """One thing wrong with the options given for a game."""

    pointer: tuple[str, ...]
    """Where in the object given: ("factors", "rosen")."""
    code: Fault
    option: str
    allowed: Allowed = ()
    """What may stand there; empty where the field itself is unknown."""


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
class PerMode:
    """A whole number for each mode: an object on the wire, a tuple in the order of MODES in the options."""

    each: Whole

    @property
    def allowed(self) -> Allowed:
        """For an error: the modes."""
        return tuple(mode.name for mode in MODES)

    def fault(self, value: object) -> Fault | None:
        """What is wrong with the value as a whole, or None; its members are asked one by one."""
        return None if isinstance(value, Mapping) else "wrong_type"


Domain: TypeAlias = Choice | Whole | Flag | PerMode


@dataclass(frozen=True)
class Option:
    """What the rules say of one option, whatever its value in a game."""

    name: str
    domain: Domain
    about: str
    """What it decides, in English, with the rule."""
    part_of: str | None = None
    """The option that switches this one on: null while that one is null or false."""
    one_of: str | None = None
    """Of the options that share this word, exactly one is given and the others are null."""

    @property
    def nullable(self) -> bool:
        """Whether null may stand here."""
        return self.part_of is not None or self.one_of is not None

    def faults(self, value: object) -> list[OptionFault]:
        """Everything that is wrong with the value by itself."""
        if value is None and self.nullable:
            return []
        code = self.domain.fault(value)
        if code is not None:
            return [OptionFault((self.name,), code, option=self.name, allowed=self.domain.allowed)]
        if isinstance(self.domain, PerMode) and isinstance(value, Mapping):
            return self._member_faults(value, each=self.domain.each)
        return []

    def _member_faults(self, value: Mapping[str, object], *, each: Whole) -> list[OptionFault]:
        faults = []
        for mode, number in value.items():
            if mode not in MODE:
                faults.append(OptionFault((self.name, mode), "unknown_field", option=self.name))
            elif (code := each.fault(number)) is not None:
                faults.append(OptionFault((self.name, mode), code, option=self.name, allowed=each.allowed))
        return faults

    def invalid(self, *, but: object = None) -> OptionFault:
        """The fault of a value, or of a missing one, that the other options do not admit."""
        allowed = self.domain.allowed
        if isinstance(allowed, tuple):
            allowed = tuple(value for value in allowed if value != but)
        return OptionFault((self.name,), "invalid_option", option=self.name, allowed=allowed)

    def must_be_null(self) -> OptionFault:
        """The fault of a value that has no place beside the other options."""
        return OptionFault((self.name,), "invalid_option", option=self.name, allowed=(None,))


def says(domain: Domain, about: str, *, part_of: str | None = None, one_of: str | None = None) -> dict[str, Any]:
    """The declaration as the metadata of a dataclass field."""
    return {"domain": domain, "about": about, "part_of": part_of, "one_of": one_of}


@dataclass(frozen=True)
class Clash:
    """Two options that do not go together: `option` has this value while `against` has one of those."""

    option: str
    value: str
    against: str
    values: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the option classes of all variants have in common."""

    clashes: ClassVar[tuple[Clash, ...]] = ()

    @classmethod
    @cache
    def declared(cls) -> tuple[Option, ...]:
        """The options of this class in the order of the table."""
        return tuple(Option(name=each.name, **each.metadata) for each in fields(cls))

    def as_json(self) -> dict[str, object]:
        """Every option in the order of the table, as it stands on the wire (docs/api.md, Games)."""
        return {option.name: _on_the_wire(option, getattr(self, option.name)) for option in self.declared()}

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The options that `as_json` wrote: a game's own copy, which no later change of a preset reaches."""
        return cls(**{option.name: _in_the_rules(option, values[option.name]) for option in cls.declared()})


class GameOptions(Protocol):
    """What the options of every variant must have. `Options` brings all of it but the two that rules ask for.

    `undertrump` is the reading of R-15, which findings need; `catalogue` names the regulation of a dispute.
    """

    clashes: ClassVar[tuple[Clash, ...]]

    @property
    def undertrump(self) -> Undertrump:
        """When a lower trump may be played on a side suit (R-15)."""
        ...

    @property
    def catalogue(self) -> str:
        """The regulation that the remedies for faults are taken from."""
        ...

    @classmethod
    def declared(cls) -> tuple[Option, ...]:
        """The options in the order of the table."""
        ...

    def as_json(self) -> dict[str, object]:
        """Every option, as it stands on the wire."""
        ...

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The options that `as_json` wrote."""
        ...


OptionsT = TypeVar("OptionsT", bound=GameOptions)
"""The options of one variant."""

OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)
"""The options that a function of a variant takes."""


def _on_the_wire(option: Option, value: Any) -> object:
    if isinstance(option.domain, PerMode):
        return {mode.name: value[mode.index] for mode in MODES}
    return value


def _in_the_rules(option: Option, value: Any) -> Any:
    if isinstance(option.domain, PerMode):
        return tuple(value[mode.name] for mode in MODES)
    return value
