"""What all rulings that stand on a deal come to. What each remedy adds to it stands in rulings/remedies.py."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rules.pack.cards import Cards
from scoring.rules.pack.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Award:
    """The tricks from one number to another go to a side, whoever took them."""

    first: int
    last: int
    side: Side


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads the trick with this number. `seat` is None where the cards decide."""

    trick: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Decided:
    """What all rulings that stand on a deal come to.

    `leads` say who leads which trick, the newest last. `weak` are cards that have lost their strength; `adjusted` and
    `penalties` are points by side, after the factor; `claims_void` are the sides whose claims are as if they had not
    been made; `without_bid` the seats that are ruled to have made no bid.
    """

    awards: tuple[Award, ...] = ()
    leads: tuple[Lead, ...] = ()
    weak: Cards = 0
    weis_struck: frozenset[Seat] = frozenset()
    stoeck_struck: frozenset[Side] = frozenset()
    claims_void: frozenset[Side] = frozenset()
    without_bid: frozenset[Seat] = frozenset()
    adjusted: Mapping[Side, int] = field(default_factory=dict)
    penalties: Mapping[Side, int] = field(default_factory=dict)
    split: bool = False
    void: bool = False
    lost_by: Side | None = None
    forfeited_by: Side | None = None

    def awarded(self, trick: int) -> Side | None:
        """The side to which a trick was given; the newest ruling decides."""
        return next((one.side for one in reversed(self.awards) if one.first <= trick <= one.last), None)

    def leader_of(self, trick: int) -> Seat | None:
        """The seat that leads this trick by the newest ruling about it; None where the cards decide."""
        return next((one.seat for one in reversed(self.leads) if one.trick == trick), None)


NOTHING_DECIDED = Decided()
