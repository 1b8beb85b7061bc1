"""The account of what a Schieber deal adds up to, and whether it ends the game (R-21, R-30 to R-35)."""

from collections.abc import Iterator
from typing import Any

from scoring.rules.scoring.status import RUNNING, EndReason
from scoring.rules.variants.schieber.account.base import SchieberAccount
from scoring.rules.variants.schieber.ending import SchieberEnd
from scoring.rules.variants.shared.accounts import RESULT, SCORE, total_steps
from scoring.rules.view.account import Step


def sum_steps(account: SchieberAccount) -> Iterator[Step]:
    """Each side's points times the factor (R-21)."""
    so_far = "_so_far" if account.status in RUNNING else ""
    for score in account.outcome.scores if account.counts else ():
        if score.factor is None:
            continue
        ruled = score.adjusted != 0
        parts = {"tricks": score.tricks, "match": score.match, "weis": score.weis, "stoeck": score.stoeck}
        total = score.total - score.berg
        points = {"parts": parts, "points": sum(parts.values()), "factor": score.factor, "total": total}
        key = "sum_ruled" if ruled else f"sum{so_far}"
        adjusted = {"adjusted": score.adjusted} if ruled else {}
        yield Step("R-21", SCORE, "sum", key, {"side": score.side, **points, **adjusted})


def berg_steps(account: SchieberAccount) -> Iterator[Step]:
    """The Bergpreis, where it is won in this deal and counts (R-37)."""
    berg = account.outcome.berg
    if berg is None or not account.counts or not account.score(berg.side).berg:
        return
    moment = None if berg.index is None else account.deal.moments[berg.index]
    after = moment.tricks or None if moment else None
    facts = {"side": berg.side, "mark": berg.points, "points": berg.bonus, "after_trick": after, "stage": berg.stage}
    by_last_trick = berg.both and moment is None and account.deal.last_side == berg.side
    key = "berg_stage" if berg.stage else "berg_last" if by_last_trick else "berg"
    adds = account.adds(berg.side, to="berg", points=berg.bonus)
    yield Step("R-37", SCORE, "berg", key, facts, adds)


def standing_steps(account: SchieberAccount) -> Iterator[Step]:
    """What each side had, and has with the deal, once there is anything to add or the deal is over (R-30)."""
    # A deal may be over without a factor. Example: a side forfeits the game before the announcement.
    scores = account.outcome.scores
    known = account.status not in RUNNING or any(score.factor or score.adjusted for score in scores)
    return total_steps(account, {score.side: score.total for score in scores} if known else {}, rule="R-30")


def claim_steps(account: SchieberAccount) -> Iterator[Step]:
    """The claim that ended the game (R-31), and those that a ruling has made void."""
    for one in account.deal.claims:
        if one.side in account.deal.decided.claims_void:
            yield Step("R-31", SCORE, "claim", "claim_void", {"side": one.side})
    end = account.outcome.end
    claim = end.moment.claim if end and end.moment else None
    if end is None or end.moment is None or claim is None:
        return
    key = "claim_between" if not end.within else "claim_paper" if claim.on_paper else "claim"
    tricks = end.moment.tricks if key == "claim" else None
    yield Step("R-31", SCORE, "claim", key, {"side": claim.side, "tricks": tricks})


def result_steps(account: SchieberAccount) -> Iterator[Step]:
    """How the deal ends the game, or that the game goes on."""
    end = account.outcome.end
    if end is not None:
        yield from _ended(account, end)
    elif account.counts and account.deal.over and account.carry.result is None:
        yield _goes_on(account)


def _ended(account: SchieberAccount, end: SchieberEnd) -> Iterator[Step]:
    """What ended the game: a forfeit, a moment within the deal, or the end of the deal."""
    forfeited_by = account.deal.decided.forfeited_by
    if forfeited_by is not None:
        facts = {"side": end.result.winners[0], "other": forfeited_by}
        yield Step("R-35", RESULT, "end", "forfeit", facts)
    elif end.moment is None:
        yield _last_deal(account, end) if account.options.target is None else _deal_end(account, end)
    elif end.moment.claim is not None:
        yield _claim_judged(account, end, side=end.moment.claim.side)
    elif end.stages:
        yield from _staged(account, end)
    else:
        facts_of_end = {
            "side": end.result.winners[0],
            "target": account.options.target,
            "after_trick": end.moment.tricks,
        }
        yield Step("R-31", RESULT, "end", "automatic", facts_of_end)
    if end.result.reason is EndReason.RULING:
        yield Step("R-35", RESULT, "ruled", "ended_by_ruling", {"winners": list(end.result.winners)})


