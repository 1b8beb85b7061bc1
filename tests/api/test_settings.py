"""Changing what a game is played by, and giving it up (docs/api.md, Changing a game)."""

import threading
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from scoring.models import Game, Report, Role, Seat
from scoring.rules.variants import PRESETS
from scoring.services.rebuild import rebuild
from tests.api.document import judged
from tests.api.says import Json, announce, correct, deal, new_id, opening_of, play, reports_of, retract
from tests.api.table import NOTHING_NEXT, PLAYERS, Answer, Club, Device, GameClient, problem_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


@pytest.fixture
def game(club: Club) -> GameClient:
    return club.open(label="Table 7")


def change(game: GameClient, by: Device | None = None, *, tag: str | None = None, **changed: Any) -> Answer:
    """Ask for a change of the game as it stands, or as it stood at a tag."""
    return (by or game.organizer).call("PATCH", game.path, changed, if_match=tag or f'"{game.version}"')


def changed(game: GameClient, **wanted: Any) -> Json:
    """Change the game, and answer it."""
    answer = change(game, **wanted)
    assert answer.status == 200, answer.raw
    body: Json = answer.body
    assert answer.headers["etag"] == f'"{body["version"]}"'
    assert game.game() == body
    return body


def abandon(game: GameClient, reason: str = "The hall closes.", **headers: str) -> Answer:
    return game.organizer.post(f"{game.path}/abandon", {"reason": reason}, **headers)


def names(game: Json) -> list[str]:
    return [seat["player"]["name"] for seat in game["seats"]]


def is_sound(game: GameClient) -> bool:
    """Whether what is stored follows from the journal."""
    found = rebuild(UUID(game.id), check=True)
    assert found is not None
    assert found.differences == ()
    assert found.broken == ()
    return True


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem_in(answer)["errors"]]


# --- the first phase: everything -------------------------------------------------------------------------------------


def test_a_change_is_an_entry_of_the_journal(game: GameClient) -> None:
    before = game.game()
    after = changed(game, label="Table 8", public=False, deck="french", first_dealer=2)
    assert (after["version"], after["label"], after["public"], after["deck"]) == (1, "Table 8", False, "french")
    assert after["updated_at"] > before["updated_at"]
    (entry,) = game.journal()
    assert (entry["seq"], entry["kind"], entry["by"]) == (1, "settings", {"role": "organizer", "label": "desk"})
    told = {"label": "Table 8", "public": False, "deck": "french", "first_dealer": 2}
    assert {name: entry[name] for name in told} == told
    assert "rules" not in entry
    assert (entry["occurred_at"], entry["replaced_by"]) == (None, None)
    opened = game.report(deal())
    assert (opened["reports"][0]["seq"], opened["game"]["deal"]["dealer"]) == (2, 2)
    assert is_sound(game)


def test_what_is_so_already_is_no_change(game: GameClient) -> None:
    stands = game.game()
    wanted: list[Json] = [
        {},
        {"label": "Table 7", "public": True, "deck": "swiss", "first_dealer": 4},
        {"players": list(PLAYERS)},
        {"players": [{"player": seat["player"]["id"]} for seat in stands["seats"]]},
        {"rules": {}},
        {"rules": stands["rules"]},
        {"rules": {"weis": True, "target": 1000, "factors": {"rosen": 1}}},
    ]
    for one in wanted:
        assert changed(game, **one) == stands
    assert not Report.objects.exists()


def test_names_and_players(club: Club, game: GameClient) -> None:
    eva = club.organizer.post("/players", {"name": "Eva"}).body
    old = game.game()["seats"]
    after = changed(game, players=["Anneli", {"player": eva["id"]}, "Chiara", "Dario"])
    assert names(after) == ["Anneli", "Eva", "Chiara", "Dario"]
    assert after["seats"][1]["player"] == {"id": eva["id"], "name": "Eva"}
    assert after["seats"][0]["player"]["id"] == old[0]["player"]["id"]
    assert game.journal()[0]["players"] == [seat["player"] for seat in after["seats"]]
    assert [g["id"] for g in club.organizer.pages(f"/games?player={eva['id']}")] == [game.id]
    assert club.organizer.pages(f"/games?player={old[1]['player']['id']}") == []
    assert club.organizer.get(f"/players/{old[0]['player']['id']}").body["name"] == "Anna"


