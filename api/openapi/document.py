"""The OpenAPI document: what drf-spectacular reads from views and serializers, and what all of them have in common.

Every operation lists the problems that it can answer: those of every operation, those that follow from what it takes
(a token, a path, a body, a query), and those that the view declares in `problem_codes`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import uritemplate
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema as SpectacularAutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from api.http.renderers import RENDERERS, JSONRenderer
from api.openapi.examples import PROBLEMS
from api.openapi.types import STRING, UUID, Schema, about, array, nullable, ref, text_pattern, thing, whole, word
from api.problems.codes import CODES
from scoring.wording import title

ALWAYS: Final = ("bad_request", "not_acceptable", "unknown_parameter", "too_many_requests", "server_error")
WITH_TOKEN: Final = ("not_authenticated", "unavailable")
WITH_PATH: Final = ("not_found",)
WITH_QUERY: Final = ("invalid_value",)
WITH_BODY: Final = (
    "malformed_json",
    "incomplete_body",
    "request_timeout",
    "too_large",
    "unsupported_media_type",
    "missing_field",
    "wrong_type",
    "invalid_value",
    "unknown_field",
)


def etag(*statuses: int, required: bool = True) -> OpenApiParameter:
    """The header ETag of the answers with these statuses."""
    return OpenApiParameter(
        "ETag",
        str,
        OpenApiParameter.HEADER,
        response=list(statuses),
        required=required,
        description="The version of the game, as a strong tag.",
    )


LOCATION: Final = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    response=[200, 201],
    required=True,
    description="The path of what was made.",
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The tag that must still be the present one; else 412."
)
MUST_MATCH: Final = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The tag that must still be the present one; else 412, and without it 428.",
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="A tag the client has; 304 if it is the present one."
)
NOT_MODIFIED: Final = OpenApiResponse(description="The client has the present version.")

PATHS: Final[Mapping[str, OpenApiParameter]] = {
    name: OpenApiParameter(name, schema, OpenApiParameter.PATH, description=meaning)
    for name, schema, meaning in (
        ("game_id", UUID, "The id of the game."),
        ("dispute_id", UUID, "The id of the dispute."),
        ("number", whole(1, 2**31 - 1), "The number of the deal."),
    )
}
"""What may stand in a path, by the name of its place."""

_INDEX: Final = whole(0)
MEMBERS: Final[Mapping[str, Schema]] = {
    "report": about(_INDEX, "The index of the report at fault."),
    "deal": about(whole(1), "The number of the deal meant."),
    "option": about(STRING, "The option of the rules meant."),
    "allowed": {
        "description": "What may stand there: values, or a range such as `1..20`.",
        "oneOf": [array({"type": ["string", "integer", "boolean", "null"]}), STRING],
    },
    "expects": about(
        array(STRING), "The kinds of report that are not out of phase; of a dispute, what can be done with it."
    ),
    "expected": about(_INDEX, "The sum that the points must make."),
    "expected_seat": about(whole(1), "The seat whose turn it is."),
    "expected_dealer": about(whole(1), "The seat that deals."),
    "expected_number": about(whole(1), "The number of the trick that comes next."),
    "entitled": about(array(whole(1)), "The sides that may claim now."),
    "seat": about(whole(1), "The seat concerned."),
    "side": about(whole(1), "The side concerned."),
    "least": about(_INDEX, "The points that the record proves."),
    "trick": about(nullable(whole(1)), "The number of the trick concerned."),
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
    "failed": about(array(word(("database", "migrations", "guards"))), "The checks that do not hold."),
}
"""What may stand in a problem besides its fixed members, where the code calls for it."""

_FAULT: Final = {"code": STRING, "detail": STRING, **MEMBERS}
_IN_BODY: Final = about(STRING, "JSON Pointer (RFC 6901) into the body; empty: all of it.")
_IN_QUERY: Final = about(STRING, "The parameter of the query.")
_PROBLEM: Final = {
    "type": about({**STRING, "format": "uri-reference"}, "A page that explains the code."),
    "title": about(STRING, "The code in a few words, in the language of the answer."),
    "status": about(whole(400, 599), "The HTTP status."),
    "detail": about(STRING, "What is wrong in this case, in the language of the answer."),
    "instance": about({**STRING, "format": "uri"}, "`urn:uuid:` and the X-Request-Id."),
    "code": about(STRING, "Stable, never translated."),
    "errors": about(array(ref("Fault"), 1), "What is wrong with the request, the first 100 faults of it."),
    "more_errors": {"const": True, "description": "There are more faults than those in `errors`."},
    **MEMBERS,
}
_COMPONENTS: Final[dict[str, Mapping[str, Any]]] = {
    "BodyFault": thing({"pointer": _IN_BODY, **_FAULT}, optional=tuple(MEMBERS)),
    "QueryFault": thing({"parameter": _IN_QUERY, **_FAULT}, optional=tuple(MEMBERS)),
    "Fault": {
        "oneOf": [ref("BodyFault"), ref("QueryFault")],
        "description": "One thing wrong with the request: a place in the body or a parameter of the query.",
    },
    "Problem": about(
        thing(_PROBLEM, optional=("errors", "more_errors", *MEMBERS)),
        "An error (RFC 9457). Where `errors` stands, code, detail and facts are those of the first.",
    ),
}
_REQUEST_ID: Final = {
    "description": "The id of the request: the one sent in this header if that was a UUID, else a new one.",
    "required": True,
    "schema": UUID,
}


def named(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that stands in the document once, under this name; answers the reference to it."""
    if _COMPONENTS.setdefault(name, schema) != schema:
        raise ValueError(f"the document has another {name} already")
    return {"$ref": f"#/components/schemas/{name}"}


