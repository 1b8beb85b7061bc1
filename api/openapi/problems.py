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
    union,
)
from api.problems.codes import CODES
from scoring.rules.record.kinds import KINDS
from scoring.rules.rulings.disputes import NEXT
from scoring.rules.rulings.remedies import REMEDIES
from scoring.wording import title

_POSSIBLE: Final = tuple(dict.fromkeys((*KINDS, *(step for steps in NEXT.values() for step in steps))))
"""What can be reported, and what can be done with a dispute."""
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
        array(enum_schema(_POSSIBLE)),
        "The kinds of report that are not out of phase; of a dispute, what can be done with it.",
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
    "conflicts": about(
        array(object_schema({"report": UUID, "code": STRING})),
        "Why: each of these reports with the code that it would meet now.",
    ),
    "current": about(UUID, "The id of the report that stands now."),
    "findings": about(array(ref("HeldFinding")), "The new findings."),
    "remedy": about(enum_schema(REMEDIES), "The remedy that is not possible."),
    "possible": about(array(enum_schema(REMEDIES)), "Those that are."),
    "seconds": about(integer_schema(1), "After how many seconds to try again, as `Retry-After` says too."),
    "failed": about(array(enum_schema(("database", "migrations", "guards"))), "The checks that do not hold."),
}
"""What may stand in a problem besides its fixed members, where the code calls for it."""

REQUEST_ID: Final = {"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}}
"""The header that every answer has."""
_IN_BODY: Final = about(STRING, "JSON Pointer (RFC 6901) into the body; empty: all of it.")
_IN_QUERY: Final = about(STRING, "The parameter of the query.")
_INPUT: Final = 422
_IN_CALLS: Final = frozenset({403, 409, _INPUT})
"""Statuses of problems that may name the report at fault."""


def _facts(statuses: Iterable[int]) -> dict[str, Schema]:
    """The members that the codes of these statuses may add, each once."""
    names = {name for code in CODES.values() if code.status in statuses for name in code.members}
    return {name: schema for name, schema in MEMBERS.items() if name in names}


_FAULT: Final = {
    "code": enum_schema(code for code in CODES if CODES[code].status == _INPUT),
    "detail": STRING,
    "report": MEMBERS["report"],
    **_facts((_INPUT,)),
}
_OFTEN: Final = tuple(name for name in _FAULT if name not in {"code", "detail"})
_PROBLEM: Final = {
    "type": about({**STRING, "format": "uri-reference"}, "A page that explains the code."),
    "title": about(STRING, "The code in a few words, in the language of the answer."),
    "status": about(integer_schema(400, 599), "The HTTP status."),
    "detail": about(STRING, "What is wrong in this case, in the language of the answer."),
    "instance": about({**STRING, "format": "uri"}, "`urn:uuid:` and the X-Request-Id."),
    "code": about(enum_schema(CODES), "Stable, never translated."),
}
_ERRORS: Final = {
    "errors": about(array(ref("Fault"), 1), "What is wrong with the request, the first 100 faults of it."),
    "more_errors": about({**BOOLEAN, "const": True}, "There are more faults than those in `errors`."),
}
named("BodyFault", object_schema({"pointer": _IN_BODY, **_FAULT}, optional=_OFTEN))
named("QueryFault", object_schema({"parameter": _IN_QUERY, **_FAULT}, optional=_OFTEN))
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
        object_schema({**_PROBLEM, **_ERRORS, **MEMBERS}, optional=(*_ERRORS, *MEMBERS)),
        "Any error (RFC 9457). Where `errors` stands, code, detail and facts are those of the first. Each code has a "
        "schema of its own, named after it, with the facts that it adds.",
    ),
)


def problem_name(code: str) -> str:
    """The name of the schema of a code: `not_your_turn` is `NotYourTurn`."""
    return "".join(word.title() for word in code.split("_"))


def _problem(code: str) -> Schema:
    """One plain object for one code. Viewers and generators need not merge anything."""
    status = CODES[code].status
    fixed = {"status": {"type": "integer", "const": status}, "code": {**STRING, "const": code}}
    plain = {name: _unexplained(schema) for name, schema in _PROBLEM.items()}
    often = {"report": MEMBERS["report"]} if status in _IN_CALLS else {}
    facts = {name: MEMBERS[name] for name in CODES[code].members}
    errors = _ERRORS if status == _INPUT else {}
    optional = (*often, *facts, "more_errors", *(() if status == _INPUT else ("errors",)))
    members = {**plain, **fixed, **errors, **often, **facts}
    return about(object_schema(members, optional=optional), title(code, language="en"))


def _unexplained(schema: Schema) -> Schema:
    return {name: value for name, value in schema.items() if name != "description"}


for _code in CODES:
    named(problem_name(_code), _problem(_code))


def problem_responses(codes: Iterable[str]) -> dict[str, Any]:
    """The responses for these codes, one per status, each naming its codes."""
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes), key=list(CODES).index):
        by_status.setdefault(CODES[code].status, []).append(code)
    return {str(status): _response_or_name(by_status[status]) for status in sorted(by_status)}


def shared_responses() -> Mapping[str, Mapping[str, Any]]:
    """The responses of one code, by the names under which they stand in the document once."""
    return {problem_name(code): _problem_response([code]) for code in CODES}


def _response_or_name(codes: list[str]) -> dict[str, Any]:
    """The response for these codes of one status; where there is only one, the reference to what all share."""
    return {"$ref": f"#/components/responses/{problem_name(codes[0])}"} if len(codes) == 1 else _problem_response(codes)


_LATER: Final = {"Retry-After": {"description": "After how many seconds to try again.", "schema": {"type": "integer"}}}
PROBLEM_HEADERS: Final[Mapping[int, Mapping[str, Any]]] = {
    412: {"ETag": {"description": "The present version.", "schema": STRING}},
    429: _LATER,
    503: _LATER,
}
"""The headers that go with problems of these statuses."""


def _problem_response(codes: list[str]) -> dict[str, Any]:
    by_code = {code: problem_name(code) for code in codes}
    schema = ref(by_code[codes[0]]) if len(codes) == 1 else union(by_code, by="code")
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes if code in PROBLEMS}
    return {
        "description": "\n".join(f"- `{code}`: {title(code, language='en')}" for code in codes),
        "content": {"application/problem+json": {"schema": schema, **({"examples": examples} if examples else {})}},
        "headers": {**PROBLEM_HEADERS.get(CODES[codes[0]].status, {}), **REQUEST_ID},
    }
