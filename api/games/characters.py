"""The characters with which a game of Cosmic Eidex is opened (R-55): read strictly, kept, and not played yet."""

from typing import Any

from api.problems.faults import RequestFault
from scoring.rules.options.declared import GameOptions
from scoring.rules.pack.cards import NotACard, card, notation


def characters_of(given: Any, *, options: GameOptions, seats: int, faults: list[RequestFault]) -> tuple[str, ...]:
    """The card of each seat's character, in order of play; empty where none are given. The faults are added."""
    if not isinstance(given, list):
        return ()  # left out, or told already
    if not getattr(options, "characters", False):
        faults.append(RequestFault("not_in_these_rules", params={"option": "characters"}).under("characters"))
        return ()
    if len(given) != seats:
        faults.append(RequestFault("invalid_value", params={"items": seats}).under("characters"))
        return ()
    found: list[str] = []
    for index, one in enumerate(given):
        drawn = _card(one)
        if isinstance(drawn, RequestFault):
            faults.append(drawn.under("characters", index))
        elif drawn in found:
            faults.append(RequestFault("invalid_value", params={"twice": True}).under("characters", index))
        else:
            found.append(drawn)
    return tuple(found)


def _card(given: Any) -> str | RequestFault:
    if not isinstance(given, str):
        return RequestFault("wrong_type", params={"expected": "string"})
    try:
        return notation(card(given))
    except NotACard:
        return RequestFault("not_a_card", params={"value": given[:40]})
