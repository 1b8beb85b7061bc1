"""What a slate tells instead of the cards: counts, and claims where nothing lies on record."""

import pytest

from tests.rules.known_deal import HANDS, RUN_OF_SEAT_2, RUN_OF_SEAT_3, TRICKS, opened, played
from tests.rules.table import (
    JassTable,
    Json,
    announce,
    claim,
    count,
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


def counted(table: JassTable, *reports: Json) -> tuple[int, ...]:
    """What each side has in the deal once all this is told."""
    table.tell(*reports)
    assert table.sheet["status"] in {"settled", "stopped"}
    return table.score


# --- a count settles a deal -------------------------------------------------------------------------------------------


def test_a_slate_settles_a_deal() -> None:
    table = tournament()
    table.tell(deal(), count(97, 60))
    assert table.sheet["status"] == "settled"
    assert table.sheet["recorded_by"] == "count"
    assert table.sheet["scores"] == [
        {"side": 1, "tricks": 97, "match": 0, "weis": 0, "stoeck": 0, "factor": 1, "total": 97},
        {"side": 2, "tricks": 60, "match": 0, "weis": 0, "stoeck": 0, "factor": 1, "total": 60},
    ]
    assert (table.totals, table.referee.expects) == ((97, 60), ["deal"])
    assert table.refusal(count(97, 60)).code == "out_of_phase"


def test_all_of_it_is_before_the_factor() -> None:
    table = stargames()
    slate = count(100, 57, mode="schellen", weis={"2": 50}, stoeck=1)
    assert counted(table, deal(), slate) == ((100 + 20) * 2, (57 + 50) * 2)
    assert (table.sheet["mode"], table.sheet["factor"]) == ("schellen", 2)
    assert table.sheet["stoeck"] == {"seat": None, "points": 20}


@pytest.mark.parametrize("slate", [count(97), count(None, 60), count(97, 60)])
def test_one_side_may_be_left_out(slate: Json) -> None:
    assert counted(tournament(), deal(), slate) == (97, 60)


def test_both_sides_may_not_be_left_out() -> None:
    table = tournament()
    table.tell(deal())
    assert table.refusal(count()).code == "missing_field"


@pytest.mark.parametrize(("slate", "total"), [(count(97, 61), 158), (count(0, 0), 0), (count(158), 158)])
def test_points_that_do_not_make_157(slate: Json, total: int) -> None:
    table = tournament()
    table.tell(deal())
    refusal = table.refusal(slate)
    assert (refusal.code, refusal.pointer) == ("points_do_not_sum", ("points",))
    assert refusal.params == {"sum": total, "expected": 157}
    table.tell({**slate, "as_played": True})
    assert table.faults == [("wrong_count", None, None, None)]
    assert sum(table.score) == total


def test_a_second_device_may_leave_out_another_side() -> None:
    table = tournament()
    _, slate = table.tell(deal(), count(97))
    assert table.tell(count(97, 60, deal=1), count(None, 60, deal=1), count(97, deal=1)) == [slate] * 3
    for other in (count(98, deal=1), count(97, 61, deal=1), count(97, 60, last_trick=1, deal=1)):
        assert table.refusal(other).code == "conflicting_report"


def test_a_deal_is_counted_once_opened_and_while_it_is_open() -> None:
    table = tournament()
    assert table.refusal(count(97, 60)).code == "out_of_phase"
    table.tell(*opened(), *played(1, 9))
    assert table.refusal(count(42, 115)).code == "out_of_phase"


# --- the match --------------------------------------------------------------------------------------------------------


def test_at_157_to_0_the_slate_says_whether_it_was_a_match() -> None:
    table = official()
    table.tell(*opened())
    for slate in (count(157, 0), count(157), count(0, 157)):
        refusal = table.refusal(slate)
        assert (refusal.code, refusal.pointer) == ("missing_field", ("match",))
    assert table.refusal(count(157, 0, match=2)).code == "match_with_points"
    assert table.refusal(count(156, 1, match=1)).code == "match_with_points"
    table.tell(count(157, 0, match=1))
    assert table.sheet["scores"][0]["match"] == 100
    assert table.score == (257, 0)


def test_a_trick_worth_nothing_prevents_the_match() -> None:
    assert counted(stargames(), *opened(), count(157, 0, match=None)) == (157, 0)


def test_a_recorded_trick_tells_that_it_was_no_match() -> None:
    worthless = trick("S6 S8 B7 S9")  # seat 4 takes it
    table = stargames()
    table.tell(*opened(), worthless)
    assert table.refusal(count(157, 0, match=1)).code == "conflicting_report"
    table.tell(count(157, 0))
    assert table.score == (157, 0)


# --- what else is asked for, and when ---------------------------------------------------------------------------------


def test_the_last_trick_is_asked_for_only_where_both_are_there() -> None:
    table = stargames(target=60)
    table.tell(*opened())
    refusal = table.refusal(count(97, 60))
    assert (refusal.code, refusal.pointer) == ("missing_field", ("last_trick",))
    table.tell(count(97, 60, last_trick=2))
    assert (table.ending, table.totals) == ((2, "deal_end"), (97, 60))
    assert counted(stargames(target=61), *opened(), count(97, 60)) == (97, 60)


@pytest.mark.parametrize(
    ("slate", "winner"),
    [
        (count(157, 0, match=1, weis={"2": 100}), 1),
        (count(0, 157, match=2, weis={"1": 100}), 2),
        (count(157, 0, match=None, weis={"2": 100}), 1),
        (count(154, 3, weis={"2": 100}), 1),
        (count(152, 5, weis={"2": 100}, last_trick=2), 2),
    ],
)
def test_the_points_may_tell_who_took_the_last_trick(slate: Json, winner: int) -> None:
    table = stargames(target=100)
    table.tell(*opened(), slate)
    assert table.ending == (winner, "deal_end")


@pytest.mark.parametrize("slate", [count(154, 3, last_trick=2), count(157, 0, match=1, last_trick=2)])
def test_a_side_without_its_5_did_not_take_the_last_trick(slate: Json) -> None:
    table = stargames()
    table.tell(*opened())
    refusal = table.refusal(slate)
    assert (refusal.code, refusal.pointer, refusal.params) == ("invalid_value", ("last_trick",), {"choices": [1]})


def test_recorded_tricks_are_taken_off_before() -> None:
    table = stargames(target=45)
    table.tell(*opened(), *played(1, 6))  # 26 to 80
    table.tell(count(30, 127, stoeck=1))  # room for 4 and 47
    assert (table.ending, table.totals) == ((2, "deal_end"), (50, 127))


def test_under_play_on_nobody_has_won_and_the_last_trick_is_not_asked_for() -> None:
    table = stargames(target=60, no_claim="play_on")
    table.tell(*opened(), count(97, 60))
    assert (table.ending, table.totals) == (None, (97, 60))
    table.tell(claim(1))  # nobody knows better
    assert table.ending == (1, "claim")
    other = stargames(target=60, no_claim="play_on")
    other.tell(*opened(), count(97, 60, last_trick=2))
    assert other.refusal(claim(1)).code == "not_entitled"


def test_the_mode_is_asked_for_only_where_it_makes_a_difference() -> None:
    table = stargames()
    table.tell(deal())
    refusal = table.refusal(count(97, 60))
    assert (refusal.code, refusal.pointer) == ("missing_field", ("mode",))
    alike = stargames(factors=dict.fromkeys(("eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"), 3))
    assert counted(alike, deal(), count(97, 60)) == (291, 180)
    assert alike.sheet["mode"] is None


def test_the_mode_and_who_announced_may_not_contradict_the_record() -> None:
    table = stargames()
    table.tell(*opened())
    assert table.refusal(count(97, 60, mode="schilten")).code == "conflicting_report"
    assert table.refusal(count(97, 60, declarer=3)).code == "conflicting_report"
    assert counted(table, count(97, 60, mode="rosen", declarer=1)) == (97, 60)
    pushed = stargames()
    pushed.tell(deal(), push())
    assert pushed.refusal(count(97, 60, mode="rosen", declarer=1)).code == "conflicting_report"
    assert pushed.refusal(count(97, 60, mode="rosen", declarer=2)).code == "invalid_value"
    assert counted(pushed, count(97, 60, mode="rosen", declarer=3)) == (97, 60)


# --- after some tricks by cards ---------------------------------------------------------------------------------------


def test_after_some_tricks_the_record_is_of_both_kinds_and_what_was_reported_stands() -> None:
    table = stargames()
    table.tell(*opened(RUN_OF_SEAT_3, stoeck(1)), *played(1, 2), count(42, 115))
    assert table.sheet["recorded_by"] == "both"
    assert [shown["counts"] for shown in table.sheet["weis"]] == [True]
    assert table.sheet["stoeck"] == {"seat": 1, "points": 20}
    assert table.score == (82, 115)


def test_recorded_tricks_prove_points() -> None:
    table = stargames()
    table.tell(*opened(), *played(1, 2))
    refusal = table.refusal(count(127, 30))
    assert (refusal.code, refusal.pointer, refusal.params) == (
        "points_too_low",
        ("points", "2"),
        {"side": 2, "least": 31},
    )
    assert table.refusal(count(23, 134)).code == "points_too_low"
    assert counted(table, count(126, 31)) == (126, 31)


def test_a_running_trick_proves_nothing() -> None:
    assert counted(stargames(), *opened(), play("R7"), play("RU"), count(157, 0, match=None)) == (157, 0)


def test_a_slate_may_not_contradict_reported_weise_and_stoeck() -> None:
    table = stargames()
    table.tell(*opened(RUN_OF_SEAT_3, stoeck(1)))
    assert table.refusal(count(97, 60, weis={"2": 20})).code == "conflicting_report"
    assert table.refusal(count(97, 60, weis={"1": 50})).code == "conflicting_report"
    assert table.refusal(count(97, 60, stoeck=2)).code == "conflicting_report"
    assert counted(table, count(97, 60, weis={"1": 20}, stoeck=1)) == (137, 60)


def test_a_refuted_weis_contradicts_no_slate() -> None:
    table = stargames()
    table.tell(*opened(weis(4, "E6 E7 E8")), hand(4, HANDS[4], as_played=True))
    assert counted(table, count(97, 60, weis={"1": 20})) == (117, 60)


def test_weise_of_a_slate_are_of_one_side_and_in_these_rules() -> None:
    table = stargames()
    table.tell(*opened())
    assert table.refusal(count(97, 60, weis={"1": 20, "2": 20})).code == "invalid_value"
    without = stargames(weis=False, stoeck=False)
    without.tell(*opened())
    assert without.refusal(count(97, 60, weis={"1": 20})).code == "not_in_these_rules"
    assert without.refusal(count(97, 60, stoeck=1)).code == "not_in_these_rules"
    obenabe = stargames()
    obenabe.tell(deal(), announce("obenabe"))
    assert obenabe.refusal(count(97, 60, stoeck=1)).code == "stoeck_impossible"


def test_the_stages_cannot_be_seen_in_a_count() -> None:
    table = stargames(target=20)
    table.tell(*opened(), count(60, 97, weis={"1": 20}, last_trick=2))
    assert table.ending == (2, "deal_end")


# --- a claim on paper -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["schieber-stargames", "schieber-official"])
def test_a_claim_on_paper_says_what_was_taken(preset: str) -> None:
    table = JassTable(options(preset, target=64))
    table.tell(*opened())
    refusal = table.refusal(claim(1))
    assert (refusal.code, refusal.pointer) == ("missing_field", ("counted",))
    table.tell(claim(1, counted={"1": 64, "2": 31}))
    assert (table.ending, table.totals, table.sheet["status"]) == ((1, "claim"), (64, 31), "stopped")


def test_a_claim_on_paper_with_weis_and_stoeck_before_the_factor() -> None:
    table = stargames(target=268)
    table.tell(deal(), announce("schellen"), claim(1, counted={"1": 64}, weis={"1": 50}, stoeck=1))
    assert (table.ending, table.totals) == ((1, "claim"), (268, 0))


def test_a_claim_on_paper_that_falls_short() -> None:
    table = stargames(target=65)
    table.tell(*opened(), claim(1, counted={"1": 64, "2": 80}))
    assert (table.ending, table.totals) == ((2, "false_claim"), (64, 80))


def test_what_was_reported_before_a_claim_on_paper_stands() -> None:
    table = stargames(target=84)
    table.tell(*opened(RUN_OF_SEAT_3))
    assert table.refusal(claim(1, counted={"1": 64}, weis={"1": 50})).code == "conflicting_report"
    table.tell(claim(1, counted={"1": 64}))
    assert (table.ending, table.totals) == ((1, "claim"), (84, 0))


def test_where_tricks_lie_a_claim_says_nothing_of_points() -> None:
    table = stargames()
    table.tell(*opened(), trick(TRICKS[0]))
    for more in ({"counted": {"2": 31}}, {"weis": {"2": 20}}, {"stoeck": 1}):
        assert table.refusal(claim(2, **more)).code == "invalid_value"


def test_more_than_the_cards_are_worth_is_not_taken() -> None:
    table = stargames()
    table.tell(*opened())
    assert table.refusal(claim(1, counted={"1": 100, "2": 53})).code == "invalid_value"


def test_a_reported_weis_of_one_side_is_the_only_one() -> None:
    table = stargames(target=84)
    table.tell(*opened(RUN_OF_SEAT_2))
    assert table.refusal(claim(1, counted={"1": 64}, weis={"1": 20})).code == "conflicting_report"


def test_what_is_typed_in_late_may_not_contradict_a_claim_on_paper() -> None:
    table = stargames(target=114)
    table.tell(*opened(), claim(1, counted={"1": 64}, weis={"1": 50}))
    assert (table.ending, table.totals) == ((1, "claim"), (114, 0))
    assert table.refusal(weis(2, "SA SK SO")).code == "conflicting_report"
    table.tell(weis(1, "EA EK EO EU"), stoeck(4))
    assert (table.ending, table.totals) == ((1, "claim"), (114, 20))


def test_what_a_claim_on_paper_leaves_out_may_be_typed_in_late() -> None:
    table = stargames(target=64)
    table.tell(*opened(), claim(1, counted={"1": 64}))
    assert (table.ending, table.totals) == ((1, "claim"), (64, 0))
    table.tell(weis(2, "SA SK SO"))
    assert (table.ending, table.totals) == ((1, "claim"), (64, 20))


def test_a_claim_on_paper_shows_the_stoeck_it_tells_of() -> None:
    table = stargames(target=84)
    table.tell(*opened(), claim(1, counted={"1": 64}, stoeck=1))
    assert (table.ending, table.sheet["stoeck"]) == ((1, "claim"), {"seat": None, "points": 20})
    assert table.refusal(stoeck(2)).code == "conflicting_report"
    table.tell(stoeck(3))
    assert (table.ending, table.totals, table.sheet["stoeck"]["seat"]) == ((1, "claim"), (84, 0), 3)
