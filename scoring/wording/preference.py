"""Which of our languages a reader wants: `Accept-Language` by RFC 9110, with quality values."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from scoring.wording.catalogue import FALLBACK, languages

LONGEST_REMEMBERED: Final = 200


def language_of(accept_language: str) -> str:
    """The language with the highest quality value that we speak; English where there is none."""
    if not accept_language:
        return FALLBACK
    remembered = len(accept_language) <= LONGEST_REMEMBERED
    return (_language_of if remembered else _language_of.__wrapped__)(accept_language)


@lru_cache(maxsize=512)
def _language_of(header: str) -> str:
    spoken = languages()
    ranges: dict[str, float] = {}
    for language, quality in _ranges(header):
        ranges.setdefault(language, quality)  # of two mentions (de-CH, de) the first one stands
    if "*" in ranges:
        ranges = {**dict.fromkeys((FALLBACK, *spoken), ranges["*"]), **ranges}
    wanted = [language for language in sorted(ranges, key=lambda name: -ranges[name]) if language in spoken]
    return next((language for language in wanted if ranges[language] > 0), FALLBACK)


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    """The languages of the header, without their regions (de-CH asks for de), each with its quality."""
    for part in header.split(","):
        tag, *parameters = (piece.strip().lower() for piece in part.split(";"))
        if tag:
            yield tag.split("-")[0], next((_weight(each[2:]) for each in parameters if each.startswith("q=")), 1.0)


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