def test_seats_may_be_swapped(game: GameClient) -> None:
    ids = [seat["player"]["id"] for seat in game.game()["seats"]]
    after = changed(game, players=[{"player": ids[n]} for n in (1, 0, 2, 3)])
    assert names(after) == ["Beat", "Anna", "Chiara", "Dario"]
    rows = Seat.objects.filter(game=game.row).order_by("number").values_list("player", flat=True)
    assert [str(player) for player in rows] == [ids[n] for n in (1, 0, 2, 3)]


@pytest.mark.parametrize(
    ("first", "given", "expected"),
    [
        ({}, {"target": 500}, {"target": 500, "deals": None, "order": "stoeck_weis_stich"}),
        ({}, {"deals": 8}, {"target": None, "deals": 8, "order": None, "no_claim": None}),
        ({"deals": 8}, {"target": 700}, {"target": 700, "deals": None, "order": "stoeck_weis_stich"}),
        ({}, {"target": None, "deals": 8}, {"target": None, "deals": 8}),
        ({"deals": 8}, {"deals": 9, "claim": "off"}, {"target": None, "deals": 9, "claim": "off"}),
        ({"factors": {"unenufe": 9}}, {"factors": {"rosen": 7}}, {"factors": (1, 7, 2, 2, 3, 9)}),
        ({"weis_table": "grand"}, {"target": 700}, {"weis_table": "grand", "target": 700}),
        ({"weis_table": "grand"}, {"weis": True}, {"weis_table": "grand"}),
        ({"weis_table": "grand"}, {"weis": False}, {"weis": False, "weis_table": None, "crossing": None}),
        ({"weis": False}, {"weis": True}, {"weis": True, "weis_table": "small"}),
        ({"weis": False}, {"weis": True, "weis_table": "grand"}, {"weis_table": "grand"}),
        ({"order": "stoeck_stich_weis"}, {"target": 999}, {"order": "stoeck_stich_weis", "target": 999}),
        ({"match_bonus": 50}, {"preset": "schieber-stargames"}, {"match_bonus": 100}),
        (
            {"match_bonus": 50},
            {"preset": "schieber-official", "target": 5},
            {"target": 5, "preset": "schieber-official"},
        ),
    ],
    ids=str,
)
def test_options_are_changed_over_those_of_the_game(club: Club, first: Json, given: Json, expected: Json) -> None:
    game = club.open(rules=first)
    rules = changed(game, rules=given)["rules"]
    rules["factors"] = tuple(rules["factors"].values())
    assert {name: rules[name] for name in expected} == expected
    game.report(deal())
    assert is_sound(game)


def test_any_preset_may_follow_any_other(club: Club) -> None:
    schieber = [name for name, preset in PRESETS.items() if preset.variant == "schieber"]
    assert len(schieber) > 1
    game = club.open()
    for before in schieber:
        for after in schieber:
            changed(game, rules={"preset": before})
            said = changed(game, rules={"preset": after})["rules"]
            assert said == club.open(rules={"preset": after}).game()["rules"]


