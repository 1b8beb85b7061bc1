"""What a deal of Cosmic Eidex brings everybody, and whether it ends the game (R-51 to R-54)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.laid import laid_points
from scoring.rules.options.options import EidexOptions
from scoring.rules.rulings.remedies import NOTHING_DECIDED
from scoring.rules.scoring.ending import Result, Standing, places_of
from scoring.rules.scoring.points import taken_by
from scoring.rules.variants.eidex.points import Added, Won, added_to, won_with
from scoring.rules.variants.shared.slates import tricks_told


@dataclass(frozen=True, slots=True)
class Score:
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
        """As API.md section 5 shows it."""
        adjusted = {"adjusted": self.adjusted} if self.adjusted else {}
        known = {"tricks": self.tricks, "laid": self.laid, "points": self.points}
        return {"side": self.side, **known, **adjusted, "total": self.total}


def scores_of(deal: Deal, options: EidexOptions) -> tuple[Score, ...]:
    """What every player has at this moment; win points once the deal is settled."""
    won = won_in(deal, options)
    bare = _counted(deal, deal.count.points) if deal.count is not None else _from_cards(deal)
    adjusted = adjusted_by(deal)
    return tuple(
        replace(score, won=won.points[score.side] if won else None, adjusted=adjusted[score.side]) for score in bare
    )


def _counted(deal: Deal, points: Mapping[int, int]) -> list[Score]:
    return [Score(side, None, None, points[side]) for side in deal.table.sides]


def _from_cards(deal: Deal) -> list[Score]:
    taken, laid = taken_by(deal, tricks=deal.complete_tricks), laid_points(deal)
    return [
        Score(side, taken[side], laid.get(side), taken[side] + laid[side] if side in laid else None)
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
        told = tricks_told(deal, deal.count.report.tricks or {})
        return next((side for side, number in told.items() if number == deal.last), None)
    sides = {deal.side_taking(trick) for trick in deal.tricks}
    return sides.pop() if deal.all_played and len(sides) == 1 else None


def won_in(deal: Deal, options: EidexOptions) -> Won | None:
    """The win points of a deal (R-52); None while it is open, and where it was broken off."""
    if not deal.over or deal.void_after is not None:
        return None
    return won_with(points_of(deal), all_tricks=all_tricks_by(deal), limit=options.limit)


def adjusted_by(deal: Deal) -> dict[int, int]:
    """The win points that rulings give and take."""
    given, taken = deal.decided.adjusted, deal.decided.penalties
    return {side: given.get(side, 0) - taken.get(side, 0) for side in deal.table.sides}


# --- the totals, and the end ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game that a deal gives; `within` where the deal was broken off by it."""

    result: Result
    within: bool


def added_by(deal: Deal, options: EidexOptions, before: Standing) -> Added | None:
    """What the win points add to the totals before the deal (R-53, R-54), rulings aside; None while it is open."""
    won = won_in(deal, options)
    return added_to(before.totals, won, points_of(deal), target=options.target) if won else None


def totals_added(deal: Deal, options: EidexOptions, before: Standing | None) -> dict[int, int]:
    """What the deal adds to the total of each side, rulings included; where the game was over before, win points."""
    adjusted = adjusted_by(deal)
    added = added_by(deal, options, before) if before is not None else won_in(deal, options)
    return {side: adjusted[side] + (added.points[side] if added else 0) for side in deal.table.sides}


def end_of(deal: Deal, options: EidexOptions, before: Standing) -> End | None:
    """The end that the deal gives, or None where the game goes on."""
    end = _end(deal, options, before)
    if end is None or end.result.reason == "forfeit" or not deal.rulings:
        return end
    bare = _end(replace(deal, decided=NOTHING_DECIDED), options, before)
    if bare is not None and bare.result.winners == end.result.winners:
        return end
    return replace(end, result=replace(end.result, reason="ruling"))


def _end(deal: Deal, options: EidexOptions, before: Standing) -> End | None:
    added = totals_added(deal, options, before)
    totals = {side: total + added[side] for side, total in before.totals.items()}
    gone = deal.decided.forfeited_by
    if gone is not None:
        return End(_result(totals, "forfeit", deal.number, last=gone), within=not deal.over)
    if not deal.over or deal.void_after is not None or max(totals.values()) < options.target:
        return None
    six = all(total == options.target - 1 for total in before.totals.values())
    return End(_result(totals, "all_six" if six else "win_points", deal.number), within=False)


def _result(totals: Mapping[int, int], reason: str, deal: int, *, last: int | None = None) -> Result:
    """Who has the highest total has won; who has given up is the last."""
    places = places_of(totals, lowest_first=False, last=last)
    return Result(tuple(side for side, place in places if place == 1), reason, deal, places)
