"""Finding a part of a text in small or capital letters, the same on both engines.

SQLite's LIKE knows the capitals of English only, and PostgreSQL's those of the locale that the database was made with.
So each letter is looked for in both its forms, by a regular expression without anything that repeats.
"""

import re
from typing import Final

from django.db.models import Q

TURKISH: Final = "iıİI"
"""The letters i of Turkish, dotted or not: whoever types on another keyboard has two of them."""


def holds(field: str, part: str) -> Q:
    """The rows whose text in this field holds the part."""
    return Q(**{f"{field}__regex": "".join(map(_in_any_case, part))})


def _in_any_case(letter: str) -> str:
    forms = TURKISH if letter in TURKISH else dict.fromkeys((letter, letter.lower(), letter.upper(), letter.title()))
    return re.escape(letter) if len(forms) == 1 else f"({'|'.join(forms)})"
