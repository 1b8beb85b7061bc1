"""What is wrong with the form of a call: all faults at once, each with its place; and the order of all checks."""

from typing import Any

import pytest

from scoring.models import Role
from tests.api.provoked import FORMS
from tests.api.says import Json, announce, deal, hand, new_id, play, push, trick
from tests.api.table import Answer, Club, GameClient, problem_in

pytestmark = pytest.mark.django_db

KINDS = ["deal", "hand", "push", "announce", "weis", "play", "trick", "stoeck", "claim", "retract"]
MODES = ["eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"]
REQUIRED = {
    "deal": [],
    "hand": ["seat", "cards"],
    "push": [],
    "announce": ["mode"],
    "weis": ["seat", "cards"],
    "play": ["card"],
    "trick": ["cards"],
    "stoeck": ["seat"],
    "claim": ["side"],
    "retract": ["report"],
}


@pytest.fixture
def game() -> GameClient:
    return Club().open()


def faults_of(answer: Answer) -> list[tuple[int | None, str, str]]:
    """Each fault of a 422: the index of its report, its place and its code."""
    assert answer.status == 422, answer.raw
    return [(fault.get("report"), fault["pointer"], fault["code"]) for fault in problem_in(answer)["errors"]]


# --- one report ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_without_its_fields(game: GameClient, kind: str) -> None:
    missing = [(0, f"/reports/0/{name}", "missing_field") for name in REQUIRED[kind]]
    if missing:
        assert faults_of(game.send({"kind": kind})) == missing
    assert faults_of(game.send({"kind": kind, "crad": 1})) == [*missing, (0, "/reports/0/crad", "unknown_field")]


@pytest.mark.parametrize(
    ("report", "place", "code"),
    FORMS,
    ids=[f"{row}-{place}-{code}" for row, (_, place, code) in enumerate(FORMS)],
)
def test_a_report_that_is_not_of_its_form(game: GameClient, report: Json, place: str, code: str) -> None:
    answer = game.send(report)
    assert faults_of(answer) == [(0, f"/reports/0/{place}", code)]
    assert (answer.body["code"], answer.body["report"]) == (code, 0)
    assert game.version == 0


def test_a_fault_names_what_is_allowed(game: GameClient) -> None:
    problem = game.refused({"kind": "card"})
    assert set(KINDS) <= set(problem["allowed"])
    assert problem["errors"][0]["allowed"] == problem["allowed"]
    assert game.refused(announce("slalom"))["allowed"] == MODES


def test_a_null_is_as_good_as_nothing_where_a_field_may_be_left_out(game: GameClient) -> None:
    fields: Json = {"id": None, "occurred_at": None, "deal": None}
    body = game.report(deal(dealer=None, **fields), announce("rosen", seat=None, **fields))
    assert [sorted(line) for line in body["reports"]] == [
        ["duplicate", "id", "kind", "seq"],
        ["duplicate", "id", "kind", "mode", "seq"],
    ]


def test_cards_and_ids_are_read_in_small_letters_too_and_told_in_one_form(game: GameClient) -> None:
    id_ = new_id()
    game.report(deal(), announce("rosen"))
    body = game.report(trick("r6 ru Rk rA", id="urn:uuid:" + id_.upper()))
    assert (body["reports"][0]["id"], body["reports"][0]["cards"]) == (id_, ["R6", "RU", "RK", "RA"])
    again = game.send(trick("R6 RU RK RA", id=id_.replace("-", "")))
    assert (again.status, again.body["duplicate"]) == (200, True)


