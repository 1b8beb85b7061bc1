"""What the record proves against the rules (section 9): held up at first, and recorded as it was played."""

import pytest

from scoring.rules.call import Irregular
from tests.rules.known_deal import HANDS, RUN_OF_SEAT_2, RUN_OF_SEAT_3, TRICKS, opened, played, whole
from tests.rules.table import (
    GAME,
    Fault,
    Json,
    announce,
    correct,
    count,
    deal,
    fault_of,
    hand,
    insisted,
    play,
    stargames,
    stoeck,
    trick,
    weis,
)


def shown(*seats: int) -> list[Json]:
    """These hands, known from the start."""
    return [hand(seat, HANDS[seat]) for seat in seats]


# --- illegal plays by a hand that is known ---


@pytest.mark.parametrize(
    ("seat", "before", "played_so", "fault"),
    [
        (4, [TRICKS[0]], "EO S10 S9 EA", ("revoke", 4, 2, "S9")),
        (2, [], "S7 B6 SO SK", ("revoke", 2, 1, "B6")),
        (4, [], "R7 RU RA S9", ("trump_revoke", 4, 1, "S9")),
        (4, [], "S7 RU SO R6", ("undertrump", 4, 1, "R6")),
    ],
)
def test_an_illegal_play_is_held_up_and_recorded_as_played(
    seat: int, before: list[str], played_so: str, fault: Fault
) -> None:
    table = stargames()
    table.tell(*opened(*shown(seat)), *(trick(cards) for cards in before))
    assert table.irregular(trick(played_so)) == [fault]
    assert table.faults == []
    table.tell(insisted(trick(played_so)))
    assert table.faults == [fault]
    assert table.stands == table.read_again()


def test_the_finding_says_what_would_have_been_legal() -> None:
    table = stargames()
    table.tell(*opened(*shown(4)), insisted(trick("S7 RU SO R6")))
    [finding] = table.sheet["findings"]
    assert {**finding, "id": None} == {
        "id": None,
        "fault": "undertrump",
        "seat": 4,
        "trick": 1,
        "card": "R6",
        "status": "proven",
        "proven_by": None,
        "legal": ["S9", "SK"],
        "hidden": {"others": {"proven_by": None, "legal": None}},
    }
    by_viewer = {viewer: known["findings"] for viewer, known in table.sheet["by_viewer"].items()}
    assert by_viewer == {"others": [{**finding, "legal": None, "hidden": None}], "4": [finding]}


def test_a_lone_trump_under_need_not_be_given() -> None:
    table = stargames()
    alone = "EO RU S6 S7 S8 SA B6 B10 BA"
    table.tell(*opened(hand(2, alone)), trick("R7 S8 RA R6"))
    assert table.faults == []


@pytest.mark.parametrize(("undertrump", "faults"), [("strict", 1), ("forced", 1), ("hindersi", 1), ("free", 0)])
def test_how_undertrumping_is_read(undertrump: str, faults: int) -> None:
    table = stargames(undertrump=undertrump)
    table.tell(*opened(*shown(4)), insisted(trick("S7 RU SO R6")))
    assert len(table.faults) == faults


def test_a_hand_that_is_shown_later_proves_what_was_played_before() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 1), trick("EO S10 S9 EA"))
    assert table.irregular(hand(4, HANDS[4])) == [("revoke", 4, 2, "S9")]
    table.tell(insisted(hand(4, HANDS[4])))
    assert table.faults == [("revoke", 4, 2, "S9")]


def test_where_no_hand_is_known_nothing_is_proven() -> None:
    table = stargames()
    table.tell(*opened(), trick("R7 SA S10 S9"), trick("B6 E8 BO E6"))
    assert table.faults == []


def test_one_answer_holds_all_that_a_call_brings() -> None:
    table = stargames()
    faulty = [trick("S7 B6 SO R6"), trick("E7 EA BA S10"), trick("S6 S8 SU E6")]
    call = [*opened(*shown(2, 4)), *faulty]
    with pytest.raises(Irregular) as caught:
        table.hear(call)
    assert [(one.report, fault_of(one.finding.as_json(GAME, one.deal_id))) for one in caught.value.findings] == [
        (4, ("revoke", 2, 1, "B6")),
        (5, ("revoke", 2, 2, "BA")),
        (6, ("revoke", 4, 3, "E6")),
    ]
    table.tell(*(insisted(report) for report in call))
    assert len(table.faults) == 3


def test_as_played_on_a_lawful_report_says_nothing() -> None:
    table = stargames()
    table.tell(*(insisted(report) for report in (*opened(*shown(1, 2, 3, 4)), *played(1, 9))))
    assert table.faults == []
    plain = stargames()
    plain.tell(*opened(*shown(1, 2, 3, 4)), *played(1, 9))
    assert plain.stands == table.stands


def test_a_result_is_not_official_while_a_proven_fault_has_no_ruling() -> None:
    table = stargames(target=100)
    table.tell(*opened(), *played(1, 1), insisted(trick("SA SO SK S7", leader=2)), insisted(count(40, 117)))
    assert table.referee.result is not None
    assert table.referee.result["official"]
    faulty = stargames(target=100)
    faulty.tell(*opened(), *played(1, 1), insisted(trick("S7 SA SO SK", leader=1)), count(40, 117))
    assert faulty.referee.result is not None
    assert not faulty.referee.result["official"]


# --- what is proven false counts nothing ---


