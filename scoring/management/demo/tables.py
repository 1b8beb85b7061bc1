"""The stories of the demo's tables of other variants: a small file each, beside this module."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

from scoring.management.demo.story import GAME, Said

FOLDER: Final = Path(__file__).parent
FILES: Final = ("differenzler.json", "eidex.json")


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A game of another variant: its name, the request that opens it, and its reports in order."""

    id: UUID
    name: str
    opening: Said
    reports: tuple[Said, ...]


def other_tables() -> Iterator[OtherTable]:
    """Return the tables in order. Their ids, and those of their reports, are always the same."""
    for name in FILES:
        yield _table(json.loads((FOLDER / name).read_text(encoding="utf-8")))


def _table(told: dict[str, Any]) -> OtherTable:
    id_ = uuid5(GAME, told["opening"]["variant"])
    opening = {"id": str(id_), "deck": "swiss", "public": True, "label": f"Demo, {told['name']}", **told["opening"]}
    reports = ({"id": str(uuid5(id_, str(place))), **said} for place, said in enumerate(told["reports"], start=1))
    return OtherTable(id_, told["name"], opening, tuple(reports))
