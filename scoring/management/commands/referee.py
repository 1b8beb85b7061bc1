"""`manage.py referee <username> --game <id>`: make an account the referee of a game."""

import secrets
from argparse import ArgumentParser
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.models import Game, Role
from scoring.models.fields import LABEL_LENGTH
from scoring.services import tokens

BYTES: Final = 12


class Command(BaseCommand):
    """Print a new password, if one was made, and a new referee token, alone on the last line."""

    help = (
        "Make a user, who is created where needed, a referee of a game: at the review desk, where a user without a "
        "password is given one, and with a token for the API. Both are shown only once; taking the token back ends it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a user's name, the game, and a label for the token."""
        parser.add_argument("username")
        parser.add_argument("--game", type=UUID, required=True, help="the id of the game")
        parser.add_argument("--label", default="", help="how the journal names who acts with the token")

    def handle(self, *_args: Any, username: str, game: UUID, label: str, **_options: Any) -> None:
        """Find or create the user, make the token, print what is new."""
        if len(label) > LABEL_LENGTH:
            raise CommandError(f"A label has at most {LABEL_LENGTH} characters.")
        refereed = Game.objects.filter(pk=game).first()
        if refereed is None:
            raise CommandError(f"There is no game {game}.")
        user = self._user(username)
        if not user.has_usable_password():
            password = secrets.token_urlsafe(BYTES)
            user.set_password(password)
            user.save(update_fields=["password"])
            self.stdout.write(f"Password of {user.username} for /admin/: {password}")
        _token, secret = tokens.issue(role=Role.REFEREE, user=user, game=refereed, label=label, now=timezone.now())
        self.stdout.write(secret)

    def _user(self, username: str) -> User:
        try:
            user = tokens.account(username)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        if not user.is_active:
            raise CommandError(f"{username} is not active, so nothing would open.")
        return user
