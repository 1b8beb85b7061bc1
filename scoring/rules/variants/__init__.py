"""The game families by name, and their presets. A new variant is registered here and nowhere else."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from scoring.rules.variants.base import Variant
from scoring.rules.variants.coiffeur.play import COIFFEUR
from scoring.rules.variants.differenzler.play import DIFFERENZLER
from scoring.rules.variants.eidex.play import EIDEX
from scoring.rules.variants.schieber.play import SCHIEBER

__all__ = ["PRESETS", "VARIANTS", "Preset", "Variant"]

VARIANTS: Final[Mapping[str, Variant[Any]]] = {
    variant.name: variant for variant in (SCHIEBER, DIFFERENZLER, EIDEX, COIFFEUR)
}


class Preset(NamedTuple):
    """A named set of options of a variant; the values stand as on the wire."""

    variant: str
    values: Mapping[str, object]


PRESETS: Final[Mapping[str, Preset]] = {
    name: Preset(variant.name, options.as_json())
    for variant in VARIANTS.values()
    for name, options in variant.presets.items()
}
"""The presets of all variants by name."""
