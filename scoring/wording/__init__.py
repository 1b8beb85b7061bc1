"""Refusals as sentences, and the names of cards and modes: one data file per language, read once."""

from scoring.wording.catalogue import Explanation, explanation, languages, sentence, title
from scoring.wording.decks import deck_names, decks
from scoring.wording.preference import language_of

__all__ = [
    "Explanation",
    "deck_names",
    "decks",
    "explanation",
    "language_of",
    "languages",
    "sentence",
    "title",
]
