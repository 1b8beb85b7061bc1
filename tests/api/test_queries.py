"""Query parameters: declared ones only, each once, each strictly of its type."""

from typing import Any

import pytest
from django.test import Client

from tests.api.answers import places_in, post, problem_in

pytestmark = pytest.mark.urls("tests.api.doors")

DEFAULTS = {"limit": 50, "status": None, "mine": None, "player": None, "label": None}


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ("", {}),
        ("limit=1", {"limit": 1}),
        ("limit=200&mine=true", {"limit": 200, "mine": True}),
        ("mine=false&status=playing", {"mine": False, "status": "playing"}),
        ("player=0B7C1C5E8F4E4D599A2E3F1F0D3C1A77", {"player": "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77"}),
        ("label=J%C3%A4ss", {"label": "Jäss"}),
        ("label=", {"label": ""}),
    ],
)
def test_what_is_declared_is_read(client: Client, query: str, read: dict[str, Any]) -> None:
    assert client.get(f"/try/asked?{query}").json() == DEFAULTS | read


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ("limit=0", [("limit", "invalid_value")]),
        ("limit=201", [("limit", "invalid_value")]),
        ("limit=", [("limit", "invalid_value")]),
        ("limit=5.0", [("limit", "invalid_value")]),
        ("limit=%2B5", [("limit", "invalid_value")]),
        ("limit=%D9%A5", [("limit", "invalid_value")]),
        ("limit=" + "9" * 5000, [("limit", "invalid_value")]),
        ("limit=5&limit=5", [("limit", "invalid_value")]),
        ("status=won", [("status", "invalid_value")]),
        ("mine=1", [("mine", "invalid_value")]),
        ("mine=True", [("mine", "invalid_value")]),
        ("player=anna", [("player", "invalid_value")]),
        ("label=123456", [("label", "invalid_value")]),
        ("label=%00", [("label", "invalid_value")]),
        ("page=2", [("page", "unknown_parameter")]),
        ("format=json", [("format", "unknown_parameter")]),
        ("Limit=5", [("Limit", "unknown_parameter")]),
        ("=", [("", "unknown_parameter")]),
        ("x=1&limit=0&mine=2", [("x", "unknown_parameter"), ("limit", "invalid_value"), ("mine", "invalid_value")]),
    ],
)
def test_everything_else_is_refused(client: Client, query: str, faults: list[tuple[str, str]]) -> None:
    assert places_in(client.get(f"/try/asked?{query}")) == faults


def test_the_sentence_names_what_there_is(client: Client) -> None:
    told = problem_in(client.get("/try/asked?page=2"))["detail"]
    assert told == "There is no parameter “page” here; there are: limit, status, mine, player, label."


@pytest.mark.parametrize("path", ["/try/echo?a", "/api/v1/decks?limit=5", "/livez?x=1", "/api/v1/schema?format=yaml"])
def test_where_none_is_declared_all_are_unknown(client: Client, path: str) -> None:
    assert [code for _, code in places_in(client.get(path))] == ["unknown_parameter"]


def test_a_method_takes_its_own_parameters_only(client: Client) -> None:
    assert places_in(post(client, "/try/asked?limit=5", {})) == [("limit", "unknown_parameter")]
    assert client.head("/try/asked?limit=5").status_code == 200


def test_a_query_with_too_many_parts_is_refused(client: Client) -> None:
    query = "&".join(f"a{number}=1" for number in range(2000))
    assert problem_in(client.get(f"/try/asked?{query}"))["status"] == 400
