"""The account of a Schieber deal: why its score is what it is, step by step, as it happened and as it is counted."""

from collections.abc import Iterator

from scoring.rules.deal import Count
from scoring.rules.steps import Account, Step
from scoring.rules.tally import factor_of
from scoring.rules.tricks import LAST_TRICK
from scoring.rules.variants.schieber_ending import claim_steps, result_steps, sum_steps, total_steps
from scoring.rules.variants.schieber_extras import match_steps, slate_weis_steps, stoeck_steps, weis_steps
from scoring.rules.variants.schieber_told import Told
from scoring.rules.variants.trick_account import trick_steps

OPENING, TRICK, WEIS, COUNT, SCORE = "opening", "trick", "weis", "count", "score"

BESIDE = ("false_weis", "false_stoeck", "wrong_deal", "wrong_count")
"""Faults that stand beside what they are about; all others stand beside their trick, or at the end."""


def account_of(account: Account) -> list[Step]:
    """All steps, in their order."""
    told = Told.of(account)
    stoeck = list(stoeck_steps(told))
    weis = [*weis_steps(told), *(step for step in stoeck if step.chapter == WEIS)]
    steps = [*_opening(told), *(step for step in stoeck if step.chapter == OPENING)]
    if not told.deal.complete_tricks:
        steps += weis
    for trick in told.deal.tricks:
        steps += trick_steps(told, trick)
        steps += (step for step in stoeck if step.chapter == TRICK and step.facts["trick"] == trick.number)
        if trick.number == 1 and trick.winner is not None:
            steps += weis
    steps += _slate(told)
    steps += (step for step in stoeck if step.chapter == COUNT)
    steps += claim_steps(told)
    steps += _unplaced(told)
    return [*steps, *match_steps(told), *sum_steps(told), *total_steps(told), *result_steps(told)]


def _opening(told: Told) -> Iterator[Step]:
    """Who deals and is forehand (R-5), pushing (R-20), the mode (R-6) and its factor (R-21)."""
    deal = told.deal
    seats = {"dealer": deal.dealer, "forehand": deal.forehand}
    yield Step("R-5", OPENING, "deal", "deal", {"number": deal.number, **seats})
    yield from told.findings(faults=("wrong_deal",), chapter=OPENING)
    if deal.pushed is not None:
        facts = {"seat": deal.forehand, "partner": deal.table.partner_of(deal.forehand)}
        yield Step("R-20", OPENING, "push", "push", facts)
    yield from _mode(told)
    factor = factor_of(deal, told.options)
    if factor is not None:
        facts_of_factor = {"mode": deal.mode.name if deal.mode else None, "factor": factor}
        key = "factor_same" if deal.mode is None else "factor_one" if factor == 1 else "factor"
        yield Step("R-21", OPENING, "factor", key, facts_of_factor)


def _mode(told: Told) -> Iterator[Step]:
    """Who announced which mode, or that a slate named it (R-6, R-20)."""
    deal = told.deal
    if deal.mode is None:
        if not deal.over:
            yield Step("R-20", OPENING, "announce", "announce_open", {"seat": told.account.turn})
        return
    facts = {"seat": deal.declarer, "mode": deal.mode.name}
    key = "announce" if deal.declarer is not None else "announce_slate"
    yield Step("R-6", OPENING, "announce", key, facts)


def _slate(told: Told) -> Iterator[Step]:
    """What a slate says was taken: a count (R-34), or a claim on paper (R-32)."""
    if told.deal.count is not None:
        yield from _count(told, told.deal.count)
    elif told.slate is not None:
        for score in told.outcome.scores:
            adds = told.adds(score.side, to="tricks", points=score.tricks)
            yield Step("R-32", COUNT, "count", "count_paper", {"side": score.side, "points": score.tricks}, adds)
    yield from slate_weis_steps(told)


def _count(told: Told, count: Count) -> Iterator[Step]:
    """The points of each side, given or derived from what a deal has (R-9), and who took the last trick (R-34)."""
    for side, points in count.points.items():
        counted = not told.deal.decided.split and told.deal.decided.lost_by is None
        adds = told.adds(side, to="tricks", points=points) if counted else None
        facts = {"side": side, "points": points}
        if side in count.report.points:
            yield Step("R-34", COUNT, "count", "count_given", facts, adds)
        else:
            rest = sum(given for other, given in count.points.items() if other != side)
            yield Step("R-9", COUNT, "count", "count_derived", {**facts, "others": rest}, adds)
    if told.deal.decided.split and told.deal.decided.lost_by is None:
        for score in told.outcome.scores:
            adds = told.adds(score.side, to="tricks", points=score.tricks)
            yield Step("R-9", COUNT, "count", "count_split", {"side": score.side, "points": score.tricks}, adds)
    if count.last_side is not None:
        said = count.report.last_trick is not None
        last = {"side": count.last_side, "points": LAST_TRICK, "said": said}
        yield Step("R-9", COUNT, "last_trick", "count_last_said" if said else "count_last", last)
    yield from told.findings(faults=("wrong_count",), chapter=COUNT)


def _unplaced(told: Told) -> Iterator[Step]:
    """The findings that belong to no trick and stand nowhere else."""
    here = tuple({f["fault"] for f in told.account.findings if f["trick"] is None and f["fault"] not in BESIDE})
    if here:
        yield from told.findings(faults=here, chapter=SCORE)
