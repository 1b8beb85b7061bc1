"""429 for floods and for guesses (`Retry-After`), by token and by address; the quiet never notice."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings
from rest_framework.request import Request

from api.http.limits import _key, address_of
from scoring.models import RateWindow, Role, Token
from scoring.services.limits import GUESSES, LOGINS
from tests.api.document import judged
from tests.api.says import Json, announce, deal, new_id, opening_of, retract, tricks_of
from tests.api.table import Answer, Club, Device, problem_in

pytestmark = pytest.mark.django_db
NOW = 4_000_000_000.5
GUESS = "jr_" + "A" * 43
DEAR = 8
WITHOUT_LIMIT = ("/livez", "/readyz")
_HOURS = itertools.count()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which requests are counted; it stands still unless somebody sets it."""
    moment = [NOW]
    monkeypatch.setattr("api.http.limits.time", SimpleNamespace(time=lambda: moment[0]))
    return moment


@pytest.fixture
def club(clock: list[float], settings: Settings) -> Club:
    """A club whose devices call from addresses of their own, in a window that nobody has used."""
    settings.PROXIES = 1
    settings.RATE_ADDRESS = 0
    settings.RATE_TOKEN = 0
    clock[0] += 3600 * next(_HOURS)
    return Club(transport=judged())


def ask(device: Device, count: int, path: str = "/me", **headers: str) -> list[Answer]:
    headers = {"x_forwarded_for": "192.0.2.1", **headers}
    return [device.get(path, **headers) for _ in range(count)]


def statuses(answers: list[Answer]) -> dict[int, int]:
    """How many answers there are of each status."""
    found = [answer.status for answer in answers]
    return {status: found.count(status) for status in sorted(set(found))}


def is_told_to_wait(answer: Answer, seconds: int) -> None:
    problem = problem_in(answer)
    assert (answer.status, problem["code"]) == (429, "too_many_requests")
    assert answer.headers["retry-after"] == str(seconds)
    assert answer.headers["cache-control"] == "no-store"


def test_a_flood_with_one_token(club: Club, settings: Settings, clock: list[float]) -> None:
    settings.RATE_TOKEN = 10
    game = club.open()
    other = club.device(game.token(Role.SCORER))
    answers = ask(game.scorer, 15)
    assert statuses(answers) == {200: 10, 429: 5}
    for answer in answers[10:]:
        is_told_to_wait(answer, 1)
    assert statuses(ask(other, 1)) == {200: 1}, "whatever others do"
    assert statuses(ask(game.outsider, 30, game.path)) == {200: 30}
    assert game.send(deal(), by=game.scorer).code == (429, "too_many_requests")
    assert game.version == 0
    clock[0] += 1
    assert game.send(deal(), by=game.scorer).status == 201


def test_a_flood_from_one_address(club: Club, settings: Settings, clock: list[float]) -> None:
    game = club.open()
    settings.RATE_ADDRESS = 10
    answers = ask(game.outsider, 15, game.path)
    assert statuses(answers) == {200: 10, 429: 5}
    is_told_to_wait(answers[-1], 1)
    assert statuses(ask(game.scorer, 3)) == {429: 3}, "before anybody looks at the token"
    assert statuses(ask(game.scorer, 3, x_forwarded_for="192.0.2.2")) == {200: 3}
    clock[0] += 1
    assert statuses(ask(game.outsider, 3, game.path)) == {200: 3}


def test_dear_requests_are_counted_by_the_minute(club: Club, settings: Settings, clock: list[float]) -> None:
    settings.RATE_ADDRESS = settings.RATE_TOKEN = 1_000_000
    clock[0] -= clock[0] % 60
    game = club.open()
    settings.RATE_DEAR = DEAR
    export = f"{game.path}/export"
    for device in (game.scorer, game.outsider):
        answers = ask(device, DEAR + 2, export)
        assert statuses(answers) == {200: DEAR, 429: 2}
        is_told_to_wait(answers[-1], 60)
        assert statuses(ask(device, 5, game.path)) == {200: 5}, "what is cheap goes on"
    id_ = new_id()
    game.report({**deal(), "id": id_}, by=game.scorer)
    tried = game.try_out(retract(id_), by=game.scorer, x_forwarded_for="192.0.2.1")
    assert tried.code == (429, "too_many_requests")
    for report in (deal(), announce("rosen")):
        assert game.try_out(report, by=game.scorer).status in {200, 409}, "a dry run of a new report is cheap"
    game.report(retract(id_), by=game.scorer)
    clock[0] += 60
    assert statuses(ask(game.outsider, 1, export)) == {200: 1}


