"""`manage.py api_token`."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.models import Token
from scoring.selectors.tokens import find
from tests.models.rows import a_user

pytestmark = pytest.mark.django_db


def printed(*args: str) -> list[str]:
    out = StringIO()
    call_command("api_token", *args, stdout=out)
    return out.getvalue().splitlines()


def test_it_creates_the_user_and_prints_a_token_alone_on_the_last_line() -> None:
    secret = printed("vreni", "--label", "phone")[-1]
    token = find(secret, now=timezone.now())
    assert token is not None
    assert token.user is not None
    assert (token.role, token.label, token.user.username) == ("organizer", "phone", "vreni")
    assert not token.user.has_usable_password()
    assert not token.user.is_staff


def test_it_leaves_a_known_user_as_he_is() -> None:
    user = a_user(username="urs", password="Trumpf-Puur")
    printed("urs")
    printed("urs")
    assert User.objects.get() == user
    assert User.objects.get().check_password("Trumpf-Puur")
    assert Token.objects.filter(user=user).count() == 2


@pytest.mark.parametrize("username", ["", "two words", "x" * 151])
def test_it_refuses_what_cannot_be_a_username(username: str) -> None:
    with pytest.raises(CommandError):
        printed(username)
    assert not User.objects.exists()


def test_it_makes_no_token_that_would_not_work() -> None:
    a_user(username="urs", is_active=False)
    with pytest.raises(CommandError, match="not active"):
        printed("urs")
    with pytest.raises(CommandError, match="200 characters"):
        printed("vreni", "--label", "x" * 201)
    assert not Token.objects.exists()
