"""Steps that the accounts of several variants have in common: a slate, what each side has, the last deal."""

from collections.abc import Iterator, Mapping

from scoring.rules.scoring.ending import Result
from scoring.rules.variants.shared.told import DealTold
from scoring.rules.view.account import Step

COUNT, SCORE, RESULT = "count", "score", "result"

DURING = ("announcing", "bidding", "playing")
"""The states of a deal whose points do not stand yet."""


def count_steps(told: DealTold, split: Mapping[int, int], *, rule: str) -> Iterator[Step]:
    """The points of each side by a slate: given, derived from what a deal has, or a difference `split` by a ruling."""
    count, decided = told.deal.count, told.deal.decided
    if count is None:
        return
    for side, points in count.points.items():
        counted = not decided.split and decided.lost_by is None
        adds = told.adds(side, to="tricks", points=points) if counted else None
        facts = {"side": side, "points": points}
        if side in count.report.points:
            yield Step(rule, COUNT, "count", "count_given", facts, adds)
        else:
            rest = sum(given for other, given in count.points.items() if other != side)
            yield Step("R-9", COUNT, "count", "count_derived", {**facts, "others": rest}, adds)
    for side, points in split.items() if decided.split and decided.lost_by is None else ():
        adds = told.adds(side, to="tricks", points=points)
        yield Step("R-9", COUNT, "count", "count_split", {"side": side, "points": points}, adds)


def unplaced_steps(told: DealTold, *, beside: tuple[str, ...]) -> Iterator[Step]:
    """The findings that belong to no trick and do not stand `beside` what they are about."""
    here = tuple({f["fault"] for f in told.account.findings if f["trick"] is None and f["fault"] not in beside})
    if here:
        yield from told.findings(faults=here, chapter=SCORE)


def void_steps(told: DealTold, *, lowest_wins: bool = False) -> Iterator[Step]:
    """That a void deal counts nothing but the penalties which stand in it (R-5)."""
    key = "void_ruled" if told.deal.void_ruled else "void"
    yield Step("R-5", RESULT, "void", key, {"dealer": told.deal.dealer})
    for side, points in told.deal.decided.penalties.items():
        if points and lowest_wins:
            yield Step("R-5", RESULT, "void", "penalty_ruled", {"side": side, "adjusted": points})
        elif points:
            yield Step("R-5", RESULT, "void", "void_penalty", {"side": side, "points": points})


def total_steps(told: DealTold, added: Mapping[int, int], *, rule: str, lowest_wins: bool = False) -> Iterator[Step]:
    """What each side had, and has with the deal; or that the deal counts nothing (R-5, R-35)."""
    if not told.counts:
        yield from void_steps(told, lowest_wins=lowest_wins)
        return
    ended = told.account.carry.result
    if ended is not None:
        yield Step("R-35", RESULT, "surplus", "surplus", {"ended_in": ended.deal, "winners": list(ended.winners)})
        return
    so_far = "_so_far" if told.account.status in DURING else ""
    for side, points in added.items():
        before = told.account.carry.totals[side - 1]
        total = {"before": before, "deal": points, "after": before + points}
        yield Step(rule, SCORE, "total", f"total{so_far}", {"side": side, **total})


def last_deal_steps(told: DealTold, result: Result | None, *, deals: int, rule: str) -> Iterator[Step]:
    """Where the higher total after so many deals wins: how the deal ends the game, or that it goes on."""
    if result is None:
        if told.counts and told.deal.over and told.account.carry.result is None:
            facts = {"counted": told.account.carry.counted + 1, "deals": deals}
            yield Step(rule, RESULT, "goes_on", "goes_on_deals", facts)
        return
    winners = list(result.winners)
    forfeited_by = told.deal.decided.forfeited_by
    if forfeited_by is not None:
        yield Step("R-35", RESULT, "end", "forfeit", {"side": winners[0], "other": forfeited_by})
    elif len(winners) > 1:
        yield Step(rule, RESULT, "end", "deals_draw", {"deals": deals, "winners": winners})
    else:
        yield Step(rule, RESULT, "end", "deals_end", {"deals": deals, "winners": winners, "side": winners[0]})
    if result.reason == "ruling":
        yield Step("R-35", RESULT, "ruled", "ended_by_ruling", {"winners": winners})
