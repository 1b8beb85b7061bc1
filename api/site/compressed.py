"""Large texts that are the same for everybody, sent compressed to clients that take that.

They hold nothing that a client has sent and no secret. Compression can tell nothing about them.
"""

import gzip
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request

from api.http.negotiation import takes_gzip

BEST: Final = 9


@dataclass(frozen=True)
class Compressed:
    """A text as gzip has it."""

    packed: bytes

    @classmethod
    def of(cls, text: bytes) -> Self:
        """The text, compressed. The same text gives the same bytes at any time."""
        return cls(gzip.compress(text, BEST, mtime=0))

    @cached_property
    def plain(self) -> bytes:
        """The text itself, for clients that take nothing else."""
        return gzip.decompress(self.packed)

    def answer(self, request: Request | HttpRequest, *, content_type: str) -> HttpResponse:
        """The answer that this client can read."""
        if takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return HttpResponse(self.packed, content_type=content_type, headers={"Content-Encoding": "gzip"})
        return HttpResponse(self.plain, content_type=content_type)


def varies_by_encoding(response: HttpResponseBase) -> HttpResponseBase:
    """The same answer, which tells caches that `Accept-Encoding` chose its bytes."""
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
