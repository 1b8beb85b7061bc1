"""The OpenAPI document: how drf-spectacular reads the views and serializers.

Every operation lists the problems that it can answer. Some come with every operation, some follow from what the
operation takes (a token, a path, a body, a query), and the view declares the rest in `problem_codes`.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

import uritemplate
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema as SpectacularAutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter

from api.openapi.components import components
from api.openapi.examples import PROBLEMS
from api.openapi.parameters import PATHS
from api.openapi.problems import REQUEST_ID, problem_responses, shared_responses
from api.openapi.types import UUID, Schema, text_pattern
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
_REQUEST_ID: Final = {
    "description": "The id of the request: the one sent in this header if that was a UUID, else a new one.",
    "required": True,
    "schema": UUID,
}


HOW_TO_AUTHENTICATE: Final = """\
`Authorization: Bearer jr_…`

| role | gets its token from | may |
|---|---|---|
| organizer | `python manage.py api_token <name>`, or the review desk | open games and hand out tokens |
| referee | `hand_out_token` | see everything of a game, correct and rule |
| scorer | `hand_out_token` | report for every seat |
| player | `hand_out_token` | report for one seat, and see its secrets |

Public games can be read without a token. `GET /me` says what a token is and may do.
"""
SUMMARIES: Final[Mapping[str, str]] = {
    "list_disputes_of_game": "List disputes of a game",
    "appeal": "Appeal against a decision",
    "me": "Read your token",
    "revoke_me": "Return your token",
    "presets": "List presets",
    "decks": "List decks",
    "catalogues": "List catalogues",
    "export_schema": "Schema of an exported game",
    "schema": "This document",
    "live": "Is it alive?",
    "ready": "Is it ready?",
}
"""What an operation does in a few words, where its name alone does not say it."""


class AutoSchema(SpectacularAutoSchema):
    """One operation of a view.

    Besides what ApiView declares, a view may have `links`: by method, the operations that an answer leads to.
    """

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation, with what all of them have."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for name, schema in components().items():
            self._component("schemas", name, schema)
        for code, problem in PROBLEMS.items():
            self._component("examples", code, {"summary": title(code, language="en"), "value": problem})
        for name, response in shared_responses().items():
            self._component("responses", name, response)
        self._component("headers", "X-Request-Id", _REQUEST_ID)
        said = self.get_description().partition(".")[0].replace("\n", " ")
        links = getattr(self.view, "links", {}).get(self.method.lower(), {})
        for status, response in operation["responses"].items():
            if "$ref" in response:
                continue
            response.setdefault("headers", {}).update(REQUEST_ID)
            response["description"] = response["description"] or said
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
        """A few words for lists of operations: its own, else its name as words."""
        name = self.get_operation_id()
        return SUMMARIES.get(name, name.replace("_", " ").capitalize())

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
        # The method of drf-spectacular has no annotations.
        body: dict[str, Any] | None = super()._get_request_body(direction)  # type: ignore[no-untyped-call]  # no types there
        return body and {**body, "required": True}

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        responses: dict[str, Any] = super()._get_response_bodies(direction)
        return {**responses, **problem_responses(self.problem_codes())}

    def _component(self, kind: str, name: str, schema: Mapping[str, Any]) -> None:
        self.registry.register_on_missing(
            ResolvedComponent(name=name, type=kind, schema=deepcopy(dict(schema)), object=name)
        )


class BearerTokenScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "api.http.authentication.BearerToken"
    name = "bearer"

    def get_security_definition(self, auto_schema: SpectacularAutoSchema) -> dict[str, Any]:
        """The scheme."""
        return {"type": "http", "scheme": "bearer", "description": HOW_TO_AUTHENTICATE}


class StrictSerializerSchema(OpenApiSerializerExtension):
    """Unknown fields are refused, and the document says so."""

    target_class = "api.forms.objects.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: SpectacularAutoSchema, direction: Any) -> dict[str, Any]:
        """The object, closed."""
        # An extension has no public way to the mapping that it extends.
        schema: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001 - what its guide tells extensions to call
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
        # An extension has no public way to the mapping that it extends.
        schema = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)  # noqa: SLF001 - as above
        field = self.target
        # Null is added by drf-spectacular to what comes from here, and must not stand there twice.
        return {**schema, "type": "string", "pattern": text_pattern(multiline=field.multiline, blank=field.allow_blank)}
