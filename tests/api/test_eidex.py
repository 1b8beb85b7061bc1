"""Cosmic Eidex over HTTP: whole deals and games, characters, what is shown of them."""

import pytest

from tests.api.court import Court
from tests.api.says import Json, deal, lay, tricks_of, worked
from tests.api.table import API, Club, GameClient, awaited, problem_in

pytestmark = pytest.mark.django_db

TRICKS = tricks_of("C1")
LAYS = [lay(int(seat), card) for seat, card in worked("C1")["laid"].items()]
OPENED = deal(turned="BK")
"""Seat 1 deals C1 with a card of its hand turned up."""


def opened(**request: object) -> GameClient:
    return Club().open(**{"variant": "eidex", "first_dealer": 1, **request})


def count(*points: int, **more: object) -> Json:
    return {"kind": "count", "points": {str(side): each for side, each in enumerate(points, start=1)}, **more}


def test_the_worked_deal() -> None:
    game = opened()
    game.report(OPENED, *TRICKS)
    assert awaited(game.game()) == (["hand", "lay"], None)
    game.report(*LAYS[:2])
    assert game.game()["next"]["seat"] == 3
    game.report(LAYS[2])
    now = game.game()
    assert (now["status"], now["deal"]["status"], now["deal"]["factor"]) == ("playing", "settled", None)
    assert now["deal"]["laid"] == [{"seat": each["seat"], "card": each["card"]} for each in LAYS]
    assert now["deal"]["scores"] == [
        {"side": 1, "tricks": 24, "laid": 3, "points": 27, "total": 1},
        {"side": 2, "tricks": 35, "laid": 0, "points": 35, "total": 0},
        {"side": 3, "tricks": 95, "laid": 0, "points": 95, "total": 1},
    ]
    assert [side["score"] for side in now["sides"]] == [1, 0, 1]


def test_a_game_to_seven_and_its_sheet() -> None:
    game = opened(deck="french")
    slates = [(57, 50, 50), (50, 57, 50), (57, 50, 50), (50, 57, 50), (57, 50, 50), (50, 57, 50)]
    for points in slates:
        game.report(deal(turned="E8"), count(*points))
    game.report(deal(turned="E8"), count(90, 47, 20))  # 7 : 6 : 1
    now = game.game()
    assert (now["status"], [side["score"] for side in now["sides"]]) == ("finished", [7, 6, 1])
    assert now["result"] == {
        "winners": [1],
        "winner": 1,
        "reason": "win_points",
        "deal": 7,
        "official": True,
        "places": [{"side": 1, "place": 1}, {"side": 2, "place": 2}, {"side": 3, "place": 3}],
    }
    sheet = game.organizer.get(f"{game.path}/scoresheet").body
    assert sheet["columns"] == ["tricks", "laid", "points", "total"]
    assert sheet["control"]["counted"] == sheet["control"]["expected"] == 7 * 157
    assert sheet["deals"][-1]["totals"] == sheet["totals"]
    page = game.organizer.get(f"{game.path}/scoresheet?format=html", accept_language="de").raw.decode()
    assert "Siegpunkte" in page
    assert "Eidex" in page


def test_what_is_held_back_stands_in_the_account() -> None:
    game = opened()
    for points in [(57, 50, 50), (50, 57, 50)] * 3:
        game.report(deal(turned="E8"), count(*points))
    game.report(deal(turned="E8"), count(90, 20, 47))
    told = game.organizer.get(f"{game.path}/explain", accept_language="en").body
    assert "Anna has more points in this deal and stays on 6; Beat falls to 5." in " ".join(
        step["text"] for step in told["steps"]
    )
    assert told["totals"] == {"before": {"1": 6, "2": 6, "3": 0}, "after": {"1": 6, "2": 5, "3": 0}}
    assert [side["score"] for side in game.game()["sides"]] == [6, 5, 0]


# --- rulings ----------------------------------------------------------------------------------------------------------


