"""The options of Cosmic Eidex, and its presets (docs/rules.md, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from scoring.rules.options.declared import Below, Options, says
from scoring.rules.options.domains import Flag, Whole
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.variants.shared.options import CATALOGUE, head_start


@dataclass(frozen=True, kw_only=True)
class EidexOptions(Options):
    """The options of Cosmic Eidex (R-50 to R-55)."""

    undertrump: ClassVar[Undertrump] = "strict"
    """No option here: eleven tricks by section 3, `strict` (R-51)."""

    target: int = field(metadata=says(Whole(1, 1_000_000), "Win points that end the game (R-53)."))
    limit: int = field(metadata=says(Whole(1, 157), "Points with which a deal brings nothing (R-52)."))
    ace_six_modes: bool = field(metadata=says(Flag(), "Does an ace turned mean Obenabe, a six Unenufe (R-50)?"))
    characters: bool = field(metadata=says(Flag(), "Has each player a character (R-55)?"))
    catalogue: str = field(metadata=CATALOGUE)
    start_scores: tuple[int, ...] = field(metadata=head_start(3))

    bounds: ClassVar[tuple[Below, ...]] = (Below("start_scores", "target"),)
    """Nobody has reached the target before the first deal (R-53)."""


_BASIC = EidexOptions(
    target=7, limit=100, ace_six_modes=False, characters=False, catalogue="jasswiki", start_scores=(0, 0, 0)
)
_COSMIC = replace(_BASIC, ace_six_modes=True, characters=True)

PRESETS: Final[Mapping[str, EidexOptions]] = {
    "eidex-basic": _BASIC,
    "eidex-cosmic": _COSMIC,
}
"""The first is taken where none is named."""
