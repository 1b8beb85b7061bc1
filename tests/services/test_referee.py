"""`manage.py referee`."""

import uuid
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from scoring.models import Game, Token
from scoring.selectors.tokens import find
from tests.models.rows import a_game, a_user

pytestmark = pytest.mark.django_db


def printed(username: str, game: Game, *args: str) -> list[str]:
    out = StringIO()
    call_command("referee", username, "--game", str(game.pk), *args, stdout=out)
    return out.getvalue().splitlines()


def test_it_makes_an_account_that_may_use_the_desk_and_a_token_for_the_game() -> None:
    game = a_game()
    told, secret = printed("rita", game, "--label", "Rita")
    password = told.removeprefix("Password of rita for /admin/: ")
    token = find(secret, now=timezone.now())
    assert token is not None
    assert (token.role, token.game, token.label) == ("referee", game, "Rita")
    assert not User.objects.get(username="rita").is_staff
    client = Client()
    assert client.login(username="rita", password=password)
    assert client.get("/admin/desk/").status_code == 200


def test_it_leaves_a_password_as_it_is() -> None:
    user = a_user(username="urs", password="Trumpf-Puur")
    assert len(printed("urs", a_game())) == 1
    assert User.objects.get(pk=user.pk).check_password("Trumpf-Puur")


def test_it_makes_no_referee_who_could_not_work() -> None:
    game = a_game()
    a_user(username="urs", is_active=False)
    with pytest.raises(CommandError, match="not active"):
        printed("urs", game)
    with pytest.raises(CommandError, match="no game"):
        call_command("referee", "rita", "--game", str(uuid.uuid4()))
    with pytest.raises(CommandError, match="200 characters"):
        printed("rita", game, "--label", "x" * 201)
    with pytest.raises(CommandError):
        printed("two words", game)
    assert not Token.objects.exists()
