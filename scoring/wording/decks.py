"""The names of suits, ranks, cards and modes, per deck and language, from decks.json (R-2, R-50).

Codes are the same for every deck; only the names differ. Where a name is written otherwise inside the name of a card
("Eicheln", but "Eichel-Under"), the file says so in `suits_in_card` and `ranks_in_card`. `letters` is what stands on a
card for its rank where that is not the letter of its code: a queen is D in German and Q in English.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from scoring.wording.catalogue import FALLBACK

FILE: Final = Path(__file__).parent / "decks.json"
MODE_OF_SUIT: Final[Mapping[str, str]] = {"E": "eicheln", "R": "rosen", "S": "schilten", "B": "schellen"}


@cache
def decks() -> list[dict[str, Any]]:
    """All decks whole, as GET /decks answers them; `selectable` ones may stand in a game's `deck`."""
    return [
        {
            "deck": entry["deck"],
            "selectable": entry["selectable"],
            "languages": {language: _names(names) for language, names in entry["languages"].items()},
        }
        for entry in json.loads(FILE.read_text(encoding="utf-8"))
    ]


def deck_names(deck: str, *, language: str) -> Mapping[str, Mapping[str, str]]:
    """The names of `suits`, `ranks`, `cards` and `modes` by their codes, in English where the language is not known."""
    languages = next(entry["languages"] for entry in decks() if entry["deck"] == deck)
    names: Mapping[str, Mapping[str, str]] = languages.get(language) or languages[FALLBACK]
    return names


def rank_letter(rank: str, *, deck: str, language: str) -> str:
    """What stands on a card for its rank, the letters of a French deck in the reader's language."""
    letters = _letters()[deck]
    return (letters.get(language) or letters[FALLBACK]).get(rank, rank)


@cache
def _letters() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return {
        entry["deck"]: {language: names.get("letters", {}) for language, names in entry["languages"].items()}
        for entry in json.loads(FILE.read_text(encoding="utf-8"))
    }


def deck_of(variant: str, *, deck: str) -> str:
    """The deck whose names a game is told in: that of the variant where it has a pack of its own (R-50)."""
    return variant if any(entry["deck"] == variant for entry in decks()) else deck


def _names(entry: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    suits, ranks = entry["suits"], entry["ranks"]
    in_card, rank_in_card = entry.get("suits_in_card", suits), entry.get("ranks_in_card", ranks)
    return {
        "suits": suits,
        "ranks": ranks,
        "cards": {
            suit + rank: entry["card"].format(suit=in_card[suit], rank=rank_in_card[rank])
            for suit in suits
            for rank in ranks
        },
        "modes": {**{MODE_OF_SUIT[suit]: name for suit, name in suits.items()}, **entry["modes"]},
    }
