"""What things are called, with a line that explains each: kinds, faults, options, statuses and the words of the table.

The names stand in terms.<language>.json, by group and key. The values of an option stand inside it, by the text that
JSON has for them (`true`, `100`, `once`). Cards and modes are not here: their names depend on the deck (decks.py).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from scoring.wording.catalogue import FALLBACK

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Term:
    """One thing: its name, the line that explains it, and the values it may have where it is an option."""

    name: str
    about: str = ""
    values: Mapping[str, "Term"] = field(default_factory=dict)


Terms: TypeAlias = Mapping[str, Mapping[str, Term]]
"""Terms by group and key: ["faults"]["revoke"]."""


def terms(language: str) -> Terms:
    """All terms in the language; in English where it has no file."""
    return _spoken(language).terms


def name_of(group: str, *, key: str, language: str) -> str:
    """What the thing is called. What has no name, such as a category that somebody made up, stands for itself."""
    term = terms(language)[group].get(key)
    return key if term is None else term.name


def about(group: str, *, key: str, language: str) -> str:
    """The line that explains the thing; empty where there is none."""
    term = terms(language)[group].get(key)
    return "" if term is None else term.about


def value_of(option: str, *, value: str | int, language: str) -> Term:
    """The value of an option as it is called; a number that the option has no word for stands for itself."""
    text = value if isinstance(value, str) else json.dumps(value)
    return terms(language)["options"][option].values.get(text) or Term(text)


def language_name(language: str) -> str:
    """What the language calls itself."""
    return _spoken(language).name


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What one data file holds."""

    name: str
    terms: Terms


def _spoken(language: str) -> _Spoken:
    files = _files()
    return files.get(language) or files[FALLBACK]


@cache
def _files() -> Mapping[str, _Spoken]:
    return {path.name.split(".")[1]: _read(path) for path in sorted(FOLDER.glob("terms.*.json"))}


def _read(path: Path) -> _Spoken:
    data = json.loads(path.read_text(encoding="utf-8"))
    name = data.pop("language")
    groups = {group: {key: _term(entry) for key, entry in entries.items()} for group, entries in data.items()}
    return _Spoken(name=name, terms=groups)


def _term(entry: str | Mapping[str, Any]) -> Term:
    if isinstance(entry, str):
        return Term(entry)
    return Term(entry["name"], entry["about"], {value: _term(each) for value, each in entry.get("values", {}).items()})
