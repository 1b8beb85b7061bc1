"""Options that several variants have: each is declared once, and so described once."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from scoring.rules.options.declared import says
from scoring.rules.options.domains import Choice, Whole, per_mode, per_side
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.rulings.catalogue import CATALOGUES

Pushing: TypeAlias = Literal["once", "off"]

CATALOGUE: Final[Mapping[str, Any]] = says(
    Choice(tuple(CATALOGUES)), "The regulation that the remedies for faults are taken from (section 9)."
)
FACTORS: Final[Mapping[str, Any]] = says(per_mode(Whole(1, 20)), "What each mode multiplies points by (R-21).")
PUSHING: Final[Mapping[str, Any]] = says(Choice(get_args(Pushing)), "May forehand push to the partner (R-20)?")
MATCH_BONUS: Final[Mapping[str, Any]] = says(Choice((0, 50, 100)), "What all nine tricks add (R-22).")
UNDERTRUMP: Final[Mapping[str, Any]] = says(
    Choice(get_args(Undertrump)), "When a lower trump may be played on a side suit (R-15)."
)


def head_start(sides: int) -> Mapping[str, Any]:
    """The declaration of a head start, for a table of so many sides."""
    return says(
        per_side(sides, Whole(0, 1_000_000)),
        "What each side has before the first deal (R-30).",
        earlier={str(side): 0 for side in range(1, sides + 1)},
    )
