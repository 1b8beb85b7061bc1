"""How a game ends, and when (R-30 to R-35).

Nothing here remembers: the end is read anew from the facts of the deal and the totals before it, each time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.rules.deal.facts import Deal, Moment
from scoring.rules.options.options import SchieberOptions
from scoring.rules.rulings.remedies import NOTHING_DECIDED
from scoring.rules.scoring.points import Extras, SideScore, extras_of, scores_at, scores_now

STAGES = {
    "stoeck_weis_stich": ("stoeck", "weis", "stich"),
    "stoeck_stich_weis": ("stoeck", "stich", "weis"),
}
"""The counting order after the first trick (R-33, option `order`)."""

STAGE_POINTS: Mapping[str, Callable[[SideScore], int]] = {
    "stoeck": lambda score: score.stoeck,
    "weis": lambda score: score.weis,
    "stich": lambda score: score.tricks,
}


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the sides that won, why, and in which deal; where everybody plays alone, each side's place."""

    winners: tuple[int, ...]
    reason: str
    deal: int
    places: tuple[tuple[int, int], ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """As it is kept; `official` is added where it is shown."""
        places = [{"side": side, "place": place} for side, place in self.places or ()]
        return {
            "winners": list(self.winners),
            "winner": self.winners[0] if len(self.winners) == 1 else None,
            "reason": self.reason,
            "deal": self.deal,
            **({"places": places} if places else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """From what is kept."""
        places = tuple((one["side"], one["place"]) for one in data.get("places", ())) or None
        return cls(tuple(data["winners"]), data["reason"], data["deal"], places)


def places_of(totals: Mapping[int, int], *, lowest_first: bool, last: int | None = None) -> tuple[tuple[int, int], ...]:
    """The place of each side: equal totals share one, and the places after it are left out. `last` has given up."""

    def rank(side: int) -> tuple[bool, int]:
        return side == last, totals[side] if lowest_first else -totals[side]

    return tuple((side, 1 + sum(rank(other) < rank(side) for other in totals)) for side in totals)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the counting after a trick (R-33), and what each side has with it."""

    name: str
    totals: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game within a deal or with it, and what both sides are credited for the deal.

    `moment` is None where the end of the deal gave it; `stages` are those that were counted one by one, up to the one
    that decided.
    """

    result: Result
    scores: Sequence[SideScore]
    within: bool
    """Whether the deal was broken off by it (R-31 to R-33)."""
    moment: Moment | None = None
    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What the sides have before the deal, and how many deals count so far."""

    totals: Mapping[int, int]
    counted: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from the facts of a deal: which Weis and Stöck count, the end if it gives one, and the scores."""

    extras: Extras
    end: End | None
    scores: Sequence[SideScore]


def outcome_of(deal: Deal, options: SchieberOptions, before: Standing | None) -> Outcome:
    """What follows from the facts of the deal; `before` is None where an earlier deal has ended the game (R-35)."""
    extras = extras_of(deal, options)
    ends = deal.void_after is None or deal.decided.forfeited_by is not None
    end = end_of(deal, options, extras, before) if before and ends else None
    if end is not None and before is not None and deal.rulings and not _won_without_them(end, deal, options, before):
        end = replace(end, result=replace(end.result, reason="ruling"))
    return Outcome(extras, end, end.scores if end else scores_now(deal, options, extras))


def _won_without_them(end: End, deal: Deal, options: SchieberOptions, before: Standing) -> bool:
    """Whether the same sides would have won in this deal without the rulings on it, or who gave up has lost."""
    if end.result.reason == "forfeit":
        return True
    bare = replace(deal, decided=NOTHING_DECIDED)
    other = end_of(bare, options, extras_of(bare, options), before)
    return other is not None and other.result.winners == end.result.winners


def end_of(deal: Deal, options: SchieberOptions, extras: Extras, before: Standing) -> End | None:
    """The first end that the facts of the deal give, or None where the game goes on."""
    if deal.decided.forfeited_by is not None:
        winners = deal.table.opponents_of(deal.decided.forfeited_by)
        scores = scores_now(deal, options, extras)
        return End(Result(winners, "forfeit", deal.number), scores, within=not deal.over)
    if options.target is not None and deal.decided.lost_by is None:
        for moment in deal.moments:
            end = _end_at(moment, deal, options, extras, before)
            if end is not None:
                return end
    if not deal.over:
        return None
    scores = scores_now(deal, options, extras)
    if options.target is None:
        return _after_the_last_deal(deal, options, scores, before)
    return _after_the_last_trick(deal, options, scores, before)


def _end_at(moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras, before: Standing) -> End | None:
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
        return _staged(moment, deal, options, extras, before, reason="automatic")
    return End(Result((reached[0],), "automatic", deal.number), scores, within=True, moment=moment)


def _claimed(moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras, before: Standing) -> End | None:
    """The claim is right when the side's total reaches the target; if not, the side has lost (R-32)."""
    claim = moment.claim
    if claim is None:
        return None
    between_deals = moment.after_deal
    scores = scores_now(deal, options, extras) if between_deals else scores_at(deal, options, extras, moment)
    if _with(before, scores)[claim.side] >= _target(options):
        return End(Result((claim.side,), "claim", deal.number), scores, within=not between_deals, moment=moment)
    others = deal.table.opponents_of(claim.side)
    return End(Result(others, "false_claim", deal.number), scores, within=not between_deals, moment=moment)


def _staged(
    moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras, before: Standing, *, reason: str | None
) -> End | None:
    """Stöck, Weis, Stich: the first stage at which a side reaches the target decides (R-33).

    Each stage adds what is new since the moment before: after the first trick that is all of it.
    """
    scores = scores_at(deal, options, extras, moment)
    earlier = _scores_before(moment, deal, options, extras)
    totals = {score.side: before.totals[score.side] + (earlier[score.side].total if earlier else 0) for score in scores}
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
            return End(result, scores, within=True, moment=moment, stages=tuple(stages))
    return None


def _scores_before(moment: Moment, deal: Deal, options: SchieberOptions, extras: Extras) -> dict[int, SideScore]:
    """What each side had at the moment before this one; empty where this is the first."""
    index = deal.moments.index(moment)
    if index == 0:
        return {}
    return {score.side: score for score in scores_at(deal, options, extras, deal.moments[index - 1])}


def _stages_apply(options: SchieberOptions, before: Standing) -> bool:
    """Under `play_on`, only where neither side had reached the target before the deal (R-34)."""
    return options.no_claim != "play_on" or all(total < _target(options) for total in before.totals.values())


def _after_the_last_trick(
    deal: Deal, options: SchieberOptions, scores: Sequence[SideScore], before: Standing
) -> End | None:
    """The side that took the last trick counts first, then the other (R-34)."""
    if options.no_claim == "play_on":
        return None
    totals = _with(before, scores)
    first = deal.last_side or deal.table.sides[0]
    for side in (first, *deal.table.opponents_of(first)):
        if totals[side] >= _target(options):
            return End(Result((side,), "deal_end", deal.number), scores, within=False)
    return None


def needs_last_trick(deal: Deal, options: SchieberOptions, extras: Extras, before: Standing | None) -> bool:
    """Whether it decides the game who took the last trick of a counted deal: both sides reach the target (R-34)."""
    if before is None or options.target is None or options.no_claim == "play_on" or deal.last_side is not None:
        return False
    totals = _with(before, scores_now(deal, options, extras))
    return all(total >= options.target for total in totals.values())


def _after_the_last_deal(
    deal: Deal, options: SchieberOptions, scores: Sequence[SideScore], before: Standing
) -> End | None:
    """With a fixed number of deals the higher total wins; equal totals are a draw (R-30)."""
    if before.counted + 1 < (options.deals or 0):
        return None
    totals = _with(before, scores)
    best = max(totals.values())
    return End(
        Result(tuple(side for side, total in totals.items() if total == best), "deals", deal.number),
        scores,
        within=False,
    )


def _with(before: Standing, scores: Sequence[SideScore]) -> dict[int, int]:
    return {score.side: before.totals[score.side] + score.total for score in scores}


def _target(options: SchieberOptions) -> int:
    if options.target is None:
        raise ValueError("a game with a fixed number of deals has no target")
    return options.target