def components() -> Mapping[str, Mapping[str, Any]]:
    """The schemas that stand in the document under their names."""
    return _COMPONENTS


def in_forms(schema: Mapping[str, Any], *others: str) -> dict[tuple[int, str], Any]:
    """The responses 200 of a view that writes JSON of this schema, and the same in other forms for people."""
    texts = {(200, RENDERERS[name].media_type): STRING for name in others}
    return {(200, JSONRenderer.media_type): dict(schema), **texts}


def answers(name: str, *, item: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a list in its envelope."""
    link = nullable({**STRING, "format": "uri"})
    return named(name, thing({"results": array(dict(item)), "next": link, "previous": link}))


class AutoSchema(SpectacularAutoSchema):
    """One operation of a view.

    Besides what ApiView declares, a view may have `links`: by method, the operations that an answer leads to.
    """

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation, with what all of them have."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for name, schema in _COMPONENTS.items():
            self._component("schemas", name, schema)
        for code, problem in PROBLEMS.items():
            self._component("examples", code, {"summary": title(code, language="en"), "value": problem})
        self._component("headers", "X-Request-Id", _REQUEST_ID)
        told = operation.get("summary", "")
        links = getattr(self.view, "links", {}).get(self.method.lower(), {})
        for status, response in operation["responses"].items():
            response.setdefault("headers", {})["X-Request-Id"] = {"$ref": "#/components/headers/X-Request-Id"}
            response["description"] = response["description"] or told
            if links and status in {"200", "201"}:
                response["links"] = links
        return operation

    def get_override_parameters(self) -> list[Any]:
        """What stands in the path, and the query parameters that the view declares for the method."""
        view: Any = self.view
        declared = view.declared(self.method.lower())
        return [
            *(PATHS[name] for name in uritemplate.variables(self.path) if name in PATHS),
            *(OpenApiParameter(one.name, one.schema, description=one.about, default=one.default) for one in declared),
        ]

    def get_summary(self) -> str | None:
        """The first sentence of what the operation says of itself."""
        return self.get_description().partition(".")[0].replace("\n", " ") or None

    def get_auth(self) -> list[dict[str, Any]]:
        """Bearer tokens; the view says which methods work without."""
        auths: list[dict[str, Any]] = super().get_auth()
        return [*auths, {}] if auths and self.method.lower() in getattr(self.view, "open_to_all", ()) else auths

    def problem_codes(self) -> tuple[str, ...]:
        """The codes of the problems that the operation can answer."""
        method = self.method.lower()
        view: Any = self.view
        return (
            *ALWAYS,
            *(WITH_TOKEN if view.get_authenticators() else ()),
            *(WITH_PATH if "{" in self.path else ()),
            *(WITH_QUERY if view.declared(method) else ()),
            *(WITH_BODY if self._get_request_body() else ()),
            *getattr(view, "problem_codes", {}).get(method, ()),
        )

    def _get_request_body(self, direction: Any = "request") -> dict[str, Any] | None:
        body: dict[str, Any] | None = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        return body and {**body, "required": True}

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        responses: dict[str, Any] = super()._get_response_bodies(direction)
        return {**responses, **problem_responses(self.problem_codes())}

    def _component(self, kind: str, name: str, schema: Mapping[str, Any]) -> None:
        self.registry.register_on_missing(ResolvedComponent(name=name, type=kind, schema=dict(schema), object=name))


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
    told = {"status": {"type": "integer", "enum": [status]}, "code": {**STRING, "enum": codes}}
    one_of_these = {"properties": told}
    schema = {"allOf": [{"$ref": "#/components/schemas/Problem"}, one_of_these]}
    headers = dict(PROBLEM_HEADERS.get(status, {}))
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes if code in PROBLEMS}
    return {
        "description": "\n".join(f"- `{code}`: {title(code, language='en')}" for code in codes),
        "content": {"application/problem+json": {"schema": schema, **({"examples": examples} if examples else {})}},
        **({"headers": headers} if headers else {}),
    }


class BearerTokenScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "api.http.authentication.BearerToken"
    name = "bearer"

    def get_security_definition(self, auto_schema: SpectacularAutoSchema) -> dict[str, Any]:
        """The scheme."""
        return {"type": "http", "scheme": "bearer", "description": "`Authorization: Bearer jr_…`"}


class StrictSerializerSchema(OpenApiSerializerExtension):
    """Unknown fields are refused, and the document says so."""

    target_class = "api.forms.objects.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: SpectacularAutoSchema, direction: Any) -> dict[str, Any]:
        """The object, closed."""
        schema: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        fields = self.target.fields
        given = {name: _as_declared(each, fields[name]) for name, each in schema["properties"].items()}
        return {**schema, "properties": given, "additionalProperties": False}


def _as_declared(schema: Mapping[str, Any], field: Any) -> Schema:
    """A field without what drf-spectacular adds: an empty text as a second form, choices in the description."""
    first = schema["oneOf"][0] if getattr(field, "allow_blank", False) and "oneOf" in schema else schema
    return {**first, **({"description": str(field.help_text)} if field.help_text else {})}


class StrictStringSchema(OpenApiSerializerFieldExtension):
    """Texts without the characters that are refused."""

    target_class = "api.forms.fields.StrictString"

    def map_serializer_field(self, auto_schema: SpectacularAutoSchema, direction: Any) -> dict[str, Any]:
        """The text with its pattern."""
        schema = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        field = self.target
        # Null is added by drf-spectacular to what comes from here, and must not stand there twice.
        return {**schema, "type": "string", "pattern": text_pattern(multiline=field.multiline, blank=field.allow_blank)}
