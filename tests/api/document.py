"""The published document as a judge: is an answer what it says, is a request?

The document leaves answers open, because clients tolerate members that they do not know. Here they are closed, so that
nothing is answered that the document does not tell.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from drf_spectacular.generators import SchemaGenerator
from openapi_schema_validator import OAS31Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.api.says import Json
from tests.api.table import API, Answer, Transport, _in_process

OPEN = re.compile(r".*(?:Shown|Exported)")
"""Schemas that others are put together from: closed where they are used, not by themselves."""


@dataclass(frozen=True)
class Operation:
    """One operation of the document, with the place where it stands."""

    path: str
    method: str
    says: Json

    @property
    def place(self) -> str:
        """The JSON Pointer to it."""
        return f"/paths/{_escaped(self.path)}/{self.method}"

    def response(self, status: str) -> tuple[str, Json]:
        """The place of the response with this status, and what it says; nothing where the document has none."""
        said = self.says["responses"].get(status, {})
        if "$ref" not in said:
            return f"{self.place}/responses/{status}", said
        place = said["$ref"].removeprefix("#")
        return place, document()["components"]["responses"][place.rpartition("/")[2]]

    def responses(self) -> Iterator[tuple[str, str, Json]]:
        """(status, place, what it says) of each response."""
        for status in self.says["responses"]:
            yield (status, *self.response(status))


@cache
def document() -> Json:
    """The document that the code makes now."""
    made: Json = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))
    return made


def operations() -> Iterator[Operation]:
    """All operations; there are some, so that no test walks over nothing."""
    paths = document()["paths"]
    assert paths
    for path, methods in paths.items():
        for method, says in methods.items():
            yield Operation(path, method, says)


def operation_of(method: str, path: str) -> Operation | None:
    """The operation that answers this request, None where the document has none."""
    found = [one for one in operations() if one.method == method.lower() and _pattern(one.path).fullmatch(path)]
    return found[0] if found else None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", template))


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")


# --- judging ---------------------------------------------------------------------------------------------------------


def faults(value: Any, place: str, *, closed: bool = False) -> list[str]:
    """What is wrong with a value by the schema at this place (a JSON Pointer) of the document."""
    judge = OAS31Validator(
        {"$ref": f"urn:document#{place}"},
        registry=_registry(closed=closed),
        format_checker=OAS31Validator.FORMAT_CHECKER,
    )
    return [f"{error.json_path}: {error.message[:300]}" for error in judge.iter_errors(value)]


@cache
def _registry(*, closed: bool) -> Registry[Any]:
    contents = _closed(document()) if closed else document()
    resource = DRAFT202012.create_resource(contents)
    registry: Registry[Any] = Registry().with_resource("urn:document", resource)
    return registry


def _closed(value: Any) -> Any:
    """The same, where every object with members of its own has no others."""
    if isinstance(value, list):
        return [_closed(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {name: inner if OPEN.fullmatch(name) else _closed(inner) for name, inner in value.items()}
    if "object" in value.get("type", ()) and "properties" in value and "additionalProperties" not in value:
        found["unevaluatedProperties"] = False
    return found


def judge(method: str, target: str, body: bytes | None, answer: Answer) -> None:
    """See that the answer is one that the document tells of, and that what was taken is what it asks for."""
    operation = operation_of(method, urlsplit(target).path)
    if operation is None:
        assert answer.status in {404, 405}, f"{method} {target} is not in the document"
        return
    place, said = operation.response(str(answer.status))
    assert said, f"{operation.path}: {answer.status} is not in the document: {answer.raw!r}"
    _judge_headers(said, answer.headers)
    _judge_body(place, said, answer)
    if body is not None and answer.status < 300:
        found = faults(json.loads(body), f"{operation.place}/requestBody/content/application~1json/schema")
        assert not found, f"taken, although the document refuses it: {found}"


def _judge_headers(said: Mapping[str, Any], headers: Mapping[str, str]) -> None:
    for name, header in said["headers"].items():
        told = document()["components"]["headers"][name] if "$ref" in header else header
        assert name.lower() in headers or not told.get("required"), f"{name} is missing"
    assert "etag" not in headers or "ETag" in said["headers"], "an ETag that the document does not tell"
    assert "location" not in headers or "Location" in said["headers"], "a Location that the document does not tell"


def _judge_body(place: str, said: Mapping[str, Any], answer: Answer) -> None:
    content = said.get("content", {})
    assert bool(content) == bool(answer.raw)
    if not content:
        return
    media_type, _, parameters = answer.headers["content-type"].partition("; ")
    assert parameters == ("charset=utf-8" if media_type.startswith("text/") else "")
    assert media_type in content, f"{place}: {media_type} is not in the document"
    said_in_it = answer.raw.decode() if media_type.startswith("text/") else answer.body
    found = faults(said_in_it, f"{place}/content/{_escaped(media_type)}/schema", closed=True)
    assert not found, f"{place}: {found}\n{answer.raw.decode()}"


def judged(transport: Transport = _in_process) -> Transport:
    """The same way to call, with every answer judged."""

    def send(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        answer = transport(method, path, body, headers)
        if path.startswith(API):
            judge(method, path, body, answer)
        return answer

    return send