@pytest.mark.parametrize(
    ("wanted", "faults"),
    [
        ({"label": None}, [("/label", "wrong_type")]),
        ({"public": 1}, [("/public", "wrong_type")]),
        ({"variant": "schieber"}, [("/variant", "unknown_field")]),
        ({"id": new_id()}, [("/id", "unknown_field")]),
        ({"deck": "spanish"}, [("/deck", "invalid_value")]),
        ({"first_dealer": 5}, [("/first_dealer", "not_a_seat")]),
        ({"first_dealer": 0}, [("/first_dealer", "not_a_seat")]),
        ({"first_dealer": None}, [("/first_dealer", "wrong_type")]),
        ({"players": None}, [("/players", "wrong_type")]),
        ({"players": ["Anna"]}, [("/players", "invalid_value")]),
        ({"players": ["Anna", "", "Chiara", 4]}, [("/players/1", "invalid_value"), ("/players/3", "wrong_type")]),
        ({"players": ["Anna", "Beat", "Chiara", {"player": new_id()}]}, [("/players/3/player", "invalid_value")]),
        ({"label": "a\u202eb"}, [("/label", "invalid_value")]),
        ({"rules": None}, [("/rules", "wrong_type")]),
        ({"rules": {"preset": "skat"}}, [("/rules/preset", "invalid_option")]),
        ({"rules": {"traget": 1}}, [("/rules/traget", "unknown_field")]),
        ({"rules": {"target": 5, "deals": 5}}, [("/rules/deals", "invalid_option")]),
        ({"rules": {"target": None}}, [("/rules/target", "invalid_option")]),
        ({"rules": {"factors": {"rosen": 99}}}, [("/rules/factors/rosen", "invalid_option")]),
        ({"rules": {"factors": []}}, [("/rules/factors", "wrong_type")]),
        ({"rules": {"no_claim": "play_on", "claim": "off"}}, [("/rules/no_claim", "invalid_option")]),
        ({"deck": 1, "rules": {"weis": 1}}, [("/deck", "wrong_type"), ("/rules/weis", "wrong_type")]),
    ],
    ids=str,
)
def test_what_can_be_wrong_with_a_change(game: GameClient, wanted: Json, faults: list[tuple[str, str]]) -> None:
    before = game.stored()
    assert places(change(game, **wanted)) == faults
    assert game.stored() == before


def test_options_that_clash_with_those_of_the_game(club: Club) -> None:
    game = club.open(rules={"no_claim": "play_on"})
    assert places(change(game, rules={"claim": "automatic"})) == [("/rules/no_claim", "invalid_option")]
    assert changed(game, rules={"claim": "automatic", "no_claim": "last_trick_first"})["rules"]["claim"] == "automatic"


def test_nobody_is_seated_twice(club: Club, game: GameClient) -> None:
    ids = [seat["player"]["id"] for seat in game.game()["seats"]]
    anna, eva = {"player": ids[0]}, {"player": club.organizer.post("/players", {"name": "Eva"}).body["id"]}
    theirs = {"player": Club().organizer.post("/players", {"name": "Fritz"}).body["id"]}
    for players, at in (
        ([eva, "Beat", eva, "Dario"], 2),
        ([anna, "Beat", anna, "Dario"], 2),
        (["Anna", "Beat", anna, "Dario"], 2),
        ([{"player": ids[1]}, "Beat", "Chiara", "Dario"], 0),
        (["Anna", "Beat", theirs, "Dario"], 2),
    ):
        assert places(change(game, players=players)) == [(f"/players/{at}/player", "invalid_value")]
    assert not Report.objects.exists()


# --- the second phase: what may change at any time -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "at"),
    [
        ({"deck": "french"}, "deck"),
        ({"rules": {"target": 500}}, "rules"),
        ({"players": [{"player": "eva"}, "Beat", "Chiara", "Dario"]}, "players"),
    ],
    ids=str,
)
def test_what_stands_since_the_first_report(club: Club, game: GameClient, wanted: Json, at: str) -> None:
    eva = club.organizer.post("/players", {"name": "Eva"}).body["id"]
    if "players" in wanted:
        wanted = {"players": [{"player": eva}, *PLAYERS[1:]]}
    changed(game, label="an entry is no report", first_dealer=3)
    opened = game.report(deal())
    before = game.stored()
    assert change(game, **wanted).code == (409, "out_of_phase")
    assert change(game, label="other", **wanted).code == (409, "out_of_phase")
    assert game.stored() == before
    game.report(retract(opened["reports"][0]["id"]))
    assert change(game, **wanted).code == (409, "out_of_phase"), "it was reported, and the journal keeps it"
    assert is_sound(game)


