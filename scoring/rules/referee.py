"""The referee: hears reports, reads records, answers what follows.

`Referee` folds the record from a given deal on and hears new reports one by one; `review` reads a whole record from the
first line. Both use the same steps, so what was judged when it was heard is judged the same when it is read again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scoring.rules.carry import Carry
from scoring.rules.compare import Differs, Same, compared, compared_with_past, repeats_trick
from scoring.rules.deal import Deal
from scoring.rules.findings import Finding, findings_of
from scoring.rules.record import KINDS, DealOpened, Entry, Retracted, Said, Unit, standing, unit_of
from scoring.rules.refusals import Refused
from scoring.rules.secrets import OVER
from scoring.rules.sheet import sheet_of
from scoring.rules.variants.kinds import Hearing
from scoring.rules.variants.variant import Judged, Variant


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
    """A line of a record that does not fit what stands before it."""

    id: str
    seq: int
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
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._read()

    # --- reading -----------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Fold all that stands, from the start."""
        self.deals = []
        self.problems = []
        for unit in self.units:
            for said in unit.said:
                try:
                    self._take(said, unit, Hearing(unit, insisted=True, fresh=False))
                except Refused as refusal:
                    self.problems.append(Problem(unit.id, unit.seq, refusal))

    def _take(self, said: Said, unit: Unit, hearing: Hearing) -> None:
        """Add one report to the facts, or raise Refused."""
        if isinstance(said.report, DealOpened):
            self._open(said.report, hearing, named=said.deal)
            return
        current = self.current
        if current is None or (said.deal is not None and said.deal != current.facts.number):
            raise Refused("out_of_phase", expects=self.expects)
        handler = self.game.variant.handlers.get(type(said.report))
        if handler is None:
            raise Refused("not_in_these_rules", pointer=("kind",), option=said.report.kind)
        handler.take(current.facts, said.report, self.game.options, hearing)
        current.judged = current.findings = None

    def _open(self, report: DealOpened, hearing: Hearing, *, named: int | None) -> None:
        """Open the next deal; the deal moves one seat up (R-5)."""
        carry = self._carry_on()
        if carry is None or named not in {None, carry.opened + 1}:
            raise Refused("out_of_phase", expects=self.expects)
        dealer = report.dealer or carry.dealer
        if dealer != carry.dealer and not hearing.insisted:
            raise Refused("wrong_dealer", pointer=("dealer",), expected_dealer=carry.dealer)
        variant = self.game.variant
        deal = Deal(
            number=carry.opened + 1,
            table=variant.table,
            hand_size=variant.hand_size,
            last=variant.tricks,
            dealer=dealer,
            opened=hearing.unit,
            wrong_dealer=dealer != carry.dealer,
        )
        self.deals.append(DealRead(carry, deal))

    def _carry_on(self) -> Carry | None:
        """What the next deal inherits, None while the current one is not over."""
        current = self.current
        if current is None:
            return self.start
        if not current.facts.all_played:
            return None
        return self._carry_after(current)

    def _carry_after(self, read: DealRead) -> Carry:
        judged = self.judged(read)
        return read.carry.after(
            dealer=read.facts.table.next(read.facts.dealer),
            totals=judged.totals,
            result=judged.result,
            proven=len(self.findings(read)),
        )

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
        over = self.judged(current).status in OVER
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
            return ["deal", *kinds] if current.facts.all_played else kinds
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
        of reports that do not insist. Consecutive retractions are one step, judged after the last of them.
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
            self._take(new.said, unit, Hearing(unit, insisted=new.said.as_played, fresh=True))
        except Refused as refusal:
            raise self._explained(refusal) from None
        self._record(entry, unit)
        return Heard(entry=entry)

    def _compare(self, said: Said) -> Unit | None:
        """The unit on record that this repeats. A contradiction, or a report for another deal, is refused."""
        current = self.current
        number = current.facts.number if current else 0
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
        if self._final.result is None:
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
        self._read()
        conflicts = [problem.id for problem in self.problems if problem.id not in before]
        if conflicts:
            raise Refused("later_reports_conflict", reports=conflicts)
        return heard

    def _take_place(self, new: New) -> Entry:
        """Put a report at the place of the one it names; that must be the one that stands there."""
        named = new.said.report.report if isinstance(new.said.report, Retracted) else ""
        place = self.places.get(named)
        index = next((i for i, unit in enumerate(self.units) if unit.root == place), None)
        if index is None:
            raise Refused("invalid_value", pointer=("report",), allowed="the id of a report of this game")
        unit = self.units[index]
        if unit.root < self.floor:
            raise Refused("out_of_reach", pointer=("report",))
        if self.names.get(named, named) != unit.id:
            raise Refused("already_replaced", pointer=("report",), current=unit.id)
        if unit.root != unit.seq:
            raise Refused("invalid_value", pointer=("report",), allowed="a report that is no retraction itself")
        entry = Entry(self.version + 1, new.id, new.said, root=unit.root, replaces=unit.seq)
        self._record(entry, unit_of(entry), index=index)
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
        if current.complete_tricks:
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
    return isinstance(new.said.report, Retracted)


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


