"""What an organizer may still change once cards lie on the table (docs/api.md, Changing a game)."""

from typing import Any

import pytest

from tests.api.court import Court
from tests.api.document import judged
from tests.api.says import Json, announce, counted, deal, new_id, opening_of, play, reports_of, slates
from tests.api.table import Answer, Club, GameClient
from tests.api.test_settings import abandon, change, is_sound, names, places
from tests.api.test_transfer import elsewhere, exported, taken

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


@pytest.fixture
def game(club: Club) -> GameClient:
    return club.open(label="Table 7")


def resume(game: GameClient, body: Json | None = None, **headers: str) -> Answer:
    return game.organizer.post(f"{game.path}/resume", body or {}, **headers)


def without_version(game: Json) -> Json:
    return {name: value for name, value in game.items() if name not in {"version", "updated_at", "effects"}}


# --- taking back that a game was given up ----------------------------------------------------------------------------


def test_a_game_that_was_given_up_by_mistake_goes_on_where_it_was(game: GameClient) -> None:
    """The wrong table is given up in the middle of a deal; then the table plays on as if nothing had happened."""
    opening, rest = opening_of("R1"), reports_of("R1")[len(opening_of("R1")) :]
    game.report(*opening)
    before, deals = game.game(), game.deals()
    abandon(game)
    answer = resume(game, {"reason": "It was table 8."}, if_match=f'"{game.version}"')
    assert answer.status == 200
    assert answer.headers["etag"] == f'"{before["version"] + 2}"'
    assert answer.body["effects"] == [{"effect": "game_reopened"}]
    assert without_version(answer.body) == without_version(game.game()) == without_version(before)
    assert game.deals() == deals
    entry = game.journal()[-1]
    assert (entry["kind"], entry["reason"], entry["seq"]) == ("resume", "It was table 8.", game.version)
    assert is_sound(game)
    game.report(*rest)
    assert game.deals()[0]["status"] == "settled"
    assert is_sound(game)


def test_a_game_is_resumed_before_its_first_deal_and_given_up_again(game: GameClient) -> None:
    before = game.game()
    abandon(game)
    assert resume(game).body["next"] == before["next"]
    assert "reason" not in game.journal()[-1]
    abandon(game, "Now really.")
    assert is_sound(game)
    assert game.game()["status"] == "abandoned"
    assert resume(game).status == 200
    game.report(deal())
    assert is_sound(game)


def test_only_an_abandoned_game_is_resumed(game: GameClient) -> None:
    assert resume(game).code == (409, "out_of_phase")
    abandon(game)
    assert resume(game, if_match='"0"').code == (412, "version_conflict")
    assert resume(game).status == 200
    assert resume(game).code == (409, "out_of_phase")
    assert game.version == 2


def test_a_finished_game_is_not_resumed(club: Club) -> None:
    game = club.open(rules={"deals": 1})
    game.report(*reports_of("R1"))
    assert resume(game).code == (409, "out_of_phase")


def test_a_repeated_call_changes_nothing(game: GameClient) -> None:
    """The phone of the organizer loses the answer, and sends the same again."""
    opened = game.report(deal())
    abandon(game)
    sent = {"id": new_id(), "reason": "It was table 8."}
    first = resume(game, sent, if_match=f'"{game.version}"')
    again = resume(game, sent, if_match='"2"')
    assert again.status == 200
    assert again.body == game.game()
    assert without_version(again.body) == without_version(first.body)
    assert resume(game, {**sent, "reason": "Other."}).code == (409, "id_reused")
    assert resume(game, {"id": opened["reports"][0]["id"]}).code == (409, "id_reused")
    assert game.version == 3


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"reason": ""}, [("/reason", "invalid_value")]),
        ({"reason": None}, [("/reason", "wrong_type")]),
        ({"id": "x"}, [("/id", "invalid_value")]),
        ({"why": "y"}, [("/why", "unknown_field")]),
    ],
    ids=str,
)
def test_what_can_be_wrong_with_resuming(game: GameClient, body: Any, faults: list[tuple[str, str]]) -> None:
    abandon(game)
    assert places(resume(game, body)) == faults
    assert game.version == 1


def test_a_resumed_game_goes_to_another_service_as_it_is(game: GameClient) -> None:
    game.report(*opening_of("R1"))
    abandon(game)
    resume(game, {"reason": "It was table 8."})
    other = taken(Club(), document := elsewhere(exported(game)))
    assert other.game()["next"] == game.game()["next"]
    assert exported(other) == document
    assert is_sound(other)


# --- the first dealer ------------------------------------------------------------------------------------------------


def late(game: GameClient, **wanted: Any) -> Json:
    """Change the game with a reason, and answer it."""
    answer = change(game, reason="The pad was set up wrongly.", **wanted)
    assert answer.status == 200, answer.raw
    assert without_version(answer.body) == without_version(game.game())
    assert is_sound(game)
    body: Json = answer.body
    return body


def moved(game: GameClient, **wanted: Any) -> Json:
    """The same; then another service takes the game in and finds the same."""
    answer = late(game, **wanted)
    assert exported(taken(Club(), document := elsewhere(exported(game)))) == document
    return answer