def test_a_weis_is_refuted_by_a_card_that_another_plays() -> None:
    table = stargames()
    table.tell(*opened(weis(4, "RU R10 R9"), RUN_OF_SEAT_3))
    assert table.irregular(*played(1, 1)) == [("false_weis", 4, None, "RU")]
    table.tell(insisted(trick(TRICKS[0])))
    [finding] = table.sheet["findings"]
    assert finding["proven_by"] == {"trick": 1, "card": "RU"}
    assert table.score == (20, 31)


def test_a_false_weis_is_struck_and_the_other_sides_counts() -> None:
    table = stargames()
    false = weis(4, "E6 E7 E8 E9")
    table.tell(*opened(RUN_OF_SEAT_3, false), *played(1, 1))
    assert ([one["counts"] for one in table.sheet["weis"]], table.score) == ([False, True], (0, 81))
    assert table.irregular(hand(4, HANDS[4])) == [("false_weis", 4, None, "E9")]
    table.tell(insisted(hand(4, HANDS[4])))
    assert ([one["counts"] for one in table.sheet["weis"]], table.score) == ([True, False], (20, 31))
    for viewer, points in (("others", [0, 81]), ("4", [20, 31])):
        assert [score["total"] for score in table.sheet["by_viewer"][viewer]["scores"]] == points
    table.tell(*played(2, 9))
    assert ([one["counts"] for one in table.sheet["weis"]], table.score) == ([True, False], (42 + 20 + 20, 115))


def test_a_weis_is_refuted_once_its_hand_has_no_room_for_it() -> None:
    table = stargames(target=1000)
    table.tell(*opened(RUN_OF_SEAT_3, weis(4, "E6 E7 E8 E9")), *played(1, 7))
    assert table.score[1] == 80 + 50
    assert table.irregular(trick(TRICKS[7])) == [("false_weis", 4, None, "E9")]
    table.tell(insisted(trick(TRICKS[7])), trick(TRICKS[8]))
    assert table.faults == [("false_weis", 4, None, "E9")]
    assert table.totals == (42 + 20 + 20, 115)


def test_a_refuted_weis_may_open_a_game_that_it_ended() -> None:
    """A card refutes it; a hand is hidden until the deal is settled, and the end of a game would tell of it."""
    table = stargames(target=80, claim="automatic")
    table.tell(*opened(RUN_OF_SEAT_3, weis(4, "E6 E7 E8 E9")), *played(1, 1))
    assert table.ending == (2, "automatic")
    table.tell(correct(table.journal[4].id, trick("R7 RU E9 R6"), as_played=True))
    assert (table.ending, table.score) == (None, (20, 20))


def test_a_stoeck_is_refuted_by_a_card_that_another_plays() -> None:
    table = stargames()
    table.tell(*opened(stoeck(2)), *played(1, 3))
    assert (table.sheet["stoeck"], table.score) == ({"seat": 2, "points": 20}, (24, 70))
    assert table.irregular(*played(4, 4)) == [("false_stoeck", 2, None, None)]
    table.tell(insisted(trick(TRICKS[3])))
    assert (table.sheet["stoeck"], table.score) == (None, (24, 70))
    table.tell(*played(5, 7))
    assert table.sheet["stoeck"] == {"seat": 1, "points": 20}


def test_a_false_weis_with_the_stoeck_in_it_shows_none() -> None:
    table = stargames()
    table.tell(*opened(weis(4, "RA RK RO")), insisted(trick(TRICKS[0])))
    assert table.faults == [("false_weis", 4, None, "RA")]
    assert (table.sheet["stoeck"], table.score) == (None, (0, 31))


def test_a_card_that_lies_open_refutes_rather_than_a_hidden_hand() -> None:
    table = stargames()
    table.tell(*opened(stoeck(4)), insisted(hand(4, HANDS[4])))
    assert [finding["proven_by"] for finding in table.sheet["findings"]] == [None]
    table.tell(trick(TRICKS[0]), trick(TRICKS[1]), trick("RO R10 SO EK"))
    [finding] = table.sheet["findings"]
    assert finding["proven_by"] == {"trick": 3, "card": "RO"}


def test_a_stoeck_after_its_cards_were_played_by_another_is_false() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 7))
    assert table.irregular(stoeck(3)) == [("false_stoeck", 3, None, None)]


# --- faults that lie open, and ids that last ---


def test_a_count_that_does_not_sum() -> None:
    table = stargames()
    table.tell(deal(), announce("rosen"))
    assert table.refusal(count(97, 61)).code == "points_do_not_sum"
    table.tell(insisted(count(97, 61)))
    assert (table.faults, table.score) == ([("wrong_count", None, None, None)], (97, 61))


def test_the_same_fault_keeps_its_id() -> None:
    table = stargames()
    table.tell(*opened(*shown(4)), *played(1, 1))
    [second] = table.tell(insisted(trick("EO S10 S9 EA")))
    before = table.sheet["findings"][0]["id"]
    table.tell(correct(second, trick("EO S10 E7 EA")))
    assert table.sheet["findings"] == []
    table.tell(correct(table.journal[-1].id, trick("EO S10 S9 EA"), as_played=True))
    assert table.sheet["findings"][0]["id"] == before
    assert table.stands == table.read_again()


def test_whole_lawful_deals_prove_nothing() -> None:
    table = stargames()
    table.tell(*whole(), *opened(RUN_OF_SEAT_2), play("R7"))
    assert [sheet["findings"] for sheet in table.sheets] == [[], []]
