"""How much a deal takes of what a table may report without end.

Each call reads the current deal's part of the journal. Without a bound, 12,000 incidents in one deal would make each
later report of that table slow.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from scoring.models import Game, Report
from scoring.rules.record.entries import Entry, Unit
from scoring.rules.record.kinds import Corrected, DealOpened, Incident, Said, WeisShown
from scoring.rules.record.refusals import Refused

MOST: Final[Mapping[str, int]] = {Incident.kind: 100, WeisShown.kind: 50}
"""How many entries of a kind one deal takes. A real table has a handful of incidents and at most a dozen Weise."""


def check_amounts(game: Game, reports: Sequence[Report], heard: Sequence[Entry | Unit]) -> None:
    """Refuse a call that gives a deal too many entries of a kind.

    `reports` is the journal from some deal on, and `heard` is what became of the reports of this call. What was taken
    back or corrected counts as well, because it is read as well. Raises Refused("too_much_at_once").
    """
    opened = game.current_deal.opened if game.current_deal else 0
    taken = Counter(kind for row in reports if row.root >= opened for kind in _kinds_on_record(row))
    for index, entry in enumerate(heard):
        if not isinstance(entry, Entry):
            continue
        if entry.said.report.kind == DealOpened.kind:
            taken.clear()
        for kind in _kinds(entry.said):
            taken[kind] += 1
            if taken[kind] > MOST[kind]:
                raise Refused("too_much_at_once", report=index, kind=kind, most=MOST[kind])


def _kinds_on_record(row: Report) -> list[str]:
    """The kinds with a bound that a row of the journal brings; a correction brings those of its replacement."""
    if row.kind != Corrected.kind:
        return [row.kind] if row.kind in MOST else []
    told = row.payload["replacement"]
    return [one["kind"] for one in (told if isinstance(told, list) else [told]) if one["kind"] in MOST]


def _kinds(said: Said) -> list[str]:
    """The kinds with a bound that a report brings."""
    report = said.report
    brought = [one.report for one in report.replacement] if isinstance(report, Corrected) else [report]
    return [one.kind for one in brought if one.kind in MOST]
