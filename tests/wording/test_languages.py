"""Every language says what English says: the same things, with the same facts, in its own words and quotes."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from scoring.wording import language_of, languages, sentence
from scoring.wording.files import FOLDER

FILES = sorted(path.name for path in FOLDER.glob("*.*.json") if ".en." not in path.name)
PLACE = re.compile(r"\{\w+(?::\w+)?\}")
JSON = r'\{"[^{}]*(?:\{[^{}]*\}[^{}]*)*\}'
CODE = re.compile(
    JSON + r'|\{\w+(?::\w+)?\}|"[^"]*"|`[^`]*`|«[^»]*»|“[^”]*”|„[^“]*“'  # JSON, places, and whatever stands in quotes
    r"|\b[A-Z][\w-]*: (?=\S+/)|[\w.]*(?:[/=_][\w.:+-]*)+(?:\?\S+)?|\b[\d:T+-]{5,}|\bR-\d+"  # headers, addresses, times
)
EXACT = re.compile(
    r'"[^"]*"|\b[ERSB](?:10|[6-9UOKA])\b|\b(?!10\b)\d{2,}\b|/api/[\w/]+|\b\w+_\w+\b|application/[\w-]+|\bR-\d+'
    r"|\b(?:If-Match|If-None-Match|Retry-After|Content-Type|ETag|Bearer|UUID|DELETE|PATCH|NaN|UTC)\b"
)
"""What is the same in every language: JSON, cards, numbers, addresses, headers, codes and rules. A 10 may be a card."""

QUOTES = {
    **dict.fromkeys(("en", "nl", "tr"), ("“", "”")),
    **dict.fromkeys(("de", "fr", "it"), ("«", "»")),
}
ENGLISH_WORDS = re.compile(
    r"\b(the|this|that|these|are|and|not|must|has|have|with|from|there|which|what|been|does|should|another|already"
    r"|nothing|seat|side|trick|game|played|wrong|needed|missing|called|unknown|answer|request|hand out|both|who)\b",
    re.IGNORECASE,
)
"""English words that none of the other languages has."""

BORROWED = {
    *("Schieber", "Differenzler", "Cosmic Eidex", "Weis", "Stöck", "Match", "Obenabe", "Unenufe", "Hindersi"),
    *("Stöck, Weis, Stich", "Stöck, Stich, Weis", "Schieber, StarGames", "Schieber, Swisslos", "Schieber, pagat.com"),
    *("Bergpreis", "Coiffeur", "Coiffeur, Swisslos", "id"),
    *("Differenzler, StarGames", "Differenzler, Jassführer", "JassWiki", "jassonkel.ch", "KZJV", "EDJV"),
}
"""What English has from the card table, and names of houses."""
SHARED: dict[str, set[str]] = {
    "de": {"Hand", "Partner", "Total"},
    "fr": {
        *(
            "Administration",
            "Article",
            "Date",
            "Incident",
            "Journal",
            "Mode",
            "Points",
            "Score",
            "Signature",
            "Signatures",
            "Source",
        ),
        *("Table", "Total", "Version", "token", "tokens"),
    },
    "it": {"No", "token"},
    "nl": {"Hand", "Open", "Variant", "token", "tokens", "variant"},
}
"""What a language happens to call by the same word as English."""


def loaded(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return data


def english_of(name: str) -> dict[str, Any]:
    return loaded(re.sub(r"\.\w+\.json", ".en.json", name))


def lines_of(data: Any, *, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its place: problems.forbidden.detail.0. What a sentence needs unsaid is no text."""
    if isinstance(data, str):
        yield place, data
    else:
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, inner in pairs:
            if key not in {"when", "language"}:
                yield from lines_of(inner, place=f"{place}.{key}".lstrip("."))


def in_words(text: str) -> str:
    """The text without what is no language: codes, JSON, addresses, what stands in quotes."""
    return CODE.sub(" ", text)


def failing(name: str, *, test: Any) -> list[tuple[str, str]]:
    return [(place, text) for place, text in lines_of(loaded(name)) if not test(text)]


@pytest.mark.parametrize("language", [each for each in languages() if each != "en"])
class TestProblems:
    def test_the_same_codes_in_the_same_order(self, language: str) -> None:
        theirs, ours = loaded(f"problems.{language}.json"), loaded("problems.en.json")
        assert list(theirs["problems"]) == list(ours["problems"])
        assert all(list(entry) == list(ours["problems"][code]) for code, entry in theirs["problems"].items())
        assert {name: list(words) for name, words in theirs["words"].items()} == {
            name: list(words) for name, words in ours["words"].items()
        }

    def test_each_sentence_needs_the_same_facts(self, language: str) -> None:
        def needs(of: str) -> dict[str, list[tuple[str | None, list[str]]]]:
            return {
                code: [
                    (None, sorted(PLACE.findall(each)))
                    if isinstance(each, str)
                    else (each["when"], sorted(PLACE.findall(each["say"])))
                    for each in entry["detail"]
                ]
                for code, entry in loaded(f"problems.{of}.json")["problems"].items()
            }

        assert needs(language) == needs("en")


