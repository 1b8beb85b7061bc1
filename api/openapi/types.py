"""Short forms of JSON Schema, and the values that stand in many places of the document."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

Schema: TypeAlias = dict[str, Any]

BOOLEAN: Final[Schema] = {"type": "boolean"}
STRING: Final[Schema] = {"type": "string"}
UUID: Final[Schema] = {"type": "string", "format": "uuid"}
MOMENT: Final[Schema] = {"type": "string", "format": "date-time"}

_TURNING: Final = r"\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_UNSEEN: Final = (
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u206a-\u206f\u3164"
    r"\ufdd0-\ufdef\uffa0\ufff0-\ufffb\ufffe\uffff"
)
_JOINING: Final = r"\u200c\u200d\ufe00-\ufe0f"
_NOT_IN_A_LINE: Final = r"\u0000-\u001f\u2028\u2029" + _TURNING + _UNSEEN
_NOT_IN_A_TEXT: Final = r"\u0000-\u0008\u000b\u000c\u000e-\u001f" + _TURNING


def integer_schema(low: int | None = None, high: int | None = None) -> Schema:
    """An integer between these bounds, both ends included."""
    bounds = {name: bound for name, bound in (("minimum", low), ("maximum", high)) if bound is not None}
    return {"type": "integer", **bounds}


def enum_schema(words: Iterable[str]) -> Schema:
    """A string that is one of these words."""
    return {"type": "string", "enum": list(words)}


def text_pattern(*, multiline: bool, blank: bool) -> str:
    """What a text looks like that reads as it is written: of one line or several, and `blank` or not."""
    refused = _NOT_IN_A_TEXT if multiline else _NOT_IN_A_LINE
    return rf"^[^{refused}]*$" if blank else rf"^[^{refused}]*[^\s{_JOINING}{refused}][^{refused}]*$"


def array(items: Schema, low: int = 0, high: int | None = None, *, unique: bool = False) -> Schema:
    """A list of so many of these."""
    bounds = {name: bound for name, bound in (("minItems", low or None), ("maxItems", high)) if bound is not None}
    return {"type": "array", "items": items, **bounds, **({"uniqueItems": True} if unique else {})}


def object_schema(properties: Mapping[str, Schema], *, optional: Sequence[str] = (), closed: bool = False) -> Schema:
    """An object with these members, all of them required but the optional ones; `closed` refuses any other."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        **({"required": required} if required else {}),
        "properties": dict(properties),
        **({"additionalProperties": False} if closed else {}),
    }


def ref(name: str) -> Schema:
    """The schema that stands in the document under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def any_of(names: Iterable[str]) -> Schema:
    """One of the schemas of these names at least; where there is only one, that."""
    refs = [ref(name) for name in names]
    return refs[0] if len(refs) == 1 else {"anyOf": refs}


def union(names: Mapping[str, str], *, by: str) -> Schema:
    """Exactly one of the schemas of these names; the member `by` tells by its word which."""
    refs = {word: ref(name) for word, name in names.items()}
    mapping = {word: each["$ref"] for word, each in refs.items()}
    return {"oneOf": list(refs.values()), "discriminator": {"propertyName": by, "mapping": mapping}}


def about(schema: Mapping[str, Any], text: str) -> Schema:
    """The same, with what it means in this place."""
    return {**schema, "description": text}


def nullable(schema: Mapping[str, Any]) -> Schema:
    """The same, or null."""
    kind = schema.get("type")
    if isinstance(kind, list):
        return dict(schema)
    if kind is None or "const" in schema:
        said = {name: value for name, value in schema.items() if name == "description"}
        rest = {name: value for name, value in schema.items() if name != "description"}
        return {"oneOf": [rest, {"type": "null"}], **said}
    choices = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [kind, "null"], **choices}
