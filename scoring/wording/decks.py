"""The names of suits, ranks, cards and modes, per deck and language, from decks.json (R-2, R-50).

Every deck has the same codes; only the names differ. A name can have another form inside the name of
a card: "Eicheln", but "Eichel-Under". The file has these forms in `suits_in_card` and
`ranks_in_card`. `letters` has the letter printed on a card if it is not the letter of its code:
a queen is D in German and Q in English.
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
    """Return all decks as GET /decks shows them. A game may choose a `selectable` one."""
    return [
        {
            "deck": entry["deck"],
            "selectable": entry["selectable"],
            "languages": {language: _names(names) for language, names in entry["languages"].items()},
        }
        for entry in json.loads(FILE.read_text(encoding="utf-8"))
    ]


def deck_names(deck: str, *, language: str) -> Mapping[str, Mapping[str, str]]:
    """Return names by code for `suits`, `ranks`, `cards`, `modes`; English is the fallback."""
    languages = next(entry["languages"] for entry in decks() if entry["deck"] == deck)
    names: Mapping[str, Mapping[str, str]] = languages.get(language) or languages[FALLBACK]
    return names


def rank_letter(rank: str, *, deck: str, language: str) -> str:
    """Return the letter printed on a card for its rank; it may depend on the language."""
    letters = _letters()[deck]
    return (letters.get(language) or letters[FALLBACK]).get(rank, rank)


@cache
def _letters() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return {
        entry["deck"]: {language: names.get("letters", {}) for language, names in entry["languages"].items()}
        for entry in json.loads(FILE.read_text(encoding="utf-8"))
    }


def deck_of(variant: str, *, deck: str) -> str:
    """Return the deck that names a game's cards: the variant's own pack if it has one (R-50)."""
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
