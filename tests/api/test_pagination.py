"""Lists in pages."""

import base64
import json
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.api.answers import places_in

pytestmark = [pytest.mark.urls("tests.api.doors"), pytest.mark.django_db]

FORTH, BACK = False, True
MORNING = datetime(2026, 5, 1, 8, tzinfo=UTC)


def people(count: int, *, first: int = 0, together: int = 1) -> None:
    """So many users, the later the newer; `together` of them at the same moment."""
    User.objects.bulk_create(
        User(username=f"u{number:03}", date_joined=MORNING + timedelta(microseconds=number // together))
        for number in range(first, first + count)
    )


def pages(client: Client, url: str, *, way: str = "next") -> list[list[Any]]:
    found = []
    link: str | None = url
    while link:
        answer = client.get(link).json()
        assert answer.keys() == {"results", "next", "previous"}
        found.append(answer["results"])
        link = answer[way]
    return found


def names(*numbers: int) -> list[str]:
    return [f"u{number:03}" for number in numbers]


def test_an_empty_list(client: Client) -> None:
    assert client.get("/try/people").json() == {"results": [], "next": None, "previous": None}


@pytest.mark.parametrize("together", [1, 3, 100])
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 200])
def test_pages_hold_everything_once_in_order_there_and_back(client: Client, together: int, limit: int) -> None:
    people(7, together=together)
    there = pages(client, f"/try/people?limit={limit}")
    assert list(chain(*there)) == names(6, 5, 4, 3, 2, 1, 0)
    assert all(len(page) == limit for page in there[:-1])
    last = f"/try/people?limit={limit}"
    while (following := client.get(last).json()["next"]) is not None:
        last = following
    assert pages(client, last, way="previous")[::-1] == there


def test_the_default_is_fifty(client: Client) -> None:
    people(51)
    assert [len(page) for page in pages(client, "/try/people")] == [50, 1]


def test_a_list_by_one_ascending_key(client: Client) -> None:
    people(5)
    assert pages(client, "/try/named?limit=2") == [names(0, 1), names(2, 3), names(4)]


def test_what_others_insert_moves_nothing(client: Client) -> None:
    people(6)
    first = client.get("/try/people?limit=3").json()
    people(3, first=6)
    second = client.get(first["next"]).json()
    assert first["results"] + second["results"] == names(5, 4, 3, 2, 1, 0)
    assert client.get(second["previous"]).json()["results"] == names(5, 4, 3)
    assert list(chain(*pages(client, second["previous"], way="previous")[::-1])) == names(8, 7, 6, 5, 4, 3)


def test_links_are_absolute_and_keep_the_other_parameters(client: Client) -> None:
    people(3)
    link = urlsplit(client.get("/try/people?active=true&limit=1").json()["next"])
    assert (link.scheme, link.netloc, link.path) == ("http", "testserver", "/try/people")
    query = parse_qs(link.query)
    assert (query["active"], query["limit"]) == (["true"], ["1"])


@pytest.mark.parametrize("rows", [1, 50])
def test_a_page_is_one_statement(client: Client, rows: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    people(rows)
    with django_assert_num_queries(1):
        client.get("/try/people")
    link = client.get("/try/people?limit=1").json()["next"] or "/try/people"
    with django_assert_num_queries(1):
        client.get(link)


def cursor(*content: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "x",
        "!!!!",
        "ÿ",
        cursor(),
        cursor(FORTH),
        cursor(FORTH, "2026-05-01T08:00:00Z"),
        cursor(FORTH, "2026-05-01T08:00:00Z", "1", "2"),
        cursor(FORTH, "2026-05-01T08:00:00Z", 1),
        cursor(1, "2026-05-01T08:00:00Z", "1"),
        cursor(FORTH, "2026-13-01T08:00:00Z", "1"),
        cursor(FORTH, "2026-05-01T08:00:00", "1"),
        cursor(FORTH, "yesterday", "1"),
        cursor(FORTH, "2026-05-01T08:00:00Z", "one"),
        cursor(FORTH, "2026-05-01T08:00:00Z", "1\x00"),
        cursor(FORTH, "0001-01-01T00:00:00+23:59", "1"),
        cursor(FORTH, "2026-05-01T08:00:00Z", "9" * 4000),
        base64.urlsafe_b64encode(b"{}").decode(),
        base64.urlsafe_b64encode(b"7").decode(),
        base64.urlsafe_b64encode(b"[" * 3000).decode(),
    ],
)
def test_a_cursor_that_no_list_gave(client: Client, bad: str) -> None:
    people(2)
    assert places_in(client.get("/try/people", {"cursor": bad})) == [("cursor", "invalid_value")]


@pytest.mark.parametrize("bad", [cursor(FORTH, "a\x00b"), cursor(FORTH, "\ud800"), cursor(BACK, "\udfff")])
def test_a_cursor_with_a_text_that_no_database_takes(client: Client, bad: str) -> None:
    assert places_in(client.get("/try/named", {"cursor": bad})) == [("cursor", "invalid_value")]


def test_a_cursor_with_a_number_that_no_database_takes(client: Client) -> None:
    people(2)
    for back in (False, True):
        response = client.get("/try/people", {"cursor": cursor(back, "2026-05-01T08:00:00Z", "9" * 30)})
        assert response.status_code in {200, 422}


class TestJournal:
    def test_it_goes_on_after_a_seq(self, client: Client) -> None:
        people(7)
        assert pages(client, "/try/entries?limit=3") == [[1, 2, 3], [4, 5, 6], [7]]
        assert client.get("/try/entries?after=5").json()["results"] == [6, 7]
        assert parse_qs(urlsplit(client.get("/try/entries?limit=3").json()["next"]).query)["after"] == ["3"]

    @pytest.mark.parametrize("after", [0, 1, 2, 5, 7])
    def test_it_goes_back_to_the_first(self, client: Client, after: int) -> None:
        people(7)
        back = pages(client, f"/try/entries?after={after}&limit=2", way="previous")
        assert list(chain(*back[1:][::-1])) == list(range(1, after + 1))

    def test_beyond_the_end_there_is_nothing(self, client: Client) -> None:
        people(2)
        answer = client.get("/try/entries?after=2").json()
        assert (answer["results"], answer["next"]) == ([], None)

    @pytest.mark.parametrize("after", ["-1", "x", "", "1e3", str(2**31)])
    def test_a_seq_that_there_cannot_be(self, client: Client, after: str) -> None:
        assert places_in(client.get(f"/try/entries?after={after}")) == [("after", "invalid_value")]
