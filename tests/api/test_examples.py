"""The examples of the document are what the service says."""

import json
from pathlib import Path

import pytest

import api.openapi.examples
from scoring.rules.record.kinds import KINDS
from tests.api.story import told

FILE = Path(api.openapi.examples.__file__).with_name("examples.json")


@pytest.mark.django_db
def test_the_examples_are_true(tmp_path: Path) -> None:
    said = told()
    anew = tmp_path / "examples.json"
    anew.write_text(json.dumps(said, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert said == kept, f"{FILE.name} is stale. If what the service says is right, {anew} takes its place."


def test_there_is_an_example_of_every_kind() -> None:
    assert list(api.openapi.examples.REPORTS) == list(KINDS)
    assert all(example["kind"] == kind for kind, example in api.openapi.examples.REPORTS.items())
