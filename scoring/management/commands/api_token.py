"""`manage.py api_token <username>`: make a token for a person who organizes games."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.models import Role
from scoring.models.fields import LABEL_LENGTH
from scoring.services import tokens


class Command(BaseCommand):
    """Print a new organizer token, alone on the last line."""

    help = "Make an organizer token for a user, who is created where needed, and print it: it is shown only once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a user's name, and a label for the token."""
        parser.add_argument("username")
        parser.add_argument("--label", default="", help="what the token is for, to tell it from others")

    def handle(self, *_args: Any, username: str, label: str, **_options: Any) -> None:
        """Find or create the user, make the token, print it."""
        if len(label) > LABEL_LENGTH:
            raise CommandError(f"A label has at most {LABEL_LENGTH} characters.")
        try:
            user = tokens.account(username)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        if not user.is_active:
            raise CommandError(f"{username} is not active, so no token of that name would work.")
        _token, secret = tokens.issue(role=Role.ORGANIZER, user=user, label=label, now=timezone.now())
        self.stdout.write(secret)
