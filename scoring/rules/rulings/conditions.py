"""When a remedy can do something in a deal, and what a ruling must say so that it does."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import TrickFacts
from scoring.rules.pack.cards import Card
from scoring.rules.pack.seats import Seat, Side
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.refusals import Refused

# --- in a deal --------------------------------------------------------------------------------------------------------


def anywhere(deal: Deal, options: object) -> bool:
    """In any deal that counts."""
    return True


def has_trick(deal: Deal, options: object) -> bool:
    """A trick whose points count by who took it: none in a deal that a slate has settled."""
    return deal.count is None and deal.complete_tricks > 0


def has_trick_for_opponents(deal: Deal, options: object) -> bool:
    """A trick, and two sides: where everybody plays alone there are no opponents to whom it could go."""
    return has_trick(deal, options) and _two_sides(deal)


def can_be_lost(deal: Deal, options: object) -> bool:
    """A deal of two sides, from the announcement on."""
    return _two_sides(deal) and (deal.mode is not None or deal.count is not None)


def has_difference(deal: Deal, options: object) -> bool:
    """The points of two sides by a slate, which do not make the sum of a deal."""
    return _two_sides(deal) and deal.count is not None and not deal.count.sums


def _two_sides(deal: Deal) -> bool:
    return all(len(deal.table.opponents_of(side)) == 1 for side in deal.table.sides)


# --- by a ruling ------------------------------------------------------------------------------------------------------


def whatever_it_says(ruled: Ruled, deal: Deal, options: object) -> bool:
    """Any ruling with this remedy does something, where the remedy can."""
    return True


def names_a_complete_trick(ruled: Ruled, deal: Deal, options: object) -> bool:
    """The ruling names a trick that is complete."""
    trick = _trick(ruled, deal)
    return trick is not None and trick.winner is not None


# --- what follows from the rest of a ruling ---------------------------------------------------------------------------


def as_it_is(ruled: Ruled, deal: Deal) -> Ruled:
    """Nothing follows."""
    return ruled


def of_a_side_on_a_slate(ruled: Ruled, deal: Deal) -> Ruled:
    """Where Weise stand on a slate alone they are a side's, and no seat's."""
    return ruled if deal.weise else replace(ruled, seat=None)


def with_card_of_seat(ruled: Ruled, deal: Deal) -> Ruled:
    """The card that the seat has played in the trick."""
    if ruled.card is not None or ruled.seat is None:
        return ruled
    trick = _trick(ruled, deal)
    return replace(ruled, card=_card_of(ruled.seat, trick, deal) if trick else None)


# --- what contradicts itself or the record ----------------------------------------------------------------------------


def nothing_to_check(ruled: Ruled, deal: Deal) -> None:
    """Whatever it says may be ruled."""


def check_card(ruled: Ruled, deal: Deal) -> None:
    """Refuse a card that does not lie in the trick, or is not that of the seat named."""
    trick = _trick(ruled, deal)
    if trick is None:
        return
    lies = ruled.card in trick.cards if ruled.seat is None else _card_of(ruled.seat, trick, deal) == ruled.card
    if not lies:
        raise Refused("invalid_value", pointer=("card",), hint="card_of_trick")


def check_points(ruled: Ruled, deal: Deal) -> None:
    """Refuse points that change nothing."""
    if not any(_points(ruled).values()):
        raise Refused("invalid_value", pointer=("points",), hint="points")


def check_penalties(ruled: Ruled, deal: Deal) -> None:
    """Refuse penalties below 0: a penalty says how many points are taken."""
    for side, amount in _points(ruled).items():
        if amount < 0:
            raise Refused("invalid_value", pointer=("points", str(side)), minimum=0)
    check_points(ruled, deal)


def _points(ruled: Ruled) -> Mapping[Side, int]:
    return ruled.points or {}


def _trick(ruled: Ruled, deal: Deal) -> TrickFacts | None:
    """The trick that the ruling names, where it is on record."""
    return next((trick for trick in deal.tricks if trick.number == ruled.trick), None)


def _card_of(seat: Seat, trick: TrickFacts, deal: Deal) -> Card | None:
    lying = dict(zip(deal.table.order_from(trick.leader), trick.cards, strict=False))
    return lying.get(seat)
