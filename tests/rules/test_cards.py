"""The pack and its notation (R-1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.pack.cards import (
    ALL_CARDS,
    RANK_CARDS,
    RANKS,
    SUIT_CARDS,
    SUITS,
    NotACard,
    card,
    cards,
    holds,
    members,
    notation,
    notations,
    rank_of,
    set_of,
    size,
    suit_of,
)

any_card = st.integers(0, 35)
any_cards = st.integers(0, ALL_CARDS)


def test_the_pack_has_36_cards_suit_by_suit_from_the_six_to_the_ace() -> None:
    assert " ".join(notations(ALL_CARDS)) == (
        "E6 E7 E8 E9 E10 EU EO EK EA "
        "R6 R7 R8 R9 R10 RU RO RK RA "
        "S6 S7 S8 S9 S10 SU SO SK SA "
        "B6 B7 B8 B9 B10 BU BO BK BA"
    )


@pytest.mark.parametrize("text", ["R10", "r10"])
def test_the_banner_is_written_in_either_case(text: str) -> None:
    assert notation(card(text)) == "R10"


@pytest.mark.parametrize("text", ["SU", "su", "Su", "sU"])
def test_case_matters_not_on_input_and_output_is_upper_case(text: str) -> None:
    assert notation(card(text)) == "SU"


@pytest.mark.parametrize("text", ["", "E", "6", "E5", "E11", "X6", "6E", "EB", "E 6", " E6", "E6 ", "E06", "E６", "ſ6"])
def test_what_names_no_card_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(NotACard) as refused:
        card(text)
    assert refused.value.text == text


def test_a_word_that_is_no_card_spoils_the_set() -> None:
    with pytest.raises(NotACard, match="'E5' is not a card"):
        cards("E6 E5 E7")


def test_a_set_is_written_in_ascending_order_each_card_once() -> None:
    assert notations(cards("ru E6 R10 e6")) == ["E6", "R10", "RU"]


def test_the_empty_set_is_written_as_nothing() -> None:
    assert (cards(""), notations(0), members(0), size(0)) == (0, [], (), 0)


def test_each_suit_has_its_nine_cards_and_each_rank_its_four() -> None:
    assert [notations(suit)[0][0] for suit in SUIT_CARDS] == list(SUITS)
    assert [size(suit) for suit in SUIT_CARDS] == [9] * 4
    assert [" ".join(notations(rank)) for rank in RANK_CARDS] == [f"E{rank} R{rank} S{rank} B{rank}" for rank in RANKS]


@given(any_card)
def test_a_card_is_its_suit_and_its_rank(one: int) -> None:
    assert SUITS[suit_of(one)] + RANKS[rank_of(one)] == notation(one)
    assert card(notation(one)) == one


@given(any_cards)
def test_a_set_is_what_its_members_are(some: int) -> None:
    assert set_of(members(some)) == some
    assert cards(" ".join(notations(some))) == some
    assert size(some) == len(members(some))
    assert [one for one in range(36) if holds(some, one)] == list(members(some))
