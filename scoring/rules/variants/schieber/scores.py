"""What each side has in a Schieber deal, before and after the factor (R-8, R-9, R-21 to R-29)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.rules.deal.decided import NOTHING_DECIDED
from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Count, Moment
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.record.kinds import EndClaimed
from scoring.rules.scoring.points import adjusted_by_rulings, points_split, side_with_all_tricks, taken_by
from scoring.rules.variants.schieber.extras import STOECK, Extras, Stoeck, known_by, weise_that_stand
from scoring.rules.variants.schieber.options import SchieberOptions


class SchieberScore(NamedTuple):
    """What one side has in a deal: points before the factor, and the factor (None while the mode is open).

    `adjusted` are points after the factor that a ruling gives or takes, and `berg` those of the Bergpreis (R-37).
    """

    side: int
    tricks: int = 0
    match: int = 0
    weis: int = 0
    stoeck: int = 0
    factor: int | None = None
    adjusted: int = 0
    berg: int = 0

    @property
    def total(self) -> int:
        """Every point of the deal times the factor (R-21), what a ruling has adjusted, and the Bergpreis."""
        points = self.tricks + self.match + self.weis + self.stoeck
        return points * (self.factor or 0) + self.adjusted + self.berg

    def as_json(self) -> dict[str, int | None]:
        """As docs/api.md (Deals) shows it."""
        return {
            "side": self.side,
            "tricks": self.tricks,
            "match": self.match,
            "weis": self.weis,
            "stoeck": self.stoeck,
            "factor": self.factor,
            **({"adjusted": self.adjusted} if self.adjusted else {}),
            **({"berg": self.berg} if self.berg else {}),
            "total": self.total,
        }


def scores_now(deal: Deal, options: SchieberOptions, extras: Extras) -> list[SchieberScore]:
    """What each side has at this moment; with the match once the deal is over (R-22)."""
    if deal.decided.lost_by is not None:
        scores = _lost(deal, deal.decided.lost_by, options, extras)
    elif deal.count is not None:
        scores = _counted(deal, deal.count, options, extras)
    else:
        weis = extras.weis if deal.complete_tricks else {}
        scores = _scores(deal, options, tricks=deal.complete_tricks, weis=weis, stoeck=extras.stoeck)
    return _adjusted(deal, scores)


def never_had_more(deal: Deal) -> bool:
    """Whether it is certain that no side had more at a moment of the deal than it has now.

    Points only grow with the cards that lie. What was told on paper may be more than a later report leaves.
    """
    on_paper = deal.count is not None or any(claim.on_paper for claim in deal.claims)
    return not on_paper and deal.decided.lost_by is None


def scores_at(deal: Deal, options: SchieberOptions, extras: Extras, moment: Moment) -> list[SchieberScore]:
    """What each side had at a moment: complete tricks, the Weis that counts, the Stöck if it was known (R-32)."""
    stoeck = known_by(extras.stoeck, moment, deal)
    if moment.claim and moment.claim.on_paper:
        return _adjusted(deal, _on_paper(deal, options, extras, moment.claim.report, stoeck=stoeck))
    weis = extras.weis if moment.tricks else {}
    return _adjusted(deal, _scores(deal, options, tricks=moment.tricks, weis=weis, stoeck=stoeck))


def factor_of(deal: Deal, options: SchieberOptions) -> int | None:
    """The factor of the deal: that of its mode, or the only one there is; None while it is open."""
    if deal.mode is not None:
        return options.factor_of(deal.mode)
    return options.factors[0] if deal.count else None


def _adjusted(deal: Deal, scores: Sequence[SchieberScore]) -> list[SchieberScore]:
    """With the points that rulings give and take; penalties are taken from who has them."""
    if deal.decided is NOTHING_DECIDED:
        return [*scores]
    adjusted = adjusted_by_rulings(deal)
    return [score._replace(adjusted=adjusted[score.side]) for score in scores] if any(adjusted.values()) else [*scores]


def _lost(deal: Deal, loser: int, options: SchieberOptions, extras: Extras) -> list[SchieberScore]:
    """A deal that is lost by a ruling: all of it to the opponents, with the match where it is agreed (section 9)."""
    return [
        SchieberScore(
            side=side,
            tricks=0 if side == loser else DEAL_POINTS,
            match=0 if side == loser else options.match_bonus,
            weis=extras.weis.get(side, 0),
            stoeck=STOECK if extras.stoeck and extras.stoeck.side == side else 0,
            factor=factor_of(deal, options),
        )
        for side in deal.table.sides
    ]


def _counted(deal: Deal, count: Count, options: SchieberOptions, extras: Extras) -> list[SchieberScore]:
    """The score of a deal that a slate settles; Weise and Stöck that were reported stand."""
    weis = extras.weis if weise_that_stand(deal) else _not_struck(deal, count.report.weis or {})
    points = points_split(deal, count.points)
    return [
        SchieberScore(
            side=side,
            tricks=points[side],
            match=options.match_bonus if count.match == side else 0,
            weis=weis.get(side, 0),
            stoeck=STOECK if extras.stoeck and extras.stoeck.side == side else 0,
            factor=factor_of(deal, options),
        )
        for side in deal.table.sides
    ]


def _not_struck(deal: Deal, weis: Mapping[int, int]) -> Mapping[int, int]:
    """What a slate says of Weise, as far as no ruling has struck those of a whole side."""
    struck = deal.decided.weis_struck
    return {side: points for side, points in weis.items() if not struck.issuperset(deal.table.seats_of(side))}


def _on_paper(
    deal: Deal, options: SchieberOptions, extras: Extras, claim: EndClaimed, *, stoeck: Stoeck | None
) -> list[SchieberScore]:
    """What a claim on paper says was taken (R-32); a Weis that was reported with its cards stands."""
    weis = extras.weis if weise_that_stand(deal) else _not_struck(deal, claim.weis or {})
    counted = claim.counted or {}
    scores = _scores(deal, options, tricks=0, weis=weis, stoeck=stoeck)
    return [score._replace(tricks=counted.get(score.side, 0)) for score in scores]


def _scores(
    deal: Deal, options: SchieberOptions, *, tricks: int, weis: Mapping[int, int], stoeck: Stoeck | None
) -> list[SchieberScore]:
    taken = taken_by(deal, tricks=tricks)
    match = side_with_all_tricks(deal) if tricks == deal.last else None
    factor = factor_of(deal, options)
    return [
        SchieberScore(
            side=side,
            tricks=taken[side],
            match=options.match_bonus if side == match else 0,
            weis=weis.get(side, 0),
            stoeck=STOECK if stoeck and stoeck.side == side else 0,
            factor=factor,
        )
        for side in deal.table.sides
    ]
