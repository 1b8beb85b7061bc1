"""The referee: hears reports, reads records, answers what follows.

`Referee` folds the record from a given deal on and hears new reports one by one; `review` reads a whole record from the
first line. Both use the same steps, so what was judged when it was heard is judged the same when it is read again.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from uuid import UUID

from scoring.rules.carry import Carry
from scoring.rules.compare import Differs, Same, compared, compared_with_past, repeats_trick
from scoring.rules.deal import Deal, Signature
from scoring.rules.findings import Finding, findings_of
from scoring.rules.record import (
    BESIDE_THE_TABLE,
    KINDS,
    Confirmed,
    Corrected,
    DealOpened,
    Entry,
    Incident,
    Retracted,
    Said,
    Unit,
    standing,
    unit_of,
)
from scoring.rules.refusals import Refused
from scoring.rules.secrets import OVER
from scoring.rules.sheet import sheet_of
from scoring.rules.variants.kinds import Hearing
from scoring.rules.variants.variant import Judged, Variant

MISDEAL = "misdeal"
"""The category of an incident that makes its deal void once all sides have signed it."""

SIGNABLE = OVER | {"surplus"}
"""The states of a deal that can be signed."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the referee must know of a game besides its record. `id` is the namespace of the findings' ids."""

    id: UUID
    variant: Variant
    options: Any
    first_dealer: int

    @property
    def start(self) -> Carry:
        """Before the first deal."""
        return Carry.first(dealer=self.first_dealer, sides=len(self.variant.table.sides))


@dataclass(slots=True)
class DealRead:
    """A deal as far as it has been read: what it inherits, its facts, and (once asked for) what follows."""

    carry: Carry
    facts: Deal
    judged: Judged | None = None
    findings: list[Finding] | None = None


@dataclass(slots=True)
class IncidentFacts:
    """An incident: its category, the number of the deal it belongs to (0 before the first), and who has signed it."""

    category: str
    deal: int
    signed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class New:
    """A report to be heard, with the id it will have on record."""

    id: str
    said: Said


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a report: recorded as `entry`, or `duplicate` of a unit on record."""

    entry: Entry | None = None
    duplicate: Unit | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A new finding, with the number of its deal and the index of the report that brought it."""

    report: int
    deal: int
    finding: Finding


