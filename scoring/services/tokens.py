"""Handing out tokens and taking them back."""

import logging
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction

from scoring.models import Game, Role, Token
from scoring.models.trouble import is_trouble
from scoring.selectors.tokens import PREFIX, digest_of

MINUTE = timedelta(minutes=1)
log = logging.getLogger("jassref.tokens")


def issue(
    *,
    role: Role,
    user: User | None = None,
    game: Game | None = None,
    seat: int | None = None,
    label: str = "",
    expires_at: datetime | None = None,
    made_by: User | None = None,
    now: datetime,
) -> tuple[Token, str]:
    """Make a token and answer it with its secret, which nobody can read again afterwards.

    What a role must be bound to, a constraint of the table says: the database's IntegrityError is a caller's mistake.
    """
    secret = _new_secret()
    token = Token.objects.create(
        digest=digest_of(secret),
        role=role,
        user=user,
        game=game,
        seat=seat,
        label=label,
        expires_at=expires_at,
        made_by=made_by,
        created_at=now,
    )
    return token, secret


def renew(token: Token) -> str:
    """Give a token a new secret and answer it; what the old one opened, it opens no more."""
    secret = _new_secret()
    token.digest = digest_of(secret)
    token.save(update_fields=["digest"])
    return secret


def note_use(token: Token, *, now: datetime) -> None:
    """Remember when a token was last used, to the minute: one small write a minute and token.

    A database that cannot be written right now is no reason to refuse a reader; it is said in the log.
    """
    if token.last_used_at is not None and now - token.last_used_at < MINUTE:
        return
    try:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        if not is_trouble(error):
            raise
        log.warning("the last use of token %s cannot be written", token.pk)


def revoke(token: Token, *, now: datetime) -> None:
    """Take a token back for good. One that was revoked before keeps its time."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
    token.refresh_from_db(fields=["revoked_at"])


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def account(username: str) -> User:
    """The account of that name; a new one cannot log in until somebody sets a password.

    Raises ValidationError for a name that no account can have.
    """
    username = User.normalize_username(username)
    known = User.objects.filter(username=username).first()
    if known is not None:
        return known
    user = User(username=username)
    user.set_unusable_password()
    user.full_clean()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody else was faster
        return User.objects.get(username=username)
    return user
