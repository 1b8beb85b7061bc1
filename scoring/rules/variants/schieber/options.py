"""The options of the Schieber, and its presets (docs/rules.md, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from scoring.rules.deal.parts import WeisKind
from scoring.rules.options.declared import Below, Clash, Options, says
from scoring.rules.options.domains import Choice, Flag, Whole, parts
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.variants.shared.options import (
    CATALOGUE,
    FACTORS,
    MATCH_BONUS,
    PUSHING,
    UNDERTRUMP,
    Pushing,
    head_start,
)

WeisTable: TypeAlias = Literal["small", "grand"]
WeisTime: TypeAlias = Literal["first_trick", "own_turn", "before_play"]
WeisScores: TypeAlias = Literal["side", "best"]
StoeckCall: TypeAlias = Literal["known", "reported"]
ClaimRight: TypeAlias = Literal["trick_winner", "anyone", "automatic", "off"]
FirstTrickOrder: TypeAlias = Literal["stoeck_weis_stich", "stoeck_stich_weis"]
NoClaim: TypeAlias = Literal["last_trick_first", "play_on"]


BERG: Final[Mapping[str, Any]] = says(
    parts(points=Whole(1, 1_000_000), bonus=Whole(1, 100_000)),
    "The Bergpreis: the first side with so many points gets the bonus (R-37).",
    optional=True,
    earlier=None,
)


@dataclass(frozen=True, kw_only=True)
class SchieberOptions(Options):
    """The options of the Schieber; None is the dash of the table."""

    target: int | None = field(metadata=says(Whole(1, 1_000_000), "Points that end the game (R-30).", one_of="end"))
    deals: int | None = field(metadata=says(Whole(1, 1000), "Deals that end the game (R-30).", one_of="end"))
    factors: tuple[int, ...] = field(metadata=FACTORS)
    pushing: Pushing = field(metadata=PUSHING)
    undertrump: Undertrump = field(metadata=UNDERTRUMP)
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
    weis_time: WeisTime | None = field(
        metadata=says(
            Choice(get_args(WeisTime)), "By when a Weis is told (R-28).", part_of="weis", earlier="first_trick"
        )
    )
    stoeck: bool = field(metadata=says(Flag(), "Does the Stöck count (R-29)?"))
    stoeck_call: StoeckCall | None = field(
        metadata=says(Choice(get_args(StoeckCall)), "Must the Stöck be called (R-29)?", part_of="stoeck")
    )
    match_bonus: int = field(metadata=MATCH_BONUS)
    claim: ClaimRight = field(
        metadata=says(Choice(get_args(ClaimRight)), "Who may claim the end within a deal (R-31).")
    )
    order: FirstTrickOrder | None = field(
        metadata=says(Choice(get_args(FirstTrickOrder)), "What counts first after trick 1 (R-33).", part_of="target")
    )
    no_claim: NoClaim | None = field(
        metadata=says(Choice(get_args(NoClaim)), "Who has won after a deal without a claim (R-34).", part_of="target")
    )
    berg: tuple[int, int] | None = field(metadata=BERG)
    catalogue: str = field(metadata=CATALOGUE)
    start_scores: tuple[int, ...] = field(metadata=head_start(2))

    clashes: ClassVar[tuple[Clash, ...]] = (Clash("no_claim", "play_on", against="claim", values=("off", "automatic")),)
    """Who waits for a claim must let somebody make it (R-34)."""
    bounds: ClassVar[tuple[Below, ...]] = (
        Below("start_scores", "target"),
        Below("berg", "target", member="points"),
        Below("start_scores", "berg", of="points"),
    )
    """Nobody has reached the target, or the Berg, before the first deal; the Berg comes before it (R-30, R-37)."""

    def factor_of(self, mode: Mode) -> int:
        """What every point of a deal in this mode is multiplied by (R-21)."""
        return self.factors[mode.index]


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
    weis_time="first_trick",
    stoeck=True,
    stoeck_call="known",
    match_bonus=100,
    claim="trick_winner",
    order="stoeck_weis_stich",
    no_claim="last_trick_first",
    berg=None,
    catalogue="jasswiki",
    start_scores=(0, 0),
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
    weis_time=None,
    stoeck=False,
    stoeck_call=None,
    match_bonus=0,
    claim="off",
    order=None,
    no_claim=None,
)

PRESETS: Final[Mapping[str, SchieberOptions]] = {
    "schieber-stargames": _STARGAMES,
    "schieber-official": _OFFICIAL,
    "schieber-swisslos": _SWISSLOS,
    "schieber-tournament": _TOURNAMENT,
    "schieber-pagat": _PAGAT,
}
"""The first is taken where none is named."""
