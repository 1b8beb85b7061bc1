"""The life of a dispute over HTTP: who may do what and when, and who is told of it."""

import itertools
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.models import Dispute, Player, Report, Role
from scoring.rules.rulings.disputes import NEXT, STATES
from scoring.selectors import games
from scoring.selectors.access import at_the_desk
from scoring.services.disputes import steps as service
from scoring.services.disputes.entries import StepRequest
from tests.api.court import BODIES, Court
from tests.api.says import Json, announce, correct, deal, hand, new_id, reports_of, trick, tricks_of
from tests.api.table import Answer, problem_in
from tests.api.test_costs import costs

pytestmark = pytest.mark.django_db

R1 = reports_of("R1")
CELLS = list(itertools.product(STATES, BODIES))


@pytest.fixture
def court() -> Court:
    return Court(*R1)


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem_in(answer)["errors"]]


# --- raising ---------------------------------------------------------------------------------------------------------


def test_a_dispute_is_raised(court: Court) -> None:
    answer = court.raising(id="0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a01")
    assert answer.status == 201
    told = answer.body
    assert answer.headers["location"] == f"/api/v1/disputes/{told['id']}"
    assert answer.headers["etag"] == f'"{court.game.version}"'
    (raised,) = told.pop("timeline")
    assert (raised["what"], raised["statement"], raised["by"]) == (
        "raised",
        "He did not follow.",
        {"role": "scorer", "label": "phone"},
    )
    moment = told.pop("raised_at")
    assert told == {
        "id": "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a01",
        "game": court.game.id,
        "about": {"deal": court.game.deals()[0]["id"]},
        "deal": 1,
        "trick": 1,
        "seat": 2,
        "side": 2,
        "category": "revoke",
        "finding": None,
        "raised_by": {"side": 1},
        "state": "open",
        "expects": ["take", "statements", "withdraw"],
        "referee": None,
        "decided_by": None,
        "updated_at": moment,
    }
    assert court.read(told) == answer.body
    court.is_sound()


@pytest.mark.parametrize(
    ("told", "shown"),
    [({"seat": 3}, {"seat": 3}), (3, {"seat": 3}), ({"side": 2}, {"side": 2})],
    ids=str,
)
def test_a_seat_or_a_side_raises_it(court: Court, told: Any, shown: Json) -> None:
    assert court.dispute(raised_by=told)["raised_by"] == shown


def test_a_player_raises_for_the_own_seat_or_side(court: Court) -> None:
    phone = court.seats[3]
    assert court.dispute(by=phone, raised_by=None)["raised_by"] == {"seat": 3}
    for own in (3, {"seat": 3}, {"side": 1}):
        court.dispute(by=phone, raised_by=own)
    for other in (1, {"seat": 2}, {"side": 2}):
        assert court.raising(by=phone, raised_by=other).code == (403, "forbidden")
    assert places(court.raising(raised_by=None)) == [("/raised_by", "missing_field")]