@dataclass(frozen=True, slots=True)
class Hearings:
    """What became of all reports of a call, and the new findings that stand after the last of them."""

    heard: tuple[Heard, ...]
    new: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A line of a record that does not fit what stands before it; `index` is 0, or the place in its replacement."""

    id: str
    seq: int
    index: int
    refusal: Refused


class Irregular(Exception):
    """At least one report goes against the rules and does not insist (`as_played`): the findings that are held up, and
    the referee who made them."""

    def __init__(self, held: Sequence[Held], *, judge: "Referee") -> None:
        super().__init__("irregular")
        self.held = held
        self.judge = judge


@dataclass
class Referee:
    """Reads what stands from the deal after `start` on, and hears new reports.

    `version` is the seq of the newest entry of the journal; `past` has earlier deals that a report may be compared with, by number; `places` the place of each report that may
    be named in this call, by id, and `names` the id on record for other names of reports; `reaches_all` is false for who
    may only take back what was reported lately. Mutable: after a refusal throw it away.
    """

    game: Game
    start: Carry
    units: list[Unit]
    version: int = 0
    past: Mapping[int, Deal] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    reaches_all: bool = True
    deals: list[DealRead] = field(default_factory=list)
    incidents: dict[str, IncidentFacts] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._read()

    # --- reading -----------------------------------------------------------------------------------------------

    def _read(self, *, fresh: Container[int] = ()) -> None:
        """Fold all that stands, from the start. Units of the `fresh` entries are heard for the first time."""
        self.deals = []
        self.problems = []
        self.incidents = {}
        for unit in self.units:
            heard_now = unit.seq in fresh
            for index, said in enumerate(unit.said):
                hearing = Hearing(unit, insisted=said.as_played or not heard_now, fresh=heard_now)
                try:
                    self._take(said, hearing)
                except Refused as refusal:
                    self.problems.append(Problem(unit.id, unit.seq, index, refusal))
            self._note_change(unit)

    def _take(self, said: Said, hearing: Hearing) -> None:
        """Add one report to the facts, or raise Refused."""
        report = said.report
        if isinstance(report, DealOpened):
            self._open(report, hearing, named=said.deal)
        elif isinstance(report, Incident):
            self._note_incident(report, hearing.unit, named=said.deal)
        elif isinstance(report, Confirmed):
            self._sign(report, hearing.unit, named=said.deal)
        else:
            self._take_in_deal(said, hearing)

    def _take_in_deal(self, said: Said, hearing: Hearing) -> None:
        current = self.current
        if current is None or said.deal not in {None, current.facts.number}:
            raise Refused("out_of_phase", expects=self.expects)
        handler = self.game.variant.handlers.get(type(said.report))
        if handler is None:
            raise Refused("not_in_these_rules", pointer=("kind",), option=said.report.kind)
        hearing = replace(hearing, before=current.carry.standing)
        handler.take(current.facts, said.report, self.game.options, hearing)
        current.judged = current.findings = None

    def _note_change(self, unit: Unit) -> None:
        """A signature is for what stood when it was given: remember the newest entry that changed the deal."""
        current = self.current
        if current is not None and not unit.beside:
            current.facts.changed = max(current.facts.changed, unit.seq)

    def _open(self, report: DealOpened, hearing: Hearing, *, named: int | None) -> None:
        """Open the next deal; the deal moves one seat up (R-5)."""
        carry = self._carry_on()
        if carry is None or named not in {None, carry.opened + 1}:
            raise Refused("out_of_phase", expects=self.expects)
        expected = carry.next_dealer
        dealer = report.dealer or expected
        if dealer != expected and not hearing.insisted:
            raise Refused("wrong_dealer", pointer=("dealer",), expected_dealer=expected)
        variant = self.game.variant
        deal = Deal(
            number=carry.opened + 1,
            table=variant.table,
            hand_size=variant.hand_size,
            last=variant.tricks,
            dealer=dealer,
            opened=hearing.unit,
            wrong_dealer=dealer != expected,
        )
        self.deals.append(DealRead(carry, deal))

    def _carry_on(self) -> Carry | None:
        """What the next deal inherits, None while the current one is not over."""
        current = self.current
        if current is None:
            return self.start
        return self._carry_after(current) if current.facts.over else None

    def _carry_after(self, read: DealRead) -> Carry:
        facts, judged = read.facts, self.judged(read)
        carry = read.carry.opened_deal(next_dealer=facts.table.next(facts.dealer))
        if facts.void_after is not None:
            return carry.void(dealer=facts.dealer, after=facts.void_after)
        return carry.settled(totals=judged.totals, result=judged.result, proven=len(self.findings(read)))

    # --- signatures and incidents --------------------------------------------------------------------------------

    def _note_incident(self, report: Incident, unit: Unit, *, named: int | None) -> None:
        """An incident belongs to the deal it names, else to the current one; it changes nothing by itself."""
        number = self.deals[-1].facts.number if self.deals else self.start.opened
        if named is not None and not 1 <= named <= number:
            raise Refused("out_of_phase", pointer=("deal",), expects=self.expects)
        self.incidents[unit.id] = IncidentFacts(report.category, named or number)

    def _sign(self, report: Confirmed, unit: Unit, *, named: int | None) -> None:
        """Sign an incident, or the deal named, else the one settled or stopped last."""
        if report.report is not None:
            self._sign_incident(report, report.report)
            return
        read = self._deal_to_sign(named)
        if read is None:
            raise Refused("out_of_phase", pointer=() if named is None else ("deal",), expects=self.expects)
        read.facts.signatures.append(Signature(report.side, unit.seq))

    def _deal_to_sign(self, named: int | None) -> DealRead | None:
        over = [read for read in self.deals if self.judged(read).status in SIGNABLE]
        if named is not None:
            over = [read for read in over if read.facts.number == named]
        return over[-1] if over else None

    def _sign_incident(self, report: Confirmed, id_: str) -> None:
        """All sides' signatures on a misdeal make its deal void; it is dealt again by the same dealer (R-5)."""
        incident = self.incidents.get(self.names.get(id_, id_))
        if incident is None:
            raise Refused("invalid_value", pointer=("report",), allowed="the id of an incident of this game")
        incident.signed.add(report.side)
        if incident.category != MISDEAL or len(incident.signed) < len(self.game.variant.table.sides):
            return
        index = next((i for i, read in enumerate(self.deals) if read.facts.number == incident.deal), None)
        if index is not None and self.deals[index].facts.void_after is None:
            self.deals[index].facts.void_after = self.deals[-1].facts.number
            self._carry_anew(index)

    def _carry_anew(self, index: int) -> None:
        """Let the deals after this one inherit what follows now."""
        self.deals[index].judged = None
        for before, after in pairwise(self.deals[index:]):
            after.carry = self._carry_after(before)
            after.judged = None

    # --- answers -----------------------------------------------------------------------------------------------

    @property
    def current(self) -> DealRead | None:
        """The deal opened last, None before the first."""
        return self.deals[-1] if self.deals else None

    def judged(self, read: DealRead) -> Judged:
        """Scores, status and end of a deal."""
        if read.judged is None:
            read.judged = self.game.variant.judge(read.facts, self.game.options, read.carry.standing)
        return read.judged

    def findings(self, read: DealRead) -> list[Finding]:
        """What the facts of a deal prove."""
        if read.findings is None:
            read.findings = findings_of(read.facts, undertrump=self.game.options.undertrump)
        return read.findings

    def sheet(self, read: DealRead) -> dict[str, Any]:
        """The deal in the shape of API.md section 5, hidden things included."""
        factor = self.game.variant.factor(read.facts, self.game.options)
        return sheet_of(read.facts, self.judged(read), self.findings(read), factor=factor, game=self.game.id)

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side: settled and stopped deals only."""
        return self._final.totals

    @property
    def _final(self) -> Carry:
        """The state after all that counts so far."""
        current = self.current
        if current is None:
            return self.start
        over = self.judged(current).status in {*OVER, "void"}
        return self._carry_after(current) if over else current.carry

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, None while it is open; not official while a proven fault has no ruling."""
        final = self._final
        if final.result is None:
            return None
        return {**final.result.as_json(), "official": final.proven == 0}

    @property
    def expects(self) -> list[str]:
        """The report kinds that may come now (API.md section 3)."""
        current, variant = self.current, self.game.variant
        if current is None:
            return ["deal"]
        kinds = variant.expects(current.facts, self.game.options)
        result = self._final.result
        if result is None:
            return ["deal", *kinds] if current.facts.over else kinds
        late = variant.still_open(current.facts, self.game.options) if result.deal == current.facts.number else frozenset()
        return [kind for kind in kinds if KINDS[kind] in late]

    @property
    def turn(self) -> int | None:
        """The seat that is alone expected to act, None where none is."""
        current = self.current
        if current is None or self._final.result is not None:
            return None
        return self.game.variant.turn(current.facts, self.game.options)

    # --- hearing -----------------------------------------------------------------------------------------------

    def hear_all(self, reports: Sequence[New]) -> Hearings:
        """Hear reports in order, all or nothing.

        Raises Refused (with `report`, the index) at the first that cannot be; else Irregular with every new finding
        of reports that do not insist. Consecutive retractions and corrections are one step, judged after the last of them.
        """
        heard: list[Heard] = []
        new: list[Held] = []
        held: list[Held] = []
        for index, step in _steps(reports):
            known = self._findings_by_id()
            try:
                heard += self._replace(step) if _replaces(step[0]) else [self._hear(step[0])]
            except Refused as refusal:
                refusal.report = index + (refusal.report or 0)
                raise
            brought = self._new_since(known, report=index + len(step) - 1)
            new += brought
            held += [] if step[-1].said.as_played else brought
        if held:
            raise Irregular(held, judge=self)
        standing_now = self._findings_by_id()
        return Hearings(tuple(heard), tuple(one for one in new if one.finding.id_in(self.game.id, one.deal) in standing_now))

    def _hear(self, new: New) -> Heard:
        """One report: a duplicate, a new fact, or Refused."""
        on_record = self._compare(new.said)
        if on_record is not None:
            self.names[new.id] = on_record.id
            self.places[new.id] = on_record.root
            return Heard(duplicate=on_record)
        entry = Entry(self.version + 1, new.id, new.said, root=self.version + 1)
        unit = unit_of(entry)
        self._check_open(new.said)
        try:
            self._take(new.said, Hearing(unit, insisted=new.said.as_played, fresh=True))
        except Refused as refusal:
            raise self._explained(refusal) from None
        self._note_change(unit)
        self._record(entry, unit)
        return Heard(entry=entry)

    def _compare(self, said: Said) -> Unit | None:
        """The unit on record that this repeats. A contradiction, or a report for another deal, is refused."""
        current = self.current
        number = current.facts.number if current else 0
        if type(said.report) in BESIDE_THE_TABLE:
            return None
        if said.deal is not None and said.deal != number:
            return self._compare_with_other(said, current=number)
        found = compared(current.facts, said) if current else None
        if isinstance(found, Same):
            return found.unit
        before = self._deal_numbered(number - 1)
        repeated = repeats_trick(before, said) if before else None
        if repeated is None and isinstance(found, Differs):
            raise Refused("conflicting_report", recorded=found.unit)
        return repeated

    def _compare_with_other(self, said: Said, *, current: int) -> Unit | None:
        if said.deal is not None and said.deal > current:
            if isinstance(said.report, DealOpened) and said.deal == current + 1:
                return None
            raise Refused("out_of_phase", pointer=("deal",), expects=self.expects)
        deal = self._deal_numbered(said.deal or 0)
        found = compared_with_past(deal, said) if deal else None
        if isinstance(found, Same):
            return found.unit
        raise Refused("conflicting_report", recorded=found.unit if found else None)

    def _deal_numbered(self, number: int) -> Deal | None:
        read = next((read.facts for read in self.deals if read.facts.number == number), None)
        return read or self.past.get(number)

    def _check_open(self, said: Said) -> None:
        """After the end nothing is heard but what was said before and is typed in late (R-28, R-29)."""
        if self._final.result is None or type(said.report) in BESIDE_THE_TABLE:
            return
        if said.report.kind not in self.expects:
            raise Refused("game_over")

    def _explained(self, refusal: Refused) -> Refused:
        """The refusal, with what could come instead."""
        if refusal.code != "out_of_phase":
            return refusal
        return Refused("out_of_phase", pointer=refusal.pointer, expects=self.expects)

    # --- taking back -------------------------------------------------------------------------------------------

    def _replace(self, step: Sequence[New]) -> list[Heard]:
        """Take the places of earlier reports and read the record anew; what no longer fits is a conflict."""
        before = {problem.id for problem in self.problems}
        heard = []
        for index, new in enumerate(step):
            try:
                heard.append(Heard(entry=self._take_place(new)))
            except Refused as refusal:
                refusal.report = index
                raise
        fresh = {one.entry.seq: index for index, one in enumerate(heard) if one.entry}
        self._read(fresh=fresh)
        for problem in self.problems:
            if problem.seq in fresh:
                raise self._misplaced(problem, step[fresh[problem.seq]], report=fresh[problem.seq])
        conflicts = list(dict.fromkeys(problem.id for problem in self.problems if problem.id not in before))
        if conflicts:
            raise Refused("later_reports_conflict", reports=conflicts)
        return heard

    def _misplaced(self, problem: Problem, new: New, *, report: int) -> Refused:
        """A replacement that cannot stand at its place, seen from the correction that brings it."""
        several = isinstance(new.said.report, Corrected) and len(new.said.report.replacement) > 1
        path = ("replacement", problem.index) if several else ("replacement",)
        refusal = Refused(problem.refusal.code, pointer=(*path, *problem.refusal.pointer), **problem.refusal.params)
        refusal.report = report
        return refusal

    def _take_place(self, new: New) -> Entry:
        """Put a report at the place of the one it names; that must be the one that stands there."""
        named = new.said.report.report if isinstance(new.said.report, Retracted | Corrected) else ""
        place = self.places.get(named)
        index = next((i for i, unit in enumerate(self.units) if unit.root == place), None)
        if index is None:
            raise Refused("invalid_value", pointer=("report",), allowed="the id of a report of this game")
        unit = self.units[index]
        if unit.root < self.floor:
            raise Refused("out_of_reach", pointer=("report",))
        if self.names.get(named, named) != unit.id:
            raise Refused("already_replaced", pointer=("report",), current=unit.id)
        if unit.root != unit.seq and isinstance(new.said.report, Retracted):
            raise Refused("invalid_value", pointer=("report",), allowed="a report that took nothing back itself")
        entry = Entry(self.version + 1, new.id, new.said, root=unit.root, replaces=unit.seq)
        self._record(entry, unit_of(entry, before=unit), index=index)
        return entry

    def _record(self, entry: Entry, unit: Unit, *, index: int | None = None) -> None:
        """Let the unit stand, at the end or at the place it takes."""
        self.version = entry.seq
        self.places[entry.id] = unit.root
        if index is None:
            self.units.append(unit)
        else:
            self.units[index] = unit

    @property
    def floor(self) -> int:
        """The oldest place that a scorer still reaches: the current deal, and the one settled last until a trick of
        the current one is complete."""
        if self.reaches_all or not self.deals:
            return 0
        current = self.deals[-1].facts
        if current.complete_tricks or current.count:
            return current.opened.root
        settled = [read.facts for read in self.deals[:-1] if self.judged(read).status in OVER]
        return settled[-1].opened.root if settled else current.opened.root

    # --- findings ----------------------------------------------------------------------------------------------

    def _findings_by_id(self) -> dict[UUID, tuple[int, Finding]]:
        return {
            finding.id_in(self.game.id, read.facts.number): (read.facts.number, finding)
            for read in self.deals
            for finding in self.findings(read)
        }

    def _new_since(self, known: Mapping[UUID, object], *, report: int) -> list[Held]:
        found = self._findings_by_id()
        return [Held(report, deal, finding) for id_, (deal, finding) in found.items() if id_ not in known]


