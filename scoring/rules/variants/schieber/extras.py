"""Weis and Stöck of a deal: which count, for how much, and since when (R-23 to R-29)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Claim, Meld, Moment
from scoring.rules.pack.seats import Side
from scoring.rules.proof.findings import is_false, stoeck_cards
from scoring.rules.record.entries import Unit
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.weis import Comparison, compared

STOECK = 20
"""King and Ober of trump in one hand (R-29)."""


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


NOTHING_EXTRA = Extras((), {}, None)
"""Neither Weis nor Stöck."""


def weise_that_stand(deal: Deal) -> list[Meld]:
    """The Weise shown that are neither proven false (R-36) nor struck by a ruling."""
    lost, struck = deal.decided.lost_by, deal.decided.weis_struck
    return [
        shown
        for shown in deal.weise
        if not is_false(deal, shown) and shown.seat not in struck and deal.table.side_of(shown.seat) != lost
    ]


def weise_compared(deal: Deal, options: SchieberOptions) -> tuple[list[Meld], Comparison | None]:
    """The Weise that stand, and how they compare; None where there is nothing to compare."""
    true = weise_that_stand(deal)
    if deal.mode is None:
        return true, None
    shown = [(one.seat, one.weis) for one in true if one.weis]
    return true, compared(shown, mode=deal.mode, options=options, table=deal.table, forehand=deal.forehand)


def weis_is_decided(deal: Deal) -> bool:
    """Whether it is known which Weise count: from the end of the first trick, or by a slate (R-28)."""
    return bool(deal.complete_tricks or deal.over or claims_on_paper(deal))


def claims_on_paper(deal: Deal) -> list[Claim]:
    """The claims that say themselves what was taken, as far as no ruling has made them void (R-32)."""
    return [claim for claim in deal.claims if claim.on_paper and claim.side not in deal.decided.claims_void]


def extras_of(deal: Deal, options: SchieberOptions) -> Extras:
    """Which Weise count, for how much, and whose the Stöck is. What is proven false counts nothing (R-36)."""
    if deal.mode is None:
        return NOTHING_EXTRA
    if not deal.weise:
        stoeck = _stoeck_of(deal, options)
        return Extras((), {}, stoeck) if stoeck else NOTHING_EXTRA
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
    stand = [stoeck for stoeck in known or _stoecke_on_slate(deal) if stoeck.side not in struck]
    return min(stand, key=lambda stoeck: stoeck.clock, default=None)


def _stoecke_on_slate(deal: Deal) -> Iterator[Stoeck]:
    """By a claim on paper, or by a count."""
    stand = claims_on_paper(deal)
    for moment in deal.moments:
        if moment.claim is not None and moment.claim in stand and moment.claim.report.stoeck is not None:
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
    if call != "known":
        return
    lying = [found for card in pair if (found := deal.where(card))]
    if len(lying) < len(pair) or lying[0].seat != lying[1].seat:
        return
    later = max(lying, key=lambda one: one.clock)
    trick = deal.tricks[later.trick - 1]
    unit = trick.units[trick.clocks.index(later.clock)]
    yield Stoeck(deal.table.side_of(later.seat), later.seat, later.clock, unit, "played")


def known_by(stoeck: Stoeck | None, moment: Moment, deal: Deal) -> Stoeck | None:
    """The Stöck, if it was known at that moment. One from the first trick may be typed in late (R-28)."""
    if stoeck is None or stoeck.clock <= moment.clock:
        return stoeck
    in_the_first_trick = max(stoeck.clock, moment.clock) < deal.second_trick_clock
    return stoeck if in_the_first_trick else None


def weis_on_slate(deal: Deal) -> set[Side]:
    """The sides that a slate, or a claim on paper, gives Weis points."""
    on_paper = [claim.report.weis or {} for claim in claims_on_paper(deal)]
    on_paper += [deal.count.report.weis or {}] if deal.count else []
    return {side for points in on_paper for side, amount in points.items() if amount}
