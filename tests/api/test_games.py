"""Opening games: what may be asked for, all that can be wrong with it, and asking twice (docs/api.md, Games)."""

from typing import Any

import pytest

from scoring.models import Game, Player, Role
from tests.api.says import Json, deal, new_id
from tests.api.table import NOTHING_NEXT, PLAYERS, Answer, Club, problem_in

pytestmark = pytest.mark.django_db

WANTED: Json = {"variant": "schieber", "players": list(PLAYERS)}
OPTIONS = [
    "preset",
    "target",
    "deals",
    "factors",
    "pushing",
    "undertrump",
    "weis",
    "weis_table",
    "crossing",
    "tie_between_kinds",
    "weis_scores",
    "longer_run_wins",
    "trump_breaks_tie",
    "weis_time",
    "stoeck",
    "stoeck_call",
    "match_bonus",
    "claim",
    "order",
    "no_claim",
    "berg",
    "catalogue",
    "start_scores",
]


@pytest.fixture
def club() -> Club:
    return Club()


def faults_of(answer: Answer) -> list[tuple[str, str]]:
    """Each fault of a 422: its place and its code."""
    assert answer.status == 422, answer.raw
    return [(fault["pointer"], fault["code"]) for fault in problem_in(answer)["errors"]]


# --- what may be asked for -------------------------------------------------------------------------------------------


def test_the_least_that_opens_a_game(club: Club) -> None:
    answer = club.organizer.post("/games", WANTED)
    assert answer.status == 201
    game = answer.body
    assert answer.headers["location"] == f"/api/v1/games/{game['id']}"
    assert answer.headers["etag"] == '"0"'
    assert list(game) == [
        "id",
        "variant",
        "label",
        "public",
        "deck",
        "rules",
        "seats",
        "sides",
        "status",
        "result",
        "version",
        "deal",
        "next",
        "open_disputes",
        "open_findings",
        "created_at",
        "updated_at",
        "imported",
    ]
    assert (game["variant"], game["label"], game["public"], game["deck"]) == ("schieber", "", False, "swiss")
    assert list(game["rules"]) == OPTIONS
    assert game["rules"]["preset"] == "schieber-stargames"
    assert [(seat["seat"], seat["player"]["name"], seat["side"]) for seat in game["seats"]] == [
        (1, "Anna", 1),
        (2, "Beat", 2),
        (3, "Chiara", 1),
        (4, "Dario", 2),
    ]
    assert game["sides"] == [
        {"side": 1, "seats": [1, 3], "score": 0},
        {"side": 2, "seats": [2, 4], "score": 0},
    ]
    assert (game["status"], game["result"], game["version"], game["deal"]) == ("playing", None, 0, None)
    assert game["next"] == {**NOTHING_NEXT, "expects": ["deal"]}
    assert game["created_at"] == game["updated_at"]
    assert club.organizer.get(f"/games/{game['id']}").body == game


def test_all_that_may_be_asked_for(club: Club) -> None:
    wanted: Json = {
        "id": new_id(),
        "variant": "schieber",
        "rules": {"preset": "schieber-official", "target": 500, "factors": {"unenufe": 5}},
        "players": list(PLAYERS),
        "first_dealer": 2,
        "deck": "french",
        "public": True,
        "label": "Table 7",
    }
    answer = club.organizer.post("/games", wanted)
    assert answer.status == 201
    game = answer.body
    assert {name: game[name] for name in ("id", "deck", "public", "label")} == {
        name: wanted[name] for name in ("id", "deck", "public", "label")
    }
    assert (game["rules"]["preset"], game["rules"]["target"]) == ("schieber-official", 500)
    assert list(game["rules"]["factors"].values()) == [1, 1, 2, 2, 3, 5]
    opened = club.organizer.post(f"/games/{game['id']}/reports", {"reports": [deal()]})
    assert (opened.body["game"]["deal"]["dealer"], opened.body["game"]["deal"]["leader"]) == (2, 3)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"deals": 4}, {"target": None, "deals": 4, "order": None, "no_claim": None}),
        ({"preset": "schieber-tournament"}, {"target": None, "deals": 12, "weis": False, "weis_table": None}),
        (
            {"preset": "schieber-tournament", "target": 700},
            {"target": 700, "deals": None, "order": "stoeck_weis_stich", "no_claim": "last_trick_first"},
        ),
        (
            {"preset": "schieber-tournament", "weis": True},
            {"weis_table": "small", "crossing": False, "tie_between_kinds": "quartet", "weis_scores": "best"},
        ),
        ({"weis": False}, {"weis": False, "weis_table": None, "crossing": None, "trump_breaks_tie": None}),
        ({"stoeck": False}, {"stoeck": False, "stoeck_call": None}),
        ({"target": 1000, "deals": None}, {"target": 1000, "deals": None}),
    ],
    ids=str,
)
def test_options_hang_together(club: Club, rules: Json, expected: Json) -> None:
    answer = club.organizer.post("/games", {**WANTED, "rules": rules})
    assert answer.status == 201
    assert {name: answer.body["rules"][name] for name in expected} == expected