def test_a_dispute_about_a_finding_is_about_its_play() -> None:
    court = Court(deal(), announce("rosen"), hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9"))
    found = court.game.send({**trick("RA E6 R8 R9"), "as_played": True}).body["findings"][0]
    told = court.dispute(finding=found["id"], trick=None, seat=None)
    assert (told["finding"], told["seat"], told["trick"]) == (found["id"], 2, 1)
    assert places(court.raising(finding=new_id())) == [("/finding", "invalid_value")]


def test_a_dispute_may_be_sent_again_when_its_finding_has_gone() -> None:
    court = Court(deal(), announce("rosen"), hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9"))
    wrong = court.game.send({**trick("RA E6 R8 R9"), "as_played": True, "id": new_id()}).body
    told = {"id": new_id(), "finding": wrong["findings"][0]["id"], "trick": None, "seat": None}
    court.dispute(**told)
    court.game.report(correct(wrong["reports"][0]["id"], trick("RA R7 R8 R9")))
    again = court.raising(**told)
    assert (again.status, again.body["duplicate"], again.body["seat"], again.body["trick"]) == (200, True, 2, 1)
    for other in ({"seat": 3}, {"trick": 2}, {"finding": None}, {"statement": "Something else."}):
        assert court.raising(**told | other).code == (409, "id_reused")


@pytest.mark.parametrize(
    ("told", "pointer", "code"),
    [
        ({"deal": 2}, "/deal", "invalid_value"),
        ({"deal": 0}, "/deal", "invalid_value"),
        ({"deal": None}, "/deal", "missing_field"),
        ({"deal": "1"}, "/deal", "wrong_type"),
        ({"category": None}, "/category", "missing_field"),
        ({"category": "Not a word"}, "/category", "invalid_value"),
        ({"statement": None}, "/statement", "missing_field"),
        ({"statement": "  "}, "/statement", "invalid_value"),
        ({"statement": 7}, "/statement", "wrong_type"),
        ({"trick": 10}, "/trick", "invalid_value"),
        ({"seat": 5}, "/seat", "not_a_seat"),
        ({"raised_by": "1"}, "/raised_by", "wrong_type"),
        ({"raised_by": {}}, "/raised_by", "invalid_value"),
        ({"raised_by": {"seat": 1, "side": 1}}, "/raised_by", "invalid_value"),
        ({"raised_by": {"seat": 5}}, "/raised_by/seat", "not_a_seat"),
        ({"id": "7"}, "/id", "invalid_value"),
        ({"finding": "7"}, "/finding", "invalid_value"),
        ({"step": "taken"}, "/step", "unknown_field"),
        ({"dispute": "7"}, "/dispute", "unknown_field"),
        ({"kind": "dispute"}, "/kind", "unknown_field"),
    ],
    ids=str,
)
def test_what_cannot_be_raised(court: Court, told: Json, pointer: str, code: str) -> None:
    before = court.game.stored()
    assert places(court.raising(**told)) == [(pointer, code)]
    assert court.game.stored() == before
    assert not Dispute.objects.exists()


def test_before_the_first_deal_there_is_nothing_to_dispute() -> None:
    assert places(Court().raising()) == [("/deal", "invalid_value")]


def test_any_word_is_a_category(court: Court) -> None:
    assert court.dispute(category="shouting", trick=None, seat=None)["category"] == "shouting"


# --- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("state", "action"), CELLS)
def test_every_cell_of_the_table(court: Court, state: str, action: str) -> None:
    dispute = court.at(state)
    by = court.urs if action in {"take", "rulings", "dismiss"} else court.organizer
    if state == "under_review" and action != "take":
        by = court.vreni if action in {"rulings", "dismiss"} else by
    before = court.game.stored()
    answer = court.do(dispute, action, by=by, **BODIES[action])
    if action in NEXT[state]:
        assert answer.status in {200, 201}
        assert court.read(dispute)["state"] == NEXT[state][action]
        court.is_sound()
        return
    assert answer.code == (409, "out_of_phase")
    assert answer.body["expects"] == list(NEXT[state]) == dispute["expects"]
    assert court.game.stored() == before


def test_a_whole_life(court: Court) -> None:
    dispute = court.dispute()
    court.done(dispute, "statements", by=court.seats[2], statement="The card stuck.")
    court.done(dispute, "take", by=court.vreni)
    court.done(dispute, "statements", by=court.vreni, statement="I have seen the trick.")
    court.ruled(dispute, remedy="this_and_later_tricks_to_opponents")
    court.done(dispute, "appeal", by=court.seats[4], statement="Too much.")
    court.done(dispute, "take", by=court.urs)
    court.ruled(dispute, by=court.urs, remedy="trick_to_opponents")
    told = court.read(dispute)
    assert (told["state"], told["expects"]) == ("final", [])
    assert (told["referee"], told["decided_by"]) == (court.users["urs"].username, court.users["urs"].username)
    steps = [(step["what"], step["by"]["role"], step.get("side"), step.get("superseded")) for step in told["timeline"]]
    assert steps == [
        ("raised", "scorer", None, None),
        ("statement", "player", 2, None),
        ("taken", "referee", None, None),
        ("statement", "referee", None, None),
        ("ruled", "referee", None, True),
        ("appealed", "player", 2, None),
        ("taken", "referee", None, None),
        ("ruled", "referee", None, False),
    ]
    rulings = [step["ruling"]["remedy"] for step in told["timeline"] if "ruling" in step]
    assert rulings == ["this_and_later_tricks_to_opponents", "trick_to_opponents"]


def test_a_dispute_changes_hands(court: Court) -> None:
    dispute = court.taken()
    assert court.read(dispute)["referee"] == court.users["vreni"].username
    again = court.do(dispute, "take", by=court.vreni)
    assert (again.status, again.body["duplicate"]) == (200, True)
    for action in ("rulings", "dismiss"):
        answer = court.do(dispute, action, by=court.urs, **BODIES[action])
        assert answer.code == (409, "out_of_phase"), "another has it"
        assert answer.body["expects"] == ["take", "statements", "withdraw"]
    court.done(dispute, "take", by=court.urs)
    assert court.do(dispute, "rulings", by=court.vreni, **BODIES["rulings"]).code == (409, "out_of_phase")
    court.ruled(dispute, by=court.urs, remedy="warning")


def test_an_appeal_goes_to_somebody_else(court: Court) -> None:
    dispute = court.at("appealed")
    for action in ("take", "rulings", "dismiss"):
        answer = court.do(dispute, action, by=court.vreni, **BODIES[action])
        assert answer.code == (403, "forbidden")
        assert answer.body["detail"] == "An appeal is decided by somebody else than who decided first."
    second = court.referee(court.users["vreni"])
    assert court.do(dispute, "take", by=second).code == (403, "forbidden"), "another token of the same account"
    court.done(dispute, "take", by=court.organizer)
    assert court.do(dispute, "rulings", by=court.urs, **BODIES["rulings"]).code == (409, "out_of_phase")
    court.ruled(dispute, by=court.organizer, remedy="warning")
    assert court.read(dispute)["state"] == "final"


def test_who_plays_does_not_decide(court: Court) -> None:
    dispute = court.dispute()
    anna = court.game.game()["seats"][0]["player"]["id"]
    court.club.organizer.call("PATCH", f"/players/{anna}", {"user": court.users["vreni"].username})
    for action in ("take", "rulings", "dismiss"):
        answer = court.do(dispute, action, by=court.vreni, **BODIES[action])
        assert answer.code == (403, "forbidden")
        assert answer.body["detail"] == "Whoever plays in a game does not decide its disputes."
    court.done(dispute, "take", by=court.urs)
    court.club.organizer.call("PATCH", f"/players/{anna}", {"user": None})
    court.done(dispute, "take", by=court.vreni)


def test_the_organizer_who_plays_does_not_decide_either(court: Court) -> None:
    dispute = court.dispute()
    Player.objects.filter(pk=court.game.game()["seats"][3]["player"]["id"]).update(user=court.club.user)
    assert court.do(dispute, "take", by=court.organizer).code == (403, "forbidden")
    assert court.do(dispute, "withdraw", by=court.organizer).status == 200


def test_an_account_of_a_player_who_was_merged_plays_as_well(court: Court) -> None:
    dispute = court.dispute()
    seated = court.game.game()["seats"][0]["player"]["id"]
    double = court.club.organizer.post("/players", {"name": "Anna"}).body["id"]
    court.club.organizer.call("PATCH", f"/players/{double}", {"user": court.users["vreni"].username})
    assert court.club.organizer.post(f"/players/{double}/merge", {"into": seated}).status == 200
    assert court.do(dispute, "take", by=court.vreni).code == (403, "forbidden")


# --- who speaks ------------------------------------------------------------------------------------------------------


def test_who_states_what_for_whom(court: Court) -> None:
    dispute = court.dispute()
    said = "So it was."
    told = court.done(dispute, "statements", by=court.seats[1], statement=said)
    assert told["timeline"][-1]["side"] == 1
    assert court.done(dispute, "statements", by=court.seats[1], statement=said, side=1)
    assert court.do(dispute, "statements", by=court.seats[1], statement=said, side=2).code == (403, "forbidden")
    assert court.done(dispute, "statements", by=court.scorer, statement=said, side=2)
    assert places(court.do(dispute, "statements", by=court.scorer, statement=said)) == [("/side", "missing_field")]
    assert court.done(dispute, "statements", by=court.vreni, statement=said)["timeline"][-1]["side"] is None
    assert places(court.do(dispute, "statements", by=court.vreni)) == [("/statement", "missing_field")]


def test_who_withdraws(court: Court) -> None:
    by_seat, by_side = court.dispute(raised_by=3), court.dispute(raised_by={"side": 1})
    for dispute, by in ((by_seat, 1), (by_seat, 2), (by_side, 2)):
        assert court.do(dispute, "withdraw", by=court.seats[by]).code == (403, "forbidden")
    for dispute in (by_seat, by_side):
        assert court.do(dispute, "withdraw", by=court.vreni).code == (403, "forbidden")
    told = court.done(by_seat, "withdraw", by=court.seats[3], reason="It was a mistake.")
    assert told["timeline"][-1]["statement"] == "It was a mistake."
    court.done(by_side, "withdraw", by=court.seats[3])
    court.done(court.dispute(), "withdraw", by=court.organizer)
    court.done(court.dispute(), "withdraw", by=court.scorer)


def test_who_appeals(court: Court) -> None:
    dispute = court.at("dismissed")
    assert court.do(dispute, "appeal", by=court.vreni, statement="no").code == (403, "forbidden")
    assert court.do(dispute, "appeal", by=court.seats[1], statement="no", side=2).code == (403, "forbidden")
    assert places(court.do(dispute, "appeal", by=court.scorer, statement="no")) == [("/side", "missing_field")]
    told = court.done(dispute, "appeal", by=court.seats[1], statement="no")
    assert (told["state"], told["timeline"][-1]["side"], told["referee"]) == ("appealed", 1, None)
    assert court.done(court.at("ruled"), "appeal", by=court.organizer, statement="no")["state"] == "appealed"


def test_take_and_withdraw_need_no_body(court: Court) -> None:
    dispute = court.dispute()
    for action, by in (("take", court.vreni), ("withdraw", court.scorer)):
        assert by.call("POST", f"/disputes/{dispute['id']}/{action}").status == 200
    assert court.vreni.call("POST", f"/disputes/{dispute['id']}/dismiss").code == (400, "malformed_json")


# --- a retry is safe -------------------------------------------------------------------------------------------------


def test_the_same_id_and_content_is_a_duplicate(court: Court) -> None:
    id_ = new_id()
    first = court.raising(id=id_)
    assert first.status == 201
    court.done(first.body, "take", by=court.vreni)
    before = court.game.stored()
    again = court.raising(id=id_)
    assert (again.status, again.body["duplicate"], again.body["state"]) == (200, True, "under_review")
    assert court.raising(id=id_, statement="Something else.").code == (409, "id_reused")
    assert court.raising(id=court.game.journal()[0]["id"]).code == (409, "id_reused")
    assert court.game.send({"kind": "deal", "id": id_}).code == (409, "id_reused")
    assert court.game.stored() == before


@pytest.mark.parametrize("action", BODIES)
def test_a_step_may_be_sent_again_whatever_came_after(court: Court, action: str) -> None:
    state = {"rulings": "under_review", "dismiss": "under_review", "appeal": "ruled"}.get(action, "open")
    by = {"statements": court.scorer, "withdraw": court.scorer, "appeal": court.scorer}.get(action, court.vreni)
    dispute, body = court.at(state), {**BODIES[action], "id": new_id()}
    assert court.do(dispute, action, by=by, **body).status in {200, 201}
    if action in {"rulings", "dismiss"}:
        court.done(dispute, "appeal", by=court.scorer, statement="no", side=1)
        court.done(dispute, "dismiss", by=court.urs, reason="no")
    before = court.game.stored()
    again = court.do(dispute, action, by=by, **body)
    assert (again.status, again.body["duplicate"]) == (200, True), again.raw
    stale = by.post(f"/disputes/{dispute['id']}/{action}", body, if_match='"1"')
    assert stale.status == 200
    another = court.dispute()
    assert court.do(another, action, by=by, **body).code == (409, "id_reused")
    assert len(court.game.stored()[3]) == len(before[3]) + 1


def test_an_id_of_another_games_dispute_is_taken(court: Court) -> None:
    id_ = court.dispute()["id"]
    other = Court(*R1)
    assert other.raising(id=id_).code == (409, "id_reused")
    assert other.game.version == len(R1)


def test_a_client_that_is_behind_is_told_so(court: Court) -> None:
    answer = court.scorer.post(
        f"{court.game.path}/disputes",
        {"category": "remark", "deal": 1, "raised_by": 1, "statement": "no"},
        if_match='"1"',
    )
    assert answer.code == (412, "version_conflict")
    dispute = court.dispute()
    tag = f'"{court.game.version}"'
    answer = court.vreni.post(f"/disputes/{dispute['id']}/take", {}, if_match='"1"')
    assert (answer.code, answer.headers["etag"]) == ((412, "version_conflict"), tag)
    assert court.vreni.post(f"/disputes/{dispute['id']}/take", {}, if_match=tag).status == 200


# --- lists -----------------------------------------------------------------------------------------------------------


def test_the_list_has_the_oldest_first_and_filters(court: Court) -> None:
    made = [court.dispute()["id"] for _ in range(3)]
    other = Court(*R1, club=court.club)
    theirs = other.dispute()["id"]
    court.do({"id": made[1]}, "take", by=court.vreni)

    def listed(query: str = "", by: Any = court.organizer) -> list[str]:
        return [one["id"] for one in by.pages(f"/disputes{query}")]

    assert listed() == [*made, theirs]
    assert listed("?limit=1") == [*made, theirs]
    assert listed(f"?game={court.game.id}") == made
    assert listed("?state=under_review") == [made[1]]
    assert listed("?referee=" + court.users["vreni"].username) == [made[1]]
    assert listed("?referee=me", court.vreni) == [made[1]]
    assert listed("?referee=me", court.urs) == listed("?referee=me", court.scorer) == []
    assert listed("?age=0") == [*made, theirs]
    assert listed("?age=1") == []
    Dispute.objects.filter(pk=made[2]).update(raised_at=timezone.now() - timedelta(minutes=31))
    assert listed("?age=31") == [made[2]]
    assert listed("?age=32") == []
    assert listed(by=court.vreni) == [made[2], *made[:2]]
    assert [one["id"] for one in court.scorer.pages(f"{court.game.path}/disputes")] == [made[2], *made[:2]]
    assert [one["id"] for one in court.scorer.pages(f"{court.game.path}/disputes?state=open")] == [made[2], made[0]]
    assert "timeline" not in court.organizer.get("/disputes").body["results"][0]


def test_a_list_costs_the_same_however_long_it_is(court: Court) -> None:
    court.done(court.dispute(), "take", by=court.vreni)
    few = costs(lambda: court.organizer.get("/disputes"))
    for by in (court.vreni, court.urs, court.vreni):
        court.done(court.dispute(), "take", by=by)
    assert costs(lambda: court.organizer.get("/disputes")) == few == 2
    assert costs(lambda: court.vreni.get(f"{court.game.path}/disputes")) == 3


@pytest.mark.parametrize("query", ["?state=gone", "?game=7", "?age=-1", "?age=x", "?colour=red", "?cursor=x"])
def test_what_a_list_does_not_know(court: Court, query: str) -> None:
    assert court.organizer.get(f"/disputes{query}").status == 422


# --- who is told -----------------------------------------------------------------------------------------------------


def test_the_public_is_told_of_nothing_but_that_no_result_is_official(court: Court) -> None:
    dispute = court.at("ruled")
    outsider = court.game.outsider
    for path in ("/disputes", f"/disputes/{dispute['id']}", f"{court.game.path}/disputes"):
        assert outsider.get(path).code == (401, "not_authenticated")
    public = court.game.journal(by=outsider)[len(R1) :]
    assert len(public) == 3
    for entry in public:
        assert entry.keys() == {"seq", "id", "kind", "occurred_at", "recorded_at"}
        assert entry["kind"] in {"dispute", "ruling"}
    for device in (court.scorer, court.seats[2], court.vreni, court.organizer):
        told = court.game.journal(by=device)[len(R1) :]
        assert [entry["dispute"] for entry in told] == [dispute["id"]] * 3
        assert all("by" in entry and "replaced_by" in entry for entry in told)


def test_another_game_learns_nothing(court: Court) -> None:
    dispute = court.taken()
    other = Court(*R1)
    for device in (other.organizer, other.vreni, other.scorer, other.seats[1]):
        assert device.get(f"/disputes/{dispute['id']}").code == (404, "not_found")
        assert device.get(f"{court.game.path}/disputes").code == (403, "forbidden")
        assert court.raising(by=device).code == (403, "forbidden")
        assert device.pages("/disputes") == []
        for action, body in BODIES.items():
            none = device.post(f"/disputes/{new_id()}/{action}", body)
            theirs = court.do(dispute, action, by=device, **body)
            assert none.code == theirs.code == (404, "not_found")
    journal = court.game.journal(by=other.vreni)
    assert "dispute" not in journal[-1]


def test_a_private_game_is_like_none() -> None:
    court, other = Court(*R1, public=False), Court(*R1)
    for device in (other.vreni, other.scorer):
        assert device.get(f"{court.game.path}/disputes").code == (404, "not_found")
        assert court.raising(by=device).code == (404, "not_found")


# --- official --------------------------------------------------------------------------------------------------------


def test_no_result_is_official_while_a_dispute_waits() -> None:
    court = Court(*R1, rules={"deals": 1})

    def official() -> bool:
        return bool(court.game.game(by=court.game.outsider)["result"]["official"])

    assert official()
    first, second = court.dispute(), court.dispute()
    assert not official()
    court.done(first, "take", by=court.vreni)
    court.ruled(first, remedy="score_stands")
    assert not official(), "the second waits"
    court.done(second, "withdraw", by=court.scorer)
    assert official()
    court.done(first, "appeal", by=court.scorer, statement="no", side=2)
    assert not official()
    court.done(first, "dismiss", by=court.urs, reason="no")
    assert official()


def test_a_game_that_ends_while_a_dispute_waits() -> None:
    court = Court(*R1[:-1], rules={"deals": 1})
    dispute = court.dispute()
    assert court.game.game()["result"] is None
    result = court.game.report(tricks_of("R1")[-1])["game"]["result"]
    assert result["official"] is False
    court.is_sound()
    court.done(dispute, "withdraw", by=court.scorer)
    assert court.game.game()["result"] == {**result, "official": True}


def test_a_dismissal_settles_what_was_proven() -> None:
    hands = hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9")
    court = Court(deal(), announce("rosen"), hands, rules={"deals": 1})
    court.game.send({**trick("RA E6 R8 R9"), "as_played": True})
    finding = court.game.deal["findings"][0]
    dispute = court.dispute(finding=finding["id"], trick=None, seat=None)
    court.done(dispute, "take", by=court.vreni)
    court.done(dispute, "dismiss", by=court.vreni, reason="The hand was typed wrong.")
    assert [one["status"] for one in court.game.deal["findings"] if one["id"] == finding["id"]] == ["dismissed"]


def test_the_newest_decision_says_what_became_of_a_finding() -> None:
    court = Court(deal(), announce("rosen"), hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9"))
    finding = court.game.send({**trick("RA E6 R8 R9"), "as_played": True}).body["findings"][0]["id"]
    first, second = (court.taken(finding=finding, trick=None, seat=None) for _ in range(2))

    def status() -> str:
        return str(court.game.deal["findings"][0]["status"])

    court.done(first, "dismiss", by=court.vreni, reason="no")
    assert status() == "dismissed"
    court.ruled(second, remedy="warning")
    assert status() == "ruled"
    court.done(first, "appeal", by=court.scorer, side=1, statement="no")
    court.done(first, "take", by=court.urs)
    court.done(first, "dismiss", by=court.urs, reason="no")
    assert status() == "dismissed"


# --- rows ------------------------------------------------------------------------------------------------------------


def test_the_journal_keeps_who_acted(court: Court) -> None:
    court.at("final")
    rows = Report.objects.filter(game=court.game.row, kind__in=("dispute", "ruling")).order_by("seq")
    vreni, urs = court.users["vreni"].pk, court.users["urs"].pk
    assert [row.user_id for row in rows] == [None, vreni, vreni, court.club.user.pk, urs]
    assert [row.token_id is not None for row in rows] == [True] * 5


def test_an_abandoned_game_keeps_its_disputes() -> None:
    court = Court(*R1)
    dispute = court.taken()
    court.organizer.post(f"{court.game.path}/abandon", {"reason": "rain"})
    court.ruled(dispute, remedy="score_stands")
    assert court.game.game()["status"] == "abandoned"


def test_a_referee_without_his_token_decides_nothing_more(court: Court) -> None:
    dispute = court.taken()
    court.vreni.call("DELETE", "/me")
    assert court.do(dispute, "dismiss", by=court.vreni, reason="x").code == (401, "not_authenticated")
    court.done(dispute, "take", by=court.urs)


def test_at_the_review_desk_people_act_without_a_token(court: Court) -> None:
    dispute = Dispute.objects.get(pk=court.dispute()["id"])
    now = timezone.now()
    stranger = User.objects.create_user("stranger")
    with transaction.atomic():
        game = games.locked(uuid.UUID(court.game.id))
        assert game is not None
        assert at_the_desk(stranger, game, now=now) is None
        vreni = at_the_desk(court.users["vreni"], game, now=now)
        owner = at_the_desk(court.club.user, game, now=now)
        assert vreni is not None
        assert owner is not None
        assert (vreni.role, owner.role) == (Role.REFEREE, Role.ORGANIZER)
        step = StepRequest(actor=vreni, now=now)
        service.take(game, dispute, step=step).finish()
        service.dismiss(game, dispute, reason="no", step=step).finish()
    told = court.read({"id": str(dispute.pk)})
    assert (told["state"], told["decided_by"]) == ("dismissed", court.users["vreni"].username)
    assert told["timeline"][-1]["by"] == {"role": "referee", "label": court.users["vreni"].username}
    court.is_sound()
