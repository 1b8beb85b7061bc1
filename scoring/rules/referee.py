"""The referee: reads the record from a given deal on, and hears new reports one by one.

Both use the same steps. So what was judged when it was heard is judged the same when it is read again.
"""

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.rules.call import Hearings, Irregular, NewFinding, new_findings, replaces, steps_of
from scoring.rules.deal.compare import Differs, Same, compared, compared_with_past, repeats_trick
from scoring.rules.deal.facts import Deal
from scoring.rules.deal.incidents import MISDEAL
from scoring.rules.own_slips import check_own, own_slips
from scoring.rules.proof.findings import Finding
from scoring.rules.record.entries import Entry, Sent, Unit, unit_of
from scoring.rules.record.kinds import BESIDE_THE_TABLE, CardPlayed, Confirmed, DealOpened, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.taking_back import TakingBack


@dataclass
class Referee(TakingBack):
    """A reading that hears new reports. After a refusal throw it away.

    `speaks_for` are the seats whose secrets the author knows as their player. `strangers` has the ids of reports on
    record that other tokens have sent.
    """

    speaks_for: Collection[int] = ()
    strangers: Container[str] = ()

    # The cards of the current deal that this call has named and that were on record already.
    _agreed: set[int] = field(default_factory=set, init=False, repr=False)

    # --- hearing -----------------------------------------------------------------------------------------------

    def hear_all(self, reports: Sequence[Sent]) -> Hearings:
        """Hear reports in order, all or nothing.

        Raises Refused (with `report`, the index) at the first that cannot be; else Irregular with every new finding
        of reports that do not insist. Consecutive retractions and corrections are one step, judged after the last;
        incidents between them do not part them.
        """
        # Findings are compared before and after each step by their ids, made of deal, fault, seat, trick and card. So
        # a finding that an earlier call brought holds nobody up again, however often the deal is judged anew. The call
        # goes on after a finding, because the client wants to see all of them at once; only Refused ends it.
        heard: list[Entry | Unit] = []
        new: list[NewFinding] = []
        held_up: list[NewFinding] = []
        known, slips = self.findings_by_id(), self._own_slips()
        for index, step in steps_of(reports):
            try:
                heard += self._replace(step) if replaces(step[0]) else [self._hear(step[0])]
            except Refused as refusal:
                raise refusal.at(index + (refusal.report or 0)) from None
            found = self.findings_by_id()
            brought = new_findings(known, found, report=index + len(step) - 1)
            new, known = new + brought, found
            own, before = self._own_slips(), slips
            brought = [one for one in brought if one.finding.fault.holds_up]
            brought += new_findings(before, own, report=index + len(step) - 1)
            slips = own
            held_up += [] if step[-1].said.as_played else brought
        if held_up and not self.admitted:
            raise Irregular(held_up)
        left = self.findings_by_id()  # a later report of the call may have refuted a finding
        return Hearings(tuple(heard), tuple(one for one in new if one.finding.id_in(self.game.id, one.deal_id) in left))

    def _own_slips(self) -> dict[UUID, tuple[Deal, Finding]]:
        """What only the author may know of the current deal: their own laid cards that were played as well."""
        current = self.current
        if current is None or not self.speaks_for:
            return {}
        found = own_slips(current.facts, seats=self.speaks_for)
        return {one.id_in(self.game.id, current.facts.id): (current.facts, one) for one in found}

    def _hear(self, sent: Sent) -> Entry | Unit:
        """One report: on record already, a new entry, or Refused."""
        on_record = self._compare(sent.said)
        if on_record is not None:
            if isinstance(sent.said.report, CardPlayed):
                self._agreed.add(sent.said.report.card)
            self.names[str(sent.id)] = on_record.id
            self.places[str(sent.id)] = on_record.root
            return on_record
        entry = Entry(self.version + 1, str(sent.id), sent.said, root=self.version + 1)
        unit = unit_of(entry)
        self._check_open(sent.said)
        self._check_reach(sent.said)
        self._check_second_phone(sent.said)
        if self.current is not None:
            check_own(self.current.facts, sent.said, seats=self.speaks_for)
        try:
            self.take(sent.said, self.hearing(unit, insisted=sent.said.as_played, fresh=True))
        except Refused as refusal:
            raise self._explained(refusal) from None
        self.note_change(unit.parts[-1])
        entry = self.bound(entry)
        self._record(entry, unit_of(entry))
        return entry

    def _compare(self, said: Said) -> Unit | None:
        """The unit on record that this repeats. A contradiction, or a report for another deal, is refused."""
        current = self.current
        number = current.facts.number if current else 0
        if type(said.report) in BESIDE_THE_TABLE:
            return None
        named = self.number_of(said.deal)
        if named is not None and named != number:
            return self._compare_with_other(said, named, current=number)
        found = compared(current.facts, said) if current else None
        if isinstance(found, Same):
            return found.unit
        before = self._deal_numbered(number - 1)
        repeated = repeats_trick(before, said) if before else None
        if repeated is None and isinstance(found, Differs):
            raise Refused("conflicting_report", recorded=found.unit)
        return repeated

    def _compare_with_other(self, said: Said, named: int, *, current: int) -> Unit | None:
        """The unit of the deal `named` that this repeats; it is recorded where it opens that deal."""
        if named > current:
            if isinstance(said.report, DealOpened) and named == current + 1:
                return None
            raise self._not_open_yet(said)
        deal = self._deal_numbered(named)
        found = compared_with_past(deal, said) if deal else None
        if isinstance(found, Same):
            return found.unit
        raise Refused("conflicting_report", recorded=found.unit if found else None)

    def _check_open(self, said: Said) -> None:
        """After the end nothing is heard but what was said before and is typed in late (R-28, R-29).

        A result that waits for the side of the last trick is no end yet: the count is corrected first (R-34).
        """
        if self.final.result is None or type(said.report) in BESIDE_THE_TABLE:
            return
        if said.report.kind in self.expects:
            return
        if self.final.result.waits:
            raise Refused("out_of_phase", expects=["correct"], waits=True)
        raise Refused("game_over", deal=self.final.result.deal)

    def _check_reach(self, said: Said) -> None:
        """A misdeal is signed by whoever reaches its deal: signed by all, it makes the deal void."""
        report = said.report
        if not isinstance(report, Confirmed) or report.report is None:
            return
        incident = self.incidents.get(self.names.get(report.report, report.report))
        if incident is None or incident.category != MISDEAL:
            return
        index = self._index_of(incident.deal)
        if index is not None and self.deals[index].facts.opened.root < self.floor:
            raise Refused("out_of_reach", pointer=("report",))

    def _check_second_phone(self, said: Said) -> None:
        """A numbered card without its seat may be one that lies and was misread: refuse it, where it is not the last.

        Whoever has reported the cards that lie, or names them in this call, has seen them. Another phone may mean one
        of them, so it must say its seat.
        """
        report, current = said.report, self.current
        running = current.facts.running if current else None
        if not isinstance(report, CardPlayed) or report.number is None or report.seat is not None:
            return
        if current is None or running is None or len(running.cards) == current.facts.table.seats - 1:
            return
        lying = zip(running.cards, running.units, strict=True)
        unseen = [unit for card, unit in lying if unit.id in self.strangers and card not in self._agreed]
        if unseen:
            raise Refused("conflicting_report", recorded=unseen[-1], next_seat=current.facts.turn)

    def _explained(self, refusal: Refused) -> Refused:
        """The refusal, with what could come instead."""
        if refusal.code != "out_of_phase":
            return refusal
        return refusal.with_facts(expects=self.expects)

    # --- ruling ------------------------------------------------------------------------------------------------

    def decide(self, entry: Entry) -> None:
        """Let an entry about a dispute stand; what follows from it is judged anew."""
        unit = unit_of(entry)
        for index, said in enumerate(unit.said):
            self.take(said, self.hearing(unit, insisted=True, fresh=False, index=index))
        self._record(entry, unit_of(self.bound(entry)))
