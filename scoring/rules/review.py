"""Reading a whole record from its first line: for a review, a rebuild and an import."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules.position import Game
from scoring.rules.reading import Misfit
from scoring.rules.record.decisions import DisputeStep
from scoring.rules.record.entries import Entry, Unit, standing, unit_of
from scoring.rules.record.kinds import Confirmed, Corrected, Incident
from scoring.rules.referee import Referee
from scoring.rules.rulings.disputes import RAISED
from scoring.rules.scoring.carry import Carry


def read_whole(
    game: Game, entries: Iterable[Entry], *, version: int, names: Mapping[str, str] | None = None
) -> Referee:
    """A referee who has read all of a record (oldest entry first), whose newest line of any kind is `version`.

    Never raises for a record that can be stored: `misfits` has the lines that do not fit. `names` has the id on record
    for each other name.
    """
    return Referee(game, game.start, standing(entries), version=version, names=dict(names or {}))


def misbound(game: Game, entries: Iterable[Entry], *, names: Mapping[str, str] | None = None) -> Iterator[Entry]:
    """The entries of a record that are about something else than they were about when they were accepted.

    What an entry is about is found out from what stood before it. The later steps of a dispute are left out: they are
    about what the dispute is about, which `Docket` checks.
    """
    journal = list(entries)
    if not any(_binds(entry) for entry in journal):
        return
    reading = read_whole(game, (), version=0, names=names)
    units: dict[int, Unit] = {}
    behind = False  # whether something was taken back since the reading was made
    for entry in journal:
        # A ruling keeps what it is about: its number may mean another deal after a later correction.
        bare = replace(entry, about=()) if _binds(entry) else entry
        before = units.get(entry.root)
        units[entry.root] = unit_of(bare, before=before)
        if not behind and before is None:
            reading.read_on(units[entry.root])
        elif _binds(entry):
            reading.units, behind = list(units.values()), False
            reading.read()
        else:
            behind = True
        if _binds(entry):
            units[entry.root] = unit_of(entry, before=before)
            if reading.bound(bare).about != entry.about:
                behind = True
                yield entry


def _binds(entry: Entry) -> bool:
    """Whether it holds a report that is bound by what stands before it."""
    report = entry.said.report
    reports = [said.report for said in report.replacement] if isinstance(report, Corrected) else [report]
    return any(
        isinstance(one, Confirmed | Incident) or (isinstance(one, DisputeStep) and one.step == RAISED)
        for one in reports
    )


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
