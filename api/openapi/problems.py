"""Problem documents (RFC 9457) in the OpenAPI document: their members, and the responses that hold them."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from api.openapi.components import named
from api.openapi.examples import PROBLEMS
from api.openapi.types import (
    BOOLEAN,
    STRING,
    UUID,
    Schema,
    about,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
    ref,
)
from api.problems.codes import CODES
from scoring.wording import title

_INDEX: Final = integer_schema(0)
MEMBERS: Final[Mapping[str, Schema]] = {
    "report": about(_INDEX, "The index of the report at fault."),
    "deal": about(integer_schema(1), "The number of the deal meant."),
    "option": about(STRING, "The option of the rules meant."),
    "allowed": {
        "description": "What may stand there: values, or a range such as `1..20`.",
        "oneOf": [array({"type": ["string", "integer", "boolean", "null"]}), STRING],
    },
    "expects": about(
        array(STRING), "The kinds of report that are not out of phase; of a dispute, what can be done with it."
    ),
    "expected": about(_INDEX, "The sum that the points must make."),
    "expected_seat": about(integer_schema(1), "The seat whose turn it is."),
    "expected_dealer": about(integer_schema(1), "The seat that deals."),
    "expected_number": about(integer_schema(1), "The number of the trick that comes next."),
    "entitled": about(array(integer_schema(1)), "The sides that may claim now."),
    "seat": about(integer_schema(1), "The seat concerned."),
    "side": about(integer_schema(1), "The side concerned."),
    "least": about(_INDEX, "The points that the record proves."),
    "trick": about(nullable(integer_schema(1)), "The number of the trick concerned."),
    "card": about(STRING, "The card concerned."),
    "recorded": {
        "description": "What stands against it: an entry on record, or an earlier report of the call; null: nothing.",
        "oneOf": [ref("JournalEntry"), ref("EarlierReport"), {"type": "null"}],
    },
    "sent": about(ref("ReportShown"), "The report as it was sent, hidden things left out for who may not see them."),
    "reports": about(array(UUID), "The ids of later reports that conflict."),
    "current": about(UUID, "The id of the report that stands now."),
    "findings": about(array(ref("HeldFinding")), "The new findings."),
    "remedy": about(STRING, "The remedy that is not possible."),
    "possible": about(array(STRING), "Those that are."),
    "failed": about(array(enum_schema(("database", "migrations", "guards"))), "The checks that do not hold."),
}
"""What may stand in a problem besides its fixed members, where the code calls for it."""

_FAULT: Final = {"code": STRING, "detail": STRING, **MEMBERS}
_IN_BODY: Final = about(STRING, "JSON Pointer (RFC 6901) into the body; empty: all of it.")
_IN_QUERY: Final = about(STRING, "The parameter of the query.")
_PROBLEM: Final = {
    "type": about({**STRING, "format": "uri-reference"}, "A page that explains the code."),
    "title": about(STRING, "The code in a few words, in the language of the answer."),
    "status": about(integer_schema(400, 599), "The HTTP status."),
    "detail": about(STRING, "What is wrong in this case, in the language of the answer."),
    "instance": about({**STRING, "format": "uri"}, "`urn:uuid:` and the X-Request-Id."),
    "code": about(STRING, "Stable, never translated."),
    "errors": about(array(ref("Fault"), 1), "What is wrong with the request, the first 100 faults of it."),
    "more_errors": about({**BOOLEAN, "const": True}, "There are more faults than those in `errors`."),
    **MEMBERS,
}
named("BodyFault", object_schema({"pointer": _IN_BODY, **_FAULT}, optional=tuple(MEMBERS)))
named("QueryFault", object_schema({"parameter": _IN_QUERY, **_FAULT}, optional=tuple(MEMBERS)))
named(
    "Fault",
    {
        "oneOf": [ref("BodyFault"), ref("QueryFault")],
        "description": "One thing wrong with the request: a place in the body or a parameter of the query.",
    },
)
named(
    "Problem",
    about(
        object_schema(_PROBLEM, optional=("errors", "more_errors", *MEMBERS)),
        "An error (RFC 9457). Where `errors` stands, code, detail and facts are those of the first.",
    ),
)


def problem_responses(codes: Iterable[str]) -> dict[str, Any]:
    """The responses for these codes, one per status, each naming its codes."""
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes), key=list(CODES).index):
        by_status.setdefault(CODES[code].status, []).append(code)
    return {str(status): _problem_response(status, by_status[status]) for status in sorted(by_status)}


_LATER: Final = {"Retry-After": {"description": "After how many seconds to try again.", "schema": {"type": "integer"}}}
PROBLEM_HEADERS: Final[Mapping[int, Mapping[str, Any]]] = {
    412: {"ETag": {"description": "The present version.", "schema": STRING}},
    429: _LATER,
    503: _LATER,
}
"""The headers that go with problems of these statuses."""


def _problem_response(status: int, codes: list[str]) -> dict[str, Any]:
    # With their types, and the status as a choice of one: generators merge these with the members of Problem.
    exact = {"status": {"type": "integer", "enum": [status]}, "code": {**STRING, "enum": codes}}
    one_of_these = {"properties": exact}
    schema = {"allOf": [{"$ref": "#/components/schemas/Problem"}, one_of_these]}
    headers = dict(PROBLEM_HEADERS.get(status, {}))
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes if code in PROBLEMS}
    return {
        "description": "\n".join(f"- `{code}`: {title(code, language='en')}" for code in codes),
        "content": {"application/problem+json": {"schema": schema, **({"examples": examples} if examples else {})}},
        **({"headers": headers} if headers else {}),
    }
