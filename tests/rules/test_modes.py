"""Modes, order and points (R-6 to R-8)."""

import pytest

from scoring.rules.pack.cards import RANKS, SUITS, card, members, notations
from scoring.rules.pack.modes import MODE, MODES, Mode


def high_to_low(suit: str, *, mode: Mode) -> str:
    """The ranks of the suit, the strongest first."""
    return " ".join(sorted(RANKS, key=lambda rank: mode.strength[card(suit + rank)], reverse=True))


def points(suit: str, *, mode: Mode) -> dict[str, int]:
    """What counts in the suit."""
    return {rank: mode.points[card(suit + rank)] for rank in reversed(RANKS) if mode.points[card(suit + rank)]}


def test_the_modes_are_six_in_the_order_of_the_rules() -> None:
    assert [mode.name for mode in MODES] == ["eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"]
    assert [mode.index for mode in MODES] == [0, 1, 2, 3, 4, 5]
    assert [MODE[mode.name] for mode in MODES] == list(MODES)


def test_the_first_four_have_trump_and_the_others_have_none() -> None:
    assert [mode.trump for mode in MODES] == [0, 1, 2, 3, None, None]
    assert [mode.has_trump for mode in MODES] == [True, True, True, True, False, False]
    assert notations(MODE["schellen"].trumps) == ["B6", "B7", "B8", "B9", "B10", "BU", "BO", "BK", "BA"]
    assert (MODE["obenabe"].trumps, MODE["unenufe"].trumps) == (0, 0)


@pytest.mark.parametrize(
    ("mode", "suit", "order"),
    [
        ("schilten", "S", "U 9 A K O 10 8 7 6"),
        ("schilten", "E", "A K O U 10 9 8 7 6"),
        ("eicheln", "B", "A K O U 10 9 8 7 6"),
        ("obenabe", "R", "A K O U 10 9 8 7 6"),
        ("unenufe", "R", "6 7 8 9 10 U O K A"),
    ],
)
def test_the_order_of_a_suit(mode: str, suit: str, order: str) -> None:
    assert high_to_low(suit, mode=MODE[mode]) == order


@pytest.mark.parametrize(
    ("mode", "suit", "worth"),
    [
        ("schilten", "S", {"A": 11, "K": 4, "O": 3, "U": 20, "10": 10, "9": 14}),
        ("schilten", "E", {"A": 11, "K": 4, "O": 3, "U": 2, "10": 10}),
        ("obenabe", "S", {"A": 11, "K": 4, "O": 3, "U": 2, "10": 10, "8": 8}),
        ("unenufe", "S", {"K": 4, "O": 3, "U": 2, "10": 10, "8": 8, "6": 11}),
    ],
)
def test_the_points_of_a_suit(mode: str, suit: str, worth: dict[str, int]) -> None:
    assert points(suit, mode=MODE[mode]) == worth


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_any_mode_has_152_points(mode: Mode) -> None:
    assert sum(mode.points) == 152


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_no_two_cards_of_a_suit_are_equally_strong(mode: Mode) -> None:
    for suit in SUITS:
        assert len({mode.strength[card(suit + rank)] for rank in RANKS}) == 9


@pytest.mark.parametrize("mode", MODES[:4], ids=lambda mode: mode.name)
def test_any_trump_is_stronger_than_any_other_card(mode: Mode) -> None:
    trumps = members(mode.trumps)
    weakest = min(mode.strength[one] for one in trumps)
    assert all(mode.strength[one] < weakest for one in range(36) if one not in trumps)
