"""The lines of the journal, and what stands of them.

An `Entry` is one line of the append-only journal. A retraction or a correction never changes an earlier line. It is a
new line at the same *place* (`root`). What stands is a list of `Unit`s, one for each place.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from scoring.rules.record.kinds import BESIDE_THE_TABLE, Corrected, DealOpened, Retracted, Said


@dataclass(frozen=True, slots=True)
class Sent:
    """One report as a client sent it: what it says, the id that it is to have on record, and when it happened.

    The id is None where the client chose none. It gets one before the referee hears it.
    """

    id: UUID | None
    said: Said
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal as the rules see it.

    `root` is the seq of the place it stands at: its own, or that of the report whose place it took. `replaces` is the
    seq of the entry that stood there before it, None for a new fact.
    """

    # A place is the seq of the first entry there, and every later one at that place names it directly. Example: 7
    # corrects 3, then 9 corrects 7; both have the root 3. So the order of the places is the order of the game,
    # "from the second deal on" is one comparison in SQL, and nobody walks a chain of corrections.

    seq: int
    id: str
    said: Said
    root: int
    replaces: int | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands at one place of the record: the entry that stands there now, and what it says happened.

    `said` is empty where the report was retracted; the unit stays, so that its place and id are known. `changed` is the
    seq of the newest entry at this place that changed what a signature is for, 0 where none did.
    """

    root: int
    seq: int
    id: str
    said: tuple[Said, ...]
    changed: int


def unit_of(entry: Entry, *, before: Unit | None = None) -> Unit:
    """The unit that an entry puts at its place, after `before`: itself, its replacement, or nothing."""
    report = entry.said.report
    if isinstance(report, Retracted):
        said: tuple[Said, ...] = ()
    elif isinstance(report, Corrected):
        said = tuple(replace(one, as_played=entry.said.as_played) for one in report.replacement)
    else:
        said = (entry.said,)
    changed = entry.seq if _changes_a_deal(said, before) else before.changed if before else 0
    return Unit(entry.root, entry.seq, entry.id, said, changed)


def _changes_a_deal(said: tuple[Said, ...], before: Unit | None) -> bool:
    """Whether this, put at its place, changes a deal that may have been signed; opening the next one does not."""
    quiet = BESIDE_THE_TABLE if before and said else {*BESIDE_THE_TABLE, DealOpened}
    return any(type(one.report) not in quiet for one in (*said, *(before.said if before else ())))


def standing(entries: Iterable[Entry]) -> list[Unit]:
    """What stands, in order of place, after every retraction and correction among `entries` (oldest first).

    An entry that replaces another has the other's `root`, so the newest entry of a place is the one that stands.
    """
    places: dict[int, Unit] = {}
    for entry in entries:
        places[entry.root] = unit_of(entry, before=places.get(entry.root))
    return [places[root] for root in sorted(places)]
