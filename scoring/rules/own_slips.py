"""What a player is told of the own secrets at once, and nobody else before the deal is settled.

Laid cards and reported hands are hidden, so what contradicts them opens at settlement (docs/api.md, Secrets). The
player whose secret it is may know at once: it is most likely a typing error, and at settlement it is too late to mend.
"""

from collections.abc import Collection, Iterator

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.laid import laid_twice
from scoring.rules.pack.cards import holds, notation
from scoring.rules.proof.faults import Fault
from scoring.rules.proof.findings import Finding, Grounds
from scoring.rules.record.kinds import CardLaid, HandShown, Said
from scoring.rules.record.refusals import Refused


def own_slips(deal: Deal, *, seats: Collection[int]) -> Iterator[Finding]:
    """Laid cards of these seats that were played as well: the findings that will stand there at settlement."""
    for one in laid_twice(deal):
        if one.seat in seats and one.trick is not None:
            grounds = Grounds(proven_by=(one.trick, one.card))
            yield Finding(Fault.CARD_TWICE, one.seat, one.trick, one.card, grounds=grounds)


def check_own(deal: Deal, said: Said, *, seats: Collection[int]) -> None:
    """Refuse a laid card that the own hand lacks, or a hand that lacks the own laid card; not where it is insisted."""
    report = said.report
    if said.as_played or not isinstance(report, CardLaid | HandShown) or report.seat not in seats:
        return
    seat = report.seat
    if isinstance(report, CardLaid):
        if seat in deal.hands and seat not in deal.laid and not holds(deal.hands[seat], report.card):
            raise Refused("card_not_in_hand", pointer=("card",), card=notation(report.card), seat=seat)
        return
    laid = deal.laid.get(seat)
    if laid is not None and seat not in deal.hands and not holds(report.cards, laid.card):
        raise Refused("hand_contradicts", pointer=("cards",), card=notation(laid.card), seat=seat, laid=True)
