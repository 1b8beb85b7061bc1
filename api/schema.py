"""The OpenAPI document: what drf-spectacular reads from views and serializers, and what all of them have in common.

Every operation lists the problems that it can answer: those of every operation, those that follow from what it takes
(a token, a path, a body, a query), and those that the view declares in `problem_codes`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema as SpectacularAutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter

from api.codes import CODES
from scoring.wording import title

ALWAYS: Final = ("bad_request", "not_acceptable", "unknown_parameter", "server_error")
WITH_TOKEN: Final = ("not_authenticated",)
WITH_PATH: Final = ("not_found",)
WITH_QUERY: Final = ("invalid_value",)
WITH_BODY: Final = (
    "malformed_json",
    "too_large",
    "unsupported_media_type",
    "missing_field",
    "wrong_type",
    "invalid_value",
    "unknown_field",
)

ETAG: Final = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 201, 304], description="The version, as a strong tag."
)
LOCATION: Final = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201], description="The address of what was made."
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The tag that must still be the present one; else 412."
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="A tag the client has; 304 if it is the present one."
)

_STRING: Final = {"type": "string"}
_INTEGER: Final = {"type": "integer"}
_OBJECT: Final = {"type": "object", "additionalProperties": True}
MEMBERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "report": {**_INTEGER, "description": "The index of the report at fault."},
    "option": {**_STRING, "description": "The option of the rules meant."},
    "allowed": {"description": "What may stand there: values, or a range such as `1..20`."},
    "expects": {"type": "array", "items": _STRING, "description": "The kinds of report that are not out of phase."},
    "expected": {**_INTEGER, "description": "The sum that the points must make."},
    "expected_seat": {**_INTEGER, "description": "The seat whose turn it is."},
    "expected_dealer": {**_INTEGER, "description": "The seat that deals."},
    "expected_number": {**_INTEGER, "description": "The number of the trick that comes next."},
    "entitled": {"type": "array", "items": _INTEGER, "description": "The sides that may claim now."},
    "seat": {**_INTEGER, "description": "The seat concerned."},
    "side": {**_INTEGER, "description": "The side concerned."},
    "least": {**_INTEGER, "description": "The points that the record proves."},
    "trick": {"type": ["integer", "null"], "description": "The number of the trick concerned."},
    "card": {**_STRING, "description": "The card concerned."},
    "recorded": {"type": ["object", "null"], "additionalProperties": True, "description": "The entry on record."},
    "sent": {**_OBJECT, "description": "The report as it was sent."},
    "reports": {"type": "array", "items": {**_STRING, "format": "uuid"}, "description": "Later reports that conflict."},
    "current": {**_STRING, "format": "uuid", "description": "The id of the report that stands now."},
    "findings": {"type": "array", "items": _OBJECT, "description": "The new findings."},
    "failed": {"type": "array", "items": _STRING, "description": "The checks that do not hold."},
}
"""What may stand in a problem besides its fixed members, where the code calls for it."""

_BESIDE: Final = {name: dict(schema) for name, schema in MEMBERS.items()}
_COMPONENTS: Final[dict[str, Mapping[str, Any]]] = {
    "Fault": {
        "type": "object",
        "description": "One thing wrong with the request: a place in the body or a parameter of the query.",
        "required": ["code", "detail"],
        "properties": {
            "pointer": {**_STRING, "description": "JSON Pointer (RFC 6901) into the body; empty: all of it."},
            "parameter": {**_STRING, "description": "The parameter of the query."},
            "code": _STRING,
            "detail": _STRING,
            **_BESIDE,
        },
        "oneOf": [{"required": ["pointer"]}, {"required": ["parameter"]}],
    },
    "Problem": {
        "type": "object",
        "description": "An error (RFC 9457). Where `errors` stands, code, detail and facts are those of the first.",
        "required": ["type", "title", "status", "detail", "instance", "code"],
        "properties": {
            "type": {**_STRING, "format": "uri-reference", "description": "A page that explains the code."},
            "title": {**_STRING, "description": "The code in a few words, in the language of the answer."},
            "status": {**_INTEGER, "minimum": 400, "maximum": 599, "description": "The HTTP status."},
            "detail": {**_STRING, "description": "What is wrong in this case, in the language of the answer."},
            "instance": {**_STRING, "format": "uri", "description": "`urn:uuid:` and the X-Request-Id."},
            "code": {**_STRING, "description": "Stable, never translated."},
            "errors": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Fault"}},
            **_BESIDE,
        },
    },
}
_REQUEST_ID: Final = {
    "description": "The id of the request: the one sent in this header if that was a UUID, else a new one.",
    "schema": {**_STRING, "format": "uuid"},
}


def named(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that stands in the document once, under this name; answers the reference to it."""
    _COMPONENTS[name] = schema
    return {"$ref": f"#/components/schemas/{name}"}


