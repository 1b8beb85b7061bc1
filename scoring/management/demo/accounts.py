"""The demo's accounts: an organizer with a token and, if safe, a login for the review desk."""

import os
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.management.demo.client import DemoFailed
from scoring.management.demo.conditions import is_for_this_machine
from scoring.models import Game, Role
from scoring.selectors import tokens as selector
from scoring.services import tokens

ORGANIZER: Final = "demo-organizer"
LOGIN: Final = "demo"
LABEL: Final = "demo"


def organizer_token() -> str:
    """Return a token of the demo's organizer, who is created if needed and cannot log in.

    Every run gives the one demo token a new secret, so that tokens do not pile up.
    """
    user, _ = User.objects.get_or_create(username=ORGANIZER, defaults={"password": make_password(None)})
    if not user.is_active:
        raise DemoFailed(f"The account {ORGANIZER} is not active, so no token of it works.")
    now = timezone.now()
    known = list(selector.working(now=now).filter(user=user, role=Role.ORGANIZER, label=LABEL))
    for other in known[1:]:  # two demos began at the same moment
        tokens.revoke(other, now=now)
    if known:
        return tokens.renew(known[0])
    _token, secret = tokens.issue(role=Role.ORGANIZER, user=user, label=LABEL, now=now)
    return secret


@dataclass(frozen=True, slots=True)
class Login:
    """Name and password for the review desk, or the reason why there are none."""

    name: str = LOGIN
    password: str = ""
    without: str = ""


def login() -> Login:
    """Return the demo's login. It is made once, and only if no other machine has access."""
    known = User.objects.filter(username=LOGIN).first()
    if not is_for_this_machine():
        return Login(without=_refused(known))
    file = settings.VAR_DIR / "demo_password"
    if known is None:
        password = kept_password(file)
        with suppress(IntegrityError), transaction.atomic():  # another demo was faster
            known = User.objects.create_superuser(LOGIN, password=password)
        known = known or User.objects.get(username=LOGIN)
    elif not file.exists():
        return Login(without=f"the account {LOGIN} was made elsewhere, and its password is not known here.")
    return _opened(known, file)


def referees(account: Login, games: Sequence[UUID]) -> None:
    """Let the demo's login decide disputes in these games. Nobody sees the tokens for this."""
    user = User.objects.filter(username=account.name).first() if account.password else None
    now = timezone.now()
    for game in Game.objects.filter(pk__in=games) if user else ():
        known = selector.working(now=now).filter(user=user, game=game, role=Role.REFEREE)
        if not known.exists():
            tokens.issue(role=Role.REFEREE, user=user, game=game, label=LABEL, now=now)


def _refused(known: User | None) -> str:
    """Say why there is no login on a public service, and what to do about an earlier one."""
    left = f" The account {LOGIN} is still there from before: deactivate it." if known and known.is_active else ""
    return f"none is made where JASSREF_ALLOWED_HOSTS or JASSREF_HTTPS let other machines in.{left}"


def _opened(user: User, file: Path) -> Login:
    password = file.read_text(encoding="ascii").strip()
    if user.is_active and user.is_staff and user.check_password(password):
        return Login(password=password)
    return Login(without=f"somebody has changed the account {LOGIN}; {file} does not open it any more.")


def kept_password(file: Path) -> str:
    """Return the password in the file, which is created if needed. Only its owner may read it.

    Two processes that start at the same moment agree on one: it is written aside and linked into place.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
        try:
            with os.fdopen(handle, "w", encoding="ascii") as out:
                out.write(secrets.token_hex(12))
            with suppress(FileExistsError):
                os.link(aside, file)
        finally:
            Path(aside).unlink()
    return file.read_text(encoding="ascii").strip()
