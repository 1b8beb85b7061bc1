"""What a client prefers (RFC 7240): a hint that the service may follow, and says where it does."""

import re
from typing import Final

from rest_framework.request import Request

APPLIED: Final = "Preference-Applied"
"""The header that names the preferences that were followed."""

_PART: Final = re.compile(r'[,;]|"(?:[^"\\]|\\.)*"|[^,;"]+|"')
"""A separator, a text in quotes, or what stands between. Each character belongs to one part, so reading is linear."""


def preferences(header: str) -> dict[str, str]:
    """The preferences of a `Prefer` header by their names in small letters; the first of each name counts.

    Parameters are left out. A header that is not of this form is read as far as it goes: a preference is never a
    reason to refuse.
    """
    found: dict[str, str] = {}
    told, parameter = "", False
    for part in (*_PART.findall(header), ","):
        if part == ",":
            name, _, value = told.partition("=")
            if name.strip():
                found.setdefault(name.strip().lower(), value.strip().strip('"').lower())
            told, parameter = "", False
        elif part == ";":
            parameter = True
        elif not parameter:
            told += part
    return found


def wants_minimal(request: Request) -> bool:
    """Whether the client asks for the least that can be answered (`return=minimal`)."""
    return preferences(request.META.get("HTTP_PREFER", "")).get("return") == "minimal"
