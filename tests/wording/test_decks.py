"""The names of the cards are those of the card table: R-2 for the three faces of the pack, R-50 for Cosmic Eidex."""

import pytest

from scoring.wording import deck_names
from scoring.wording.terms import terms

LANGUAGES = ("en", "de", "fr", "it", "nl", "tr")
SUITS = ("E", "R", "S", "B")
COURT = ("10", "U", "O", "K", "A")


@pytest.mark.parametrize(
    ("deck", "suits", "court"),
    [
        ("swiss", "Eicheln Rosen Schilten Schellen", "Banner Under Ober König Ass"),
        ("german", "Eichel Laub Herz Schellen", "Zehn Unter Ober König Ass"),
        ("french", "Kreuz Schaufel Herz Ecken", "Zehn Bauer Dame König Ass"),
        ("eidex", "Eidex Raben Herz Sterne", "Zehn Bube Dame König Ass"),
    ],
)
def test_german_says_what_the_rules_say(deck: str, suits: str, court: str) -> None:
    names = deck_names(deck, language="de")
    assert [names["suits"][suit] for suit in SUITS] == suits.split()
    assert [names["ranks"][rank] for rank in COURT] == court.split()


@pytest.mark.parametrize(
    ("deck", "suits"),
    [
        (
            "swiss",
            {
                "en": "Acorns Roses Shields Bells",
                "fr": "Glands Roses Écussons Grelots",
                "it": "Ghiande Rose Scudi Campanelli",
                "nl": "Eikels Rozen Schilden Bellen",
                "tr": "Palamut Gül Kalkan Çıngırak",
            },
        ),
        (
            "german",
            {
                "en": "Acorns Leaves Hearts Bells",
                "fr": "Glands Feuilles Cœurs Grelots",
                "it": "Ghiande Foglie Cuori Campanelli",
                "nl": "Eikels Bladeren Harten Bellen",
                "tr": "Palamut Yaprak Kupa Çıngırak",
            },
        ),
        (
            "french",
            {
                "en": "Clubs Spades Hearts Diamonds",
                "fr": "Trèfle Pique Cœur Carreau",
                "it": "Fiori Picche Cuori Quadri",
                "nl": "Klaveren Schoppen Harten Ruiten",
                "tr": "Sinek Maça Kupa Karo",
            },
        ),
        (
            "eidex",
            {
                "en": "Lizards Ravens Hearts Stars",
                "fr": "Lézards Corbeaux Cœurs Étoiles",
                "it": "Lucertole Corvi Cuori Stelle",
                "nl": "Hagedissen Raven Harten Sterren",
                "tr": "Kertenkele Kuzgun Kupa Yıldız",
            },
        ),
    ],
)
def test_suits_in_the_other_languages(deck: str, suits: dict[str, str]) -> None:
    for language, names in suits.items():
        known = deck_names(deck, language=language)["suits"]
        assert [known[suit] for suit in SUITS] == names.split(), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mode_of_a_suit_has_its_name(language: str) -> None:
    for deck in terms("en")["decks"]:
        names = deck_names(deck, language=language)
        modes = [names["modes"][mode] for mode in ("eicheln", "rosen", "schilten", "schellen")]
        assert modes == [names["suits"][suit] for suit in SUITS]
        assert names["modes"]["obenabe"].startswith("Obenabe")
        assert names["modes"]["unenufe"].startswith("Unenufe")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Six of Clubs", "Queen of Spades", "Jack of Hearts"]),
        ("de", ["Kreuz-Sechs", "Schaufel-Dame", "Herz-Bauer"]),
        ("fr", ["Six de trèfle", "Dame de pique", "Valet de cœur"]),
        ("it", ["Sei di fiori", "Donna di picche", "Fante di cuori"]),
        ("nl", ["Klaverenzes", "Schoppenvrouw", "Hartenboer"]),
        ("tr", ["Sinek Altılısı", "Maça Kızı", "Kupa Valesi"]),
    ],
)
def test_a_card_is_named_as_at_the_table(language: str, names: list[str]) -> None:
    cards = deck_names("french", language=language)["cards"]
    assert [cards[card] for card in ("E6", "RO", "SU")] == names


def test_a_name_that_changes_inside_the_name_of_a_card() -> None:
    assert deck_names("german", language="nl")["cards"]["R10"] == "Bladtien"
    assert deck_names("swiss", language="tr")["cards"]["R10"] == "Gül Sancağı"
    assert deck_names("swiss", language="tr")["ranks"]["10"] == "Sancak"
