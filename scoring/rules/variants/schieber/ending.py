"""How a game of Schieber ends, and when (R-30 to R-35).

Nothing here remembers: the end is worked out anew from the facts of the deal and the totals before it, each time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Moment
from scoring.rules.scoring.ending import End, after_deals, end_of, forfeit, may_end_the_game
from scoring.rules.scoring.result import Result, TotalsBefore
from scoring.rules.scoring.status import EndReason
from scoring.rules.variants.schieber.extras import Extras, extras_of
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.scores import SchieberScore, scores_at, scores_now

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


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the counting after a trick (R-33), and what each side has with it."""

    name: str
    totals: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SchieberEnd(End):
    """The end of a game within a deal or with it, and what both sides are credited for the deal.

    `moment` is None where the end of the deal gave it; `stages` are those that were counted one by one, up to the one
    that decided.
    """

    scores: Sequence[SchieberScore]
    moment: Moment | None = None
    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class SchieberOutcome:
    """What follows from the facts of a deal: which Weis and Stöck count, the end if it gives one, and the scores."""

    extras: Extras
    end: SchieberEnd | None
    scores: Sequence[SchieberScore]


def outcome_of(deal: Deal, options: SchieberOptions, before: TotalsBefore | None) -> SchieberOutcome:
    """What follows from the facts of the deal; `before` is None where an earlier deal has ended the game (R-35)."""
    extras = extras_of(deal, options)
    ends = deal.void_after is None or deal.decided.forfeited_by is not None
    end = _end_of(deal, options, extras, before) if before and ends else None
    return SchieberOutcome(extras, end, end.scores if end else scores_now(deal, options, extras))


def _end_of(deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore) -> SchieberEnd | None:
    def find(facts: Deal) -> SchieberEnd | None:
        return _first_end(facts, options, extras if facts is deal else extras_of(facts, options), before)

    return end_of(deal, find)


def _first_end(deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore) -> SchieberEnd | None:
    """The first end that the facts of the deal give, or None where the game goes on."""
    forfeited = deal.decided.forfeited_by is not None
    if options.target is not None and deal.decided.lost_by is None and not forfeited:
        for moment in deal.moments:
            end = _end_at(moment, deal, options, extras, before)
            if end is not None:
                return end
    if not may_end_the_game(deal):
        return None
    scores = scores_now(deal, options, extras)
    totals = _with(before, scores)
    result = forfeit(deal, totals)
    if result is None and options.target is not None:
        result = _after_the_last_trick(deal, options, totals)
    elif result is None:
        result = after_deals(deal, totals, before, deals=options.deals or 0)
    return SchieberEnd(result, within=not deal.over, scores=scores) if result else None


def _end_at(
    moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore
) -> SchieberEnd | None:
    """What one moment decides: a claim (R-32), both sides at the target (R-33), or the automatic end (R-31)."""
    if moment.claim is not None:
        void = moment.claim.side in deal.decided.claims_void
        return None if void else _claimed(moment, deal, options, extras, before)
    scores = scores_at(deal, options, extras, moment)
    totals = _with(before, scores)
    reached = [side for side, total in totals.items() if total >= _target(options)]
    both = len(reached) == len(totals)
    if both and moment.tricks == 1 and _stages_apply(options, before):
        return _staged(moment, deal, options, extras, before, reason=None)
    if options.claim != "automatic" or not reached:
        return None
    if both:
        return _staged(moment, deal, options, extras, before, reason=EndReason.AUTOMATIC)
    return SchieberEnd(
        Result((reached[0],), EndReason.AUTOMATIC, deal.number), within=True, scores=scores, moment=moment
    )


def _claimed(
    moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore
) -> SchieberEnd | None:
    """The claim is right when the side's total reaches the target; if not, the side has lost (R-32)."""
    claim = moment.claim
    if claim is None:
        return None
    now = scores_now(deal, options, extras) if moment.after_deal else scores_at(deal, options, extras, moment)
    right = _with(before, now)[claim.side] >= _target(options)
    winners = (claim.side,) if right else deal.table.opponents_of(claim.side)
    result = Result(winners, EndReason.CLAIM if right else EndReason.FALSE_CLAIM, deal.number)
    return SchieberEnd(result, within=not moment.after_deal, scores=now, moment=moment)


