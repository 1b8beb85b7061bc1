"""The words for decisions: remedies, disputes and their steps, and the texts of desk and protocol.

The names are in rulings.<language>.json, by group and key. The names of offences are in
terms.<language>.json: faults that the record proves, and incidents that people report.
"""

from collections.abc import Mapping
from functools import cache

from scoring.wording.catalogue import FALLBACK
from scoring.wording.files import by_language
from scoring.wording.terms import Term, Terms, terms, terms_of


def ruling_terms(language: str) -> Terms:
    """Return all terms for rulings and disputes by group and key; English is the fallback."""
    return _spoken(language)


def ruling_term(group: str, *, key: str, language: str) -> Term:
    """Return one of these terms. A key without a name is its own name."""
    return _spoken(language)[group].get(key) or Term(key)


def offence(key: str, *, language: str) -> Term:
    """Return the name of a fault or an incident. A category of the user's own is its own name."""
    spoken = terms(language)
    return spoken["faults"].get(key) or spoken["incidents"].get(key) or Term(key)


def label(key: str, *, language: str) -> str:
    """Return a word of the desk or of a protocol."""
    return _spoken(language)["words"][key].name


def note(key: str, *, language: str) -> str:
    """Return the note of an entry in the offence catalogue, beside its remedies."""
    return _spoken(language)["notes"][key].name


def _spoken(language: str) -> Terms:
    files = _files()
    return files.get(language) or files[FALLBACK]


@cache
def _files() -> Mapping[str, Terms]:
    return {language: terms_of(data) for language, data in by_language("rulings").items()}
