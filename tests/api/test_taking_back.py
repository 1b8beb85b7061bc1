"""Taking back (docs/api.md, Taking back): what it reaches, what no longer fits, and what is read anew."""

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
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

R1 = tricks_of("R1")
HANDS = {int(seat): " ".join(cards) for seat, cards in worked("R1")["hands"].items()}


def ids_of(body: Json) -> list[str]:
    """The ids of the reports in an answer."""
    return [line["id"] for line in body["reports"]]


@pytest.fixture
def game() -> GameClient:
    return Club().open()


def test_the_newest_reports_one_after_another(game: GameClient) -> None:
    states = [game.game()]
    ids = []
    for report in reports_of("R1"):
        ids += ids_of(game.report(report))
        states.append(game.game())
    for id_, before in zip(reversed(ids), reversed(states[:-1]), strict=True):
        body = game.report(retract(id_, reason="a slip"))
        changed = {"version", "updated_at"}
        assert {name: body["game"][name] for name in before if name not in changed} == {
            name: value for name, value in before.items() if name not in changed
        }
    assert game.deals() == []
    assert len(game.journal()) == 2 * len(ids)


def test_the_entry_stays_and_says_what_replaced_it(game: GameClient) -> None:
    first, second = ids_of(game.report(deal(), push()))
    (taken,) = ids_of(game.report(retract(second, reason="not pushed")))
    journal = game.journal()
    assert [entry["replaced_by"] for entry in journal] == [None, taken, None]
    last = journal[-1]
    assert (last["kind"], last["report"], last["reason"], last["seq"]) == ("retract", second, "not pushed", 3)
    assert first in {entry["id"] for entry in journal}


def test_what_was_said_once_may_be_said_again(game: GameClient) -> None:
    game.report(deal(), announce("schilten"))
    (shown,) = ids_of(game.report(hand(1, HANDS[2])))
    game.report(retract(shown), hand(1, HANDS[1]))
    assert game.deal["hands"] == [{"seat": 1, "cards": HANDS[1].split()}]


@pytest.mark.parametrize("kind", ["weis", "stoeck", "hand"])
def test_a_report_in_the_middle_that_nothing_rests_on(game: GameClient, kind: str) -> None:
    shown = {"weis": weis(2, "SK SO SU"), "stoeck": stoeck(2), "hand": hand(2, HANDS[2])}
    game.report(deal(), announce("schilten"))
    (id_,) = ids_of(game.report(shown[kind]))
    game.report(*R1)
    game.report(retract(id_))
    other = game.club.open()
    other.report(deal(), announce("schilten"), *R1)
    for name in ("tricks", "weis", "stoeck", "hands", "scores", "status", "findings"):
        assert game.deal[name] == other.deal[name], name


def test_a_deal_that_was_opened_too_early(game: GameClient) -> None:
    game.report(*reports_of("R1"))
    before = game.game()
    (opened,) = ids_of(game.report(deal()))
    game.report(retract(opened))
    after = game.game()
    assert (after["deal"], after["next"], after["sides"]) == (before["deal"], before["next"], before["sides"])
    assert game.report(deal())["game"]["deal"]["number"] == 2
    assert [each["number"] for each in game.deals()] == [1, 2]


# --- what no longer fits ---------------------------------------------------------------------------------------------


def test_later_reports_that_no_longer_fit_are_named(game: GameClient) -> None:
    opened, announced, *lying = ids_of(game.report(deal(), announce("schilten"), *R1[:2]))
    problem = game.refused(retract(announced))
    assert (problem["status"], problem["code"], problem["report"]) == (409, "later_reports_conflict", 0)
    assert problem["reports"] == lying
    assert game.refused(retract(opened))["reports"] == [announced, *lying]


def test_a_numbered_trick_after_a_gap_does_not_fit(game: GameClient) -> None:
    numbered = tricks_of("R1", numbered=True)
    _, _, first, second, third = ids_of(game.report(deal(), announce("schilten"), *numbered[:3]))
    assert game.refused(retract(first))["reports"] == [second, third]
    assert game.refused(retract(second))["reports"] == [third]


def test_a_seat_that_was_named_must_still_fit(game: GameClient) -> None:
    _, _, _, second, third = ids_of(
        game.report(deal(), announce("schilten"), play("RA"), play("S9", seat=2), play("RK", seat=3))
    )
    assert game.refused(retract(second))["reports"] == [third]


def test_a_seat_that_was_left_out_is_read_anew(game: GameClient) -> None:
    _, _, _, second = ids_of(game.report(deal(), announce("schilten"), play("RA"), play("S9")))
    game.report(play("RK"))
    game.report(retract(second))
    assert game.deal["tricks"][0]["cards"] == ["RA", "RK"]
    assert game.game()["next"]["seat"] == 3


