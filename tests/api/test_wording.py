"""Sentences: every code has its words in every language, and the names of the cards are complete."""

import json
import re

import pytest

from api.openapi.problems import MEMBERS
from api.problems.codes import CODES
from scoring.rules.pack.cards import ALL_CARDS, notations
from scoring.rules.pack.modes import MODES
from scoring.wording import deck_names, decks, explanation, language_of, languages, preference, sentence, title
from scoring.wording.catalogue import codes
from scoring.wording.files import FOLDER

LANGUAGES = ["en", "de", "fr", "it", "nl", "tr"]
PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


@pytest.mark.parametrize("language", languages())
class TestCatalogue:
    def test_every_code_has_its_words_and_no_other(self, language: str) -> None:
        assert sorted(codes(language)) == sorted(CODES)

    @pytest.mark.parametrize("code", CODES)
    def test_the_words_of_a_code(self, language: str, code: str) -> None:
        told = explanation(code, language=language)
        assert all((told.title, told.meaning, told.example, told.todo))
        assert len(title(code, language=language)) < 60
        said = sentence(code, language=language, params={})
        assert said.endswith(".") or "." in said
        assert "{" not in said

    def test_sentences_with_fewer_facts_come_later(self, language: str) -> None:
        for code, entry in json.loads((FOLDER / f"problems.{language}.json").read_text())["problems"].items():
            last = entry["detail"][-1]
            assert isinstance(last, str), code
            assert not PLACE.search(last), code
            assert all(
                PLACE.search(each) if isinstance(each, str) else each["when"] for each in entry["detail"][:-1]
            ), code

    def test_the_places_are_those_of_the_english_sentences(self, language: str) -> None:
        def places(of: str) -> dict[str, list[list[str]]]:
            problems = json.loads((FOLDER / f"problems.{of}.json").read_text())["problems"]
            return {
                code: [sorted(found[0] for found in PLACE.findall(json.dumps(each))) for each in entry["detail"]]
                for code, entry in problems.items()
            }

        assert places(language) == places("en")

    def test_word_lists_are_there(self, language: str) -> None:
        data = json.loads((FOLDER / f"problems.{language}.json").read_text())
        asked = {found[1] for found in PLACE.findall(json.dumps(data["problems"])) if found[1]}
        assert asked == data["words"].keys()


def test_every_member_of_a_problem_is_in_the_schema() -> None:
    assert {member for code in CODES.values() for member in code.members} | {"report"} == MEMBERS.keys()


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("not_your_turn", {}, "It is another seat's turn."),
        ("not_your_turn", {"expected_seat": 3}, "It is the turn of seat 3."),
        ("not_your_turn", {"expected_seat": 3, "seat": 1}, "It is the turn of seat 3, not of seat 1."),
        ("not_your_turn", {"expected_seat": None}, "It is another seat's turn."),
        ("wrong_type", {"expected": "integer"}, "This must be a whole number."),
        ("wrong_type", {"expected": "unheard of"}, "This must be unheard of."),
        (
            "invalid_option",
            {"option": "weis", "allowed": (True, False)},
            "“weis” cannot be this; allowed: true, false.",
        ),
        ("out_of_phase", {"expects": ["play", "trick"]}, "This cannot be reported now; the game expects: play, trick."),
    ],
)
def test_the_sentence_is_as_exact_as_the_facts(code: str, params: dict[str, object], said: str) -> None:
    assert sentence(code, language="en", params=params) == said


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("en", "en"),
        ("EN-gb", "en"),
        ("tlh", "en"),
        ("*", "en"),
        ("en;q=0", "en"),
        (", ;q=1,en;q=x", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_english_where_nothing_else_is_wanted(header: str, language: str) -> None:
    assert language_of(header) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("de-CH, en;q=0.5", "de"),
        ("fr;q=0.3, de;q=0.8, en;q=0.5", "de"),
        ("rm, it;q=0.9, de;q=0.8", "it"),
        ("de;q=0, *", "en"),
        ("*;q=0.5, tr;q=0.6", "tr"),
        ("de;q=0.1, fr", "fr"),
        ("nl, de", "nl"),
        ("de, nl", "de"),
    ],
)
def test_the_wish_with_the_highest_quality_wins(header: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preference, "languages", lambda: tuple(LANGUAGES))
    preference._language_of.cache_clear()
    assert language_of(header) == language
    preference._language_of.cache_clear()


class TestDecks:
    @pytest.mark.parametrize("deck", ["swiss", "german", "french", "eidex"])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_card_has_a_name_of_its_own(self, deck: str, language: str) -> None:
        names = deck_names(deck, language=language)
        assert names["cards"].keys() == set(notations(ALL_CARDS))
        assert names["modes"].keys() == {mode.name for mode in MODES}
        assert names["suits"].keys() == set("ERSB")
        for part in names.values():
            assert len(set(part.values())) == len(part)
            assert all(name == name.strip() and name for name in part.values())

    def test_there_are_no_others(self) -> None:
        assert [entry["deck"] for entry in decks()] == ["swiss", "german", "french", "eidex"]
        assert all(list(entry["languages"]) == LANGUAGES for entry in decks())

    def test_an_unknown_language_is_english(self) -> None:
        assert deck_names("french", language="tlh")["cards"]["S10"] == "Ten of Hearts"

    @pytest.mark.parametrize(
        ("deck", "language", "card", "name"),
        [
            ("swiss", "de", "EU", "Eichel-Under"),
            ("swiss", "de", "R10", "Rosen-Banner"),
            ("german", "de", "RO", "Laub-Ober"),
            ("french", "de", "RA", "Schaufel-Ass"),
            ("french", "fr", "EK", "Roi de trèfle"),
            ("swiss", "fr", "SA", "As d’écussons"),
            ("french", "it", "BU", "Fante di quadri"),
            ("french", "nl", "EU", "Klaverenboer"),
            ("french", "tr", "SK", "Kupa Papazı"),
            ("eidex", "de", "BO", "Stern-Dame"),
            ("eidex", "en", "E6", "Six of Lizards"),
        ],
    )
    def test_the_words_of_the_table(self, deck: str, language: str, card: str, name: str) -> None:
        assert deck_names(deck, language=language)["cards"][card] == name
