"""The lines of the journal, and what stands of them.

An `Entry` is one line of the append-only journal. A retraction or a correction never changes an earlier line. It is a
new line at the same *place* (`root`). What stands is a list of `Unit`s, one for each place.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple, Self
from uuid import UUID, uuid5

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
class Signed:
    """What a side put its name to: the scores of a deal, a row for each side, and who led each of its tricks.

    The cards are not in it. Whoever changes them changes the deal by a report, which can be told by its seq. Scores
    and leaders may also change by what happens to other deals, or by a ruling.
    """

    scores: tuple[Mapping[str, Any], ...]
    leaders: tuple[int, ...]

    def still_stands(self, now: Self) -> bool:
        """Whether scores and leaders are now what was signed.

        Only the columns are compared that a row had then: a later version of the rules may have more.
        """
        pairs = zip(self.scores, now.scores, strict=False)
        same = all(row.get(name) == value for signed, row in pairs for name, value in signed.items())
        return same and len(self.scores) == len(now.scores) and self.leaders == now.leaders

    def as_json(self) -> dict[str, Any]:
        """As it is kept: {"scores": [{"side": 1, "total": 157, …}, …], "leaders": [1, 3, …]}."""
        return {"scores": [dict(row) for row in self.scores], "leaders": list(self.leaders)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """From what is kept."""
        return cls(tuple(data["scores"]), tuple(data["leaders"]))


@dataclass(frozen=True, slots=True)
class About:
    """What a signature, an incident, a dispute or a ruling is about: a deal or another report, by its id.

    It is found out once, when the report is accepted, and kept with the entry. A deal may move to another number
    later, because a forgotten one is inserted before it; what people said about it moves along. `signed` is what a
    signature of a deal was given for; None in records from before it was kept.
    """

    deal: str | None = None
    report: str | None = None
    # Two bindings are the same if they are about the same. The rules of a later version may judge a deal otherwise:
    # then a signature falls, but it was not bound wrongly.
    signed: Signed | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """As it is kept: {"deal": id} or {"report": id}, with `signed` where a deal is signed."""
        named = {"deal": self.deal} if self.deal is not None else {"report": self.report or ""}
        return named if self.signed is None else {**named, "signed": self.signed.as_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """From what is kept."""
        signed = data.get("signed")
        return cls(data.get("deal"), data.get("report"), None if signed is None else Signed.from_json(signed))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal as the rules see it.

    `root` is the seq of the place it stands at: its own, or that of the report whose place it took. `replaces` is the
    seq of the entry that stood there before it, None for a new fact. `about` has what each of its reports is about, in
    their order; it is empty where nothing of it is about anything, and in journals from before it was kept.
    """

    # A place is the seq of the first entry there, and every later one at that place names it directly. Example: 7
    # corrects 3, then 9 corrects 7; both have the root 3. So the order of the places is the order of the game,
    # "from the second deal on" is one comparison in SQL, and nobody walks a chain of corrections.

    seq: int
    id: str
    said: Said
    root: int
    replaces: int | None = None
    about: tuple[About | None, ...] = ()


class Part(NamedTuple):
    """A part of what stands at a place: all before its first opening of a deal, or an opening and what follows it.

    `deal` is the id of the deal that the part opens, None for the part before the first opening. `changed` is the seq
    of the newest entry that changed this part of a deal which may have been signed, 0 where none did.
    """

    said: tuple[Said, ...]
    deal: str | None
    changed: int


_NOTHING_SAID = Part((), None, 0)


