"""Every error of every path is a problem document."""

import json
import logging
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from api.problems.documents import problem_response
from api.problems.faults import Problem
from tests.api.answers import UUID, code_of, places_in, post, problem_in

pytestmark = pytest.mark.urls("tests.api.doors")


@pytest.fixture(params=["plain", "debug"])
def debug_on_and_off(request: pytest.FixtureRequest, settings: Any) -> None:
    settings.DEBUG = request.param == "debug"


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api/v1/nowhere", "/api/v1/decks/", "/api", "/livez/", "/admin", "/api/v1/décks"]
)
@pytest.mark.usefixtures("debug_on_and_off")
@pytest.mark.parametrize("accept", ["text/html", "image/png", "application/json;q=0", ""])
def test_no_path_is_a_problem_whatever_accept_says(client: Client, path: str, accept: str) -> None:
    assert code_of(client.get(path, headers={"Accept": accept})) == (404, "not_found")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parse", (400, "malformed_json")),
        ("not_authenticated", (401, "not_authenticated")),
        ("bad_token", (401, "not_authenticated")),
        ("denied", (403, "forbidden")),
        ("django_denied", (403, "forbidden")),
        ("missing", (404, "not_found")),
        ("django_missing", (404, "not_found")),
        ("method", (405, "method_not_allowed")),
        ("acceptable", (406, "not_acceptable")),
        ("media", (415, "unsupported_media_type")),
        ("throttled", (429, "too_many_requests")),
        ("throttled_for_long", (429, "too_many_requests")),
        ("suspicious", (400, "bad_request")),
        ("validation", (422, "invalid_value")),
        ("turn", (409, "not_your_turn")),
    ],
)
def test_what_a_view_raises_is_the_problem_it_stands_for(client: Client, name: str, expected: tuple[int, str]) -> None:
    assert code_of(client.get(f"/try/raising/{name}")) == expected


@pytest.mark.usefixtures("debug_on_and_off")
@pytest.mark.parametrize("door", ["raising", "plain"])
@pytest.mark.parametrize("name", ["bug", "odd"])
def test_a_bug_is_a_server_error_that_tells_nothing(door: str, name: str) -> None:
    response = Client(raise_request_exception=False).get(f"/try/{door}/{name}")
    assert code_of(response) == (500, "server_error")
    assert b"secret" not in response.content


def test_a_bug_is_logged_with_the_id_of_the_request(caplog: pytest.LogCaptureFixture) -> None:
    response = Client(raise_request_exception=False).get("/try/raising/bug")
    records = [record for record in caplog.records if record.name == "jassref.problems"]
    assert [record.levelno for record in records] == [logging.ERROR]
    assert response["X-Request-Id"] in records[0].getMessage()
    assert records[0].exc_info


@pytest.mark.usefixtures("debug_on_and_off")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("django_denied", (403, "forbidden")),
        ("django_missing", (404, "not_found")),
        ("suspicious", (400, "bad_request")),
    ],
)
def test_a_view_of_django_answers_problems_too(client: Client, name: str, expected: Any) -> None:
    assert code_of(client.get(f"/try/plain/{name}")) == expected


