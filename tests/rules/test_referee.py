"""The referee at the table: who deals and leads, what lay out of turn, and what is said when."""

import pytest

from tests.rules.known_deal import HANDS, RUN_OF_SEAT_2, RUN_OF_SEAT_3, TRICKS, opened, played, whole
from tests.rules.table import (
    JassTable,
    announce,
    claim,
    deal,
    hand,
    official,
    options,
    play,
    push,
    stargames,
    stoeck,
    tournament,
    trick,
    weis,
)

# --- who deals, announces and leads ------------------------------------------------------------------------


def test_the_deal_moves_one_seat_up_and_forehand_leads() -> None:
    table = tournament()
    for _ in range(5):
        table.tell(*whole())
    assert [sheet["dealer"] for sheet in table.sheets] == [4, 1, 2, 3, 4]
    assert [sheet["leader"] for sheet in table.sheets] == [1, 2, 3, 4, 1]
    assert [sheet["tricks"][0]["leader"] for sheet in table.sheets] == [1, 2, 3, 4, 1]
    assert table.totals == (42 + 115 + 42 + 115 + 42, 115 + 42 + 115 + 42 + 115)


def test_the_first_dealer_is_given() -> None:
    table = JassTable(options(), first_dealer=2)
    table.tell(deal())
    assert (table.sheet["dealer"], table.sheet["leader"], table.referee.turn) == (2, 3, 3)


def test_after_a_push_the_partner_announces_and_forehand_still_leads() -> None:
    table = stargames()
    table.tell(deal(), push())
    assert table.referee.turn == 3
    assert table.refusal(push()).code == "cannot_push"
    assert table.refusal(announce("rosen", seat=1)).code == "not_your_turn"
    table.tell(announce("rosen", seat=3))
    assert (table.sheet["declarer"], table.sheet["pushed"], table.referee.turn) == (3, True, 1)
    assert table.refusal(push()).code == "out_of_phase"
    assert table.refusal(announce("schilten")).code == "out_of_phase"


def test_only_forehand_pushes_and_only_where_it_is_allowed() -> None:
    table = stargames()
    table.tell(deal())
    assert table.refusal(push(seat=3)).params == {"expected_seat": 1}
    without = stargames(pushing="off")
    without.tell(deal())
    assert without.refusal(push()).code == "not_in_these_rules"


def test_nothing_comes_before_its_time() -> None:
    table = stargames()
    for report in (push(), announce("rosen"), play("R7"), trick(TRICKS[0]), RUN_OF_SEAT_3, stoeck(1), claim(1)):
        assert table.refusal(report).code == "out_of_phase"
    table.tell(deal())
    for report in (deal(), play("R7"), trick(TRICKS[0]), RUN_OF_SEAT_3, stoeck(1), claim(1)):
        assert table.refusal(report).code == "out_of_phase"
    assert table.referee.expects == ["hand", "push", "announce", "count"]


def test_what_may_come_next() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 1))
    assert table.referee.expects == ["hand", "weis", "play", "trick", "stoeck", "claim", "count"]
    table.tell(play("EO"))
    assert table.referee.expects == ["hand", "play", "trick", "stoeck", "count"]
    table.tell(*played(2, 9))
    assert table.referee.expects == ["deal"]
    assert table.referee.turn is None


# --- what lay out of turn ---------------------------------------------------------------------------------------------


def test_a_lead_out_of_turn_is_refused_and_as_played_play_goes_on_from_it() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 1))
    refusal = table.refusal(play("S7", seat=1))
    assert (refusal.code, refusal.pointer, refusal.params) == ("not_your_turn", ("seat",), {"expected_seat": 2})
    table.tell(play("S7", seat=1, as_played=True))
    assert table.faults == [("wrong_lead", 1, 2, "S7")]
    assert table.referee.turn == 2
    table.tell(trick("S7 SA SO SK"))
    assert [one["leader"] for one in table.sheet["tricks"]] == [1, 1]
    assert (table.sheet["tricks"][1]["winner"], table.referee.turn) == (2, 2)


def test_a_trick_led_out_of_turn() -> None:
    table = stargames()
    table.tell(*opened())
    refusal = table.refusal(trick("BA B7 B9 E8", leader=2))
    assert (refusal.code, refusal.pointer) == ("not_your_turn", ("leader",))
    table.tell(trick("BA B7 B9 E8", leader=2, as_played=True))
    assert (table.faults, table.sheet["tricks"][0]["winner"]) == ([("wrong_lead", 2, 1, "BA")], 2)


def test_within_a_trick_nobody_plays_out_of_turn() -> None:
    table = stargames()
    table.tell(*opened(), play("R7"))
    refusal = table.refusal(play("R6", seat=4, as_played=True))
    assert (refusal.code, refusal.params) == ("not_your_turn", {"expected_seat": 2})


def test_a_deal_out_of_turn_moves_the_deal_on_from_there() -> None:
    table = tournament()
    refusal = table.refusal(deal(dealer=2))
    assert (refusal.code, refusal.params) == ("wrong_dealer", {"expected_dealer": 4})
    table.tell(deal(dealer=2, as_played=True), announce("rosen"), *played(1, 9), deal())
    assert [sheet["dealer"] for sheet in table.sheets] == [2, 3]
    assert table.sheets[0]["tricks"][0]["leader"] == 3
    assert [finding["fault"] for finding in table.sheets[0]["findings"]] == ["wrong_deal"]