def court_of(*reports: Json, **rules: object) -> Court:
    return Court(*reports, variant="eidex", first_dealer=1, rules=rules)


@pytest.mark.parametrize(
    ("ruling", "scores"),
    [
        ({"remedy": "penalty_points", "points": {"3": 2}}, [1, 0, -1]),
        ({"remedy": "adjust", "points": {"1": -1, "2": 1}}, [0, 1, 1]),
        ({"remedy": "deal_void"}, [0, 0, 0]),
        ({"remedy": "card_loses_strength", "trick": 11, "card": "BU"}, [1, 1, 0]),
        ({"remedy": "score_stands"}, [1, 0, 1]),
    ],
)
def test_what_a_ruling_does_to_the_win_points(ruling: Json, scores: list[int]) -> None:
    court = court_of(OPENED, *TRICKS, *LAYS)
    dispute = court.taken(raised_by={"seat": 1}, seat=3, trick=ruling.get("trick", 1))
    court.ruled(dispute, offence="revoke", **{"trick": 1, **ruling})
    assert [side["score"] for side in court.game.game()["sides"]] == scores
    told = court.game.outsider.get(f"{court.game.path}/explain").body
    assert list(told["totals"]["after"].values()) == scores


def test_a_penalty_may_undo_the_end() -> None:
    court = court_of(OPENED, *TRICKS, *LAYS, target=1)
    assert court.game.game()["result"]["reason"] == "all_six"
    dispute = court.taken(raised_by={"seat": 1}, seat=2)
    court.ruled(dispute, offence="revoke", remedy="penalty_points", points={"2": 1})
    assert court.game.game()["result"] is None
    other = court.taken(raised_by={"seat": 1}, seat=2, trick=2)
    court.ruled(other, offence="revoke", remedy="adjust", points={"3": 1})
    result = court.game.game()["result"]
    assert (result["winners"], result["reason"]) == ([3], "ruling")


def test_who_gives_up_is_last() -> None:
    court = court_of(OPENED, *TRICKS, *LAYS, deal(turned="E8"), lay(1, "E6"), lay(2, "B6"))
    dispute = court.taken(deal=2, trick=None, raised_by={"seat": 1}, seat=3)
    court.ruled(dispute, offence="remark", remedy="forfeit", side=3)
    now = court.game.game()
    assert (now["status"], now["deal"]["status"]) == ("finished", "stopped")
    assert [side["score"] for side in now["sides"]] == [1, 0, 1]
    assert (now["result"]["winners"], now["result"]["reason"]) == ([1], "forfeit")
    assert [one["place"] for one in now["result"]["places"]] == [1, 2, 3]
    told = court.game.outsider.get(f"{court.game.path}/explain", accept_language="en").body
    assert told["steps"][-1]["text"] == (
        "By a ruling the game is forfeited by Chiara, who is last; the highest total of the others wins: Anna."
    )


def test_remedies_that_need_opponents_are_not_offered() -> None:
    court = court_of(OPENED, *TRICKS, *LAYS)
    dispute = court.taken(raised_by={"seat": 1})
    answer = court.do(dispute, "rulings", by=court.vreni, remedy="deal_lost", offence="revoke", side=2, discovered=OVER)
    assert answer.code == (409, "remedy_not_possible")
    assert {"trick_to_opponents", "split_difference", "weis_struck"}.isdisjoint(answer.body["possible"])


OVER = "deal_over"


def test_a_dispute_over_an_open_deal_tells_no_laid_card() -> None:
    court = court_of(OPENED, *TRICKS[:3], lay(1, "SO"), lay(2, "S10"))
    dispute = court.taken(raised_by={"seat": 1}, seat=3)
    court.ruled(dispute, offence="revoke", remedy="card_loses_strength", card="BA")
    for device in (court.scorer, court.seats[3]):
        read = court.read(dispute, by=device)
        assert "laid" not in str(read).replace("already_laid", "")
        scores = court.game.game(by=device)["deal"]["scores"]
        assert [score["laid"] for score in scores] == [None, None, None]