@pytest.mark.usefixtures("debug_on_and_off")
def test_a_strange_host_is_refused(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["jass.example"]
    assert code_of(client.get("/api/v1/decks", headers={"Host": "evil.example"}))[0] == 400


@pytest.mark.django_db
@pytest.mark.usefixtures("debug_on_and_off")
def test_the_review_desk_answers_problems_too() -> None:
    client = Client(enforce_csrf_checks=True)
    assert code_of(client.post("/admin/login/", {"username": "x"})) == (403, "forbidden")
    user = User.objects.create_superuser("vreni")
    client.force_login(user)
    assert code_of(client.get("/admin/nowhere/")) == (404, "not_found")


@pytest.mark.django_db
def test_a_form_that_is_too_large(client: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    assert code_of(client.post("/admin/login/", "a=" + "x" * 20, content_type="application/x-www-form-urlencoded")) == (
        413,
        "too_large",
    )


@pytest.mark.parametrize("path", ["/nowhere", "/try/raising/turn", "/try/plain/django_missing"])
def test_head_has_the_headers_of_the_problem(client: Client, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert head.status_code == whole.status_code
    assert head["Content-Type"] == "application/problem+json"
    assert UUID.fullmatch(head["X-Request-Id"])
    assert head.content == b""


def test_the_facts_are_members_and_stand_in_the_sentence(client: Client) -> None:
    document = problem_in(client.get("/try/raising/turn"))
    assert document["expected_seat"] == 3
    assert document["detail"] == "It is the turn of seat 3."


def test_the_first_fault_speaks_for_all(client: Client) -> None:
    response = client.get("/try/raising/batch")
    document = problem_in(response)
    assert (document["code"], document["report"]) == ("not_a_card", 2)
    assert places_in(response) == [("/reports/2/card", "not_a_card"), ("/reports/4/seat", "wrong_type")]
    assert [fault["report"] for fault in document["errors"]] == [2, 4]


def test_an_input_error_without_a_place_is_one_of_the_whole_body(client: Client) -> None:
    response = client.get("/try/raising/plain_422")
    assert places_in(response) == [("", "match_with_points")]


def test_the_errors_of_other_serializers_have_pointers(client: Client) -> None:
    response = client.get("/try/raising/validation")
    assert places_in(response) == [("/a~1b", "invalid_value"), ("/list/1/c", "invalid_value")]


def test_a_missing_token_and_a_bad_one_are_told_apart_as_rfc_6750_asks(client: Client) -> None:
    assert client.get("/try/raising/not_authenticated")["WWW-Authenticate"] == 'Bearer realm="jassref"'
    refused = client.get("/try/raising/bad_token")
    assert refused["WWW-Authenticate"] == 'Bearer realm="jassref", error="invalid_token"'
    assert "unknown, expired or revoked" in problem_in(refused)["detail"]


def test_too_many_requests_says_when_to_come_back(client: Client) -> None:
    response = client.get("/try/raising/throttled")
    assert response["Retry-After"] == "2"
    assert "2 seconds" in problem_in(response)["detail"]
    assert "Retry-After" not in client.get("/try/raising/throttled_for_long")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_a_method_that_is_not_there(client: Client, method: str) -> None:
    response = client.generic(method, "/api/v1/decks")
    assert code_of(response) == (405, "method_not_allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"
    assert method in problem_in(response)["detail"]


def test_a_method_that_is_not_there_needs_no_token(client: Client) -> None:
    assert code_of(client.get("/try/guarded/x")) == (405, "method_not_allowed")


def test_options_names_the_methods(client: Client) -> None:
    response = client.options("/try/guarded/missing")
    assert (response.status_code, response["Allow"], response.content) == (204, "POST, OPTIONS", b"")
    assert "Content-Type" not in response


def test_checks_run_in_the_order_of_the_contract(client: Client) -> None:
    broken = b"{"
    assert code_of(post(client, "/try/guarded/missing?no=1", broken)) == (404, "not_found")
    assert code_of(post(client, "/try/guarded/closed?no=1", broken)) == (403, "forbidden")
    assert code_of(post(client, "/try/guarded/open", broken)) == (400, "malformed_json")
    assert code_of(post(client, "/try/guarded/open", {})) == (422, "missing_field")


@pytest.mark.django_db
def test_a_bad_token_comes_before_all_that(client: Client) -> None:
    assert code_of(post(client, "/try/guarded/missing", b"{", Authorization="Bearer jr_wrong")) == (
        401,
        "not_authenticated",
    )


class TestRequestId:
    def test_a_uuid_is_taken_over(self, client: Client) -> None:
        sent = "0B7C1C5E-8F4E-4D59-9A2E-3F1F0D3C1A77"
        for path in ("/try/echo", "/nowhere", "/try/raising/turn"):
            assert client.get(path, headers={"X-Request-Id": sent})["X-Request-Id"] == sent.lower()

    @pytest.mark.parametrize(
        "sent",
        ["", "1", "x" * 36, "0b7c1c5e8f4e4d599a2e3f1f0d3c1a77", "a" * 10_000, "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77\n"],
    )
    def test_anything_else_is_replaced(self, client: Client, sent: str) -> None:
        answered = client.get("/try/echo", headers={"X-Request-Id": sent})["X-Request-Id"]
        assert UUID.fullmatch(answered)
        assert answered != sent

    def test_every_request_has_its_own(self, client: Client) -> None:
        assert client.get("/livez")["X-Request-Id"] != client.get("/livez")["X-Request-Id"]

    def test_a_line_is_logged_without_secrets(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO, logger="jassref.access")
        response = post(client, "/try/echo?token=jr_secret", {"body": "secret"}, Authorization="Bearer jr_secret")
        lines = [record.getMessage() for record in caplog.records if record.name == "jassref.access"]
        assert len(lines) == 1
        assert lines[0].startswith("POST /try/echo 422 ")
        assert lines[0].endswith(response["X-Request-Id"])
        assert "secret" not in lines[0]

    def test_a_path_cannot_forge_a_line(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.INFO, logger="jassref.access")
        client.get("/a%0aGET%20/forged%20200")
        lines = [record.getMessage() for record in caplog.records if record.name == "jassref.access"]
        assert len(lines) == 1
        assert "\n" not in lines[0]


class TestProblemPages:
    def test_every_type_leads_to_its_page(self, client: Client) -> None:
        document = problem_in(client.get("/nowhere"))
        page = client.get(document["type"], headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert page["Content-Type"].startswith("text/html")
        assert document["title"] in page.content.decode()

    def test_it_is_json_for_those_who_ask(self, client: Client) -> None:
        page = client.get("/problems/not_your_turn", headers={"Accept": "application/json"})
        assert page["Content-Type"] == "application/json"
        assert {"code", "status", "title", "meaning", "example", "todo"} <= json.loads(page.content).keys()

    def test_a_code_that_is_not_there(self, client: Client) -> None:
        assert code_of(client.get("/problems/no_such_code")) == (404, "not_found")
        assert code_of(client.get("/problems/")) == (404, "not_found")

    def test_all_of_them_are_listed(self, client: Client) -> None:
        listed = client.get("/problems", headers={"Accept": "application/json"}).json()["problems"]
        assert all(client.get(entry["type"]).status_code == 200 for entry in listed)


def test_seconds_stand_in_the_problem_beside_the_header(client: Client) -> None:
    response = client.get("/try/raising/throttled")
    assert (response["Retry-After"], problem_in(response)["seconds"]) == ("2", 2)
    assert "seconds" not in problem_in(client.get("/try/raising/throttled_for_long"))


def test_what_is_not_available_says_when_to_try_again(rf: RequestFactory) -> None:
    response = problem_response(Problem("unavailable"), request=rf.get("/readyz"))
    assert (response["Retry-After"], json.loads(response.content)["seconds"]) == ("2", 2)
