"""Differenzler over HTTP: an evening to its end, what readers are shown, and a bid that never came."""

import csv
import io

import pytest

from tests.api.court import Court
from tests.api.says import Json, bid, deal, tricks_of
from tests.api.table import NOTHING_NEXT, Club, GameClient, awaited

pytestmark = pytest.mark.django_db

TURNED = deal(turned="SA")
TRICKS = tricks_of("R1", numbered=True)


def bids(*points: int) -> list[Json]:
    return [bid(seat, each) for seat, each in enumerate(points, start=1)]


def slate(*points: int) -> Json:
    return {"kind": "count", "points": {str(side): each for side, each in enumerate(points, start=1)}}


def played(**rules: object) -> GameClient:
    """A game of two deals that is over: seat 1 has the lowest total."""
    game = Club().open(variant="differenzler", rules={"deals": 2, "undertrump": "strict", **rules})
    game.report(TURNED, *bids(0, 100, 25, 30), *TRICKS)
    game.report(deal(turned="E6"), *bids(48, 50, 30, 29), slate(52, 43, 42))
    return game


def test_a_game_to_its_end() -> None:
    now = played().game()
    assert [side["score"] for side in now["sides"]] == [4, 15, 12, 15]
    assert [side["seats"] for side in now["sides"]] == [[1], [2], [3], [4]]
    assert (now["status"], now["next"]) == (
        "finished",
        {**NOTHING_NEXT, "confirm": [1, 2, 3, 4], "retract": now["next"]["retract"]},
    )
    assert now["result"] == {
        "winners": [1],
        "winner": 1,
        "reason": "lowest",
        "deal": 2,
        "places": [
            {"side": 1, "place": 1},
            {"side": 2, "place": 3},
            {"side": 3, "place": 2},
            {"side": 4, "place": 3},
        ],
        "official": True,
    }
    assert now["deal"]["scores"][0] == {"side": 1, "tricks": 52, "bid": 48, "total": 4}
    assert (now["deal"]["mode"], now["deal"]["turned"], now["deal"]["factor"]) == ("eicheln", "E6", None)


def test_its_rules_are_told_with_every_option() -> None:
    rules = Club().open(variant="differenzler", rules={"exact_bonus": -10}).game()["rules"]
    assert rules == {
        "preset": "differenzler-stargames",
        "deals": 4,
        "start_scores": {"1": 0, "2": 0, "3": 0, "4": 0},
        "turned_card": "dealers",
        "bids": "hidden",
        "undertrump": "free",
        "exact_bonus": -10,
        "exact_bonus_at_zero": "no",
        "tie": "extra_deal",
        "catalogue": "edjv",
    }


@pytest.mark.parametrize(
    "wrong", [{"deals": None}, {"exact_bonus": 10}, {"bids": "secret"}, {"target": 1000}, {"preset": "schieber-pagat"}]
)
def test_what_its_options_cannot_be(wrong: Json) -> None:
    answer = Club().organizer.post("/games", {"variant": "differenzler", "rules": wrong, "players": list("ABCD")})
    assert answer.status == 422
    assert answer.body["code"] in {"invalid_option", "unknown_field", "wrong_type"}


def test_the_score_sheet_has_its_columns() -> None:
    game = played()
    sheet = game.outsider.get(f"{game.path}/scoresheet").body
    assert sheet["columns"] == ["tricks", "bid", "total"]
    assert [one["total"] for one in sheet["totals"]] == [4, 15, 12, 15]
    assert (sheet["control"]["expected"], sheet["control"]["difference"]) == (314, 0)
    told = game.outsider.get(f"{game.path}/scoresheet?format=csv").raw.decode("utf-8-sig")
    assert any("48" in row for row in csv.reader(io.StringIO(told)))


def test_the_account_says_what_each_bid_costs() -> None:
    game = played()
    account = game.outsider.get(f"{game.path}/explain").body
    said = [step["text"] for step in account["steps"] if step["chapter"] in {"bids", "score"}]
    assert said[:4] == ["Beat bids 50.", "Chiara bids 30.", "Dario bids 29.", "Anna bids 48."]
    assert "Anna bid 48 and made 52: penalty 4." in said
    assert account["totals"] == {
        "before": {"1": 0, "2": 8, "3": 0, "4": 6},
        "after": {"1": 4, "2": 15, "3": 12, "4": 15},
    }


def test_a_running_account_tells_no_bid() -> None:
    game = Club().open(variant="differenzler", rules={"undertrump": "strict"})
    game.report(TURNED, *bids(11, 111, 25, 30), TRICKS[0])
    account = game.outsider.get(f"{game.path}/explain").body
    assert [step["key"] for step in account["steps"] if step["chapter"] == "bids"] == ["bid_hidden"] * 4
    assert account["totals"]["before"] == account["totals"]["after"]
    assert "111" not in game.outsider.get(f"{game.path}/explain?format=html").raw.decode()
    assert "111" in game.organizer.get(f"{game.path}/explain?format=html").raw.decode()


def test_a_bid_that_never_came_is_ruled_on() -> None:
    rules = {"preset": "differenzler-tournament", "undertrump": "strict"}
    court = Court(TURNED, *bids(0, 100, 25), *TRICKS, variant="differenzler", rules=rules)
    assert awaited(court.game.game()) == (["hand", "bid"], 4)
    dispute = court.taken(category="missing_bid", trick=None, seat=4, raised_by={"seat": 1})
    ruling: Json = {"remedy": "penalty_points", "offence": "missing_bid", "points": {"4": 20}, "seat": 4, "side": 4}
    court.ruled(dispute, **ruling)
    now = court.game.game()
    assert [side["score"] for side in now["sides"]] == [0, 8, 0, 20]
    assert (now["deal"]["status"], now["next"]["expects"]) == ("settled", ["deal"])
    (finding,) = now["deal"]["findings"]
    assert (finding["fault"], finding["seat"], finding["status"]) == ("missing_bid", 4, "ruled")
    text = [step["text"] for step in court.game.outsider.get(f"{court.game.path}/explain").body["steps"]]
    assert "Dario made no bid, as a ruling has found." in text
    assert "By a ruling, for Dario: + 20." in text


def test_remedies_that_need_opponents_are_not_offered() -> None:
    court = Court(TURNED, *bids(0, 100, 25, 30), *TRICKS, variant="differenzler", rules={"undertrump": "strict"})
    dispute = court.taken(raised_by={"seat": 1})
    answer = court.do(
        dispute, "rulings", by=court.vreni, remedy="deal_lost", offence="revoke", discovered="deal_over", side=2
    )
    assert answer.code == (409, "remedy_not_possible")
    assert {"trick_to_opponents", "weis_struck", "claim_void"}.isdisjoint(answer.body["possible"])
    assert {"deal_void", "penalty_points", "adjust", "forfeit"} <= set(answer.body["possible"])


def test_a_deal_replayed_with_a_penalty() -> None:
    court = Court(TURNED, *bids(0, 100, 25, 30), *TRICKS, variant="differenzler", rules={"undertrump": "strict"})
    first = court.taken(raised_by={"seat": 1})
    court.ruled(first, remedy="deal_void", offence="revoke")
    second = court.taken(raised_by={"seat": 1})
    court.ruled(second, remedy="penalty_points", offence="revoke", points={"2": 20})
    now = court.game.game()
    assert [side["score"] for side in now["sides"]] == [0, 20, 0, 0]
    steps = court.game.outsider.get(f"{court.game.path}/explain").body["steps"]
    assert "By a ruling, for Beat: + 20." in [step["text"] for step in steps]
    assert court.game.report(TURNED)["game"]["deal"]["dealer"] == 4
