"""Coiffeur (docs/rules.md, section 10): each side announces each of the six modes once, and who announces scores."""

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Count
from scoring.rules.pack.modes import MODE
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.record.kinds import Announced, Counted, Pushed
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.result import DealOutcome, TotalsBefore, status_of
from scoring.rules.scoring.status import DealStatus
from scoring.rules.variants.base import Handler, Hearing, Variant
from scoring.rules.variants.coiffeur.account import account_of
from scoring.rules.variants.coiffeur.ending import TABLE, end_by, scores_apart
from scoring.rules.variants.coiffeur.options import PRESETS, CoiffeurOptions
from scoring.rules.variants.coiffeur.scores import factor_of, played_before, remembered, scores_of
from scoring.rules.variants.columns import ADJUSTED, TOTAL, TRICKS, Column
from scoring.rules.variants.shared import announcing
from scoring.rules.variants.shared.card_play import CARD_PLAY
from scoring.rules.variants.shared.slates import check_match, counted_points, may_count


def check_free(deal: Deal, mode: str | None, hearing: Hearing) -> None:
    """Refuse a mode that the side has played; one that was played all the same is scored as announced (R-60)."""
    if hearing.insisted or mode not in played_before(deal):
        return
    free = [name for name in MODE if name not in played_before(deal)]
    refusal = Refused("mode_not_allowed", pointer=("mode",))
    raise refusal.with_facts(allowed=free) if free else refusal


def take_announce(deal: Deal, report: Announced, options: CoiffeurOptions, hearing: Hearing) -> None:
    """One of the modes that the side has left; who announces leads (R-60, R-61)."""
    announcing.check_announce(deal, report)
    check_free(deal, report.mode, hearing)
    announcing.take_announce(deal, report, options, hearing)
    deal.first_leader = deal.declarer


def take_count(deal: Deal, report: Counted, options: CoiffeurOptions, hearing: Hearing) -> None:
    """Settle the deal by what the slate holds; the mode always matters."""
    if not may_count(deal, options):
        raise Refused("out_of_phase")
    if deal.mode is None:
        check_free(deal, report.mode, hearing)
    announcing.take_mode(deal, report, options, needed=True)
    points = counted_points(deal, report, hearing)
    check_match(deal, report, points)
    deal.tick()
    deal.first_leader = deal.declarer
    deal.count = Count(hearing.unit, report, points, sum(points.values()) == DEAL_POINTS, last_side=None)


def judge(deal: Deal, options: CoiffeurOptions, before: TotalsBefore | None) -> DealOutcome:
    """Scores, end and status of the deal. `before` is None where an earlier deal has ended the game (R-35)."""
    scores, end = scores_of(deal, options), end_by(deal, options, before)
    return DealOutcome(
        status=status_of(
            deal,
            surplus=before is None,
            broken_off=end is not None and end.within,
            phase=DealStatus.ANNOUNCING if deal.mode is None else DealStatus.PLAYING,
        ),
        scores=None if deal.void_after is not None else tuple(score.as_json() for score in scores),
        totals={score.side: score.total for score in scores},
        result=end.result if end else None,
        memory=remembered(deal),
    )


COIFFEUR = Variant(
    name="coiffeur",
    table=TABLE,
    presets=PRESETS,
    handlers={
        **CARD_PLAY,
        Pushed: Handler(announcing.may_push, announcing.take_push),
        Announced: Handler(announcing.may_announce, take_announce),
        Counted: Handler(may_count, take_count),
    },
    lacks=frozenset(
        {("deal", "turned"), *(("count", name) for name in ("last_trick", "weis", "stoeck", "bids", "tricks"))}
    ),
    owing=announcing.owing,
    judge=judge,
    factor=factor_of,
    scores_apart=scores_apart,
    explain=account_of,
    columns={
        "tricks": TRICKS,
        "match": Column("What a match of the announcing side adds, before the factor (R-62)."),
        "factor": Column("0 for who did not announce; null while the mode is not known (R-62).", nullable=True),
        "adjusted": ADJUSTED,
        "total": TOTAL,
    },
)
