"""Every card of every deck is a well-formed picture of its own, and says what it is called."""

import re
from xml.etree import ElementTree as ET

import pytest

from scoring.drawing import card_svg, suit_svg
from scoring.rules.pack.cards import SUITS, notation
from scoring.wording import deck_names

DECKS = ("swiss", "german", "french")
LANGUAGES = ("en", "de", "fr", "it", "nl", "tr")
CODES = [notation(card) for card in range(36)]


def shape_of(svg: str) -> str:
    """The picture without its colours and its title: what is left to somebody who sees neither."""
    return re.sub(r'<title>.*?</title>|(fill|stroke)="#\w+"', "", svg)


@pytest.mark.parametrize("deck", DECKS)
def test_each_card_is_a_picture_that_bears_its_name(deck: str) -> None:
    for code in CODES:
        root = ET.fromstring(card_svg(code, deck=deck, language="de"))
        assert (root.tag, root.attrib["role"], root[0].tag) == ("svg", "img", "title")
        assert root[0].text == deck_names(deck, language="de")["cards"][code]


@pytest.mark.parametrize("deck", DECKS)
def test_cards_differ_without_their_colours(deck: str) -> None:
    assert len({shape_of(card_svg(code, deck=deck, language="de")) for code in CODES}) == 36


def test_the_decks_differ() -> None:
    faces = {deck: {shape_of(suit_svg(suit, deck=deck, language="de")) for suit in SUITS} for deck in DECKS}
    assert len(set.union(*faces.values())) == 9  # bells, acorns and hearts are on two of them each
    assert not faces["swiss"] & faces["french"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_of_a_french_deck_are_told_apart_in_every_language(language: str) -> None:
    drawn = [card_svg("E" + rank, deck="french", language=language) for rank in ("U", "O", "K", "A")]
    letters = [re.findall(r">(\w+)</text>", svg)[0] for svg in drawn]
    assert len(set(letters)) == 4
    assert language != "de" or letters == ["B", "D", "K", "A"]
    assert language != "en" or letters == ["J", "Q", "K", "A"]


def test_names_are_in_the_readers_language() -> None:
    assert "<title>Banner of Bells</title>" in card_svg("B10", deck="swiss", language="en")
    assert "<title>Cœur" in suit_svg("S", deck="french", language="fr")


def test_every_suit_is_a_picture() -> None:
    drawn = [suit_svg(suit, deck=deck, language="en") for deck in DECKS for suit in SUITS]
    assert all(ET.fromstring(svg).attrib["role"] == "img" for svg in drawn)


def test_nothing_from_outside_is_loaded() -> None:
    for deck in DECKS:
        assert not re.search(
            r"href|url\(|style=|<script", "".join(card_svg(c, deck=deck, language="en") for c in CODES)
        )
