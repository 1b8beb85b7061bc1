"""Reading a whole record from its first line: for a review, a rebuild and an import."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.position import Game
from scoring.rules.reading import Misfit
from scoring.rules.record.entries import Entry, standing
from scoring.rules.referee import Referee
from scoring.rules.scoring.carry import Carry


def read_whole(
    game: Game, entries: Iterable[Entry], *, version: int, names: Mapping[str, str] | None = None
) -> Referee:
    """A referee who has read all of a record (oldest entry first), whose newest line of any kind is `version`.

    Never raises for a record that can be stored: `misfits` has the lines that do not fit. `names` has the id on record
    for each other name.
    """
    return Referee(game, game.start, standing(entries), version=version, names=dict(names or {}))


@dataclass(frozen=True, slots=True)
class Review:
    """A whole record, read: the sheets of all deals, what the sides have, how it ended, and lines that do not fit."""

    sheets: tuple[dict[str, Any], ...]
    carries: tuple[Carry, ...]
    totals: tuple[int, ...]
    result: dict[str, Any] | None
    expects: tuple[str, ...]
    turn: int | None
    misfits: tuple[Misfit, ...]


def review(game: Game, entries: Iterable[Entry]) -> Review:
    """Read a record from its first line (oldest entry first). Never raises for a record that can be stored."""
    journal = list(entries)
    referee = read_whole(game, journal, version=len(journal))
    return Review(
        sheets=tuple(referee.sheet(deal) for deal in referee.deals),
        carries=tuple(deal.carry for deal in referee.deals),
        totals=referee.totals,
        result=referee.result,
        expects=tuple(referee.expects),
        turn=referee.turn,
        misfits=tuple(referee.misfits),
    )
