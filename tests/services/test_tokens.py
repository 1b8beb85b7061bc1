"""Tokens: made, found, taken back."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.models import Role, Token
from scoring.selectors.tokens import digest_of, find, of_game, working
from scoring.services.tokens import issue, revoke
from tests.models.rows import NOON, a_game, a_user

pytestmark = pytest.mark.django_db


def test_a_secret_is_random_shown_once_and_kept_as_a_hash() -> None:
    user = a_user()
    token, secret = issue(role=Role.ORGANIZER, user=user, label="phone", now=NOON)
    _other, another_secret = issue(role=Role.ORGANIZER, user=user, now=NOON)
    assert secret.startswith("jr_")
    assert len(secret) == 3 + 43  # 256 bits in base64url
    assert secret != another_secret
    row = Token.objects.filter(pk=token.pk).values().get()
    assert row["digest"] == digest_of(secret)
    assert not any(secret in str(value) for value in row.values())
    assert (row["label"], row["created_at"], row["expires_at"], row["revoked_at"]) == ("phone", NOON, None, None)


def test_a_token_is_found_by_its_secret_in_one_statement_with_its_user(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    token, secret = issue(role=Role.ORGANIZER, user=a_user(username="vreni"), now=NOON)
    with django_assert_num_queries(1):
        found = find(secret, now=NOON)
        assert found == token
        assert found.user is not None
        assert found.user.username == "vreni"


@pytest.mark.parametrize(
    "secret", ["", "jr_", "jr_" + "x" * 43, "jr_" + "ü" * 43, "jr_" + "x" * 42 + "\n", "jr_" + "x" * 10_000]
)
def test_an_unknown_secret_finds_nothing(secret: str) -> None:
    assert find(secret, now=NOON) is None


def test_what_no_secret_can_be_is_not_even_looked_up(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert find("jr_ABC", now=NOON) is None


def test_the_hash_is_not_the_secret() -> None:
    token, _secret = issue(role=Role.ORGANIZER, user=a_user(), now=NOON)
    assert find(token.digest, now=NOON) is None
    assert find("jr_" + token.digest[:43], now=NOON) is None


def test_a_token_works_until_it_expires() -> None:
    token, secret = issue(role=Role.SCORER, game=a_game(), expires_at=NOON + timedelta(hours=1), now=NOON)
    assert find(secret, now=NOON + timedelta(minutes=59)) == token
    assert find(secret, now=NOON + timedelta(hours=1)) is None


def test_a_revoked_token_works_no_more_and_keeps_the_first_time() -> None:
    token, secret = issue(role=Role.SCORER, game=a_game(), now=NOON)
    revoke(token, now=NOON)
    assert find(secret, now=NOON) is None
    revoke(token, now=NOON + timedelta(hours=1))
    assert token.revoked_at == NOON


def test_nothing_works_for_a_user_who_is_shut_out() -> None:
    user = a_user()
    _token, secret = issue(role=Role.ORGANIZER, user=user, now=NOON)
    user.is_active = False
    user.save()
    assert find(secret, now=NOON) is None


def test_the_tokens_of_a_game_are_those_that_work() -> None:
    game = a_game()
    made = [issue(role=Role.PLAYER, game=game, seat=seat, now=NOON + timedelta(minutes=seat))[0] for seat in (2, 1, 3)]
    issue(role=Role.SCORER, game=a_game(), now=NOON)
    issue(role=Role.SCORER, game=game, expires_at=NOON, now=NOON)
    revoke(made[2], now=NOON)
    assert list(of_game(game, now=NOON)) == [made[1], made[0]]


def test_the_two_ways_to_ask_whether_a_token_works_agree() -> None:
    secrets = []
    for expires_at in (None, NOON, NOON + timedelta(seconds=1)):
        for revoked_at in (None, NOON):
            for active in (None, True, False):
                user = None if active is None else a_user(is_active=active)
                role = Role.SCORER if user is None else Role.REFEREE
                token, secret = issue(role=role, game=a_game(), user=user, expires_at=expires_at, now=NOON)
                Token.objects.filter(pk=token.pk).update(revoked_at=revoked_at)
                secrets.append(secret)
    found = {find(secret, now=NOON) for secret in secrets} - {None}
    assert found == set(working(now=NOON))
    assert len(found) == 4


def test_a_token_is_for_a_seat_that_its_game_has() -> None:
    with pytest.raises(ValueError, match="no seat 4"):
        issue(role=Role.PLAYER, game=a_game(variant="eidex"), seat=4, now=NOON)
