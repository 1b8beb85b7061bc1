"""The account of a Schieber deal: why its score is what it is, step by step, as it happened and as it is counted."""

from collections.abc import Iterator

from scoring.rules.deal.facts import Count
from scoring.rules.pack.tricks import LAST_TRICK
from scoring.rules.scoring.points import factor_of
from scoring.rules.variants.schieber.account_ending import claim_steps, result_steps, standing_steps, sum_steps
from scoring.rules.variants.schieber.account_extras import match_steps, slate_weis_steps, stoeck_steps, weis_steps
from scoring.rules.variants.schieber.told import Told
from scoring.rules.variants.shared.announcing import announce_steps, factor_steps
from scoring.rules.variants.shared.chapters import COUNT, count_steps, unplaced_steps
from scoring.rules.variants.shared.trick_account import trick_steps
from scoring.rules.view.account import Account, Step

OPENING, TRICK, WEIS = "opening", "trick", "weis"

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
    steps += unplaced_steps(told, beside=BESIDE)
    return [*steps, *match_steps(told), *sum_steps(told), *standing_steps(told), *result_steps(told)]


def _opening(told: Told) -> Iterator[Step]:
    """Who deals and is forehand (R-5), pushing (R-20), the mode (R-6) and its factor (R-21)."""
    deal = told.deal
    seats = {"dealer": deal.dealer, "forehand": deal.forehand}
    yield Step("R-5", OPENING, "deal", "deal", {"number": deal.number, **seats})
    yield from told.findings(faults=("wrong_deal",), chapter=OPENING)
    yield from announce_steps(told)
    yield from factor_steps(told, factor_of(deal, told.options))


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
    yield from count_steps(told, {score.side: score.tricks for score in told.outcome.scores}, rule="R-34")
    if count.last_side is not None:
        said = count.report.last_trick is not None
        last = {"side": count.last_side, "points": LAST_TRICK, "said": said}
        yield Step("R-9", COUNT, "last_trick", "count_last_said" if said else "count_last", last)
    yield from told.findings(faults=("wrong_count",), chapter=COUNT)
