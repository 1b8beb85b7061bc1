"""R-35: reports are taken back and corrected, also in earlier deals, and the result is read anew."""

from tests.rules.known_deal import (
    HANDS,
    RUN_OF_SEAT_3,
    SECOND_TYPED_WRONG,
    TRICKS,
    TRICKS_TYPED_WRONG,
    opened,
    played,
    whole,
)
from tests.rules.table import (
    JassTable,
    announce,
    claim,
    correct,
    count,
    deal,
    hand,
    incident,
    insisted,
    play,
    retract,
    stargames,
    stoeck,
    tournament,
    trick,
    tricks,
    weis,
)

# --- taking back ---


def test_the_newest_report_is_taken_back() -> None:
    table = stargames()
    *_, last = table.tell(*opened(), *played(1, 2))
    table.tell(retract(last, reason="not complete yet"))
    assert (len(table.sheet["tricks"]), table.score) == (1, (0, 31))
    table.tell(*played(2, 2))
    assert table.score == (24, 31)
    assert table.stands == table.read_again()


def test_what_later_reports_rest_on_is_not_taken_back_alone() -> None:
    table = stargames()
    opening, announced, *_, last = table.tell(*opened(), *played(1, 2))
    assert table.refusal(retract(announced)).params["reports"] == [*table_ids(table)[2:]]
    assert table.refusal(retract(opening)).code == "later_reports_conflict"
    table.tell(*(retract(id_) for id_ in (last, table_ids(table)[2], announced)))
    assert (table.sheet["status"], table.sheet["mode"]) == ("announcing", None)


def table_ids(table: JassTable) -> list[str]:
    return [entry.id for entry in table.journal]


def test_taking_back_a_claim_opens_the_game() -> None:
    table = stargames(target=32)
    *_, last = table.tell(*opened(), *played(1, 1), claim(2))
    assert table.ending == (1, "false_claim")
    table.tell(retract(last))
    assert (table.ending, table.sheet["status"], table.totals) == (None, "playing", (0, 0))
    table.tell(*played(2, 9))
    assert table.ending == (2, "deal_end")


def test_only_what_stands_is_taken_back_and_once() -> None:
    table = stargames()
    *_, last = table.tell(*opened(), *played(1, 1))
    [correction] = table.tell(correct(last, trick("R7 RU RA R8")))
    refusal = table.refusal(retract(last))
    assert (refusal.code, refusal.params) == ("already_replaced", {"current": correction})
    assert table.refusal(retract(correction)).code == "invalid_value"
    table.tell(correct(correction, trick(TRICKS[0])))
    assert table.sheet["tricks"][0]["cards"] == TRICKS[0].split()
    assert table.refusal(retract("00000000-0000-0000-0000-0000000000ff")).code == "invalid_value"


# --- correcting ---


def test_a_correction_in_an_earlier_deal_keeps_everything_after_and_scores_anew() -> None:
    table = tournament()
    ids = table.tell(*opened(), *tricks(TRICKS_TYPED_WRONG), *whole(), *opened(), *played(1, 4))
    assert table.totals == (84 + 115, 73 + 42)
    table.tell(correct(ids[3], trick(TRICKS[1])))
    assert table.totals == (42 + 115, 115 + 42)
    assert [len(sheet["tricks"]) for sheet in table.sheets] == [9, 9, 4]
    assert [one["leader"] for one in table.sheets[0]["tricks"]] == [1, 2, 1, 2, 2, 2, 1, 1, 2]
    assert table.sheets[0]["tricks"][1]["cards"] == TRICKS[1].split()
    assert table.stands == table.read_again()


def test_an_earlier_end_may_appear_and_the_game_may_be_open_again() -> None:
    table = stargames(target=100)
    ids = table.tell(*opened(), *tricks(TRICKS_TYPED_WRONG), *opened(), *played(1, 3))
    assert (table.ending, table.totals) == (None, (84, 73 + 20))  # both cards of the Stöck by seat 4
    [correction] = table.tell(correct(ids[3], trick(TRICKS[1])))
    assert table.ending == (2, "deal_end")
    assert [sheet["status"] for sheet in table.sheets] == ["settled", "surplus"]
    assert table.totals == (62, 115)
    assert (table.referee.expects, table.referee.turn) == ([], None)
    assert table.refusal(*played(4, 4)).code == "game_over"
    assert table.refusal(deal()).code == "game_over"
    table.tell(correct(correction, trick(SECOND_TYPED_WRONG)))
    assert [sheet["status"] for sheet in table.sheets] == ["settled", "playing"]
    table.tell(*played(4, 9))
    assert table.ending == (1, "deal_end")