# --- the whole call --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/reports", "missing_field")]),
        ({"reports": None}, [("/reports", "wrong_type")]),
        ({"reports": {}}, [("/reports", "wrong_type")]),
        ({"reports": []}, [("/reports", "invalid_value")]),
        ({"reports": [deal()] * 201}, [("/reports", "invalid_value")]),
        ({"reports": ["deal"]}, [("/reports/0", "wrong_type")]),
        ({"reports": [None]}, [("/reports/0", "wrong_type")]),
        ({"reports": [deal()], "dry_run": "true"}, [("/dry_run", "wrong_type")]),
        ({"reports": [deal()], "dry_run": 1}, [("/dry_run", "wrong_type")]),
        ({"reports": [deal()], "dry_run": None}, [("/dry_run", "wrong_type")]),
        ({"reports": [deal()], "dryrun": True}, [("/dryrun", "unknown_field")]),
        ([deal()], [("", "wrong_type")]),
        ("deal", [("", "wrong_type")]),
    ],
    ids=str,
)
def test_a_call_that_is_not_of_its_form(game: GameClient, body: Any, faults: list[tuple[str, str]]) -> None:
    answer = game.call(body)
    assert [(pointer, code) for _, pointer, code in faults_of(answer)] == faults
    assert game.version == 0


def test_two_hundred_reports_are_not_too_many(game: GameClient) -> None:
    sent = [deal(id=new_id()), announce("rosen", id=new_id())]
    answer = game.send(*(sent * 100))
    assert answer.status == 201
    assert [line["duplicate"] for line in answer.body["reports"]] == [False, False] + [True] * 198
    assert game.version == 2


def test_all_faults_of_all_reports_at_once(game: GameClient) -> None:
    answer = game.call(
        {
            "reports": [play("R6"), play("H7", seat=9), deal(), {"kind": "slip"}, trick("R6 X1 R8 R9", nubmer=1), 4],
            "dry_run": False,
        }
    )
    assert faults_of(answer) == [
        (1, "/reports/1/card", "not_a_card"),
        (1, "/reports/1/seat", "not_a_seat"),
        (3, "/reports/3/kind", "unknown_kind"),
        (4, "/reports/4/cards/1", "not_a_card"),
        (4, "/reports/4/nubmer", "unknown_field"),
        (5, "/reports/5", "wrong_type"),
    ]
    assert (answer.body["code"], answer.body["report"]) == ("not_a_card", 1)


def test_faults_of_the_call_and_of_its_reports_at_once(game: GameClient) -> None:
    answer = game.call({"reports": [play("H7")], "dry_run": "no", "extra": 1})
    assert {(pointer, code) for _, pointer, code in faults_of(answer)} == {
        ("/dry_run", "wrong_type"),
        ("/reports/0/card", "not_a_card"),
        ("/extra", "unknown_field"),
    }


# --- the order of the checks -----------------------------------------------------------------------------------------


def test_the_token_comes_first(game: GameClient) -> None:
    missing = f"/games/{new_id()}/reports"
    for path in (missing, f"{game.path}/reports"):
        assert game.outsider.post(path, b"{").code == (401, "not_authenticated")
        assert game.club.device("jr_" + "A" * 43).post(path, b"{").code == (401, "not_authenticated")


def test_then_whether_the_game_is_there(game: GameClient) -> None:
    private, stranger = Club().open(public=False), game.organizer
    assert stranger.post(f"/games/{new_id()}/reports", b"{").code == (404, "not_found")
    assert stranger.post(f"{private.path}/reports", b"{").code == (404, "not_found")
    assert game.scorer.post(f"{private.path}/reports", b"{").code == (404, "not_found")


def test_then_the_right_to_it(game: GameClient) -> None:
    other = Club().open()
    assert other.organizer.post(f"{game.path}/reports", b"{").code == (403, "forbidden")
    assert other.scorer.post(f"{game.path}/reports", b"{").code == (403, "forbidden")


def test_then_the_json(game: GameClient) -> None:
    for body in (b"", b"{", b'{"reports": [], "reports": []}', b"\xff"):
        assert game.call(body).code == (400, "malformed_json")
    assert game.call(b"{}", content_type="text/plain").code == (415, "unsupported_media_type")
    assert game.call(b" " * 1_100_000).code == (413, "too_large")


def test_then_the_form_of_all_reports(game: GameClient) -> None:
    game.report(deal(id=(known := new_id())))
    player = game.club.device(game.token(Role.PLAYER, seat=1))
    assert game.send(push(id=known), play("H7"), if_match='"0"').code == (422, "not_a_card")
    assert game.send(trick("R6 R7 R8 R9"), play("H7"), by=player).code == (422, "not_a_card")


