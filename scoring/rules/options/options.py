"""The options of a game and their presets (RULES.md section 8).

What may stand in an option is said once, where the option is declared; `resolve` works on any class of options.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, get_args

from scoring.rules.options.declared import Choice, Clash, Flag, Option, OptionFault, Options, PerMode, Whole, says
from scoring.rules.pack.modes import Mode
from scoring.rules.rulings.catalogue import CATALOGUES

__all__ = [
    "DEFAULT_PRESET",
    "OPTION_CLASSES",
    "PRESETS",
    "AnyOptions",
    "Bids",
    "Claim",
    "CoiffeurOptions",
    "DifferenzlerOptions",
    "EidexOptions",
    "FirstTrickOrder",
    "NoClaim",
    "OptionFault",
    "Options",
    "Preset",
    "Pushing",
    "SchieberOptions",
    "StoeckCall",
    "Tie",
    "TurnedCard",
    "Undertrump",
    "WeisKind",
    "WeisScores",
    "WeisTable",
    "ZeroBonus",
    "resolve",
]

Undertrump: TypeAlias = Literal["strict", "forced", "hindersi", "free"]
Pushing: TypeAlias = Literal["once", "off"]
WeisTable: TypeAlias = Literal["small", "grand"]
WeisKind: TypeAlias = Literal["run", "quartet"]
WeisScores: TypeAlias = Literal["side", "best"]
StoeckCall: TypeAlias = Literal["known", "reported"]
Claim: TypeAlias = Literal["trick_winner", "anyone", "automatic", "off"]
FirstTrickOrder: TypeAlias = Literal["stoeck_weis_stich", "stoeck_stich_weis"]
NoClaim: TypeAlias = Literal["last_trick_first", "play_on"]
TurnedCard: TypeAlias = Literal["dealers", "cut"]
Bids: TypeAlias = Literal["open", "hidden", "slips"]
ZeroBonus: TypeAlias = Literal["no", "with_trick", "yes"]
Tie: TypeAlias = Literal["extra_deal", "shared"]

_CATALOGUE = says(Choice(tuple(CATALOGUES)), "The regulation that the remedies for faults are taken from (section 9).")
_FACTORS = says(PerMode(Whole(1, 20)), "What each mode multiplies points by (R-21).")
_PUSHING = says(Choice(get_args(Pushing)), "May forehand push to the partner (R-20)?")
_MATCH_BONUS = says(Choice((0, 50, 100)), "What all nine tricks add (R-22).")
_UNDERTRUMP = says(Choice(get_args(Undertrump)), "When a lower trump may be played on a side suit (R-15).")


@dataclass(frozen=True, kw_only=True)
class SchieberOptions(Options):
    """The options of the Schieber; None is the dash of the table."""

    target: int | None = field(metadata=says(Whole(1, 1_000_000), "Points that end the game (R-30).", one_of="end"))
    deals: int | None = field(metadata=says(Whole(1, 1000), "Deals that end the game (R-30).", one_of="end"))
    factors: tuple[int, ...] = field(metadata=_FACTORS)
    pushing: Pushing = field(metadata=_PUSHING)
    undertrump: Undertrump = field(metadata=_UNDERTRUMP)
    weis: bool = field(metadata=says(Flag(), "Do Weise count (R-23)?"))
    weis_table: WeisTable | None = field(
        metadata=says(Choice(get_args(WeisTable)), "The values of the Weise (R-24).", part_of="weis")
    )
    crossing: bool | None = field(
        metadata=says(Flag(), "May a run and a four of a kind share a card (R-25)?", part_of="weis")
    )
    tie_between_kinds: WeisKind | None = field(
        metadata=says(Choice(("quartet", "run")), "Which kind is higher at equal points (R-26).", part_of="weis")
    )
    weis_scores: WeisScores | None = field(
        metadata=says(Choice(get_args(WeisScores)), "All Weise of the side, or the best one (R-27).", part_of="weis")
    )
    longer_run_wins: bool | None = field(
        metadata=says(Flag(), "Is the longer of two runs of equal points higher (R-26)?", part_of="weis")
    )
    trump_breaks_tie: bool | None = field(
        metadata=says(Flag(), "Is a run in trump higher than its equal (R-26)?", part_of="weis")
    )
    stoeck: bool = field(metadata=says(Flag(), "Does the Stöck count (R-29)?"))
    stoeck_call: StoeckCall | None = field(
        metadata=says(Choice(get_args(StoeckCall)), "Must the Stöck be called (R-29)?", part_of="stoeck")
    )
    match_bonus: int = field(metadata=_MATCH_BONUS)
    claim: Claim = field(metadata=says(Choice(get_args(Claim)), "Who may claim the end within a deal (R-31)."))
    order: FirstTrickOrder | None = field(
        metadata=says(Choice(get_args(FirstTrickOrder)), "What counts first after trick 1 (R-33).", part_of="target")
    )
    no_claim: NoClaim | None = field(
        metadata=says(Choice(get_args(NoClaim)), "Who has won after a deal without a claim (R-34).", part_of="target")
    )
    catalogue: str = field(metadata=_CATALOGUE)

    clashes: ClassVar[tuple[Clash, ...]] = (Clash("no_claim", "play_on", against="claim", values=("off", "automatic")),)
    """Who waits for a claim must let somebody make it (R-34)."""

    def factor_of(self, mode: Mode) -> int:
        """What every point of a deal in this mode is multiplied by (R-21)."""
        return self.factors[mode.index]


@dataclass(frozen=True, kw_only=True)
class DifferenzlerOptions(Options):
    """The options of the Differenzler (R-40 to R-42)."""

    deals: int = field(metadata=says(Whole(1, 1000), "Deals that end the game (R-42)."))
    turned_card: TurnedCard = field(
        metadata=says(Choice(get_args(TurnedCard)), "Is the turned card one of the dealer's hand (R-40)?")
    )
    bids: Bids = field(metadata=says(Choice(get_args(Bids)), "When bids are made, and who knows them (R-40)."))
    undertrump: Undertrump = field(metadata=_UNDERTRUMP)
    exact_bonus: int = field(metadata=says(Choice((0, -10)), "What an exact bid adds to the penalty (R-41)."))
    exact_bonus_at_zero: ZeroBonus = field(
        metadata=says(Choice(get_args(ZeroBonus)), "Can an exact bid of 0 earn it (R-41)?")
    )
    tie: Tie = field(metadata=says(Choice(get_args(Tie)), "What follows from equal lowest totals (R-42)."))
    catalogue: str = field(metadata=_CATALOGUE)

    no_remedies: ClassVar[frozenset[str]] = frozenset(
        {
            *("trick_to_opponents", "this_and_later_tricks_to_opponents", "deal_lost"),
            *("weis_struck", "stoeck_struck", "claim_void", "split_difference"),
        }
    )
    """Everybody plays alone: there are no opponents to whom something could go, and no claims."""


@dataclass(frozen=True, kw_only=True)
class EidexOptions(Options):
    """The options of Cosmic Eidex (R-50 to R-55)."""

    undertrump: ClassVar[Undertrump] = "strict"
    """No option here: eleven tricks by section 3, `strict` (R-51)."""

    target: int = field(metadata=says(Whole(1, 1_000_000), "Win points that end the game (R-53)."))
    limit: int = field(metadata=says(Whole(1, 157), "Points with which a deal brings nothing (R-52)."))
    ace_six_modes: bool = field(metadata=says(Flag(), "Does an ace turned mean Obenabe, a six Unenufe (R-50)?"))
    characters: bool = field(metadata=says(Flag(), "Has each player a character (R-55)?"))
    catalogue: str = field(metadata=_CATALOGUE)

    no_remedies: ClassVar[frozenset[str]] = DifferenzlerOptions.no_remedies
    """Everybody plays alone, here too."""


@dataclass(frozen=True, kw_only=True)
class CoiffeurOptions(Options):
    """The options of the Coiffeur (R-60 to R-63)."""

    factors: tuple[int, ...] = field(metadata=_FACTORS)
    pushing: Pushing = field(metadata=_PUSHING)
    undertrump: Undertrump = field(metadata=_UNDERTRUMP)
    match_bonus: int = field(metadata=_MATCH_BONUS)
    catalogue: str = field(metadata=_CATALOGUE)

    no_remedies: ClassVar[frozenset[str]] = frozenset({"weis_struck", "stoeck_struck", "claim_void"})
    """There is no Weis, no Stöck and no claim (R-61)."""

    def factor_of(self, mode: Mode) -> int:
        """What every point of a deal in this mode is multiplied by (R-21)."""
        return self.factors[mode.index]


AnyOptions: TypeAlias = SchieberOptions | DifferenzlerOptions | EidexOptions | CoiffeurOptions
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

_DIFFERENZLER = DifferenzlerOptions(
    deals=4,
    turned_card="dealers",
    bids="hidden",
    undertrump="free",
    exact_bonus=0,
    exact_bonus_at_zero="no",
    tie="extra_deal",
    catalogue="edjv",
)
_DIFFERENZLER_TOURNAMENT = replace(
    _DIFFERENZLER, deals=16, turned_card="cut", bids="slips", undertrump="hindersi", tie="shared"
)
_JASSFUEHRER = replace(_DIFFERENZLER_TOURNAMENT, deals=12, bids="hidden", exact_bonus=-10)

_EIDEX = EidexOptions(target=7, limit=100, ace_six_modes=False, characters=False, catalogue="jasswiki")
_EIDEX_COSMIC = replace(_EIDEX, ace_six_modes=True, characters=True)

_COIFFEUR = CoiffeurOptions(
    factors=(1, 2, 3, 4, 5, 6), pushing="once", undertrump="strict", match_bonus=100, catalogue="jasswiki"
)

OPTION_CLASSES: Final[Mapping[str, type[AnyOptions]]] = {
    "schieber": SchieberOptions,
    "differenzler": DifferenzlerOptions,
    "coiffeur": CoiffeurOptions,
    "eidex": EidexOptions,
}
"""The option class of each variant."""

PRESETS: Final[Mapping[str, Preset]] = {
    "schieber-stargames": Preset("schieber", _STARGAMES.as_json()),
    "schieber-official": Preset("schieber", _OFFICIAL.as_json()),
    "schieber-swisslos": Preset("schieber", _SWISSLOS.as_json()),
    "schieber-tournament": Preset("schieber", _TOURNAMENT.as_json()),
    "schieber-pagat": Preset("schieber", _PAGAT.as_json()),
    "differenzler-stargames": Preset("differenzler", _DIFFERENZLER.as_json()),
    "differenzler-tournament": Preset("differenzler", _DIFFERENZLER_TOURNAMENT.as_json()),
    "differenzler-jassfuehrer": Preset("differenzler", _JASSFUEHRER.as_json()),
    "eidex-basic": Preset("eidex", _EIDEX.as_json()),
    "eidex-cosmic": Preset("eidex", _EIDEX_COSMIC.as_json()),
    "coiffeur-swisslos": Preset("coiffeur", _COIFFEUR.as_json()),
}
"""All presets by name."""

DEFAULT_PRESET: Final[Mapping[str, str]] = {
    "schieber": "schieber-stargames",
    "differenzler": "differenzler-stargames",
    "coiffeur": "coiffeur-swisslos",
    "eidex": "eidex-basic",
}
"""The preset of each variant when none is named."""


def resolve(variant: str, *, given: Mapping[str, object]) -> tuple[str, AnyOptions] | list[OptionFault]:
    """The preset's name and the options of a game, or everything that is wrong with what was given for it.

    `given` is the object of the request, parsed from JSON: {"preset": ..., option: value, ...}, each member optional.
    Null says of an option that it is not given, and of `target` or `deals` that this is not the end. What was resolved
    may be given again and resolves to the same. A value with a fault of its own is left aside when the others are
    compared.
    """
    kind = OPTION_CLASSES[variant]
    named = {option.name: option for option in kind.declared()}
    preset, faults = _preset(variant, named=given.get("preset", DEFAULT_PRESET[variant]))
    faults += _single_faults(named, given=given)
    at_fault = {fault.option for fault in faults}
    wishes = {name: value for name, value in given.items() if name != "preset" and name not in at_fault}
    wished = _merged(PRESETS[preset].values, wishes=wishes, named=named)
    values = _with_parts(wished, default=PRESETS[DEFAULT_PRESET[variant]].values, named=named)
    faults += _end_faults(values, given=given, named=named, at_fault=at_fault)
    faults += _part_faults(values, wishes=wishes, named=named, at_fault=at_fault)
    faults += _clash_faults(values, clashes=kind.clashes, named=named, at_fault=at_fault)
    return faults or (preset, kind.from_json(values))


def _preset(variant: str, *, named: object) -> tuple[str, list[OptionFault]]:
    """The preset that was named; in place of what is none of this variant's, the default one and the fault."""
    domain = Choice(tuple(name for name, preset in PRESETS.items() if preset.variant == variant))
    code = domain.fault(named)
    if code is None:
        return str(named), []
    return DEFAULT_PRESET[variant], [OptionFault(("preset",), code, option="preset", allowed=domain.allowed)]


