"""The words of rulings and disputes: in every language, for everything that the rules know."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.rules.proof.faults import Fault
from scoring.rules.rulings.catalogue import CATALOGUES, INCIDENTS, OFFENCES
from scoring.rules.rulings.remedies import DISCOVERED, REMEDIES
from scoring.wording import Term, label, languages, note, offence, ruling_term, ruling_terms, terms, value_of
from scoring.wording.files import FOLDER

STATES = ["open", "under_review", "ruled", "dismissed", "withdrawn", "appealed", "final"]
STEPS = ["raised", "taken", "statement", "ruled", "dismissed", "withdrawn", "appealed"]
URGENCY = ["table_calls", "new", "waiting", "taken", "appealed"]
NOTES = list(dict.fromkeys(each.note for of in CATALOGUES.values() for each in of.entries))
LABELS = [
    *("table", "deal", "trick", "seat", "side", "score", "statement", "decision", "reason", "article"),
    *("referee", "date", "signature", "protocol", "before", "after", "known_of_hands"),
    *("proven", "open", "legal", "unseen", "queue", "waiting_since", "raised_by", "take"),
    *("dismiss", "decide", "withdraw", "appeal", "preview", "effect", "catalogue", "source", "remedy"),
    *("usual_remedy", "also_allowed", "reason_needed", "offence", "discovered"),
]


def data_of(language: str) -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = json.loads((FOLDER / f"rulings.{language}.json").read_text(encoding="utf-8"))
    return loaded


def lines_of(language: str) -> Iterator[tuple[str, str]]:
    """Every text with its place: remedies.warning.name."""
    for group, entries in data_of(language).items():
        for key, entry in entries.items():
            parts = entry if isinstance(entry, dict) else {"name": entry}
            yield from ((f"{group}.{key}.{part}", text) for part, text in parts.items())


def test_every_word_is_used() -> None:
    root = FOLDER.parent
    files = [*root.rglob("*.py"), *root.rglob("*.html")]
    used = set(re.findall(r"\w+", "\n".join(path.read_text(encoding="utf-8") for path in files)))
    words = data_of("en")["words"]
    assert words
    assert [word for word in words if word not in used] == []


def test_every_language_has_them() -> None:
    assert {path.name.split(".")[1] for path in FOLDER.glob("rulings.*.json")} == set(languages())


@pytest.mark.parametrize("language", languages())
class TestEveryLanguage:
    @pytest.mark.parametrize(
        ("group", "keys"),
        [
            ("remedies", REMEDIES),
            ("discovered", DISCOVERED),
            ("dispute_states", STATES),
            ("dispute_steps", STEPS),
            ("urgency", URGENCY),
        ],
    )
    def test_it_names_and_explains_all_of(self, language: str, group: str, keys: tuple[str, ...]) -> None:
        spoken = ruling_terms(language)[group]
        assert list(spoken) == list(keys)
        assert all(term.name and term.about for term in spoken.values())

    def test_every_offence_has_its_name_and_its_line(self, language: str) -> None:
        for key in OFFENCES:
            told = offence(key, language=language)
            assert told.name != key
            assert told.about

    def test_every_note_of_the_catalogues_is_a_sentence(self, language: str) -> None:
        assert set(ruling_terms(language)["notes"]) == set(NOTES)
        assert all(note(key, language=language).endswith(".") for key in NOTES)

    def test_every_catalogue_has_a_name(self, language: str) -> None:
        assert all(value_of("catalogue", value=name, language=language).about for name in CATALOGUES)

    @pytest.mark.parametrize("key", LABELS)
    def test_the_words_of_desk_and_protocol(self, language: str, key: str) -> None:
        assert label(key, language=language)

    def test_the_words_are_those_of_the_table(self, language: str) -> None:
        spoken = terms(language)["words"]
        for key, term in ruling_terms(language)["words"].items():
            if key in spoken:
                assert term.name == spoken[key].name

    def test_names_are_short_and_lines_are_sentences(self, language: str) -> None:
        for place, text in lines_of(language):
            if place.endswith(".about") or place.startswith("notes."):
                assert text[-1] == ".", place
                assert len(text) <= 240, place
            else:
                assert text[-1] not in ".:", place
                assert len(text) <= 48, place

    def test_no_two_things_of_a_group_have_one_name(self, language: str) -> None:
        for group, entries in ruling_terms(language).items():
            if group != "words":
                assert len({term.name for term in entries.values()}) == len(entries), group


def test_faults_and_incidents_have_their_names_from_the_terms() -> None:
    assert set(Fault) == set(terms("en")["faults"])
    assert set(INCIDENTS) <= set(terms("en")["incidents"])
    assert offence("revoke", language="de").name == "Farbe nicht angegeben"
    assert offence("misdeal", language="fr").name == "Maldonne"


def test_what_has_no_name_stands_for_itself() -> None:
    assert offence("spilled_beer", language="it") == Term("spilled_beer")
    assert ruling_term("remedies", key="beer_for_all", language="nl") == Term("beer_for_all")


def test_a_language_without_a_file_is_english() -> None:
    assert ruling_terms("tlh") is ruling_terms("en")
    assert ruling_term("remedies", key="warning", language="tlh").name == "Warning"
