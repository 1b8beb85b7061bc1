"""What is a Weis, and which of those shown count (R-23 to R-27)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.deal.parts import Weis
from scoring.rules.pack.cards import RANKS, SUIT_CARDS, SUITS, cards, notations, size
from scoring.rules.pack.modes import MODE, MODES, Mode
from scoring.rules.pack.seats import Seat, Table
from scoring.rules.variants import PRESETS
from scoring.rules.variants.schieber.options import SchieberOptions, WeisTable
from scoring.rules.variants.schieber.weis import counting, overlaps, recognise

TABLE = Table(seats=4, partners=True)
STARGAMES = SchieberOptions.from_json(PRESETS["schieber-stargames"].values)
OFFICIAL = SchieberOptions.from_json(PRESETS["schieber-official"].values)
TABLES: tuple[WeisTable, ...] = ("small", "grand")
MODE_NAMES = [mode.name for mode in MODES]


def points(written: str, *, mode: str = "rosen", table: WeisTable = "small") -> int | None:
    """What the cards are worth as a Weis; None where they are none."""
    weis = recognise(cards(written), mode=MODE[mode], table=table)
    return None if weis is None else weis.points


def weis(written: str, *, mode: str = "rosen", table: WeisTable = "grand") -> Weis:
    """The Weis that these cards are."""
    found = recognise(cards(written), mode=MODE[mode], table=table)
    assert found is not None
    return found


def that_count(
    *shown: tuple[Seat, str], mode: str = "rosen", options: SchieberOptions = OFFICIAL, forehand: Seat = 1
) -> list[tuple[Seat, str]]:
    """Those of the Weise shown that count."""
    assert options.weis_table is not None
    recognised = [(seat, weis(written, mode=mode, table=options.weis_table)) for seat, written in shown]
    counted = counting(recognised, mode=MODE[mode], options=options, table=TABLE, forehand=forehand)
    return [one for one, counts in zip(shown, counted, strict=True) if counts]


# --- what is a Weis, and its value ---


@pytest.mark.parametrize(
    ("written", "small", "grand"),
    [
        ("E6 E7 E8", 20, 20),
        ("E6 E7 E8 E9", 50, 50),
        ("E6 E7 E8 E9 E10", 100, 100),
        ("E6 E7 E8 E9 E10 EU", 100, 150),
        ("E6 E7 E8 E9 E10 EU EO", 100, 200),
        ("E6 E7 E8 E9 E10 EU EO EK", 100, 250),
        ("E6 E7 E8 E9 E10 EU EO EK EA", 100, 300),
        ("BA BK BO", 20, 20),
        ("R10 R9 RU", 20, 20),  # natural order in the trump suit too
        ("EU RU SU BU", 200, 200),
        ("E9 R9 S9 B9", 150, 150),
        ("E10 R10 S10 B10", 100, 100),
        ("EO RO SO BO", 100, 100),
        ("EK RK SK BK", 100, 100),
        ("EA RA SA BA", 100, 100),
        ("E8 R8 S8 B8", None, 100),
        ("E7 R7 S7 B7", None, 100),
        ("E6 R6 S6 B6", None, 100),
    ],
)
@pytest.mark.parametrize("mode", MODE_NAMES[:5])
def test_the_values_of_the_two_tables(*, mode: str, written: str, small: int | None, grand: int) -> None:
    assert [points(written, mode=mode, table=table) for table in TABLES] == [small, grand]


def test_in_unenufe_the_small_table_turns_the_sixes_and_the_aces_round() -> None:
    quartets = {rank: " ".join(suit + rank for suit in SUITS) for rank in RANKS}
    assert {rank: points(written, mode="unenufe") for rank, written in quartets.items()} == {
        "6": 100,
        "7": None,
        "8": None,
        "9": 150,
        "10": 100,
        "U": 200,
        "O": 100,
        "K": 100,
        "A": None,
    }


def test_in_unenufe_the_grand_table_stays_as_it_is() -> None:
    assert points("EA RA SA BA", mode="unenufe", table="grand") == 100
    assert points("E6 R6 S6 B6", mode="unenufe", table="grand") == 100
    assert points("E7 R7 S7 B7", mode="unenufe", table="grand") == 100


@pytest.mark.parametrize("mode", MODE_NAMES)
def test_a_run_keeps_its_natural_order_in_every_mode(mode: str) -> None:
    assert points("R9 R10 RU", mode=mode) == 20
    assert points("R8 R10 RO", mode=mode) is None  # neighbours in the order of trump only


@pytest.mark.parametrize(
    "written",
    [
        "",
        "E6",
        "E6 E7",  # too short
        "E6 E7 E9",  # a gap
        "EA E6 E7",  # the ace is not below the six
        "EA R6 R7",  # over the edge of a suit
        "E6 R7 S8",  # not one suit
        "EK RK SK",  # three of a kind
        "EU RU SU BU B10",  # four of a kind and one more
        "E6 E7 E8 R6 R7 R8",  # two runs are two Weise
    ],
)
def test_what_is_no_weis(written: str) -> None:
    assert [points(written, table=table) for table in TABLES] == [None, None]


def test_a_run_knows_its_suit_its_length_and_its_top_card() -> None:
    assert weis("BK BO BU B10") == Weis(
        kind="run", cards=cards("B10 BU BO BK"), suit=SUITS.index("B"), length=4, top=RANKS.index("K"), points=50
    )


def test_four_of_a_kind_know_their_rank_and_have_no_suit() -> None:
    assert weis("E9 R9 S9 B9") == Weis(
        kind="quartet", cards=cards("E9 R9 S9 B9"), suit=None, length=4, top=RANKS.index("9"), points=150
    )


@given(some=st.integers(0, 511), suit=st.sampled_from(SUIT_CARDS), mode=st.sampled_from(MODES))
def test_cards_of_a_suit_are_a_run_exactly_where_three_or_more_stand_together(some: int, suit: int, mode: Mode) -> None:
    lowest = suit & -suit
    found = recognise(some * lowest, mode=mode, table="grand")
    assert (found is not None) == (f"{some:b}".strip("0") == "1" * size(some) and size(some) >= 3)


# --- cards that Weise share ---


@pytest.mark.parametrize(
    ("new", "earlier", "shares_under_crossing", "shares_without"),
    [
        ("E9 E8 E7 E6", ["EA EK EO EU E10"], False, False),  # nine of a suit, split
        ("E10 E9 E8", ["EA EK EO EU E10"], True, True),
        ("EA EK EO", ["EA EK EO"], True, True),  # the same run again
        ("EU RU SU BU", ["EA EK EO EU E10"], False, True),  # a run and four of a kind
        ("EA EK EO EU E10", ["EU RU SU BU"], False, True),
        ("EU RU SU BU", ["EU RU SU BU"], True, True),
        ("EU RU SU BU", ["E9 R9 S9 B9"], False, False),
        ("EU RU SU BU", ["E9 R9 S9 B9", "EO EU E10"], False, True),
        ("E6 E7 E8", [], False, False),
    ],
)
def test_what_two_weise_of_a_player_may_share(
    *, new: str, earlier: list[str], shares_under_crossing: bool, shares_without: bool
) -> None:
    before = [weis(written) for written in earlier]
    assert overlaps(weis(new), before, crossing=True) == shares_under_crossing
    assert overlaps(weis(new), before, crossing=False) == shares_without


# --- which is the best ---


@pytest.mark.parametrize("options", [STARGAMES, OFFICIAL])
@pytest.mark.parametrize(
    ("mode", "better", "worse"),
    [
        ("rosen", "R9 R8 R7 R6", "EA EK EO"),  # more points
        ("rosen", "EU RU SU BU", "E9 R9 S9 B9"),
        ("rosen", "E9 R9 S9 B9", "SA SK SO SU S10"),
        ("rosen", "EA EK EO", "RK RO RU"),  # height before trump
        ("rosen", "R9 R8 R7", "E9 E8 E7"),  # a run in trump before its equal
        ("rosen", "EA RA SA BA", "EK RK SK BK"),  # the higher rank
        ("obenabe", "EA EK EO", "RK RO RU"),
        ("unenufe", "E6 E7 E8", "R7 R8 R9"),  # strength is turned round
        ("unenufe", "EU EO EK", "RA RK RO"),
        ("unenufe", "E10 R10 S10 B10", "EK RK SK BK"),
    ],
)
def test_the_better_weis_counts_wherever_its_player_sits(
    *, options: SchieberOptions, mode: str, better: str, worse: str
) -> None:
    for seats in [(1, 2), (2, 1), (3, 4), (4, 3)]:
        shown = (seats[0], better), (seats[1], worse)
        assert that_count(*shown, mode=mode, options=options) == [shown[0]]
        assert that_count(*reversed(shown), mode=mode, options=options) == [shown[0]]


def test_at_equal_points_the_rules_say_which_kind_is_higher() -> None:
    four_aces, run_of_five = (1, "EA RA SA BA"), (2, "E6 E7 E8 E9 E10")
    assert that_count(four_aces, run_of_five, options=replace(OFFICIAL, tie_between_kinds="run")) == [run_of_five]
    assert that_count(four_aces, run_of_five, options=replace(OFFICIAL, tie_between_kinds="quartet")) == [four_aces]
    assert that_count(run_of_five, four_aces, options=STARGAMES) == [four_aces]


def test_the_longer_of_two_runs_of_equal_points_wins_only_where_the_rules_say_so() -> None:
    six_cards, five_cards = (1, "E6 E7 E8 E9 E10 EU"), (2, "BA BK BO BU B10")
    assert that_count(six_cards, five_cards, options=STARGAMES) == [five_cards]
    assert that_count(six_cards, five_cards, options=replace(STARGAMES, longer_run_wins=True)) == [six_cards]


def test_in_unenufe_a_run_is_ranked_by_its_6_side_card() -> None:
    from_the_seven, from_the_eight = (2, "E7 E8 E9 E10 EU EO"), (1, "B8 B9 B10 BU BO")
    assert that_count(from_the_eight, from_the_seven, mode="unenufe", options=STARGAMES) == [from_the_seven]
    both_from_the_seven = (1, "B7 B8 B9 B10 BU")
    assert that_count(from_the_seven, both_from_the_seven, mode="unenufe", options=STARGAMES) == [both_from_the_seven]


def test_in_unenufe_four_sixes_beat_four_sevens_and_so_on_down_to_the_aces() -> None:
    of_equal_points = [rank for rank in RANKS if rank not in ("9", "U")]
    quartets = [" ".join(suit + rank for suit in SUITS) for rank in of_equal_points]
    for better, worse in pairwise(quartets):
        assert that_count((1, worse), (2, better), mode="unenufe") == [(2, better)]
        assert that_count((1, better), (2, worse), mode="rosen") == [(2, worse)]


def test_trump_breaks_a_tie_only_where_the_rules_say_so() -> None:
    plain, trump = (1, "E9 E8 E7"), (2, "R9 R8 R7")
    assert that_count(plain, trump) == [trump]
    assert that_count(plain, trump, options=replace(OFFICIAL, trump_breaks_tie=False)) == [plain]
    assert that_count(plain, trump, mode="schellen") == [plain]
    assert that_count(plain, trump, mode="obenabe") == [plain]


@pytest.mark.parametrize(("forehand", "winner"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_among_equals_the_seat_nearer_to_forehand_wins(forehand: Seat, winner: Seat) -> None:
    equals = {2: "E9 E8 E7", 3: "S9 S8 S7", 4: "B9 B8 B7"}
    options = replace(OFFICIAL, weis_scores="best")
    assert that_count(*equals.items(), options=options, forehand=forehand) == [(winner, equals[winner])]


# --- what the side of the best one scores ---


def test_the_side_with_the_best_weis_scores_all_of_both_partners_or_the_best_one() -> None:
    shown = (1, "BA BK BO"), (2, "E6 E7 E8 E9"), (3, "SU S10 S9"), (4, "R6 R7 R8"), (2, "S6 S7 S8")
    assert that_count(*shown, options=replace(OFFICIAL, weis_scores="side")) == [shown[1], shown[3], shown[4]]
    assert that_count(*shown, options=replace(OFFICIAL, weis_scores="best")) == [shown[1]]


def test_small_ones_never_add_up_against_a_better_one() -> None:
    three_of_20, one_of_50 = [(1, "EA EK EO"), (3, "SA SK SO"), (3, "RA RK RO")], (4, "B6 B7 B8 B9")
    assert that_count(*three_of_20, one_of_50) == [one_of_50]


def test_of_two_equal_weise_of_the_best_player_one_is_the_best() -> None:
    assert that_count((1, "E9 E8 E7"), (1, "S9 S8 S7"), options=STARGAMES) == [(1, "E9 E8 E7")]


def test_where_nothing_was_shown_nothing_counts() -> None:
    assert that_count() == []


runs = [
    " ".join(notations(mask))
    for suit in range(4)
    for length in range(3, 10)
    for low in range(10 - length)
    for mask in [((1 << length) - 1) << (9 * suit + low)]
]
quartets = [" ".join(suit + rank for suit in SUITS) for rank in RANKS]
shown_by_all = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(runs + quartets)), min_size=1, max_size=6, unique_by=lambda one: one[1]
)
rules = st.builds(
    replace,
    st.just(OFFICIAL),
    tie_between_kinds=st.sampled_from(["run", "quartet"]),
    weis_scores=st.sampled_from(["side", "best"]),
    longer_run_wins=st.booleans(),
    trump_breaks_tie=st.booleans(),
)


@given(shown=shown_by_all, mode=st.sampled_from(MODE_NAMES), options=rules, forehand=st.integers(1, 4))
def test_one_side_scores_and_either_all_it_has_or_a_single_weis(
    *, shown: Sequence[tuple[Seat, str]], mode: str, options: SchieberOptions, forehand: Seat
) -> None:
    counted = that_count(*shown, mode=mode, options=options, forehand=forehand)
    (side,) = {TABLE.side_of(seat) for seat, _ in counted}
    of_the_side = [one for one in shown if TABLE.side_of(one[0]) == side]
    assert counted == of_the_side if options.weis_scores == "side" else len(counted) == 1
    assert max(weis(written).points for _, written in shown) in [weis(written).points for _, written in counted]


@given(shown=shown_by_all, mode=st.sampled_from(MODE_NAMES), options=rules, forehand=st.integers(1, 4))
def test_the_order_of_the_reports_does_not_decide(
    *, shown: Sequence[tuple[Seat, str]], mode: str, options: SchieberOptions, forehand: Seat
) -> None:
    def winners(reported: Sequence[tuple[Seat, str]]) -> set[int]:
        counted = that_count(*reported, mode=mode, options=options, forehand=forehand)
        return {TABLE.side_of(seat) for seat, _ in counted}

    assert winners(shown) == winners(shown[::-1])


@given(shown=shown_by_all, mode=st.sampled_from(MODE_NAMES), options=rules, forehand=st.integers(1, 4))
def test_striking_one_that_does_not_count_changes_nothing(
    *, shown: Sequence[tuple[Seat, str]], mode: str, options: SchieberOptions, forehand: Seat
) -> None:
    def counted(reported: Sequence[tuple[Seat, str]]) -> list[tuple[Seat, str]]:
        return that_count(*reported, mode=mode, options=options, forehand=forehand)

    for struck in shown:
        left = [one for one in shown if one != struck]
        if struck not in counted(shown):
            assert counted(left) == counted(shown)
