"""Two devices at one table: every sentence of docs/api.md (Two devices) about them, one by one.

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


# --- any report may carry `deal` -------------------------------------------------------------------------------------


def test_every_kind_may_carry_the_number_of_the_current_deal() -> None:
    game = Club().open(rules={"target": 100})
    body = game.report(
        deal(deal=1),
        hand(1, HAND_OF_SEAT_1, deal=1),
        push(deal=1),
        announce("schilten", deal=1),
        weis(2, RUN_OF_SEAT_2, deal=1),
        stoeck(2, deal=1),
        play("RA", deal=1),
        trick("RA S9 RK R10", deal=1),
        claim(2, deal=1),
    )
    assert [line["deal"] for line in body["reports"]] == [1] * 9
    assert not any(line["duplicate"] for line in body["reports"])
    assert [entry["deal"] for entry in game.journal()] == [1] * 9


def test_for_a_deal_it_is_the_number_of_the_one_it_opens() -> None:
    game = Club().open()
    assert game.report(deal(deal=1))["game"]["deal"]["number"] == 1


def test_a_deal_cannot_be_opened_before_its_turn() -> None:
    game = Club().open()
    assert game.refused(deal(deal=2))["code"] == "out_of_phase"
    game.report(deal(deal=1), announce("rosen"))
    assert game.refused(deal(deal=2))["code"] == "out_of_phase"
    assert game.refused(deal(deal=3))["code"] == "out_of_phase"


# --- a report for another deal is only compared, never recorded ------------------------------------------------------


@pytest.mark.parametrize(
    "report",
    [
        deal(deal=1),
        deal(deal=1, dealer=4),
        announce("schilten", deal=1),
        announce("schilten", seat=1, deal=1),
        weis(2, "SU SO SK", deal=1),
        {**R1[2], "deal": 1},
        {**R1[2], "deal": 1, "leader": 2},
        play("S8", number=3, deal=1),
        play("S8", number=3, deal=1, seat=3),
    ],
    ids=lambda report: "-".join(map(str, report)) if isinstance(report, dict) else None,
)
def test_what_an_earlier_deal_has_on_record_is_a_duplicate(second_deal: GameClient, report: Json) -> None:
    line = duplicate(second_deal, {**report, "id": new_id()})
    entry = next(entry for entry in second_deal.journal() if entry["id"] == line["recorded_as"])
    assert entry["seq"] == line["seq"] < on_record(second_deal, "deal")["seq"]


def test_push_stoeck_and_claim_of_an_earlier_deal() -> None:
    game = Club().open(rules={"claim": "anyone", "no_claim": "play_on", "target": 5_000})
    shown = [deal(), push(), announce("schilten"), stoeck(2)]
    game.report(*shown, *tricks_of("R1"), deal())
    for report in (push(), stoeck(2)):
        is_another_name(game, {**report, "deal": 1}, on_record(game, report["kind"]))
    contradicts(game, claim(1, deal=1), None)


@pytest.mark.parametrize(
    ("report", "against"),
    [
        (deal(deal=1, dealer=2), "deal"),
        (announce("rosen", deal=1), "announce"),
        (push(deal=1), "announce"),
        ({**R1[2], "deal": 1, "number": 4}, "trick"),
        (play("S8", number=4, deal=1), "trick"),
        (weis(3, "E6 E7 E8", deal=1), None),
        (stoeck(2, deal=1), None),
        (claim(1, deal=1), None),
        (hand(1, HAND_OF_SEAT_1, deal=1), None),
    ],
    ids=str,
)
def test_what_an_earlier_deal_does_not_have_is_a_conflict(
    second_deal: GameClient, report: Json, against: str | None
) -> None:
    problem = second_deal.refused(report)
    assert problem["code"] == "conflicting_report"
    assert problem["sent"] == report
    if against is None:
        assert problem["recorded"] is None
    else:
        assert problem["recorded"] in second_deal.journal()
        assert problem["recorded"]["kind"] == against


@pytest.mark.parametrize(
    "report",
    [
        deal(deal=4),
        hand(1, HAND_OF_SEAT_1, deal=3),
        push(deal=3),
        announce("rosen", deal=3),
        weis(2, RUN_OF_SEAT_2, deal=3),
        stoeck(2, deal=3),
        play("RA", deal=3),
        {**R1[0], "deal": 3},
        claim(1, deal=3),
    ],
    ids=lambda report: report["kind"],
)
def test_a_deal_not_yet_opened_is_out_of_phase(second_deal: GameClient, report: Json) -> None:
    expects = second_deal.game()["next"]["expects"]
    problem = second_deal.refused(report)
    assert (problem["status"], problem["code"], problem["expects"]) == (409, "out_of_phase", expects)


def test_a_hand_is_never_compared() -> None:
    game = Club().open()
    game.report(deal(), hand(1, HAND_OF_SEAT_1), announce("schilten"), *tricks_of("R1"), deal())
    for cards in (HAND_OF_SEAT_1, " ".join(worked("R1")["hands"]["2"])):
        contradicts(game, hand(1, cards, deal=1), None)


# --- what is on record already is a duplicate ------------------------------------------------------------------------


def test_the_same_numbered_trick(table: GameClient) -> None:
    table.report(*R1[:3])
    entries = table.journal()[2:]
    for report, entry in zip(R1[:3], entries, strict=True):
        is_another_name(table, report, entry)
        is_another_name(table, {**report, "deal": 1}, entry)
        is_another_name(table, {**report, "cards": [card.lower() for card in report["cards"]]}, entry)
    is_another_name(table, {**R1[0], "leader": 1}, entries[0])


def test_a_numbered_trick_that_lies_as_plays_is_a_duplicate(table: GameClient) -> None:
    plays = [play(card, id=new_id()) for card in R1[0]["cards"]]
    table.report(*plays)
    line = duplicate(table, {**R1[0], "id": new_id()})
    assert line["recorded_as"] in {each["id"] for each in plays}


def test_the_same_numbered_play(table: GameClient) -> None:
    table.report(play("RA"), play("S9"))
    first, second = table.journal()[2:]
    is_another_name(table, play("RA", number=1), first)
    is_another_name(table, play("RA", number=1, seat=1), first)
    is_another_name(table, play("S9", number=1), second)
    table.report(trick("RA S9 RK R10"))
    is_another_name(table, play("RK", number=1), on_record(table, "trick"))
    is_another_name(table, play("S9", number=1, seat=2), second)


@pytest.mark.parametrize("kind", ["deal", "push", "announce", "weis", "stoeck"])
def test_with_its_deal_the_same_report(kind: str) -> None:
    game = Club().open()
    shown = {
        "deal": deal(),
        "push": push(),
        "announce": announce("schilten"),
        "weis": weis(2, RUN_OF_SEAT_2),
        "stoeck": stoeck(2),
    }
    for report in shown.values():
        game.report(report)
    is_another_name(game, {**shown[kind], "deal": 1}, on_record(game, kind))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("deal", deal(deal=1, dealer=4)),
        ("push", push(deal=1, seat=1)),
        ("announce", announce("schilten", deal=1, seat=3)),
        ("weis", weis(2, "SU SK SO", deal=1)),
    ],
)
def test_a_seat_that_the_table_implies_makes_no_difference(kind: str, said: Json) -> None:
    game = Club().open()
    game.report(deal(), push(), announce("schilten"), weis(2, RUN_OF_SEAT_2))
    is_another_name(game, said, on_record(game, kind))


def test_with_its_deal_the_same_claim_although_it_has_ended_the_game() -> None:
    game = Club().open(rules={"target": 50})
    game.report(*opening_of("R1"), R1[0])
    game.report(claim(2))
    assert game.game()["status"] == "finished"
    is_another_name(game, claim(2, deal=1), on_record(game, "claim"))
    assert game.refused(claim(2))["code"] == "game_over"


def test_two_devices_open_the_next_deal() -> None:
    game = Club().open()
    game.report(*reports_of("R1"))
    assert game.report(deal(deal=2))["game"]["deal"]["number"] == 2
    is_another_name(game, deal(deal=2), on_record(game, "deal"))


def test_who_sent_it_makes_no_difference(table: GameClient) -> None:
    table.report(R1[0], by=table.organizer)
    is_another_name(table, R1[0], table.journal()[-1], by=table.scorer)
    is_another_name(table, R1[0], table.journal()[-1], by=table.organizer)


def test_without_an_id_there_is_no_other_name(table: GameClient) -> None:
    table.report(R1[0])
    entry = table.journal()[-1]
    line = duplicate(table, R1[0])
    assert line == {"id": None, "recorded_as": entry["id"], "seq": entry["seq"], "duplicate": True}


def test_what_was_recorded_as_played_is_a_duplicate_without_saying_so_again(table: GameClient) -> None:
    game = table
    game.report(hand(2, " ".join(worked("R1")["hands"]["2"])))
    revoking = trick("RA EO RK R10", number=1)
    assert game.refused(revoking)["code"] == "irregular"
    game.report({**revoking, "as_played": True})
    is_another_name(game, revoking, game.journal()[-1])


def test_new_reports_and_duplicates_in_one_call(table: GameClient) -> None:
    table.report(R1[0])
    entry = table.journal()[-1]
    ids = [new_id(), new_id(), new_id()]
    answer = table.send({**R1[0], "id": ids[0]}, {**R1[1], "id": ids[1]}, {**R1[1], "id": ids[2]})
    assert answer.status == 201
    assert "duplicate" not in answer.body
    first, second, third = answer.body["reports"]
    assert first == {"id": ids[0], "recorded_as": entry["id"], "seq": entry["seq"], "duplicate": True}
    assert (second["id"], second["seq"], second["duplicate"]) == (ids[1], entry["seq"] + 1, False)
    assert third == {"id": ids[2], "recorded_as": ids[1], "seq": entry["seq"] + 1, "duplicate": True}
    assert len(table.journal()) == entry["seq"] + 1


def test_a_dry_run_answers_that_it_is_a_duplicate_and_keeps_no_name(table: GameClient) -> None:
    table.report(R1[0])
    entry = table.journal()[-1]
    sent = {**R1[0], "id": new_id()}
    answer = table.try_out(sent)
    assert (answer.status, answer.body["dry_run"], answer.body["duplicate"]) == (200, True, True)
    assert answer.body["reports"][0]["recorded_as"] == entry["id"]
    assert table.report({**R1[1], "id": sent["id"]})["reports"][0]["duplicate"] is False


# --- the sent id is another name of the report on record -------------------------------------------------------------


@pytest.fixture
def alias(table: GameClient) -> tuple[GameClient, Json, Json]:
    """A game, the entry of its first trick, and the second device's report of that trick."""
    table.report(*R1[:1])
    entry = table.journal()[-1]
    sent = {**R1[0], "id": new_id()}
    duplicate(table, sent)
    return table, entry, sent


