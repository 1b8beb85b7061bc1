"""The referee: hears reports, reads records, answers what follows.

`Referee` folds the record from a given deal on and hears new reports one by one; `review` reads a whole record from the
first line. Both use the same steps, so what was judged when it was heard is judged the same when it is read again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scoring.rules.carry import Carry
from scoring.rules.compare import Differs, Same, compared, compared_with_past, repeats_trick
from scoring.rules.deal import Deal
from scoring.rules.findings import Finding, findings_of
from scoring.rules.options import Options
from scoring.rules.record import KINDS, DealOpened, Entry, Retracted, Said, Unit, standing, unit_of
from scoring.rules.refusals import Refused
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
    """A report to be heard, with the id and seq it will have on record."""

    id: str
    seq: int
    said: Said


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a report: recorded as `entry`, or `duplicate` of a unit on record."""

    entry: Entry | None = None
    duplicate: Unit | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A line of a record that does not fit what stands before it."""

    id: str
    seq: int
    refusal: Refused


@dataclass(frozen=True, slots=True)
class Held:
    """A new finding that is held up to the reporter, with the index of the report that brought it."""

    report: int
    deal: int
    finding: Finding


class Irregular(Exception):
    """At least one report goes against the rules and does not insist (`as_played`)."""

    def __init__(self, held: Sequence[Held]) -> None:
        super().__init__("irregular")
        self.held = held


@dataclass
class Referee:
    """Reads what stands from the deal after `start` on, and hears new reports.

    `past` has earlier deals that a report may be compared with, by number. Mutable: after a refusal throw it away.
    """

    game: Game
    start: Carry
    units: list[Unit]
    past: Mapping[int, Deal] = field(default_factory=dict)
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
            raise Refused("wrong_dealer", pointer=("dealer",), expected_seat=carry.dealer)
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
        over = self.judged(current).status in {"settled", "stopped"}
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

    def hear_all(self, reports: Sequence[New]) -> list[Heard]:
        """Hear reports in order, all or nothing.

        Raises Refused (with `report`, the index) at the first that cannot be; else Irregular with every new finding
        of reports that do not insist. Consecutive retractions are one step, judged after the last of them.
        """
        heard: list[Heard] = []
        held: list[Held] = []
        index = 0
        while index < len(reports):
            step = _step_at(reports, index)
            known = self._finding_ids()
            try:
                heard += self._retract(step) if _changes_record(step[0]) else [self._hear(step[0])]
            except Refused as refusal:
                refusal.report = index if refusal.report is None else index + refusal.report
                raise
            last = index + len(step) - 1
            if not step[-1].said.as_played:
                held += [Held(last, deal, new) for deal, new in self._finding_ids().items_not_in(known)]
            index = last + 1
        if held:
            raise Irregular(held)
        return heard

    def _hear(self, new: New) -> Heard:
        """One report: a duplicate, a new fact, or Refused."""
        on_record = self._compare(new.said)
        if on_record is not None:
            return Heard(duplicate=on_record)
        entry = Entry(new.seq, new.id, new.said, root=new.seq)
        unit = unit_of(entry)
        self._check_open(new.said)
        try:
            self._take(new.said, unit, Hearing(unit, insisted=new.said.as_played, fresh=True))
        except Refused as refusal:
            raise self._explained(refusal) from None
        self.units.append(unit)
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

    def _retract(self, step: Sequence[New]) -> list[Heard]:
        """Take reports back and read the record anew; what no longer fits is a conflict."""
        before = {problem.id for problem in self.problems}
        entries = [self._replacing(new, index) for index, new in enumerate(step)]
        self._read()
        conflicts = [problem.id for problem in self.problems if problem.id not in before]
        if conflicts:
            raise Refused("later_reports_conflict", reports=conflicts)
        return [Heard(entry=entry) for entry in entries]

    def _replacing(self, new: New, index: int) -> Entry:
        """Put a retraction at the place of the report it names."""
        report = new.said.report
        place = next((i for i, unit in enumerate(self.units) if isinstance(report, Retracted) and unit.id == report.report), None)
        if place is None:
            refusal = Refused("invalid_value", pointer=("report",), allowed="the id of a report that stands")
            refusal.report = index
            raise refusal
        entry = Entry(new.seq, new.id, new.said, root=self.units[place].root)
        self.units[place] = unit_of(entry)
        return entry

    # --- findings ----------------------------------------------------------------------------------------------

    def _finding_ids(self) -> "FindingsById":
        return FindingsById(
            {
                finding.id_in(self.game.id, read.facts.number): (read.facts.number, finding)
                for read in self.deals
                for finding in self.findings(read)
            }
        )


@dataclass(frozen=True, slots=True)
class FindingsById:
    """The findings of some deals, by id."""

    by_id: Mapping[UUID, tuple[int, Finding]]

    def items_not_in(self, earlier: "FindingsById") -> list[tuple[int, Finding]]:
        """Deal number and finding of those that were not there before."""
        return [found for id_, found in self.by_id.items() if id_ not in earlier.by_id]


def _changes_record(new: New) -> bool:
    return isinstance(new.said.report, Retracted)


def _step_at(reports: Sequence[New], index: int) -> Sequence[New]:
    """The report at `index`, with the retractions that follow it directly where it is one itself."""
    end = index + 1
    if _changes_record(reports[index]):
        while end < len(reports) and _changes_record(reports[end]):
            end += 1
    return reports[index:end]


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
    referee = Referee(game, game.start, standing(entries))
    return Review(
        sheets=tuple(referee.sheet(read) for read in referee.deals),
        carries=tuple(read.carry for read in referee.deals),
        totals=referee.totals,
        result=referee.result,
        expects=tuple(referee.expects),
        turn=referee.turn,
        problems=tuple(referee.problems),
    )


__all__ = ["Carry", "Game", "Heard", "Held", "Irregular", "New", "Options", "Problem", "Referee", "Review", "review"]