@pytest.mark.parametrize("path", ["deals", "reports", "explain", "scoresheet"])
def test_long_reads_are_counted_by_the_minute(
    club: Club, settings: Settings, clock: list[float], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_ADDRESS = settings.RATE_TOKEN = 1_000_000
    clock[0] -= clock[0] % 60
    game = club.open()
    read = f"{game.path}/{path}"
    monkeypatch.setattr("api.http.limits.READS_FOR_A_DEAR", 2)
    settings.RATE_DEAR = DEAR
    if path == "reports":
        assert statuses(ask(game.scorer, 3 * DEAR, read)) == {200: 3 * DEAR}, "an empty page is not counted"
    game.report(deal(), by=game.scorer)
    for device in (game.scorer, game.outsider):
        answers = ask(device, 2 * DEAR + 2, read)
        assert statuses(answers) == {200: 2 * DEAR, 429: 2}
        is_told_to_wait(answers[-1], 60)
        assert statuses(ask(device, 5, game.path)) == {200: 5}, "what is cheap goes on"
        tag = answers[0].headers.get("etag")
        if tag and path != "reports":  # a page of the journal is read before it is known to be the same
            assert statuses(ask(device, 5, read, if_none_match=tag)) == {304: 5}
    assert game.report(announce("rosen"), by=game.scorer)
    clock[0] += 60
    assert statuses(ask(game.outsider, 1, read)) == {200: 1}


def test_guesses_are_counted_by_the_minute_and_good_tokens_go_on_working(
    club: Club, settings: Settings, clock: list[float]
) -> None:
    settings.RATE_ADDRESS = 1_000_000
    clock[0] -= clock[0] % 60
    game, guesser = club.open(), club.device(GUESS)
    answers = ask(guesser, GUESSES + 10)
    assert statuses(answers) == {401: GUESSES, 429: 10}
    is_told_to_wait(answers[-1], 60)
    assert statuses(ask(game.scorer, 20)) == {200: 20}
    assert statuses(ask(game.outsider, 20, game.path)) == {200: 20}
    assert statuses(ask(guesser, 3, x_forwarded_for="192.0.2.2")) == {401: 3}
    revoked = club.device(game.token(Role.SCORER))
    Token.objects.filter(digest__isnull=False, role=Role.SCORER).update(revoked_at="2026-01-01T00:00:00Z")
    assert statuses(ask(revoked, 1)) == {429: 1}, "one that was good once tells a guesser nothing"
    clock[0] += 60
    assert statuses(ask(guesser, 1)) == {401: 1}


def log_in(password: str, *, name: str = "vreni", address: str = "192.0.2.1") -> Any:
    """Try a password at the review desk, from a browser that nobody knows."""
    sent = {"username": name, "password": password}
    return Client().post("/admin/login/", sent, headers={"x-forwarded-for": address})


def test_passwords_of_the_review_desk_are_counted_before_they_are_looked_at(
    settings: Settings, clock: list[float]
) -> None:
    settings.PROXIES, settings.RATE_ADDRESS = 1, 1_000_000
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    clock[0] += 3600 * next(_HOURS)
    clock[0] -= clock[0] % 60
    User.objects.create_superuser("vreni", password="Nell")
    assert {log_in("Puur").status_code for _ in range(LOGINS)} == {200}, "the form again"
    refused = log_in("Nell")
    is_told_to_wait(Answer(429, {k.lower(): v for k, v in refused.items()}, refused.content), 60)
    assert "sessionid" not in refused.cookies
    assert log_in("Nell", name="VRENI").status_code == 429, "the same account in another case"
    assert log_in("Nell", address="192.0.2.2").status_code == 302
    assert Client().get("/admin/login/", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 200
    clock[0] += 60
    assert log_in("Nell").status_code == 302


def test_a_guest_who_guesses_keeps_no_referee_out(settings: Settings, clock: list[float]) -> None:
    settings.PROXIES, settings.RATE_ADDRESS = 1, 1_000_000
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    clock[0] += 3600 * next(_HOURS)
    User.objects.create_superuser("vreni", password="Nell")
    assert [log_in("Puur", name="guest").status_code for _ in range(LOGINS + 1)][-1] == 429
    assert log_in("Nell").status_code == 302


def test_zero_is_off(club: Club) -> None:
    game, guesser = club.open(), club.device(GUESS)
    assert statuses(ask(game.scorer, 100)) == {200: 100}
    assert statuses(ask(guesser, 2 * GUESSES)) == {401: 2 * GUESSES}
    assert not RateWindow.objects.exists()


def test_the_quiet_write_nothing(club: Club, settings: Settings, clock: list[float]) -> None:
    game = club.open()
    ask(game.scorer, 1)  # now its last use is noted
    settings.RATE_TOKEN, settings.RATE_ADDRESS = 80, 800
    with CaptureQueriesContext(connection) as captured:
        for _ in range(5):
            assert statuses(ask(game.scorer, 10)) == {200: 10}
            clock[0] += 1
    assert not [one["sql"] for one in captured if not one["sql"].startswith("SELECT")]
    assert not RateWindow.objects.exists()


def test_no_address_is_kept(club: Club, settings: Settings) -> None:
    settings.RATE_ADDRESS = 8
    ask(club.organizer, 20)
    keys = list(RateWindow.objects.values_list("key", flat=True))
    assert keys
    assert not [key for key in keys if "192.0.2.1" in key]


def test_probes_are_not_counted(club: Club, settings: Settings) -> None:
    settings.RATE_ADDRESS = 1
    for path in WITHOUT_LIMIT:
        answers = [club.device().transport("GET", path, None, {"x-forwarded-for": "192.0.2.1"}) for _ in range(5)]
        assert statuses(answers) == {200: 5}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "10.0.0.1"),
        (0, "192.0.2.1", "10.0.0.1"),  # anybody may write this header
        (1, "", "10.0.0.1"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "6.6.6.6, 192.0.2.1", "192.0.2.1"),  # the first one is the client's invention
        (2, "192.0.2.1", "10.0.0.1"),
        (2, "6.6.6.6, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
        (2, " , 192.0.2.1 ,10.0.0.2", "192.0.2.1"),
    ],
)
def test_whose_address_counts(settings: Settings, proxies: int, forwarded: str, address: str) -> None:
    settings.PROXIES = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = Request(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", headers=headers))
    assert address_of(request) == address


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2", True),  # one subscriber
        ("2001:db8::1", "2001:DB8:0:0:ffff::", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("[2001:db8::1]", "2001:db8::1", True),
        ("192.0.2.1:50123", "192.0.2.1:50124", True),  # some proxies tell the port
        ("192.0.2.1:50123", "192.0.2.1", True),
        ("192.0.2.1:50123", "192.0.2.2:50123", False),
        ("[2001:db8::1]:50123", "2001:db8::1", True),
        ("[2001:db8::1]:50123", "[2001:db8:0:1::1]:50123", False),
        ("fe80::1%eth0", "fe80::1", True),
        ("unknown", "_hidden", False),
        ("", "nonsense", False),
    ],
)
def test_which_addresses_are_one(one: str, other: str, same: bool) -> None:  # noqa: FBT001 - a column of the table
    assert (_key(one) == _key(other)) is same


