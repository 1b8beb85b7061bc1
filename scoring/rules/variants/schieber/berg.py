"""The Bergpreis: a bonus for the first side of the game that reaches a mark (R-37).

It is worked out anew from the facts of the deal, like the end of the game. What the deals before have left says who has
it already.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Moment
from scoring.rules.pack.seats import Side
from scoring.rules.scoring.result import TotalsBefore
from scoring.rules.variants.schieber.extras import Extras
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.scores import SchieberScore, never_had_more, scores_at
from scoring.rules.variants.schieber.stages import counted_in_stages, scores_before

NO_BERG = (1, 0)
"""A mark without a bonus: as good as none."""

KEPT = "berg"
"""Under this name the deals after it know which side has the Bergpreis."""


@dataclass(frozen=True, slots=True)
class BergWon:
    """The side that has reached the mark of so many `points` first, in this deal, and its bonus.

    `index` is that of the moment, None where the end of the deal brought it. `both` says that the other side has
    reached the mark at the same moment; `stage` is then the stage of R-33 that decided, if one did.
    """

    side: Side
    points: int
    bonus: int
    index: int | None
    both: bool = False
    stage: str | None = None

    def added_at(self, index: int | None, scores: Sequence[SchieberScore]) -> list[SchieberScore]:
        """The scores at the moment with this index, or at the end of the deal, with the bonus if it is won by then."""
        won = index is None or (self.index is not None and self.index <= index)
        return [one._replace(berg=self.bonus) if won and one.side == self.side else one for one in scores]


def taken_before(deal: Deal) -> bool:
    """Whether a side has won it in an earlier deal."""
    return bool((deal.memory or {}).get(KEPT))


def kept(deal: Deal, berg: BergWon | None) -> Mapping[str, Any] | None:
    """What the deals after this one must know: the side that has it, None while nobody does."""
    return {KEPT: berg.side} if berg and not taken_before(deal) else deal.memory


def berg_of(
    deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore, *, now: Sequence[SchieberScore]
) -> BergWon | None:
    """Who wins the Bergpreis in this deal, None where nobody does, or somebody has it already.

    `now` is what each side has in the deal without it.
    """
    if options.berg is None or taken_before(deal) or deal.void_after is not None:
        return None
    totals = _totals(before, now)
    if never_had_more(deal) and max(totals.values()) < options.berg[0]:
        return None
    if deal.decided.lost_by is None:
        for index, moment in enumerate(deal.moments):
            won = _at(moment, deal, options, extras, before) if _is_looked_at(moment, deal) else None
            if won is not None:
                return replace(won, index=index)
    return _at_the_end(deal, options, totals) if deal.over else None


def _is_looked_at(moment: Moment, deal: Deal) -> bool:
    """Not at a claim that a ruling has made void, nor between deals: the end of the deal was looked at before."""
    void = moment.claim is not None and moment.claim.side in deal.decided.claims_void
    return not void and not moment.after_deal


def _at(moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore) -> BergWon | None:
    """The side that is there first at a moment: by the stages of R-33, if both are there."""
    points, bonus = options.berg or NO_BERG
    after = _totals(before, scores_at(deal, options, extras, moment))
    there = [side for side, total in after.items() if total >= points]
    if len(there) < len(after):
        return BergWon(there[0], points, bonus, None) if there else None
    earlier = scores_before(moment, deal, options, extras)
    for stage in counted_in_stages(moment, deal, options, extras, before.totals, earlier=earlier):
        there = [side for side, total in stage.totals.items() if total >= points]
        if there:
            first = moment.claim.side if moment.claim and moment.claim.on_paper else None
            ahead = _ahead(there, stage.totals, deal, first=first)
            return BergWon(ahead, points, bonus, None, both=True, stage=stage.name or None)
    return BergWon(_ahead(there, after, deal, first=None), points, bonus, None, both=True)


def _at_the_end(deal: Deal, options: SchieberOptions, after: Mapping[Side, int]) -> BergWon | None:
    """The side that is there with the end of the deal; of two the one that took the last trick (R-34).

    `after` is what each side has then.
    """
    points, bonus = options.berg or NO_BERG
    there = [side for side, total in after.items() if total >= points]
    if not there:
        return None
    lost = deal.decided.lost_by
    first = deal.last_side if lost is None else deal.table.opponents_of(lost)[0]
    return BergWon(_ahead(there, after, deal, first=first), points, bonus, None, both=len(there) > 1)


def _ahead(there: Sequence[Side], totals: Mapping[Side, int], deal: Deal, *, first: Side | None) -> Side:
    """Of the sides that are there the one that counts first; else the one with more points, else forehand's."""
    if first is not None and first in there:
        return first
    return max(there, key=lambda side: (totals[side], side == deal.table.side_of(deal.forehand)))


def _totals(before: TotalsBefore, scores: Sequence[SchieberScore]) -> dict[Side, int]:
    return {score.side: before.totals[score.side] + score.total for score in scores}
