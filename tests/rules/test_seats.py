"""Seats and sides (R-3, R-4)."""

import pytest

from scoring.rules.pack.seats import Seat, Side, Table

SCHIEBER = Table(seats=4, partners=True)
DIFFERENZLER = Table(seats=4, partners=False)
EIDEX = Table(seats=3, partners=False)
TABLES = [SCHIEBER, DIFFERENZLER, EIDEX]


def test_in_the_schieber_seats_1_and_3_play_against_2_and_4() -> None:
    assert SCHIEBER.sides == (1, 2)
    assert [SCHIEBER.seats_of(side) for side in SCHIEBER.sides] == [(1, 3), (2, 4)]
    assert [SCHIEBER.side_of(seat) for seat in SCHIEBER.all_seats] == [1, 2, 1, 2]
    assert [SCHIEBER.partner_of(seat) for seat in SCHIEBER.all_seats] == [3, 4, 1, 2]


@pytest.mark.parametrize("table", [DIFFERENZLER, EIDEX])
def test_without_partners_each_seat_is_its_own_side(table: Table) -> None:
    assert table.sides == table.all_seats
    assert [table.side_of(seat) for seat in table.all_seats] == list(table.all_seats)
    assert [table.seats_of(side) for side in table.sides] == [(seat,) for seat in table.all_seats]
    assert [table.partner_of(seat) for seat in table.all_seats] == [None] * table.seats


@pytest.mark.parametrize(("table", "seat", "next_seat"), [(SCHIEBER, 1, 2), (SCHIEBER, 4, 1), (EIDEX, 3, 1)])
def test_play_goes_one_seat_up_and_round(table: Table, seat: Seat, next_seat: Seat) -> None:
    assert table.next(seat) == next_seat


@pytest.mark.parametrize(
    ("table", "leader", "order"),
    [(SCHIEBER, 1, (1, 2, 3, 4)), (SCHIEBER, 3, (3, 4, 1, 2)), (EIDEX, 2, (2, 3, 1)), (EIDEX, 3, (3, 1, 2))],
)
def test_the_order_of_play_starts_with_the_leader(table: Table, leader: Seat, order: tuple[Seat, ...]) -> None:
    assert table.order_from(leader) == order


@pytest.mark.parametrize(
    ("table", "side", "others"),
    [(SCHIEBER, 1, (2,)), (SCHIEBER, 2, (1,)), (DIFFERENZLER, 2, (1, 3, 4)), (EIDEX, 3, (1, 2))],
)
def test_the_opponents_are_all_other_sides(table: Table, side: Side, others: tuple[Side, ...]) -> None:
    assert table.opponents_of(side) == others


@pytest.mark.parametrize("table", TABLES)
def test_every_order_has_each_seat_once_and_follows_next(table: Table) -> None:
    for leader in table.all_seats:
        order = table.order_from(leader)
        assert sorted(order) == list(table.all_seats)
        assert [table.next(seat) for seat in order] == [*order[1:], leader]


def test_tables_with_the_same_seats_are_the_same_table() -> None:
    assert Table(seats=4, partners=True) == SCHIEBER
    assert len({SCHIEBER, DIFFERENZLER, EIDEX, Table(seats=3, partners=False)}) == 3


def test_a_seat_that_the_table_does_not_have_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        EIDEX.order_from(4)
