"""What the settings say about who can reach the service."""

from typing import Final

from django.conf import settings
from django.http.request import validate_host

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_for_this_machine() -> bool:
    """Return whether only this machine can reach the service: plain HTTP, and only local names."""
    return not settings.HTTPS and LOOPBACK.issuperset(settings.ALLOWED_HOSTS)


def own_headers(host: str) -> dict[str, str]:
    """Return the headers that let a local request look as if it came through the proxy."""
    headers = {}
    if settings.HTTPS:
        headers["X-Forwarded-Proto"] = "https"
    names = [name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))]
    if names and not validate_host(host, settings.ALLOWED_HOSTS):
        headers["Host"] = names[0]
    return headers
