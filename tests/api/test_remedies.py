"""A small story for each remedy, in plain files: what the table reports, what is ruled, what the sides have then."""

import json
from pathlib import Path

import pytest

from scoring.rules.rulings.remedies import REMEDIES
from tests.api.court import Court
from tests.api.says import Json

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).resolve().parents[1] / "vectors" / "remedies"
STORIES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def test_every_remedy_has_a_story() -> None:
    assert {story["remedy"] for story in STORIES.values()} == set(STORIES) == set(REMEDIES)


@pytest.mark.parametrize("name", STORIES)
def test_a_story(name: str) -> None:
    story = STORIES[name]
    wanted = story["expect"]
    court = Court(*story["reports"], **story["game"])
    assert scores(court) == wanted["before"]
    dispute = court.taken(**{"trick": None, "seat": None, **story["dispute"]})
    tried = court.do(dispute, "rulings", by=court.vreni, **story["ruling"], dry_run=True)
    assert (tried.status, scores(court)) == (200, wanted["before"])
    told = court.ruled(dispute, **story["ruling"])
    assert tried.body["after"] == told["after"]
    assert scores(court) == wanted["after"]
    sees(court, wanted)


def scores(court: Court) -> list[int]:
    """What the sides have."""
    return [side["score"] for side in court.game.game()["sides"]]


def sees(court: Court, wanted: Json) -> None:
    """What else the story tells of the deal and of the game after it."""
    deal, game = court.game.deals()[0], court.game.game()
    assert deal["status"] == wanted.get("status", "settled")
    awarded = [[each["number"], each["awarded_to"]] for each in deal["tricks"] if "awarded_to" in each]
    assert awarded == wanted.get("awarded", [])
    for number, seat in wanted.get("winners", {}).items():
        assert deal["tricks"][int(number) - 1]["winner"] == seat
    if "result" in wanted:
        assert wanted["result"] is None or wanted["result"].items() <= game["result"].items()
        assert (game["result"] is None) == (wanted["result"] is None)
    if "next_dealer" in wanted:
        assert court.game.report({"kind": "deal"})["game"]["deal"]["dealer"] == wanted["next_dealer"]
