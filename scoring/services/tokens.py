"""Handing out tokens and taking them back."""

import logging
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, connection, transaction

from scoring.models import Game, Role, Token
from scoring.models.trouble import is_lock, is_trouble
from scoring.rules.variants import VARIANTS
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

    A referee's token that another account hands out is an invitation: its account accepts it (`accept`). One that the
    operator makes (`made_by` is None) needs no acceptance.

    Raises ValueError for a seat that the game does not have: seat 4 of three.

    What a role must be bound to, a constraint of the table says: the database's IntegrityError is a caller's mistake.
    """
    _check_seat(seat, game=game)
    token = Token.objects.create(
        digest=digest_of(secret := _new_secret()),
        role=role,
        user=user,
        game=game,
        seat=seat,
        label=label,
        expires_at=expires_at,
        made_by=made_by,
        created_at=now,
        accepted_at=now if role == Role.REFEREE and made_by in {None, user} else None,
    )
    return token, secret


def _check_seat(seat: int | None, *, game: Game | None) -> None:
    if game is not None and seat is not None and seat > seats_of(game):
        raise ValueError(f"a game of {game.variant} has no seat {seat}")


def renew(token: Token) -> str:
    """Give a token a new secret and answer it; what the old one opened, it opens no more."""
    secret = _new_secret()
    token.digest = digest_of(secret)
    token.save(update_fields=["digest"])
    return secret


def seats_of(game: Game) -> int:
    """How many seats the game has."""
    return VARIANTS[game.variant].table.seats


def accept(token: Token, *, now: datetime) -> str:
    """Take a role on, as the account of the token, and answer a new secret.

    Whoever handed the token out knows the old secret. It opens nothing any more, so nobody but the account decides
    under its name. Whoever accepts again, because the answer was lost, gets another secret; the role is taken on since
    the first time.
    """
    if token.accepted_at is None:
        token.accepted_at = now
        token.save(update_fields=["accepted_at"])
    return renew(token)


def note_use(token: Token, *, now: datetime) -> None:
    """Remember when a token was last used, to the minute: one small write a minute and token.

    It never waits for a lock: while another request writes, nothing is noted, and the next request tries again. A
    database that cannot be written at all is no reason to refuse a reader either; that stands in the log.
    """
    if token.last_used_at is not None and now - token.last_used_at < MINUTE:
        return
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(_NOTE_UNLESS_LOCKED, [now, token.pk])
        else:
            with _without_waiting():
                Token.objects.filter(pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        if is_lock(error):
            return
        if not is_trouble(error):
            raise
        log.warning("the last use of token %s cannot be written", token.pk)


_TABLE = Token._meta.db_table  # noqa: SLF001 - how Django tells it
_NOTE_UNLESS_LOCKED = f"""
    UPDATE {_TABLE} SET last_used_at = %s
    WHERE id IN (SELECT id FROM {_TABLE} WHERE id = %s FOR NO KEY UPDATE SKIP LOCKED)
"""  # noqa: S608 - the name of our own table
"""In one statement, where Django would need a transaction around it."""


@contextmanager
def _without_waiting() -> Iterator[None]:
    """SQLite refuses at once what would have to wait for its write lock."""
    connection.ensure_connection()
    (patience,) = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    connection.connection.execute("PRAGMA busy_timeout=0")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout={int(patience)}")


def revoke(token: Token, *, now: datetime) -> None:
    """Take a token back for good. One that was revoked before keeps its time."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
    token.refresh_from_db(fields=["revoked_at"])


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def account(username: str) -> User:
    """The account of that name; a new one cannot log in until somebody sets a password.

    Names that differ in case alone are one name. Raises ValidationError for a name that no account can have.
    """
    username = User.normalize_username(username)
    known = known_account(username)
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


def known_account(username: str) -> User | None:
    """The account of that name, written in this way or with other cases; None where there is none."""
    username = User.normalize_username(username)
    exact = User.objects.filter(username=username).first()
    if exact is not None or username.isascii():
        return exact or User.objects.filter(username__iexact=username).order_by("pk").first()
    folded = username.casefold()  # SQLite knows the cases of ASCII letters alone
    rows = User.objects.order_by("pk").values_list("pk", "username")
    same = next((pk for pk, name in rows if name.casefold() == folded), None)
    return None if same is None else User.objects.get(pk=same)


def check_name(user: User) -> None:
    """See that no other account has this name in other cases. Raises ValidationError for the field `username`."""
    other = known_account(user.username)
    if other is not None and other.pk != user.pk:
        raise ValidationError({"username": "An account has this name, in these or other cases."})


def check_before_saving(*, instance: User, update_fields: Collection[str] | None, raw: bool, **_signal: object) -> None:
    """Keep names apart, whoever makes or renames an account; the receiver of `pre_save`."""
    if not raw and (update_fields is None or "username" in update_fields):
        check_name(instance)
