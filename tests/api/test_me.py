"""The token in use, over HTTP."""

import logging
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.models import Role
from scoring.rules.record.kinds import KINDS
from scoring.selectors.access import may
from scoring.services.tokens import issue
from tests.models.rows import NOON, a_game, a_user

pytestmark = pytest.mark.django_db
ME = "/api/v1/me"


def bearer(secret: str) -> Client:
    """A client that sends this token with every request."""
    return Client(headers={"authorization": f"Bearer {secret}"})


def organizer(**values: Any) -> str:
    """The secret of an organizer's token."""
    return issue(role=Role.ORGANIZER, user=a_user(), **{"now": NOON} | values)[1]


def test_an_organizers_token() -> None:
    secret = issue(role=Role.ORGANIZER, user=a_user(username="vreni"), label="phone", now=NOON)[1]
    response = bearer(secret).get(ME)
    assert response.status_code == 200
    assert response.json() == {
        "role": "organizer",
        "label": "phone",
        "user": "vreni",
        "game": None,
        "seat": None,
        "created_at": "2026-03-07T12:00:00Z",
        "accepted_at": None,
        "expires_at": None,
        "may": [
            "create_games",
            "change_games",
            "abandon_games",
            "manage_tokens",
            "manage_players",
            "see_secrets",
            "raise_disputes",
            "decide_disputes",
            *KINDS,
        ],
    }
    assert response["Cache-Control"] == "private, no-store"
    assert response["Vary"].startswith("Authorization, Accept-Language")


def test_a_players_token() -> None:
    game, until = a_game(), timezone.now() + timedelta(days=1)
    secret = issue(role=Role.PLAYER, game=game, seat=2, expires_at=until.replace(microsecond=0), now=NOON)[1]
    me = bearer(secret).get(ME).json()
    assert me == {
        "role": "player",
        "label": "",
        "user": None,
        "game": str(game.id),
        "seat": 2,
        "created_at": "2026-03-07T12:00:00Z",
        "accepted_at": None,
        "expires_at": until.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "may": list(may(Role.PLAYER, "schieber")),
    }
    assert "play" in me["may"]
    assert "trick" not in me["may"]


def test_one_statement_tells_who_is_asking(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = bearer(organizer())
    with django_assert_num_queries(2):  # and once a minute, that it was used
        client.get(ME)
    with django_assert_num_queries(1):
        client.get(ME)


@pytest.mark.parametrize("method", ["get", "delete"])
def test_without_a_token_there_is_nothing_to_show(method: str) -> None:
    response = getattr(Client(), method)(ME)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert response["WWW-Authenticate"] == 'Bearer realm="jassref"'


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer jr_",
        "Bearer jr_" + "A" * 43,
        "Bearer jr_" + "A" * 42 + "é",
        "Bearer " + "A" * 5_000,
        "Basic dnJlbmk6cHV1cg==",
        "Token jr_" + "A" * 43,
        "jr_" + "A" * 43,
        "Bearer\tjr_" + "A" * 43,
        "Bearer jr_ " + "A" * 43,
        "Bearer jr_" + "A" * 43 + ", Bearer x",
    ],
)
def test_a_header_that_opens_nothing_is_refused_also_where_none_is_needed(header: str) -> None:
    for path in (ME, "/api/v1/games", f"/api/v1/games/{uuid4()}"):
        response = Client(headers={"authorization": header}).get(path)
        assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
        assert response["WWW-Authenticate"] == 'Bearer realm="jassref", error="invalid_token"'
        assert header not in response.content.decode()


def test_the_scheme_is_read_in_any_case() -> None:
    assert Client(headers={"authorization": f"bEARER  {organizer()}"}).get(ME).status_code == 200


def test_a_token_that_works_no_more() -> None:
    user = a_user()
    expired = organizer(expires_at=NOON)
    shut_out = issue(role=Role.ORGANIZER, user=user, now=NOON)[1]
    user.is_active = False
    user.save()
    for secret in (expired, shut_out):
        assert bearer(secret).get(ME).status_code == 401


def test_revoking_the_token_in_use() -> None:
    secret, other = organizer(), organizer()
    response = bearer(secret).delete(ME)
    assert (response.status_code, response.content) == (204, b"")
    assert bearer(secret).get(ME).status_code == 401
    assert bearer(secret).delete(ME).status_code == 401
    assert bearer(other).get(ME).status_code == 200


def test_nothing_of_a_secret_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    secrets = [organizer(), "jr_" + "B" * 43]
    with caplog.at_level(logging.DEBUG):
        for secret in secrets:
            bearer(secret).get(ME)
            bearer(secret).post(ME)
    assert caplog.text
    assert not any(secret[3:] in caplog.text for secret in secrets)


def test_nothing_but_get_and_delete() -> None:
    response = bearer(organizer()).post(ME)
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert response["Allow"] == "GET, DELETE, HEAD, OPTIONS"
    assert bearer(organizer()).get(ME + "?x=1").json()["code"] == "unknown_parameter"
