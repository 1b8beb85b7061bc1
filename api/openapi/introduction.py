"""What the document says before its operations: introduction, server, and a text for each group of operations."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

INTRODUCTION: Final = Path(__file__).with_name("introduction.md").read_text(encoding="utf-8")
TAGS: Final[Mapping[str, str]] = {
    "games": "Open a game, read it and change it. A game shows its score, its current deal, and what comes `next`.",
    "reports": "Say what happened at the table: deals, cards, Weise, claims, signatures, corrections. There is no "
    "other way to write a game. The journal holds every report, in the order in which they came.",
    "deals": "Read deals: their tricks, scores and findings, and why a score is what it is.",
    "disputes": "Raise a dispute, speak about it, and decide it. The score follows from the ruling.",
    "tokens": "Hand out a token for each phone and each referee, and take it back.",
    "players": "Players that sit in several of your games. A game can also take plain names.",
    "rules": "Presets, names of cards, and what regulations say. All three are for the buttons of a pad.",
    "transfer": "Take a whole game from one service to another, or into an archive.",
    "service": "Is the service alive, and what can it do?",
}
"""What each group is for, in the order in which a reader needs them."""


def introduced(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:  # noqa: FBT001 - drf-spectacular calls hooks so
    """The document with its introduction. Its operations stand in the order of their groups."""
    order = list(TAGS)
    paths = sorted(result["paths"].items(), key=lambda each: order.index(_group(each[1])))
    return {
        **result,
        "info": {**result["info"], "summary": result["info"]["description"], "description": INTRODUCTION},
        "servers": [{"url": "/", "description": "This service"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": dict(paths),
    }


def _group(path: Mapping[str, Any]) -> str:
    """The group of the first operation of a path."""
    return str(next(iter(path.values()))["tags"][0])
