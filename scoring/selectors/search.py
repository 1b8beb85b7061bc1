"""Search for a part of a text in any case, with the same results on both databases.

SQLite's LIKE knows only the capitals of English. PostgreSQL's LIKE knows those of the database's locale. So a regular
expression matches each letter in both forms. It has no repetition, so no input can make it slow.
"""

import re
from typing import Final

from django.db.models import Q

TURKISH: Final = "iıİI"
"""The letters i of Turkish, dotted or not. Other keyboards have only two of them, so all four match each other."""


def holds(field: str, part: str) -> Q:
    """The rows whose text in this field holds the part."""
    return Q(**{f"{field}__regex": "".join(map(_in_any_case, part))})


def _in_any_case(letter: str) -> str:
    forms = TURKISH if letter in TURKISH else dict.fromkeys((letter, letter.lower(), letter.upper(), letter.title()))
    return re.escape(letter) if len(forms) == 1 else f"({'|'.join(forms)})"
