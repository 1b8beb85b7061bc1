"""Signatures and signed misdeals that reach further back than the current deal, in one call or in several."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from scoring.services.rebuild import rebuild
from tests.api.says import Json, announce, confirm, deal, incident, new_id, retract
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

COUNT: Json = {"kind": "count", "points": {"1": 97, "2": 60}}
A_DEAL = (deal(), announce("rosen"), COUNT)


def misdeal(number: int) -> list[Json]:
    """An incident that says a deal was misdealt, with the signatures of both sides."""
    id_ = new_id()
    return [incident("misdeal", deal=number, id=id_), confirm(1, report=id_), confirm(2, report=id_)]


@pytest.fixture
def game() -> Iterator[GameClient]:
    """A game that does not end soon; what its rows say is what its journal says, whatever was done to it."""
    game = Club().open(rules={"target": 100_000})
    yield game
    sound(game)


def sound(game: GameClient) -> None:
    """See that what the rows say follows from the journal."""
    found = rebuild(UUID(game.id), check=True)
    assert found is not None
    assert found.sound, (found.differences, found.broken)


def told(game: GameClient) -> list[tuple[Any, ...]]:
    """Status, signatures and dealer of each deal."""
    return [(one["status"], one["confirmed_by"], one["dealer"]) for one in game.deals()]


def test_an_old_deal_is_void_as_well_when_all_is_said_in_one_call(game: GameClient) -> None:
    for _ in range(3):
        game.report(*A_DEAL)
    body = game.report(*misdeal(1))
    assert told(game) == [("void", [], 4), ("settled", [], 1), ("settled", [], 2)]
    assert body["game"] == game.game()
    game.report(*A_DEAL)
    assert told(game)[3] == ("settled", [], 4)


def test_a_signature_is_for_the_last_deal_that_is_over_once_others_are_void(game: GameClient) -> None:
    for _ in range(4):
        game.report(*A_DEAL)
    game.report(*misdeal(2))
    game.report(*misdeal(3))
    game.report(*misdeal(4), confirm(1))
    assert told(game) == [("settled", [1], 4), ("void", [], 1), ("void", [], 2), ("void", [], 3)]


def test_a_signature_given_in_the_next_deal_is_taken_back(game: GameClient) -> None:
    game.report(*A_DEAL, deal())
    signed = game.report(confirm(1))["reports"][0]["id"]
    assert told(game)[0] == ("settled", [1], 4)
    game.report(retract(signed))
    assert told(game)[0] == ("settled", [], 4)


def test_a_void_deal_counts_again_once_a_signature_is_taken_back(game: GameClient) -> None:
    game.report(*A_DEAL, deal())
    lines = [game.report(report)["reports"][0] for report in misdeal(1)]
    assert told(game)[0][0] == "void"
    game.report(retract(lines[-1]["id"]))
    assert told(game) == [("settled", [], 4), ("announcing", [], 1)]


def test_a_signature_falls_to_no_other_deal_when_the_deal_it_was_for_is_open_again(game: GameClient) -> None:
    game.report(*A_DEAL, deal())
    counted = game.report(announce("rosen"), COUNT)["reports"][1]["id"]
    game.report(confirm(2))
    game.report(retract(counted))
    assert told(game) == [("settled", [], 4), ("playing", [], 1)]


def test_a_scorer_signs_no_misdeal_beyond_his_reach(game: GameClient) -> None:
    for _ in range(3):
        game.report(*A_DEAL)
    told_of = misdeal(1)
    assert game.send(told_of[0], by=game.scorer).status == 201
    assert game.send(told_of[1], by=game.scorer).code == (403, "out_of_reach")
    assert game.send(*misdeal(3), by=game.scorer).status == 201
    assert [one[0] for one in told(game)] == ["settled", "settled", "void"]
