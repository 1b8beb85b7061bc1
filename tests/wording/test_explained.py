"""The sentences of the steps: one for each step that there is, in every language, with every place filled."""

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring.rules.variants
from api.explain.schema import FACTS
from scoring.rules.proof.faults import FINDINGS
from scoring.rules.variants.schieber.weis import CRITERIA
from scoring.rules.view.secrets import REFEREE, seen_sheet
from scoring.wording import languages
from scoring.wording.files import FOLDER
from scoring.wording.steps import _SAID, TableNames, rule_line, step_pieces, text_of
from tests.api.table import reads_well
from tests.proofs import proof_size
from tests.rules.mischief import some_mischief

ENGLISH = json.loads((FOLDER / "explain.en.json").read_text(encoding="utf-8"))
TABLE = TableNames({1: "Anna", 2: "Beat", 3: "Chiara", 4: "Dario"}, {1: (1, 3), 2: (2, 4)}, "swiss")
CHAPTERS = sorted(Path(scoring.rules.variants.__file__).parent.rglob("*.py"))
MADE = {
    *(f"stoeck_{how}" for how in ("shown", "weis", "played", "slate")),
    *("weis_run", "weis_quartet", "sum_so_far", "total_so_far"),
}
"""Keys that are put together."""


def test_every_language_has_them() -> None:
    assert {path.name.split(".")[1] for path in FOLDER.glob("explain.*.json")} == set(languages())


def test_no_sentence_is_there_for_nothing() -> None:
    named = {
        node.value
        for path in CHAPTERS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(ENGLISH["steps"]) - named == MADE - named
    of_faults = {rule for fault in FINDINGS for rule in (fault.with_trump, fault.without_trump)}
    assert {rule for rule in named if re.fullmatch(r"R-\d+", rule)} | of_faults == set(ENGLISH["rules"])
    assert set(ENGLISH["words"]["decided_by"]) == set(CRITERIA)


@pytest.mark.parametrize("language", languages())
def test_every_place_is_a_fact_that_can_be_said(language: str) -> None:
    steps = json.loads((FOLDER / f"explain.{language}.json").read_text(encoding="utf-8"))["steps"]
    for key, sentences in steps.items():
        for sentence, english in zip(sentences, ENGLISH["steps"][key], strict=True):
            places, same = (
                sorted((name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None)
                for text in (sentence, english)
            )
            assert places == same, key
            assert all(name in FACTS and spec in _SAID for name, spec in places), key


@settings(max_examples=proof_size(15, 500))
@given(seed=st.integers(0, 2**32 - 1), language=st.sampled_from(languages()))
def test_whatever_happens_there_is_a_sentence_for_it(seed: int, language: str) -> None:
    referee = some_mischief(seed).table.referee
    for read in referee.deals:
        for step in referee.steps(read, seen=seen_sheet(referee.sheet(read), REFEREE)):
            said = text_of(step_pieces(step.key, facts=step.facts, table=TABLE, language=language))
            assert reads_well(said), said
            assert rule_line(step.rule, language=language)
            assert set(step.facts) <= set(FACTS), step


def test_a_step_that_nothing_is_known_of_is_a_bug() -> None:
    with pytest.raises(ValueError, match="deal"):
        step_pieces("deal", facts={}, table=TABLE, language="en")
