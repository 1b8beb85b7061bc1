"""What may be played (R-11 to R-16), and which fault the rest is (section 9)."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.pack.cards import Card, Cards, card, cards, holds, members, notations, set_of, suit_of
from scoring.rules.pack.modes import MODE, MODES, Mode
from scoring.rules.proof.faults import Fault
from scoring.rules.proof.legality import Undertrump, fault_of, legal_cards

READINGS: tuple[Undertrump, ...] = ("strict", "forced", "hindersi", "free")


def trick(text: str) -> tuple[Card, ...]:
    """The cards of a trick in the order of play."""
    return tuple(card(word) for word in text.split())


def legal(hand: str, *, on: str, mode: str, undertrump: Undertrump = "strict") -> str:
    """The legal cards of a hand, as one writes them."""
    return " ".join(notations(legal_cards(cards(hand), trick=trick(on), mode=MODE[mode], undertrump=undertrump)))


def fault(played: str, *, hand: str, on: str, mode: str, undertrump: Undertrump = "strict") -> Fault | None:
    """The fault that it is to play this card."""
    return fault_of(card(played), hand=cards(hand), trick=trick(on), mode=MODE[mode], undertrump=undertrump)


# --- R-11 to R-14 ---


@pytest.mark.parametrize(
    ("mode", "on", "hand", "may_be_played"),
    [
        ("schilten", "", "E6 RA SU", "E6 RA SU"),  # the leader may play anything
        ("schilten", "S6", "RA S7 SU", "S7 SU"),  # trump led
        ("schilten", "S6", "E6 RA SU", "E6 RA SU"),  # the trump Under need not be given
        ("schilten", "S6", "SU", "SU"),
        ("schilten", "S6", "E6 RA", "E6 RA"),
        ("schilten", "SU", "RA S6 S7", "S6 S7"),  # a lower trump on a led trump is plain following
        ("schilten", "SU RA S9", "RK S6", "S6"),
        ("schilten", "EA", "E6 E7 R8", "E6 E7"),  # side suit led
        ("schilten", "EA", "E6 R8 S6", "E6 S6"),  # the suit or trumps
        ("schilten", "EA", "R8 S6 BK", "R8 S6 BK"),  # who has none may play anything
        ("schilten", "E7", "EU RA", "EU"),  # only the trump Under is excused
        ("obenabe", "E7", "E6 RA", "E6"),  # no trump
        ("unenufe", "E7", "EU RA", "EU"),
        ("unenufe", "E7", "RA S6", "RA S6"),
    ],
)
@pytest.mark.parametrize("undertrump", READINGS)
def test_where_nobody_has_trumped_all_readings_agree(
    *, mode: str, on: str, hand: str, may_be_played: str, undertrump: Undertrump
) -> None:
    assert legal(hand, on=on, mode=mode, undertrump=undertrump) == may_be_played


# --- R-15 ---


@pytest.mark.parametrize(
    ("on", "hand", "strict_forced_hindersi_free"),
    [
        # the suit led in the hand: a trump must go over
        ("E7 SO", "EK R6 S8 SA", ["EK SA", "EK SA", "EK SA", "EK S8 SA"]),
        ("E7 SO", "EK S6", ["EK", "EK", "EK", "EK S6"]),
        # none of it, another suit in the hand: here the readings part
        ("BA SO", "RA S6 S7", ["RA", "RA", "RA S6 S7", "RA S6 S7"]),
        ("E7 S8 SO", "R6 S10 SK", ["R6 SK", "R6 SK", "R6 S10 SK", "R6 S10 SK"]),
        # nothing but trumps: any of them, save that `forced` wants one that goes over
        ("BA SO", "S6 S7", ["S6 S7", "S6 S7", "S6 S7", "S6 S7"]),
        ("BA SO", "S6 SK", ["S6 SK", "SK", "S6 SK", "S6 SK"]),
        # the highest trump counts, not the last one
        ("BA SO S6", "RA S7 S8", ["RA", "RA", "RA S7 S8", "RA S7 S8"]),
        # the trump nine is higher than the ace
        ("BA S9", "RA SU SA", ["RA SU", "RA SU", "RA SU SA", "RA SU SA"]),
        # nobody ever has to trump or to go over
        ("BA S6", "RA SU", ["RA SU", "RA SU", "RA SU", "RA SU"]),
    ],
)
def test_undertrumping_in_four_readings(on: str, hand: str, strict_forced_hindersi_free: list[str]) -> None:
    answers = [legal(hand, on=on, mode="schilten", undertrump=reading) for reading in READINGS]
    assert answers == strict_forced_hindersi_free


def test_the_trap_a_discarded_suit_never_excuses_a_lower_trump() -> None:
    assert legal("BA B9 B6 S10", on="E6 BU B10", mode="schellen") == "S10"


# --- the proof by exhaustion below R-15 ---


class Position(NamedTuple):
    mode: Mode
    hand: Cards
    trick: tuple[Card, ...]


TRUMPS, LED, THIRD = range(9), range(9, 18), range(18, 27)


def positions() -> Iterator[Position]:
    """All that can make a difference, in the order of docs/rules.md."""
    yield from side_suit_positions()
    yield from trump_positions()
    yield from no_trump_positions()


def side_suit_positions() -> Iterator[Position]:
    lead, seconds, thirds = LED[4], [*TRUMPS, LED[7], THIRD[7]], [*TRUMPS, LED[8], THIRD[8]]
    tricks: list[tuple[Card, ...]] = [(lead,)]
    tricks += [(lead, second) for second in seconds]
    tricks += [(lead, second, third) for second in seconds for third in thirds if second != third]
    for lying in tricks:
        yield from hands(lying, follow=[(), (LED[0],)])


def trump_positions() -> Iterator[Position]:
    for lead in TRUMPS:
        yield from hands((lead,), follow=[()])
        for second in [*(trump for trump in TRUMPS if trump != lead), LED[7], THIRD[7]]:
            yield from hands((lead, second), follow=[()])


def hands(lying: tuple[Card, ...], *, follow: list[tuple[Card, ...]]) -> Iterator[Position]:
    left = [trump for trump in TRUMPS if trump not in lying]
    for count in range(len(left) + 1):
        for trumps in combinations(left, count):
            for following in follow:
                for other in ((), (THIRD[0],)):
                    hand = trumps + following + other
                    if 1 <= len(hand) <= 9:
                        yield Position(MODE["eicheln"], set_of(hand), lying)


def no_trump_positions() -> Iterator[Position]:
    for name in ("obenabe", "unenufe"):
        for length in (1, 2, 3):
            for following in (0, 1, 2):
                for other in ((), (THIRD[0],)):
                    hand = (*LED[:following], *other)
                    if hand:
                        yield Position(MODE[name], set_of(hand), (LED[4], LED[7], THIRD[8])[:length])


@pytest.fixture(scope="module")
def every_position() -> list[Position]:
    return list(positions())


def test_the_proof_asks_for_129_214_positions(every_position: list[Position]) -> None:
    assert len(every_position) == 129_214


@pytest.mark.parametrize(
    ("undertrump", "proof"),
    [
        ("strict", "ea5276585b4bce0f3c3b92f1d4cd5dff81996fe72db430f787b3354ce71748d1"),
        ("forced", "9464c51980c63aef1656ac5d1044faf5ab8e7763f3718815f37390dd041be4cc"),
        ("free", "e68e268868c5b8066fb2b195380651b9fa6a7beda29e1848e6a8f67a85f626b0"),
        ("hindersi", "c85c0f8f82aee38e264c83835d522a6ef09e3b9b8693ed07340dfc9cf947dbf9"),
    ],
)
def test_the_legal_cards_of_every_position_are_those_of_the_rules(
    undertrump: Undertrump, proof: str, every_position: list[Position]
) -> None:
    answers = [legal_cards(hand, trick=lying, mode=mode, undertrump=undertrump) for mode, hand, lying in every_position]
    assert sha256("".join(f"{answer}\n" for answer in answers).encode()).hexdigest() == proof


# --- laws ---

modes = st.sampled_from(MODES)
readings = st.sampled_from(READINGS)


@st.composite
def situations(draw: st.DrawFn) -> tuple[Cards, tuple[Card, ...]]:
    """A hand of one to nine cards and a trick of up to three others."""
    dealt = draw(st.lists(st.integers(0, 35), min_size=1, max_size=12, unique=True))
    lying = min(draw(st.integers(0, 3)), len(dealt) - 1)
    return set_of(dealt[lying:][:9]), tuple(dealt[:lying])


@given(hand=st.integers(1, 2**36 - 1), mode=modes, undertrump=readings)
def test_a_leader_may_play_anything(hand: Cards, mode: Mode, undertrump: Undertrump) -> None:
    assert legal_cards(hand, trick=(), mode=mode, undertrump=undertrump) == hand


@given(situation=situations(), mode=modes, undertrump=readings)
def test_somebody_with_cards_may_always_play_one_of_them(
    situation: tuple[Cards, tuple[Card, ...]], mode: Mode, undertrump: Undertrump
) -> None:
    hand, lying = situation
    answer = legal_cards(hand, trick=lying, mode=mode, undertrump=undertrump)
    assert answer
    assert answer & ~hand == 0


@given(situation=situations(), mode=modes)
def test_what_a_stricter_reading_allows_a_milder_one_allows_too(
    situation: tuple[Cards, tuple[Card, ...]], mode: Mode
) -> None:
    hand, lying = situation
    strict, forced, hindersi, free = (legal_cards(hand, trick=lying, mode=mode, undertrump=how) for how in READINGS)
    assert strict & ~hindersi == 0
    assert forced & ~strict == 0  # they differ for hands of trumps alone
    assert hindersi & ~free == 0


@given(situation=situations(), mode=modes)
def test_strict_and_forced_differ_for_hands_of_trumps_only(
    situation: tuple[Cards, tuple[Card, ...]], mode: Mode
) -> None:
    hand, lying = situation
    strict, forced = (legal_cards(hand, trick=lying, mode=mode, undertrump=how) for how in READINGS[:2])
    assert strict == forced or hand & ~mode.trumps == 0


@given(situation=situations(), mode=modes)
def test_the_readings_differ_only_in_trumps_on_a_side_suit_that_was_trumped(
    situation: tuple[Cards, tuple[Card, ...]], mode: Mode
) -> None:
    hand, lying = situation
    answers = [legal_cards(hand, trick=lying, mode=mode, undertrump=how) for how in READINGS]
    trumped = bool(set_of(lying[1:]) & mode.trumps) and suit_of(lying[0]) != mode.trump
    assert len(set(answers)) == 1 or trumped
    assert len({answer & ~mode.trumps for answer in answers}) == 1


@given(situation=situations(), mode=st.sampled_from(MODES[:4]), undertrump=readings, turn=st.integers(1, 3))
def test_no_suit_is_different_from_another(
    *, situation: tuple[Cards, tuple[Card, ...]], mode: Mode, undertrump: Undertrump, turn: int
) -> None:
    def turned(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple((one + 9 * turn) % 36 for one in some)

    hand, lying = situation
    answer = legal_cards(hand, trick=lying, mode=mode, undertrump=undertrump)
    assert set_of(turned(members(answer))) == legal_cards(
        set_of(turned(members(hand))),
        trick=turned(lying),
        mode=MODES[(mode.index + turn) % 4],
        undertrump=undertrump,
    )


@given(situation=situations(), mode=modes, undertrump=readings)
def test_a_card_is_a_fault_exactly_where_it_is_not_legal(
    situation: tuple[Cards, tuple[Card, ...]], mode: Mode, undertrump: Undertrump
) -> None:
    hand, lying = situation
    answer = legal_cards(hand, trick=lying, mode=mode, undertrump=undertrump)
    for one in members(hand):
        found = fault_of(one, hand=hand, trick=lying, mode=mode, undertrump=undertrump)
        assert (found is None) == holds(answer, one)


# --- section 9 ---


@pytest.mark.parametrize(
    ("mode", "on", "hand", "played", "found"),
    [
        ("schilten", "S6", "RA S7", "RA", "trump_revoke"),  # trump led, none given though held
        ("schilten", "S6", "RA S7 SU", "RA", "trump_revoke"),  # the Under is no excuse beside another trump
        ("schilten", "S6", "RA SU", "RA", None),
        ("schilten", "S6 RA", "RO SK", "RO", "trump_revoke"),
        ("schilten", "SU", "RA S6", "S6", None),  # a lower trump on a led trump
        ("schilten", "E7", "EA RA", "RA", "revoke"),  # a side suit not followed though able
        ("schilten", "E7", "EA RA S6", "S6", None),  # trumping is no revoke
        ("schilten", "E7 SO", "EA RA S6", "RA", "revoke"),
        ("schilten", "E7 SO", "EA RA S6", "S6", "undertrump"),  # also by one who could have followed
        ("schilten", "E7 SO", "EA RA SK", "SK", None),
        ("schilten", "E7 SO", "RA S6", "S6", "undertrump"),
        ("schilten", "E7 SO", "RA S6", "RA", None),
        ("schilten", "E7 SO", "S6 SK", "S6", None),  # strict: a hand of trumps may play any
        ("obenabe", "E7", "EA RA", "RA", "revoke"),
        ("unenufe", "E7 RU", "EA RA", "RA", "revoke"),
        ("unenufe", "E7", "RA", "RA", None),
        ("schilten", "", "RA", "RA", None),
    ],
)
def test_which_fault_a_card_is(*, mode: str, on: str, hand: str, played: str, found: Fault | None) -> None:
    assert fault(played, hand=hand, on=on, mode=mode) == found


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("EA S6", ["undertrump", "undertrump", "undertrump", None]),
        ("RA S6", ["undertrump", "undertrump", None, None]),
        ("S6 SK", [None, "undertrump", None, None]),
        ("S6 S7", [None, None, None, None]),
    ],
)
def test_when_a_lower_trump_is_undertrumping(hand: str, found: list[Fault | None]) -> None:
    assert [fault("S6", hand=hand, on="E7 SO", mode="schilten", undertrump=how) for how in READINGS] == found


def test_the_card_that_was_played_belongs_to_the_hand_whether_it_is_listed_or_not() -> None:
    assert fault("RA", hand="S7", on="S6", mode="schilten") == "trump_revoke"
    assert fault("S6", hand="RA", on="E7 SO", mode="schilten") == "undertrump"
    assert fault("RA", hand="SU", on="S6", mode="schilten") is None
