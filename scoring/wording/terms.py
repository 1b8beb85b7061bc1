"""Names with a line that explains each: kinds, faults, options, statuses and words of the table.

The names are in terms.<language>.json, by group and key. The values of an option are inside its
entry, under their JSON text (`true`, `100`, `once`). Cards and modes are in decks.py, because their
names depend on the deck.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from scoring.wording.catalogue import FALLBACK
from scoring.wording.files import by_language


@dataclass(frozen=True, slots=True)
class Term:
    """A name and the line that explains it. An option also has the terms of its values."""

    name: str
    about: str = ""
    values: Mapping[str, "Term"] = field(default_factory=dict)


Terms: TypeAlias = Mapping[str, Mapping[str, Term]]
"""Terms by group and key: ["faults"]["revoke"]."""


def terms(language: str) -> Terms:
    """Return all terms in the language; English is the fallback."""
    return _spoken(language).terms


def name_of(group: str, *, key: str, language: str) -> str:
    """Return the name. A key without one, such as a user's own category, is its own name."""
    term = terms(language)[group].get(key)
    return key if term is None else term.name


def about(group: str, *, key: str, language: str) -> str:
    """Return the line that explains the term, or an empty text if there is none."""
    term = terms(language)[group].get(key)
    return "" if term is None else term.about


def value_of(option: str, *, value: str | int, language: str) -> Term:
    """Return the name of an option's value. A number without a word is its own name."""
    text = value if isinstance(value, str) else json.dumps(value)
    return terms(language)["options"][option].values.get(text) or Term(text)


def language_name(language: str) -> str:
    """Return the language's name for itself."""
    return _spoken(language).name


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The content of one data file."""

    name: str
    terms: Terms


def _spoken(language: str) -> _Spoken:
    files = _files()
    return files.get(language) or files[FALLBACK]


@cache
def _files() -> Mapping[str, _Spoken]:
    return {
        language: _Spoken(name=data.pop("language"), terms=terms_of(data))
        for language, data in by_language("terms").items()
    }


def terms_of(data: Mapping[str, Mapping[str, Any]]) -> Terms:
    """Return the terms of a data file by group and key."""
    return {group: {key: _term(entry) for key, entry in entries.items()} for group, entries in data.items()}


def _term(entry: str | Mapping[str, Any]) -> Term:
    if isinstance(entry, str):
        return Term(entry)
    return Term(entry["name"], entry["about"], {value: _term(each) for value, each in entry.get("values", {}).items()})
