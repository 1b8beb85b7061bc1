"""A substitute takes a seat from a deal on (docs/api.md, Changing a game)."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.models import FormerSeat, Role
from scoring.selectors.disputes import plays_in
from tests.api.court import Court
from tests.api.document import judged
from tests.api.says import Json, confirm, correct, counted, deal, new_id, retract, slates
from tests.api.table import Answer, Club, GameClient, effects
from tests.api.test_settings import abandon, change, is_sound, names, places
from tests.api.test_transfer import elsewhere, exported, taken

pytestmark = pytest.mark.django_db

WHY = "Beat is ill."
WITH_EVA = ["Anna", "Eva", "Chiara", "Dario"]


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


@pytest.fixture
def game(club: Club) -> GameClient:
    """Three deals are played."""
    game = club.open(rules={"target": 5000})
    game.report(*slates(100, 50, 60))
    return game


def came(game: GameClient, from_deal: Any, players: Sequence[Any] = WITH_EVA, **more: Any) -> Answer:
    return change(game, players=list(players), from_deal=from_deal, **{"reason": WHY, **more})


def substituted(game: GameClient, from_deal: Any, players: Sequence[Any] = WITH_EVA) -> Json:
    """Let these players sit there from the deal on, and answer the game."""
    answer = came(game, from_deal, players)
    assert answer.status == 200, answer.raw
    assert is_sound(game)
    body: Json = answer.body
    return body


def sat(game: GameClient, seat: int = 2) -> list[tuple[str, int, int | None]] | None:
    """Who sat at the seat, from which deal to which; None where it has not changed hands."""
    shown = game.game()["seats"][seat - 1]
    if "sat" not in shown:
        return None
    assert shown["sat"][-1]["player"] == shown["player"]
    return [(one["player"]["name"], one["from_deal"], one["to_deal"]) for one in shown["sat"]]


def ids(game: GameClient) -> dict[str, str]:
    seats = game.game()["seats"]
    every = [one["player"] for seat in seats for one in (*seat.get("sat", ()), seat)]
    return {player["name"]: player["id"] for player in every}


def games_of(game: GameClient, player: str) -> list[str]:
    return [one["id"] for one in game.organizer.get(f"/games?player={player}").body["results"]]


def dealers(game: GameClient) -> list[str]:
    """Who dealt, deal by deal, as the first step of each account says it."""
    told = [
        game.organizer.get(f"{game.path}/explain?deal={one['number']}").body["steps"][0]["text"] for one in game.deals()
    ]
    return [text.split(" ")[0] for text in told]


def test_a_substitute_plays_from_a_deal_on(game: GameClient) -> None:
    before, deals = game.game(), game.deals()
    after = substituted(game, 3)
    assert names(after) == WITH_EVA
    assert sat(game) == [("Beat", 1, 2), ("Eva", 3, None)]
    assert "sat" not in after["seats"][0]
    assert game.deals() == deals
    same = {"sides", "deal", "next", "rules", "status", "result"}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    entry = game.journal()[-1]
    assert (entry["kind"], entry["from_deal"], entry["deal"], entry["reason"]) == ("settings", 3, deals[2]["id"], WHY)
    assert [one["name"] for one in entry["players"]] == WITH_EVA
    game.report(*slates(70))
    assert is_sound(game)


def test_both_find_the_game(game: GameClient) -> None:
    substituted(game, 2)
    known = ids(game)
    assert games_of(game, known["Beat"]) == games_of(game, known["Eva"]) == [game.id]


def test_each_deal_names_who_sat_there(game: GameClient) -> None:
    """Seat 1 deals deal 2 and seat 2 deal 3. From deal 3 on Eva sits at seat 2."""
    game.report(*slates(20, 30, 40, 50))
    substituted(game, 6)
    assert dealers(game) == ["Dario", "Anna", "Beat", "Chiara", "Dario", "Anna", "Eva"]
    sheet = game.organizer.get(f"{game.path}/scoresheet?lang=en").body
    assert sheet["game"]["sides"][1]["name"] == "Beat/Eva + Dario"
    assert sheet["game"]["seats"] == game.game()["seats"]
    text = game.organizer.get(f"{game.path}/scoresheet?format=csv&lang=en").raw.decode()
    lines = [line.split(",") for line in text.splitlines()]
    assert [line[1] for line in lines[1:8]] == dealers(game)
    assert "Beat 1–5, Eva 6–" in text
    assert "Beat 1–5, Eva 6–" in game.organizer.get(f"{game.path}/scoresheet?format=html").raw.decode()


def test_what_was_signed_stays_signed(game: GameClient) -> None:
    game.report(confirm(1), confirm(2))
    substituted(game, 4)
    assert game.deals()[2]["confirmed"]
    game.report(*slates(60))
    assert game.deals()[2]["confirmed"]


def test_the_next_deal_is_one_that_nobody_has_opened(game: GameClient) -> None:
    substituted(game, 4)
    assert "deal" not in game.journal()[-1]
    assert sat(game) == [("Beat", 1, 3), ("Eva", 4, None)]
    game.report(*slates(60, 70))
    assert sat(game) == [("Beat", 1, 3), ("Eva", 4, None)]
    assert is_sound(game)


# --- deals that go, and come -----------------------------------------------------------------------------------------


def test_a_substitute_stays_with_the_deal_when_one_before_it_goes(club: Club) -> None:
    game = club.open(rules={"target": 5000})
    _, second, third = (game.report(*slates(each))["reports"] for each in (100, 50, 60))
    substituted(game, third[0]["id"])
    game.report(retract(second[1]["id"]), retract(second[0]["id"]), by=game.organizer)
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, None)]
    assert game.deals()[1]["id"] == third[0]["id"]
    assert is_sound(game)


def test_and_when_a_forgotten_one_comes_before_it(club: Club) -> None:
    game = club.open(rules={"target": 5000})
    first, second = (game.report(*slates(each))["reports"] for each in (100, 50))
    substituted(game, 2)
    game.report(correct(first[1]["id"], counted(100), deal(), counted(30)), by=game.organizer)
    assert sat(game) == [("Beat", 1, 2), ("Eva", 3, None)]
    assert game.deals()[2]["id"] == second[0]["id"]
    game.report(correct(second[0]["id"], deal(), counted(20), deal()), by=game.organizer)
    assert [one["id"] for one in game.deals()].index(second[0]["id"]) + 1 == sat_from(game)
    assert is_sound(game)


def sat_from(game: GameClient) -> int:
    found = sat(game)
    assert found is not None
    return found[-1][1]


def test_when_the_deal_itself_goes_the_substitute_begins_with_the_next(club: Club) -> None:
    game = club.open(rules={"target": 5000})
    game.report(*slates(100))
    second = game.report(*slates(50))["reports"]
    substituted(game, 2)
    game.report(retract(second[1]["id"]), retract(second[0]["id"]), by=game.organizer)
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, None)]
    game.report(*slates(60, 70))
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, None)]
    assert is_sound(game)


# --- corrections of who sat there ------------------------------------------------------------------------------------


def test_a_substitute_is_taken_back(game: GameClient) -> None:
    before = game.game()["seats"]
    substituted(game, 3)
    eva = ids(game)["Eva"]
    substituted(game, 3, ["Anna", "Beat", "Chiara", "Dario"])
    assert game.game()["seats"] == before
    assert games_of(game, eva) == []
    assert not FormerSeat.objects.exists()


def test_it_was_an_earlier_deal(game: GameClient) -> None:
    substituted(game, 3)
    substituted(game, 2)
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, None)]
    assert len(ids(game)) == 5


def test_somebody_else_came_and_somebody_comes_back(game: GameClient) -> None:
    beat = ids(game)["Beat"]
    substituted(game, 2)
    substituted(game, 3, ["Anna", "Fritz", "Chiara", "Dario"])
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, 2), ("Fritz", 3, None)]
    substituted(game, 4, ["Anna", "Beat", "Chiara", "Dario"])
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, 2), ("Fritz", 3, 3), ("Beat", 4, None)]
    assert game.game()["seats"][1]["player"]["id"] == beat
    assert games_of(game, ids(game)["Fritz"]) == games_of(game, beat) == [game.id]
    substituted(game, 2, ["Anna", "Gina", "Chiara", "Dario"])  # from then on, for good
    assert sat(game) == [("Beat", 1, 1), ("Gina", 2, None)]


def test_two_seats_at_once_and_two_who_change_places(game: GameClient) -> None:
    substituted(game, 2, ["Dario", "Eva", "Chiara", "Anna"])
    assert [sat(game, seat) for seat in (1, 2, 3, 4)] == [
        [("Anna", 1, 1), ("Dario", 2, None)],
        [("Beat", 1, 1), ("Eva", 2, None)],
        None,
        [("Dario", 1, 1), ("Anna", 2, None)],
    ]
    assert len(ids(game)) == 5


def test_from_the_first_deal_on_the_other_never_played(game: GameClient) -> None:
    beat = ids(game)["Beat"]
    substituted(game, 1)
    assert sat(game) is None
    assert games_of(game, beat) == []
    assert games_of(game, ids(game)["Eva"]) == [game.id]


def test_what_is_so_already_is_no_change(game: GameClient) -> None:
    substituted(game, 2)
    version = game.version
    for from_deal in (2, 3):
        assert came(game, from_deal).status == 200
    assert came(game, 1, ["Anna", "Beat", "Chiara", "Dario"]).status == 200
    assert game.version == version


def test_a_name_may_change_without_anybody_coming(game: GameClient) -> None:
    substituted(game, 2)
    eva = ids(game)["Eva"]
    assert change(game, players=["Anna", "Ewa", "Chiara", "Dario"]).status == 200
    assert sat(game) == [("Beat", 1, 1), ("Ewa", 2, None)]
    assert ids(game)["Ewa"] == eva


def test_seats_that_were_swapped_take_their_history_along(game: GameClient) -> None:
    substituted(game, 2)
    known = ids(game)
    answer = change(game, players=["Eva", "Anna", "Chiara", "Dario"], reason="They sat the other way round.")
    assert answer.status == 200
    assert [sat(game, seat) for seat in (1, 2)] == [[("Beat", 1, 1), ("Eva", 2, None)], None]
    assert ids(game) == known
    assert is_sound(game)
    rows = {(one.number, str(one.player_id)) for one in FormerSeat.objects.all()}
    assert rows == {(1, known["Beat"])}


# --- players on record, and merged ones ------------------------------------------------------------------------------


def entered(game: GameClient, name: str) -> str:
    found: str = game.organizer.post("/players", {"name": name}).body["id"]
    return found


def test_a_player_on_record_may_come(game: GameClient) -> None:
    eva = entered(game, "Eva")
    substituted(game, 2, ["Anna", {"player": eva}, "Chiara", "Dario"])
    assert ids(game)["Eva"] == eva
    assert came(game, 3, ["Anna", {"player": eva}, {"player": eva}, "Dario"]).code == (422, "invalid_value")
    assert places(came(game, 3, ["Anna", {"player": new_id()}, "Chiara", "Dario"])) == [
        ("/players/1/player", "invalid_value")
    ]


def test_a_merged_player_is_found_by_both_ids(game: GameClient) -> None:
    substituted(game, 2)
    beat, other = ids(game)["Beat"], entered(game, "Beat M.")
    assert game.organizer.post(f"/players/{beat}/merge", {"into": other}).status == 200
    assert games_of(game, beat) == games_of(game, other) == [game.id]
    substituted(game, 4, ["Anna", {"player": other}, "Chiara", "Dario"])
    assert sat(game) == [("Beat", 1, 1), ("Eva", 2, 3), ("Beat", 4, None)]
    assert game.organizer.post(f"/players/{ids(game)['Eva']}/merge", {"into": other}).code == (422, "invalid_value")


def test_two_who_sat_at_one_seat_are_not_merged(game: GameClient) -> None:
    substituted(game, 2)
    known = ids(game)
    assert game.organizer.post(f"/players/{known['Beat']}/merge", {"into": known["Eva"]}).code == (422, "invalid_value")


# --- what a substitute may ------------------------------------------------------------------------------------------


def test_nobody_who_sat_there_decides_a_dispute(game: GameClient) -> None:
    """Neither who left nor who came; not even where the one has sat in a single deal."""
    substituted(game, 3)
    users = {name: User.objects.create_user(f"{name} plays") for name in ("Anna", "Beat", "Eva", "Vreni")}
    for name in ("Anna", "Beat", "Eva"):
        path = f"/players/{ids(game)[name]}"
        assert game.organizer.call("PATCH", path, {"user": users[name].username}).status == 200
    assert {name: plays_in(game.row, user.pk) for name, user in users.items()} == {
        "Anna": True,
        "Beat": True,
        "Eva": True,
        "Vreni": False,
    }


def test_a_former_player_rules_on_nothing() -> None:
    court = Court(*slates(100, 50), rules={"target": 5000})
    assert came(court.game, 2).status == 200
    path = f"/players/{ids(court.game)['Beat']}"
    court.organizer.call("PATCH", path, {"user": court.users["vreni"].username})
    dispute = court.taken(by=court.urs, trick=None)
    ruling = {"remedy": "warning", "discovered": "deal_over", "reason": "So be it."}
    assert court.do(dispute, "rulings", by=court.vreni, **ruling).code == (403, "forbidden")
    assert court.do(dispute, "rulings", by=court.urs, **ruling).status == 201
    court.is_sound()


def test_the_phone_of_who_left_speaks_for_the_seat_no_more(club: Club, game: GameClient) -> None:
    phones = {seat: club.device(game.token(Role.PLAYER, seat=seat)) for seat in (2, 4)}
    body = substituted(game, 4)
    assert effects(body, "tokens_revoked") == [{"effect": "tokens_revoked", "seat": 2}]
    assert phones[2].get("/me").code == (401, "not_authenticated")
    assert phones[4].get("/me").status == 200
    assert game.scorer.get("/me").status == 200
    new = game.organizer.post(f"{game.path}/tokens", {"role": "player", "seat": 2}).body
    game.report(deal())
    phone = club.device(new["token"])
    assert game.send({"kind": "incident", "category": "call_referee"}, by=phone).status == 201
    assert "effects" not in substituted(game, 3)  # she came earlier: she has the seat already


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("from_deal", "code"),
    [
        (0, "invalid_value"),
        (-1, "invalid_value"),
        (5, "invalid_value"),
        (10**30, "invalid_value"),
        (True, "wrong_type"),
        (2.0, "wrong_type"),
        ([2], "wrong_type"),
        (None, "wrong_type"),
        ("2", "invalid_value"),
        (new_id(), "invalid_value"),
    ],
    ids=str,
)
def test_what_no_first_deal_is(game: GameClient, from_deal: Any, code: str) -> None:
    version = game.version
    assert places(came(game, from_deal)) == [("/from_deal", code)]
    assert game.version == version


def test_it_says_who_and_why(game: GameClient) -> None:
    assert places(change(game, from_deal=2, reason=WHY)) == [("/players", "missing_field")]
    assert places(change(game, players=WITH_EVA, from_deal=2)) == [("/reason", "missing_field")]
    assert places(came(game, 2, WITH_EVA[:3])) == [("/players", "invalid_value")]
    assert places(came(game, 2, ["Anna", "Anna", "Chiara", "Dario"])) == [("/players/1", "invalid_value")]
    assert game.game()["seats"][1]["player"]["name"] == "Beat"


def test_without_a_deal_nobody_else_sits_down(game: GameClient) -> None:
    eva = entered(game, "Eva")
    players = ["Anna", {"player": eva}, "Chiara", "Dario"]
    assert change(game, players=players, reason=WHY).code == (409, "out_of_phase")


def test_only_the_organizer_and_not_in_an_abandoned_game(game: GameClient) -> None:
    assert came(game, 2, by=game.scorer).code == (403, "forbidden")
    assert came(game, 2, tag='"1"').code == (412, "version_conflict")
    abandon(game)
    assert came(game, 2).code == (409, "game_over")


def test_in_a_finished_game_it_is_put_right(club: Club) -> None:
    game = club.open(rules={"deals": 2})
    game.report(*slates(100, 50))
    result = game.game()["result"]
    substituted(game, 2)
    assert (game.game()["result"], sat(game)) == (result, [("Beat", 1, 1), ("Eva", 2, None)])


def test_before_the_first_report_no_reason_is_needed(club: Club) -> None:
    game = club.open()
    assert change(game, players=WITH_EVA, from_deal=1).status == 200
    assert (names(game.game()), sat(game)) == (WITH_EVA, None)
    game.report(deal())
    assert change(game, players=["Anna", "Fritz", "Chiara", "Dario"], from_deal=2).status == 200
    assert sat(game) == [("Eva", 1, 1), ("Fritz", 2, None)]
    assert is_sound(game)


# --- to another service -------------------------------------------------------------------------------------------


def test_it_goes_out_with_the_game_and_comes_in_again(club: Club) -> None:
    game = club.open(rules={"target": 5000})
    game.report(*slates(100, 50, 60))
    substituted(game, 2)
    substituted(game, 3, ["Anna", "Eva", "Gina", "Dario"])
    substituted(game, 4, ["Anna", "Beat", "Gina", "Dario"])
    other = taken(Club(transport=judged()), document := elsewhere(exported(game)))
    assert exported(other) == document
    assert [sat(other, seat) for seat in (1, 2, 3, 4)] == [sat(game, seat) for seat in (1, 2, 3, 4)]
    known = ids(other)
    assert len(known) == 6
    assert all(games_of(other, player) == [other.id] for player in known.values())
    other.report(*slates(60))
    game.report(*slates(60))
    assert sat(other) == sat(game) == [("Beat", 1, 1), ("Eva", 2, 3), ("Beat", 4, None)]
    again = game.organizer.post("/games/import", exported(game))
    assert (again.status, again.body["id"]) == (200, game.id)
    assert is_sound(other)


@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        (lambda one: one.update(seat=5), "/game/sittings/1/seat"),
        (lambda one: one.update(from_deal=0), "/game/sittings/1/from_deal"),
        (lambda one: one.update(place=[1]), "/game/sittings/1/place"),
        (lambda one: one.update(place=["a", 1]), "/game/sittings/1/place"),
        (lambda one: one.pop("place"), "/game/sittings/1/place"),
        (lambda one: one.update(player=""), "/game/sittings/1/player"),
        (lambda one: one.update(deal="x"), "/game/sittings/1/deal"),
        (lambda one: one.update(colour="red"), "/game/sittings/1/colour"),
    ],
    ids=range(8),
)
def test_sittings_that_do_not_hold(game: GameClient, spoil: Any, pointer: str) -> None:
    substituted(game, 2)
    document = json.loads(elsewhere(exported(game)))
    spoil(document["game"]["sittings"][1])
    answer = Club().organizer.post("/games/import", document)
    assert answer.status == 422, answer.raw
    assert places(answer)[0][0] == pointer
