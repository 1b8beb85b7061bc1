"""Strict fields: a value is of its type, or refused at its place."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems.faults import Problem, pointer
from tests.api.answers import places_in, post, problem_in
from tests.api.doors import FORM
from tests.proofs import proof_size

pytestmark = pytest.mark.urls("tests.api.doors")

GOOD = {"number": 1, "name": "Anna"}


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("number", "4", "wrong_type"),
        ("number", 4.0, "wrong_type"),
        ("number", True, "wrong_type"),
        ("number", None, "wrong_type"),
        ("number", [1], "wrong_type"),
        ("number", {}, "wrong_type"),
        ("number", 0, "invalid_value"),
        ("number", 5, "invalid_value"),
        ("number", 10**40, "invalid_value"),
        ("flag", 1, "wrong_type"),
        ("flag", "true", "wrong_type"),
        ("flag", None, "wrong_type"),
        ("name", 4, "wrong_type"),
        ("name", ["a"], "wrong_type"),
        ("name", "", "invalid_value"),
        ("name", "   ", "invalid_value"),
        ("name", "x" * 11, "invalid_value"),
        ("name", "a\x00b", "invalid_value"),
        ("name", "a\nb", "invalid_value"),
        ("name", "a\x7fb", "invalid_value"),
        ("name", "a\u0085b", "invalid_value"),
        ("name", "a\u2028b", "invalid_value"),
        ("name", "a\u202eb", "invalid_value"),
        ("name", "a\u2066b", "invalid_value"),
        ("name", "\u200b", "invalid_value"),
        ("name", "a\ufeffb", "invalid_value"),
        ("name", "a\u00adb", "invalid_value"),  # reads like "ab"
        ("name", "a\u3164b", "invalid_value"),
        ("name", "a\u206ab", "invalid_value"),
        ("name", "a\uffff", "invalid_value"),
        ("name", "\u3164", "invalid_value"),  # nothing to see, as all that follow
        ("name", "\u200d", "invalid_value"),
        ("name", "\ufe0f \u200c", "invalid_value"),
        ("name", "\U000e0041", "invalid_value"),
        ("note", "a\x00b", "invalid_value"),
        ("note", "a\x1bb", "invalid_value"),
        ("note", "a\u202eb", "invalid_value"),
        ("id", 4, "wrong_type"),
        ("id", "", "invalid_value"),
        ("id", "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a7", "invalid_value"),
        ("id", "{0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77}", "invalid_value"),
        ("id", "0b7c1c5e-8f4e4d59-9a2e-3f1f0d3c1a77", "invalid_value"),
        ("id", "٠b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77", "invalid_value"),
        ("id", "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77\n", "invalid_value"),
        ("at", 1714588200, "wrong_type"),
        ("at", "", "invalid_value"),
        ("at", "2026-05-01", "invalid_value"),
        ("at", "2026-05-01T18:30:00", "invalid_value"),
        ("at", "2026-05-01 18:30:00Z", "invalid_value"),
        ("at", "2026-02-30T18:30:00Z", "invalid_value"),
        ("at", "2026-05-01T24:00:00Z", "invalid_value"),
        ("at", "2026-05-01T18:30:60Z", "invalid_value"),
        ("at", "2026-05-01T18:30:00+24:00", "invalid_value"),
        ("at", "0001-01-01T00:00:00+01:00", "invalid_value"),
        ("at", "9999-12-31T23:59:59-01:00", "invalid_value"),
        ("at", "２026-05-01T18:30:00Z", "invalid_value"),
        ("card", [], "wrong_type"),
        ("card", None, "wrong_type"),
        ("cards", {}, "wrong_type"),
        ("cards", [], "invalid_value"),
        ("cards", [{"suit": "E", "rank": 6}] * 4, "invalid_value"),
        ("stock", 4, "invalid_value"),
        ("stock", None, "wrong_type"),
    ],
)
def test_a_value_that_cannot_stand_there(client: Client, field: str, value: Any, code: str) -> None:
    response = post(client, "/try/strict", {**GOOD, field: value})
    assert places_in(response) == [(f"/{field}", code)]


@pytest.mark.parametrize(
    ("field", "value", "answered"),
    [
        ("number", 4, 4),
        ("flag", True, True),
        ("name", " Zoë 🂡 ", "Zoë 🂡"),
        ("name", "אבא", "אבא"),
        ("name", "👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"),
        ("name", "می\u200cخواهم", "می\u200cخواهم"),
        ("note", "one\n\ttwo\r\n", "one\n\ttwo"),
        ("note", "", ""),
        ("id", "0B7C1C5E-8F4E-4D59-9A2E-3F1F0D3C1A77", "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77"),
        ("id", "0b7c1c5e8f4e4d599a2e3f1f0d3c1a77", "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77"),
        ("id", "urn:uuid:0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77", "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77"),
        ("at", "2026-05-01T18:30:00+02:00", "2026-05-01T16:30:00Z"),
        ("at", "2026-05-01t18:30:00z", "2026-05-01T18:30:00Z"),
        ("at", "2026-05-01T18:30:00.5-00:00", "2026-05-01T18:30:00.500000Z"),
        ("at", "2026-05-01T18:30:00.123456789Z", "2026-05-01T18:30:00.123456Z"),
        ("nothing", None, None),
        ("cards", [{"suit": "E", "rank": 6}], [{"suit": "E", "rank": 6}]),
        ("stock", 3, 3),
    ],
)
def test_a_value_as_it_is_read(client: Client, field: str, value: Any, answered: Any) -> None:
    response = post(client, "/try/strict", {**GOOD, field: value})
    assert response.json() == {"flag": False, **GOOD, field: answered}


def test_all_faults_come_at_once_in_the_order_of_the_declaration(client: Client) -> None:
    sent = {
        "x/y": 1,
        "cards": [{"suit": "H", "rank": 6}, 7, {"suit": "E", "rank": 5, "a~b": None}, None][:3],
        "number": True,
        "flag": None,
    }
    assert places_in(post(client, "/try/strict", sent)) == [
        ("/number", "wrong_type"),
        ("/name", "missing_field"),
        ("/flag", "wrong_type"),
        ("/cards/0/suit", "not_a_card"),
        ("/cards/1", "wrong_type"),
        ("/cards/2/rank", "invalid_value"),
        ("/cards/2/a~0b", "unknown_field"),
        ("/x~1y", "unknown_field"),
    ]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"number": 5}, "This must lie between 1 and 4."),
        ({"number": "5"}, "This must be a whole number."),
        ({"number": None}, "null cannot stand here; leave the field out or give it a value."),
        ({"name": "x" * 11}, "This may be at most 10 characters long."),
        ({"name": ""}, "This must not be empty."),
        ({"name": "a\u202eb"}, "The character U+202E is not allowed here."),
        ({"cards": []}, "This must hold between 1 and 3 entries."),
        ({"card": {"suit": "H", "rank": 6}}, "“H” is no card; write suit and rank, such as E6, R10 or BA."),
        ({"crad": 1}, "There is no field “crad” here."),
    ],
)
def test_the_sentence_says_what_is_possible(client: Client, sent: dict[str, Any], told: str) -> None:
    assert problem_in(post(client, "/try/strict", {**GOOD, **sent}))["detail"] == told


@pytest.mark.parametrize("name", ["", "a" * 5000, "\x00", "♣", "\u202e", "__proto__"])
def test_an_unknown_field_of_any_name(client: Client, name: str) -> None:
    assert places_in(post(client, "/try/strict", {**GOOD, name: 1})) == [(pointer(name), "unknown_field")]


def test_threads_may_share_an_instance() -> None:
    def read(number: int) -> Any:
        try:
            return FORM.run_validation({**GOOD, "number": number, "name": str(number)})
        except Problem as problem:
            return [fault.pointer for fault in problem.faults]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(read, [1, 9] * 200))
    assert answers == [{"number": 1, "name": "1", "flag": False}, ["/number"]] * 200


@settings(max_examples=proof_size(30, 1_000))
@given(
    st.dictionaries(
        st.sampled_from([*FORM.fields, "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=6,
        ),
    )
)
def test_whatever_comes_is_read_or_refused(sent: dict[str, Any]) -> None:
    try:
        read = FORM.run_validation(sent)
    except Problem as problem:
        read = problem.faults
    assert read
