"""Giving a game up, and taking that back."""

from collections.abc import Iterable
from copy import copy
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import Game, GameStatus
from scoring.rules.guide import NOTHING_NEXT
from scoring.rules.record.refusals import Refused
from scoring.services.anew import Foreseen, foresee
from scoring.services.entries import enter, known_by, reused
from scoring.services.reports.calls import Author
from scoring.services.reports.effects import GAME_ENDED, GAME_REOPENED

ABANDON = "abandon"
"""The kind of journal entry that tells that a game was given up."""

RESUME = "resume"
"""The kind of journal entry that takes the newest `abandon` back."""


def is_given_up(kinds: Iterable[str]) -> bool:
    """Whether a journal with entries of these kinds, oldest first, is that of an abandoned game."""
    newest = ""
    for kind in kinds:
        newest = kind if kind in {ABANDON, RESUME} else newest
    return newest == ABANDON


def abandon_game(game: Game, *, reason: str, author: Author, now: datetime) -> Game:
    """Give a game up: nothing more is reported, what was reported stays. `game` is locked by the caller.

    Raises Refused: `game_over` where the game has ended or was given up before.
    """
    if game.status != GameStatus.PLAYING:
        raise Refused("game_over", abandoned=game.status == GameStatus.ABANDONED or None)
    enter(game, ABANDON, {"reason": reason}, author=author, now=now)
    game.status = GameStatus.ABANDONED
    game.next = dict(NOTHING_NEXT)
    game.save()
    return game


def resumed_before(game: Game, *, id_: UUID | None, reason: str | None) -> bool:
    """Whether this very call was made before; Refused (`id_reused`) where its id means something else."""
    known = known_by(game, id_)
    if known is not None and (known.kind != RESUME or known.payload != _payload(reason)):
        raise reused(id_)
    return known is not None


def resume_game(
    game: Game,
    *,
    reason: str | None,
    id_: UUID | None,
    author: Author,
    now: datetime,
    foreseen: Foreseen | None = None,
) -> list[dict[str, Any]]:
    """Take back that a game was given up, and answer the effects. `game` is locked by the caller.

    The game goes on where it was. A ruling may have ended it meanwhile; then it is finished. What the record comes to
    may have been `foreseen` by the same version.
    Raises Refused: `out_of_phase` where the game was not given up.
    """
    if game.status != GameStatus.ABANDONED:
        raise Refused("out_of_phase", expects=game.next["expects"])
    known = foreseen is not None and foreseen.holds(game, _resumed(game))
    record = foreseen if foreseen is not None and known else foresee_resumed(game)
    enter(game, RESUME, _payload(reason), author=author, now=now, id_=id_)
    record.write(game, now=now)
    if game.result is None:
        return [{"effect": GAME_REOPENED}]
    return [{"effect": GAME_ENDED, "result": game.result}]


def foresee_resumed(game: Game) -> Foreseen:
    """What the record of a game comes to once it goes on."""
    return foresee(game, _resumed(game), abandoned=False)


def _resumed(game: Game) -> Game:
    later = copy(game)
    later.version += 1
    return later


def _payload(reason: str | None) -> dict[str, Any]:
    return {} if reason is None else {"reason": reason}
