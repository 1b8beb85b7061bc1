"""For whom this service is there, as far as its settings tell."""

from typing import Final

from django.conf import settings
from django.http.request import validate_host

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_for_this_machine() -> bool:
    """Whether nobody but this machine is meant to reach the service: plain HTTP, and only its own names."""
    return not settings.HTTPS and LOOPBACK.issuperset(settings.ALLOWED_HOSTS)


def own_headers(host: str) -> dict[str, str]:
    """What a request from inside must say where the service expects a proxy before it, that ends TLS and has a name."""
    headers = {}
    if settings.HTTPS:
        headers["X-Forwarded-Proto"] = "https"
    names = [name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))]
    if names and not validate_host(host, settings.ALLOWED_HOSTS):
        headers["Host"] = names[0]
    return headers
