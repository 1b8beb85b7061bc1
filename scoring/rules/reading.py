"""Reading a record: the fold over what stands, deal by deal, and what follows from it.

A reading starts at any deal, with what that deal inherits. It never refuses what the record holds: a line that does not
fit is noted as a `Misfit` and the reading goes on.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from uuid import UUID

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Signature
from scoring.rules.options.declared import GameOptions
from scoring.rules.proof.findings import Finding, concerns, findings_of
from scoring.rules.record.entries import Unit
from scoring.rules.record.kinds import KINDS, Confirmed, DealOpened, DisputeTold, Incident, Ruled, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.remedies import decide
from scoring.rules.scoring.carry import Carry
from scoring.rules.scoring.result import DealOutcome
from scoring.rules.variants.base import Hearing, Variant
from scoring.rules.view.account import Account, Step
from scoring.rules.view.secrets import OVER
from scoring.rules.view.sheet import sheet_of

MISDEAL = "misdeal"
"""The category of an incident that makes its deal void once all sides have signed it."""

DISMISSED = "dismissed"
"""The step that leaves a dispute without a ruling, and what it is about without a fault."""

SIGNABLE = OVER | {"surplus"}
"""The states of a deal that can be signed."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the referee must know of a game besides its record. `id` is the namespace of the findings' ids."""

    id: UUID
    variant: Variant[Any]
    options: GameOptions
    first_dealer: int

    @property
    def start(self) -> Carry:
        """Before the first deal."""
        return Carry.first(dealer=self.first_dealer, sides=len(self.variant.table.sides))