def test_the_dealer_was_right_and_the_pad_was_wrong(game: GameClient) -> None:
    """The pad says that Dario deals first. Anna did, and says so: that is no fault of hers."""
    game.report({**deal(), "dealer": 1, "as_played": True}, announce("rosen"), play("R6", seat=2))
    (found,) = game.deals()[0]["findings"]
    assert (found["fault"], found["status"]) == ("wrong_deal", "proven")
    next_ = game.game()["next"]
    after = moved(game, first_dealer=1)
    assert game.deals()[0]["findings"] == []
    assert (after["deal"]["dealer"], after["next"]) == (1, next_)
    entry = game.journal()[-1]
    assert (entry["kind"], entry["first_dealer"]) == ("settings", 1)
    assert entry["reason"] == "The pad was set up wrongly."
    game.report(play("R7"))
    assert is_sound(game)


def test_another_first_dealer_moves_all_deals_and_takes_their_signatures(game: GameClient) -> None:
    """Who signed saw another dealer. Scores from the slate stay as they are."""
    for points in (100, 90):
        game.report(deal(), counted(points))
        game.report({"kind": "confirm", "side": 1}, {"kind": "confirm", "side": 2})
    before = game.game()
    after = moved(game, first_dealer=2)
    assert [one["dealer"] for one in game.deals()] == [2, 3]
    assert [one["score"] for one in after["sides"]] == [one["score"] for one in before["sides"]]
    assert after["effects"] == [
        {"effect": "signatures_removed", "deal": 1, "sides": [1, 2]},
        {"effect": "signatures_removed", "deal": 2, "sides": [1, 2]},
    ]
    game.report({"kind": "confirm", "side": 1}, {"kind": "confirm", "side": 2})
    assert [one["confirmed"] for one in game.deals()] == [False, True]
    game.report(deal())
    assert game.game()["deal"]["dealer"] == 4
    assert is_sound(game)


def test_a_deal_that_named_its_dealer_keeps_its_signatures(game: GameClient) -> None:
    game.report({**deal(), "dealer": 1, "as_played": True}, counted(100))
    game.report({"kind": "confirm", "side": 1}, {"kind": "confirm", "side": 2})
    after = moved(game, first_dealer=1)
    assert "effects" not in after
    assert game.deals()[0]["confirmed"] is True
    assert game.deals()[0]["findings"] == []


def test_the_cards_go_to_those_who_played_them(game: GameClient) -> None:
    """Nobody named a seat, so each card was played by the seat after: with the right dealer the trick moves."""
    game.report(deal(), announce("rosen"), play("E6"), play("E7"), play("E8"), play("EA"), play("R6"))
    assert [one["leader"] for one in game.deals()[0]["tricks"]] == [1, 4]
    after = moved(game, first_dealer=1)
    assert [one["leader"] for one in after["deal"]["tricks"]] == [2, 1]
    leaders = [{"trick": 1, "before": 1, "after": 2}, {"trick": 2, "before": 4, "after": 1}]
    assert after["effects"] == [{"effect": "leaders_moved", "deal": 1, "tricks": [1, 2], "leaders": leaders}]
    assert after["next"]["seat"] == 2


def test_a_late_change_needs_a_reason_once_a_card_lies(game: GameClient) -> None:
    game.report(deal())
    answer = change(game, first_dealer=2)
    assert (answer.status, answer.body["deal"]["dealer"]) == (200, 2)
    game.report(announce("rosen"), play("R6"))
    before = game.stored()
    for wanted in ({"first_dealer": 1}, {"players": ["Beat", "Anna", "Chiara", "Dario"]}):
        assert places(change(game, **wanted)) == [("/reason", "missing_field")]
    assert places(change(game, first_dealer=1, reason="")) == [("/reason", "invalid_value")]
    assert change(game, game.scorer, first_dealer=1, reason="x").code == (403, "forbidden")
    assert change(game, tag='"0"', first_dealer=1, reason="x").code == (412, "version_conflict")
    assert game.stored() == before
    assert change(game, label="Final").status == 200


# --- fewer deals -----------------------------------------------------------------------------------------------------


def test_a_game_ends_early(club: Club) -> None:
    """Eight deals were planned. The hall closes after three."""
    game = club.open(rules={"deals": 8})
    for points in (100, 90, 80):
        game.report(deal(), counted(points))
    assert change(game, deals=2, reason="x").code == (409, "out_of_phase")
    assert change(game, deals=9, reason="x").code == (409, "out_of_phase")
    assert change(game, rules={"deals": 3, "match_bonus": 50}, reason="x").code == (409, "out_of_phase")
    assert places(change(game, deals=3)) == [("/reason", "missing_field")]
    after = moved(game, deals=3)
    assert (after["status"], after["result"]["reason"], after["result"]["deal"]) == ("finished", "deals", 3)
    assert after["effects"] == [{"effect": "game_ended", "result": after["result"]}]
    assert after["rules"]["deals"] == 3
    assert game.refused(deal())["code"] == "game_over"