def test_all_that_follows_an_earlier_end_counts_nothing() -> None:
    table = stargames(target=200)
    ids = table.tell(*opened(), count(100, 57), *opened(), count(57, 100), *opened(), *played(1, 2))
    table.tell(correct(ids[2], count(0, 157, match=2, weis={"2": 100})))
    assert (table.ending, table.totals) == ((2, "deal_end"), (0, 357))
    assert [sheet["status"] for sheet in table.sheets] == ["settled", "surplus", "surplus"]
    assert table.sheets[1]["scores"][1]["total"] == 100
    assert table.stands == table.read_again()


def test_a_later_deal_may_end_the_game_once_the_earlier_end_is_gone() -> None:
    table = stargames(target=110, claim="off")
    first, *_ = table.tell(*opened(), count(47, 110))[2:]
    assert table.ending == (2, "deal_end")
    table.tell(correct(first, count(57, 100)))
    table.tell(*opened(), count(60, 97, last_trick=1))
    assert (table.ending, table.totals) == ((1, "deal_end"), (117, 197))
    table.tell(correct(table_ids(table)[3], count(47, 110)))
    assert (table.ending, table.totals) == ((2, "deal_end"), (47, 110))
    assert [sheet["status"] for sheet in table.sheets] == ["settled", "surplus"]


def test_a_deal_broken_off_by_an_end_simply_goes_on() -> None:
    table = stargames(target=31, claim="automatic")
    ids = table.tell(*opened(), *played(1, 1))
    assert (table.ending, table.sheet["status"]) == ((2, "automatic"), "stopped")
    table.tell(correct(ids[2], trick("R7 RO RA R6")))
    assert (table.ending, table.sheet["status"]) == (None, "playing")
    table.tell(insisted(trick("S10 E7 EA EO")))
    assert table.sheet["tricks"][1]["leader"] == 3


def test_an_end_may_appear_within_a_deal_that_was_played_out() -> None:
    table = stargames(target=90, claim="automatic", stoeck=False)
    ids = table.tell(*opened(), *tricks(TRICKS_TYPED_WRONG))
    assert (table.ending, table.totals) == (None, (84, 73))
    table.tell(correct(ids[3], trick(TRICKS[1])))
    assert (table.ending, table.sheet["status"]) == ((2, "automatic"), "stopped")
    assert (table.totals, len(table.sheet["tricks"])) == ((42, 99), 9)


def test_a_claim_keeps_its_right_and_only_its_sum_is_judged_anew() -> None:
    table = stargames(target=24)
    ids = table.tell(*opened(), *played(1, 2), claim(1))
    assert table.ending == (1, "claim")
    table.tell(correct(ids[3], trick(SECOND_TYPED_WRONG)))  # side 2 took it
    assert (table.ending, table.totals) == ((2, "false_claim"), (0, 55))
    assert table.stands == table.read_again()


def test_a_claim_stands_without_the_trick_that_it_was_made_after() -> None:
    table = stargames(target=20)
    ids = table.tell(*opened(weis(2, "SA SK SO")), *played(1, 1), claim(2))
    assert (table.ending, table.totals) == ((2, "claim"), (0, 51))
    table.tell(retract(ids[3]))
    assert (table.ending, table.totals) == ((1, "false_claim"), (0, 0))
    assert [one["counts"] for one in table.sheet["weis"]] == [None]


def test_a_stoeck_that_becomes_known_after_the_end_does_not_count() -> None:
    table = stargames(target=20, claim="automatic")
    ids = table.tell(*opened(), trick("R6 R8 R7 E6"), trick("SA S6 S7 S8"), stoeck(1))
    assert (table.ending, table.sheet["stoeck"]) == ((1, "automatic"), {"seat": 1, "points": 20})
    table.tell(correct(ids[2], trick("RU R8 R7 E6")))
    assert (table.ending, table.totals, table.sheet["stoeck"]) == ((1, "automatic"), (20, 0), None)


def test_one_report_is_replaced_by_several() -> None:
    table = stargames()
    ids = table.tell(*opened(), *played(1, 2))
    table.tell(correct(ids[2], RUN_OF_SEAT_3, *(play(card) for card in TRICKS[0].split())))
    assert table.score == (44, 31)
    assert table.sheet["tricks"][0]["winner"] == 2


def test_a_replacement_that_cannot_stand_there_says_where_it_fails() -> None:
    table = stargames()
    ids = table.tell(*opened(), *played(1, 2))
    refusal = table.refusal(correct(ids[3], trick("EO RU E7 EA")))
    assert (refusal.code, refusal.pointer) == ("card_already_played", ("replacement", "cards", 1))
    refusal = table.refusal(correct(ids[3], play("EO"), play("S10"), play("E7"), play("RA")))
    assert (refusal.code, refusal.pointer) == ("card_already_played", ("replacement", 3, "card"))
    refusal = table.refusal(incident("remark"), correct(ids[3], weis(3, "BK BO B9")))
    assert (refusal.code, refusal.report) == ("not_a_weis", 1)


