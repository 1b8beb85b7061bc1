"""Reading a record: the fold over what stands, deal by deal, and what follows from it.

A reading starts at any deal, with what that deal inherits. It never refuses what the record holds: a line that does not
fit is noted as a `Misfit` and the reading goes on.
"""

from collections.abc import Container
from dataclasses import dataclass, field, replace
from itertools import pairwise

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Signature
from scoring.rules.position import DealState, Position
from scoring.rules.record.decisions import DisputeStep, Ruled
from scoring.rules.record.entries import Unit
from scoring.rules.record.kinds import Confirmed, DealOpened, Incident, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.remedies import decide
from scoring.rules.scoring.carry import Carry
from scoring.rules.scoring.status import SIGNABLE
from scoring.rules.variants.base import Hearing

MISDEAL = "misdeal"
"""The category of an incident that makes its deal void once all sides have signed it."""

DISMISSED = "dismissed"
"""The step that leaves a dispute without a ruling, and what it is about without a fault."""


@dataclass(slots=True)
class IncidentFacts:
    """An incident: its category, the number of the deal it belongs to (0 before the first), and who has signed it."""

    category: str
    deal: int
    signed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line of a record that does not fit what stands before it; `index` is 0, or the place in its replacement."""

    id: str
    seq: int
    index: int
    refusal: Refused


@dataclass
class Reading(Position):
    """What stands, read from the deal after `start` on.

    `names` has the id on record for other names of reports, where a report may name one. `kept_open` has the
    numbers of deals that are read as if nothing settled them, where they keep secrets. Mutable: a report that was
    refused half-way leaves it useless.
    """

    units: list[Unit]
    names: dict[str, str] = field(default_factory=dict)
    incidents: dict[str, IncidentFacts] = field(default_factory=dict)
    misfits: list[Misfit] = field(default_factory=list)
    kept_open: Container[int] = ()

    def __post_init__(self) -> None:
        self.read()

    # --- reading -----------------------------------------------------------------------------------------------

    def read(self, *, fresh: Container[int] = (), insisted: bool = False) -> None:
        """Fold all that stands, from the start. Units of the `fresh` entries are heard for the first time."""
        # A report on record is heard as `insisted`: it was accepted once, so it gives way to what lay before it and
        # never meets a question of form again. A `fresh` one is held to what its author may say now. A correction
        # that is heard as if it had always stood there would be allowed what nobody may report any more.
        self.deals, self.misfits, self.incidents = [], [], {}
        self._judged, self._findings = {}, {}
        for unit in self.units:
            heard_now = unit.seq in fresh
            for index, said in enumerate(unit.said):
                hearing = Hearing(unit, insisted=insisted or not heard_now, fresh=heard_now)
                try:
                    self.take(said, hearing)
                except Refused as refusal:
                    self.misfits.append(Misfit(unit.id, unit.seq, index, refusal))
            self.note_change(unit)

    def take(self, said: Said, hearing: Hearing) -> None:
        """Add one report to the facts, or raise Refused."""
        report = said.report
        if isinstance(report, DealOpened):
            self._open(report, hearing, named=said.deal)
        elif isinstance(report, Incident):
            self._note_incident(report, hearing.unit, named=said.deal)
        elif isinstance(report, Confirmed):
            self._sign(report, hearing.unit, named=said.deal)
        elif isinstance(report, DisputeStep | Ruled):
            self._decide(report, named=said.deal)
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
        self._forget(current)

    def note_change(self, unit: Unit) -> None:
        """A signature is for what stood when it was given: remember the newest entry that changed the deal."""
        if self.current is not None:
            facts = self.current.facts
            facts.changed = max(facts.changed, unit.changed)

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
            memory=carry.memory,
            secret=variant.secret(self.game.options),
        )
        deal.kept_open = deal.number in self.kept_open
        variant.open(deal, report, self.game.options)
        self.deals.append(DealState(carry, deal))

    def _carry_on(self) -> Carry | None:
        """What the next deal inherits, None while the current one is not over."""
        current = self.current
        if current is None:
            return self.start
        return self.carry_after(current) if current.facts.over else None

    # --- signatures and incidents --------------------------------------------------------------------------------

    def _note_incident(self, report: Incident, unit: Unit, *, named: int | None) -> None:
        """An incident belongs to the deal it names, else to the current one; it changes nothing by itself."""
        number = self.deals[-1].facts.number if self.deals else self.start.opened
        if named is not None and not 1 <= named <= number:
            current = number or None
            raise Refused("out_of_phase", pointer=("deal",), expects=self.expects, deal=named, current=current)
        self.incidents[unit.id] = IncidentFacts(report.category, named or number)

    def _sign(self, report: Confirmed, unit: Unit, *, named: int | None) -> None:
        """Sign an incident, or the deal named, else the one settled or stopped last."""
        if report.report is not None:
            self._sign_incident(report, report.report)
            return
        deal = self._deal_to_sign(named)
        if deal is None:
            raise Refused("out_of_phase", pointer=() if named is None else ("deal",), expects=self.expects)
        deal.facts.signatures.append(Signature(report.side, unit.seq))

    def _deal_to_sign(self, named: int | None) -> DealState | None:
        over = [deal for deal in self.deals if self.judged(deal).status in SIGNABLE]
        if named is not None:
            over = [deal for deal in over if deal.facts.number == named]
        return over[-1] if over else None

    def _sign_incident(self, report: Confirmed, id_: str) -> None:
        """All sides' signatures on a misdeal make its deal void; it is dealt again by the same dealer (R-5)."""
        incident = self.incidents.get(self.names.get(id_, id_))
        if incident is None:
            raise Refused("invalid_value", pointer=("report",), hint="incident")
        incident.signed.add(report.side)
        if incident.category != MISDEAL or len(incident.signed) < len(self.game.variant.table.sides):
            return
        index = next((i for i, deal in enumerate(self.deals) if deal.facts.number == incident.deal), None)
        if index is None:
            return
        facts = self.deals[index].facts
        facts.void_signed = True
        if facts.void_after is None:
            facts.void_after = facts.redealt_after or self.deals[-1].facts.number
            self._carry_anew(index)

    def _decide(self, report: DisputeStep | Ruled, *, named: int | None) -> None:
        """A ruling or a dismissal stands from now on; what a dispute came through before decides nothing.

        Nothing follows for a deal that lies before this reading: what it passes on is known with the ruling in it.
        """
        index = next((i for i, deal in enumerate(self.deals) if deal.facts.number == named), None)
        if index is None or (isinstance(report, DisputeStep) and report.step != DISMISSED):
            return
        facts = self.deals[index].facts
        decide(facts, report)
        if facts.decided.void and facts.void_after is None:
            facts.void_after, facts.void_ruled = facts.redealt_after or self.deals[-1].facts.number, True
        elif facts.void_ruled and not facts.decided.void:
            facts.void_ruled = False
            if not facts.void_signed:
                facts.redealt_after = facts.void_after if self._dealt_again(index) else None
                facts.void_after = None
        self._carry_anew(index)

    def _dealt_again(self, index: int) -> bool:
        """Whether a void deal was dealt again: a later one was opened because of it."""
        facts = self.deals[index].facts
        due = (deal.carry.due for deal in self.deals[index + 1 :])
        return any(redeal is not None and redeal.deal == facts.number for redeal in due)

    def _carry_anew(self, index: int) -> None:
        """Judge a deal anew that a signature or a decision has changed; those after it inherit what follows now."""
        self._forget(self.deals[index])  # its findings, too: a hidden hand is open in a deal that is over
        for before, after in pairwise(self.deals[index:]):
            after.carry = self.carry_after(before)
            after.facts.memory = after.carry.memory
            self._forget(after, findings=False)
