"""What all rulings that stand on a deal come to. What each remedy adds to it stands in rulings/remedies.py."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rules.pack.cards import Cards
from scoring.rules.pack.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Award:
    """The tricks from one number to another go to a side, whoever took them.

    `leader` leads the trick after the first of them. It is None where the cards decide.
    """

    first: int
    last: int
    side: Side
    leader: Seat | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What all rulings that stand on a deal come to.

    `weak` are cards that have lost their strength; `adjusted` and `penalties` are points by side, after the factor;
    `claims_void` are the sides whose claims are as if they had not been made; `without_bid` the seats that are ruled to
    have made no bid.
    """

    awards: tuple[Award, ...] = ()
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

    def leader_after(self, trick: int) -> Seat | None:
        """The seat that leads after this trick by a ruling; None where the cards decide."""
        return next((one.leader for one in reversed(self.awards) if one.first == trick), None)


NOTHING_DECIDED = Decided()