def test_names_label_and_openness_change_at_any_time(game: GameClient) -> None:
    game.report(*opening_of("R1"))
    after = changed(game, label="Final", public=False, players=["Anneli", "Beat", "Chiara", "Dario"])
    assert names(after) == ["Anneli", *PLAYERS[1:]]
    assert after["deal"] == game.deals()[0]
    stays = [{"player": seat["player"]["id"]} for seat in after["seats"]]
    assert changed(game, players=stays, first_dealer=4, deck="swiss", rules={"target": 1000}) == after
    assert game.outsider.get(game.path).code == (404, "not_found")
    game.report(*reports_of("R1")[len(opening_of("R1")) :])
    assert [entry["seq"] for entry in game.journal()] == list(range(1, game.version + 1))
    changed(game, public=True)
    game.report(deal(), announce("rosen"))
    assert is_sound(game)


def test_a_finished_game_keeps_its_result(club: Club) -> None:
    game = club.open(rules={"deals": 1})
    game.report(*reports_of("R1"))
    before = game.game()
    assert before["status"] == "finished"
    after = changed(game, label="Final", players=["A", "B", "C", "D"])
    assert (after["result"], after["status"], after["next"]) == (before["result"], "finished", before["next"])
    assert change(game, deck="french").code == (409, "out_of_phase")
    assert abandon(game).code == (409, "game_over")
    assert is_sound(game)


def test_a_game_keeps_the_names_it_was_played_under(club: Club, game: GameClient) -> None:
    anna = game.game()["seats"][0]["player"]["id"]
    assert club.organizer.call("PATCH", f"/players/{anna}", {"name": "Anneli"}).status == 200
    assert names(game.game()) == list(PLAYERS)
    assert changed(game, players=[{"player": anna}, *PLAYERS[1:]])["version"] == 0
    assert names(club.open(players=[{"player": anna}, "X", "Y", "Z"]).game())[0] == "Anneli"


# --- tags ------------------------------------------------------------------------------------------------------------


def test_a_change_names_what_it_has_seen(game: GameClient) -> None:
    assert game.organizer.call("PATCH", game.path, {"label": "x"}).code == (428, "precondition_required")
    changed(game, label="one")
    for tag in ('"0"', 'W/"1"', '"2"', "nonsense", ""):
        answer = game.organizer.call("PATCH", game.path, {"label": "x"}, if_match=tag)
        assert answer.code == (412, "version_conflict")
        assert answer.headers["etag"] == '"1"'
    for tag in ("*", '"7", "2"'):
        assert change(game, tag=tag, label=tag).status == 200
    assert game.version == 3
    assert game.organizer.get(game.path, if_none_match='"3"').status == 304
    assert game.organizer.get(game.path, if_none_match='"2"').status == 200


def test_in_which_order_a_change_is_checked(club: Club, game: GameClient) -> None:
    hidden = club.open(public=False)
    call = game.outsider.call
    assert call("PATCH", game.path, b"{").code == (401, "not_authenticated")
    assert game.scorer.call("PATCH", hidden.path, b"x", content_type="text/plain").code == (404, "not_found")
    assert game.scorer.call("PATCH", game.path, b"x", content_type="text/plain").code == (403, "forbidden")
    assert game.scorer.post(f"{game.path}/abandon", b"x", content_type="text/plain").code == (403, "forbidden")
    organizer = game.organizer
    assert organizer.call("PATCH", game.path, b"x", content_type="text/plain").code == (415, "unsupported_media_type")
    assert organizer.call("PATCH", game.path, b"{").code == (400, "malformed_json")
    assert organizer.call("PATCH", game.path, b"").code == (400, "malformed_json")
    assert organizer.call("PATCH", game.path, b"[]").code == (422, "wrong_type")
    assert organizer.call("PATCH", game.path, {"label": 7}).code == (422, "wrong_type")
    assert organizer.call("PATCH", f"/games/{new_id()}", {}, if_match="*").code == (404, "not_found")


# --- what else may be said of such an entry --------------------------------------------------------------------------


