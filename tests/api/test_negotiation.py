"""JSON only, unless a view says otherwise."""

import json

import pytest
from django.test import Client

from api.negotiation import choose
from tests.api.answers import code_of, problem_in

pytestmark = pytest.mark.urls("tests.api.doors")


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/json",
        "application/*",
        "Application/JSON",
        "text/html, application/json;q=0.1",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "application/json; charset=utf-8; q=1",
        ", ,application/json,",
        "nonsense, */*;q=0.001",
    ],
)
def test_json_where_accept_allows_it(client: Client, accept: str) -> None:
    response = client.get("/try/echo", headers={"Accept": accept})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"


def test_letters_of_all_scripts_stand_as_they_are(client: Client) -> None:
    assert client.get("/try/echo").content == '{"ü":"Schällen-Näll ♣"}'.encode()


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "application/xml, text/*",
        "application/json;q=0",
        "application/json;q=0, */*",
        "application/problem+json",
        "application/json;q=2",
        "application/json;q=x",
        "nonsense",
        "text/html," * 1000,
    ],
)
def test_another_form_is_not_to_be_had(client: Client, accept: str) -> None:
    response = client.get("/try/echo", headers={"Accept": accept})
    assert code_of(response) == (406, "not_acceptable")


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("", "json"),
        ("*/*", "json"),
        ("application/yaml", "yaml"),
        ("application/yaml, application/json", "json"),
        ("application/yaml, application/json;q=0.9", "yaml"),
        ("application/*;q=0.5, application/yaml", "yaml"),
        ("application/yaml;q=0.2, */*;q=0.1", "yaml"),
    ],
)
def test_a_view_may_offer_more_than_one_form(client: Client, accept: str, form: str) -> None:
    response = client.get("/try/two", headers={"Accept": accept})
    assert json.loads(response.content) == {"form": form}
    assert response["Content-Type"] == f"application/{form}"
    assert response["Vary"].startswith("Authorization, Accept-Language, Accept")


@pytest.mark.parametrize("path", ["/try/echo.json", "/api/v1/decks.json"])
def test_there_are_no_suffixes(client: Client, path: str) -> None:
    assert code_of(client.get(path)) == (404, "not_found")


def test_answers_say_that_they_are_private(client: Client) -> None:
    response = client.get("/try/echo")
    assert response["Cache-Control"] == "private, no-cache"
    assert response["Vary"].startswith("Authorization, Accept-Language")


def test_the_answer_without_a_body_has_no_type(client: Client) -> None:
    response = client.delete("/try/echo")
    assert (response.status_code, response.content) == (204, b"")
    assert "Content-Type" not in response


@pytest.mark.parametrize(
    ("wanted", "language", "title"), [("tlh, de;q=0.1", "de", "Nicht gefunden"), ("tlh, es;q=0.1", "en", "Not found")]
)
def test_problems_come_in_the_language_asked_for(client: Client, wanted: str, language: str, title: str) -> None:
    response = client.get("/nowhere", headers={"Accept-Language": wanted})
    assert response["Content-Language"] == language
    assert problem_in(response)["title"] == title


def test_the_first_one_offered_wins_a_tie() -> None:
    assert choose("text/*", offered=("text/a", "text/b")) == 0
    assert choose("text/b, text/a", offered=("text/a", "text/b")) == 0
    assert choose("image/png", offered=("text/a",)) is None
