"""Choose a reader's language from `Accept-Language` and its quality values (RFC 9110, 12.5.4).

- A range is looked up as in RFC 4647, section 3.4: de-CH asks for de.
- If several ranges ask for a language, the highest quality counts.
- At equal quality the first range in the header wins.
- q=0 for a language excludes it. Example: `de;q=0`; but `de-CH;q=0` does not exclude de.
- `*` stands for every language that no other range asks for.

If no language is left, the text is in English, because that is more useful than no text.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from scoring.wording.catalogue import FALLBACK, languages

LONGEST_REMEMBERED: Final = 200  # browsers send less; a longer header is parsed each time
RANGE: Final = re.compile(
    r"(?P<language>\*|[a-z]{1,8})(?P<region>(?:-[a-z0-9]{1,8})*)"
    r"(?:[ \t]*;[ \t]*q=(?P<quality>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?",
    re.IGNORECASE | re.ASCII,
)


def language_of(accept_language: str) -> str:
    """Return the supported language with the highest quality, or English if there is none."""
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
    """Yield language, whether it has no region, and quality of each valid range."""
    for part in header.split(","):
        found = RANGE.fullmatch(part.strip())
        if found:
            yield found["language"].lower(), not found["region"], float(found["quality"] or 1)
