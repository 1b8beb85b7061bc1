"""How a field of a report looks in JSON: declared beside the field, read by the codec and the OpenAPI document."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Wire:
    """How a field looks in JSON. `type` names the reader in readers.py; the bounds are inclusive."""

    type: str
    required: bool = False
    low: int | None = None
    high: int | None = None
    about: str = ""


def wire(type_: str, *, required: bool = False, low: int | None = None, high: int | None = None, about: str) -> Any:
    """A dataclass field with its wire type; optional fields are None when left out."""
    spec = Wire(type=type_, required=required, low=low, high=high, about=about)
    if required:
        return field(metadata={"wire": spec})
    return field(default=None, metadata={"wire": spec})
