"""The account of what a deal of Cosmic Eidex adds up to, and whether it ends the game (R-52 to R-54)."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.rules.options.options import EidexOptions
from scoring.rules.variants.eidex.points import Added, Won
from scoring.rules.variants.eidex.scores import added_by, adjusted_by, end_of, points_of, totals_added, won_in
from scoring.rules.variants.shared.chapters import void_steps
from scoring.rules.variants.shared.told import DealTold
from scoring.rules.view.account import Step

SCORE, RESULT = "score", "result"

WON = {
    "all_tricks": "won_all_tricks",
    "limit": "won_limit",
    "all_equal": "won_all_equal",
    "two_equal": "won_two_equal",
    "most_and_fewest": "won_most_and_fewest",
}
"""The sentence for each line of R-52."""

SIX = {
    "six_all_tricks": "six_all_tricks",
    "six_two": "six_two",
    "six_nothing": "six_nothing",
    "six_nobody": "six_nobody",
}
"""The sentence for each line of R-54."""


def _is_told(told: DealTold) -> bool:
    """Whether the reader may know the win points: those of a settled deal."""
    scores = told.account.seen["scores"] or ()
    return bool(scores) and all(score["total"] is not None for score in scores)


def won_steps(told: DealTold, options: EidexOptions) -> Iterator[Step]:
    """By which rule the deal is won (R-52), the win points that it brings, and what rulings add."""
    won = won_in(told.deal, options) if _is_told(told) else None
    if won is None:
        return
    yield Step("R-52", SCORE, "won", WON[won.case], _why(told, won, options))
    for side, points in won.points.items():
        if points:
            facts = {"side": side, "points": points}
            yield Step("R-52", SCORE, "win_points", "won", facts, told.adds(side, to="total", points=points))
    for side, adjusted in adjusted_by(told.deal).items():
        if adjusted:
            adds = told.adds(side, to="total", points=adjusted)
            yield Step("R-52", SCORE, "win_points", "won_ruled", {"side": side, "adjusted": adjusted}, adds)


def _why(told: DealTold, won: Won, options: EidexOptions) -> dict[str, Any]:
    """Whom the rule is about that has decided."""
    points = points_of(told.deal)
    scoring = [side for side, brought in won.points.items() if brought]
    if won.case == "limit":
        return {"limit": options.limit, "seats": [side for side in points if side not in scoring]}
    if won.case == "most_and_fewest":
        ranked = sorted(points, key=lambda side: points[side])
        return {"first": ranked[-1], "other": ranked[0]}
    return {"side": scoring[0] if scoring else None}


# --- totals -----------------------------------------------------------------------------------------------------------


def total_steps(told: DealTold, options: EidexOptions) -> Iterator[Step]:
    """What everybody had, and has with the deal (R-53, R-54); or that the deal counts nothing (R-5, R-35)."""
    if not told.counts:
        yield from void_steps(told)
        return
    ended, before = told.account.carry.result, told.account.carry.standing
    if ended is not None or before is None:
        winners = list(ended.winners) if ended else []
        facts = {"ended_in": ended.deal if ended else None, "winners": winners}
        yield Step("R-35", RESULT, "surplus", "surplus", facts)
        return
    added = added_by(told.deal, options, before) if _is_told(told) else None
    if added is None:
        return
    yield from _corrected(told, added, before.totals, options)
    for side, points in totals_added(told.deal, options, before).items():
        total = {"before": before.totals[side], "deal": points, "after": before.totals[side] + points}
        yield Step("R-53", SCORE, "total", "total_won", {"side": side, **total})


def _corrected(told: DealTold, added: Added, before: Mapping[int, int], options: EidexOptions) -> Iterator[Step]:
    """Why the totals are not simply added up: two would get there at once (R-53), or all are about to win (R-54)."""
    stays = options.target - 1
    if added.case == "both_to_target":
        both = [side for side, total in before.items() if total == stays]
        falling = [side for side in both if added.points[side] < 0]
        facts = {"seats": both, "target": options.target, "stays": stays}
        if not falling:
            yield Step("R-53", SCORE, "held_back", "held_back_equal", facts)
            return
        (first,) = (side for side in both if side not in falling)
        yield Step(
            "R-53", SCORE, "held_back", "held_back", {**facts, "first": first, "other": falling[0], "falls": stays - 1}
        )
    elif added.case in SIX:
        winners = [side for side, points in added.points.items() if points]
        facts = {"stays": stays, "side": winners[0] if winners else None}
        yield Step("R-54", SCORE, "all_six", SIX[added.case], facts)


# --- the end ----------------------------------------------------------------------------------------------------------


def result_steps(told: DealTold, options: EidexOptions) -> Iterator[Step]:
    """How the deal ends the game, or that the game goes on (R-53, R-54)."""
    before = told.account.carry.standing
    if before is None or told.account.status == "playing":
        return
    end = end_of(told.deal, options, before)
    if end is None:
        if told.counts:
            yield Step("R-53", RESULT, "goes_on", "goes_on", {"target": options.target})
        return
    winners = end.result.winners
    facts = {"winners": list(winners), "side": winners[0] if len(winners) == 1 else None}
    if told.deal.decided.forfeited_by is not None:
        other = {"other": told.deal.decided.forfeited_by}
        yield Step("R-35", RESULT, "end", "gave_up_highest", {**facts, **other})
        return
    after = before.totals[winners[0]] + totals_added(told.deal, options, before)[winners[0]]
    key = "win_points" if len(winners) == 1 else "win_points_shared"
    yield Step("R-53", RESULT, "end", key, {**facts, "after": after, "target": options.target})
    if end.result.reason == "ruling":
        yield Step("R-35", RESULT, "ruled", "ended_by_ruling", {"winners": list(winners)})
