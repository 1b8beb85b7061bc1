"""Entity tags: what a client has seen, and whether that is still how it stands (RFC 9110 sections 8.8.3 and 13)."""

import hashlib
import re
from collections.abc import Sequence
from typing import Final

from rest_framework.request import Request

from api.problems.faults import Problem

_TAG: Final = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_LIST: Final = re.compile(rf"[ \t,]*{_TAG}[ \t]*(?:,[ \t]*(?:{_TAG}[ \t]*)?)*")
_ONE: Final = re.compile(_TAG)


def etag_of(version: int, *, form: Sequence[str] = ()) -> str:
    """The strong tag of a version.

    What can be read in several forms has a tag for each of them, since they differ byte for byte: `form` is all that
    the form depends on besides the version, such as ("html", "de"). The one that is only data has an empty one.
    """
    return '"' + "-".join((str(version), *form)) + '"'


def form_of(content: bytes) -> str:
    """A word for the part of an answer that may change while the version stays."""
    return hashlib.sha256(content).hexdigest()[:12]


def tags_in(header: str) -> tuple[str, ...]:
    """The tags of a header as they stand there; none where it is not a list of tags."""
    return tuple(_ONE.findall(header)) if _LIST.fullmatch(header) else ()


def if_match(header: str, *, etag: str) -> bool:
    """Whether `If-Match` allows a change of what has this tag: only a strong tag can say so."""
    return header.strip() == "*" or etag in tags_in(header)


def if_none_match(header: str, *, etag: str) -> bool:
    """Whether by `If-None-Match` the client already has what has this tag: weak tags count, too."""
    return header.strip() == "*" or etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in tags_in(header)}


def is_known(request: Request, *, version: int, form: Sequence[str] = ()) -> bool:
    """Whether the answer is 304: the client has this version, in this form."""
    header = request.META.get("HTTP_IF_NONE_MATCH")
    return header is not None and if_none_match(header, etag=etag_of(version, form=form))


def require_match(request: Request, *, version: int) -> None:
    """Refuse a change by a client who has not seen this version (412), where it sent If-Match at all."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is not None and not if_match(header, etag=etag_of(version)):
        raise conflict(request, version=version)


def conflict(request: Request, *, version: int) -> Problem:
    """The refusal of a change by a client who has not seen this version, or has it in a weak tag.

    A weak tag never matches here (RFC 9110, 13.1.1). Proxies that compress an answer make its tag weak.
    """
    sent = tags_in(request.META.get("HTTP_IF_MATCH", ""))
    weak = f"W/{etag_of(version)}" in sent or None
    return Problem("version_conflict", headers={"ETag": etag_of(version)}, version=version, weak=weak)


def require_precondition(request: Request) -> None:
    """Refuse a change without If-Match (428)."""
    if "HTTP_IF_MATCH" not in request.META:
        raise Problem("precondition_required")
