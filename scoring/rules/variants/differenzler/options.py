"""The options of the Differenzler, and its presets (docs/rules.md, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args

from scoring.rules.options.declared import Options, says
from scoring.rules.options.domains import Choice, Whole
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.variants.shared.options import CATALOGUE, UNDERTRUMP, head_start

TurnedCard: TypeAlias = Literal["dealers", "cut"]
Bids: TypeAlias = Literal["open", "hidden", "slips"]
ZeroBonus: TypeAlias = Literal["no", "with_trick", "yes"]
Tie: TypeAlias = Literal["extra_deal", "shared"]


@dataclass(frozen=True, kw_only=True)
class DifferenzlerOptions(Options):
    """The options of the Differenzler (R-40 to R-42)."""

    deals: int = field(metadata=says(Whole(1, 1000), "Deals that end the game (R-42)."))
    turned_card: TurnedCard = field(
        metadata=says(Choice(get_args(TurnedCard)), "Is the turned card one of the dealer's hand (R-40)?")
    )
    bids: Bids = field(metadata=says(Choice(get_args(Bids)), "When bids are made, and who knows them (R-40)."))
    undertrump: Undertrump = field(metadata=UNDERTRUMP)
    exact_bonus: int = field(metadata=says(Choice((0, -10)), "What an exact bid adds to the penalty (R-41)."))
    exact_bonus_at_zero: ZeroBonus = field(
        metadata=says(Choice(get_args(ZeroBonus)), "Can an exact bid of 0 earn it (R-41)?")
    )
    tie: Tie = field(metadata=says(Choice(get_args(Tie)), "What follows from equal lowest totals (R-42)."))
    catalogue: str = field(metadata=CATALOGUE)
    start_scores: tuple[int, ...] = field(metadata=head_start(4))


_STARGAMES = DifferenzlerOptions(
    deals=4,
    turned_card="dealers",
    bids="hidden",
    undertrump="free",
    exact_bonus=0,
    exact_bonus_at_zero="no",
    tie="extra_deal",
    catalogue="edjv",
    start_scores=(0, 0, 0, 0),
)
_TOURNAMENT = replace(_STARGAMES, deals=16, turned_card="cut", bids="slips", undertrump="hindersi", tie="shared")
_JASSFUEHRER = replace(_TOURNAMENT, deals=12, bids="hidden", exact_bonus=-10)

PRESETS: Final[Mapping[str, DifferenzlerOptions]] = {
    "differenzler-stargames": _STARGAMES,
    "differenzler-tournament": _TOURNAMENT,
    "differenzler-jassfuehrer": _JASSFUEHRER,
}
"""The first is taken where none is named."""
