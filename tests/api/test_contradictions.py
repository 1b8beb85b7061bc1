"""Two devices at one table that do not say the same: new facts, contradictions, tricks of other deals, gaps.

Deal 1 is the worked deal R1 (Schilten), deal 2 is R2 (Rosen). Seat 1 leads the first deal, seat 2 the second.
"""

import pytest

from tests.api.says import (
    Json,
    announce,
    claim,
    deal,
    hand,
    new_id,
    opening_of,
    play,
    push,
    reports_of,
    retract,
    stoeck,
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.second_device import contradicts, duplicate, is_another_name, on_record
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

R1 = tricks_of("R1", numbered=True)
R2 = tricks_of("R2", numbered=True)
RUN_OF_SEAT_2 = "SK SO SU"
HAND_OF_SEAT_1 = " ".join(worked("R1")["hands"]["1"])


@pytest.fixture
def table() -> GameClient:
    """A game whose first deal has just been announced."""
    game = Club().open()
    game.report(deal(), announce("schilten"))
    return game


@pytest.fixture
def second_deal() -> GameClient:
    """A game that is in its second deal: trick 1 lies."""
    game = Club().open()
    game.report(*reports_of("R1"), *opening_of("R2", forehand=2), R2[0])
    return game


# --- without `number` or `deal` a report is a new fact ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (deal(), "out_of_phase"),
        (push(), "out_of_phase"),
        (announce("schilten"), "out_of_phase"),
        (weis(2, RUN_OF_SEAT_2), "weis_overlap"),
        (play("RA"), "card_already_played"),
        (play("RK", seat=3), "not_your_turn"),
        (trick("RA S9 RK R10"), "card_already_played"),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else value,
)
def test_it_is_never_a_duplicate_and_never_a_conflict(table: GameClient, report: Json, code: str) -> None:
    table.report(weis(2, RUN_OF_SEAT_2), trick("RA S9 RK R10"))
    assert table.refused(report)["code"] == code


def test_a_second_push_is_no_duplicate() -> None:
    game = Club().open()
    game.report(deal(), push())
    assert game.refused(push())["code"] == "cannot_push"


def test_a_trick_that_disagrees_with_the_running_one(table: GameClient) -> None:
    table.report(play("RA"), play("S9"))
    first, second = table.journal()[2:]
    contradicts(table, trick("RA S7 RK R10"), second)
    contradicts(table, trick("R6 S9 RK R10"), first)
    contradicts(table, trick("RA S9 RK R10", leader=2), first)
    table.report(trick("RA S9 RK R10"))


# --- a second stoeck is a duplicate, a second hand is not ------------------------------------------------------------


@pytest.mark.parametrize("call", ["known", "reported"])
def test_a_second_stoeck_of_the_seat(call: str) -> None:
    game = Club().open(rules={"stoeck_call": call})
    game.report(deal(), announce("schilten"), stoeck(2))
    entry = on_record(game, "stoeck")
    is_another_name(game, stoeck(2), entry)
    is_another_name(game, stoeck(2, deal=1), entry)
    game.report(*tricks_of("R1"))
    is_another_name(game, stoeck(2), entry)


def test_a_stoeck_of_another_seat_is_another_report(table: GameClient) -> None:
    """It is no duplicate; but the two cannot both be true."""
    table.report(stoeck(2))
    problem = table.refused(stoeck(4))
    assert [(each["fault"], each["seats"]) for each in problem["findings"]] == [("unexplained", [2, 4])]
    assert table.report({**stoeck(4), "as_played": True})["reports"][0]["duplicate"] is False


@pytest.mark.parametrize("fields", [{}, {"deal": 1}])
def test_a_second_hand(table: GameClient, fields: dict[str, int]) -> None:
    table.report(hand(1, HAND_OF_SEAT_1))
    for cards in (HAND_OF_SEAT_1, "E6 E7 E8 S6 S7 S8 B6 B7 B8"):
        problem = table.refused(hand(1, cards, **fields))
        assert (problem["status"], problem["code"], problem["seat"]) == (409, "already_shown", 1)


# --- what contradicts the record -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "report",
    [
        trick("RA S9 RK RO", number=1),
        trick("S9 RA RK R10", number=1),
        trick("EO EU E6 E10", number=1),
        trick("RA S9 RK R10", number=1, leader=3),
        trick("RA S9 RK RO", number=1, deal=1),
        play("EO", number=1),
        play("RK", number=1, seat=4),
        play("RO", number=1, seat=4),
        play("RO", number=1, seat=4, deal=1),
    ],
    ids=str,
)
def test_other_cards_in_a_complete_trick(table: GameClient, report: Json) -> None:
    table.report(R1[0])
    contradicts(table, report, table.journal()[-1])
    table.report(R1[1])
    contradicts(table, report, table.journal()[-2])


@pytest.mark.parametrize(
    "report",
    [trick("RA S7 RK R10", number=1), play("RA", number=1, seat=2)],
    ids=str,
)
def test_other_cards_in_the_running_trick(table: GameClient, report: Json) -> None:
    table.report(play("RA"), play("S9"))
    problem = table.refused(report)
    assert problem["code"] == "conflicting_report"
    assert problem["recorded"] in table.journal()
    assert problem["recorded"]["kind"] == "play"
    assert problem["sent"] == report


