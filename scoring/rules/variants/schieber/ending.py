"""How a game of Schieber ends, and when (R-30 to R-35).

Nothing here remembers: the end is worked out anew from the facts of the deal and the totals before it, each time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Moment
from scoring.rules.scoring.ending import End, after_deals, end_of, forfeit, may_end_the_game
from scoring.rules.scoring.result import Result, TotalsBefore
from scoring.rules.scoring.status import END_REASONS, EndReason
from scoring.rules.variants.schieber.berg import BergWon, berg_of
from scoring.rules.variants.schieber.extras import Extras, extras_of
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.scores import SchieberScore, never_had_more, scores_at, scores_now
from scoring.rules.variants.schieber.stages import NOTHING_YET, Stage, counted_in_stages, scores_before


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
    """What follows from the facts of a deal: which Weis and Stöck count, the end if it gives one, and the scores.

    `berg` is who has won the Bergpreis in it.
    """

    extras: Extras
    end: SchieberEnd | None
    scores: Sequence[SchieberScore]
    berg: BergWon | None = None


@dataclass(frozen=True, slots=True)
class Counting:
    """A deal while it is asked whether it ends the game: its facts, and what the sides had before it."""

    deal: Deal
    options: SchieberOptions
    extras: Extras
    before: TotalsBefore
    berg: BergWon | None
    now: Sequence[SchieberScore]
    """What each side has now, with the Bergpreis where it was won in the deal."""

    @classmethod
    def of(cls, deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore) -> Self:
        """The deal with what it brings besides."""
        now = scores_now(deal, options, extras)
        berg = berg_of(deal, options, extras, before, now=now)
        return cls(deal, options, extras, before, berg, berg.added_at(None, now) if berg else now)

    def at(self, moment: Moment) -> list[SchieberScore]:
        """What each side had at a moment, with the Bergpreis where it was won by then."""
        scores = scores_at(self.deal, self.options, self.extras, moment)
        return self.berg.added_at(self.deal.moments.index(moment), scores) if self.berg else scores

    def totals(self, scores: Sequence[SchieberScore]) -> dict[int, int]:
        """What each side has in the game with these scores."""
        return {score.side: self.before.totals[score.side] + score.total for score in scores}

    def there(self, totals: Mapping[int, int]) -> tuple[int, ...]:
        """The sides that have reached the target with these totals."""
        return tuple(side for side, total in totals.items() if total >= _target(self.options))


def outcome_of(deal: Deal, options: SchieberOptions, before: TotalsBefore | None) -> SchieberOutcome:
    """What follows from the facts of the deal; `before` is None where an earlier deal has ended the game (R-35)."""
    extras = extras_of(deal, options)
    if before is None:
        return SchieberOutcome(extras, None, scores_now(deal, options, extras))
    counting = Counting.of(deal, options, extras, before)
    ends = deal.void_after is None or deal.decided.forfeited_by is not None
    end = _end_of(counting) if ends else None
    return SchieberOutcome(extras, end, end.scores if end else counting.now, counting.berg)


def _end_of(counting: Counting) -> SchieberEnd | None:
    def find(facts: Deal) -> SchieberEnd | None:
        if facts is counting.deal:
            return _first_end(counting)
        extras = extras_of(facts, counting.options)
        return _first_end(Counting.of(facts, counting.options, extras, counting.before))

    return end_of(counting.deal, find)


def _first_end(counting: Counting) -> SchieberEnd | None:
    """The first end that the facts of the deal give, or None where the game goes on."""
    deal, options = counting.deal, counting.options
    forfeited = deal.decided.forfeited_by is not None
    scores = counting.now
    totals = counting.totals(scores)
    decides = options.target is not None and deal.decided.lost_by is None and not forfeited
    if decides and _looks_at_moments(counting, totals):
        for moment in deal.moments:
            end = _end_at(moment, counting)
            if end is not None:
                return end
    if not may_end_the_game(deal):
        return None
    result = forfeit(deal, totals)
    if result is None and options.target is not None:
        result = _after_the_last_trick(counting, totals)
    elif result is None:
        result = after_deals(deal, totals, counting.before, deals=options.deals or 0)
    return SchieberEnd(result, within=not deal.over, scores=scores) if result else None


def _looks_at_moments(counting: Counting, totals: Mapping[int, int]) -> bool:
    """Whether a moment of the deal can have ended the game. `totals` are those of now.

    Only a claim can, or a side at the target; and no side was there earlier that is not there now.
    """
    deal = counting.deal
    return bool(deal.claims) or bool(counting.there(totals)) or not never_had_more(deal)


def _end_at(moment: Moment, counting: Counting) -> SchieberEnd | None:
    """What one moment decides: a claim (R-32), both sides at the target (R-33), or the automatic end (R-31)."""
    if moment.claim is not None:
        void = moment.claim.side in counting.deal.decided.claims_void
        return None if void else _claimed(moment, counting)
    scores = counting.at(moment)
    reached = counting.there(counting.totals(scores))
    both = len(reached) == len(scores)
    if both and moment.tricks == 1 and _stages_apply(counting.options, counting.before):
        return _staged(moment, counting, reason=None)
    if counting.options.claim != "automatic" or not reached:
        return None
    if both:
        return _staged(moment, counting, reason=EndReason.AUTOMATIC)
    result = Result((reached[0],), EndReason.AUTOMATIC, counting.deal.number)
    return SchieberEnd(result, within=True, scores=scores, moment=moment)


def _claimed(moment: Moment, counting: Counting) -> SchieberEnd | None:
    """The claim is right when the side's total reaches the target; if not, the side has lost (R-32)."""
    claim = moment.claim
    if claim is None:
        return None
    now = counting.now if moment.after_deal else counting.at(moment)
    right = claim.side in counting.there(counting.totals(now))
    winners = (claim.side,) if right else counting.deal.table.opponents_of(claim.side)
    result = Result(winners, EndReason.CLAIM if right else EndReason.FALSE_CLAIM, counting.deal.number)
    return SchieberEnd(result, within=not moment.after_deal, scores=now, moment=moment)


