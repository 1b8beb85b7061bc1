"""Sentences for refusals, and names. One data file per language, read once."""

from scoring.wording.administration import administration
from scoring.wording.catalogue import FALLBACK, Explanation, explanation, languages, sentence, title
from scoring.wording.decks import deck_names, deck_of, decks
from scoring.wording.preference import language_of
from scoring.wording.punctuation import labelled, with_colon
from scoring.wording.rulings import label, note, offence, ruling_term, ruling_terms
from scoring.wording.terms import Term, about, language_name, name_of, terms, value_of

__all__ = [
    "FALLBACK",
    "Explanation",
    "Term",
    "about",
    "administration",
    "deck_names",
    "deck_of",
    "decks",
    "explanation",
    "label",
    "labelled",
    "language_name",
    "language_of",
    "languages",
    "name_of",
    "note",
    "offence",
    "ruling_term",
    "ruling_terms",
    "sentence",
    "terms",
    "title",
    "value_of",
    "with_colon",
]
