"""Which form of an answer the client gets: what `Accept` rates highest, the view's first where it does not say."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation

LONGEST_REMEMBERED: Final = 200  # browsers stay below; a longer header is read anew each time


class Negotiation(BaseContentNegotiation):
    """RFC 9110's reading of `Accept`, with quality values; no suffixes. A view that has `?format=` reads it itself."""

    def select_parser(self, request: Any, parsers: Iterable[Any]) -> Any:
        """The view's one parser: it looks at the Content-Type itself."""
        return next(iter(parsers))

    def select_renderer(self, request: Any, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        """The renderer for this request with its media type; NotAcceptable where none will do."""
        offered = tuple(renderers)
        accept = request.META.get("HTTP_ACCEPT", "")
        chosen = choose(accept, offered=tuple(renderer.media_type for renderer in offered))
        if chosen is None:
            raise NotAcceptable
        return offered[chosen], offered[chosen].media_type


def choose(accept: str, *, offered: tuple[str, ...]) -> int | None:
    """The index of the media type to answer with; None where the header excludes them all."""
    if not accept or accept == "*/*":
        return 0
    return (_choose if len(accept) <= LONGEST_REMEMBERED else _choose.__wrapped__)(accept, offered)


@lru_cache(maxsize=512)
def _choose(accept: str, offered: tuple[str, ...]) -> int | None:
    ranges = list(_ranges(accept))
    if not ranges:
        return 0
    rated = [(_quality(media_type, ranges), -index) for index, media_type in enumerate(offered)]
    quality, index = max(rated)
    return -index if quality > 0 else None


def _ranges(accept: str) -> Iterable[tuple[str, float]]:
    for part in accept.split(","):
        media_range, *parameters = (piece.strip().lower() for piece in part.split(";"))
        if media_range:
            yield media_range, next((_weight(each[2:]) for each in parameters if each.startswith("q=")), 1.0)


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0


def _quality(media_type: str, ranges: list[tuple[str, float]]) -> float:
    """What the most specific range that covers the media type says of it (RFC 9110 section 12.5.1)."""
    for covering in (media_type, media_type.partition("/")[0] + "/*", "*/*"):
        weights = [weight for media_range, weight in ranges if media_range == covering]
        if weights:
            return max(weights)
    return 0.0


def takes_gzip(header: str) -> bool:
    """Whether an `Accept-Encoding` allows gzip (RFC 9110, 12.5.3). Its own weight goes before that of `*`."""
    weights = dict(_weighed(part) for part in header.split(","))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weighed(part: str) -> tuple[str, float]:
    """The name of a coding, and its weight; what cannot be read has none."""
    name, _, parameter = part.partition(";")
    key, _, value = parameter.partition("=")
    if key.strip().lower() != "q":
        return name.strip().lower(), 0.0 if parameter.strip() else 1.0
    try:
        return name.strip().lower(), float(value)
    except ValueError:
        return name.strip().lower(), 0.0
