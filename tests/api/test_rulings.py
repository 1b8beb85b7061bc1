"""What a ruling changes, over HTTP: scores, deals, results, and what it is refused for."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction

from scoring.models import Dispute, Report
from scoring.rules.rulings.remedies import REMEDIES
from scoring.selectors import games
from scoring.selectors.rulings import preview
from tests.api.court import BODIES, Court
from tests.api.provoked import count
from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    correct,
    deal,
    hand,
    incident,
    new_id,
    opening_of,
    reports_of,
    trick,
    tricks_of,
)
from tests.api.table import Answer, problem_in, without_chance
from tests.api.test_costs import costs

pytestmark = pytest.mark.django_db

R1 = reports_of("R1")
RUNNING = [deal(), announce("schilten")]
FIRST = "RA S9 RK R10"


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem_in(answer)["errors"]]


def ruling(court: Court, dispute: Json, **told: Any) -> Answer:
    return court.do(dispute, "rulings", by=court.vreni, **{"discovered": "deal_over", "reason": "so"} | told)


def totals(court: Court) -> list[int]:
    return [side["score"] for side in court.game.game()["sides"]]


# --- what it says ----------------------------------------------------------------------------------------------------


def test_what_is_left_out_is_taken_from_the_dispute() -> None:
    court = Court(*R1)
    told = ruling(court, court.taken(), remedy="trick_to_opponents", id="0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a02").body
    shown = {name: value for name, value in told["ruling"].items() if name not in {"at", "by", "dispute"}}
    assert shown == {
        "seq": court.game.version,
        "id": "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a02",
        "offence": "revoke",
        "discovered": "deal_over",
        "remedy": "trick_to_opponents",
        "trick": 1,
        "seat": 2,
        "side": 2,
        "reason": "so",
        "deal": 1,
    }
    assert told["dispute"]["state"] == "ruled"
    assert told["game"] == court.game.game()


def test_before_and_after_tell_what_changed() -> None:
    court = Court(*R1)
    before = court.game.game()
    told = ruling(court, court.taken(), remedy="trick_to_opponents").body
    after = court.game.game()
    for moment, game in (("before", before), ("after", after)):
        assert told[moment] == {
            "scores": game["deal"]["scores"],
            "deal_status": "settled",
            "totals": {str(side["side"]): side["score"] for side in game["sides"]},
            "result": None,
            "status": "playing",
        }
    assert told["before"]["totals"] != told["after"]["totals"]
    assert after["deal"]["tricks"][0]["awarded_to"] == 1
    court.is_sound()


def test_a_side_is_that_of_its_seat() -> None:
    court = Court(*R1)
    for told, seat, side in (({"seat": 3}, 3, 1), ({"side": 1}, None, 1), ({"seat": 4, "side": 2}, 4, 2), ({}, 2, 2)):
        made = ruling(court, court.taken(), remedy="warning", **told).body["ruling"]
        assert (made.get("seat"), made["side"]) == (seat, side)
    assert places(ruling(court, court.taken(), remedy="warning", seat=2, side=1)) == [("/side", "invalid_value")]


def test_what_is_usual_needs_no_reason_and_says_its_article() -> None:
    court = Court(*R1)
    dispute = court.taken()
    usual = {"remedy": "this_and_later_tricks_to_opponents", "reason": None}
    assert places(ruling(court, dispute, remedy="warning", reason=None)) == [("/reason", "missing_field")]
    made = ruling(court, dispute, **usual).body["ruling"]
    assert made["article"]
    assert "reason" not in made
    own = ruling(court, court.taken(), **usual, article="§ 7").body["ruling"]
    assert own["article"] == "§ 7"
    unheard_of = court.taken(category="shouting", trick=None, seat=None)
    assert places(ruling(court, unheard_of, remedy="warning", reason=None)) == [("/reason", "missing_field")]
    assert ruling(court, unheard_of, remedy="warning").body["ruling"]["offence"] == "shouting"


@pytest.mark.parametrize(
    ("told", "pointer", "code"),
    [
        ({"remedy": None}, "/remedy", "missing_field"),
        ({"remedy": "gallows"}, "/remedy", "invalid_value"),
        ({"remedy": 7}, "/remedy", "wrong_type"),
        ({"discovered": None}, "/discovered", "missing_field"),
        ({"discovered": "later"}, "/discovered", "invalid_value"),
        ({"offence": "shouting"}, "/offence", "invalid_value"),
        ({"offence": "No word"}, "/offence", "invalid_value"),
        ({"trick": 10}, "/trick", "invalid_value"),
        ({"seat": 5}, "/seat", "not_a_seat"),
        ({"side": 3}, "/side", "invalid_value"),
        ({"card": "H7"}, "/card", "not_a_card"),
        ({"points": {"3": 1}}, "/points/3", "unknown_field"),
        ({"points": [1]}, "/points", "wrong_type"),
        ({"reason": " "}, "/reason", "invalid_value"),
        ({"deal": 1}, "/deal", "unknown_field"),
        ({"dry_run": "yes"}, "/dry_run", "wrong_type"),
        ({"kind": "ruling"}, "/kind", "unknown_field"),
        ({"finding": new_id()}, "/finding", "invalid_value"),
        ({"remedy": "adjust"}, "/points", "missing_field"),
        ({"remedy": "adjust", "points": {"1": 10}, "reason": None}, "/reason", "missing_field"),
        ({"remedy": "penalty_points", "points": {"1": -20}}, "/points/1", "invalid_value"),
        ({"remedy": "penalty_points", "points": {"1": 0}}, "/points", "invalid_value"),
        ({"remedy": "card_loses_strength", "card": "E6"}, "/card", "invalid_value"),
    ],
    ids=str,
)
def test_what_is_no_ruling(told: Json, pointer: str, code: str) -> None:
    court = Court(*RUNNING, trick(FIRST))
    dispute = court.taken()
    before = court.game.stored()
    assert places(ruling(court, dispute, **{"remedy": "warning"} | told)) == [(pointer, code)]
    assert court.game.stored() == before


@pytest.mark.parametrize(
    ("reports", "remedy"),
    [
        ([*RUNNING, count(97, 60)], "trick_to_opponents"),
        ([*RUNNING, trick(FIRST), count(97, 60)], "card_loses_strength"),
        ([deal()], "deal_lost"),
        (RUNNING, "weis_struck"),
        (RUNNING, "stoeck_struck"),
        ([*RUNNING, count(97, 60)], "split_difference"),
        (RUNNING, "claim_void"),
    ],
    ids=str,
)
def test_a_remedy_that_would_do_nothing(reports: list[Json], remedy: str) -> None:
    court = Court(*reports)
    problem = problem_in(ruling(court, court.taken(), remedy=remedy))
    assert (problem["status"], problem["code"], problem["remedy"]) == (409, "remedy_not_possible", remedy)
    assert remedy not in problem["possible"]
    assert set(problem["possible"]) <= set(REMEDIES)


def test_each_fault_of_a_ruling_is_told_at_once() -> None:
    court = Court(*R1)
    told = ruling(court, court.taken(), remedy="gallows", discovered=None, colour="red", seat=9)
    assert sorted(places(told)) == [
        ("/colour", "unknown_field"),
        ("/discovered", "missing_field"),
        ("/remedy", "invalid_value"),
        ("/seat", "not_a_seat"),
    ]


# --- a dry run -------------------------------------------------------------------------------------------------------

TRIED: list[Json] = [
    {"remedy": "this_and_later_tricks_to_opponents"},
    {"remedy": "deal_void"},
    {"remedy": "deal_lost"},
    {"remedy": "adjust", "points": {"1": 500, "2": -7}},
    {"remedy": "card_loses_strength"},
    {"remedy": "forfeit"},
    {"remedy": "score_stands"},
]


@pytest.mark.parametrize("told", TRIED, ids=lambda one: one["remedy"])
def test_a_dry_run_says_what_would_be_and_writes_nothing(told: Json) -> None:
    court = Court(*R1, deal(), announce("rosen"), trick("R6 RU RK RA"))
    dispute = court.taken()
    before = [court.game.stored(), list(Dispute.objects.values())]
    tried = ruling(court, dispute, dry_run=True, **told)
    assert (tried.status, tried.body.pop("dry_run")) == (200, True)
    assert "etag" not in tried.headers
    assert [court.game.stored(), list(Dispute.objects.values())] == before
    said = tried.body
    said.pop("dry_run", None)
    made = ruling(court, dispute, **told)
    assert made.status == 201
    real = made.body
    assert said["ruling"].pop("id") is said["dispute"]["timeline"][-1]["id"] is None
    real["ruling"].pop("id")
    for body in (said, real):
        body["dispute"]["timeline"][-1]["id"] = None
        body.pop("dry_run", None)
    assert without_chance(said) == without_chance(real)
    court.is_sound()


def test_a_dry_run_is_refused_like_the_real_thing() -> None:
    court = Court(*R1)
    dispute = court.dispute()
    assert ruling(court, dispute, remedy="warning", dry_run=True).code == (409, "out_of_phase")
    assert court.do(dispute, "rulings", by=court.scorer, **BODIES["rulings"], dry_run=True).code == (403, "forbidden")


def test_every_remedy_that_is_possible_is_shown_with_what_it_would_change() -> None:
    court = Court(*R1, deal(), announce("rosen"), trick("R6 RU RK RA"))
    dispute = court.taken()
    row = Dispute.objects.get(pk=dispute["id"])
    game = games.find(uuid.UUID(court.game.id))
    assert game is not None
    shown = preview(game, row, discovered="deal_over")
    assert shown[0].remedy == "this_and_later_tricks_to_opponents"
    assert [one.remedy for one in shown if one.usual] == ["this_and_later_tricks_to_opponents"]
    assert {one.remedy: one.needs for one in shown if one.needs} == {"adjust": "points", "penalty_points": "points"}
    for one in shown:
        if one.after is not None:
            told = ruling(court, dispute, remedy=one.remedy, dry_run=True).body
            assert told["after"] == one.after, one.remedy


# --- a retry ---------------------------------------------------------------------------------------------------------


def test_a_ruling_may_be_sent_again_with_what_it_had_left_out() -> None:
    court = Court(*RUNNING, trick(FIRST))
    dispute, id_ = court.taken(), new_id()
    bare = {"remedy": "card_loses_strength", "id": id_}
    first = ruling(court, dispute, **bare)
    assert (first.status, first.body["ruling"]["card"]) == (201, "S9")
    before = court.game.stored()
    for told in (bare, {**bare, "trick": 1, "seat": 2, "card": "s9"}, {**bare, "side": 2, "seat": 2}):
        again = ruling(court, dispute, **told)
        assert (again.status, again.body["duplicate"], again.body["ruling"]["id"]) == (200, True, id_)
        assert "before" not in again.body
    for told in ({**bare, "seat": 4}, {**bare, "remedy": "warning"}, {**bare, "reason": "other"}):
        assert ruling(court, dispute, **told).code == (409, "id_reused")
    assert court.game.stored() == before


# --- what follows ----------------------------------------------------------------------------------------------------


def test_a_ruling_on_an_earlier_deal_ends_the_game_and_an_appeal_reopens_it() -> None:
    court = Court(*R1, *opening_of("R2", forehand=2), *tricks_of("R2"), rules={"target": 1000})
    dispute = court.taken()
    before = court.game.game()
    told = ruling(court, dispute, remedy="adjust", points={"1": 1000}).body
    assert told["game"]["result"] == {
        "winners": [1],
        "winner": 1,
        "reason": "ruling",
        "deal": 1,
        "official": True,
    }
    assert [one["effect"] for one in told["effects"]] == ["scored_anew", "game_ended"]
    assert [one["status"] for one in court.game.deals()] == ["settled", "surplus"]
    court.is_sound()
    court.done(dispute, "appeal", by=court.scorer, side=2, statement="no")
    told = court.ruled(dispute, by=court.urs, remedy="score_stands")
    assert [one["effect"] for one in told["effects"]] == ["scored_anew", "game_reopened"]
    after = court.game.game()
    assert [after[name] for name in ("sides", "status", "next")] == [
        before[name] for name in ("sides", "status", "next")
    ]


def test_a_ruling_that_voids_a_deal_lets_it_be_dealt_again() -> None:
    court = Court(*R1, *opening_of("R2", forehand=2), *tricks_of("R2"))
    first, second = (deal["scores"] for deal in court.game.deals())
    dispute = court.taken()
    ruling(court, dispute, remedy="deal_void")
    voided = court.game.deals()[0]
    assert (voided["status"], voided["scores"]) == ("void", None)
    assert totals(court) == [score["total"] for score in second]
    court.is_sound()
    assert court.game.report(deal())["game"]["deal"]["dealer"] == 4, "who dealt the void deal deals again"
    court.done(dispute, "appeal", by=court.scorer, side=2, statement="no")
    court.done(dispute, "take", by=court.urs)
    assert court.do(dispute, "dismiss", by=court.urs, reason="no").status == 200
    assert totals(court) == [one["total"] + other["total"] for one, other in zip(first, second, strict=True)]


def test_a_misdeal_that_all_have_signed_stays_one_whatever_is_ruled() -> None:
    court = Court(*R1)
    dispute = court.taken()
    ruling(court, dispute, remedy="deal_void")
    misdeal = court.game.report(incident("misdeal", deal=1))["reports"][0]["id"]
    court.game.report(confirm(1, report=misdeal), confirm(2, report=misdeal))
    court.done(dispute, "appeal", by=court.scorer, side=2, statement="no")
    court.done(dispute, "take", by=court.urs)
    told = {"discovered": "deal_over", "remedy": "trick_to_opponents", "reason": "so"}
    refused = court.do(dispute, "rulings", by=court.urs, **told)
    assert refused.code == (409, "remedy_not_possible"), "in a void deal"
    court.done(dispute, "dismiss", by=court.urs, reason="no")
    assert (court.game.deal["status"], totals(court)) == ("void", [0, 0])
    assert court.game.report(deal())["game"]["deal"]["dealer"] == 4
    court.is_sound()


def test_a_penalty_in_a_void_deal_is_told_by_its_account() -> None:
    court = Court(*R1)
    ruling(court, court.taken(), remedy="deal_void")
    told = ruling(court, court.taken(), remedy="penalty_points", points={"2": 20}).body
    assert told["after"]["totals"] == {"1": 0, "2": -20}
    explained = court.organizer.get(f"{court.game.path}/explain?deal=1").body
    assert [step["text"] for step in explained["steps"] if step["step"] == "void"][1:] == [
        "A ruling takes 20 from Beat & Dario all the same."
    ]
    assert explained["totals"] == {"before": {"1": 0, "2": 0}, "after": {"1": 0, "2": -20}}
    court.is_sound()


def test_a_correction_after_a_ruling() -> None:
    court = Court(*RUNNING)
    wrong = court.game.report(trick("RA S9 RK R9"))["reports"][0]["id"]
    told = ruling(court, court.taken(), remedy="trick_to_opponents").body
    assert told["after"]["scores"][0]["tricks"] == 29
    court.game.report(correct(wrong, trick(FIRST)))
    assert court.game.deal["tricks"][0]["awarded_to"] == 1
    assert [score["tricks"] for score in court.game.deal["scores"]] == [39, 0]
    court.is_sound()


def test_a_ruling_takes_no_signature_away_and_stands_in_no_reports_way() -> None:
    court = Court(*R1[:-1])
    ruling(court, court.taken(), remedy="trick_to_opponents")
    court.game.report(R1[-1], deal(), announce("rosen"))
    court.is_sound()
    assert court.game.deals()[0]["tricks"][0]["awarded_to"] == 1


def test_a_decision_is_not_taken_back_by_a_report() -> None:
    court = Court(*R1)
    dispute = court.taken()
    made = ruling(court, dispute, remedy="warning").body["ruling"]["id"]
    for id_ in (dispute["id"], made):
        assert court.game.refused({"kind": "retract", "report": id_})["code"] == "invalid_value"
        assert court.game.refused({"kind": "confirm", "side": 1, "report": id_})["code"] == "invalid_value"


def test_a_deal_that_is_taken_back_takes_no_ruling() -> None:
    court = Court(*R1)
    opened = court.game.report(deal())["reports"][0]["id"]
    dispute = court.taken(deal=2, trick=None)
    court.game.report({"kind": "retract", "report": opened, "as_played": True})
    court.is_sound()
    problem = problem_in(ruling(court, dispute, remedy="warning"))
    assert (problem["code"], problem["possible"]) == ("remedy_not_possible", [])
    court.done(dispute, "dismiss", by=court.vreni, reason="There is no such deal.")


def test_a_claim_that_a_ruling_makes_void_is_as_if_it_were_not_made() -> None:
    court = Court(*RUNNING, trick(FIRST), claim(2))
    assert court.game.game()["result"]["reason"] == "false_claim"
    dispute = court.taken(category="false_claim", seat=1)
    told = ruling(court, dispute, remedy="claim_void", side=1).body
    assert told["effects"] == [{"effect": "game_reopened"}]
    assert told["after"]["status"] == "playing"
    court.is_sound()
    court.game.report(tricks_of("R1")[1])


def test_a_forfeit_ends_the_game() -> None:
    court = Court(*R1)
    told = ruling(court, court.taken(), remedy="forfeit").body
    assert told["after"]["result"] == {"winners": [1], "winner": 1, "reason": "forfeit", "deal": 1, "official": True}
    assert court.game.refused(deal())["code"] == "game_over"
    court.is_sound()


def test_a_wrong_count_is_split() -> None:
    court = Court(*RUNNING, count(98, 62, as_played=True))
    told = ruling(court, court.taken(category="wrong_count", trick=None, seat=None), remedy="split_difference").body
    assert [score["tricks"] for score in told["after"]["scores"]] == [96, 61]
    court.is_sound()


def test_a_proven_fault_is_ruled_on() -> None:
    court = Court(deal(), announce("rosen"), hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9"))
    court.game.send({**trick("RA E6 R8 R9"), "as_played": True})
    finding = court.game.deal["findings"][0]
    dispute = court.taken(finding=finding["id"], trick=None, seat=None)
    made = ruling(court, dispute, remedy="trick_to_opponents", discovered="trick_open").body["ruling"]
    assert (made["finding"], made["trick"], made["seat"]) == (finding["id"], 1, 2)
    assert [one["status"] for one in court.game.deal["findings"] if one["id"] == finding["id"]] == ["ruled"]
    court.is_sound()


# --- at once ---------------------------------------------------------------------------------------------------------


def test_a_ruling_costs_few_statements_however_long_the_game() -> None:
    court = Court(*R1, rules={"target": 1_000_000})
    for number in range(2, 8):
        court.game.report(*reports_of("R1", forehand=(number - 1) % 4 + 1))
    last, first = court.taken(deal=7), court.taken()

    def ruled(dispute: Json) -> Callable[[], Answer]:
        return lambda: ruling(court, dispute, remedy="trick_to_opponents", id=new_id())

    assert costs(ruled(last), status=201) <= 20  # two of them look, under the lock, whether it is judged still
    assert costs(ruled(first), status=201) <= 20, "six deals follow"


@pytest.mark.django_db(transaction=True)
def test_two_referees_at_once_do_not_both_decide() -> None:
    court = Court(*R1)
    dispute = court.at("appealed")
    answers: list[tuple[int, str | None]] = []

    def rule(by: Any) -> None:
        try:
            answer = court.do(dispute, "rulings", by=by, **BODIES["rulings"])
            answers.append((answer.status, answer.body.get("code")))
        finally:
            connections.close_all()

    waiting = [threading.Thread(target=rule, args=(by,)) for by in (court.urs, court.organizer)]
    with transaction.atomic():
        if connection.vendor == "postgresql":
            games.locked(uuid.UUID(court.game.id))
            for one in waiting:
                one.start()
    if connection.vendor != "postgresql":
        for one in waiting:
            one.start()
    for one in waiting:
        one.join(timeout=60)
    assert sorted(answers) == [(201, None), (409, "out_of_phase")]
    assert Report.objects.filter(game=court.game.row, kind="ruling").count() == 2
    court.is_sound()
