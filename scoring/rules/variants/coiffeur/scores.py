"""What a side has announced in a game of Coiffeur, and what it has in a deal (R-60, R-62)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.seats import Side
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.scoring.points import adjusted_by_rulings, points_split, side_with_all_tricks, taken_by
from scoring.rules.variants.coiffeur.options import CoiffeurOptions


def announcing_side(deal: Deal) -> Side:
    """The side that announces and alone scores: forehand's, for it is pushed to the partner (R-60, R-62)."""
    return deal.table.side_of(deal.forehand)


def played_before(deal: Deal) -> Sequence[str]:
    """The modes that the announcing side has played in earlier deals: what is remembered of the game (R-60)."""
    modes: Sequence[str] = (deal.memory or {}).get(str(announcing_side(deal)), ())
    return modes


def remembered(deal: Deal) -> Mapping[str, Sequence[str]]:
    """What the deals after this one must know: the modes of each side, by its number."""
    modes = [*played_before(deal), *([deal.mode.name] if deal.mode else [])]
    return {**(deal.memory or {}), str(announcing_side(deal)): modes}


@dataclass(frozen=True, slots=True)
class CoiffeurScore:
    """What a side has in a deal. `factor` is 0 for who did not announce, None while the mode is open (R-62).

    `adjusted` are points after the factor that a ruling gives or takes.
    """

    side: Side
    tricks: int
    match: int
    factor: int | None
    adjusted: int

    @property
    def total(self) -> int:
        """What the deal adds to the game."""
        return (self.tricks + self.match) * (self.factor or 0) + self.adjusted

    def as_json(self) -> dict[str, int | None]:
        """As the deal shows it."""
        shown = {"side": self.side, "tricks": self.tricks, "match": self.match, "factor": self.factor}
        return {**shown, **({"adjusted": self.adjusted} if self.adjusted else {}), "total": self.total}


def factor_of(deal: Deal, options: CoiffeurOptions) -> int | None:
    """The factor of the mode; None while it is open."""
    return options.factor_of(deal.mode) if deal.mode else None


def scores_of(deal: Deal, options: CoiffeurOptions) -> list[CoiffeurScore]:
    """What each side has at this moment; a match is one of the announcing side (R-62)."""
    own, points, match, factor = announcing_side(deal), points_of(deal), match_of(deal), factor_of(deal, options)
    adjusted = adjusted_by_rulings(deal)
    return [
        CoiffeurScore(
            side=side,
            tricks=points[side],
            match=options.match_bonus if side == own == match else 0,
            factor=factor if side == own or factor is None else 0,
            adjusted=adjusted[side],
        )
        for side in deal.table.sides
    ]


def points_of(deal: Deal) -> Mapping[Side, int]:
    """The points before the factor: by a ruling, a slate, or the tricks so far."""
    loser = deal.decided.lost_by
    if loser is not None:
        return {side: 0 if side == loser else DEAL_POINTS for side in deal.table.sides}
    if deal.count is not None:
        return points_split(deal, deal.count.points)
    return taken_by(deal, tricks=deal.complete_tricks)


def match_of(deal: Deal) -> Side | None:
    """The side that took every trick, or is given them by a ruling."""
    if deal.decided.lost_by is not None:
        return deal.table.opponents_of(deal.decided.lost_by)[0]
    if deal.count is not None:
        return deal.count.match
    return side_with_all_tricks(deal)