def test_what_was_resolved_may_be_given_again(club: Club) -> None:
    for preset in ("schieber-stargames", "schieber-official", "schieber-tournament"):
        rules = club.organizer.post("/games", {**WANTED, "rules": {"preset": preset}}).body["rules"]
        assert club.organizer.post("/games", {**WANTED, "rules": rules}).body["rules"] == rules


def test_players_on_record_may_sit_down_again(club: Club) -> None:
    first = club.organizer.post("/games", WANTED).body
    anna = first["seats"][0]["player"]
    again = club.organizer.post("/games", {**WANTED, "players": ["Eva", "Fritz", {"player": anna["id"]}, "Gret"]})
    assert again.status == 201
    assert again.body["seats"][2] == {"seat": 3, "player": anna, "side": 1}
    assert Player.objects.count() == 7


def test_names_and_labels_are_cut_to_what_is_said(club: Club) -> None:
    answer = club.organizer.post("/games", {**WANTED, "players": [" Anna ", "Beat", "Ç", "D'Or"], "label": " x "})
    assert [seat["player"]["name"] for seat in answer.body["seats"]] == ["Anna", "Beat", "Ç", "D'Or"]
    assert answer.body["label"] == "x"


# --- what can be wrong with it ---------------------------------------------------------------------------------------


FAULTS: list[tuple[Json, list[tuple[str, str]]]] = [
    ({"variant": None}, [("/variant", "wrong_type")]),
    ({"variant": "skat"}, [("/variant", "invalid_value")]),
    ({"players": None}, [("/players", "wrong_type")]),
    ({"players": "Anna"}, [("/players", "wrong_type")]),
    ({"players": ["Anna", "Beat", "Chiara"]}, [("/players", "invalid_value")]),
    ({"players": [*PLAYERS, "Eva"]}, [("/players", "invalid_value")]),
    (
        {"players": ["Anna", 2, "", "a" * 300]},
        [(f"/players/{n}", c) for n, c in enumerate(["", "wrong_type", "invalid_value", "invalid_value"]) if c],
    ),
    ({"players": ["Anna", "Beat", "Chiara", None]}, [("/players/3", "wrong_type")]),
    ({"players": ["Anna", "Beat", "Chiara", {}]}, [("/players/3/player", "missing_field")]),
    ({"players": ["Anna", "Beat", "Chiara", {"player": "x"}]}, [("/players/3/player", "invalid_value")]),
    ({"players": ["Anna", "Beat", "Chiara", {"player": new_id()}]}, [("/players/3/player", "invalid_value")]),
    ({"players": ["Anna", "Be\u202eat", "Chiara", "Dario"]}, [("/players/1", "invalid_value")]),
    ({"first_dealer": 5}, [("/first_dealer", "not_a_seat")]),
    ({"first_dealer": 0}, [("/first_dealer", "not_a_seat")]),
    ({"first_dealer": "4"}, [("/first_dealer", "wrong_type")]),
    ({"first_dealer": 4.0}, [("/first_dealer", "wrong_type")]),
    ({"first_dealer": True}, [("/first_dealer", "wrong_type")]),
    ({"deck": "spanish"}, [("/deck", "invalid_value")]),
    ({"public": "yes"}, [("/public", "wrong_type")]),
    ({"public": 1}, [("/public", "wrong_type")]),
    ({"label": 7}, [("/label", "wrong_type")]),
    ({"label": "a" * 5000}, [("/label", "invalid_value")]),
    ({"id": "7"}, [("/id", "invalid_value")]),
    ({"id": 7}, [("/id", "wrong_type")]),
    ({"colour": "red"}, [("/colour", "unknown_field")]),
    ({"rules": []}, [("/rules", "wrong_type")]),
    ({"rules": {"preset": "skat"}}, [("/rules/preset", "invalid_option")]),
    ({"rules": {"traget": 1000}}, [("/rules/traget", "unknown_field")]),
    ({"rules": {"target": 0}}, [("/rules/target", "invalid_option")]),
    ({"rules": {"target": "1000"}}, [("/rules/target", "wrong_type")]),
    (
        {"rules": {"factors": {"rosen": 21, "slalom": 1}}},
        [("/rules/factors/rosen", "invalid_option"), ("/rules/factors/slalom", "unknown_field")],
    ),
    ({"rules": {"undertrump": "never"}}, [("/rules/undertrump", "invalid_option")]),
    ({"rules": {"weis": 1}}, [("/rules/weis", "wrong_type")]),
]


