"""The schemas that stand in the OpenAPI document under a name, each of them once."""

from collections.abc import Mapping
from typing import Any, Final

from api.openapi.types import STRING, array, nullable, object_schema

_COMPONENTS: Final[dict[str, Mapping[str, Any]]] = {}


def named(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that stands in the document once, under this name; answers the reference to it."""
    if _COMPONENTS.setdefault(name, schema) != schema:
        raise ValueError(f"the document has another {name} already")
    return {"$ref": f"#/components/schemas/{name}"}


def components() -> Mapping[str, Mapping[str, Any]]:
    """The schemas that stand in the document under their names."""
    return _COMPONENTS


def answers(name: str, *, item: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a list in its envelope."""
    link = nullable({**STRING, "format": "uri"})
    return named(name, object_schema({"results": array(dict(item)), "next": link, "previous": link}))
