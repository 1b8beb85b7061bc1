"""The options of the Coiffeur, and its preset (docs/rules.md, section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.rules.options.declared import Options
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


@dataclass(frozen=True, kw_only=True)
class CoiffeurOptions(Options):
    """The options of the Coiffeur (R-60 to R-63)."""

    factors: tuple[int, ...] = field(metadata=FACTORS)
    pushing: Pushing = field(metadata=PUSHING)
    undertrump: Undertrump = field(metadata=UNDERTRUMP)
    match_bonus: int = field(metadata=MATCH_BONUS)
    catalogue: str = field(metadata=CATALOGUE)
    start_scores: tuple[int, ...] = field(metadata=head_start(2))

    def factor_of(self, mode: Mode) -> int:
        """What every point of a deal in this mode is multiplied by (R-21)."""
        return self.factors[mode.index]


_SWISSLOS = CoiffeurOptions(
    factors=(1, 2, 3, 4, 5, 6),
    pushing="once",
    undertrump="strict",
    match_bonus=100,
    catalogue="jasswiki",
    start_scores=(0, 0),
)

PRESETS: Final[Mapping[str, CoiffeurOptions]] = {
    "coiffeur-swisslos": _SWISSLOS,
}
"""The first is taken where none is named."""
