"""Find the token of a secret, and the tokens that work."""

import hashlib
import re
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from scoring.models import Game, Role, Token
from scoring.statements.tokens import token_with

PREFIX = "jr_"
_SECRET = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")  # 256 bits in base64url

OLDEST_FIRST = ("created_at", "id")


def digest_of(secret: str) -> str:
    """The stored digest of a secret. A secret has 256 random bits, so one plain SHA-256 hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find(secret: str, *, now: datetime, asked: UUID | None = None) -> Token | None:
    """The token of a secret with its user and game, None if no such token works. One statement reads all.

    `asked` is the game that the request is about; it is read with a token of no game.

    The lookup compares digests, so its timing reveals nothing about stored secrets.
    """
    if _SECRET.fullmatch(secret) is None:
        return None
    token = token_with(digest_of(secret), asked=asked)
    return token if token is not None and works(token, now=now) else None


def works(token: Token, *, now: datetime) -> bool:
    """Whether a token works now: it is not revoked, not expired, and its user is active."""
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


def invitations(user: User, *, now: datetime) -> QuerySet[Token]:
    """The referee's tokens that others have handed out in the name of this account, and that it has not accepted."""
    waiting = roles_of(user, now=now).filter(accepted_at=None)
    return waiting.select_related("game", "made_by").order_by(*OLDEST_FIRST)


def account_of(token: Token) -> User | None:
    """The account whose own token this is, None where nobody's.

    An organizer's token is its account's own, and so is a referee's that its account has accepted. A token that
    somebody else has handed out in the name of an account proves nothing: whoever handed it out knows it.
    """
    own = token.role == Role.ORGANIZER or token.accepted_at is not None
    return token.user if own else None


def roles_of(user: User, *, now: datetime) -> QuerySet[Token]:
    """The referee's tokens of this account, accepted or not."""
    return working(now=now).filter(role=Role.REFEREE, user=user)


def of_game(game: Game, *, now: datetime) -> QuerySet[Token]:
    """The tokens handed out for a game that still work, oldest first."""
    return working(now=now).filter(game=game).order_by(*OLDEST_FIRST)
