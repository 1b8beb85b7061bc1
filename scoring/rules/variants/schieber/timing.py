"""When a Weis is told in time: the option `weis_time` (R-28)."""

from collections.abc import Iterator

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import Card
from scoring.rules.pack.seats import Seat
from scoring.rules.proof.faults import Fault
from scoring.rules.proof.findings import Finding, Grounds
from scoring.rules.variants.schieber.options import SchieberOptions

FIRST_TRICK = 1


def late_weise(deal: Deal, options: SchieberOptions) -> Iterator[Finding]:
    """The seats that have told a Weis too late, each with the card that lay before it.

    A Weis that is said in time and shown later is in time. Example: under `own_turn` seat 2 says "three" and plays; the
    cards follow after the trick.
    """
    for seat in dict.fromkeys(shown.seat for shown in deal.weise):
        last = _last_card_before(deal, options, seat=seat)
        if last is None:
            continue
        if any(shown.told > deal.clock_of(last) for shown in deal.weise if shown.seat == seat):
            yield Finding(Fault.LATE_WEIS, seat, None, None, grounds=Grounds(proven_by=(FIRST_TRICK, last)))


def _last_card_before(deal: Deal, options: SchieberOptions, *, seat: Seat) -> Card | None:
    """The card before which this seat tells its Weise; None while it does not lie, and where R-28 alone decides."""
    if options.weis_time in {None, "first_trick"} or not deal.tricks:
        return None
    first = deal.tricks[0]
    place = 0 if options.weis_time == "before_play" else deal.table.order_from(first.leader).index(seat)
    return first.cards[place] if place < len(first.cards) else None
