"""The sign between a label and what it labels, where a page puts the two together."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring.wording import labelled, languages

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(path for folder in ("scoring", "api") for path in (ROOT / folder / "templates").rglob("*.html"))


@pytest.mark.parametrize("language", languages())
def test_a_label_keeps_its_colon_on_the_line(language: str) -> None:
    said = labelled("Pli 2", "Anna", language=language)
    assert said == ("Pli 2\u00a0: Anna" if language == "fr" else "Pli 2: Anna")
    page = Template("{% load punctuation %}{{ name|colon }} <b>Anna</b>")
    with override(language):
        assert page.render(Context({"name": "Pli 2"})) == said.replace("Anna", "<b>Anna</b>")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_sets_a_colon_by_itself(path: Path) -> None:
    assert re.findall(r"\{\{[^}]*\}\}(?:</\w+>|\))?:(?=[ <\n])", path.read_text(encoding="utf-8")) == []
