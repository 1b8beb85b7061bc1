"""Judging before the lock: what is dear is worked out by one state of the record, and written if that still stands."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar
from uuid import UUID

from django.db import transaction

from scoring.models import Game
from scoring.selectors import games
from scoring.selectors.reports import Named, named

TRIES: Final = 2
"""How often a call is judged ahead. At a table where others write all the time it is then judged under the lock."""

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Judgement(Generic[T_co]):
    """What a call comes to by a version of the game: `finish` writes what follows, and answers.

    `known` has what was on record under each of these ids, None where nothing was. It may have changed without a new
    version: a second device's id of a report is kept as another name.
    """

    game: Game
    version: int
    finish: Callable[[], T_co]
    known: Mapping[UUID, Named | None] = field(default_factory=dict)

    def then(self, tell: Callable[[T_co], U]) -> "Judgement[U]":
        """The same, answered otherwise."""
        return Judgement(self.game, self.version, lambda: tell(self.finish()), self.known)

    def holds(self) -> bool:
        """Lock the game, and say whether it is as it was judged."""
        found = Game.objects.select_for_update().filter(pk=self.game.pk).values_list("version", flat=True)
        if list(found) != [self.version]:
            return False
        on_record = named(self.game, self.known)
        return all(on_record.get(id_) == before for id_, before in self.known.items())


def record(
    game_id: UUID, judge: Callable[[Game | None], Judgement[T_co]], *, ahead: bool, ids: Collection[UUID] = ()
) -> T_co:
    """Judge a call and write what follows in one transaction, under the lock of the game.

    `judge` gets the game, None where there is none, and may raise. `ahead` asks for it to be judged before the lock is
    taken: a report of another table, and on SQLite of any other table, must not wait for what is dear. `ids` are of the
    reports that the call names; they are read with the game.
    """
    for _ in range(TRIES if ahead else 0):
        with games.reading():
            judgement = judge(games.unlocked(game_id, ids=ids))
        with transaction.atomic():
            if judgement.holds():
                return judgement.finish()
    with transaction.atomic():
        return judge(games.locked(game_id, ids=ids)).finish()