def _staged(
    moment: Moment,
    deal: Deal,
    options: SchieberOptions,
    extras: Extras,
    before: TotalsBefore,
    *,
    reason: EndReason | None,
) -> SchieberEnd | None:
    """Stöck, Weis, Stich: the first stage at which a side reaches the target decides (R-33).

    Each stage adds what is new since the moment before: after the first trick that is all of it. What a ruling gives or
    takes is there before the first stage.
    """
    scores = scores_at(deal, options, extras, moment)
    earlier = _scores_before(moment, deal, options, extras)
    had = {score.side: earlier[score.side].total if earlier else score.adjusted for score in scores}
    totals = {side: before.totals[side] + points for side, points in had.items()}
    stages: list[Stage] = []
    for stage in STAGES[options.order or "stoeck_weis_stich"]:
        points = STAGE_POINTS[stage]
        for score in scores:
            new = points(score) - (points(earlier[score.side]) if earlier else 0)
            totals[score.side] += new * (score.factor or 0)
        stages.append(Stage(stage, dict(totals)))
        reached = tuple(side for side, total in totals.items() if total >= _target(options))
        if reached:
            result = Result(reached, reason or stage, deal.number)
            return SchieberEnd(result, within=True, scores=scores, moment=moment, stages=tuple(stages))
    return None


def _scores_before(moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras) -> dict[int, SchieberScore]:
    """What each side had at the moment before this one; empty where this is the first."""
    index = deal.moments.index(moment)
    if index == 0:
        return {}
    return {score.side: score for score in scores_at(deal, options, extras, deal.moments[index - 1])}


def _stages_apply(options: SchieberOptions, before: TotalsBefore) -> bool:
    """Under `play_on`, only where neither side had reached the target before the deal (R-34)."""
    return options.no_claim != "play_on" or all(total < _target(options) for total in before.totals.values())


def _after_the_last_trick(deal: Deal, options: SchieberOptions, totals: Mapping[int, int]) -> Result | None:
    """The side that took the last trick counts first, then the other (R-34).

    Nobody has won yet where both reach the target and a slate does not tell who took the last trick.
    """
    if options.no_claim == "play_on":
        return None
    reached = [side for side, total in totals.items() if total >= _target(options)]
    if not reached:
        return None
    if len(reached) == 1:
        return Result((reached[0],), EndReason.DEAL_END, deal.number)
    winners = () if deal.last_side is None else (deal.last_side,)
    return Result(winners, EndReason.DEAL_END, deal.number)


FAR_FROM_THE_TARGET = 10_000
"""More points than a deal can have given at any of its moments beyond those that it came to in the end."""


def scores_apart(options: SchieberOptions, before: TotalsBefore, gives: Mapping[int, int]) -> bool:
    """Whether a deal that did not end the game is far from the target, or not the last one that is played."""
    if options.target is None:
        return before.counted + 1 < (options.deals or 0)
    return all(total + gives[side] + FAR_FROM_THE_TARGET < options.target for side, total in before.totals.items())


def needs_last_trick(deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore | None) -> bool:
    """Whether it decides the game who took the last trick of a counted deal: both sides reach the target (R-34)."""
    if before is None or options.target is None or options.no_claim == "play_on" or deal.last_side is not None:
        return False
    totals = _with(before, scores_now(deal, options, extras))
    return all(total >= options.target for total in totals.values())


def _with(before: TotalsBefore, scores: Sequence[SchieberScore]) -> dict[int, int]:
    return {score.side: before.totals[score.side] + score.total for score in scores}


def _target(options: SchieberOptions) -> int:
    if options.target is None:
        raise ValueError("a game with a fixed number of deals has no target")
    return options.target
