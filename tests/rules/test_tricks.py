"""Who takes a trick and what is in it (R-8, R-10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.pack.cards import Card, card, notation, suit_of
from scoring.rules.pack.modes import MODE, MODES, Mode
from scoring.rules.pack.tricks import points_in, winning_position

tricks = st.lists(st.integers(0, 35), min_size=1, max_size=4, unique=True)
modes = st.sampled_from(MODES)


def trick(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


@pytest.mark.parametrize(
    ("mode", "played", "winner"),
    [
        ("rosen", "E7 E10 EA EK", "EA"),  # the highest card of the suit led
        ("rosen", "E7 R6 EA BA", "R6"),  # any trump beats it
        ("rosen", "E7 R6 EA R8", "R8"),  # the highest trump
        ("rosen", "RA R9 RU RK", "RU"),  # the trump Under before all
        ("rosen", "RA R9 RO RK", "R9"),  # and the trump nine next
        ("rosen", "EU E9 EO B6", "EO"),  # neither is anything in a side suit
        ("rosen", "E6 BA SA S10", "E6"),  # nobody follows, nobody trumps
        ("obenabe", "E6 R9 B8 SA", "E6"),
        ("obenabe", "E6 E9 EA E10", "EA"),
        ("unenufe", "E9 E6 EA E10", "E6"),
        ("unenufe", "EA R6 B6 S6", "EA"),
        ("schellen", "S10 BA S6", "BA"),  # three players
        ("schellen", "S10", "S10"),  # a trick that has just begun
    ],
)
def test_the_trick_goes_to_the_highest_trump_or_else_of_the_suit_led(mode: str, played: str, winner: str) -> None:
    cards = trick(played)
    assert notation(cards[winning_position(cards, mode=MODE[mode])]) == winner


@pytest.mark.parametrize(
    ("mode", "played", "points"),
    [
        ("rosen", "R6 RU RK RA", 35),
        ("rosen", "E9 EU E8 E7", 2),
        ("obenabe", "E6 E7 E8 E9", 8),
        ("unenufe", "E6 E8 EA E10", 29),
        ("rosen", "", 0),
    ],
)
def test_the_points_of_a_trick(mode: str, played: str, points: int) -> None:
    assert points_in(trick(played), mode=MODE[mode]) == points


@given(cards=tricks, mode=modes)
def test_no_card_that_could_take_the_trick_is_stronger_than_the_winner(cards: list[Card], mode: Mode) -> None:
    winner = cards[winning_position(cards, mode=mode)]
    trumped = any(suit_of(one) == mode.trump for one in cards)
    asked = mode.trump if trumped else suit_of(cards[0])
    assert suit_of(winner) == asked
    assert all(mode.strength[one] <= mode.strength[winner] for one in cards if suit_of(one) == asked)


@given(cards=tricks, mode=modes, last=st.integers(0, 35))
def test_a_further_card_takes_the_trick_or_leaves_it_where_it_is(cards: list[Card], mode: Mode, last: Card) -> None:
    if last not in cards:
        assert winning_position([*cards, last], mode=mode) in (winning_position(cards, mode=mode), len(cards))


@given(cards=tricks, mode=modes)
def test_points_do_not_depend_on_the_order(cards: list[Card], mode: Mode) -> None:
    assert points_in(cards, mode=mode) == points_in(sorted(cards), mode=mode)