def _staged(moment: Moment, counting: Counting, *, reason: EndReason | None) -> SchieberEnd | None:
    """Stöck, Weis, Stich: the first stage at which a side reaches the target decides (R-33).

    The Bergpreis counts from the stage at which it is won.
    """
    stages: list[Stage] = []
    for stage in _stages_with_berg(moment, counting):
        if stage.name == NOTHING_YET:
            continue
        stages.append(stage)
        reached = counting.there(stage.totals)
        if reached:
            result = Result(reached, reason or END_REASONS[stage.name], counting.deal.number)
            return SchieberEnd(result, within=True, scores=counting.at(moment), moment=moment, stages=tuple(stages))
    return None


def _stages_with_berg(moment: Moment, counting: Counting) -> Iterator[Stage]:
    """The stages of a moment, with the Bergpreis from the moment or the stage on at which it is won."""
    deal, options, extras, berg = counting.deal, counting.options, counting.extras, counting.berg
    index = deal.moments.index(moment)
    earlier = scores_before(moment, deal, options, extras)
    for stage in counted_in_stages(moment, deal, options, extras, counting.before.totals, earlier=earlier):
        won = berg is not None and berg.index is not None and berg.index <= index
        if berg is None or not won:
            yield stage
        elif berg.index != index or stage.totals[berg.side] >= berg.points:
            yield Stage(stage.name, {**stage.totals, berg.side: stage.totals[berg.side] + berg.bonus})
        else:
            yield stage


def _stages_apply(options: SchieberOptions, before: TotalsBefore) -> bool:
    """Under `play_on`, only where neither side had reached the target before the deal (R-34)."""
    return options.no_claim != "play_on" or all(total < _target(options) for total in before.totals.values())


def _after_the_last_trick(counting: Counting, totals: Mapping[int, int]) -> Result | None:
    """The side that took the last trick counts first, then the other (R-34).

    Nobody has won yet where both reach the target and a slate does not tell who took the last trick.
    """
    deal = counting.deal
    if counting.options.no_claim == "play_on":
        return None
    reached = counting.there(totals)
    if not reached:
        return None
    if len(reached) == 1:
        return Result(reached, EndReason.DEAL_END, deal.number)
    winners = () if deal.last_side is None else (deal.last_side,)
    return Result(winners, EndReason.DEAL_END, deal.number)


FAR_FROM_THE_TARGET = 10_000
"""More points than a deal can have given at any of its moments beyond those that it came to in the end."""


def scores_apart(options: SchieberOptions, before: TotalsBefore, gives: Mapping[int, int]) -> bool:
    """Whether a deal that did not end the game is far from the target, or not the last one that is played.

    And far from the Berg, which may have been won in it, or may be now.
    """
    totals = [total + gives[side] + FAR_FROM_THE_TARGET for side, total in before.totals.items()]
    if options.berg is not None and max(totals) >= options.berg[0]:
        return False
    if options.target is None:
        return before.counted + 1 < (options.deals or 0)
    return max(totals) < options.target


def needs_last_trick(deal: Deal, options: SchieberOptions, extras: Extras, before: TotalsBefore | None) -> bool:
    """Whether it decides something who took the last trick of a counted deal: the game, or the Bergpreis (R-34, R-37).

    It does where both sides reach the target, or the Berg.
    """
    if before is None or deal.last_side is not None:
        return False
    counting = Counting.of(deal, options, extras, before)
    if counting.berg is not None and counting.berg.index is None and counting.berg.both:
        return True
    if options.target is None or options.no_claim == "play_on":
        return False
    return len(counting.there(counting.totals(counting.now))) == len(deal.table.sides)


def _target(options: SchieberOptions) -> int:
    if options.target is None:
        raise ValueError("a game with a fixed number of deals has no target")
    return options.target