def test_a_card_that_lies_elsewhere_is_corrected_in_one_step() -> None:
    table = stargames()
    ids = table.tell(*opened(), *played(1, 1), trick("EO S10 E7 E8"), *played(3, 8), trick("BA B7 E6 EA"))
    exchange = [correct(ids[3], trick(TRICKS[1])), correct(ids[10], trick(TRICKS[8]))]
    assert table.refusal(exchange[0]).code == "later_reports_conflict"
    table.tell(*exchange)
    assert table.totals == (42 + 20, 115)


def test_a_slate_that_needs_more_than_it_says_conflicts() -> None:
    table = stargames(target=150)
    first, _, _, second = table.tell(*opened(), count(57, 100), *opened(), count(90, 67))[2:]
    assert (table.ending, table.totals) == ((2, "deal_end"), (147, 167))
    refusal = table.refusal(correct(first, count(60, 97)))  # now both would be there
    assert (refusal.code, refusal.params["reports"]) == ("later_reports_conflict", [second])
    assert refusal.params["conflicts"] == [{"report": second, "code": "missing_field"}]
    assert (refusal.params["waits"], refusal.params["deal"]) == (True, 2)
    table.tell(correct(first, count(60, 97)), correct(second, count(90, 67, last_trick=1)))
    assert (table.ending, table.totals) == ((1, "deal_end"), (150, 164))


# --- seats that later reports left out, or named ---


def test_a_lead_that_was_left_out_is_read_anew() -> None:
    table = stargames()
    ids = table.tell(*opened(), *played(1, 3))
    table.tell(correct(ids[3], trick(SECOND_TYPED_WRONG)))
    assert [one["leader"] for one in table.sheet["tricks"]] == [1, 2, 2]
    assert table.faults == []


def test_a_lead_that_was_named_stands_as_a_wrong_one() -> None:
    table = stargames()
    ids = table.tell(*opened(), *played(1, 2), trick(TRICKS[2], leader=1))
    assert table.irregular(correct(ids[3], trick(SECOND_TYPED_WRONG))) == [("wrong_lead", 1, 3, "EU")]
    table.tell(correct(ids[3], trick(SECOND_TYPED_WRONG), as_played=True))
    assert table.faults == [("wrong_lead", 1, 3, "EU")]
    assert [one["leader"] for one in table.sheet["tricks"]] == [1, 2, 1]


def test_a_seat_that_was_named_within_a_trick_must_still_fit() -> None:
    table = stargames()
    *_, second, _, named = table.tell(*opened(), *played(1, 2), play("EU"), play("R10", seat=2))
    refusal = table.refusal(correct(second, trick(SECOND_TYPED_WRONG)))
    conflicts = [{"report": named, "code": "not_your_turn"}]
    assert (refusal.code, refusal.params) == ("later_reports_conflict", {"reports": [named], "conflicts": conflicts})


def test_a_deal_that_was_named_to_a_dealer_stands_as_a_wrong_one() -> None:
    table = tournament()
    ids = table.tell(deal(), count(97, 60), deal(dealer=1), count(60, 97))
    table.tell(correct(ids[0], deal(dealer=3), as_played=True))
    assert [sheet["dealer"] for sheet in table.sheets] == [3, 1]
    assert table.faults == [("wrong_deal", 1, None, None)]


# --- one step ---


def test_the_last_report_of_a_step_insists_for_all_of_it() -> None:
    table = stargames()
    ids = table.tell(*opened(), *played(1, 2))
    led_wrong, said_again = correct(ids[3], trick("S7 SA SO SK", leader=1)), correct(ids[1], announce("rosen"))
    assert table.refusal(led_wrong, said_again).code == "not_your_turn"
    assert table.refusal({**led_wrong, "as_played": True}, said_again).code == "not_your_turn"
    table.tell(led_wrong, {**said_again, "as_played": True})
    assert table.faults == [("wrong_lead", 1, 2, "S7")]


def test_only_new_findings_are_held_up() -> None:
    table = stargames()
    table.tell(*opened(hand(4, HANDS[4])), *played(1, 1))
    revoke = trick("EO S10 S9 EA")  # seat 4 holds Eicheln
    assert table.irregular(revoke) == [("revoke", 4, 2, "S9")]
    [second] = table.tell({**revoke, "as_played": True})
    table.tell(trick(TRICKS[2].replace("EK", "E6")))
    [third] = table.tell(correct(second, trick("EO SU S9 EA")))
    assert table.faults == [("revoke", 4, 2, "S9")]
    [fourth] = table.tell(correct(third, trick("EO SU E10 EA")))
    assert table.faults == []
    assert table.irregular(correct(fourth, revoke)) == [("revoke", 4, 2, "S9")]
