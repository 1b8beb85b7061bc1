"""Entity tags."""

import time

import pytest
from django.test import Client

from api.http.etags import tags_in
from tests.api.answers import code_of, problem_in

pytestmark = pytest.mark.urls("tests.api.doors")

HUGE = ", " * 50_000


@pytest.mark.parametrize("header", ['"87"', '"1", "87"', '"1","87" , "3"', "*", ' "87" ', ',"87",'])
def test_a_tag_that_still_stands_lets_the_change_through(client: Client, header: str) -> None:
    assert client.patch("/try/tagged", headers={"If-Match": header}).status_code == 200
    assert client.post("/try/tagged", headers={"If-Match": header}).status_code == 200


@pytest.mark.parametrize("header", ['"86"', 'W/"87"', "87", '"87', "'87'", '"87" "88"', "", '"8" 7"', "W/*", '"087"'])
def test_any_other_is_a_conflict(client: Client, header: str) -> None:
    response = client.patch("/try/tagged", headers={"If-Match": header})
    assert code_of(response) == (412, "version_conflict")
    assert response["ETag"] == '"87"'
    assert ("weak tag" if header == 'W/"87"' else "version 87") in problem_in(response)["detail"]


def test_where_a_tag_is_needed_none_is_refused(client: Client) -> None:
    assert code_of(client.patch("/try/tagged")) == (428, "precondition_required")
    assert client.post("/try/tagged").status_code == 200


@pytest.mark.parametrize("header", ['"87"', 'W/"87"', '"1", W/"87"', "*"])
def test_what_the_client_has_is_not_sent_again(client: Client, header: str) -> None:
    response = client.get("/try/tagged", headers={"If-None-Match": header})
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", '"87"')
    assert "Content-Length" not in response
    assert response["Cache-Control"] == "private, no-cache"
    assert response["Vary"].startswith("Authorization, Accept-Language")
    assert "Content-Type" not in response


@pytest.mark.parametrize("header", ['"86"', "87", "", '"87', "garbage", '"87"x'])
def test_what_it_has_not_is_sent(client: Client, header: str) -> None:
    response = client.get("/try/tagged", headers={"If-None-Match": header})
    assert (response.status_code, response["ETag"]) == (200, '"87"')


@pytest.mark.parametrize("header", [HUGE, '"a"' + HUGE + "x", " " * 100_000 + "x", '"a"' + " ," * 50_000 + '"'])
def test_a_long_header_is_read_at_once(header: str) -> None:
    started = time.perf_counter()
    tags_in(header)
    assert time.perf_counter() - started < 0.5