def test_a_leader_that_was_named_stands_there_as_a_wrong_lead(game: GameClient) -> None:
    _, _, first = ids_of(game.report(deal(), announce("schilten"), R1[0]))
    game.report({**R1[1], "leader": 2})
    problem = game.refused(retract(first))
    assert problem["code"] == "irregular"
    assert [(each["fault"], each["seat"], each["trick"]) for each in problem["findings"]] == [("wrong_lead", 2, 1)]
    game.report(retract(first, as_played=True))
    (lying,) = game.deal["tricks"]
    assert (lying["leader"], lying["cards"]) == (2, R1[1]["cards"])


def test_a_leader_that_was_left_out_is_read_anew(game: GameClient) -> None:
    _, _, first = ids_of(game.report(deal(), announce("schilten"), R1[0]))
    game.report(R1[1])
    assert game.deal["tricks"][1]["leader"] == 2
    game.report(retract(first))
    assert game.deal["tricks"][0]["leader"] == 1


def test_taking_back_may_prove_a_fault(game: GameClient) -> None:
    game.report(deal(), announce("schilten"), hand(2, HANDS[2]))
    first, _ = ids_of(game.report(play("RA"), play("S9")))
    game.report(trick("RA S9 RK R10"))
    problem = game.refused(retract(first))
    assert problem["code"] in {"later_reports_conflict", "irregular"}


# --- one step --------------------------------------------------------------------------------------------------------


def test_consecutive_retractions_are_judged_after_the_last_of_them(game: GameClient) -> None:
    opened, announced, first, second = ids_of(game.report(deal(), announce("schilten"), *R1[:2]))
    problem = game.refused(retract(announced), retract(first))
    assert (problem["code"], problem["reports"]) == ("later_reports_conflict", [second])
    game.report(retract(announced), retract(first), retract(second))
    assert game.deal["status"] == "announcing"
    game.report(announce("rosen"), *R1[:2])
    game.report(*map(retract, [opened, *[entry["id"] for entry in game.journal()[-3:]]]))
    assert game.deals() == []


def test_a_report_between_parts_the_steps(game: GameClient) -> None:
    _, announced, first = ids_of(game.report(deal(), announce("schilten"), R1[0]))
    problem = game.refused(retract(announced), play("EO"), retract(first))
    assert (problem["code"], problem["report"]) == ("later_reports_conflict", 0)


def test_insisting_stands_in_the_last_of_the_step(game: GameClient) -> None:
    _, _, first = ids_of(game.report(deal(), announce("schilten"), R1[0]))
    (shown,) = ids_of(game.report({**R1[1], "leader": 2}, hand(1, HANDS[1])))[1:]
    problem = game.refused(retract(first, as_played=True), retract(shown))
    assert (problem["code"], problem["report"]) == ("irregular", 1)
    game.report(retract(first), retract(shown, as_played=True))


# --- which report ----------------------------------------------------------------------------------------------------


def test_an_id_that_is_not_on_record(game: GameClient) -> None:
    game.report(deal())
    elsewhere = game.club.open()
    (other,) = ids_of(elsewhere.report(deal()))
    for id_ in (new_id(), other):
        problem = game.refused(retract(id_))
        assert (problem["status"], problem["code"]) == (422, "invalid_value")
        assert [fault["pointer"] for fault in problem["errors"]] == ["/reports/0/report"]


def test_a_report_that_does_not_stand_any_more(game: GameClient) -> None:
    (opened,) = ids_of(game.report(deal()))
    (taken,) = ids_of(game.report(retract(opened)))
    problem = game.refused(retract(opened))
    assert (problem["status"], problem["code"], problem["current"]) == (409, "already_replaced", taken)
    problem = game.refused(retract(opened), retract(opened))
    assert (problem["code"], problem["report"], problem["current"]) == ("already_replaced", 0, taken)


def test_a_retraction_cannot_be_taken_back(game: GameClient) -> None:
    (opened,) = ids_of(game.report(deal()))
    (taken,) = ids_of(game.report(retract(opened)))
    assert game.refused(retract(taken))["status"] in {409, 422}


def test_two_devices_take_the_same_back(game: GameClient) -> None:
    _, pushed = ids_of(game.report(deal(), push()))
    mine = retract(pushed, id=new_id())
    game.report(mine)
    assert game.send(mine).status == 200
    problem = game.refused(retract(pushed, id=new_id()), by=game.scorer)
    assert (problem["code"], problem["current"]) == ("already_replaced", mine["id"])


def test_a_report_of_the_same_call(game: GameClient) -> None:
    pushed = new_id()
    game.report(deal(), push(id=pushed), retract(pushed), push())
    assert game.deal["pushed"] is True
    assert len(game.journal()) == 4


# --- how far back ----------------------------------------------------------------------------------------------------


def whole_deals(game: GameClient) -> tuple[list[str], list[str]]:
    """The ids of deal 1, and of the opening of deal 2."""
    first = ids_of(game.report(*reports_of("R1")))
    return first, ids_of(game.report(*opening_of("R2", forehand=2)))


