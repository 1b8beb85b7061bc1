"""Reading a record: the fold over what stands, deal by deal, and what follows from it.

A reading starts at any deal, with what that deal inherits. It never refuses what the record holds: a line that does not
fit is noted as a `Misfit` and the reading goes on.
"""

from collections.abc import Container
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from scoring.rules.bindings import Bindings
from scoring.rules.deal.facts import Deal
from scoring.rules.deal.incidents import IncidentFacts
from scoring.rules.deal.parts import Signature
from scoring.rules.position import DealState
from scoring.rules.record.decisions import DisputeStep, Ruled
from scoring.rules.record.entries import About, Part, Unit
from scoring.rules.record.kinds import BESIDE_THE_TABLE, Confirmed, DealOpened, HandShown, Incident, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.disputes import DISMISSED, note_appeal, waiting_after
from scoring.rules.rulings.remedies import decide
from scoring.rules.scoring.carry import Carry
from scoring.rules.scoring.status import SIGNABLE
from scoring.rules.variants.base import Handler, Hearing


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line of a record that does not fit what stands before it; `index` is 0, or the place in its replacement."""

    id: str
    seq: int
    index: int
    refusal: Refused


@dataclass
class Reading(Bindings):
    """What stands, read from the deal after `start` on.

    The first `skip` reports of the first unit lie before that deal: a correction may open several deals at one place.
    `names` has the id on record for other names of reports, where a report may name one, and `earlier` the ids of
    deals before the start, by number. `kept_open` has the numbers of deals that are read as if nothing settled them,
    where they keep secrets, `unseen` the hands that are left out of account: place in the record, and seat.

    `bindings` says what signatures, incidents, disputes and rulings are about, by the seq of their entry and their
    index in it. `waiting` has the deals of the disputes that wait for a decision, by their ids.
    """

    units: list[Unit]
    skip: int = 0
    names: dict[str, str] = field(default_factory=dict)
    incidents: dict[str, IncidentFacts] = field(default_factory=dict)
    waiting: dict[str, str | None] = field(default_factory=dict)
    misfits: list[Misfit] = field(default_factory=list)
    kept_open: Container[int] = ()
    unseen: Container[tuple[int, int]] = ()

    # The seq by which the opening that stood last was taken back; 0 where another deal was opened since.
    _opening_gone: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        self.read()

    # --- reading -----------------------------------------------------------------------------------------------

    def read(self, *, fresh: Container[int] = (), insisted: bool = False) -> None:
        """Fold all that stands, from the start. Units of the `fresh` entries are heard for the first time."""
        # A report on record is heard as `insisted`: it was accepted once, so it gives way to what lay before it and
        # never meets a question of form again. A `fresh` one is held to what its author may say now. A correction
        # that is heard as if it had always stood there would be allowed what nobody may report any more.
        self.deals, self.misfits, self.incidents, self.bindings, self.waiting = [], [], {}, {}, {}
        self._judged, self._findings, self._opening_gone = {}, {}, 0
        for place, unit in enumerate(self.units):
            heard_now = unit.seq in fresh
            skip = 0 if place else self.skip
            self._read_unit(unit, insisted=insisted or not heard_now, fresh=heard_now, skip=skip)

    def read_on(self, unit: Unit) -> None:
        """Read one unit more, which stands after all others."""
        self._read_unit(unit, insisted=True, fresh=False, skip=0)

    def _read_unit(self, unit: Unit, *, insisted: bool, fresh: bool, skip: int) -> None:
        """Take what stands at one place, without its first reports where those lie before the start."""
        index = 0
        if unit.opens and not any(part.deal for part in unit.parts):
            self._opening_gone = unit.seq
        for part in unit.parts:
            for said in part.said:
                if index >= skip:
                    hearing = self.hearing(unit, insisted=insisted, fresh=fresh, index=index)
                    try:
                        self.take(said, hearing)
                    except Refused as refusal:
                        self.misfits.append(Misfit(unit.id, unit.seq, index, refusal))
                index += 1
            if index > skip or skip == 0:
                self.note_change(part)

    def hearing(self, unit: Unit, *, insisted: bool, fresh: bool, index: int = 0) -> Hearing:
        """How a report of the unit is heard now."""
        return Hearing(unit, insisted, fresh, index, self.deals[-1].carry if self.deals else None)

    def take(self, said: Said, hearing: Hearing) -> None:
        """Add one report to the facts, or raise Refused."""
        report = said.report
        handler = self.game.variant.handlers.get(type(report))
        if handler is not None:
            self._take_in_deal(said, hearing, handler)
        elif isinstance(report, DealOpened):
            self._open(report, hearing, named=said.deal)
        elif isinstance(report, Incident):
            self._note_incident(report, hearing, named=said.deal)
        elif isinstance(report, Confirmed):
            self._sign(report, hearing, named=said.deal)
        elif isinstance(report, DisputeStep | Ruled):
            self._decide(report, hearing, named=said.deal)
        else:
            self._take_in_deal(said, hearing, None)

    def _take_in_deal(self, said: Said, hearing: Hearing, handler: Handler[Any] | None) -> None:
        current = self.current
        if current is None or (hearing.fresh and self.number_of(said.deal) not in {None, current.facts.number}):
            raise Refused("out_of_phase", expects=self.expects)
        if handler is None:
            raise Refused("not_in_these_rules", pointer=("kind",), option=said.report.kind)
        handler.take(current.facts, said.report, self.game.options, hearing)
        if isinstance(said.report, HandShown) and (hearing.unit.root, said.report.seat) in self.unseen:
            current.facts.unseen |= {said.report.seat}
        self._forget(current)

    def note_change(self, part: Part) -> None:
        """A signature is for what stood when it was given: remember the newest entry that changed the deal."""
        # Reports that were taken back together with the opening of their deal changed that deal, which is gone. The
        # deal before it is changed only by those that still stand, since they belong to it now.
        changed = part.changed
        if self._opening_gone:
            stands = any(type(said.report) not in BESIDE_THE_TABLE for said in part.said)
            changed = max(changed, self._opening_gone) if stands else 0
        if self.deals and self.deals[-1].facts.changed < changed:
            self.deals[-1].facts.changed = changed

    def _open(self, report: DealOpened, hearing: Hearing, *, named: int | str | None) -> None:
        """Open the next deal; the deal moves one seat up (R-5).

        A dealer whom nobody named follows from the first one. Who signed before that one was changed saw another
        dealer, so those signatures do not hold.
        """
        carry = self._carry_on()
        if carry is None or (hearing.fresh and self.number_of(named) not in {None, carry.opened + 1}):
            raise Refused("out_of_phase", expects=self.expects)
        dealer = carry.dealer_by(report, insisted=hearing.insisted)
        variant = self.game.variant
        deal = Deal(
            id=hearing.unit.deal_at(hearing.place),
            number=carry.opened + 1,
            table=variant.table,
            hand_size=variant.hand_size,
            last=variant.tricks,
            dealer=dealer,
            opened=hearing.unit,
            opened_at=hearing.place,
            wrong_dealer=dealer != carry.next_dealer,
            memory=carry.memory,
            secret=variant.secret(self.game.options),
            changed=0 if report.dealer else self.game.dealer_set,
        )
        deal.kept_open = deal.number in self.kept_open
        self._opening_gone = 0
        variant.open(deal, report, self.game.options)
        self.deals.append(DealState(carry, deal))

    def _carry_on(self) -> Carry | None:
        """What the next deal inherits, None while the current one is not over."""
        current = self.current
        if current is None:
            return self.start
        return self.carry_after(current) if current.facts.over else None

    def _bind(self, hearing: Hearing, about: About) -> None:
        self.bindings[hearing.unit.seq, hearing.place] = about

    # --- signatures and incidents --------------------------------------------------------------------------------

    def _note_incident(self, report: Incident, hearing: Hearing, *, named: int | str | None) -> None:
        """An incident belongs to the deal it names, else to the current one; it changes nothing by itself."""
        about = hearing.about
        if about is None:
            deal = self._id_of(self._number_of_incident(named))
            about = None if deal is None else About(deal=deal)
        if about is not None:
            self._bind(hearing, about)
        self.incidents[hearing.unit.id] = IncidentFacts(report.category, about.deal if about else None)

    def _number_of_incident(self, named: int | str | None) -> int:
        """The number of the deal that an incident is about, 0 before the first; Refused where nobody has opened it."""
        last = self.deals[-1].facts.number if self.deals else self.start.opened
        number = self.number_of(named)
        if number is not None and not 1 <= number <= last:
            current = last or None
            raise Refused("out_of_phase", pointer=("deal",), expects=self.expects, deal=number, current=current)
        return number or last

    def _sign(self, report: Confirmed, hearing: Hearing, *, named: int | str | None) -> None:
        """Sign an incident, or the deal named, else the one settled or stopped last."""
        if report.report is not None:
            self._sign_incident(report, hearing, report.report)
            return
        about = hearing.about or About(deal=self._deal_to_sign(named))
        self._bind(hearing, about)
        index = self._index_of(about.deal)
        if index is not None:
            self.deals[index].facts.signatures.append(Signature(report.side, hearing.unit.seq, about.signed))

    def _deal_to_sign(self, named: int | str | None) -> str:
        """The id of the deal that is signed now."""
        number = self.number_of(named)
        over = [deal for deal in self.deals if self.judged(deal).status in SIGNABLE]
        if number is not None:
            over = [deal for deal in over if deal.facts.number == number]
        if not over:
            raise Refused("out_of_phase", pointer=() if named is None else ("deal",), expects=self.expects)
        return over[-1].facts.id

    def _sign_incident(self, report: Confirmed, hearing: Hearing, named: str) -> None:
        """All sides' signatures on a misdeal make its deal void; it is dealt again by the same dealer (R-5)."""
        id_ = hearing.about.report if hearing.about and hearing.about.report else self.names.get(named, named)
        incident = self.incidents.get(id_)
        if incident is None:
            raise Refused("invalid_value", pointer=("report",), hint="incident")
        self._bind(hearing, About(report=id_))
        incident.signed.add(report.side)
        index = self._index_of(incident.deal)
        if index is None or not incident.voids_deal(sides=self.game.variant.table.sides):
            return
        facts = self.deals[index].facts
        facts.void_signed = True
        if facts.void_after is None:
            facts.void_after = facts.redealt_after or self.deals[-1].facts.number
            self._carry_anew(index)

    # --- disputes ------------------------------------------------------------------------------------------------

    def _decide(self, report: DisputeStep | Ruled, hearing: Hearing, *, named: int | str | None) -> None:
        """A ruling or a dismissal stands from now on; what a dispute came through before decides nothing.

        Nothing follows for a deal that is gone, or that lies before this reading: what that one passes on is known with
        the ruling in it.
        """
        number = self.number_of(named)
        about = hearing.about or About(deal=None if number is None else self._id_of(number))
        if about.deal is not None:
            self._bind(hearing, about)
        self.waiting = waiting_after(report, self.waiting, deal=about.deal)
        index = self._index_of(about.deal)
        if index is None:
            return
        facts = self.deals[index].facts
        note_appeal(facts, report)
        if isinstance(report, DisputeStep) and report.step != DISMISSED:
            return
        decide(facts, report)
        if facts.decided.void and facts.void_after is None:
            facts.void_after, facts.void_ruled = facts.redealt_after or self.deals[-1].facts.number, True
        elif facts.void_ruled and not facts.decided.void:
            facts.void_ruled = False
            if not facts.void_signed:
                facts.redealt_after = facts.void_after if self._dealt_again(index) else None
                facts.void_after = None
        self._carry_anew(index)

    def deals_under_ruling(self) -> dict[str, int]:
        """The deals that a ruling is about, or a dispute that waits: their numbers by their ids."""
        disputed = set(self.waiting.values())
        return {
            deal.facts.id: deal.facts.number for deal in self.deals if deal.facts.rulings or deal.facts.id in disputed
        }

    def _carry_anew(self, index: int) -> None:
        """Judge a deal anew that a signature or a decision has changed; those after it inherit what follows now."""
        self._forget(self.deals[index])  # its findings, too: a hidden hand is open in a deal that is over
        for before, after in pairwise(self.deals[index:]):
            after.carry = self.carry_after(before)
            after.facts.memory = after.carry.memory
            self._forget(after, findings=False)
