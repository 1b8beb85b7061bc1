"""The examples of the document: requests as clients send them, and what the service answered them.

They stand in examples.json. A test plays them through the API, so they are true.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]

_ALL: Final[Mapping[str, Json]] = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))

OPENING: Final[Json] = _ALL["opening"]
"""A request to open a game."""

REPORTS: Final[Mapping[str, Json]] = _ALL["reports"]
"""A report of each kind."""

CALLS: Final[Mapping[str, Json]] = _ALL["calls"]
"""Calls with reports, each with a `summary` and its `request`."""

ANSWERS: Final[Mapping[str, Json]] = _ALL["answers"]
"""What the service answers, by name."""

DISPUTES: Final[Mapping[str, Json]] = _ALL["disputes"]
"""Requests about a dispute, by what they do."""

PROBLEMS: Final[Mapping[str, Json]] = _ALL["problems"]
"""Errors by their codes."""
