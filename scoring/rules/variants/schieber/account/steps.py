"""The account of a Schieber deal: why its score is what it is, step by step, as it happened and as it is counted."""

from collections.abc import Iterator

from scoring.rules.deal.parts import Count
from scoring.rules.pack.tricks import LAST_TRICK
from scoring.rules.proof.faults import Fault
from scoring.rules.variants.schieber.account.base import SchieberAccount
from scoring.rules.variants.schieber.account.ending import (
    berg_steps,
    claim_steps,
    result_steps,
    standing_steps,
    sum_steps,
)
from scoring.rules.variants.schieber.account.extras import match_steps, slate_weis_steps, stoeck_steps, weis_steps
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.scores import factor_of
from scoring.rules.variants.shared.accounts import (
    COUNT,
    OPENING,
    TRICK,
    count_steps,
    opening_steps,
    trick_steps,
    unplaced_steps,
)
from scoring.rules.variants.shared.announcing import announce_steps, factor_steps
from scoring.rules.view.account import Account, Step

WEIS = "weis"

BESIDE = (Fault.FALSE_WEIS, Fault.LATE_WEIS, Fault.FALSE_STOECK, Fault.WRONG_DEAL, Fault.WRONG_COUNT)
"""Faults that stand beside what they are about; all others stand beside their trick, or at the end."""


def account_of(given: Account[SchieberOptions]) -> list[Step]:
    """All steps, in their order."""
    account = SchieberAccount.of(given)
    stoeck = list(stoeck_steps(account))
    weis = [*weis_steps(account), *(step for step in stoeck if step.chapter == WEIS)]
    steps = [*_opening(account), *(step for step in stoeck if step.chapter == OPENING)]
    if not account.deal.complete_tricks:
        steps += weis
    for trick in account.deal.tricks:
        steps += trick_steps(account, trick)
        steps += (step for step in stoeck if step.chapter == TRICK and step.facts["trick"] == trick.number)
        if trick.number == 1 and trick.winner is not None:
            steps += weis
    steps += _slate(account)
    steps += (step for step in stoeck if step.chapter == COUNT)
    steps += claim_steps(account)
    steps += unplaced_steps(account, beside=BESIDE)
    steps += [*match_steps(account), *sum_steps(account), *berg_steps(account)]
    return [*steps, *standing_steps(account), *result_steps(account)]


def _opening(account: SchieberAccount) -> Iterator[Step]:
    """Who deals and is forehand (R-5), pushing (R-20), the mode (R-6) and its factor (R-21)."""
    yield from opening_steps(account)
    yield from announce_steps(account)
    yield from factor_steps(account, factor_of(account.deal, account.options))


def _slate(account: SchieberAccount) -> Iterator[Step]:
    """What a slate says was taken: a count (R-34), or a claim on paper (R-32)."""
    if account.deal.count is not None:
        yield from _count(account, account.deal.count)
    elif account.slate is not None:
        for score in account.outcome.scores:
            adds = account.adds(score.side, to="tricks", points=score.tricks)
            yield Step("R-32", COUNT, "count", "count_paper", {"side": score.side, "points": score.tricks}, adds)
    yield from slate_weis_steps(account)


def _count(account: SchieberAccount, count: Count) -> Iterator[Step]:
    """The points of each side, given or derived from what a deal has (R-9), and who took the last trick (R-34)."""
    yield from count_steps(account, {score.side: score.tricks for score in account.outcome.scores}, rule="R-34")
    if count.last_side is not None:
        said = count.report.last_trick is not None
        last = {"side": count.last_side, "points": LAST_TRICK, "said": said}
        yield Step("R-9", COUNT, "last_trick", "count_last_said" if said else "count_last", last)
    yield from account.finding_steps(faults=(Fault.WRONG_COUNT,), chapter=COUNT)
