"""The options of a game and their presets (RULES.md section 8).

Each variant has a frozen class of options. Every field says in its metadata what may stand there and which switch it
is a part of; reading, checking, the published schema and the error sentences all follow from that declaration.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias, get_args

from scoring.rules.modes import MODES, Mode

Undertrump: TypeAlias = Literal["strict", "forced", "hindersi", "free"]
Pushing: TypeAlias = Literal["once", "off"]
WeisTable: TypeAlias = Literal["small", "grand"]
WeisKind: TypeAlias = Literal["run", "quartet"]
WeisScores: TypeAlias = Literal["side", "best"]
StoeckCall: TypeAlias = Literal["known", "reported"]
Claim: TypeAlias = Literal["trick_winner", "anyone", "automatic", "off"]
FirstTrickOrder: TypeAlias = Literal["stoeck_weis_stich", "stoeck_stich_weis"]
NoClaim: TypeAlias = Literal["last_trick_first", "play_on"]
Catalogue: TypeAlias = Literal["jasswiki", "jassonkel", "kzjv", "edjv"]

Fault: TypeAlias = Literal["invalid_option", "unknown_field", "wrong_type"]
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


def _says(domain: Domain, about: str, *, part_of: str | None = None, one_of: str | None = None) -> dict[str, Any]:
    return {"domain": domain, "about": about, "part_of": part_of, "one_of": one_of}


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the option classes of all variants have in common."""

    @classmethod
    def declared(cls) -> tuple[Option, ...]:
        """The options of this class in the order of the table."""
        return tuple(Option(name=each.name, **each.metadata) for each in fields(cls))

    def as_json(self) -> dict[str, object]:
        """Every option in the order of the table, as it stands on the wire (API.md 3)."""
        return {option.name: _on_the_wire(option, getattr(self, option.name)) for option in self.declared()}

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The options that `as_json` wrote: a game's own copy, which no later change of a preset reaches."""
        return cls(**{option.name: _in_the_rules(option, values[option.name]) for option in cls.declared()})


def _on_the_wire(option: Option, value: Any) -> object:
    if isinstance(option.domain, PerMode):
        return {mode.name: value[mode.index] for mode in MODES}
    return value


def _in_the_rules(option: Option, value: Any) -> Any:
    if isinstance(option.domain, PerMode):
        return tuple(value[mode.name] for mode in MODES)
    return value


_CATALOGUE = _says(
    Choice(get_args(Catalogue)), "The regulation that the remedies for faults are taken from (section 9)."
)
_UNDERTRUMP = _says(Choice(get_args(Undertrump)), "When a lower trump may be played on a side suit (R-15).")


@dataclass(frozen=True, kw_only=True)
class SchieberOptions(Options):
    """The options of the Schieber; None is the dash of the table."""

    target: int | None = field(metadata=_says(Whole(1, 1_000_000), "Points that end the game (R-30).", one_of="end"))
    deals: int | None = field(metadata=_says(Whole(1, 1000), "Deals that end the game (R-30).", one_of="end"))
    factors: tuple[int, ...] = field(
        metadata=_says(PerMode(Whole(1, 20)), "What each mode multiplies points by (R-21).")
    )
    pushing: Pushing = field(metadata=_says(Choice(get_args(Pushing)), "May forehand push to the partner (R-20)?"))
    undertrump: Undertrump = field(metadata=_UNDERTRUMP)
    weis: bool = field(metadata=_says(Flag(), "Do Weise count (R-23)?"))
    weis_table: WeisTable | None = field(
        metadata=_says(Choice(get_args(WeisTable)), "The values of the Weise (R-24).", part_of="weis")
    )
    crossing: bool | None = field(
        metadata=_says(Flag(), "May a run and a four of a kind share a card (R-25)?", part_of="weis")
    )
    tie_between_kinds: WeisKind | None = field(
        metadata=_says(Choice(("quartet", "run")), "Which kind is higher at equal points (R-26).", part_of="weis")
    )
    weis_scores: WeisScores | None = field(
        metadata=_says(Choice(get_args(WeisScores)), "All Weise of the side, or the best one (R-27).", part_of="weis")
    )
    longer_run_wins: bool | None = field(
        metadata=_says(Flag(), "Is the longer of two runs of equal points higher (R-26)?", part_of="weis")
    )
    trump_breaks_tie: bool | None = field(
        metadata=_says(Flag(), "Is a run in trump higher than its equal (R-26)?", part_of="weis")
    )
    stoeck: bool = field(metadata=_says(Flag(), "Does the Stöck count (R-29)?"))
    stoeck_call: StoeckCall | None = field(
        metadata=_says(Choice(get_args(StoeckCall)), "Must the Stöck be called (R-29)?", part_of="stoeck")
    )
    match_bonus: int = field(metadata=_says(Choice((0, 50, 100)), "What all nine tricks add (R-22)."))
    claim: Claim = field(metadata=_says(Choice(get_args(Claim)), "Who may claim the end within a deal (R-31)."))
    order: FirstTrickOrder | None = field(
        metadata=_says(Choice(get_args(FirstTrickOrder)), "What counts first after trick 1 (R-33).", part_of="target")
    )
    no_claim: NoClaim | None = field(
        metadata=_says(Choice(get_args(NoClaim)), "Who has won after a deal without a claim (R-34).", part_of="target")
    )
    catalogue: Catalogue = field(metadata=_CATALOGUE)

    def factor_of(self, mode: Mode) -> int:
        """What every point of a deal in this mode is multiplied by (R-21)."""
        return self.factors[mode.index]


