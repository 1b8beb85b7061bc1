"""What the guides show is what a real server answers."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.serving import ROOT, Environment, Served, fresh_database
from tests.docs.guides import Step, missing, run, section, steps

pytestmark = pytest.mark.django_db  # touches rows, though in databases of their own

SHOWN_URL = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    with fresh_database(tmp_path_factory.mktemp("guides")) as environment, Served(environment, "--no-demo") as server:
        server.answers()
        yield {**environment, "URL": server.url}


def assert_true(told: list[Step], *, house: Environment) -> None:
    printed = run(told, folder=ROOT, environment=house, replace={SHOWN_URL: house["URL"]})
    for step, answer in zip(told, printed, strict=True):
        if os.environ.get("SHOW_GUIDES"):
            print(step.commands, "-->", answer, sep="\n")  # noqa: T201 - for whoever writes a guide, with pytest -s
        elif step.shown is not None:
            part = missing(step.shown, printed=answer)
            assert part is None, f"not answered: {part}\n\nto: {step.commands}\n\nbut: {answer}"


def test_the_first_game_of_the_readme(house: Environment) -> None:
    told = list(steps(section((ROOT / "README.md").read_text(encoding="utf-8"), heading="## A first game")))
    assert len(told) >= 10
    assert_true(told, house=house)


def test_the_first_game_of_the_readme_may_be_played_again(house: Environment) -> None:
    """Its ids see to it: nothing is recorded twice, and the answers are the same but for `duplicate`."""
    told = list(steps(section((ROOT / "README.md").read_text(encoding="utf-8"), heading="## A first game")))
    game = "7d0c1f5e-3f0b-4b0e-9a53-0c8f4f3f7a01"
    reading = [Step(f"curl -s $API/games/{game}; curl -s $API/games/{game}/reports\n", None)]
    assert_true(told, house=house)
    first = run([told[0], *reading], folder=ROOT, environment=house, replace={SHOWN_URL: house["URL"]})[1]
    assert_true(told, house=house)
    second = run([told[0], *reading], folder=ROOT, environment=house, replace={SHOWN_URL: house["URL"]})[1]
    assert first == second
    assert '"version":6' in "".join(first.split())


def test_the_guide_for_score_pads(house: Environment) -> None:
    told = list(steps((ROOT / "docs" / "score-pad.md").read_text(encoding="utf-8")))
    assert len(told) >= 20
    assert sum(step.shown is not None for step in told) >= 18
    assert_true(told, house=house)


def test_the_guide_for_referees(house: Environment) -> None:
    told = list(steps((ROOT / "docs" / "referee.md").read_text(encoding="utf-8")))
    assert len(told) >= 7
    assert sum(step.shown is not None for step in told) >= 6
    assert_true(told, house=house)


# --- the reading itself ---


def test_what_is_shown_must_be_answered_in_this_order() -> None:
    assert missing('{"a": 1, … "c": 3}', printed='{"a":1,"b":2,"c":3}\n') is None
    assert missing('"c": 3 … "a": 1', printed='{"a":1,"b":2,"c":3}') == '"a": 1'
    assert missing('"a": 2', printed='{"a":1}') == '"a": 2'


def test_commands_and_what_they_show_are_found(tmp_path: Path) -> None:
    text = "# T\n\n## A\n```sh\nX=1\n```\n\n```text\nno\n```\n```sh\necho $X\n```\n## B\n```sh\necho no\n```\n"
    told = list(steps(section(text, heading="## A")))
    assert told == [Step("X=1\n", "no\n"), Step("echo $X\n", None)]
    assert [each.strip() for each in run(told, folder=tmp_path, environment=os.environ, replace={})] == ["", "1"]
