"""How an option is declared: what may stand in it, and what it hangs together with (docs/rules.md, section 8).

The options of each variant are a frozen dataclass whose fields carry such a declaration. Checking what a client gives,
the published schema and the sentences about errors all read it; none of them names an option.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

from scoring.rules.options.domains import Allowed, Domain, Fault, Numbers, Whole
from scoring.rules.pack.tricks import Undertrump

ALWAYS_THERE: Final = object()
"""Stands for what no game had earlier: an option that every game has had from the first version on."""


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
    optional: bool = False
    """Whether null may stand here and says that there is no such thing in the game."""
    earlier: object = ALWAYS_THERE
    """What games have that were opened before there was this option. It keeps their verdicts."""

    @property
    def nullable(self) -> bool:
        """Whether null may stand here."""
        return self.optional or self.part_of is not None or self.one_of is not None

    def faults(self, value: object) -> list[OptionFault]:
        """Everything that is wrong with the value by itself."""
        if value is None and self.nullable:
            return []
        code = self.domain.fault(value)
        if code is not None:
            return [OptionFault((self.name,), code, option=self.name, allowed=self.domain.allowed)]
        if isinstance(self.domain, Numbers) and isinstance(value, Mapping):
            return self._member_faults(value, each=self.domain.each)
        return []

    def _member_faults(self, value: Mapping[str, object], *, each: Mapping[str, Whole]) -> list[OptionFault]:
        faults = []
        for name, number in value.items():
            if name not in each:
                faults.append(OptionFault((self.name, name), "unknown_field", option=self.name))
            elif (code := each[name].fault(number)) is not None:
                faults.append(OptionFault((self.name, name), code, option=self.name, allowed=each[name].allowed))
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


def says(
    domain: Domain,
    about: str,
    *,
    part_of: str | None = None,
    one_of: str | None = None,
    optional: bool = False,
    earlier: object = ALWAYS_THERE,
) -> dict[str, Any]:
    """The declaration as the metadata of a dataclass field."""
    hangs_on = {"part_of": part_of, "one_of": one_of, "optional": optional}
    return {"domain": domain, "about": about, **hangs_on, "earlier": earlier}


@dataclass(frozen=True)
class Clash:
    """Two options that do not go together: `option` has this value while `against` has one of those."""

    option: str
    value: str
    against: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Below:
    """A bound that another option sets: each number of `option` is below the number of `against`, where both are given.

    Only the number `member` of `option` where that is named; `of` is the one of `against` that is meant.
    """

    option: str
    against: str
    member: str | None = None
    of: str | None = None

    def limit(self, against: Any) -> int | None:
        """The number that none may reach; None where nothing is given."""
        found: int | None = against if self.of is None or against is None else against.get(self.of)
        return found


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the option classes of all variants have in common."""

    clashes: ClassVar[tuple[Clash, ...]] = ()
    bounds: ClassVar[tuple[Below, ...]] = ()

    @classmethod
    @cache
    def declared(cls) -> tuple[Option, ...]:
        """The options of this class in the order of the table."""
        return tuple(Option(name=each.name, **each.metadata) for each in fields(cls))

    def as_json(self) -> dict[str, object]:
        """Every option in the order of the table, as it stands on the wire (docs/api.md, Games)."""
        return {option.name: _on_the_wire(option, getattr(self, option.name)) for option in self.declared()}

    @classmethod
    def completed(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values on the wire, with what a game lacks that was opened before there were some of the options."""
        new = [option for option in cls.declared() if option.name not in values and option.earlier is not ALWAYS_THERE]
        off = {option.name for option in new if option.part_of is not None and not values.get(option.part_of)}
        return {**values, **{option.name: None if option.name in off else option.earlier for option in new}}

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The options that `as_json` wrote: a game's own copy, which no later change of a preset reaches."""
        return cls(**{option.name: _in_the_rules(option, values[option.name]) for option in cls.declared()})


class GameOptions(Protocol):
    """What the options of every variant must have. `Options` brings all of it but the three that rules ask for.

    `undertrump` is the reading of R-15, which findings need; `catalogue` names the regulation of a dispute; the totals
    begin with `start_scores`.
    """

    clashes: ClassVar[tuple[Clash, ...]]
    bounds: ClassVar[tuple[Below, ...]]

    @property
    def undertrump(self) -> Undertrump:
        """When a lower trump may be played on a side suit (R-15)."""
        ...

    @property
    def catalogue(self) -> str:
        """The regulation that the remedies for faults are taken from."""
        ...

    @property
    def start_scores(self) -> tuple[int, ...]:
        """What each side has before the first deal (R-30)."""
        ...

    @classmethod
    def declared(cls) -> tuple[Option, ...]:
        """The options in the order of the table."""
        ...

    def as_json(self) -> dict[str, object]:
        """Every option, as it stands on the wire."""
        ...

    @classmethod
    def completed(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values on the wire, with what an earlier game lacks."""
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
    if isinstance(option.domain, Numbers) and value is not None:
        return dict(zip(option.domain.each, value, strict=True))
    return value


def _in_the_rules(option: Option, value: Any) -> Any:
    if isinstance(option.domain, Numbers) and value is not None:
        return tuple(value[name] for name in option.domain.each)
    return value
