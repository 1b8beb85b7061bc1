"""What other score pads got wrong: each test is named after what went wrong there."""

import pytest

from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    correct,
    deal,
    incident,
    new_id,
    opening_of,
    retract,
    tricks_of,
    weis,
)
from tests.api.table import Club, GameClient, awaited

pytestmark = pytest.mark.django_db

TRICKS = tricks_of("R1", numbered=True)


def counted(first: int, *, mode: str = "rosen", **fields: object) -> list[Json]:
    """A deal of which only a slate tells: so many points for side 1, the rest for side 2."""
    return [
        deal(),
        announce(mode),
        {"kind": "count", "points": {"1": first}, "last_trick": 1, "id": new_id(), **fields},
    ]


def scores(game: GameClient) -> list[int]:
    """What the sides have."""
    return [side["score"] for side in game.game()["sides"]]


def effects(body: Json) -> list[str]:
    """The names of what a call changed besides."""
    return [effect["effect"] for effect in body.get("effects", ())]


def test_the_target_is_reached_exactly() -> None:
    game = Club().open(rules={"target": 97})
    body = game.report(*counted(97))
    assert body["game"]["status"] == "finished"
    assert body["game"]["result"] == {"winners": [1], "winner": 1, "reason": "deal_end", "deal": 1, "official": True}
    short = Club().open(rules={"target": 98})
    assert short.report(*counted(97))["game"]["status"] == "playing"


def test_a_trick_worth_nothing_prevents_the_match() -> None:
    game = Club().open(rules={"target": 5000})
    opened = [deal(), announce("rosen")]
    won = game.report(*opened, {"kind": "count", "points": {"1": 157, "2": 0}, "match": None})["game"]["deal"]["scores"]
    assert [(side["tricks"], side["match"]) for side in won] == [(157, 0), (0, 0)]
    won = game.report(*opened, {"kind": "count", "points": {"1": 157, "2": 0}, "match": 1})["game"]["deal"]["scores"]
    assert [(side["tricks"], side["match"]) for side in won] == [(157, 100), (0, 0)]


def test_the_first_entry_of_a_game_is_a_weis() -> None:
    game = Club().open()
    assert game.refused(weis(1, "E6 E7 E8"))["expects"] == ["deal"]
    body = game.report(deal(), announce("rosen"), weis(1, "E6 E7 E8"))
    assert body["game"]["deal"]["weis"] == [{"seat": 1, "cards": ["E6", "E7", "E8"], "points": 20, "counts": None}]
    assert scores(game) == [0, 0]


def test_undo_over_a_finished_game_and_on() -> None:
    game = Club().open(rules={"target": 100})
    body = game.report(*counted(110))
    assert effects(body) == ["game_ended"]
    last = body["reports"][-1]["id"]
    body = game.report(retract(last), by=game.scorer)
    assert effects(body) == ["game_reopened"]
    assert (body["game"]["status"], body["game"]["result"], scores(game)) == ("playing", None, [0, 0])
    body = game.report({"kind": "count", "points": {"1": 60}, "last_trick": 1}, by=game.scorer)
    assert (body["game"]["status"], scores(game)) == ("playing", [60, 97])
    assert game.report(*counted(110))["game"]["result"]["deal"] == 2


def test_undo_resets_neither_names_nor_target_nor_options() -> None:
    game = Club().open(label="Table 7", rules={"preset": "schieber-official", "target": 120}, deck="french")
    kept = {name: game.game()[name] for name in ("label", "public", "deck", "rules", "seats")}
    game.report(*counted(130))
    for entry in reversed(game.journal()):
        game.report(retract(entry["id"]))
    now = game.game()
    assert {name: now[name] for name in kept} == kept
    assert (now["status"], now["deal"], scores(game)) == ("playing", None, [0, 0])
    assert awaited(now) == (["deal"], None)


def test_a_side_left_out_has_157_minus_the_other() -> None:
    game = Club().open()
    sides = game.report(*counted(97))["game"]["deal"]["scores"]
    assert [side["tricks"] for side in sides] == [97, 60]


def test_an_old_deal_is_corrected_without_touching_later_ones() -> None:
    game = Club().open(rules={"target": 5000})
    first = game.report(*counted(97))["reports"][-1]["id"]
    game.report(*counted(50, mode="schellen"))
    game.report(*counted(157, mode="obenabe", match=1))
    later = game.deals()[1:]
    body = game.report(correct(first, {"kind": "count", "points": {"1": 79}, "last_trick": 1}))
    assert game.deals()[1:] == later
    assert scores(game) == [79 + 100 + 3 * 257, 78 + 2 * 107]
    (effect,) = body["effects"]
    assert (effect["effect"], effect["deal"]) == ("scored_anew", 1)
    assert [score["total"] for score in effect["before"]] != [score["total"] for score in effect["after"]]


