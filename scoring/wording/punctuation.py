"""Signs between words, which languages set differently."""

from collections.abc import Mapping
from typing import Final

COLONS: Final[Mapping[str, str]] = {"fr": "\u00a0:"}
"""French sets a space before a colon that keeps it on the line."""


def with_colon(name: str, *, language: str) -> str:
    """Return the name with a colon, to stand before what it names: “Entameur : Anna”."""
    return f"{name}{COLONS.get(language, ':')}"


def labelled(name: str, text: str, *, language: str) -> str:
    """Return the name, a colon and the text."""
    return f"{with_colon(name, language=language)} {text}"