@pytest.mark.parametrize("name", FILES)
class TestEveryText:
    def test_it_stands_where_english_has_one(self, name: str) -> None:
        assert [place for place, _ in lines_of(loaded(name))] == [place for place, _ in lines_of(english_of(name))]

    def test_it_is_translated(self, name: str) -> None:
        words = re.compile(r"[^\W\d]{2}")  # what has none is the same everywhere: JSON, headers, numbers
        same = BORROWED | SHARED.get(name.split(".")[1], set())
        english = dict(lines_of(english_of(name)))
        left = [text for place, text in lines_of(loaded(name)) if text == english[place]]
        assert [text for text in left if text not in same and words.search(in_words(text))] == []

    def test_no_english_word_is_left(self, name: str) -> None:
        assert failing(name, test=lambda text: not ENGLISH_WORDS.search(in_words(text))) == []

    def test_codes_cards_and_numbers_are_those_of_english(self, name: str) -> None:
        english = dict(lines_of(english_of(name)))
        for place, text in lines_of(loaded(name)):
            assert sorted(EXACT.findall(text)) == sorted(EXACT.findall(english[place])), place

    def test_quotes(self, name: str) -> None:
        opening, closing = QUOTES[name.split(".")[1]]
        for place, text in lines_of(loaded(name)):
            assert set(re.findall(r"[„“”‚‘«»‹›]", text)) <= {opening, closing}, place
            quoted = re.sub(f"{opening}[^{opening}{closing}]*{closing}", "", text)
            assert opening not in quoted, place
            assert closing not in quoted, place

    def test_spaces(self, name: str) -> None:
        assert failing(name, test=lambda text: text == text.strip() and "  " not in text) == []


GERMAN, FRENCH, ITALIAN = ([name for name in FILES if f".{language}." in name] for language in ("de", "fr", "it"))


@pytest.mark.parametrize("name", FRENCH + ITALIAN)
def test_apostrophes_are_curved(name: str) -> None:
    assert failing(name, test=lambda text: "'" not in text) == []


@pytest.mark.parametrize("name", GERMAN)
def test_german_is_written_the_swiss_way(name: str) -> None:
    assert failing(name, test=lambda text: "ß" not in text) == []


@pytest.mark.parametrize("name", FRENCH)
def test_french_keeps_its_signs_on_the_line(name: str) -> None:
    code = re.compile(JSON + r'|\{\w+(?::\w+)?\}|"[^"]*":?|\b[A-Z][\w-]*: (?=\S+/|Bearer|")|/\S+')
    sign = re.compile(r"«(?!\u00a0)|(?<!\u00a0)»|(?<!\u00a0):(?=\s|$)|(?<!\u202f)[;!?](?=\s|$)")
    assert failing(name, test=lambda text: not sign.search(code.sub(" ", text))) == []


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        (
            "not_your_turn",
            {"expected_seat": 3, "seat": 1},
            {
                "de": "An der Reihe ist Platz 3, nicht Platz 1.",
                "fr": "C’est le tour de la place 3, pas de la place 1.",
                "it": "Tocca al posto 3, non al posto 1.",
            },
        ),
        (
            "wrong_type",
            {"expected": "integer"},
            {
                "de": "Hier muss eine ganze Zahl stehen.",
                "fr": "Il faut ici un nombre entier.",
                "it": "Qui ci vuole un numero intero.",
            },
        ),
        (
            "not_a_weis",
            {"cards": ["E6", "E7", "E9"]},
            {
                "de": "E6, E7, E9: Das ist in dieser Partie kein Weis.",
                "fr": "E6, E7, E9\u00a0: ce n’est pas une annonce dans cette partie.",
                "it": "E6, E7, E9: in questa partita non è un annuncio.",
            },
        ),
        (
            "card_already_played",
            {"card": "R10", "seat": 2, "trick": 4},
            {
                "de": "R10 wurde schon von Platz 2 gespielt, in Stich 4.",
                "fr": "La carte R10 a déjà été jouée par la place 2 au pli 4.",
                "it": "La carta R10 è già stata giocata dal posto 2 nella presa 4.",
            },
        ),
    ],
)
def test_sentences_with_their_facts(code: str, params: dict[str, object], said: dict[str, str]) -> None:
    assert {language: sentence(code, language=language, params=params) for language in said} == said


@pytest.mark.parametrize("language", languages())
def test_a_problem_comes_in_the_language_asked_for(client: Client, language: str) -> None:
    answer = client.get("/nowhere", headers={"Accept-Language": f"{language}-CH, es;q=0.5"})
    assert answer["Content-Language"] == language
    assert answer.json()["detail"] == sentence("not_found", language=language, params={})


def test_a_language_that_is_not_there_is_english() -> None:
    assert "es" not in languages()
    assert language_of("es") == "en"