def test_it_stays_a_duplicate_with_a_stale_tag(alias: tuple[GameClient, Json, Json]) -> None:
    game, entry, sent = alias
    answer = game.send(sent, by=game.scorer, if_match='"0"')
    assert answer.status == 200
    assert answer.body["reports"] == [
        {"id": sent["id"], "recorded_as": entry["id"], "seq": entry["seq"], "duplicate": True}
    ]


def test_it_stays_a_duplicate_after_the_report_was_taken_back(alias: tuple[GameClient, Json, Json]) -> None:
    game, entry, sent = alias
    game.report(retract(entry["id"]))
    line = duplicate(game, sent)
    assert line == {"id": sent["id"], "recorded_as": entry["id"], "seq": entry["seq"], "duplicate": True}
    assert game.deal["tricks"] == []
    again = game.report({**R1[0], "id": new_id()})
    assert again["reports"][0]["duplicate"] is False
    assert duplicate(game, sent) == line


def test_it_stays_a_duplicate_when_the_game_is_over() -> None:
    game = Club().open(rules={"target": 50})
    game.report(*opening_of("R1"), R1[0])
    sent = {**R1[0], "id": new_id()}
    line = duplicate(game, sent)
    game.report(claim(2))
    assert duplicate(game, sent) == line


def test_it_is_no_other_reports_name(alias: tuple[GameClient, Json, Json]) -> None:
    game, _, sent = alias
    for other in (R1[1], play("RA", number=1), {**R1[0], "deal": 1}, {**R1[0], "leader": 1}):
        problem = game.refused({**other, "id": sent["id"]})
        assert (problem["status"], problem["code"], problem["report"]) == (409, "id_reused", 0)


def test_a_retraction_may_name_it(alias: tuple[GameClient, Json, Json]) -> None:
    game, entry, sent = alias
    body = game.report(retract(sent["id"]), by=game.scorer)
    assert game.deal["tricks"] == []
    entries = game.journal()
    assert entries[entry["seq"] - 1]["replaced_by"] == body["reports"][0]["id"] == entries[-1]["id"]
    problem = game.refused(retract(sent["id"]))
    assert (problem["code"], problem["current"]) == ("already_replaced", entries[-1]["id"])


def test_a_retraction_may_name_it_in_the_same_call(table: GameClient) -> None:
    table.report(R1[0])
    sent = {**R1[0], "id": new_id()}
    table.report(sent, retract(sent["id"]))
    assert table.deal["tricks"] == []
