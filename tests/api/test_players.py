"""The players of an organizer: search, names, and doubles that become one. Every answer is judged by the document."""

import threading
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from django.db import connections, transaction

from scoring.models import Game, Player, Role, Seat
from scoring.services import players as service
from tests.api.document import judged
from tests.api.says import Json, deal, new_id
from tests.api.table import Answer, Club, GameClient, problem_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


def enter(club: Club, name: str) -> str:
    """The id of a new player."""
    answer = club.organizer.post("/players", {"name": name})
    assert answer.status == 201, answer.raw
    assert answer.headers["location"] == f"/api/v1/players/{answer.body['id']}"
    assert club.organizer.get(answer.headers["location"]).body == answer.body
    return str(answer.body["id"])


def merge(club: Club, one: str, into: str) -> Answer:
    return club.organizer.post(f"/players/{one}/merge", {"into": into})


def games_of(club: Club, player: str) -> set[str]:
    return {game["id"] for game in club.organizer.pages(f"/games?player={player}")}


def seated(club: Club, *players: Any) -> GameClient:
    """A game of these, filled up with others."""
    others = [f"other {n}" for n in range(4 - len(players))]
    return club.open(players=[*({"player": one} for one in players), *others])


def in_game(game: GameClient) -> list[Json]:
    return [seat["player"] for seat in game.game()["seats"]]


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(fault.get("pointer", fault.get("parameter")), fault["code"]) for fault in problem_in(answer)["errors"]]


# --- entering, finding, renaming -------------------------------------------------------------------------------------


def test_a_player_is_entered_with_a_name_that_others_may_bear(club: Club) -> None:
    first, second = enter(club, " Anna "), enter(club, "Anna")
    assert first != second
    found = club.organizer.get("/players").body["results"]
    assert [(one["name"], one["merged_into"]) for one in found] == [("Anna", None), ("Anna", None)]
    assert {one["id"] for one in found} == {first, second}


def test_who_sits_down_by_name_is_entered_too(club: Club) -> None:
    game = club.open()
    assert [one["name"] for one in club.organizer.pages("/players")] == ["Anna", "Beat", "Chiara", "Dario"]
    assert {one["id"] for one in club.organizer.pages("/players")} == {one["id"] for one in in_game(game)}


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("an", ["Ann Beat", "Anna", "Hanna", "Johann"]),
        ("ANNA", ["Anna", "Hanna"]),
        ("nn b", ["Ann Beat"]),
        ("%", ["100%"]),
        ("_", []),
        ("\\", []),
        ("", ["100%", "Ann Beat", "Anna", "Hanna", "Johann"]),
    ],
)
def test_search_by_a_part_of_the_name(club: Club, search: str, found: list[str]) -> None:
    for name in ("Anna", "Johann", "Hanna", "Ann Beat", "100%"):
        enter(club, name)
    enter(Club(), "Anna of others")
    answer = club.organizer.get("/players?search=" + search.replace("%", "%25").replace(" ", "%20"))
    assert [one["name"] for one in answer.body["results"]] == found


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("özgür", ["Özgür"]),
        ("ÖZG", ["Özgür"]),
        ("ÉLODIE", ["Élodie"]),
        ("ipek", ["İpek"]),
        ("IRMAK", ["Irmak", "ırmak"]),
        ("STRAß", ["Straße 1"]),
        ("STRASS", []),
        ("αθ", ["ΑΘΗΝΑ"]),
        ("ǆ", ["ǅon"]),
        ("a.c", []),
        (".*+?|(){}[]^$", ["x.*+?|(){}[]^$"]),
        ("\\d", ["\\d-\\n"]),
        ("#& ~", ["#& ~"]),
        ("🃏", ["🃏"]),
    ],
)
def test_search_knows_the_capitals_of_every_language(club: Club, search: str, found: list[str]) -> None:
    names = [
        "Özgür",
        "Élodie",
        "İpek",
        "Irmak",
        "ırmak",
        "Straße 1",
        "ΑΘΗΝΑ",
        "ǅon",
        "abc",
        "x.*+?|(){}[]^$",
        "\\d-\\n",
        "#& ~",
        "🃏",
    ]
    for name in names:
        enter(club, name)
    answer = club.organizer.get("/players?search=" + quote(search, safe=""))
    assert [one["name"] for one in answer.body["results"]] == found


