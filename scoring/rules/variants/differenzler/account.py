"""The account of a Differenzler deal: what everybody bid and made, and what that costs (R-40 to R-42)."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from scoring.rules.proof.faults import Fault
from scoring.rules.scoring.status import RUNNING, DealStatus, EndReason
from scoring.rules.variants.differenzler.ending import end_by
from scoring.rules.variants.differenzler.options import DifferenzlerOptions
from scoring.rules.variants.differenzler.scores import earns_bonus
from scoring.rules.variants.shared.accounts import (
    COUNT,
    RESULT,
    SCORE,
    DealAccount,
    count_steps,
    opening_steps,
    total_steps,
    trick_steps,
    turned_steps,
    unplaced_steps,
)
from scoring.rules.view.account import Account, Step

BIDS = "bids"

DifferenzlerAccount: TypeAlias = DealAccount[DifferenzlerOptions]

BESIDE = (Fault.WRONG_DEAL, Fault.WRONG_COUNT, Fault.MISSING_BID)
"""Faults that stand beside what they are about; all others stand beside their trick, or at the end."""


def account_of(given: Account[DifferenzlerOptions]) -> list[Step]:
    """All steps, in their order. Bids, and what follows from them, as the reader may see them."""
    account = DifferenzlerAccount.of(given)
    steps = [*opening_steps(account), *turned_steps(account, rule="R-40"), *_bids(account)]
    for trick in account.deal.tricks:
        steps += trick_steps(account, trick)
    if account.deal.count is not None:
        steps += count_steps(account, account.deal.count.points, rule="R-9")
    steps += account.finding_steps(faults=(Fault.WRONG_COUNT,), chapter=COUNT)
    steps += unplaced_steps(account, beside=BESIDE)
    added = {score["side"]: score["total"] for score in _scores(account)}
    return [
        *steps,
        *_penalties(account),
        *total_steps(account, added, rule="R-42", lowest_wins=True),
        *_result(account),
    ]


def _bids(account: DifferenzlerAccount) -> Iterator[Step]:
    """What everybody bids, in turn from forehand; of a hidden one that it is made (R-40)."""
    deal = account.deal
    seen = {entry["seat"]: entry["points"] for entry in account.seen["bids"] or ()}
    for seat in deal.table.order_from(deal.forehand):
        facts = {"seat": seat, "bid": seen.get(seat)}
        if seat in seen:
            yield Step("R-40", BIDS, "bid", "bid_hidden" if seen[seat] is None else "bid", facts)
        elif seat in deal.decided.without_bid:
            yield Step("R-40", BIDS, "bid", "bid_missing", facts)
        elif account.status in RUNNING:
            yield Step("R-40", BIDS, "bid", "bid_open", facts)
    yield from account.finding_steps(faults=(Fault.MISSING_BID,), chapter=BIDS)


def _scores(account: DifferenzlerAccount) -> list[Mapping[str, Any]]:
    """What everybody has, as far as the reader may know it."""
    return [score for score in account.seen["scores"] or () if score["total"] is not None]


def _penalties(account: DifferenzlerAccount) -> Iterator[Step]:
    """How far each is from their bid, what an exact one earns, and what a ruling adds (R-41)."""
    for score in _scores(account):
        side, bid, made, ruled = score["side"], score["bid"], score["tricks"], score.get("adjusted", 0)
        facts = {"side": side, "bid": bid, "made": made}
        if bid is not None and account.status != DealStatus.STOPPED:
            yield from _difference(account, facts, side=side, bid=bid, made=made)
        if ruled:
            adds = account.adds(side, to="total", points=ruled)
            yield Step("R-41", SCORE, "penalty", "penalty_ruled", {"side": side, "adjusted": ruled}, adds)


def _difference(
    account: DifferenzlerAccount, facts: Mapping[str, Any], *, side: int, bid: int, made: int
) -> Iterator[Step]:
    points = abs(bid - made)
    adds = account.adds(side, to="total", points=points)
    if account.status in RUNNING:
        yield Step("R-41", SCORE, "penalty", "penalty_so_far", {**facts, "points": points}, adds)
        return
    yield Step("R-41", SCORE, "penalty", "penalty" if points else "penalty_exact", {**facts, "points": points}, adds)
    bonus = account.options.exact_bonus
    if points or not bonus or not account.deal.over:
        return
    if earns_bonus(account.deal, account.options, side=side):
        adds = account.adds(side, to="total", points=bonus)
        yield Step("R-41", SCORE, "bonus", "exact_bonus", {"side": side, "adjusted": bonus}, adds)
    else:
        yield Step("R-41", SCORE, "bonus", "no_exact_bonus", {"side": side})


def _result(account: DifferenzlerAccount) -> Iterator[Step]:
    """How the deal ends the game, or that the game goes on (R-42)."""
    before = account.carry.standing
    if before is None or account.status in RUNNING:
        return
    end = end_by(account.deal, account.options, before)
    if end is None:
        if account.counts:
            yield _goes_on(account)
        return
    winners = end.result.winners
    facts = {"winners": list(winners), "side": winners[0] if len(winners) == 1 else None}
    if account.deal.decided.forfeited_by is not None:
        yield Step("R-35", RESULT, "end", "gave_up", {**facts, "other": account.deal.decided.forfeited_by})
        return
    key = "lowest" if len(winners) == 1 else "lowest_shared"
    yield Step("R-42", RESULT, "end", key, {**facts, "counted": before.counted + 1})
    if end.result.reason is EndReason.RULING:
        yield Step("R-35", RESULT, "ruled", "ended_by_ruling", {"winners": list(winners)})


def _goes_on(account: DifferenzlerAccount) -> Step:
    """Deals are left, or the lowest total is not alone (R-42)."""
    deals, counted = account.options.deals, account.carry.counted + 1
    facts = {"counted": counted, "deals": deals}
    return Step("R-42", RESULT, "goes_on", "goes_on_deals" if counted < deals else "goes_on_extra", facts)
