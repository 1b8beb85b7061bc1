"""Finding the token that a secret belongs to."""

import hashlib
import re
from datetime import datetime

from django.db.models import Q, QuerySet

from scoring.models import Game, Token

PREFIX = "jr_"
_SECRET = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")  # 256 bits in base64url

_LEFT_OUT = tuple(
    f"game__{name}" for name in ("options", "lineup", "opened_with", "imported", "result", "scores", "next")
)
"""The documents of a game, which are long; few requests with a token need them."""


def digest_of(secret: str) -> str:
    """What is kept of a secret. It holds 256 random bits, so one plain sha256 is enough to hide it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find(secret: str, *, now: datetime) -> Token | None:
    """Answer the token of a secret, with its user and game, in one statement; None where it does not work (any more).

    The look-up goes by the hash, so its timing tells nothing about the secrets on record.
    """
    if _SECRET.fullmatch(secret) is None:
        return None
    try:
        token = Token.objects.select_related("user", "game").defer(*_LEFT_OUT).get(digest=digest_of(secret))
    except Token.DoesNotExist:
        return None
    return token if works(token, now=now) else None


def works(token: Token, *, now: datetime) -> bool:
    """Whether a token opens anything at this moment: not revoked, not expired, its user not shut out."""
    if token.revoked_at is not None:
        return False
    if token.expires_at is not None and token.expires_at <= now:
        return False
    return token.user is None or token.user.is_active


def working(*, now: datetime) -> QuerySet[Token]:
    """All tokens that work at this moment."""
    return Token.objects.filter(
        Q(expires_at=None) | Q(expires_at__gt=now),
        Q(user=None) | Q(user__is_active=True),
        revoked_at=None,
    )


def of_game(game: Game, *, now: datetime) -> QuerySet[Token]:
    """The tokens handed out for a game that still work, oldest first."""
    return working(now=now).filter(game=game).order_by("created_at", "id")
