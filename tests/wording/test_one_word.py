"""One word for one thing in each language, and no sentence that would break with another name in it."""

import json
import re

import pytest

from scoring.wording.files import FOLDER
from tests.wording.test_languages import lines_of

FORBIDDEN = {
    "de": {
        "Trumpfart": "Spielart",
        "Spielmodus": "Spielart",
        "Prüfpult": "Schiedsrichterpult",
        "Runden?": "Spiel",
        "Seiten?": "Partei",
        "Kennung": "Id",
        "Blatt": "Hand, or Folge for a run",
        "Organisators?": "Veranstalter",
        "Aufruf": "Anfrage",
        "malgenommen": "multipliziert",
        "bekennen|bedienen": "Farbe angeben",
        "weggelegt\\w*": "abgelegt",
        "Protokolls": "Verlauf",
        "aufgegeben": "abgebrochen",
        "du|deine?|dich": "Sie",
    },
    "fr": {
        "levées?": "pli",
        "manches?": "donne",
        "identifiants?": "id",
        "équipes?": "camp",
        "undenufe": "unenufe",
        "jetons?": "token",
        "tu|ton|tes": "vous",
    },
    "it": {
        "identificativ\\w+": "id",
        "incident\\w+": "episodio",
        "undenufe": "unenufe",
        "chiamata": "richiesta",
        "puoi|chiedi|esportala|correggete": "form of Lei",
    },
    "nl": {
        "spelletjes?": "spel",
        "rondes?": "spel",
        "kanten?": "team",
        "aanroep|oproep": "verzoek",
        "opname": "logboek",
        "je|jouw": "u",
    },
    "tr": {"çağrıda|çağrıyı": "istek", "düzenleyici\\w*": "düzenleyen", "bekle|gönder|sor|iste|aktar": "form of siz"},
}
"""The words that a language does not use, and the word that it has for this thing."""

ELIDED = re.compile(
    r"\b(?:de|que|le|la|je|me|te|se|ne|jusque|lorsque|puisque|quoique|parce que) "
    r"\{\w+:(?:seats?|side|cards?|mode|suit|form|fault|remedy|stage|plays|parts|decided_by)\}",
    re.IGNORECASE,
)
"""French words that lose their vowel before another one: “de Anna” would have to be “d’Anna”."""

ARTICLES = {
    "en": "the|an?",
    "de": "der|die|das|den|dem|des|eine?[nmrs]?|beim|vom|zum|zur|im",
    "fr": "le|la|les|l’|un|une|des|du|au|aux|d’|qu’",
    "it": "il|lo|la|i|gli|le|un|uno|una|del\\w*|al\\w*|dal\\w*|nel\\w*|sul\\w*|l’|dell’|all’",
    "nl": "de|het|een",
}
NAMES = r"\{\w+:(?:seats?|cards?|mode|suit|form|fault|remedy|decided_by|hint|check|type)\}"
"""Places that are filled with a name, which brings its own gender, number and article."""

HARMONY = re.compile(r"\{\w+(?::\w+)?\}['’](?=\w)")
"""A Turkish ending on a place: whether it is -i, -ı, -u or -ü depends on what is filled in."""


def texts(language: str) -> list[tuple[str, str]]:
    """Every text of the language with its file and place."""
    return [
        (f"{path.name} {place}", text)
        for path in sorted(FOLDER.glob(f"*.{language}.json"))
        for place, text in lines_of(json.loads(path.read_text(encoding="utf-8")))
    ]


def without_code(text: str) -> str:
    """The text without what stands in quotes or braces, which is no language."""
    return re.sub(r"\{[^{}]*\}|`[^`]*`|«[^»]*»|“[^”]*”|\"[^\"]*\"|/\S+", " ", text)


@pytest.mark.parametrize(
    ("language", "word", "better"),
    [(language, word, better) for language, words in FORBIDDEN.items() for word, better in words.items()],
)
def test_a_thing_has_one_word(language: str, word: str, better: str) -> None:
    unwanted = re.compile(rf"\b(?:{word})\b", re.IGNORECASE if language != "de" else 0)
    found = [(place, text) for place, text in texts(language) if unwanted.search(without_code(text))]
    assert found == [], better


@pytest.mark.parametrize(
    "name",
    [
        f"{content}.{language}.json"
        for content in ("admin", "rulings", "terms")
        for language in ("de", "fr", "it", "nl", "tr")
    ],
)
def test_every_text_has_the_places_of_the_english_one(name: str) -> None:
    """Apart from the sentences of steps and problems, whose own tests know which facts they may leave out."""
    language = name.split(".")[1]
    english = dict(texts("en"))
    for place, text in texts(language):
        if place.startswith(f"{name} "):
            ours = english[place.replace(f".{language}.", ".en.", 1)]
            assert sorted(re.findall(r"\{[^{}]*\}", text)) == sorted(re.findall(r"\{[^{}]*\}", ours)), place


@pytest.mark.parametrize("language", ARTICLES)
def test_no_sentence_puts_its_article_before_a_name(language: str) -> None:
    article = re.compile(rf"(?:^|[\s(])(?:{ARTICLES[language]})\s?{NAMES}", re.IGNORECASE)
    assert [(place, text) for place, text in texts(language) if article.search(text)] == []


def test_no_french_sentence_needs_an_elision_before_a_name() -> None:
    assert [(place, text) for place, text in texts("fr") if ELIDED.search(text)] == []


def test_french_words_are_elided() -> None:
    """Within words: “d’annonce”, “qu’il”. A word before a place is another matter, see above."""
    apart = re.compile(r"(?<!-)\b(?:de|que|le|la|je|ne|se|jusque|lorsque) (?=[aeiouéèêâîôœ])(?!onz|oui|application/)")
    said = [(place, text, apart.findall(text)) for place, text in texts("fr")]
    assert [each for each in said if each[2]] == []


def test_no_turkish_ending_hangs_on_what_is_filled_in() -> None:
    assert [(place, text) for place, text in texts("tr") if HARMONY.search(text)] == []


@pytest.mark.parametrize("language", ["de", "fr", "it", "nl", "tr"])
def test_apostrophes_are_those_of_print(language: str) -> None:
    assert [(place, text) for place, text in texts(language) if re.search(r"\w'\w", without_code(text))] == []


def test_turkish_letters_are_turkish() -> None:
    """A dotless I at the beginning of a word that has a dotted one is a slip of a keyboard: Istek for İstek."""
    slip = re.compile(r"\bI(?=stek|çin|lk|ki|tiraz|zin|mza|ptal|ncele|şaret|sim)")
    assert [(place, text) for place, text in texts("tr") if slip.search(text)] == []