def test_the_same_card_lies_only_once() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 1))
    refusal = table.refusal(trick("EO RA E7 EA"))
    assert (refusal.code, refusal.pointer) == ("card_already_played", ("cards", 1))
    assert refusal.params == {"card": "RA", "seat": 3, "trick": 1}
    assert table.refusal(trick("EO EO E7 EA")).params == {"card": "EO", "seat": 2, "trick": 2}


def test_a_trick_completes_the_one_that_lies_open() -> None:
    table = stargames()
    table.tell(*opened(), play("R7"), play("RU"), trick(TRICKS[0]), trick(TRICKS[1]))
    assert [one["winner"] for one in table.sheet["tricks"]] == [2, 1]
    table.tell(play("EU"))
    assert table.refusal(trick("R10 EU SO EK")).code == "conflicting_report"


def test_a_hand_that_was_shown_binds() -> None:
    table = stargames()
    table.tell(*opened(hand(4, HANDS[4])))
    assert table.refusal(hand(4, HANDS[4])).code == "already_shown"
    refusal = table.refusal(trick("R7 RU RA R8"))
    assert (refusal.code, refusal.params) == ("card_not_in_hand", {"card": "R8", "seat": 4})
    table.tell(*played(1, 1))
    assert table.refusal(hand(3, HANDS[3].replace("RA", "RU"))).params == {"card": "RU", "seat": 2, "trick": 1}
    lacking = table.refusal(hand(3, HANDS[3].replace("RA", "E6")))
    assert lacking.params == {"card": "RA", "seat": 3, "trick": 1, "missing": True}


# --- Weis and Stöck ---------------------------------------------------------------------------------------


def test_a_weis_counts_from_the_end_of_the_first_trick() -> None:
    table = official()
    table.tell(*opened(RUN_OF_SEAT_2, RUN_OF_SEAT_3, weis(3, "SO SU S10")))
    assert [shown["counts"] for shown in table.sheet["weis"]] == [None, None, None]
    assert table.score == (0, 0)
    table.tell(*played(1, 1))
    assert [shown["counts"] for shown in table.sheet["weis"]] == [False, True, True]
    assert table.score == (40, 31)


def test_a_weis_comes_too_late_once_a_card_of_the_second_trick_lies() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 1), RUN_OF_SEAT_3, play("EO"))
    assert table.refusal(RUN_OF_SEAT_2).code == "weis_too_late"
    assert table.score == (20, 31)


def test_no_weis_and_no_two_with_the_same_card() -> None:
    table = stargames()
    table.tell(*opened(RUN_OF_SEAT_3))
    assert table.refusal(weis(4, "E6 E7 E9")).code == "not_a_weis"
    assert table.refusal(weis(4, "E8 R8 S8 B8")).code == "not_a_weis"
    assert table.refusal(weis(3, "BU B10 B9")).code == "weis_overlap"
    assert table.refusal(weis(3, "EU RU SU BU")).code == "weis_overlap"


def test_crossing_weise() -> None:
    table = official()
    table.tell(*opened(RUN_OF_SEAT_3, weis(3, "EU RU SU BU")))
    assert table.refusal(weis(3, "BU B10 B9")).code == "weis_overlap"


@pytest.mark.parametrize("mode", ["obenabe", "unenufe"])
def test_there_is_no_stoeck_without_trump(mode: str) -> None:
    table = stargames()
    table.tell(deal(), announce(mode))
    assert table.refusal(stoeck(1)).code == "stoeck_impossible"


def test_under_known_the_stoeck_counts_with_its_second_card_or_when_shown() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 6))
    assert (table.sheet["stoeck"], table.score) == (None, (26, 80))
    table.tell(play("RO"))
    assert (table.sheet["stoeck"], table.score) == ({"seat": 1, "points": 20}, (46, 80))
    early = stargames()
    early.tell(*opened(stoeck(1)))
    assert (early.sheet["stoeck"], early.score) == ({"seat": 1, "points": 20}, (20, 0))


def test_under_reported_the_stoeck_is_said_before_the_next_trick() -> None:
    table = official()
    table.tell(*opened(), *played(1, 7))
    assert table.sheet["stoeck"] is None
    table.tell(stoeck(1))
    assert table.score == (62, 80)
    silent = official()
    silent.tell(*opened(), *played(1, 7), play("S7"))
    assert silent.refusal(stoeck(1)).code == "stoeck_too_late"


def test_a_stoeck_in_a_weis_needs_no_call() -> None:
    table = official()
    table.tell(*opened(weis(1, "RA RK RO"), weis(2, "E6 E7 E8 E9")), trick("R7 RU S10 R6"))
    assert table.sheet["stoeck"] == {"seat": 1, "points": 20}
    assert table.score == (20, 30 + 50)


def test_a_stoeck_said_twice_is_the_same_stoeck() -> None:
    table = stargames()
    first = table.tell(*opened(stoeck(1)))[-1]
    assert table.tell(stoeck(1)) == [first]
    assert table.score == (20, 0)