@pytest.mark.parametrize(
    ("report", "against"),
    [
        (deal(deal=1, dealer=2), "deal"),
        (announce("rosen", deal=1), "announce"),
        (announce("schilten", seat=1, deal=1), "announce"),
        (push(seat=2, deal=1), "push"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else value,
)
def test_another_opening_of_the_deal(report: Json, against: str) -> None:
    game = Club().open()
    game.report(deal(), push(), announce("schilten"))
    contradicts(game, report, on_record(game, against))


def test_a_push_where_the_record_has_an_announcement_without_one(table: GameClient) -> None:
    contradicts(table, push(deal=1), on_record(table, "announce"))


def test_another_claim() -> None:
    game = Club().open(rules={"target": 50})
    game.report(*opening_of("R1"), R1[0], claim(2))
    contradicts(game, claim(1, deal=1), on_record(game, "claim"))


def test_a_conflict_outlives_the_game() -> None:
    game = Club().open(rules={"target": 50})
    game.report(*opening_of("R1"), R1[0])
    entry = game.journal()[-1]
    game.report(claim(2))
    is_another_name(game, R1[0], entry)
    contradicts(game, trick("RA S9 RK RO", number=1), entry)
    assert game.refused(R1[1])["code"] == "game_over"


def test_the_entry_on_record_is_hidden_where_it_is_secret(table: GameClient) -> None:
    table.report(R1[0])
    problem = table.refused(trick("RA S9 RK RO", number=1), by=table.scorer)
    assert problem["recorded"] == table.journal(by=table.scorer)[-1]


# --- the trick of the deal before ------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["opened", "announced", "trick 1 lies", "trick 9 lies"])
def test_a_numbered_trick_of_the_deal_before(moment: str) -> None:
    game = Club().open()
    game.report(*reports_of("R1"))
    last = game.journal()[-9:]
    rest = {"opened": [deal()], "announced": [deal(), announce("rosen")]}
    rest["trick 1 lies"] = [*rest["announced"], R2[0]]
    rest["trick 9 lies"] = [*rest["announced"], *R2]
    game.report(*rest[moment])
    for report, entry in zip(R1, last, strict=True):
        is_another_name(game, report, entry)


def test_a_numbered_trick_of_the_deal_before_that_has_another_card(second_deal: GameClient) -> None:
    contradicts(second_deal, {**R1[0], "cards": ["RA", "S9", "RK", "RO"]}, second_deal.journal()[-1])


def test_a_numbered_trick_of_two_deals_before_is_none() -> None:
    game = Club().open()
    game.report(*reports_of("R1"), *reports_of("R2", forehand=2), deal(), announce("rosen"), tricks_of("R3")[0])
    contradicts(game, R1[0], game.journal()[-1])
    line = duplicate(game, {**R1[0], "deal": 1, "id": new_id()})
    assert line["seq"] == len(reports_of("R1")) - 8


def test_with_its_deal_it_is_compared_with_that_deal_only(second_deal: GameClient) -> None:
    contradicts(second_deal, {**R1[0], "deal": 2}, second_deal.journal()[-1])
    duplicate(second_deal, {**R1[0], "deal": 1, "id": new_id()})


# --- a number beyond the running trick -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "expected"),
    [((), 1), ((play("RA"),), 1), ((R1[0],), 2), ((R1[0], play("EO")), 2), (tuple(R1[:8]), 9)],
    ids=["nothing", "a card", "a trick", "a trick and a card", "eight tricks"],
)
@pytest.mark.parametrize("beyond", [1, 2])
def test_a_trick_is_missing(table: GameClient, before: tuple[Json, ...], expected: int, beyond: int) -> None:
    if before:
        table.report(*before)
    number = expected + beyond
    if number > 9:
        return
    for report in ({**R1[number - 1]}, {**R1[number - 1], "deal": 1}, play(R1[number - 1]["cards"][0], number=number)):
        problem = table.refused(report)
        assert (problem["status"], problem["code"]) == (409, "trick_missing")
        assert problem["expected_number"] == expected


def test_devices_that_send_all_they_know_again_and_again(table: GameClient) -> None:
    """Two devices that each have seen some of the tricks and send them in order: the journal has each trick once."""
    table.report({**R1[0], "id": new_id()})
    for number in range(1, 9):
        for device in (table.scorer, table.organizer):
            known = [{**report, "id": new_id()} for report in R1[: number + 1]]
            assert table.send(*known, by=device).status in {200, 201}
    assert [entry["number"] for entry in table.journal() if entry["kind"] == "trick"] == list(range(1, 10))
    assert table.deal["status"] == "settled"


# --- within the running trick, for deals to come, within one call ----------------------------------------------------


@pytest.mark.parametrize("report", [play("R6", number=1, seat=1), play("S7", number=1, seat=2)], ids=str)
def test_another_card_of_a_seat_in_the_running_trick(table: GameClient, report: Json) -> None:
    table.report(play("RA"), play("S9"))
    problem = table.refused(report)
    assert problem["code"] == "conflicting_report"
    assert problem["recorded"] in table.journal()


def test_a_retraction_for_a_deal_that_is_not_opened_yet() -> None:
    game = Club().open()
    opened = game.report(deal())["reports"][0]
    assert game.send(retract(opened["id"], deal=3)).code == (409, "out_of_phase")


def test_a_contradiction_within_one_call_shows_the_earlier_report(table: GameClient) -> None:
    sent = trick("RA S9 RK R10", number=1, id=new_id())
    problem = table.refused(sent, trick("RA S9 RK RO", number=1))
    assert (problem["code"], problem["report"]) == ("conflicting_report", 1)
    assert (problem["recorded"]["id"], problem["recorded"]["seq"]) == (sent["id"], None)
