"""Slips of the table that are told at once, to whom may know (docs/api.md, Secrets and Two devices)."""

import pytest

from scoring.models import Role
from tests.api.says import Json, announce, correct, deal, hand, lay, new_id, play, trick
from tests.api.table import Club, Device, GameClient

pytestmark = pytest.mark.django_db

MINE = "E6 E7 E8 E9 R6 R7 R8 R9 S6 S7 S8 S9"


def eidex(*reports: Json) -> tuple[GameClient, Device]:
    """A game of three with these reports, and the phone of seat 1, which leads."""
    game = Club().open(variant="eidex")
    game.report(deal(turned="BA"), *reports)
    return game, game.club.device(game.token(Role.PLAYER, seat=1))


# --- laid cards ------------------------------------------------------------------------------------------------------


def test_a_player_is_told_that_the_own_laid_card_is_played() -> None:
    game, player = eidex(lay(1, "E6"))
    problem = game.refused(play("E6"), by=player)
    (finding,) = problem["findings"]
    assert (problem["code"], problem["report"]) == ("irregular", 0)
    told = {name: finding[name] for name in ("fault", "seat", "trick", "card", "status", "proven_by")}
    proof = {"trick": 1, "card": "E6"}
    assert told == {
        "fault": "card_twice",
        "seat": 1,
        "trick": 1,
        "card": "E6",
        "status": "proven",
        "proven_by": proof,
    }


def test_whoever_insists_is_believed_and_the_finding_opens_at_settlement() -> None:
    game, player = eidex(lay(1, "E6"))
    held_up = game.refused(play("E6"), by=player)["findings"][0]["id"]
    body = game.report(play("E6", as_played=True), by=player)
    assert body["findings"] == []
    assert game.deal["findings"] == []
    game.report(play("E7", seat=2), play("E8", seat=3), lay(2, "S7"), lay(3, "S8"))
    game.report({"kind": "count", "points": {"1": 100, "2": 0, "3": 57}, "tricks": {"1": 10, "2": 0, "3": 1}})
    assert held_up in [finding["id"] for finding in game.deal["findings"]]


@pytest.mark.parametrize("by", ["scorer", "organizer"])
def test_nobody_else_is_told(by: str) -> None:
    """For all others a laid card takes part in no check before the deal is settled."""
    game, _ = eidex(lay(1, "E6"))
    assert game.send(play("E6"), by=getattr(game, by)).status == 201


def test_another_player_learns_nothing_of_it() -> None:
    game, player = eidex(lay(2, "E6"))
    assert game.send(play("E6"), by=player).status == 201


def test_a_card_that_was_played_is_not_laid_without_a_word() -> None:
    game, player = eidex(play("E6"))
    assert game.refused(lay(1, "E6"), by=player)["findings"][0]["fault"] == "card_twice"
    assert game.send(lay(1, "E6", as_played=True), by=player).status == 201


def test_a_correction_is_held_up_too() -> None:
    game, player = eidex()
    id_ = new_id()
    game.report(lay(1, "E6"), play("E7", id=id_), by=player)
    problem = game.refused(correct(id_, play("E6")), by=player)
    assert (problem["code"], problem["findings"][0]["fault"]) == ("irregular", "card_twice")
    assert game.send(correct(id_, play("E6"), as_played=True), by=player).status == 201


def test_a_call_is_held_up_at_its_culprit() -> None:
    game, player = eidex()
    problem = game.refused(lay(1, "E6"), play("E6"), by=player)
    assert (problem["report"], problem["findings"][0]["report"]) == (1, 1)


def test_the_own_hand_and_the_own_laid_card_belong_together() -> None:
    game, player = eidex(hand(1, MINE))
    problem = game.refused(lay(1, "B6"), by=player)
    assert (problem["code"], problem["card"]) == ("card_not_in_hand", "B6")
    assert game.try_out(lay(1, "B6"), by=game.scorer).status == 200
    assert game.send(lay(1, "B6", as_played=True), by=player).status == 201
    other, player = eidex(lay(1, "B6"))
    problem = other.refused(hand(1, MINE), by=player)
    assert (problem["code"], problem["card"]) == ("hand_contradicts", "B6")
    assert "laid away" in problem["detail"]
    assert other.send(hand(1, MINE, as_played=True), by=player).status == 201


# --- a second card ----------------------------------------------------------------------------------------------------


def running(*cards: str) -> GameClient:
    """A game in whose first trick the scorer has reported these cards."""
    game = Club().open()
    game.report(deal(), announce("rosen"))
    game.report(*(play(card, number=1) for card in cards), by=game.scorer)
    return game


def test_a_second_card_of_a_seat_is_told_with_the_one_that_lies() -> None:
    game = running("EA", "E6")
    problem = game.refused(play("E7", seat=1))
    assert (problem["code"], problem["expected_seat"]) == ("not_your_turn", 3)
    assert problem["detail"] == "Seat 1 has played EA in this trick already; it is the turn of seat 3."
    player = game.club.device(game.token(Role.PLAYER, seat=2))
    assert "Seat 2 has played E6" in game.refused(play("E7"), by=player)["detail"]
    assert game.refused(play("E7", seat=4))["detail"] == "It is the turn of seat 3."


# --- a second phone ---------------------------------------------------------------------------------------------------


def test_a_card_that_a_second_phone_has_misread_does_not_become_the_next_seats() -> None:
    game = running("EA")
    problem = game.refused(play("EK", number=1))
    assert problem["code"] == "conflicting_report"
    assert (problem["recorded"]["card"], problem["sent"]["card"]) == ("EA", "EK")
    assert "turn of seat 2" in problem["detail"]
    assert game.send(play("EK", number=1, seat=2)).status == 201


def test_a_second_phone_that_says_the_seat_is_compared_with_that_card() -> None:
    game = running("EA")
    problem = game.refused(play("EK", number=1, seat=1))
    assert (problem["code"], problem["recorded"]["card"]) == ("conflicting_report", "EA")


def test_the_one_card_that_is_missing_needs_no_seat() -> None:
    game = running("EA", "E6", "E7")
    assert game.send(play("E8", number=1)).status == 201
    assert game.deal["tricks"][0]["plays"][3] == {"seat": 4, "card": "E8"}


def test_a_trick_that_nobody_has_begun_needs_no_seat() -> None:
    game = running("EA", "E6", "E7", "E8")
    assert game.send(play("R6", number=2)).status == 201


def test_one_phone_alone_needs_no_seat() -> None:
    game = running("EA", "E6")
    assert game.send(play("E7", number=1), by=game.scorer).status == 201


def test_a_batch_that_names_the_cards_that_lie_goes_on_from_them() -> None:
    """An offline phone sends the whole trick, of which the other phone has reported a part."""
    game = running("EA", "E6")
    body = game.report(*(play(card, number=1) for card in ("EA", "E6", "E7", "E8")))
    assert [line["duplicate"] for line in body["reports"]] == [True, True, False, False]


def test_a_card_without_a_number_is_a_new_fact_as_ever() -> None:
    game = running("EA")
    assert game.send(play("EK")).status == 201


def test_a_whole_trick_is_compared_as_ever() -> None:
    game = running("EA")
    assert game.refused(trick("EK E6 E7 E8", number=1))["code"] == "conflicting_report"
    assert game.send(trick("EA E6 E7 E8", number=1)).status == 201