@pytest.mark.parametrize(
    ("changed", "faults"), FAULTS, ids=[f"{row}-{faults[0][0]}" for row, (_, faults) in enumerate(FAULTS)]
)
def test_a_request_that_is_not_of_its_form(club: Club, changed: Json, faults: list[tuple[str, str]]) -> None:
    answer = club.organizer.post("/games", {**WANTED, **changed})
    assert faults_of(answer) == faults
    assert not Game.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("rules", "option"),
    [
        ({"target": 1000, "deals": 4}, "deals"),
        ({"no_claim": "play_on", "claim": "off"}, "no_claim"),
        ({"no_claim": "play_on", "claim": "automatic"}, "no_claim"),
        ({"weis": False, "weis_table": "grand"}, "weis_table"),
        ({"deals": 4, "order": "stoeck_weis_stich"}, "order"),
        ({"target": None}, "target"),
        ({"match_bonus": 20}, "match_bonus"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together(club: Club, rules: Json, option: str) -> None:
    problem = problem_in(club.organizer.post("/games", {**WANTED, "rules": rules}))
    assert (problem["status"], problem["code"], problem["option"]) == (422, "invalid_option", option)
    assert problem["allowed"]
    assert (problem["errors"][0]["option"], problem["errors"][0]["allowed"]) == (option, problem["allowed"])


def test_all_faults_at_once(club: Club) -> None:
    wanted: Json = {
        "id": "7",
        "variant": "schieber",
        "rules": {"target": -1, "pushing": "twice", "colour": 1},
        "players": ["Anna", "", "Chiara", {"player": 7}],
        "first_dealer": 9,
        "deck": "spanish",
        "public": "no",
        "extra": 1,
    }
    assert set(faults_of(club.organizer.post("/games", wanted))) == {
        ("/id", "invalid_value"),
        ("/rules/target", "invalid_option"),
        ("/rules/pushing", "invalid_option"),
        ("/rules/colour", "unknown_field"),
        ("/players/1", "invalid_value"),
        ("/players/3/player", "wrong_type"),
        ("/first_dealer", "not_a_seat"),
        ("/deck", "invalid_value"),
        ("/public", "wrong_type"),
        ("/extra", "unknown_field"),
    }
    assert faults_of(club.organizer.post("/games", {})) == [
        ("/variant", "missing_field"),
        ("/players", "missing_field"),
    ]


def test_somebody_elses_player_is_none_of_mine(club: Club) -> None:
    theirs = Club().organizer.post("/games", WANTED).body["seats"][0]["player"]["id"]
    answer = club.organizer.post("/games", {**WANTED, "players": ["Eva", "Fritz", "Gret", {"player": theirs}]})
    assert faults_of(answer) == [("/players/3/player", "invalid_value")]


def test_nobody_sits_twice(club: Club) -> None:
    mine = {"player": club.organizer.post("/games", WANTED).body["seats"][0]["player"]["id"]}
    answer = club.organizer.post("/games", {**WANTED, "players": [mine, "Fritz", mine, "Hans"]})
    assert faults_of(answer) == [("/players/2/player", "invalid_value")]


def test_who_may_open_a_game(club: Club) -> None:
    game = club.open()
    player = club.device(game.token(Role.PLAYER, seat=1))
    assert game.outsider.post("/games", WANTED).code == (401, "not_authenticated")
    assert club.device("jr_" + "A" * 43).post("/games", WANTED).code == (401, "not_authenticated")
    for device in (game.scorer, player):
        assert device.post("/games", WANTED).code == (403, "forbidden")
        assert device.post("/games", b"{").code == (403, "forbidden")
    assert club.organizer.post("/games", b"{").code == (400, "malformed_json")
    assert Game.objects.count() == 1


# --- asking twice ----------------------------------------------------------------------------------------------------


def test_the_same_id_with_the_same_content(club: Club) -> None:
    wanted = {**WANTED, "id": new_id(), "label": "Table 7"}
    first = club.organizer.post("/games", wanted)
    same: list[Any] = [
        wanted,
        {**wanted, "id": wanted["id"].upper()},
        {**wanted, "id": "urn:uuid:" + wanted["id"].replace("-", "")},
        {**wanted, "first_dealer": 4, "public": False, "deck": "swiss"},
        {**wanted, "rules": {"preset": "schieber-stargames"}},
        {**wanted, "label": " Table 7 "},
    ]
    for body in same:
        again = club.organizer.post("/games", body)
        assert (again.status, again.headers["etag"]) == (200, '"0"')
        assert again.body == first.body
    assert Game.objects.count() == 1
    assert Player.objects.count() == 4


def test_it_answers_the_game_as_it_stands(club: Club) -> None:
    wanted = {**WANTED, "id": new_id()}
    club.organizer.post("/games", wanted)
    club.organizer.post(f"/games/{wanted['id']}/reports", {"reports": [deal()]})
    again = club.organizer.post("/games", wanted)
    assert (again.status, again.headers["etag"], again.body["version"]) == (200, '"1"', 1)
    assert again.body == club.organizer.get(f"/games/{wanted['id']}").body


@pytest.mark.parametrize(
    "changed",
    [
        {"label": "other"},
        {"public": True},
        {"deck": "french"},
        {"first_dealer": 1},
        {"players": ["Anna", "Beat", "Chiara", "Eva"]},
        {"players": ["Beat", "Anna", "Chiara", "Dario"]},
        {"rules": {"target": 999}},
        {"rules": {"preset": "schieber-official"}},
    ],
    ids=str,
)
def test_the_same_id_with_other_content(club: Club, changed: Json) -> None:
    wanted = {**WANTED, "id": new_id()}
    before = club.organizer.post("/games", wanted).body
    assert club.organizer.post("/games", {**wanted, **changed}).code == (409, "id_reused")
    assert club.organizer.get(f"/games/{wanted['id']}").body == before
    assert Game.objects.count() == 1


def test_a_strangers_id_is_not_mine_and_tells_me_nothing(club: Club) -> None:
    wanted = {**WANTED, "id": new_id(), "public": False}
    club.organizer.post("/games", wanted)
    stranger = Club().organizer
    answers = [stranger.post("/games", body) for body in (wanted, {**wanted, "label": "other"})]
    assert [answer.code for answer in answers] == [(409, "id_reused")] * 2
    same = [{k: v for k, v in answer.body.items() if k != "instance"} for answer in answers]
    assert same[0] == same[1]
    assert stranger.get(f"/games/{wanted['id']}").status == 404


def test_a_refused_request_uses_up_no_id(club: Club) -> None:
    wanted = {**WANTED, "id": new_id()}
    assert club.organizer.post("/games", {**wanted, "deck": "spanish"}).status == 422
    assert club.organizer.post("/games", wanted).status == 201


def test_without_an_id_each_request_opens_another_game(club: Club) -> None:
    one, other = (club.organizer.post("/games", WANTED).body for _ in range(2))
    assert one["id"] != other["id"]
    assert one["seats"][0]["player"]["id"] != other["seats"][0]["player"]["id"]


def test_a_player_on_record_is_not_named_by_the_bare_id() -> None:
    """It would make a new player whose name looks like an id."""
    known = Club().organizer.post("/players", {"name": "Anna"}).body["id"]
    answer = Club().organizer.post("/games", {"variant": "schieber", "players": [known, "B", "C", "D"]})
    assert answer.code == (422, "invalid_value")
    assert answer.body["errors"][0]["pointer"] == "/players/0"
    assert "“player”" in answer.body["detail"]
