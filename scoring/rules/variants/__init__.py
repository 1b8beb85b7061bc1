"""The game families, by name. A new one is registered here and nowhere else."""

from scoring.rules.variants.coiffeur import COIFFEUR
from scoring.rules.variants.differenzler import DIFFERENZLER
from scoring.rules.variants.eidex import EIDEX
from scoring.rules.variants.schieber import SCHIEBER
from scoring.rules.variants.variant import Judged, Variant

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (SCHIEBER, DIFFERENZLER, EIDEX, COIFFEUR)}

__all__ = ["VARIANTS", "Judged", "Variant"]