class Unit(NamedTuple):
    """What stands at one place of the record: the entry that stands there now, and what it says happened.

    Nothing is in its parts where the report was retracted; the unit stays, so that its place and id are known. `origin`
    is the id of the first entry at this place, and `opens` whether that one opened a deal.
    """

    root: int
    seq: int
    id: str
    origin: str
    opens: bool
    parts: tuple[Part, ...]
    about: tuple[About | None, ...] = ()

    @property
    def said(self) -> tuple[Said, ...]:
        """What it says, in order."""
        return tuple(said for part in self.parts for said in part.said)

    def about_at(self, index: int) -> About | None:
        """What its report with this index is about, where that is kept."""
        return self.about[index] if index < len(self.about) else None

    def deal_at(self, index: int) -> str:
        """The id of the deal that its report with this index opens."""
        for part in self.parts:
            if index == 0 and part.said and part.deal is not None:
                return part.deal
            index -= len(part.said)
        raise IndexError(index)


def unit_of(entry: Entry, *, before: Unit | None = None) -> Unit:
    """The unit that an entry puts at its place, after `before`: itself, its replacement, or nothing."""
    report = entry.said.report
    if before is None and not isinstance(report, Retracted | Corrected):
        return _unit_of_new(entry)
    if isinstance(report, Retracted):
        said: tuple[Said, ...] = ()
    elif isinstance(report, Corrected):
        said = tuple(replace(one, as_played=entry.said.as_played) for one in report.replacement)
    else:
        said = (entry.said,)
    origin = before.origin if before else entry.id
    opens = before.opens if before else isinstance(report, DealOpened)
    parts = tuple(_parts(said, seq=entry.seq, origin=origin, opens=opens, before=before.parts if before else ()))
    return Unit(entry.root, entry.seq, entry.id, origin, opens, parts, entry.about)


def _unit_of_new(entry: Entry) -> Unit:
    """The unit of an entry that takes nobody's place: nearly all are such."""
    kind = type(entry.said.report)
    opens = kind is DealOpened
    part = Part((entry.said,), entry.id if opens else None, 0 if kind in BESIDE_THE_TABLE else entry.seq)
    parts = (_NOTHING_SAID, part) if opens else (part,)
    return Unit(entry.root, entry.seq, entry.id, entry.id, opens, parts, entry.about)


def _parts(said: Sequence[Said], *, seq: int, origin: str, opens: bool, before: Sequence[Part]) -> Iterator[Part]:
    """What an entry says, part by part, with the seq of the newest change of each."""
    known = {part.deal: part for part in before}
    openings = [index for index, one in enumerate(said) if isinstance(one.report, DealOpened)]
    ids = deal_ids(len(openings), origin=origin, opens=opens)
    for deal, (start, end) in zip((None, *ids), pairwise((0, *openings, len(said))), strict=True):
        part = tuple(said[start:end])
        earlier = known.get(deal)
        if earlier is not None and [one.report for one in earlier.said] == [one.report for one in part]:
            yield Part(part, deal, earlier.changed)
        else:
            before_and_now = (*part, *(earlier.said if earlier else ()))
            matters = any(type(one.report) not in BESIDE_THE_TABLE for one in before_and_now)
            yield Part(part, deal, seq if matters else earlier.changed if earlier else 0)


def deal_ids(number: int, *, origin: str, opens: bool) -> list[str]:
    """The ids of so many deals that are opened at one place, in their order.

    A deal has the id of the report that opened it, also when that is corrected. Several deals at one place come from a
    correction. Where it replaces an opening, the last deal is the old one: the reports that follow belong to it, and
    the others were forgotten before it. Their ids are made from that of the first entry at the place.
    """
    numbers = range(number - 1, -1, -1) if opens else range(1, number + 1)
    return [origin if each == 0 else str(uuid5(UUID(origin), f"deal {each}")) for each in numbers]


def standing(entries: Iterable[Entry]) -> list[Unit]:
    """What stands, in order of place, after every retraction and correction among `entries` (oldest first).

    An entry that replaces another has the other's `root`, so the newest entry of a place is the one that stands.
    """
    places: dict[int, Unit] = {}
    for entry in entries:
        places[entry.root] = unit_of(entry, before=places.get(entry.root))
    return [places[root] for root in sorted(places)]