def test_pages_keep_their_search_and_stand_still(club: Club) -> None:
    wanted = [enter(club, f"p{n:02}") for n in range(7)]
    enter(club, "q")
    first = club.organizer.get("/players?search=p&limit=3").body
    enter(club, "p000")  # before the place where the next page begins
    rest = club.organizer.pages(first["next"].partition("testserver")[2])
    assert [one["id"] for one in first["results"] + rest] == wanted
    back = club.organizer.get(first["next"].partition("testserver")[2]).body["previous"]
    assert len(club.organizer.get(back.partition("testserver")[2]).body["results"]) == 3
    twins = [enter(club, "same") for _ in range(3)]
    assert [one["id"] for one in club.organizer.pages("/players?search=same&limit=1")] == sorted(twins)


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("name=x", ("name", "unknown_parameter")),
        ("search=" + "x" * 101, ("search", "invalid_value")),
        ("search=%00", ("search", "invalid_value")),
        ("search=a&search=b", ("search", "invalid_value")),
        ("limit=0", ("limit", "invalid_value")),
        ("limit=201", ("limit", "invalid_value")),
        ("cursor=nonsense", ("cursor", "invalid_value")),
        ("cursor=W2ZhbHNlLCJ4Il0", ("cursor", "invalid_value")),
    ],
)
def test_what_can_be_wrong_with_a_search(club: Club, query: str, fault: tuple[str, str]) -> None:
    assert places(club.organizer.get(f"/players?{query}")) == [fault]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/name", "missing_field")]),
        ({"name": None}, [("/name", "wrong_type")]),
        ({"name": ""}, [("/name", "invalid_value")]),
        ({"name": "  "}, [("/name", "invalid_value")]),
        ({"name": "x" * 101}, [("/name", "invalid_value")]),
        ({"name": "A\u202enna"}, [("/name", "invalid_value")]),
        ({"name": 7, "id": new_id()}, [("/name", "wrong_type"), ("/id", "unknown_field")]),
    ],
    ids=str,
)
def test_what_can_be_wrong_with_a_name(club: Club, body: Json, faults: list[tuple[str, str]]) -> None:
    anna = enter(club, "Anna")
    for answer in (club.organizer.post("/players", body), club.organizer.call("PATCH", f"/players/{anna}", body)):
        assert sorted(places(answer)) == sorted(faults)
    assert [one["name"] for one in club.organizer.pages("/players")] == ["Anna"]


def test_renaming_changes_no_game(club: Club) -> None:
    anna = enter(club, "Anna")
    game = seated(club, anna)
    before = game.stored()
    answer = club.organizer.call("PATCH", f"/players/{anna}", {"name": "Anneli"})
    assert (answer.status, answer.body["name"], answer.body["id"]) == (200, "Anneli", anna)
    assert game.stored() == before
    assert in_game(game)[0] == {"id": anna, "name": "Anna"}
    assert in_game(seated(club, anna))[0] == {"id": anna, "name": "Anneli"}
    assert games_of(club, anna) >= {game.id}


def test_a_player_has_an_account_of_his_own_or_none(club: Club) -> None:
    anna = enter(club, "Anna")
    assert club.organizer.get(f"/players/{anna}").body["user"] is None
    for user in ("anna", "anna", None):
        answer = club.organizer.call("PATCH", f"/players/{anna}", {"user": user})
        assert (answer.status, answer.body["user"], answer.body["name"]) == (200, user, "Anna")
    answer = club.organizer.call("PATCH", f"/players/{anna}", {"user": "anna", "name": "Anneli"})
    assert (answer.body["user"], answer.body["name"]) == ("anna", "Anneli")
    assert [one["user"] for one in club.organizer.pages("/players")] == ["anna"]
    assert places(club.organizer.call("PATCH", f"/players/{anna}", {"user": "a b"})) == [("/user", "invalid_value")]
    assert places(club.organizer.post("/players", {"name": "x", "user": "anna"})) == [("/user", "unknown_field")]


def test_players_are_the_organizers_own(club: Club) -> None:
    other, anna, game = Club(transport=judged()), enter(club, "Anna"), club.open()
    assert other.organizer.pages("/players") == []
    theirs = other.organizer
    assert theirs.get(f"/players/{anna}").code == (404, "not_found")
    assert theirs.call("PATCH", f"/players/{anna}", {"name": "x"}).code == (404, "not_found")
    assert theirs.post(f"/players/{anna}/merge", {"into": anna}).code == (404, "not_found")
    device = club.device
    refused = {
        (401, "not_authenticated"): [device()],
        (403, "forbidden"): [
            game.scorer,
            device(game.token(Role.PLAYER, seat=1)),
            device(game.token(Role.REFEREE, user=club.user)),  # the account lends the token nothing
        ],
    }
    for code, devices in refused.items():
        for one in devices:
            assert one.get("/players").code == code
            assert one.post("/players", b"{").code == code
            assert one.get(f"/players/{anna}").code == code
            assert one.call("PATCH", f"/players/{anna}", b"{").code == code
            assert one.post(f"/players/{anna}/merge", b"{").code == code


# --- doubles ---------------------------------------------------------------------------------------------------------