# --- characters -------------------------------------------------------------------------------------------------------

COSMIC = {"rules": {"preset": "eidex-cosmic"}}
DRAWN = ["E6", "ba", "S9"]


def test_characters_are_kept_and_shown() -> None:
    game = opened(**COSMIC, characters=DRAWN)
    assert [seat["character"] for seat in game.game()["seats"]] == ["E6", "BA", "S9"]
    assert all("character" not in seat for seat in opened(**COSMIC).game()["seats"])
    game.report(deal(turned="EA"))
    assert game.deal["mode"] == "obenabe"
    export = game.organizer.get(f"{game.path}/export")
    assert export.body["game"]["characters"] == ["E6", "BA", "S9"]
    moved = export.raw.replace(game.id.encode(), b"7d1f1a52-5a5e-4c2e-9d0a-000000000001")
    answer = Club().organizer.post("/games/import", moved)
    assert (answer.status, answer.body["seats"][1]["character"]) == (201, "BA")


def test_the_same_request_again_is_the_same_game() -> None:
    club, id_ = Club(), "7d1f1a52-5a5e-4c2e-9d0a-000000000002"
    request = {"id": id_, "variant": "eidex", "players": ["Anna", "Beat", "Chiara"], **COSMIC, "characters": DRAWN}
    assert club.organizer.post("/games", request).status == 201
    assert club.organizer.post("/games", {**request, "characters": ["E6", "BA", "S9"]}).status == 200
    assert club.organizer.post("/games", {**request, "characters": ["E6", "S9", "BA"]}).code == (409, "id_reused")


@pytest.mark.parametrize(
    ("request_", "code", "pointer"),
    [
        ({"characters": DRAWN}, "not_in_these_rules", "/characters"),
        ({**COSMIC, "characters": DRAWN[:2]}, "invalid_value", "/characters"),
        ({**COSMIC, "characters": ["E6", "BA", "e6"]}, "invalid_value", "/characters/2"),
        ({**COSMIC, "characters": ["E6", "X1", "S9"]}, "not_a_card", "/characters/1"),
        ({**COSMIC, "characters": ["E6", 7, "S9"]}, "wrong_type", "/characters/1"),
        ({**COSMIC, "characters": "E6 BA S9"}, "wrong_type", "/characters"),
        ({"players": ["Anna", "Beat", "Chiara", "Dario"]}, "invalid_value", "/players"),
        ({"first_dealer": 4}, "not_a_seat", "/first_dealer"),
        ({"rules": {"limit": 158}}, "invalid_option", "/rules/limit"),
        ({"rules": {"undertrump": "free"}}, "unknown_field", "/rules/undertrump"),
    ],
)
def test_what_a_game_cannot_be_opened_with(request_: Json, code: str, pointer: str) -> None:
    players = {"variant": "eidex", "players": ["Anna", "Beat", "Chiara"]}
    problem = problem_in(Club().organizer.post("/games", {**players, **request_}))
    assert (problem["code"], problem["errors"][0]["pointer"]) == (code, pointer)


def test_who_plays_without_characters_after_all_has_none() -> None:
    game = opened(**COSMIC, characters=DRAWN)
    answer = game.organizer.call("PATCH", game.path, {"rules": {"characters": False}}, if_match='"0"')
    assert answer.status == 200, answer.raw
    assert all("character" not in seat for seat in answer.body["seats"])


def test_the_names_of_its_own_pack() -> None:
    decks = {entry["deck"]: entry for entry in Club().device().get(f"{API}/decks").body["results"]}
    german = decks["eidex"]["languages"]["de"]
    assert german["suits"] == {"E": "Eidex", "R": "Raben", "S": "Herz", "B": "Sterne"}
    game = opened()
    game.report(OPENED, TRICKS[0])
    told = game.organizer.get(f"{game.path}/explain", accept_language="de").body
    assert any("Stern-König" in step["text"] for step in told["steps"])