def test_a_change_is_no_report_that_could_be_taken_back(game: GameClient) -> None:
    changed(game, label="other")
    game.report(*opening_of("R1"))
    entry = game.journal()[0]
    for report in (retract(entry["id"]), correct(entry["id"], play("R6"))):
        problem = game.refused(report)
        assert (problem["code"], problem["errors"][0]["pointer"]) == ("invalid_value", "/reports/0/report")
    assert game.refused({"kind": "confirm", "side": 1, "report": entry["id"]})["code"] == "invalid_value"
    assert game.refused(play("R6", id=entry["id"]))["code"] == "id_reused"
    assert game.refused({"kind": "settings", "label": "x"})["code"] == "unknown_kind"
    assert game.refused({"kind": "abandon", "reason": "x"})["code"] == "unknown_kind"


# --- giving a game up ------------------------------------------------------------------------------------------------


def test_an_abandoned_game_takes_no_more_reports(game: GameClient) -> None:
    sent = {**deal(), "id": new_id()}
    game.report(sent, *opening_of("R1")[1:])
    answer = abandon(game, if_match=f'"{game.version}"')
    assert answer.status == 200
    after = answer.body
    assert answer.headers["etag"] == f'"{after["version"]}"'
    assert (after["status"], after["result"], after["next"]) == ("abandoned", None, NOTHING_NEXT)
    assert game.game() == after
    entry = game.journal()[-1]
    assert (entry["kind"], entry["reason"], entry["seq"]) == ("abandon", "The hall closes.", after["version"])
    for report in (play("R6"), deal(), retract(sent["id"]), {"kind": "incident", "category": "misdeal"}):
        assert game.refused(report)["code"] == "game_over"
    again = game.send(sent)
    assert (again.status, again.body["duplicate"], again.body["game"]) == (200, True, after)
    assert abandon(game).code == (409, "game_over")
    assert is_sound(game)
    assert changed(game, label="Given up", public=False)["status"] == "abandoned"
    assert change(game, rules={"target": 5}).code == (409, "game_over")
    assert is_sound(game)
    assert [one["id"] for one in game.organizer.pages("/games?status=abandoned&mine=true")] == [game.id]


def test_a_game_may_be_abandoned_before_it_begins(game: GameClient) -> None:
    assert abandon(game).body["version"] == 1
    assert change(game, deck="french").code == (409, "game_over")
    assert game.refused(deal())["code"] == "game_over"
    assert is_sound(game)


def test_a_rebuild_brings_an_abandoned_game_back_to_what_it_was(game: GameClient) -> None:
    game.report(deal())
    before = abandon(game).body
    Game.objects.filter(pk=game.id).update(status="playing", next={"expects": ["push"], "seat": 1})
    found = rebuild(UUID(game.id), check=False)
    assert found is not None
    assert found.mended
    assert game.game() == before


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("/reason", "missing_field")]),
        ({"reason": ""}, [("/reason", "invalid_value")]),
        ({"reason": None}, [("/reason", "wrong_type")]),
        ({"reason": "x" * 5000}, [("/reason", "invalid_value")]),
        ({"reason": "x", "why": "y"}, [("/why", "unknown_field")]),
    ],
    ids=str,
)
def test_giving_up_takes_a_reason(game: GameClient, body: Json, faults: list[tuple[str, str]]) -> None:
    assert places(game.organizer.post(f"{game.path}/abandon", body)) == faults
    assert abandon(game, if_match='"5"').code == (412, "version_conflict")
    assert game.version == 0


# --- together with others --------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_change_waits_for_the_call_before_it() -> None:
    """A change that was sent while reports are recorded sees them: the tag is stale, nothing gets lost."""
    game = Club().open()
    answers: list[Answer] = []

    def late() -> None:
        try:
            answers.append(change(game, tag='"0"', deck="french"))
        finally:
            connection.close()

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.id)
        Game.objects.filter(pk=game.id).update(label="held")  # SQLite has the lock by now, too
        thread = threading.Thread(target=late)
        thread.start()
        thread.join(0.3)
        assert thread.is_alive()
        game.report(deal())
    thread.join(30)
    assert [answer.code for answer in answers] == [(412, "version_conflict")]
    assert game.token(Role.SCORER)
    assert is_sound(game)
