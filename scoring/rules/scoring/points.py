"""What each side has in a deal, before and after the factor (R-8, R-9, R-21 to R-29)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.rules.deal.facts import Count, Deal, Moment, Shown
from scoring.rules.options.options import SchieberOptions
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.proof.findings import is_false, stoeck_cards
from scoring.rules.record.entries import Unit
from scoring.rules.record.kinds import EndClaimed
from scoring.rules.scoring.weis import Comparison, compared

STOECK = 20
"""King and Ober of trump in one hand (R-29)."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side has in a deal: points before the factor, and the factor (None while the mode is open).

    `adjusted` are points after the factor that a ruling gives or takes.
    """

    side: int
    tricks: int = 0
    match: int = 0
    weis: int = 0
    stoeck: int = 0
    factor: int | None = None
    adjusted: int = 0

    @property
    def total(self) -> int:
        """Every point of the deal times the factor (R-21), and what a ruling has adjusted."""
        return (self.tricks + self.match + self.weis + self.stoeck) * (self.factor or 0) + self.adjusted

    def as_json(self) -> dict[str, int | None]:
        """As API.md section 5 shows it."""
        return {
            "side": self.side,
            "tricks": self.tricks,
            "match": self.match,
            "weis": self.weis,
            "stoeck": self.stoeck,
            "factor": self.factor,
            **({"adjusted": self.adjusted} if self.adjusted else {}),
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Stoeck:
    """The Stöck of a deal: whose it is, since which fact it is known (R-29), and the unit that showed it last.

    `seat` is None where only a slate tells the side. `how` it became known: "shown", in one "weis", "played", or by a
    "slate".
    """

    side: int
    seat: int | None
    clock: int
    unit: Unit
    how: str


@dataclass(frozen=True, slots=True)
class Extras:
    """Weis and Stöck of a deal as they count now. `counts` has a flag for each Weis shown, in order."""

    counts: tuple[bool, ...]
    weis: Mapping[int, int]
    stoeck: Stoeck | None


def weise_that_stand(deal: Deal) -> list[Shown]:
    """The Weise shown that are neither proven false (R-36) nor struck by a ruling."""
    lost, struck = deal.decided.lost_by, deal.decided.weis_struck
    return [
        shown
        for shown in deal.weise
        if not is_false(deal, shown) and shown.seat not in struck and deal.table.side_of(shown.seat) != lost
    ]


def weise_compared(deal: Deal, options: SchieberOptions) -> tuple[list[Shown], Comparison | None]:
    """The Weise that stand, and how they compare; None where there is nothing to compare."""
    true = weise_that_stand(deal)
    if deal.mode is None:
        return true, None
    shown = [(one.seat, one.weis) for one in true if one.weis]
    return true, compared(shown, mode=deal.mode, options=options, table=deal.table, forehand=deal.forehand)


def weis_is_decided(deal: Deal) -> bool:
    """Whether it is known which Weise count: from the end of the first trick, or by a slate (R-28)."""
    return bool(deal.complete_tricks or deal.over or any(claim.on_paper for claim in deal.claims))


def extras_of(deal: Deal, options: SchieberOptions) -> Extras:
    """Which Weise count, for how much, and whose the Stöck is. What is proven false counts nothing (R-36)."""
    if deal.mode is None:
        return Extras((), {}, None)
    true, comparison = weise_compared(deal, options)
    judged = comparison.counts if comparison else ()
    scoring = {id(shown) for shown, counts in zip(true, judged, strict=True) if counts}
    points: dict[int, int] = {}
    for shown in deal.weise:
        if id(shown) in scoring and shown.weis:
            side = deal.table.side_of(shown.seat)
            points[side] = points.get(side, 0) + shown.weis.points
    return Extras(tuple(id(shown) in scoring for shown in deal.weise), points, _stoeck_of(deal, options))


def _stoeck_of(deal: Deal, options: SchieberOptions) -> Stoeck | None:
    """The Stöck from the moment it is known: shown, both cards in one Weis, or both played by one seat (R-29).

    What a slate says of it counts where the cards tell nothing.
    """
    pair = stoeck_cards(deal)
    if not options.stoeck:
        return None
    known = (
        [] if pair is None else [*_shown_stoecke(deal, pair), *_played_stoecke(deal, pair, call=options.stoeck_call)]
    )
    struck = {*deal.decided.stoeck_struck, deal.decided.lost_by}
    stand = [stoeck for stoeck in known or _told_stoecke(deal) if stoeck.side not in struck]
    return min(stand, key=lambda stoeck: stoeck.clock, default=None)


def _told_stoecke(deal: Deal) -> Iterator[Stoeck]:
    """By a claim on paper, or by a count."""
    for moment in deal.moments:
        if moment.claim and moment.claim.on_paper and moment.claim.report.stoeck is not None:
            yield Stoeck(moment.claim.report.stoeck, None, moment.clock, moment.claim.unit, "slate")
    if deal.count and deal.count.report.stoeck is not None:
        yield Stoeck(deal.count.report.stoeck, None, deal.clock, deal.count.unit, "slate")


def _shown_stoecke(deal: Deal, pair: tuple[int, int]) -> Iterator[Stoeck]:
    both = 1 << pair[0] | 1 << pair[1]
    in_weise = [shown for shown in deal.weise if shown.weis and shown.weis.cards & both == both]
    for shown in (*deal.stoecke, *in_weise):
        if not is_false(deal, shown):
            how = "weis" if shown.weis else "shown"
            yield Stoeck(deal.table.side_of(shown.seat), shown.seat, shown.clock, shown.unit, how)


def _played_stoecke(deal: Deal, pair: tuple[int, int], *, call: str | None) -> Iterator[Stoeck]:
    """Both cards played by one seat, where no call is needed."""
    lying = [deal.seat_of[card] for card in pair if card in deal.seat_of]
    if call != "known" or len(lying) < len(pair) or lying[0][0] != lying[1][0]:
        return
    later = max(pair, key=lambda card: deal.played_clock[card])
    seat, number = deal.seat_of[later]
    trick = deal.tricks[number - 1]
    unit = trick.units[trick.cards.index(later)]
    yield Stoeck(deal.table.side_of(seat), seat, deal.played_clock[later], unit, "played")


def known_by(stoeck: Stoeck | None, moment: Moment, deal: Deal) -> Stoeck | None:
    """The Stöck, if it was known at that moment. What was said before the second trick may be typed in late (R-28)."""
    if stoeck is None or stoeck.clock <= moment.clock:
        return stoeck
    in_the_first_trick = max(stoeck.clock, moment.clock) < deal.second_trick_clock
    return stoeck if in_the_first_trick else None


def scores_now(deal: Deal, options: SchieberOptions, extras: Extras) -> list[SideScore]:
    """What each side has at this moment; with the match once the deal is over (R-22)."""
    if deal.decided.lost_by is not None:
        scores = _lost(deal, deal.decided.lost_by, options, extras)
    elif deal.count is not None:
        scores = _counted(deal, deal.count, options, extras)
    else:
        weis = extras.weis if deal.complete_tricks else {}
        scores = _scores(deal, options, tricks=deal.complete_tricks, weis=weis, stoeck=extras.stoeck)
    return _adjusted(deal, scores)


def scores_at(deal: Deal, options: SchieberOptions, extras: Extras, moment: Moment) -> list[SideScore]:
    """What each side had at a moment: complete tricks, the Weis that counts, the Stöck if it was known (R-32)."""
    stoeck = known_by(extras.stoeck, moment, deal)
    if moment.claim and moment.claim.on_paper:
        return _adjusted(deal, _on_paper(deal, options, extras, moment.claim.report, stoeck=stoeck))
    weis = extras.weis if moment.tricks else {}
    return _adjusted(deal, _scores(deal, options, tricks=moment.tricks, weis=weis, stoeck=stoeck))


def taken_by(deal: Deal, *, tricks: int) -> dict[int, int]:
    """The points of each side in the first complete tricks of the deal, with the last-trick 5."""
    taken = dict.fromkeys(deal.table.sides, 0)
    for trick in deal.tricks[:tricks]:
        side = deal.side_taking(trick)
        if side is not None:
            taken[side] += trick.points or 0
    return taken


def factor_of(deal: Deal, options: SchieberOptions) -> int | None:
    """The factor of the deal: that of its mode, or the only one there is; None while it is open."""
    if deal.mode is not None:
        return options.factor_of(deal.mode)
    return options.factors[0] if deal.count else None


def _adjusted(deal: Deal, scores: Sequence[SideScore]) -> list[SideScore]:
    """With the points that rulings give and take; penalties are taken from who has them."""
    given, taken = deal.decided.adjusted, deal.decided.penalties
    if not given and not taken:
        return list(scores)
    return [replace(score, adjusted=given.get(score.side, 0) - taken.get(score.side, 0)) for score in scores]


def _lost(deal: Deal, loser: int, options: SchieberOptions, extras: Extras) -> list[SideScore]:
    """A deal that is lost by a ruling: all of it to the opponents, with the match where it is agreed (section 9)."""
    return [
        SideScore(
            side=side,
            tricks=0 if side == loser else DEAL_POINTS,
            match=0 if side == loser else options.match_bonus,
            weis=extras.weis.get(side, 0),
            stoeck=STOECK if extras.stoeck and extras.stoeck.side == side else 0,
            factor=factor_of(deal, options),
        )
        for side in deal.table.sides
    ]


def points_split(deal: Deal, points: Mapping[int, int]) -> Mapping[int, int]:
    """Points that miss the sum of a deal, the difference split: who has more bears the odd point (section 9)."""
    if not deal.decided.split:
        return points
    difference = DEAL_POINTS - sum(points.values())
    more = max(points, key=lambda side: points[side])
    half = difference // 2
    return {side: has + (half if side == more else difference - half) for side, has in points.items()}


def _counted(deal: Deal, count: Count, options: SchieberOptions, extras: Extras) -> list[SideScore]:
    """The score of a deal that a slate settles; Weise and Stöck that were reported stand."""
    weis = extras.weis if weise_that_stand(deal) else _not_struck(deal, count.report.weis or {})
    points = points_split(deal, count.points)
    return [
        SideScore(
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
) -> list[SideScore]:
    """What a claim on paper says was taken (R-32); a Weis that was reported with its cards stands."""
    weis = extras.weis if weise_that_stand(deal) else _not_struck(deal, claim.weis or {})
    counted = claim.counted or {}
    scores = _scores(deal, options, tricks=0, weis=weis, stoeck=stoeck)
    return [replace(score, tricks=counted.get(score.side, 0)) for score in scores]


def _scores(
    deal: Deal, options: SchieberOptions, *, tricks: int, weis: Mapping[int, int], stoeck: Stoeck | None
) -> list[SideScore]:
    taken = taken_by(deal, tricks=tricks)
    winners = {side for trick in deal.tricks if (side := deal.side_taking(trick))}
    match = winners.pop() if tricks == deal.last and len(winners) == 1 else None
    return [
        SideScore(
            side=side,
            tricks=taken[side],
            match=options.match_bonus if side == match else 0,
            weis=weis.get(side, 0),
            stoeck=STOECK if stoeck and stoeck.side == side else 0,
            factor=factor_of(deal, options),
        )
        for side in deal.table.sides
    ]
