"""Which of our languages a reader wants: `Accept-Language` by RFC 9110 (12.5.4), with quality values.

A range is looked up as RFC 4647 (3.4) does: de-CH asks for de. Of several ranges for one language the highest quality
counts, at equal quality the first in the header; q=0 for the language itself excludes it; `*` is every language that no
other range asks for. Where nothing is left the header counts as not sent: a text in English says more than none.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from scoring.wording.catalogue import FALLBACK, languages

LONGEST_REMEMBERED: Final = 200  # browsers stay below; a longer header is read anew each time
RANGE: Final = re.compile(
    r"(?P<language>\*|[a-z]{1,8})(?P<region>(?:-[a-z0-9]{1,8})*)"
    r"(?:[ \t]*;[ \t]*q=(?P<quality>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?",
    re.IGNORECASE | re.ASCII,
)


def language_of(accept_language: str) -> str:
    """The language with the highest quality that we speak; English where there is none."""
    if not accept_language:
        return FALLBACK
    remembered = len(accept_language) <= LONGEST_REMEMBERED
    return (_language_of if remembered else _language_of.__wrapped__)(accept_language)


@lru_cache(maxsize=512)
def _language_of(header: str) -> str:
    wanted: dict[str, float] = {}
    excluded = set()
    for language, exact, quality in _ranges(header):
        if quality > 0:
            wanted[language] = max(quality, wanted.get(language, 0))
        elif exact:
            excluded.add(language)
    if "*" in wanted:
        others = dict.fromkeys((FALLBACK, *languages()), wanted["*"])
        wanted |= {language: quality for language, quality in others.items() if language not in wanted}
    spoken = [language for language in wanted if language in languages() and language not in excluded]
    return max(spoken, key=lambda language: wanted[language], default=FALLBACK)  # of equals the first


def _ranges(header: str) -> Iterator[tuple[str, bool, float]]:
    """Each range: its language, whether it names nothing narrower, and its quality. What is none is passed over."""
    for part in header.split(","):
        found = RANGE.fullmatch(part.strip())
        if found:
            yield found["language"].lower(), not found["region"], float(found["quality"] or 1)
