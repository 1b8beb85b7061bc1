"""Schieber, a whole game: R-5, R-20 and R-28 to R-34, told as an ordered list of table events.

An event is a dict: {"kind": "deal"}, {"kind": "push"}, {"kind": "announce", "mode"}, {"kind": "weis", "seat", "cards"},
{"kind": "stoeck", "seat"}, {"kind": "trick", "cards"}, {"kind": "play", "card"}, {"kind": "claim", "side"},
{"kind": "confirm", "side"}.

What is reported is taken to be true, and the cards to be lawfully played: nothing of that is checked here.
A trick names all four cards; where some of them lie already, it completes the running trick.
"""

from collections.abc import Mapping
from typing import Any

from tests.oracle.cards import legal, trick_points, trick_winner
from tests.oracle.events import RECORD, REFUSALS
from tests.oracle.presets import OPTIONS, options_of
from tests.oracle.scores import score_deal
from tests.oracle.standing import new_game, result_of
from tests.oracle.weis import weis_beats, weis_value, weise_overlap, weise_that_count

__all__ = [
    "OPTIONS",
    "apply",
    "legal",
    "new_game",
    "options_of",
    "play_game",
    "result_of",
    "score_deal",
    "trick_points",
    "trick_winner",
    "weis_beats",
    "weis_value",
    "weise_overlap",
    "weise_that_count",
]

Game = dict[str, Any]
Event = Mapping[str, Any]
Options = Mapping[str, Any]


def play_game(
    script: list[dict[str, Any]], options: Options, first_dealer: int, *, before: dict[int, int] | None = None
) -> dict[str, Any]:
    """The whole game: each event is accepted or refused in its turn, then all is counted.

    `before` are totals that the sides bring along; without it they begin at nothing, as every real game does.
    """
    game = new_game(options, first_dealer, before=before)
    outcomes = [apply(game, event) for event in script]
    return {**result_of(game), "events": outcomes}


def apply(game: Game, event: Event) -> dict[str, Any]:
    """One event: recorded, or refused with a code.

    `reasons` holds every code that speaks against it; `code` is the first of them. Where there are several, the
    rules do not say which one is told.
    """
    reasons = REFUSALS[event["kind"]](game, event)
    if reasons:
        return {"accepted": False, "code": reasons[0], "reasons": reasons}
    RECORD[event["kind"]](game, event)
    return {"accepted": True, "code": None, "reasons": []}