def _single_faults(named: Mapping[str, Option], *, given: Mapping[str, object]) -> list[OptionFault]:
    """What is wrong with each value by itself, in the order given."""
    faults = []
    for name, value in given.items():
        if name in named:
            faults += named[name].faults(value)
        elif name != "preset":
            faults.append(OptionFault((name,), "unknown_field", option=name))
    return faults


def _merged(
    preset: Mapping[str, object], *, wishes: Mapping[str, object], named: Mapping[str, Option]
) -> dict[str, object]:
    """The preset's values with the wishes over them; an end that is given clears the preset's other (R-30)."""
    values: dict[str, Any] = dict(preset)
    for name, wish in wishes.items():
        option = named[name]
        if wish is None:
            values[name] = None if option.one_of else values[name]
        elif isinstance(wish, Mapping):
            values[name] = {**values[name], **wish}
        else:
            values |= dict.fromkeys(_instead_of(option, named=named))
            values[name] = wish
    return values


def _instead_of(option: Option, *, named: Mapping[str, Option]) -> list[str]:
    """The options that are null when this one is given."""
    return [other.name for other in named.values() if option.one_of and other.one_of == option.one_of]


def _with_parts(
    values: Mapping[str, object], *, default: Mapping[str, object], named: Mapping[str, Option]
) -> dict[str, object]:
    """A switch that is off takes its parts with it; one that is on takes what is missing from the default preset."""
    whole = dict(values)
    for option in named.values():
        if option.part_of is None:
            continue
        if not _is_on(values[option.part_of]):
            whole[option.name] = None
        elif whole[option.name] is None:
            whole[option.name] = default[option.name]
    return whole


