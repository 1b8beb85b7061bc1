"""A small story for each fault, in plain files: what the table reports, what is held up, and what stands in the end."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.rules.proof.faults import Fault
from tests.api.says import Json
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).resolve().parents[1] / "vectors" / "faults"
STORIES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}


RULED_ONLY = {Fault.MISSING_BID}
"""What is found only once a referee has ruled on it (test_differenzler.py)."""


def test_every_fault_has_a_story() -> None:
    assert {story["fault"] for story in STORIES.values()} == set(STORIES)
    assert set(Fault) - RULED_ONLY <= set(STORIES)


@pytest.mark.parametrize("name", STORIES)
def test_a_story(name: str) -> None:
    story = STORIES[name]
    game = Club().open(**story["game"])
    opened = [finding for call in story["calls"] for finding in told(game, call)]
    found = [without_id(finding) for finding in game.deal["findings"]]
    wanted = story["expect"]
    assert found == wanted.get("findings", opened)
    assert [[one["seat"], one["counts"]] for one in game.deal["weis"]] == wanted.get("weis", [])
    if "stoeck" in wanted:
        assert game.deal["stoeck"] == wanted["stoeck"]
    if "result" in wanted:
        assert wanted["result"].items() <= game.game()["result"].items()


def told(game: GameClient, call: Json) -> list[Json]:
    """Report what the call says; where it is held up, with these findings, it is insisted on. Answers them."""
    reports = call["reports"]
    if "held_up" in call:
        problem = game.refused(*reports)
        assert problem["code"] == "irregular"
        assert [without_id(finding) for finding in problem["findings"]] == call["held_up"]
    elif "refused" in call:
        assert game.refused(*reports)["code"] == call["refused"]
    insisted = [*reports[:-1], {**reports[-1], "as_played": True}] if len(call) > 1 else reports
    game.report(*insisted)
    found: list[Json] = call.get("held_up", [])
    return found


def without_id(finding: Json) -> dict[str, Any]:
    """A finding as a story tells it."""
    return {name: value for name, value in finding.items() if name not in {"id", "report"}}
