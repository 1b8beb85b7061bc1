"""The account of a Coiffeur deal: who announced, what the tricks bring, and whether it ends the game (R-60 to R-63)."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.proof.faults import Fault
from scoring.rules.record.kinds import NOBODY
from scoring.rules.scoring.status import RUNNING
from scoring.rules.variants.coiffeur.ending import DEALS, end_by
from scoring.rules.variants.coiffeur.options import CoiffeurOptions
from scoring.rules.variants.coiffeur.scores import (
    CoiffeurScore,
    announcing_side,
    factor_of,
    played_before,
    points_of,
    scores_of,
)
from scoring.rules.variants.shared.accounts import (
    COUNT,
    OPENING,
    SCORE,
    DealAccount,
    count_steps,
    last_deal_steps,
    opening_steps,
    total_steps,
    trick_steps,
    unplaced_steps,
)
from scoring.rules.variants.shared.announcing import announce_steps, factor_steps
from scoring.rules.view.account import Account, Step

CoiffeurAccount: TypeAlias = DealAccount[CoiffeurOptions]


def account_of(given: Account[CoiffeurOptions]) -> list[Step]:
    """Why the score of the deal is what it is, step by step."""
    account, options = CoiffeurAccount.of(given), given.options
    scores = scores_of(account.deal, options)
    steps = [
        *opening_steps(account, rule="R-61", key="deal_announcer_leads"),
        *announce_steps(account),
        *_again(account),
    ]
    steps += factor_steps(account, factor_of(account.deal, options))
    for trick in account.deal.tricks:
        steps += trick_steps(account, trick)
    steps += count_steps(account, points_of(account.deal), rule="R-62")
    steps += account.finding_steps(faults=(Fault.WRONG_COUNT,), chapter=COUNT)
    steps += unplaced_steps(account, beside=(Fault.WRONG_DEAL, Fault.WRONG_COUNT))
    if account.counts:
        steps += [*_lost(account), *_match(account, scores), *_sums(account, scores)]
    steps += total_steps(account, {score.side: score.total for score in scores}, rule="R-63")
    end = end_by(account.deal, options, account.carry.standing)
    return [*steps, *last_deal_steps(account, end.result if end else None, deals=DEALS, rule="R-63")]


def _again(account: CoiffeurAccount) -> Iterator[Step]:
    """That the side had played the mode before, where the game was still open."""
    deal = account.deal
    if deal.mode is not None and deal.mode.name in played_before(deal) and account.carry.result is None:
        facts = {"side": announcing_side(deal), "mode": deal.mode.name}
        yield Step("R-60", OPENING, "announce", "mode_again", facts)


def _lost(account: CoiffeurAccount) -> Iterator[Step]:
    loser = account.deal.decided.lost_by
    for side in () if loser is None else account.deal.table.opponents_of(loser):
        facts = {"side": side, "other": loser, "points": DEAL_POINTS}
        yield Step("R-9", SCORE, "deal_lost", "deal_lost", facts, account.adds(side, to="tricks", points=DEAL_POINTS))


def _match(account: CoiffeurAccount, scores: Sequence[CoiffeurScore]) -> Iterator[Step]:
    """The match of the announcing side (R-62), or that a slate without points of the others is none (R-22)."""
    deal = account.deal
    own = next(score for score in scores if score.side == announcing_side(deal))
    ruled, slate = deal.decided.lost_by is not None, deal.count is not None
    if own.match:
        key = "match_ruled" if ruled else "match_slate" if slate else "match"
        adds = account.adds(own.side, to="match", points=own.match)
        yield Step("R-62", SCORE, "match", key, {"side": own.side, "points": own.match}, adds)
    elif deal.count is not None and deal.count.report.match == NOBODY and own.tricks == DEAL_POINTS and not ruled:
        facts = {"side": own.side, "points": 0, "lost_trick": None, "other": None}
        yield Step("R-22", SCORE, "match", "no_match", facts)


def _sums(account: CoiffeurAccount, scores: Sequence[CoiffeurScore]) -> Iterator[Step]:
    """The points of who announced times the factor; what the others took does not count (R-62)."""
    so_far = "_so_far" if account.status in RUNNING else ""
    for score in scores:
        if score.factor is None:
            continue
        parts = {"tricks": score.tricks, "match": score.match}
        facts = {"side": score.side, "parts": parts, "points": sum(parts.values()), "total": score.total}
        ruled = {"adjusted": score.adjusted} if score.adjusted else {}
        if score.side == announcing_side(account.deal):
            key = "sum_ruled" if ruled else f"sum{so_far}"
            yield Step("R-62", SCORE, "sum", key, {**facts, "factor": score.factor, **ruled})
        else:
            yield Step("R-62", SCORE, "sum", "sum_others_ruled" if ruled else "sum_others", {**facts, **ruled})
