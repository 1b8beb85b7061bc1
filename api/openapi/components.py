"""The schemas that stand in the OpenAPI document under a name, each of them once."""

from collections.abc import Mapping
from typing import Any, Final

from api.openapi.types import STRING, Schema, array, nullable, object_schema, union

_COMPONENTS: Final[dict[str, Mapping[str, Any]]] = {}


def named(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that stands in the document once, under this name; answers the reference to it."""
    if _COMPONENTS.setdefault(name, schema) != schema:
        raise ValueError(f"the document has another {name} already")
    return {"$ref": f"#/components/schemas/{name}"}


def components() -> Mapping[str, Mapping[str, Any]]:
    """The schemas that stand in the document under their names."""
    return _COMPONENTS


def in_envelope(name: str, kinds: Mapping[str, str], *, envelope: Schema, text: str) -> dict[str, Any]:
    """The schema of a report or entry of any kind with what stands around it; `kind` tells which one it is.

    `kinds` has the schema of the content by its kind. Each kind has a plain form of its own, such as
    `TrickRecordedLine`. One `allOf` around the union of all kinds would be shorter, but then no generator can narrow
    it by `kind`.
    """
    for kind, content in kinds.items():
        named(kind.title() + name, _merged(envelope, _COMPONENTS[content]))
    return named(name, {**union({kind: kind.title() + name for kind in kinds}, by="kind"), "description": text})


def _merged(envelope: Mapping[str, Any], content: Mapping[str, Any]) -> Schema:
    """One object with the members of both."""
    required = [*envelope.get("required", ()), *content.get("required", ())]
    return {**content, "required": required, "properties": {**envelope["properties"], **content["properties"]}}


def answers(name: str, *, item: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a list in its envelope."""
    link = nullable({**STRING, "format": "uri"})
    return named(name, object_schema({"results": array(dict(item)), "next": link, "previous": link}))