# --- what it costs ---------------------------------------------------------------------------------------------------


def test_a_trick_costs_no_more_than_ten_statements_with_all_that_is_counted(club: Club, settings: Settings) -> None:
    settings.RATE_TOKEN = settings.RATE_ADDRESS = 40  # five pass unseen, then every fifth takes a part
    game = club.open()
    game.report(*opening_of("R1"))
    most = 0
    for lying in tricks_of("R1", numbered=True):
        with CaptureQueriesContext(connection) as captured:
            game.report(lying, by=game.scorer)
        most = max(most, len([one for one in captured if not one["sql"].startswith(TRANSACTION)]))
    assert most <= 10


TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


# --- a database that cannot be written -------------------------------------------------------------------------------


@contextmanager
def read_only() -> Iterator[None]:
    """The database refuses to be written."""
    ways = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off"),
    }
    before, after = ways[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(before)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(after)


@pytest.mark.django_db(transaction=True)
def test_readers_pass_where_nothing_can_be_counted(club: Club, settings: Settings) -> None:
    game = club.open()
    sent: Json = deal()
    settings.RATE_TOKEN = settings.RATE_ADDRESS = 8
    with read_only():
        assert statuses(ask(game.scorer, 30)) == {200: 30}
        assert statuses(ask(game.outsider, 30, game.path)) == {200: 30}
        assert statuses(ask(club.device(GUESS), 40)) == {401: 40}
        assert game.send(sent, by=game.scorer, x_forwarded_for="192.0.2.9").status == 503
    assert game.send(sent, by=game.scorer, x_forwarded_for="192.0.2.9").status == 201
    assert Token.objects.get(role=Role.SCORER).last_used_at is not None