@dataclass(slots=True)
class DealState:
    """A deal as far as it has been read: what it inherits, and its facts."""

    carry: Carry
    facts: Deal


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
class Reading:
    """What stands, read from the deal after `start` on.

    `names` has the id on record for other names of reports, where a report may name one. `kept_open` has the
    numbers of deals that are read as if nothing settled them, where they keep secrets. Mutable: a report that was
    refused half-way leaves it useless.
    """

    game: Game
    start: Carry
    units: list[Unit]
    names: dict[str, str] = field(default_factory=dict)
    deals: list[DealState] = field(default_factory=list)
    incidents: dict[str, IncidentFacts] = field(default_factory=dict)
    misfits: list[Misfit] = field(default_factory=list)
    kept_open: Container[int] = ()

    # What follows from a deal is asked for many times while one report is heard, and most reports change one deal.
    # So it is worked out once and kept by the deal's number. Every change of a deal's facts, or of what the deal
    # inherits, must go through a method of this class: it is the only place that knows what to forget.
    _judged: dict[int, DealOutcome] = field(default_factory=dict, init=False, repr=False)
    _findings: dict[int, list[Finding]] = field(default_factory=dict, init=False, repr=False)

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
        elif isinstance(report, DisputeTold | Ruled):
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
        return self._carry_after(current) if current.facts.over else None

    def _carry_after(self, deal: DealState) -> Carry:
        facts, judged = deal.facts, self.judged(deal)
        carry = deal.carry.opened_deal(next_dealer=facts.table.next(facts.dealer))
        after = facts.void_after or facts.redealt_after
        if after is not None:
            carry = carry.dealt_again(dealer=facts.dealer, after=after)
        if facts.void_after is not None:
            return carry.void(added=self.penalties(deal), result=judged.result)
        proven = sum(finding.status == "proven" for finding in self.findings(deal))
        return carry.settled(totals=judged.totals, result=judged.result, proven=proven, memory=judged.memory)

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

    def _decide(self, report: DisputeTold | Ruled, *, named: int | None) -> None:
        """A ruling or a dismissal stands from now on; what a dispute came through before decides nothing.

        Nothing follows for a deal that lies before this reading: what it passes on is known with the ruling in it.
        """
        index = next((i for i, deal in enumerate(self.deals) if deal.facts.number == named), None)
        if index is None or (isinstance(report, DisputeTold) and report.step != DISMISSED):
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
        return any(deal.carry.due == (facts.void_after, facts.dealer) for deal in self.deals[index + 1 :])

    def _carry_anew(self, index: int) -> None:
        """Judge a deal anew that a signature or a decision has changed; those after it inherit what follows now."""
        self._forget(self.deals[index])  # its findings, too: a hidden hand is open in a deal that is over
        for before, after in pairwise(self.deals[index:]):
            after.carry = self._carry_after(before)
            after.facts.memory = after.carry.memory
            self._judged.pop(after.facts.number, None)

    def _forget(self, deal: DealState) -> None:
        """Work out anew what follows from a deal, when it is next asked for."""
        self._judged.pop(deal.facts.number, None)
        self._findings.pop(deal.facts.number, None)

    def keep_open(self, deal: DealState) -> None:
        """Read a deal as if nothing settled it, where it keeps secrets."""
        deal.facts.kept_open = True
        self._forget(deal)

    def make_void(self, deal: DealState) -> None:
        """Read a deal as void because of entries that this reading does not have; no effect where it is void already.

        A deal that is read alone ends before the signatures or the ruling that made it void, if those came later.
        """
        if deal.facts.void_after is None:
            deal.facts.void_after = deal.facts.number
            self._forget(deal)

    # --- answers -----------------------------------------------------------------------------------------------

    @property
    def current(self) -> DealState | None:
        """The deal opened last, None before the first."""
        return self.deals[-1] if self.deals else None

    def judged(self, deal: DealState) -> DealOutcome:
        """Scores, status and end of a deal."""
        number = deal.facts.number
        if number not in self._judged:
            self._judged[number] = self.game.variant.judge(deal.facts, self.game.options, deal.carry.standing)
        return self._judged[number]

    def penalties(self, deal: DealState) -> dict[int, int]:
        """What the penalties that rulings order add to the totals, also in a void deal: taken from points, or added."""
        sign = 1 if self.game.variant.lowest_wins else -1
        return {side: sign * points for side, points in deal.facts.decided.penalties.items()}

    def findings(self, deal: DealState) -> list[Finding]:
        """What the facts of a deal prove."""
        number = deal.facts.number
        if number not in self._findings:
            found = findings_of(deal.facts, undertrump=self.game.options.undertrump)
            self._findings[number] = [self._as_decided(finding, deal.facts) for finding in found]
        return self._findings[number]

    def _as_decided(self, finding: Finding, facts: Deal) -> Finding:
        """The finding as the newest ruling or dismissal about it has left it."""
        id_ = str(finding.id_in(self.game.id, facts.number))
        for decision in reversed(facts.decisions.values()):
            if concerns(decision, finding, id_=id_):
                return replace(finding, status="ruled" if isinstance(decision, Ruled) else "dismissed")
        return finding

    def sheet(self, deal: DealState) -> dict[str, Any]:
        """The deal in the shape of API.md section 5, hidden things included."""
        factor = self.game.variant.factor(deal.facts, self.game.options)
        return sheet_of(deal.facts, self.judged(deal), self.findings(deal), factor=factor, game=self.game.id)

    def steps(self, deal: DealState, *, seen: Mapping[str, Any]) -> list[Step]:
        """Why the deal's score is what it is, step by step; `seen` is its sheet as the reader may see it."""
        turn = self.turn if deal is self.current else None
        account = Account(deal.facts, self.game.options, deal.carry, self.judged(deal).status, seen, turn)
        return list(self.game.variant.explain(account))

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side: settled and stopped deals only."""
        return self.final.totals

    @property
    def final(self) -> Carry:
        """The state after all that counts so far."""
        current = self.current
        if current is None:
            return self.start
        over = self.judged(current).status in {*OVER, "void"}
        return self._carry_after(current) if over else current.carry

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, None while it is open; not official while a proven fault has no ruling."""
        final = self.final
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
        result = self.final.result
        if result is None:
            return ["deal", *kinds] if current.facts.over else kinds
        late = (
            variant.still_open(current.facts, self.game.options) if result.deal == current.facts.number else frozenset()
        )
        return [kind for kind in kinds if KINDS[kind] in late]

    @property
    def turn(self) -> int | None:
        """The seat that is alone expected to act, None where none is."""
        current = self.current
        if current is None or self.final.result is not None:
            return None
        return self.game.variant.turn(current.facts, self.game.options)

    def findings_by_id(self) -> dict[UUID, tuple[int, Finding]]:
        """The findings of all deals, each with the number of its deal."""
        return {
            finding.id_in(self.game.id, deal.facts.number): (deal.facts.number, finding)
            for deal in self.deals
            for finding in self.findings(deal)
        }