def test_then_the_right_to_each_report(game: GameClient) -> None:
    game.report(deal(id=(known := new_id())))
    player = game.club.device(game.token(Role.PLAYER, seat=1))
    answer = game.send(push(id=known), trick("R6 R7 R8 R9"), by=player, if_match='"0"')
    assert answer.code == (403, "forbidden")
    assert answer.body["report"] == 1


def test_then_known_ids(game: GameClient) -> None:
    game.report(deal(id=(known := new_id())))
    answer = game.send(play("R6"), push(id=known), if_match='"0"')
    assert answer.code == (409, "id_reused")
    assert answer.body["report"] == 1
    assert game.send(deal(id=known), if_match='"0"').status == 200


def test_then_the_tag(game: GameClient) -> None:
    game.report(deal(id=(known := new_id())))
    answer = game.send(deal(id=known), play("R6"), if_match='"0"')
    assert answer.code == (412, "version_conflict")
    assert answer.headers["etag"] == '"1"'
    assert game.send(play("R6"), if_match='W/"1"').code == (412, "version_conflict")
    assert game.send(play("R6"), if_match='"0", "1"').code == (409, "out_of_phase")


def test_then_report_by_report(game: GameClient) -> None:
    revoking = trick("R6 E6 R7 R8")
    sent = [deal(), announce("schilten"), hand(2, "E6 E7 E8 E9 E10 EU EO EK R9"), revoking]
    assert game.send(*sent).code == (409, "irregular")
    assert game.send(*sent, deal()).code == (409, "out_of_phase")
    assert game.send(deal(), play("R6"), announce("schilten")).body["report"] == 1


def test_the_tag_that_is_given_must_be_the_present_one(game: GameClient) -> None:
    assert game.send(deal(), if_match='"0"').status == 201
    assert game.send(announce("rosen"), if_match='"0"').code == (412, "version_conflict")
    answer = game.send(announce("rosen"), if_match='"1"')
    assert (answer.status, answer.headers["etag"]) == (201, '"2"')
    assert game.send(play("R6"), if_match="*").status == 201


# --- ids -------------------------------------------------------------------------------------------------------------


def test_an_id_belongs_to_one_content(game: GameClient) -> None:
    id_ = new_id()
    game.report(deal(), announce("rosen"), play("R6", id=id_, occurred_at="2026-03-07T12:00:00Z"))
    same: list[Json] = [
        play("r6", id=id_.upper()),
        play("R6", id=id_, as_played=True),
        play("R6", id=id_, occurred_at="2026-03-07T13:00:00+01:00"),
    ]
    for sent in same:
        answer = game.send(sent)
        assert (answer.status, answer.body["duplicate"], answer.body["findings"]) == (200, True, [])
        assert (answer.body["reports"][0]["id"], answer.body["reports"][0]["seq"]) == (id_, 3)
    others = [play("R7", id=id_), play("R6", id=id_, seat=1), play("R6", id=id_, number=1), push(id=id_)]
    for sent in others:
        assert game.refused(sent)["code"] == "id_reused"


def test_an_id_stands_twice_in_one_call(game: GameClient) -> None:
    id_ = new_id()
    problem = game.refused(deal(id=id_), announce("rosen", id=id_))
    assert (problem["code"], problem["report"]) == ("id_reused", 1)
    body = game.report(deal(id=id_), deal(id=id_))
    assert [(line["seq"], line["duplicate"]) for line in body["reports"]] == [(1, False), (1, True)]


def test_ids_are_unique_within_a_game_only(game: GameClient) -> None:
    id_ = new_id()
    other = game.club.open()
    assert game.report(deal(id=id_))["reports"][0]["id"] == other.report(deal(id=id_))["reports"][0]["id"]


def test_sets_of_cards_are_the_same_in_any_order(game: GameClient) -> None:
    id_ = new_id()
    game.report(deal(), hand(1, "E6 E7 E8 E9 E10 EU EO EK EA", id=id_), announce("schilten"))
    assert game.send(hand(1, "EA EK EO EU E10 E9 E8 E7 E6", id=id_)).status == 200
    game.report(trick("E6 S7 S8 S9", id=(other := new_id())))
    assert game.refused(trick("E6 S8 S7 S9", id=other))["code"] == "id_reused"
