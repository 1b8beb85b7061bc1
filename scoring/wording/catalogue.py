"""Problem codes as titles, sentences and explanations, from problems.<language>.json.

A code has several sentences, the most specific first. The first one whose places can all be filled
is used. A place is a fact in braces: `{expected_seat}`. With `{expected:type}` the fact is replaced
by its word in the list `type` of the same file. A sentence may need a fact without showing it; then
it is written as `{"when": fact, "say": sentence}`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any, Final

from scoring.wording.files import by_language

FALLBACK: Final = "en"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A parsed sentence. A piece is a text, the place after it, and the name of its word list."""

    pieces: tuple[tuple[str, str | None, str], ...]
    needs: frozenset[str]

    def says(self, params: Mapping[str, Any], *, words: Mapping[str, Mapping[str, str]]) -> str | None:
        """Return the sentence with its places filled, or None if a fact is missing."""
        if not all(params.get(name) is not None for name in self.needs):
            return None
        return "".join(
            text if name is None else text + _said(params[name], words=words.get(vocabulary, {}))
            for text, name, vocabulary in self.pieces
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """The page of a code: its title, its meaning, an example, and what to do."""

    title: str
    meaning: str
    example: str
    todo: str


@dataclass(frozen=True, slots=True)
class Language:
    """The content of one data file."""

    sentences: Mapping[str, tuple[Sentence, ...]]
    explanations: Mapping[str, Explanation]
    words: Mapping[str, Mapping[str, str]]


def languages() -> tuple[str, ...]:
    """Return the languages that have a data file."""
    return tuple(_languages())


def title(code: str, *, language: str) -> str:
    """Return the title of the code, a few words."""
    return _languages()[language].explanations[code].title


def explanation(code: str, *, language: str) -> Explanation:
    """Return the texts for the page of the code."""
    return _languages()[language].explanations[code]


def sentence(code: str, *, language: str, params: Mapping[str, Any]) -> str:
    """Say what is wrong, as precisely as the facts in `params` allow."""
    spoken = _languages()[language]
    said = (each.says(params, words=spoken.words) for each in spoken.sentences[code])
    return next(text for text in said if text is not None)


def codes(language: str) -> tuple[str, ...]:
    """Return the codes that have words in this language."""
    return tuple(_languages()[language].explanations)


@cache
def _languages() -> Mapping[str, Language]:
    return {language: _language_of(data) for language, data in by_language("problems").items()}


def _language_of(data: Mapping[str, Any]) -> Language:
    return Language(
        sentences={code: tuple(map(_sentence, entry["detail"])) for code, entry in data["problems"].items()},
        explanations={
            code: Explanation(entry["title"], entry["meaning"], entry["example"], entry["todo"])
            for code, entry in data["problems"].items()
        },
        words=data["words"],
    )


def _sentence(entry: str | Mapping[str, str]) -> Sentence:
    text, when = (entry, ()) if isinstance(entry, str) else (entry["say"], (entry["when"],))
    pieces = tuple((text, name, spec or "") for text, name, spec, _ in Formatter().parse(text))
    return Sentence(pieces=pieces, needs=frozenset(when) | {name for _, name, _ in pieces if name is not None})


def _said(value: Any, *, words: Mapping[str, str]) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_said(each, words=words) for each in value)
    if isinstance(value, str):
        return words.get(value, value)
    return json.dumps(value)
