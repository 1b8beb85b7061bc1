"""The words of the admin: models, fields and texts, from admin.<language>.json."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from scoring.wording.catalogue import FALLBACK
from scoring.wording.files import by_language


def administration(language: str) -> Mapping[str, Any]:
    """Return all words: `app`, and `models`, `plurals`, `fields`, `texts` by key; English is the fallback."""
    files = _files()
    words: Mapping[str, Any] = files.get(language) or files[FALLBACK]
    return words


@cache
def _files() -> Mapping[str, Any]:
    return by_language("admin")