def test_a_scorer_reaches_the_deal_settled_last_until_a_trick_is_complete(game: GameClient) -> None:
    first, _ = whole_deals(game)
    shown = first[2]
    game.report(play("RA"), by=game.scorer)
    assert game.try_out(retract(shown), by=game.scorer).status == 200
    game.report(trick("RA R7 R9 RU"), by=game.scorer)
    problem = game.refused(retract(shown), by=game.scorer)
    assert (problem["status"], problem["code"], problem["report"]) == (403, "out_of_reach", 0)
    assert game.try_out(retract(shown)).status == 200


def test_a_scorer_reaches_the_whole_of_the_current_deal(game: GameClient) -> None:
    whole_deals(game)
    (lying, *_) = ids_of(game.report(*tricks_of("R2"), by=game.scorer))
    assert game.send(retract(lying), by=game.scorer).code == (409, "irregular")
    shown = [entry for entry in game.journal() if entry["kind"] == "weis"][-1]["id"]
    game.report(retract(shown), by=game.scorer)


def test_a_scorer_does_not_reach_the_deal_before_that(game: GameClient) -> None:
    first, _ = whole_deals(game)
    game.report(*tricks_of("R2"), *opening_of("R3", forehand=3), by=game.scorer)
    assert game.refused(retract(first[2]), by=game.scorer)["code"] == "out_of_reach"


def test_the_last_trick_of_the_deal_before_together_with_what_came_after(game: GameClient) -> None:
    first, second = whole_deals(game)
    assert game.refused(retract(first[-1]), by=game.scorer)["code"] == "later_reports_conflict"
    game.report(*map(retract, [*reversed(second), first[-1]]), by=game.scorer)
    assert (game.deal["number"], game.deal["status"], len(game.deal["tricks"])) == (1, "playing", 8)
    game.report(R1[-1], *opening_of("R2", forehand=2), by=game.scorer)
    assert game.deal["number"] == 2


# --- what follows is read anew ---------------------------------------------------------------------------------------


def test_an_organizer_changes_a_deal_long_past(game: GameClient) -> None:
    first, _ = whole_deals(game)
    game.report(*tricks_of("R2"))
    before = [deal["scores"] for deal in game.deals()]
    totals = [side["score"] for side in game.game()["sides"]]
    game.report(*map(retract, first[2:5]))
    after = game.deals()
    assert after[0]["weis"] == []
    assert after[1]["scores"] == before[1]
    change = [after[0]["scores"][side]["total"] - before[0][side]["total"] for side in (0, 1)]
    assert change[1] < 0
    assert [side["score"] for side in game.game()["sides"]] == [
        total + more for total, more in zip(totals, change, strict=True)
    ]


def test_the_game_is_open_again() -> None:
    game = Club().open(rules={"target": 300, "claim": "off"})
    body = game.report(*reports_of("R1"))
    assert (body["game"]["status"], body["game"]["result"]["reason"]) == ("finished", "deal_end")
    body = game.report(retract(body["reports"][-1]["id"]))
    assert (body["game"]["status"], body["game"]["result"], body["game"]["deal"]["status"]) == (
        "playing",
        None,
        "playing",
    )
    assert [side["score"] for side in body["game"]["sides"]] == [0, 0]
    assert game.report(R1[-1])["game"]["status"] == "finished"


def test_a_claim_keeps_its_right_and_only_its_sum_is_judged_anew() -> None:
    game = Club().open(rules={"target": 120})
    game.report(deal(), announce("schilten"), R1[0])
    second, claimed = ids_of(game.report(trick("EO EU E6 EA"), claim(1)))
    assert game.game()["result"]["reason"] == "false_claim"
    body = game.report(retract(second))
    assert (body["game"]["status"], body["game"]["result"]["reason"]) == ("finished", "false_claim")
    assert [side["score"] for side in body["game"]["sides"]] == [0, 78]
    body = game.report(retract(claimed))
    assert (body["game"]["status"], body["game"]["deal"]["status"]) == ("playing", "playing")


def test_what_follows_an_earlier_end_is_surplus() -> None:
    game = Club().open(rules={"target": 110, "claim": "off"})
    first = ids_of(game.report(*reports_of("R2")))
    assert [side["score"] for side in game.game()["sides"]] == [97, 100]
    second = ids_of(game.report(deal(), announce("rosen"), play("R7")))
    game.report(retract(first[2]), retract(first[4]))
    assert [deal["status"] for deal in game.deals()] == ["settled", "surplus"]
    body = game.game()
    assert [side["score"] for side in body["sides"]] == [77, 120]
    result = body["result"]
    assert (result["winners"], result["reason"], result["deal"]) == ([2], "deal_end", 1)
    assert (body["next"]["seat"], body["deal"]["number"]) == (None, 2)
    assert game.refused(play("RU"))["code"] == "game_over"
    assert len(game.journal()) == len(first) + len(second) + 2
