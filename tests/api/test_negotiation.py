"""JSON only, unless a view says otherwise."""

import json

import pytest
from django.test import Client

from api.http.negotiation import choose
from tests.api.answers import code_of, places_in, problem_in

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


@pytest.mark.parametrize(
    ("query", "accept", "form"),
    [
        ("", "", "json"),
        ("", "*/*", "json"),
        ("", "text/csv", "csv"),
        ("", "text/*", "csv"),
        ("", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"),
        ("?wide=true", "text/html", "html"),
        ("?format=csv", "", "csv"),
        ("?format=csv", "application/json", "csv"),
        ("?format=html&wide=false", "image/png", "html"),
        ("?format=json", "text/html", "json"),
    ],
)
def test_the_query_goes_before_accept(client: Client, query: str, accept: str, form: str) -> None:
    response = client.get(f"/try/three{query}", headers={"Accept": accept})
    assert json.loads(response.content) == {"form": form, "wide": "true" in query}
    assert response["Vary"].startswith("Authorization, Accept-Language, Accept")
    assert client.head(f"/try/three{query}", headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ("?format=xml", [("format", "invalid_value")]),
        ("?format=", [("format", "invalid_value")]),
        ("?format=CSV", [("format", "invalid_value")]),
        ("?format=csv&format=csv", [("format", "invalid_value")]),
        ("?format=yaml&wide=1", [("format", "invalid_value"), ("wide", "invalid_value")]),
        ("?format=csv&wide=1&more=1", [("wide", "invalid_value"), ("more", "unknown_parameter")]),
    ],
)
def test_a_form_that_nobody_knows(client: Client, query: str, faults: list[tuple[str, str]]) -> None:
    assert places_in(client.get(f"/try/three{query}", headers={"Accept": "image/png"})) == faults


def test_a_form_that_accept_leaves_none_of(client: Client) -> None:
    assert code_of(client.get("/try/three", headers={"Accept": "image/png"})) == (406, "not_acceptable")
    assert code_of(client.get("/try/three?wide=1", headers={"Accept": "image/png"})) == (406, "not_acceptable")


@pytest.mark.parametrize("path", ["/try/echo?format=json", "/try/two?format=json"])
def test_a_view_without_named_forms_has_no_such_parameter(client: Client, path: str) -> None:
    assert code_of(client.get(path)) == (422, "unknown_parameter")
    assert code_of(client.post("/try/three?format=json")) == (422, "unknown_parameter")


def test_each_form_has_a_tag_of_its_own(client: Client) -> None:
    tags = {form: client.get(f"/try/three?format={form}")["ETag"] for form in ("json", "csv", "html")}
    assert tags == {"json": '"87"', "csv": '"87-csv"', "html": '"87-html"'}
    for form, tag in tags.items():
        for other, value in tags.items():
            response = client.get(f"/try/three?format={other}", headers={"If-None-Match": tag})
            assert response.status_code == (304 if other == form else 200)
            assert response["ETag"] == value
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