def answers(name: str, *, item: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a list in its envelope."""
    link = {"type": ["string", "null"], "format": "uri"}
    envelope = {
        "type": "object",
        "required": ["results", "next", "previous"],
        "properties": {"results": {"type": "array", "items": dict(item)}, "next": link, "previous": link},
    }
    return named(name, envelope)


class AutoSchema(SpectacularAutoSchema):
    """One operation of a view."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation, with what all of them have."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for name, schema in _COMPONENTS.items():
            self._component("schemas", name, schema)
        self._component("headers", "X-Request-Id", _REQUEST_ID)
        for response in operation["responses"].values():
            response.setdefault("headers", {})["X-Request-Id"] = {"$ref": "#/components/headers/X-Request-Id"}
        return operation

    def get_override_parameters(self) -> list[Any]:
        """The query parameters that the view declares for the method."""
        declared = getattr(self.view, "parameters", {}).get(self.method.lower(), ())
        return [
            OpenApiParameter(each.name, each.schema, description=each.about, default=each.default) for each in declared
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
        view = self.view
        return (
            *ALWAYS,
            *(WITH_TOKEN if view.get_authenticators() else ()),
            *(WITH_PATH if "{" in self.path else ()),
            *(WITH_QUERY if getattr(view, "parameters", {}).get(method) else ()),
            *(WITH_BODY if self._get_request_body() else ()),  # type: ignore[no-untyped-call]
            *getattr(view, "problem_codes", {}).get(method, ()),
        )

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


def _problem_response(status: int, codes: list[str]) -> dict[str, Any]:
    one_of_these = {"properties": {"status": {"const": status}, "code": {"enum": codes}}}
    schema = {"allOf": [{"$ref": "#/components/schemas/Problem"}, one_of_these]}
    return {
        "description": "\n".join(f"- `{code}`: {title(code, language='en')}" for code in codes),
        "content": {"application/problem+json": {"schema": schema}},
    }


class BearerTokenScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "api.authentication.BearerToken"
    name = "bearer"

    def get_security_definition(self, auto_schema: SpectacularAutoSchema) -> dict[str, Any]:
        """The scheme."""
        return {"type": "http", "scheme": "bearer", "description": "`Authorization: Bearer jr_…`"}


class StrictSerializerSchema(OpenApiSerializerExtension):
    """Unknown fields are refused, and the document says so."""

    target_class = "api.serializers_base.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: SpectacularAutoSchema, direction: Any) -> dict[str, Any]:
        """The object, closed."""
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        return {**schema, "additionalProperties": False}


class StrictStringSchema(OpenApiSerializerFieldExtension):
    """Texts without the characters that are refused."""

    target_class = "api.fields.StrictString"

    def map_serializer_field(self, auto_schema: SpectacularAutoSchema, direction: Any) -> dict[str, Any]:
        """The text with its pattern."""
        schema = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        field = self.target
        controls = r"\u0000-\u0008\u000b\u000c\u000e-\u001f" if field.multiline else r"\u0000-\u001f\u2028\u2029"
        refused = controls + r"\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
        some = "" if field.allow_blank else rf"[^\s{refused}]"
        return {**schema, "pattern": rf"^[^{refused}]*{some}[^{refused}]*$"}