def test_fewer_deals_than_planned_and_the_game_goes_on(club: Club) -> None:
    game = club.open(rules={"deals": 8})
    game.report(deal(), counted(100), deal())
    after = moved(game, rules={"deals": 2})
    assert (after["status"], "effects" in after) == ("playing", False)
    game.report(counted(90))
    assert game.game()["result"]["deal"] == 2


def test_a_deal_that_was_begun_counts_no_more(club: Club) -> None:
    game = club.open(rules={"deals": 8})
    game.report(deal(), counted(100), deal(), announce("rosen"), play("R6"))
    after = moved(game, deals=1)
    assert (after["status"], after["result"]["deal"], after["deal"]["status"]) == ("finished", 1, "surplus")


def test_a_game_for_a_target_has_no_number_of_deals(game: GameClient) -> None:
    game.report(deal(), counted(100))
    assert change(game, deals=1, reason="x").code == (409, "out_of_phase")


# --- swapped seats ---------------------------------------------------------------------------------------------------


def test_swapped_players_move_with_their_ids(game: GameClient) -> None:
    """Anna and Beat sit the other way round. Whether by name or by id, the persons change places."""
    before = {one["player"]["name"]: one["player"]["id"] for one in game.game()["seats"]}
    game.report(deal(), counted(100))
    after = moved(game, players=["Beat", "Anna", "Chiara", "Dario"])
    assert names(after) == ["Beat", "Anna", "Chiara", "Dario"]
    assert {one["player"]["name"]: one["player"]["id"] for one in after["seats"]} == before
    again = moved(game, players=[{"player": before[name]} for name in ("Anna", "Beat", "Chiara", "Dario")])
    assert {one["player"]["name"]: one["player"]["id"] for one in again["seats"]} == before
    assert names(again)[:2] == ["Anna", "Beat"]


def test_somebody_else_does_not_take_a_seat_later(club: Club, game: GameClient) -> None:
    eva = club.organizer.post("/players", {"name": "Eva"}).body["id"]
    game.report(deal(), counted(100))
    players = [{"player": eva}, "Beat", "Chiara", "Dario"]
    assert change(game, players=players, reason="x").code == (409, "out_of_phase")


# --- disputes and rulings --------------------------------------------------------------------------------------------


def test_a_ruling_stays_with_its_deal_when_the_dealer_changes() -> None:
    """Deal 2 is taken from side 2 by a ruling. The dealers move; the ruling and its points do not."""
    court = Court(*slates(100, 90, 80))
    dispute = court.taken(category="shouting", trick=None, seat=None, deal=2)
    court.ruled(dispute, remedy="adjust", points={"1": 157, "2": 0})
    before = court.game.game()
    after = late(court.game, first_dealer=2)
    assert [one["score"] for one in after["sides"]] == [one["score"] for one in before["sides"]]
    assert [one["dealer"] for one in court.game.deals()] == [2, 3, 4]
    (shown,) = court.game.organizer.get(f"{court.game.path}/disputes").body["results"]
    assert (shown["state"], shown["deal"]) == ("ruled", 2)


def test_an_open_dispute_outlives_the_finding_that_falls() -> None:
    """Side 2 disputes a wrong deal. The pad is corrected, the finding falls, and the dispute waits to be decided."""
    court = Court({**deal(), "dealer": 1, "as_played": True}, counted(100), rules={"deals": 1})
    court.dispute(category="misdeal", trick=None, seat=None, deal=1)
    after = late(court.game, first_dealer=1)
    assert after["deal"]["findings"] == []
    assert after["result"]["official"] is False
    (shown,) = court.game.organizer.get(f"{court.game.path}/disputes").body["results"]
    assert shown["state"] == "open"


@pytest.mark.parametrize("variant", ["schieber", "differenzler", "eidex", "coiffeur"])
def test_every_variant_takes_another_first_dealer(club: Club, variant: str) -> None:
    game = club.open(variant=variant, **({"players": ["Anna", "Beat", "Chiara"]} if variant == "eidex" else {}))
    game.report(deal(turned="S7") if variant in {"differenzler", "eidex"} else deal())
    assert late(game, first_dealer=1)["deal"]["dealer"] == 1
    abandon(game)
    assert change(game, first_dealer=2, reason="x").code == (409, "game_over")


def test_a_character_goes_along_with_its_player(club: Club) -> None:
    """The pad has Anna and Beat at the wrong seats. Each has drawn the own card (R-55)."""
    opening = {"preset": "eidex-cosmic"}
    players = ["Anna", "Beat", "Chiara"]
    game = club.open(variant="eidex", rules=opening, players=players, characters=["E6", "BA", "S9"])
    seats = change(game, players=["Beat", "Anna", "Chiara"]).body["seats"]
    assert [(one["player"]["name"], one["character"]) for one in seats] == [
        ("Beat", "BA"),
        ("Anna", "E6"),
        ("Chiara", "S9"),
    ]


def test_a_wrong_number_of_deals_is_one_fault(game: GameClient) -> None:
    for wrong in (0, "3", True):
        assert [pointer for pointer, _ in places(change(game, deals=wrong, reason="x"))] == ["/deals"]