def _totals(account: SchieberAccount) -> dict[int, int]:
    before = account.carry.totals
    return {score.side: before[score.side - 1] + score.total for score in account.outcome.scores}


def _claim_judged(account: SchieberAccount, end: SchieberEnd, *, side: int) -> Step:
    """What the claim counts: the total before, and the factor times what the side has (R-32)."""
    right = side in end.result.winners
    score, target = account.score(side), account.options.target or 0
    after = _totals(account)[side]
    points = score.tricks + score.match + score.weis + score.stoeck
    counted: dict[str, Any] = {"before": account.carry.totals[side - 1], "factor": score.factor, "points": points}
    if score.berg:
        counted["bonus"] = score.berg
    facts = {"side": side, **counted, "after": after, "target": target, "winners": list(end.result.winners)}
    if right:
        return Step("R-32", RESULT, "end", "claim_right", facts)
    return Step("R-32", RESULT, "end", "claim_short", {**facts, "short": target - after})


def _staged(account: SchieberAccount, end: SchieberEnd) -> Iterator[Step]:
    """Stage by stage, what each side has with it, up to the one that decides (R-33)."""
    facts = {"target": account.options.target, "after_trick": end.moment.tricks if end.moment else None}
    yield Step("R-33", RESULT, "stages", "stages", {**facts, "stages": [stage.name for stage in end.stages]})
    for stage in end.stages:
        totals = {str(side): total for side, total in stage.totals.items()}
        yield Step("R-33", RESULT, "stage", "stage", {"stage": stage.name, "totals": totals})
    winners = end.result.winners
    decided = {"stage": end.stages[-1].name, "target": account.options.target, "winners": list(winners)}
    key = "stage_decides" if len(winners) == 1 else "stage_draw"
    yield Step("R-33", RESULT, "end", key, {**decided, "side": winners[0] if len(winners) == 1 else None})


def _deal_end(account: SchieberAccount, end: SchieberEnd) -> Step:
    """The side that took the last trick counts first, then the other (R-34)."""
    target = account.options.target or 0
    if end.result.waits:
        return Step("R-34", RESULT, "goes_on", "last_trick_decides", {"target": target})
    (side,), first = end.result.winners, account.deal.last_side
    facts = {"side": side, "target": target, "after": _totals(account)[side]}
    if first is None:
        return Step("R-34", RESULT, "end", "deal_end", facts)
    if first == side:
        return Step("R-34", RESULT, "end", "deal_end_first", facts)
    short = target - _totals(account)[first]
    return Step("R-34", RESULT, "end", "deal_end_second", {**facts, "first": first, "short": short})


def _last_deal(account: SchieberAccount, end: SchieberEnd) -> Step:
    """With a fixed number of deals the higher total wins (R-30)."""
    facts = {"deals": account.options.deals, "winners": list(end.result.winners)}
    if len(end.result.winners) > 1:
        return Step("R-30", RESULT, "end", "deals_draw", facts)
    return Step("R-30", RESULT, "end", "deals_end", {**facts, "side": end.result.winners[0]})


def _goes_on(account: SchieberAccount) -> Step:
    """Nobody has won with this deal (R-30, R-34)."""
    target, deals = account.options.target, account.options.deals
    if target is None:
        counted = account.carry.counted + 1
        return Step("R-30", RESULT, "goes_on", "goes_on_deals", {"counted": counted, "deals": deals})
    if account.options.no_claim == "play_on":
        return Step("R-34", RESULT, "goes_on", "goes_on_unclaimed", {"target": target})
    return Step("R-34", RESULT, "goes_on", "goes_on", {"target": target})
