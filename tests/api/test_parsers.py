"""Bodies: one JSON object in UTF-8, read strictly."""

import io
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client, RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from api.http.parsers import MAX_BODY, MAX_DEPTH, MAX_VALUES, parse_json
from api.problems.faults import MOST_FAULTS, Problem
from tests.api.answers import code_of, places_in, post, problem_in
from tests.api.doors import Echo

pytestmark = pytest.mark.urls("tests.api.doors")


def nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "no body"),
        (b" \n", "no body"),
        (b"{", "line 1, column 2"),
        (b'{"a": 1,}', "line 1"),
        (b'{"a": 1} {}', "line 1, column 10"),
        (b"{'a': 1}", "line 1"),
        (b'{"a": "\xff"}', "byte 7"),
        ('{"a": "ü"}'.encode("latin-1"), "UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "UTF-8"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "Infinity"),
        (b'{"a": 1e999}', "1e999"),
        (b'{"a": ' + b"9" * 101 + b"}", "99999"),
        (b'{"a": ' + b"9" * 5000 + b"}", "99999"),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', "“c”"),
        (b'{"a": 1, "\\u0061": 2}', "“a”"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"\\udfff": 1}', "half a character"),
        (b'{"a": "\\ude00\\ud83d"}', "half a character"),
        (b'{"a": "a\nb"}', "line 1"),
        (b'{"a": "a\x00b"}', "line 1"),
        (nested(MAX_DEPTH + 1), "nested"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested"),
        (b"[" * 500_000, "nested"),
    ],
)
def test_what_is_not_json_is_malformed(client: Client, body: bytes, told: str) -> None:
    response = post(client, "/try/echo", body)
    assert code_of(response) == (400, "malformed_json")
    assert told in problem_in(response)["detail"]


@pytest.mark.parametrize("value", [[], "a", 1, 1.5, True, None])
def test_only_an_object_can_be_sent(client: Client, value: Any) -> None:
    response = post(client, "/try/echo", value)
    assert places_in(response) == [("", "wrong_type")]


@pytest.mark.parametrize(
    "body",
    [
        nested(MAX_DEPTH),
        b'\xef\xbb\xbf{"a": 1}',
        b' {"a": [1, 2.5, -0, 1e3, true, null]} \n',
        '{"ü": "♣ \\ud83d\\ude00 😀", "brackets": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}'.encode(),
        b'{"a": "\\u0000"}',
        b'{"a": 99999999999999999999999999999999}',
    ],
)
def test_json_comes_through(client: Client, body: bytes) -> None:
    response = post(client, "/try/echo", body)
    assert response.status_code == 200
    assert response.json() == json.loads(body.removeprefix(b"\xef\xbb\xbf"))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=8))
def test_what_json_writes_is_read_alike(value: Any) -> None:
    for ascii_only in (False, True):
        assert parse_json(json.dumps({"a": value}, ensure_ascii=ascii_only).encode()) == {"a": value}


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        'Application/JSON;charset="UTF-8"',
        "application/json;",
    ],
)
def test_json_by_any_way_of_saying_so(client: Client, content_type: str) -> None:
    assert client.post("/try/echo", b'{"a":1}', content_type=content_type).json() == {"a": 1}


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/problem+json",
        "application/jsonp",
    ],
)
def test_another_content_type_is_not_read(client: Client, content_type: str) -> None:
    response = client.generic("POST", "/try/echo", b'{"a":1}', content_type=content_type)
    assert code_of(response) == (415, "unsupported_media_type")
    assert "“”" not in problem_in(response)["detail"]


def test_a_compressed_body_is_not_read(client: Client) -> None:
    response = post(client, "/try/echo", b"\x1f\x8b", Content_Encoding="gzip")
    assert code_of(response) == (415, "unsupported_media_type")
    assert "gzip" in problem_in(response)["detail"]


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/json"])
def test_where_a_body_is_needed_none_is_malformed(client: Client, content_type: str) -> None:
    response = client.generic("POST", "/try/echo", b"", content_type=content_type)
    assert code_of(response) == (400, "malformed_json")


@pytest.mark.parametrize("method", ["GET", "DELETE", "OPTIONS"])
def test_where_no_body_is_asked_for_none_is_read(client: Client, method: str) -> None:
    assert client.generic(method, "/try/echo", b"{", content_type="text/plain").status_code < 300


