"""Findings: what the record proves against the rules (RULES.md section 9).

A finding is a value. It says which fault, who, where, and what proves it; it is computed from the facts of the deal and
so comes and goes with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID, uuid5

from scoring.rules.cards import Card, Cards, members, notation, notations
from scoring.rules.deal import Deal, Shown, TrickFacts
from scoring.rules.knowledge import known_hand
from scoring.rules.legality import Undertrump, fault_of, legal_cards
from scoring.rules.record import Decision, Ruled

STOECK_RANKS = (7, 6)
"""König and Ober (R-29)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One proven fault.

    `legal` is None where legality is not the question; `proven_by` is the trick and card that showed it, None where a
    shown hand did; `rests_on` is the seat whose hidden hand proves it, None where the table does.
    """

    fault: str
    seat: int | None
    trick: int | None
    card: Card | None
    proven_by: tuple[int, Card] | None = None
    legal: Cards | None = None
    rests_on: int | None = None
    status: str = "proven"

    def id_in(self, game: UUID, deal: int) -> UUID:
        """The same fault has the same id, however often it is found again (API.md section 5)."""
        card = None if self.card is None else notation(self.card)
        return uuid5(game, f"{deal}:{self.fault}:{self.seat}:{self.trick}:{card}")

    def as_json(self, game: UUID, deal: int) -> dict[str, object]:
        """As API.md section 5 shows it. `rests_on` stays inside: secrets.py takes it away."""
        return {
            "id": str(self.id_in(game, deal)),
            "fault": self.fault,
            "seat": self.seat,
            "trick": self.trick,
            "card": None if self.card is None else notation(self.card),
            "status": self.status,
            "proven_by": None
            if self.proven_by is None
            else {"trick": self.proven_by[0], "card": notation(self.proven_by[1])},
            "legal": None if self.legal is None else notations(self.legal),
            "rests_on": self.rests_on,
        }


def concerns(decision: Decision, finding: Finding, *, id_: str) -> bool:
    """Whether a decision is about this finding: it names it, or says the same of the same seat and trick."""
    if decision.finding is not None:
        return decision.finding == id_
    told = decision.offence if isinstance(decision, Ruled) else decision.category
    same_place = decision.trick in {None, finding.trick} and decision.seat in {None, finding.seat}
    return told == finding.fault and same_place


def stoeck_cards(deal: Deal) -> tuple[Card, Card] | None:
    """King and Ober of trump, None without trump."""
    if deal.mode is None or deal.mode.trump is None:
        return None
    king, ober = (deal.mode.trump * 9 + rank for rank in STOECK_RANKS)
    return king, ober


def is_false(deal: Deal, shown: Shown) -> bool:
    """Whether it is proven that these cards were not in that hand (R-36)."""
    return _refutation(deal, shown) is not None


def _refutation(deal: Deal, shown: Shown) -> Card | None:
    """The first card that the seat cannot have been dealt; one that lies open rather than one that a hand lacks."""
    claimed = members(shown.weis.cards) if shown.weis else stoeck_cards(deal) or ()
    open_first = sorted(claimed, key=lambda card: not deal.seen_elsewhere(card, seat=shown.seat))
    return next((card for card in open_first if deal.cannot_hold(card, seat=shown.seat)), None)


def findings_of(deal: Deal, *, undertrump: Undertrump) -> list[Finding]:
    """Every fault that the facts of the deal prove, in the order of play."""
    found: list[Finding] = []
    if deal.wrong_dealer:
        found.append(Finding("wrong_deal", deal.dealer, None, None))
    if deal.count is not None and not deal.count.sums:
        found.append(Finding("wrong_count", None, None, None))
    for shown in deal.weise:
        found += _false_show(deal, shown, fault="false_weis")
    for shown in deal.stoecke:
        found += _false_show(deal, shown, fault="false_stoeck")
    known = {seat: hand for seat in deal.table.all_seats if (hand := known_hand(deal, seat)) is not None}
    for trick in deal.tricks:
        if trick.number in deal.wrong_leads:
            found.append(Finding("wrong_lead", trick.leader, trick.number, trick.cards[0]))
        found += _illegal_plays(deal, trick, known=known, undertrump=undertrump)
    return found


def _illegal_plays(
    deal: Deal, trick: TrickFacts, *, known: dict[int, Cards], undertrump: Undertrump
) -> Iterator[Finding]:
    """The plays of a trick that a known hand makes illegal; takes every card played out of `known`."""
    if not known or deal.mode is None:
        return
    for position, (seat, card) in enumerate(zip(deal.table.order_from(trick.leader), trick.cards, strict=False)):
        if seat not in known:
            continue
        hand = known[seat]
        before = trick.cards[:position]
        fault = fault_of(card, hand=hand, trick=before, mode=deal.mode, undertrump=undertrump)
        if fault is not None:
            legal = legal_cards(hand, trick=before, mode=deal.mode, undertrump=undertrump)
            yield Finding(fault, seat, trick.number, card, legal=legal, rests_on=seat)
        known[seat] = hand & ~(1 << card)


def _false_show(deal: Deal, shown: Shown, *, fault: str) -> Iterator[Finding]:
    refuted = _refutation(deal, shown)
    if refuted is None:
        return
    card = members(shown.weis.cards)[-1] if shown.weis else None
    if deal.seen_elsewhere(refuted, seat=shown.seat):
        yield Finding(fault, shown.seat, None, card, proven_by=(deal.seat_of[refuted][1], refuted))
    else:
        yield Finding(fault, shown.seat, None, card, rests_on=shown.seat)