def _is_on(switch: object) -> bool:
    return switch is not None and switch is not False


def _end_faults(
    values: Mapping[str, object], *, given: Mapping[str, object], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """A game has one end, and one only (R-30)."""
    faults = []
    for word in dict.fromkeys(option.one_of for option in named.values() if option.one_of):
        ends = [option for option in named.values() if option.one_of == word]
        faults += [end.must_be_null() for end in ends if given.get(end.name) is not None][1:]
        if all(values[end.name] is None for end in ends) and at_fault.isdisjoint(end.name for end in ends):
            faults += [end.invalid() for end in ends if end.name in given][:1]
    return faults


def _part_faults(
    values: Mapping[str, object], *, wishes: Mapping[str, object], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """A part was given although its switch is off."""
    return [
        option.must_be_null()
        for option in named.values()
        if option.part_of is not None and option.part_of not in at_fault
        if wishes.get(option.name) is not None and not _is_on(values[option.part_of])
    ]


def _clash_faults(
    values: Mapping[str, object], *, clashes: tuple[Clash, ...], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """Two options that do not go together."""
    return [
        named[clash.option].invalid(but=clash.value)
        for clash in clashes
        if values[clash.option] == clash.value and values[clash.against] in clash.values
        if at_fault.isdisjoint((clash.option, clash.against))
    ]
