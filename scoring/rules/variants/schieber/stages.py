"""Stöck, Weis, Stich: what a moment brings, counted stage by stage (R-33)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Moment
from scoring.rules.pack.seats import Side
from scoring.rules.scoring.status import EndReason
from scoring.rules.variants.schieber.extras import Extras
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.scores import SchieberScore, scores_at

STAGES = {
    "stoeck_weis_stich": (EndReason.STOECK, EndReason.WEIS, EndReason.STICH),
    "stoeck_stich_weis": (EndReason.STOECK, EndReason.STICH, EndReason.WEIS),
}
"""The counting order after the first trick (R-33, option `order`)."""

STAGE_POINTS: Mapping[EndReason, Callable[[SchieberScore], int]] = {
    EndReason.STOECK: lambda score: score.stoeck,
    EndReason.WEIS: lambda score: score.weis,
    EndReason.STICH: lambda score: score.tricks,
}

NOTHING_YET = ""
"""The name of the state before the first stage: what the sides had, with what a ruling gives or takes."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the counting after a trick (R-33), and what each side has with it."""

    name: str
    totals: Mapping[Side, int]


def scores_before(moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras) -> Mapping[Side, SchieberScore]:
    """What each side had at the moment before this one; empty where this is the first."""
    index = deal.moments.index(moment)
    if index == 0:
        return {}
    return {score.side: score for score in scores_at(deal, options, extras, deal.moments[index - 1])}


def counted_in_stages(
    moment: Moment,
    deal: Deal,
    options: SchieberOptions,
    extras: Extras,
    before: Mapping[Side, int],
    *,
    earlier: Mapping[Side, SchieberScore],
) -> Iterator[Stage]:
    """What each side has before the first stage, and with each of them; without the Bergpreis.

    Each stage adds what is new since the moment before: after the first trick that is all of it. What a ruling gives or
    takes is there before the first stage.
    """
    scores = scores_at(deal, options, extras, moment)
    had = {score.side: earlier[score.side].total if earlier else score.adjusted for score in scores}
    totals = {side: before[side] + points for side, points in had.items()}
    yield Stage(NOTHING_YET, dict(totals))
    for stage in STAGES[options.order or "stoeck_weis_stich"]:
        points = STAGE_POINTS[stage]
        for score in scores:
            new = points(score) - (points(earlier[score.side]) if earlier else 0)
            totals[score.side] += new * (score.factor or 0)
        yield Stage(stage, dict(totals))
