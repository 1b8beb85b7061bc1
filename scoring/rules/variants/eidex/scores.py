"""What a deal of Cosmic Eidex brings everybody (R-51, R-52)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.laid import laid_points
from scoring.rules.scoring.points import adjusted_by_rulings, side_with_all_tricks, taken_by
from scoring.rules.variants.eidex.options import EidexOptions
from scoring.rules.variants.eidex.win_points import Won, won_with
from scoring.rules.variants.shared.slates import tricks_by_slate


@dataclass(frozen=True, slots=True)
class EidexScore:
    """What one player has in a deal: the points of the tricks, those of the laid card, and the win points.

    A slate tells tricks and laid card together, and then neither is known by itself. `laid` is None, too, while the
    card is not reported, and `won` until the deal is settled. `adjusted` are win points that rulings give or take.
    """

    side: int
    tricks: int | None
    laid: int | None
    points: int | None
    won: int | None = None
    adjusted: int = 0

    @property
    def total(self) -> int | None:
        """The win points; None while they are not known."""
        return None if self.won is None else self.won + self.adjusted

    def as_json(self) -> dict[str, int | None]:
        """As docs/api.md (Deals) shows it."""
        adjusted = {"adjusted": self.adjusted} if self.adjusted else {}
        known = {"tricks": self.tricks, "laid": self.laid, "points": self.points}
        return {"side": self.side, **known, **adjusted, "total": self.total}


def scores_of(deal: Deal, options: EidexOptions) -> tuple[EidexScore, ...]:
    """What every player has at this moment; win points once the deal is settled."""
    won = won_in(deal, options)
    bare = _counted(deal, deal.count.points) if deal.count is not None else _from_cards(deal)
    adjusted = adjusted_by_rulings(deal)
    return tuple(
        replace(score, won=won.points[score.side] if won else None, adjusted=adjusted[score.side]) for score in bare
    )


def _counted(deal: Deal, points: Mapping[int, int]) -> list[EidexScore]:
    return [EidexScore(side, None, None, points[side]) for side in deal.table.sides]


def _from_cards(deal: Deal) -> list[EidexScore]:
    taken, laid = taken_by(deal, tricks=deal.complete_tricks), laid_points(deal)
    return [
        EidexScore(side, taken[side], laid.get(side), taken[side] + laid[side] if side in laid else None)
        for side in deal.table.sides
    ]


def points_of(deal: Deal) -> dict[int, int]:
    """The points of every player, tricks and laid card together (R-51); what is not reported yet is left out."""
    if deal.count is not None:
        return dict(deal.count.points)
    taken, laid = taken_by(deal, tricks=deal.complete_tricks), laid_points(deal)
    return {side: taken[side] + laid.get(side, 0) for side in deal.table.sides}


def all_tricks_by(deal: Deal) -> int | None:
    """The player who took every trick of the deal, by the cards or by the slate; None where nobody did."""
    if deal.count is not None:
        by_slate = tricks_by_slate(deal, deal.count.report.tricks or {})
        return next((side for side, number in by_slate.items() if number == deal.last), None)
    return side_with_all_tricks(deal)


def won_in(deal: Deal, options: EidexOptions) -> Won | None:
    """The win points of a deal (R-52); None while it is open, and where it was broken off."""
    if not deal.over or deal.void_after is not None:
        return None
    return won_with(points_of(deal), all_tricks=all_tricks_by(deal), limit=options.limit)
