"""What a referee's decision is told with: remedies, disputes and their steps, and the words of desk and protocol.

The names stand in rulings.<language>.json, by group and key. What was done wrong is named in terms.<language>.json: the
faults that the record proves, and the incidents that people report.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from scoring.wording.catalogue import FALLBACK
from scoring.wording.terms import Term, Terms, terms

FOLDER: Final = Path(__file__).parent


def ruling_terms(language: str) -> Terms:
    """Remedies, times of discovery, states and steps of disputes, and what makes one urgent; in English as fallback."""
    return _spoken(language)


def ruling_term(group: str, *, key: str, language: str) -> Term:
    """One of them. What has no name stands for itself."""
    return _spoken(language)[group].get(key) or Term(key)


def offence(key: str, *, language: str) -> Term:
    """A fault or an incident by its name; a category that somebody made up stands for itself."""
    spoken = terms(language)
    return spoken["faults"].get(key) or spoken["incidents"].get(key) or Term(key)


def label(key: str, *, language: str) -> str:
    """A word of the desk or of a protocol."""
    return _spoken(language)["words"][key].name


def note(key: str, *, language: str) -> str:
    """What an entry of the offence catalogue says beyond the remedies that it names."""
    return _spoken(language)["notes"][key].name


def _spoken(language: str) -> Terms:
    files = _files()
    return files.get(language) or files[FALLBACK]


@cache
def _files() -> Mapping[str, Terms]:
    return {
        path.name.split(".")[1]: _read(json.loads(path.read_text(encoding="utf-8")))
        for path in sorted(FOLDER.glob("rulings.*.json"))
    }


def _read(data: Mapping[str, Mapping[str, Any]]) -> Terms:
    return {group: {key: _term(entry) for key, entry in entries.items()} for group, entries in data.items()}


def _term(entry: str | Mapping[str, str]) -> Term:
    return Term(entry) if isinstance(entry, str) else Term(entry["name"], entry["about"])
