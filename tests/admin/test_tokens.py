"""Organizers make and revoke tokens at the review desk."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from scoring.models import Token
from scoring.selectors.tokens import find
from tests.admin.test_desk import a_clerk, browser_of, list_of, page_of
from tests.models.rows import a_game, a_token, a_user

pytestmark = pytest.mark.django_db
ADD = "/admin/scoring/token/add/"
LIST = "/admin/scoring/token/"


@pytest.fixture
def organizer() -> User:
    return a_clerk("view_token", "add_token", "change_token")


def made(client: Client, **fields: Any) -> tuple[Token, str]:
    """The token that the form makes, and the secret that its answer shows."""
    response = client.post(ADD, fields)
    assert response.status_code == 200
    secret = re.search(r'<code id="secret">(jr_[\w-]+)</code>', response.content.decode())
    assert secret is not None, response.context["adminform"].form.errors
    assert "no-store" in response["Cache-Control"]
    token = find(secret[1], now=timezone.now())
    assert token is not None
    return token, secret[1]


def errors(client: Client, **fields: Any) -> dict[str, list[str]]:
    response = client.post(ADD, fields)
    assert not Token.objects.exists()
    found: dict[str, list[str]] = response.context["adminform"].form.errors
    return found


def test_the_secret_is_shown_once(organizer: User) -> None:
    client = browser_of(organizer)
    token, secret = made(client, role="organizer", user=organizer.pk, label="phone")
    assert (token.role, token.user, token.label, token.made_by) == ("organizer", organizer, "phone", organizer)
    assert secret not in page_of(token, client)
    assert secret not in list_of("token", client)
    assert token.digest not in page_of(token, client)
    assert LogEntry.objects.get().object_id == str(token.pk)
    assert secret not in str(LogEntry.objects.values())


def test_the_form_suggests_a_token_for_oneself(organizer: User) -> None:
    form = browser_of(organizer).get(ADD).context["adminform"].form
    assert (form["role"].value(), form["user"].value()) == ("organizer", organizer.pk)


def test_tokens_for_ones_own_games(organizer: User) -> None:
    client, game = browser_of(organizer), a_game(organizer=organizer)
    assert made(client, role="scorer", game=game.pk)[0].game == game
    assert made(client, role="player", game=game.pk, seat=2)[0].seat == 2
    assert made(client, role="referee", game=game.pk, user=a_user().pk)[0].role == "referee"


def test_no_tokens_of_other_people(organizer: User) -> None:
    client = browser_of(organizer)
    assert "user" in errors(client, role="organizer", user=a_user(is_superuser=True).pk)
    assert "game" in errors(client, role="scorer", game=a_game().pk)
    assert "user" in errors(client, role="organizer", user=a_user(is_active=False).pk)


def test_a_superuser_makes_them_for_anybody() -> None:
    client, user, game = browser_of(a_user(is_staff=True, is_superuser=True)), a_user(), a_game()
    assert made(client, role="organizer", user=user.pk)[0].user == user
    assert made(client, role="scorer", game=game.pk)[0].game == game


@pytest.mark.parametrize("label", ["a\u202eb", "a\nb", "a\u200bb", "a\u00adb", "a\x07b"])
def test_a_label_reads_as_it_is_written(organizer: User, label: str) -> None:
    assert set(errors(browser_of(organizer), role="organizer", user=organizer.pk, label=label)) == {"label"}


@pytest.mark.parametrize(
    "fields", [{"role": "organizer"}, {"role": "scorer"}, {"role": "player", "seat": 2}, {"role": "pope"}]
)
def test_a_token_that_cannot_be_is_refused_with_a_sentence(organizer: User, fields: dict[str, Any]) -> None:
    assert errors(browser_of(organizer), **fields)


def test_one_sees_the_tokens_one_has_to_do_with(organizer: User) -> None:
    own = [
        a_token(user=organizer, label="mine"),
        a_token(made_by=organizer, label="made by me"),
        a_token(role="scorer", game=a_game(organizer=organizer), label="of my game"),
    ]
    a_token(label="of others")
    page = list_of("token", browser_of(organizer))
    assert all(f"{token.role} {token.label}" in page for token in own)
    assert "of others" not in page
    assert "of others" in list_of("token", browser_of(a_user(is_staff=True, is_superuser=True)))


def revoke(client: Client, *tokens: Token) -> None:
    client.post(LIST, {"action": "revoke_selected", "_selected_action": [str(token.pk) for token in tokens]})


def test_when_a_token_was_last_used(organizer: User) -> None:
    client = browser_of(organizer)
    token, secret = made(client, role="organizer", user=organizer.pk)
    assert Client(headers={"authorization": f"Bearer {secret}"}).get("/api/v1/me").status_code == 200
    token.refresh_from_db()
    assert token.last_used_at is not None
    told = date_format(timezone.localtime(token.last_used_at), "DATETIME_FORMAT")
    assert told in page_of(token, client)
    assert told in list_of("token", client)


def test_revoking(organizer: User) -> None:
    client = browser_of(organizer)
    token, secret = made(client, role="organizer", user=organizer.pk)
    assert "works" in page_of(token, client)
    revoke(client, token)
    assert find(secret, now=timezone.now()) is None
    assert "revoked" in page_of(token, client)


def test_revoking_only_what_one_has_to_do_with_and_with_the_right_to(organizer: User) -> None:
    mine, other = a_token(user=organizer), a_token()
    revoke(browser_of(organizer), other)
    revoke(browser_of(a_clerk("view_token")), mine)
    assert not Token.objects.exclude(revoked_at=None).exists()


def test_without_the_right_nobody_makes_a_token() -> None:
    assert browser_of(a_clerk("view_token")).get(ADD).status_code == 403


def test_no_token_is_deleted() -> None:
    client, token = browser_of(a_user(is_staff=True, is_superuser=True)), a_token()
    assert client.post(reverse("admin:scoring_token_delete", args=[token.pk])).status_code == 403
    assert Token.objects.exists()
