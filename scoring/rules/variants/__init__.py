"""The game families, by name. A new one is registered here and nowhere else."""

from scoring.rules.variants.base import Judged, Variant
from scoring.rules.variants.coiffeur.play import COIFFEUR
from scoring.rules.variants.differenzler.play import DIFFERENZLER
from scoring.rules.variants.eidex.play import EIDEX
from scoring.rules.variants.schieber.play import SCHIEBER

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (SCHIEBER, DIFFERENZLER, EIDEX, COIFFEUR)}

__all__ = ["VARIANTS", "Judged", "Variant"]
