"""What a client sends."""

from typing import Any
from uuid import uuid4

from benchmarks.deals import Played
from scoring.rules.pack.cards import notation

GAME = {
    "variant": "schieber",
    "players": ["Anna", "Beat", "Chiara", "Dario"],
    "rules": {"target": 1_000_000},  # nobody reaches it
}


def opening(deal: Played) -> list[dict[str, Any]]:
    """The reports before the first trick."""
    return [
        {"id": str(uuid4()), "kind": "deal"},
        {"id": str(uuid4()), "kind": "announce", "mode": deal.mode.name},
    ]


def reports(deal: Played) -> list[dict[str, Any]]:
    """The nine tricks."""
    return [
        {"id": str(uuid4()), "kind": "trick", "number": number, "cards": [notation(card) for card in cards]}
        for number, cards in enumerate(deal.tricks, start=1)
    ]