def test_two_who_are_one(club: Club) -> None:
    double, anna = enter(club, "Anna B."), enter(club, "Anna")
    first, second = seated(club, double), seated(club, anna)
    before = [first.stored(), second.stored()]
    answer = merge(club, double, anna)
    assert (answer.status, answer.body["id"], answer.body["merged_into"]) == (200, anna, None)
    assert [first.stored(), second.stored()] == before
    assert in_game(first)[0] == {"id": double, "name": "Anna B."}
    assert games_of(club, anna) == games_of(club, double) == {first.id, second.id}
    assert "Anna B." not in [one["name"] for one in club.organizer.pages("/players")]
    assert club.organizer.get(f"/players/{double}").body["merged_into"] == anna
    assert merge(club, double, anna).body == answer.body, "a retry is always safe"


def test_the_old_id_stands_for_who_stays(club: Club) -> None:
    double, anna = enter(club, "Anna B."), enter(club, "Anna")
    merge(club, double, anna)
    game = seated(club, double)
    assert in_game(game)[0] == {"id": anna, "name": "Anna"}
    assert games_of(club, anna) == games_of(club, double) == {game.id}
    twice = [{"player": double}, "x", {"player": anna}, "y"]
    answer = club.organizer.post("/games", {"variant": "schieber", "players": twice})
    assert places(answer) == [("/players/2/player", "invalid_value")]


def test_a_game_opened_before_knows_both_ids(club: Club) -> None:
    double, anna = enter(club, "Anna B."), enter(club, "Anna")
    game = seated(club, double)
    merge(club, double, anna)
    old = in_game(game)
    for one in (double, anna):
        stays = [{"player": one}, *({"player": other["id"]} for other in old[1:])]
        answer = club.organizer.call("PATCH", game.path, {"players": stays}, if_match='"0"')
        assert (answer.status, answer.body["version"]) == (200, 0)
    game.report(deal())
    answer = club.organizer.call("PATCH", game.path, {"players": [{"player": anna}, "B", "C", "D"]}, if_match='"1"')
    assert (answer.status, in_game(game)[0]) == (200, {"id": double, "name": "Anna B."})
    swapped = club.open(players=[{"player": double}, "x", "y", "z"])
    assert Seat.objects.get(game=swapped.row, number=1).player_id == UUID(anna)


def test_chains_end_at_who_stays(club: Club) -> None:
    first, second, third = enter(club, "A"), enter(club, "B"), enter(club, "C")
    game = seated(club, first)
    assert merge(club, first, second).status == 200
    assert merge(club, second, third).status == 200
    assert club.organizer.get(f"/players/{first}").body["merged_into"] == third
    assert [games_of(club, one) for one in (first, second, third)] == [{game.id}] * 3
    assert places(merge(club, first, second)) == [("/into", "invalid_value")]


def test_who_cannot_be_one(club: Club) -> None:
    anna, beat, chiara = enter(club, "Anna"), enter(club, "Beat"), enter(club, "Chiara")
    game = seated(club, anna, beat)
    theirs = enter(Club(), "Anna")
    before = list(Player.objects.order_by("pk").values())
    for into in (anna, beat, theirs, new_id()):  # oneself, who sat at the same table, somebody else's, nobody
        assert places(merge(club, anna, into)) == [("/into", "invalid_value")]
    for body, fault in (
        ({}, "missing_field"),
        ({"into": None}, "wrong_type"),
        ({"into": "anna"}, "invalid_value"),
    ):
        assert places(club.organizer.post(f"/players/{anna}/merge", body)) == [("/into", fault)]
    assert list(Player.objects.order_by("pk").values()) == before
    assert merge(club, anna, chiara).status == 200
    for one, into in ((beat, anna), (anna, beat), (chiara, anna), (chiara, beat)):
        assert places(merge(club, one, into)) == [("/into", "invalid_value")]
    assert games_of(club, chiara) == {game.id}


@pytest.mark.django_db(transaction=True)
def test_merging_while_a_game_is_opened() -> None:
    """Whichever comes first, no seat is left with a player who was merged into another."""
    club = Club()
    double, anna = (Player.objects.get(pk=enter(club, name)) for name in ("Anna B.", "Anna"))
    answers: list[Answer] = []

    def opening() -> None:
        try:
            players = [{"player": str(double.pk)}, "x", "y", "z"]
            answers.append(club.organizer.post("/games", {"variant": "schieber", "players": players}))
        finally:
            connections.close_all()

    with transaction.atomic():
        service.merge(double, into=anna)
        thread = threading.Thread(target=opening)
        thread.start()
        thread.join(0.5)
        assert not Game.objects.exists()
    thread.join(30)
    (answer,) = answers
    assert answer.status == 201
    assert answer.body["seats"][0]["player"] == {"id": str(anna.pk), "name": "Anna"}
    assert not Seat.objects.filter(player=double).exists()
