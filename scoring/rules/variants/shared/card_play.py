"""The card play, which all variants share (docs/rules.md, sections 1 and 3)."""

from collections.abc import Sequence
from typing import Any

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.shown import contradicting, known_hands
from scoring.rules.pack.cards import Card, holds, members, notation, set_of, size
from scoring.rules.record.kinds import CardPlayed, HandShown, Report, TrickPlayed
from scoring.rules.record.refusals import Refused
from scoring.rules.variants.base import Handler, Hearing


def may_show_hand(deal: Deal, options: object) -> bool:
    """A hand may be shown at any time until the deal is settled."""
    return not deal.over


def has_hand_left(deal: Deal, options: object) -> bool:
    """Whether the hand of somebody is not known yet."""
    return may_show_hand(deal, options) and len(deal.hands) < deal.table.seats


def take_hand(deal: Deal, report: HandShown, options: object, hearing: Hearing) -> None:
    """A hand as dealt becomes known; it must not clash with what lies open."""
    if not may_show_hand(deal, options):
        raise Refused("out_of_phase")
    if report.seat in deal.hands:
        raise Refused("already_shown", seat=report.seat)
    against = contradicting(deal, report.cards, seat=report.seat)
    if against and hearing.fresh:
        raise _contradicted(deal, report, against[0])
    if against:
        deal.off_hand.append((report.seat, hearing.unit))
    deal.hands[report.seat], deal.hand_clock[report.seat] = report.cards, deal.tick()


def _contradicted(deal: Deal, report: HandShown, card: Card) -> Refused:
    """The refusal of a hand that this open card contradicts."""
    lying = deal.where(card)
    seat, trick = (lying.seat, lying.trick) if lying else (deal.turned_seat, None)
    why = "missing" if lying else "turned"
    lacks: dict[str, Any] = {} if holds(report.cards, card) else {why: True}
    return Refused("hand_contradicts", pointer=("cards",), card=notation(card), seat=seat, trick=trick, **lacks)


def may_play(deal: Deal, options: object) -> bool:
    """Cards are played once the mode is known and until the last trick is complete."""
    return deal.mode is not None and not deal.done


def take_play(deal: Deal, report: CardPlayed, options: object, hearing: Hearing) -> None:
    """One card, by the seat whose turn it is."""
    _in_play(deal, number=report.number)
    _play(deal, report.card, seat=report.seat, hearing=hearing, named="seat")


def take_trick(deal: Deal, report: TrickPlayed, options: object, hearing: Hearing) -> None:
    """A whole trick; where its first cards lie already, it completes the running trick."""
    _in_play(deal, number=report.number)
    lying = deal.running
    laid = len(lying.cards) if lying else 0
    if lying is not None:
        if tuple(lying.cards) != report.cards[:laid] or report.leader not in {None, lying.leader}:
            unit = next((lying.units[i] for i in range(laid) if lying.cards[i] != report.cards[i]), lying.units[0])
            raise Refused("conflicting_report", recorded=unit)
    elif report.leader is not None:
        _check_lead(deal, report.leader, hearing=hearing, named="leader")
    leader = report.leader or (lying.leader if lying else deal.next_leader)
    rest = report.cards[laid:]
    if not _all_free(deal, rest):
        for place, seat in enumerate(deal.table.order_from(leader)[laid:], start=laid):
            _check_card(deal, report.cards[place], seat=seat, hearing=hearing, pointer=("cards", place))
            deal.lay(report.cards[place : place + 1], leader=leader, unit=hearing.unit)
        return
    deal.lay(rest, leader=leader, unit=hearing.unit)


def _all_free(deal: Deal, cards: Sequence[Card]) -> bool:
    """Whether these cards can be laid by whoever it is: none lies, and no hand or turned card is known."""
    if deal.hands or deal.turned is not None:
        return False
    laid = set_of(cards)
    return size(laid) == len(cards) and not laid & deal.played


def _in_play(deal: Deal, *, number: int | None) -> None:
    if not may_play(deal, None):
        raise Refused("out_of_phase")
    running = deal.complete_tricks + 1
    if number is not None and number > running:
        raise Refused("trick_missing", pointer=("number",), expected_number=running)
    if number is not None and number < running:
        raise Refused("conflicting_report", pointer=("number",), recorded=deal.tricks[number - 1].units[-1])


def _play(deal: Deal, card: Card, *, seat: int | None, hearing: Hearing, named: str) -> None:
    if seat is not None and deal.running is None:
        _check_lead(deal, seat, hearing=hearing, named=named)
    elif seat is not None and seat != deal.turn:
        raise Refused("not_your_turn", pointer=(named,), expected_seat=deal.turn, **_lying_of(deal, seat))
    player = seat or deal.turn
    _check_card(deal, card, seat=player, hearing=hearing, pointer=("card",))
    deal.lay((card,), leader=player, unit=hearing.unit)


def _lying_of(deal: Deal, seat: int) -> dict[str, Any]:
    """The card of the seat that lies in the running trick already, for the sentence of a refusal."""
    trick = deal.running
    order = deal.table.order_from(trick.leader) if trick else ()
    lying = dict(zip(order, trick.cards if trick else (), strict=False))
    return {"seat": seat, "lies": notation(lying[seat])} if seat in lying else {}


def _check_lead(deal: Deal, seat: int, *, hearing: Hearing, named: str) -> None:
    """A lead out of turn gives way to `as_played`: it is recorded, and play goes on from it."""
    if seat == deal.next_leader:
        return
    if not hearing.insisted:
        raise Refused("not_your_turn", pointer=(named,), expected_seat=deal.next_leader)
    deal.wrong_leads.append(len(deal.tricks) + 1)


# A report on record is never refused because of a hand. Example: seat 1 corrects its card of trick 1, so another seat
# leads trick 2, and the cards of trick 2 are those of other seats. A refusal would tell seat 1 what is in their hands.
# So such a report stands. The correction is refused where its author knows the hand (rules/taking_back.py).
def _check_card(deal: Deal, card: Card, *, seat: int, hearing: Hearing, pointer: tuple[str | int, ...]) -> None:
    lying = deal.where(card)
    if lying is not None:
        at = {"seat": lying.seat, "trick": lying.trick}
        raise Refused("card_already_played", pointer=pointer, card=notation(card), **at)
    if deal.turned_elsewhere(card, seat=seat):
        raise Refused("card_not_in_hand", pointer=pointer, card=notation(card), seat=seat, owner=deal.turned_seat)
    hand = known_hands(deal).get(seat) if deal.hands else None
    if hand is not None and not holds(hand, card):
        if hearing.fresh:
            raise Refused("card_not_in_hand", pointer=pointer, card=notation(card), seat=seat)
        deal.off_hand.append((seat, hearing.unit))
    turned = deal.turned_cards.get(seat, 0) if deal.turned is not None else 0
    if turned and size(deal.played_by.get(seat, 0) | turned | 1 << card) > deal.hand_size:
        # The seat still has to play the turned card, and its hand has no room for one card more.
        (last,) = members(turned)
        raise Refused("card_not_in_hand", pointer=pointer, card=notation(card), seat=seat, turned=notation(last))


CARD_PLAY: dict[type[Report], Handler[object]] = {
    HandShown: Handler(has_hand_left, take_hand),
    CardPlayed: Handler(may_play, take_play),
    TrickPlayed: Handler(may_play, take_trick),
}
