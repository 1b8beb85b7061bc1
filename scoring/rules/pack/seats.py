"""Who sits where, and who plays with whom (R-3, R-4)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

Seat: TypeAlias = int
"""A seat, 1..n in the order of play."""

Side: TypeAlias = int
"""A side, 1..n: two partners, or one player alone."""


@dataclass(frozen=True)
class Table:
    """So many seats; with partners, those who sit opposite each other are one side."""

    seats: int
    partners: bool

    @cached_property
    def all_seats(self) -> tuple[Seat, ...]:
        """Every seat, from 1."""
        return tuple(range(1, self.seats + 1))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Every side, from 1."""
        return tuple(range(1, (self.seats // 2 if self.partners else self.seats) + 1))

    @cached_property
    def _orders(self) -> dict[Seat, tuple[Seat, ...]]:
        seats = self.all_seats
        return {seat: seats[seat - 1 :] + seats[: seat - 1] for seat in seats}

    @cached_property
    def side_by_seat(self) -> tuple[Side, ...]:
        """The side of each seat, by the seat's number; nobody sits at 0."""
        return (0, *((seat - 1) % len(self.sides) + 1 for seat in self.all_seats))

    def next(self, seat: Seat) -> Seat:
        """The seat that plays after this one: its right-hand neighbour (R-3)."""
        return self._orders[seat][1]

    def order_from(self, leader: Seat) -> tuple[Seat, ...]:
        """All seats in the order in which they play when `leader` leads."""
        return self._orders[leader]

    def side_of(self, seat: Seat) -> Side:
        """The side on which this seat plays (R-4)."""
        return self.side_by_seat[seat]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats of the side."""
        return tuple(seat for seat in self.all_seats if self.side_of(seat) == side)

    def partner_of(self, seat: Seat) -> Seat | None:
        """The seat opposite, or None where everybody plays alone."""
        return self.order_from(seat)[self.seats // 2] if self.partners else None

    def opponents_of(self, side: Side) -> tuple[Side, ...]:
        """The other sides."""
        return tuple(other for other in self.sides if other != side)
