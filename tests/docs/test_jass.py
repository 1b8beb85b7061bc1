"""The page for those who never played: its pictures are drawn from the cards, its names are those of the pages."""

import re
import subprocess
import sys

import pytest

from scoring.wording import deck_names, languages
from tests.commands.serving import ROOT

PAGE = (ROOT / "docs" / "jass.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
COLUMNS = ("de", "en", "fr", "it", "nl", "tr")


def test_the_pictures_are_those_of_the_cards() -> None:
    done = subprocess.run(
        [sys.executable, ".ci/figures", "--check"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_picture_is_there_and_says_what_it_shows() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\((img/[\w.-]+)\)", PAGE)
    assert {name for _, name in shown} == {f"img/{file.name}" for file in (ROOT / "docs" / "img").glob("jass-*")}
    assert all(len(alternative) > 40 for alternative, _ in shown)
    for _, name in shown:
        drawn = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert "prefers-color-scheme: dark" in drawn
        assert "<title>" in drawn


def test_the_readme_leads_newcomers_to_it() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.index("(docs/jass.md)") < readme.index("## Two commands")


def names_in_the_glossary() -> dict[tuple[str, str, str], str]:
    """The names of the table by deck, code and language."""
    found: dict[tuple[str, str, str], str] = {}
    code = ""
    for line in GLOSSARY[GLOSSARY.index("| code | deck | name") :].splitlines()[2:]:
        if not line.startswith("|"):
            break
        first, decks, *names = (cell.strip() for cell in line.strip("|").split("|"))
        code = first.strip("`") or code
        for deck in decks.lower().split(", "):
            found |= {(deck, code, COLUMNS[place]): name.strip("*") for place, name in enumerate(names)}
    return found


@pytest.mark.parametrize("deck", ["swiss", "german", "french"])
def test_the_glossary_names_cards_as_the_pages_do(deck: str) -> None:
    told = names_in_the_glossary()
    assert set(COLUMNS) == set(languages())
    for language in COLUMNS:
        names = deck_names(deck, language=language)
        for code in (*"ERSB", "10", *"UOKA"):
            name = {**names["suits"], **names["ranks"]}[code]
            assert told[deck, code, language].casefold() == name.casefold(), (deck, code, language)