def _replaces(new: New) -> bool:
    return isinstance(new.said.report, Retracted | Corrected)


def _steps(reports: Sequence[New]) -> Iterator[tuple[int, Sequence[New]]]:
    """Each report with its index; retractions that follow each other directly are one step."""
    index = 0
    while index < len(reports):
        end = index + 1
        while _replaces(reports[index]) and end < len(reports) and _replaces(reports[end]):
            end += 1
        yield index, reports[index:end]
        index = end


@dataclass(frozen=True, slots=True)
class Review:
    """A whole record, read: the sheets of all deals, what the sides have, how it ended, and lines that do not fit."""

    sheets: tuple[dict[str, Any], ...]
    carries: tuple[Carry, ...]
    totals: tuple[int, ...]
    result: dict[str, Any] | None
    expects: tuple[str, ...]
    turn: int | None
    problems: tuple[Problem, ...]


def review(game: Game, entries: Iterable[Entry]) -> Review:
    """Read a record from its first line (oldest entry first). Never raises for a record that can be stored."""
    journal = list(entries)
    referee = Referee(game, game.start, standing(journal), version=len(journal))
    return Review(
        sheets=tuple(referee.sheet(read) for read in referee.deals),
        carries=tuple(read.carry for read in referee.deals),
        totals=referee.totals,
        result=referee.result,
        expects=tuple(referee.expects),
        turn=referee.turn,
        problems=tuple(referee.problems),
    )