AnyOptions: TypeAlias = SchieberOptions
"""The options of any variant."""


class Preset(NamedTuple):
    """A named set of options of a variant; the values stand as on the wire."""

    variant: str
    values: Mapping[str, object]


_STARGAMES = SchieberOptions(
    target=1000,
    deals=None,
    factors=(1, 1, 2, 2, 3, 4),
    pushing="once",
    undertrump="strict",
    weis=True,
    weis_table="small",
    crossing=False,
    tie_between_kinds="quartet",
    weis_scores="best",
    longer_run_wins=False,
    trump_breaks_tie=True,
    stoeck=True,
    stoeck_call="known",
    match_bonus=100,
    claim="trick_winner",
    order="stoeck_weis_stich",
    no_claim="last_trick_first",
    catalogue="jasswiki",
)
_OFFICIAL = replace(
    _STARGAMES,
    factors=(1, 1, 2, 2, 3, 3),
    weis_table="grand",
    crossing=True,
    tie_between_kinds="run",
    weis_scores="side",
    longer_run_wins=True,
    stoeck_call="reported",
    claim="anyone",
)
_SWISSLOS = replace(_OFFICIAL, target=2500, stoeck_call="known", claim="automatic")
_PAGAT = replace(_OFFICIAL, target=3000, factors=(1, 1, 2, 2, 3, 4), tie_between_kinds="quartet")
_TOURNAMENT = replace(
    _STARGAMES,
    target=None,
    deals=12,
    factors=(1, 1, 1, 1, 1, 1),
    weis=False,
    weis_table=None,
    crossing=None,
    tie_between_kinds=None,
    weis_scores=None,
    longer_run_wins=None,
    trump_breaks_tie=None,
    stoeck=False,
    stoeck_call=None,
    match_bonus=0,
    claim="off",
    order=None,
    no_claim=None,
)

OPTION_CLASSES: Final[Mapping[str, type[AnyOptions]]] = {"schieber": SchieberOptions}
"""The option class of each variant."""

PRESETS: Final[Mapping[str, Preset]] = {
    "schieber-stargames": Preset("schieber", _STARGAMES.as_json()),
    "schieber-official": Preset("schieber", _OFFICIAL.as_json()),
    "schieber-swisslos": Preset("schieber", _SWISSLOS.as_json()),
    "schieber-tournament": Preset("schieber", _TOURNAMENT.as_json()),
    "schieber-pagat": Preset("schieber", _PAGAT.as_json()),
}
"""All presets by name."""

DEFAULT_PRESET: Final[Mapping[str, str]] = {"schieber": "schieber-stargames"}
"""The preset of each variant when none is named."""


@dataclass(frozen=True)
class OptionFault:
    """One thing wrong with the options given for a game."""

    pointer: tuple[str, ...]
    """Where in the object given: ("factors", "rosen")."""
    code: Fault
    option: str
    allowed: Allowed = ()
    """What may stand there; empty where the field itself is unknown."""