def test_a_correction_changes_who_has_won_an_earlier_deal() -> None:
    game = Club().open(rules={"target": 200})
    first = game.report(*counted(150))["reports"][-1]["id"]
    game.report(*counted(60))
    assert game.game()["result"]["winners"] == [1]
    body = game.report(correct(first, {"kind": "count", "points": {"1": 7}, "last_trick": 2}))
    assert scores(game) == [67, 247]
    assert body["game"]["result"]["winners"] == [2]
    assert effects(body) == ["scored_anew", "winners_changed"]


def test_an_earlier_end_appears_and_goes_again() -> None:
    game = Club().open(rules={"target": 300})
    first = game.report(*counted(100))["reports"][-1]["id"]
    game.report(*counted(100))
    assert game.game()["status"] == "playing"
    body = game.report(
        correct(first, {"kind": "count", "points": {"1": 157}, "match": 1, "weis": {"1": 50}}, reason="a match")
    )
    assert [each["status"] for each in game.deals()] == ["settled", "surplus"]
    assert (body["game"]["result"]["deal"], effects(body)) == (1, ["scored_anew", "game_ended"])
    body = game.report(correct(body["reports"][0]["id"], {"kind": "count", "points": {"1": 100}, "last_trick": 1}))
    assert [each["status"] for each in game.deals()] == ["settled", "settled"]
    assert (effects(body), scores(game)) == (["scored_anew", "game_reopened"], [200, 114])


def test_a_round_is_cut_off_after_two_tricks() -> None:
    game = Club().open(rules={"target": 100})
    body = game.report(*opening_of("R1"), *TRICKS[:2], claim(2))
    assert (body["game"]["result"]["reason"], body["game"]["deal"]["status"]) == ("claim", "stopped")
    taken = [
        sum(each["points"] for each in game.deal["tricks"] if each["winner"] in seats) for seats in ({1, 3}, {2, 4})
    ]
    assert [side["tricks"] for side in body["game"]["deal"]["scores"]] == taken
    assert scores(game) == [side["total"] for side in body["game"]["deal"]["scores"]]
    thrown = Club().open()
    thrown.report(*opening_of("R1"), *TRICKS[:2], incident("misdeal", id=(told := new_id())))
    thrown.report(confirm(1, report=told), confirm(2, report=told))
    assert (thrown.deal["status"], thrown.deal["scores"], thrown.deal["dealer"]) == ("void", None, 4)
    assert thrown.report(deal())["game"]["deal"]["dealer"] == 4


def test_sums_are_worked_out_anew_and_never_added_to() -> None:
    game = Club().open(rules={"target": 5000})
    standing = game.report(*counted(97))["reports"][-1]["id"]
    for points in (10, 150, 97, 97):
        body = game.report(correct(standing, {"kind": "count", "points": {"1": points}, "last_trick": 1}))
        standing = body["reports"][0]["id"]
        assert scores(game) == [points, 157 - points]


def test_a_correction_takes_the_signatures_away_and_says_whose() -> None:
    game = Club().open(rules={"target": 5000})
    first = game.report(*counted(97), confirm(1), confirm(2))["reports"][2]["id"]
    assert game.deal["confirmed"]
    body = game.report(correct(first, {"kind": "count", "points": {"1": 79}, "last_trick": 1}))
    assert body["effects"] == [{"effect": "signatures_removed", "deal": 1, "sides": [1, 2]}]
    assert (game.deal["confirmed_by"], game.deal["confirmed"]) == ([], False)
    assert "effects" not in game.report(confirm(2))


def test_a_dry_run_tells_the_effects_and_has_none() -> None:
    game = Club().open(rules={"target": 100})
    last = game.report(*counted(110))["reports"][-1]["id"]
    before = game.stored()
    assert game.try_out(retract(last)).body["effects"] == [{"effect": "game_reopened"}]
    assert game.stored() == before


def test_what_is_on_record_already_has_no_effects() -> None:
    game = Club().open(rules={"target": 100})
    told = counted(110)
    game.report(*[{**one, "id": one.get("id", new_id())} for one in told])
    assert "effects" not in game.send(told[2]).body
