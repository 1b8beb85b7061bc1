"""Problem codes as titles, sentences and explanations, from problems.<language>.json.

A code has several sentences, the most telling first; the one said is the first whose places can all be filled.
A place is a fact in braces, `{expected_seat}`; `{expected:type}` says the fact by its word in the list `type` of the
same file. Where a sentence needs a fact without naming it, it stands as `{"when": fact, "say": sentence}`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

FALLBACK: Final = "en"
FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence taken apart: each piece is a text and the place after it, with its word list, if any."""

    pieces: tuple[tuple[str, str | None, str], ...]
    needs: frozenset[str]

    def says(self, params: Mapping[str, Any], *, words: Mapping[str, Mapping[str, str]]) -> str | None:
        """The sentence with its places filled; None where a fact is not known."""
        if not all(params.get(name) is not None for name in self.needs):
            return None
        return "".join(
            text if name is None else text + _said(params[name], words=words.get(vocabulary, {}))
            for text, name, vocabulary in self.pieces
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the page of a code tells: the meaning, an example, and what to do."""

    title: str
    meaning: str
    example: str
    todo: str


@dataclass(frozen=True, slots=True)
class Language:
    """What one data file holds."""

    sentences: Mapping[str, tuple[Sentence, ...]]
    explanations: Mapping[str, Explanation]
    words: Mapping[str, Mapping[str, str]]


def languages() -> tuple[str, ...]:
    """The languages there are data files for."""
    return tuple(_languages())


def title(code: str, *, language: str) -> str:
    """The code in a few words."""
    return _languages()[language].explanations[code].title


def explanation(code: str, *, language: str) -> Explanation:
    """What the code's page tells."""
    return _languages()[language].explanations[code]


def sentence(code: str, *, language: str, params: Mapping[str, Any]) -> str:
    """What is wrong in this case, as exactly as the facts in `params` allow."""
    spoken = _languages()[language]
    said = (each.says(params, words=spoken.words) for each in spoken.sentences[code])
    return next(text for text in said if text is not None)


def codes(language: str) -> tuple[str, ...]:
    """The codes that the language has words for."""
    return tuple(_languages()[language].explanations)


@cache
def _languages() -> Mapping[str, Language]:
    return {path.name.split(".")[1]: _read(path) for path in sorted(FOLDER.glob("problems.*.json"))}


def _read(path: Path) -> Language:
    data = json.loads(path.read_text(encoding="utf-8"))
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