def test_a_body_may_have_a_mebibyte_and_not_a_byte_more(client: Client) -> None:
    body = b'{"a": "' + b"x" * (MAX_BODY - 9) + b'"}'
    assert len(body) == MAX_BODY
    assert post(client, "/try/echo", body).status_code == 200
    response = post(client, "/try/echo", body + b" ")
    assert code_of(response) == (413, "too_large")
    assert str(MAX_BODY) in problem_in(response)["detail"]


def test_a_body_may_hold_so_many_values_and_no_more(client: Client) -> None:
    most = MAX_VALUES - 1  # the object and its list count as well
    assert post(client, "/try/echo", b'{"a": [' + b"0," * (most - 1) + b"0]}").status_code == 200
    for body in (
        b'{"a": [' + b"0," * most + b"0]}",
        b'{"a": [' + b"[]," * most + b"0]}",
        b"{" + b",".join(b'"%d": 0' % number for number in range(MAX_VALUES + 1)) + b"}",
        b'{"a": [' + b"0," * most,  # counted before it is found to be no JSON
    ):
        response = post(client, "/try/echo", body)
        assert code_of(response) == (413, "too_large")
        assert str(MAX_VALUES) in problem_in(response)["detail"]


def test_what_stands_in_a_text_is_no_structure(client: Client) -> None:
    text = '[{,\\"' * 20_000
    assert post(client, "/try/echo", {"a": text, "b": text}).json() == {"a": text, "b": text}


def test_an_answer_names_so_many_faults_and_says_that_there_are_more(client: Client) -> None:
    few, many = (problem_in(post(client, "/try/strict", dict.fromkeys(map(str, range(n)), 0))) for n in (3, 1000))
    assert "more_errors" not in few
    assert (len(many["errors"]), many["more_errors"]) == (MOST_FAULTS, True)


def named(size: int) -> bytes:
    """An object of many names, the last of which is there already."""
    return b"{" + b",".join(b'"%07d":0' % number for number in range(size // 12)) + b',"0000001":0}'


@pytest.mark.parametrize(
    "body_of",
    [
        pytest.param(lambda size: b'"' + b'\\"' * (size // 2), id="quotes escaped"),
        pytest.param(lambda size: b'"' + b"\\" * size, id="backslashes"),
        pytest.param(lambda size: b'"' * size, id="quotes"),
        pytest.param(lambda size: b'{"a": ' + b"9" * size + b"}", id="an integer"),
        pytest.param(lambda size: b'{"a": 0.' + b"9" * size + b"}", id="a fraction"),
        pytest.param(lambda size: b'{"a": 1e' + b"9" * size + b"}", id="an exponent"),
        pytest.param(lambda size: b"[" * size, id="lists in lists"),
        pytest.param(lambda size: b'{"a":' * (size // 5), id="objects in objects"),
        pytest.param(named, id="names, one of them twice"),
        pytest.param(lambda size: b'{"a": [' + b"0," * (size // 2) + b"0]}", id="numbers"),
        pytest.param(lambda size: b'{"a": "' + b"\\u00e4" * (size // 6) + b'"}', id="escapes"),
        pytest.param(lambda size: b'{"a": "' + b"\\ud800" * (size // 6) + b'"}', id="halves of characters"),
    ],
)
def test_time_grows_in_proportion_to_the_bytes(body_of: Callable[[int], bytes]) -> None:
    small, large = 100_000, 400_000

    def seconds(size: int) -> float:
        body, times = body_of(size), []
        for _ in range(3):
            began = time.process_time()
            with suppress(Problem):
                parse_json(body, most=10 * large)
            times.append(time.process_time() - began)
        return min(times)

    assert seconds(large) <= 6 * seconds(small) + 0.02


class TestChunked:
    """A body that comes in chunks has no Content-Length; the server decodes it and ends the stream."""

    def send(self, body: bytes, **environment: Any) -> Any:
        request = RequestFactory().generic("POST", "/try/echo", b"", content_type="application/json")
        request.META |= {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": io.BytesIO(body)}
        request.META |= {"CONTENT_TYPE": "application/json", **environment}
        request.request_id = "x"  # type: ignore[attr-defined]  # what the middleware sets
        return Echo.as_view()(request)

    def test_it_is_read(self) -> None:
        assert json.loads(self.send(b'{"a": 1}').content) == {"a": 1}

    def test_no_more_than_the_limit_is_read(self) -> None:
        assert self.send(b" " * (MAX_BODY + 1)).status_code == 413

    def test_it_must_be_json_too(self) -> None:
        assert self.send(b'{"a": 1}', CONTENT_TYPE="text/plain").status_code == 415

    def test_an_empty_one_is_malformed(self) -> None:
        assert self.send(b"").status_code == 400
