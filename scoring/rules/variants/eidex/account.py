"""The account of a deal of Cosmic Eidex: tricks and laid cards, and what they bring everybody (R-50 to R-54)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from scoring.rules.deal.laid import laid_twice
from scoring.rules.proof.faults import Fault
from scoring.rules.scoring.points import adjusted_by_rulings
from scoring.rules.scoring.status import DealStatus, EndReason
from scoring.rules.variants.eidex.ending import added_by, end_by, totals_added
from scoring.rules.variants.eidex.options import EidexOptions
from scoring.rules.variants.eidex.scores import points_of, won_in
from scoring.rules.variants.eidex.win_points import Added, Won
from scoring.rules.variants.shared.accounts import (
    COUNT,
    RESULT,
    SCORE,
    DealAccount,
    opening_steps,
    trick_steps,
    turned_steps,
    unplaced_steps,
    void_steps,
)
from scoring.rules.view.account import Account, Step

LAID = "laid"

EidexAccount: TypeAlias = DealAccount[EidexOptions]

WON = {
    "all_tricks": "won_all_tricks",
    "limit": "won_limit",
    "all_equal": "won_all_equal",
    "two_equal": "won_two_equal",
    "most_and_fewest": "won_most_and_fewest",
}
"""The sentence for each line of R-52."""

SIX = ("six_all_tricks", "six_two", "six_nothing", "six_nobody")
"""The lines of R-54, each with a sentence of its own."""

BESIDE = (Fault.WRONG_DEAL, Fault.WRONG_COUNT, Fault.CARD_TWICE)
"""Faults that stand beside what they are about; all others stand beside their trick, or at the end."""


def account_of(given: Account[EidexOptions]) -> list[Step]:
    """All steps, in their order. Laid cards, and what follows from them, as the reader may see them."""
    account = EidexAccount.of(given)
    steps = [*opening_steps(account), *turned_steps(account, rule="R-50")]
    for trick in account.deal.tricks:
        steps += trick_steps(account, trick)
    steps += [*_laid(account), *_count(account), *unplaced_steps(account, beside=BESIDE), *_sums(account)]
    return [*steps, *_won(account), *_totals(account), *_result(account)]


def _laid(account: EidexAccount) -> Iterator[Step]:
    """What everybody has laid, from forehand on, and what it counts; of a hidden card that it is reported (R-51)."""
    deal = account.deal
    seen = {entry["seat"]: entry["card"] for entry in account.seen["laid"] or ()}
    points = {score["side"]: score["laid"] for score in _scores(account)}
    for seat in deal.table.order_from(deal.forehand):
        if seat not in seen:
            if seat in deal.no_card_yet and account.status == DealStatus.PLAYING:
                yield Step("R-51", LAID, "laid", "laid_open", {"seat": seat})
        elif seen[seat] is None:
            yield Step("R-51", LAID, "laid", "laid_hidden", {"seat": seat})
        else:
            yield _laid_card(account, seat, card=seen[seat], points=points.get(seat))
    for step in account.finding_steps(faults=(Fault.CARD_TWICE,), chapter=LAID):
        if step.facts["trick"] is None:
            yield step


def _laid_card(account: EidexAccount, seat: int, *, card: str, points: int | None) -> Step:
    """A laid card that the reader may see: what it counts, or that it is somewhere else as well."""
    facts: dict[str, Any] = {"seat": seat, "card": card}
    if points is None:
        return Step("R-51", LAID, "laid", "laid_in_slate" if account.counts else "laid_uncounted", facts)
    if account.deal.over and any(one.seat == seat for one in laid_twice(account.deal)):
        return Step("R-51", LAID, "laid", "laid_twice", facts)
    return Step("R-51", LAID, "laid", "laid", {**facts, "points": points}, account.adds(seat, to="laid", points=points))


def _count(account: EidexAccount) -> Iterator[Step]:
    """The points of each player by a slate, given or derived from what a deal has (R-9), and the tricks it tells."""
    count = account.deal.count
    if count is None:
        return
    for side, points in count.points.items():
        facts = {"side": side, "points": points}
        adds = account.adds(side, to="points", points=points)
        if side in count.report.points:
            yield Step("R-51", COUNT, "count", "count_given", facts, adds)
        else:
            rest = sum(given for other, given in count.points.items() if other != side)
            yield Step("R-9", COUNT, "count", "count_derived", {**facts, "others": rest}, adds)
    for side, taken in sorted((count.report.tricks or {}).items()):
        yield Step("R-52", COUNT, "tricks", "count_tricks", {"side": side, "taken": taken})
    yield from account.finding_steps(faults=(Fault.WRONG_COUNT,), chapter=COUNT)


def _scores(account: EidexAccount) -> Sequence[Mapping[str, Any]]:
    """What everybody has, as the reader may know it."""
    scores: Sequence[Mapping[str, Any]] = account.seen["scores"] or ()
    return scores


def _sums(account: EidexAccount) -> Iterator[Step]:
    """Tricks and laid card together, where both are known (R-51)."""
    key = "sum_points_so_far" if account.status == DealStatus.PLAYING else "sum_points"
    for score in _scores(account):
        if score["tricks"] is not None and score["points"] is not None:
            parts = {"tricks": score["tricks"], "laid": score["laid"]}
            facts = {"side": score["side"], "parts": parts, "points": score["points"]}
            yield Step("R-51", SCORE, "points", key, facts)


# --- win points -------------------------------------------------------------------------------------------------------


def _is_known(account: EidexAccount) -> bool:
    """Whether the reader may know the win points: those of a settled deal."""
    scores = account.seen["scores"] or ()
    return bool(scores) and all(score["total"] is not None for score in scores)


def _won(account: EidexAccount) -> Iterator[Step]:
    """By which rule the deal is won (R-52), the win points that it brings, and what rulings add."""
    won = won_in(account.deal, account.options) if _is_known(account) else None
    if won is None:
        return
    yield Step("R-52", SCORE, "won", WON[won.case], _why(account, won))
    for side, points in won.points.items():
        if points:
            facts = {"side": side, "points": points}
            yield Step("R-52", SCORE, "win_points", "won", facts, account.adds(side, to="total", points=points))
    for side, adjusted in adjusted_by_rulings(account.deal).items():
        if adjusted:
            adds = account.adds(side, to="total", points=adjusted)
            yield Step("R-52", SCORE, "win_points", "won_ruled", {"side": side, "adjusted": adjusted}, adds)


def _why(account: EidexAccount, won: Won) -> dict[str, Any]:
    """Whom the rule is about that has decided."""
    points = points_of(account.deal)
    scoring = [side for side, brought in won.points.items() if brought]
    if won.case == "limit":
        return {"limit": account.options.limit, "seats": [side for side in points if side not in scoring]}
    if won.case == "most_and_fewest":
        ranked = sorted(points, key=lambda side: points[side])
        return {"first": ranked[-1], "other": ranked[0]}
    return {"side": scoring[0] if scoring else None}


# --- totals -----------------------------------------------------------------------------------------------------------


def _totals(account: EidexAccount) -> Iterator[Step]:
    """What everybody had, and has with the deal (R-53, R-54); or that the deal counts nothing (R-5, R-35)."""
    if not account.counts:
        yield from void_steps(account)
        return
    ended, before = account.carry.result, account.carry.standing
    if ended is not None or before is None:
        winners = list(ended.winners) if ended else []
        facts = {"ended_in": ended.deal if ended else None, "winners": winners}
        yield Step("R-35", RESULT, "surplus", "surplus", facts)
        return
    added = added_by(account.deal, account.options, before) if _is_known(account) else None
    if added is None:
        return
    yield from _corrected(account, added, before.totals)
    for side, points in totals_added(account.deal, account.options, before).items():
        total = {"before": before.totals[side], "deal": points, "after": before.totals[side] + points}
        yield Step("R-53", SCORE, "total", "total_won", {"side": side, **total})


def _corrected(account: EidexAccount, added: Added, before: Mapping[int, int]) -> Iterator[Step]:
    """Why the totals are not simply added up: two would get there at once (R-53), or all are about to win (R-54)."""
    stays = account.options.target - 1
    if added.case == "both_to_target":
        both = [side for side, total in before.items() if total == stays]
        falling = [side for side in both if added.points[side] < 0]
        facts = {"seats": both, "target": account.options.target, "stays": stays}
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
        yield Step("R-54", SCORE, "all_six", added.case, facts)


# --- the end ----------------------------------------------------------------------------------------------------------


def _result(account: EidexAccount) -> Iterator[Step]:
    """How the deal ends the game, or that the game goes on (R-53, R-54)."""
    before = account.carry.standing
    if before is None or account.status == DealStatus.PLAYING:
        return
    end = end_by(account.deal, account.options, before)
    if end is None:
        if account.counts:
            yield Step("R-53", RESULT, "goes_on", "goes_on", {"target": account.options.target})
        return
    winners = end.result.winners
    facts = {"winners": list(winners), "side": winners[0] if len(winners) == 1 else None}
    if account.deal.decided.forfeited_by is not None:
        other = {"other": account.deal.decided.forfeited_by}
        yield Step("R-35", RESULT, "end", "gave_up_highest", {**facts, **other})
        return
    after = before.totals[winners[0]] + totals_added(account.deal, account.options, before)[winners[0]]
    key = "win_points" if len(winners) == 1 else "win_points_shared"
    yield Step("R-53", RESULT, "end", key, {**facts, "after": after, "target": account.options.target})
    if end.result.reason is EndReason.RULING:
        yield Step("R-35", RESULT, "ruled", "ended_by_ruling", {"winners": list(winners)})
