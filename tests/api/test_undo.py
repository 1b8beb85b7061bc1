"""Undo: what the journal says of it, and why it is not possible (docs/api.md, Taking back, Journal and Effects)."""

import pytest

from scoring.models import Role
from tests.api.says import (
    Json,
    announce,
    claim,
    correct,
    counted,
    deal,
    incident,
    new_id,
    play,
    reports_of,
    retract,
    trick,
)
from tests.api.table import Club, Device, GameClient, effects

pytestmark = pytest.mark.django_db


def within_reach(game: GameClient, *, by: Device) -> list[int]:
    """The entries that this device may take back, by their seqs; what it is told is what it may."""
    entries = game.journal(by=by)
    for entry in entries:
        assert (entry["retract_until"] is not None) == entry["may_retract"]
    return [entry["seq"] for entry in entries if entry["may_retract"]]


def test_the_journal_says_what_each_token_may_take_back() -> None:
    game = Club().open()
    player = game.club.device(game.token(Role.PLAYER, seat=2))
    game.report(deal(), counted(100), deal(), announce("rosen"))
    game.report(play("EA"), by=player)
    assert within_reach(game, by=game.scorer) == [1, 2, 3, 4, 5]
    assert within_reach(game, by=game.organizer) == [1, 2, 3, 4, 5]
    assert within_reach(game, by=player) == [5]
    assert within_reach(game, by=game.outsider) == []
    game.report(trick("EA E6 E7 E8", number=1))
    assert within_reach(game, by=game.scorer) == [3, 4, 5, 6]
    assert within_reach(game, by=game.organizer) == [1, 2, 3, 4, 5, 6]


def test_until_when() -> None:
    game = Club().open()
    game.report(deal())
    assert game.journal(by=game.scorer)[0]["retract_until"] == "next_deal"
    assert game.journal()[0]["retract_until"] == "always"
    assert game.journal(by=game.outsider)[0]["retract_until"] is None


def test_what_was_taken_back_or_corrected_is_not_taken_back_again() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen", id=(mode := new_id())), play("EA", id=(card := new_id())), incident("remark"))
    game.report(retract(card))
    game.report(correct(mode, announce("eicheln")))
    assert within_reach(game, by=game.organizer) == [1, 4]


def test_every_entry_that_is_said_to_be_within_reach_is() -> None:
    """A dry run never says that it is out of reach, and says so for all others."""
    game = Club().open()
    game.report(*reports_of("R1"), deal(), announce("rosen"), trick("EA E6 E7 E8"))
    for entry in game.journal(by=game.scorer):
        answer = game.try_out(retract(entry["id"]), by=game.scorer)
        assert (answer.status == 403) != entry["may_retract"]


def test_nothing_is_taken_back_in_a_game_that_was_given_up() -> None:
    game = Club().open()
    game.report(deal())
    game.organizer.post(f"{game.path}/abandon", {"reason": "late"})
    assert within_reach(game, by=game.organizer) == []


# --- why not ---------------------------------------------------------------------------------------------------------


def test_out_of_reach_names_both_deals() -> None:
    game = Club().open()
    game.report(deal(), counted(100, id=(slate := new_id())), deal(), announce("rosen"), trick("EA E6 E7 E8"))
    problem = game.refused(retract(slate), by=game.scorer)
    assert problem["code"] == "out_of_reach"
    assert problem["detail"].startswith("It belongs to deal 1, and deal 2 has begun since.")


def test_a_game_that_was_given_up_is_told_from_one_that_was_won() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen"), trick("EA E6 E7 E8"), claim(1))
    assert "ended in deal 1" in game.refused(deal())["detail"]
    other = Club().open()
    other.organizer.post(f"{other.path}/abandon", {"reason": "late"})
    assert "given up" in other.refused(deal())["detail"]


def test_later_reports_say_what_they_would_meet() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen", id=(mode := new_id())), play("EA", id=(card := new_id())))
    problem = game.refused(retract(mode))
    assert (problem["code"], problem["reports"]) == ("later_reports_conflict", [card])
    assert problem["conflicts"] == [{"report": card, "code": "out_of_phase"}]


def test_a_count_that_must_name_the_last_trick_now_is_told() -> None:
    """With the correction both sides reach the target in deal 2. Then the side of its last trick wins (R-34)."""
    game = Club().open(rules={"target": 150})
    first, second = new_id(), new_id()
    game.report(deal(), counted(57, id=first), deal(), counted(90, id=second))
    problem = game.refused(correct(first, counted(60)))
    assert problem["code"] == "later_reports_conflict", problem
    assert problem["reports"] == [second]
    assert problem["conflicts"] == [{"report": second, "code": "missing_field"}]
    assert "deal 2" in problem["detail"]
    assert "last_trick" in problem["detail"]
    mended = game.report(correct(first, counted(60)), correct(second, counted(90, last_trick=1)))
    assert mended["game"]["result"]["winner"] == 1


# --- effects ---------------------------------------------------------------------------------------------------------


def test_leaders_that_were_others_are_named_before_and_after() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen"), trick("EA E6 E7 E8", id=(first := new_id())), trick("S6 S7 S8 S9"))
    body = game.report(correct(first, trick("E6 EA E7 E8"), as_played=True))
    (moved,) = effects(body, "leaders_moved")
    assert (moved["tricks"], moved["leaders"]) == ([2], [{"trick": 2, "before": 1, "after": 2}])


def test_winners_that_were_others_are_told_with_how_it_had_ended() -> None:
    game = Club().open(rules={"preset": "schieber-stargames", "target": 100})
    game.report(deal(), counted(150, id=(slate := new_id())))
    assert game.game()["result"]["winner"] == 1
    body = game.report(correct(slate, counted(7)))
    changed: list[Json] = effects(body, "winners_changed")
    assert [(one["result"]["winner"], one["result_before"]["winner"]) for one in changed] == [(2, 1)]


# --- tags and late changes -------------------------------------------------------------------------------------------


def test_a_weak_tag_is_told_as_such() -> None:
    game = Club().open()
    game.report(deal())
    for tag, weak in (('W/"1"', True), ('"0"', False), ('W/"0"', False)):
        problem = game.refused(announce("rosen"), if_match=tag)
        assert (problem["code"], "weak" in problem["detail"]) == ("version_conflict", weak)
        answer = game.organizer.call("PATCH", game.path, {"label": "x"}, if_match=tag)
        assert (answer.status, "weak" in answer.body["detail"]) == (412, weak)


def test_a_change_that_comes_too_late_says_what_can_be_done() -> None:
    game = Club().open()
    game.report(deal())
    answer = game.organizer.call("PATCH", game.path, {"deck": "french"}, if_match='"1"')
    assert answer.code == (409, "out_of_phase")
    assert "before the first report" in answer.body["detail"]
    assert "give this game up" in answer.body["detail"]
