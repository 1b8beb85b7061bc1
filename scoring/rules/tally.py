"""What each side has in a deal, before and after the factor (R-8, R-9, R-21 to R-29)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.cards import size
from scoring.rules.deal import NEVER, Claim, Deal, Moment
from scoring.rules.findings import is_false, stoeck_cards
from scoring.rules.options import SchieberOptions
from scoring.rules.weis import counting

STOECK = 20
"""King and Ober of trump in one hand (R-29)."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side has in a deal: points before the factor, and the factor (None while the mode is open)."""

    side: int
    tricks: int = 0
    match: int = 0
    weis: int = 0
    stoeck: int = 0
    factor: int | None = None

    @property
    def total(self) -> int:
        """Every point of the deal times the factor (R-21)."""
        return (self.tricks + self.match + self.weis + self.stoeck) * (self.factor or 0)

    def as_json(self) -> dict[str, int | None]:
        """As API.md section 5 shows it."""
        return {
            "side": self.side,
            "tricks": self.tricks,
            "match": self.match,
            "weis": self.weis,
            "stoeck": self.stoeck,
            "factor": self.factor,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Stoeck:
    """The Stöck of a deal: whose it is, and since which fact it is known (R-29)."""

    seat: int
    clock: int


@dataclass(frozen=True, slots=True)
class Extras:
    """Weis and Stöck of a deal as they count now. `counts` has a flag for each Weis shown, in order."""

    counts: tuple[bool, ...]
    weis: Mapping[int, int]
    stoeck: Stoeck | None


def extras_of(deal: Deal, options: SchieberOptions) -> Extras:
    """Which Weise count, for how much, and whose the Stöck is. What is proven false counts nothing (R-36)."""
    if deal.mode is None:
        return Extras((), {}, None)
    true = [shown for shown in deal.weise if not is_false(deal, shown)]
    judged = counting(
        [(shown.seat, shown.weis) for shown in true if shown.weis],
        mode=deal.mode,
        options=options,
        table=deal.table,
        forehand=deal.forehand,
    )
    scoring = {id(shown) for shown, counts in zip(true, judged, strict=True) if counts}
    points: dict[int, int] = {}
    for shown in deal.weise:
        if id(shown) in scoring and shown.weis:
            side = deal.table.side_of(shown.seat)
            points[side] = points.get(side, 0) + shown.weis.points
    return Extras(tuple(id(shown) in scoring for shown in deal.weise), points, _stoeck_of(deal, options))


def _stoeck_of(deal: Deal, options: SchieberOptions) -> Stoeck | None:
    """The Stöck from the moment it is known: shown, both cards in one Weis, or both played by one seat (R-29)."""
    pair = stoeck_cards(deal)
    if not options.stoeck or pair is None:
        return None
    both = 1 << pair[0] | 1 << pair[1]
    known = [Stoeck(shown.seat, shown.clock) for shown in deal.stoecke if not is_false(deal, shown)]
    known += [
        Stoeck(shown.seat, shown.clock)
        for shown in deal.weise
        if shown.weis and shown.weis.cards & both == both and not is_false(deal, shown)
    ]
    if options.stoeck_call == "known":
        known += [Stoeck(seat, _played_at(deal, pair)) for seat, cards in deal.played_by.items() if size(cards & both) == 2]
    return min(known, key=lambda stoeck: stoeck.clock, default=None)


def _played_at(deal: Deal, pair: tuple[int, int]) -> int:
    """The fact by which both cards lay on the table, NEVER before that."""
    clocks = [clock for card, clock in deal.played_clock.items() if card in pair]
    return max(clocks) if len(clocks) == 2 else NEVER


def known_by(stoeck: Stoeck | None, moment: Moment, deal: Deal) -> Stoeck | None:
    """The Stöck, if it was known at that moment. What was said before the second trick may be typed in late (R-28)."""
    if stoeck is None or stoeck.clock <= moment.clock:
        return stoeck
    in_the_first_trick = max(stoeck.clock, moment.clock) < deal.second_trick_clock
    return stoeck if in_the_first_trick else None


def scores_now(deal: Deal, options: SchieberOptions, extras: Extras) -> list[SideScore]:
    """What each side has at this moment; with the match once all tricks are played (R-22)."""
    return _scores(deal, options, tricks=deal.complete_tricks, weis=extras.weis if deal.complete_tricks else {}, stoeck=extras.stoeck)


def scores_at(deal: Deal, options: SchieberOptions, extras: Extras, moment: Moment) -> list[SideScore]:
    """What each side had at a moment: complete tricks, the Weis that counts, the Stöck if it was known (R-32)."""
    stoeck = known_by(extras.stoeck, moment, deal)
    scores = _scores(deal, options, tricks=moment.tricks, weis=extras.weis, stoeck=stoeck)
    if moment.claim is None or moment.claim.counted is None:
        return scores
    return [_on_paper(score, moment.claim, deal) for score in scores]


def _on_paper(score: SideScore, claim: Claim, deal: Deal) -> SideScore:
    """The score of a side with what a claim on paper says was taken; what was reported before stands."""
    stoeck = STOECK if claim.stoeck == score.side else 0
    return SideScore(
        side=score.side,
        tricks=(claim.counted or {}).get(score.side, 0),
        weis=max(score.weis, (claim.weis or {}).get(score.side, 0)),
        stoeck=max(score.stoeck, stoeck),
        factor=score.factor,
    )


def _scores(
    deal: Deal, options: SchieberOptions, *, tricks: int, weis: Mapping[int, int], stoeck: Stoeck | None
) -> list[SideScore]:
    taken = dict.fromkeys(deal.table.sides, 0)
    won = dict.fromkeys(deal.table.sides, 0)
    for trick in deal.tricks[:tricks]:
        if trick.winner is not None:
            side = deal.table.side_of(trick.winner)
            taken[side] += trick.points or 0
            won[side] += 1
    return [
        SideScore(
            side=side,
            tricks=taken[side],
            match=options.match_bonus if won[side] == deal.last else 0,
            weis=weis.get(side, 0),
            stoeck=STOECK if stoeck and deal.table.side_of(stoeck.seat) == side else 0,
            factor=deal.mode and options.factor_of(deal.mode),
        )
        for side in deal.table.sides
    ]
