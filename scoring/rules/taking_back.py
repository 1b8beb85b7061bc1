"""Taking back and correcting: reports that take the places of earlier ones, and what such a call may reach.

What no longer fits afterwards is a conflict, and nothing of the call is recorded.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from scoring.rules.call import misplaced, replaces
from scoring.rules.deal.facts import Deal
from scoring.rules.deal.shown import off_hand, shown_apart
from scoring.rules.reading import Reading
from scoring.rules.record.decisions import DisputeStep, Ruled
from scoring.rules.record.entries import Entry, Sent, Unit, unit_of
from scoring.rules.record.kinds import Corrected, Retracted, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.status import COUNTING

MOST_READ_AGAIN: Final = 2_000
"""How many reports one call may have read again, after it has had the record read again once."""


@dataclass
class TakingBack(Reading):
    """A reading in which reports may take the places of earlier ones.

    `version` is the seq of the newest entry of the journal; `past` has earlier deals that a report may be compared
    with, by number; `places` the place of each report that may be named in this call, by id. `reaches_all` is false for
    those who may only take back what was reported lately, and `foreign` has the ids that they may not take back at all.
    `overrules` says whether the author may take away a deal under a ruling. `admitted` says that the call was heard
    before by a referee who leaves out of account the hands hidden from its author: now no hand refuses it, and no
    finding holds it up. After a refusal throw it away.
    """

    version: int = 0
    past: Mapping[int, Deal] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    reaches_all: bool = True
    foreign: Container[str] = ()
    overrules: bool = True
    admitted: bool = False

    # What this call may still have read again; None until it has had the record read again for the first time.
    _left: int | None = field(default=None, init=False, repr=False)

    def without_hands(self, unseen: Container[tuple[int, int]]) -> Self:
        """The same before it hears anything, with these hands left out of account."""
        return replace(self, units=list(self.units), names=dict(self.names), places=dict(self.places), unseen=unseen)

    @property
    def floor(self) -> int:
        """The oldest place that may be reached.

        For a scorer: the current deal, and the one settled last until a trick of the current one is complete.
        """
        if self.reaches_all or not self.deals:
            return 0
        current = self.deals[-1].facts
        if current.complete_tricks or current.count:
            return current.opened.root
        settled = [deal.facts for deal in self.deals[:-1] if self.judged(deal).status in COUNTING]
        return settled[-1].opened.root if settled else current.opened.root

    def _replace(self, step: Sequence[Sent]) -> list[Entry]:
        """Take the places of earlier reports and read the record anew; what no longer fits is a conflict."""
        # All places are taken before anything is read. Two cards that were typed in the wrong order need two
        # corrections, and after the first of them one card lies twice: judged by itself it could never come.
        before, under_ruling = {*self._unfit(), *self._apart()}, self.deals_under_ruling()
        waited = self._waits_for_last_trick
        entries = []
        for index, sent in enumerate(step):
            try:
                entries.append(self._take_place(sent) if replaces(sent) else self._place_incident(sent))
            except Refused as refusal:
                raise refusal.at(index) from None
        fresh = {entry.seq: index for index, entry in enumerate(entries)}
        self._read_again(fresh=fresh, insisted=step[-1].said.as_played)
        for misfit in self.misfits:
            if misfit.seq in fresh:
                raise misplaced(misfit.refusal, step[fresh[misfit.seq]], part=misfit.index).at(fresh[misfit.seq])
        unfit = self._unfit() if step[-1].said.as_played else [*self._unfit(), *self._apart()]
        conflicts = [id_ for id_ in unfit if id_ not in before]
        if conflicts or (self._waits_for_last_trick and not waited):
            raise self._conflict(conflicts)
        self._check_gone(under_ruling, insisted=step[-1].said.as_played)
        return [self._bound_in_place(entry) for entry in entries]

    def _conflict(self, reports: Sequence[str]) -> Refused:
        """The refusal of a step after which these later reports do not fit, with what each of them meets."""
        waiting, result = self._waits_for_last_trick, self.final.result
        if not reports and waiting is not None and result is not None:
            told = [{"report": waiting, "code": "missing_field"}]
            return Refused("later_reports_conflict", reports=[waiting], conflicts=told, waits=True, deal=result.deal)
        met = {misfit.id: misfit.refusal.code for misfit in reversed(self.misfits)}
        apart = dict.fromkeys(self._apart(), "conflicting_report")
        told = [{"report": id_, "code": (apart | met).get(id_, "card_not_in_hand")} for id_ in reports]
        return Refused("later_reports_conflict", reports=list(reports), conflicts=told)

    def _unfit(self) -> list[str]:
        """The ids of reports that do not fit what stands before them, or the hand of their seat."""
        against_hands = [] if self.admitted else [id_ for deal in self.deals for id_ in off_hand(deal.facts)]
        return list(dict.fromkeys([*(misfit.id for misfit in self.misfits), *against_hands]))

    def _apart(self) -> list[str]:
        """The ids of reports that show or say a Weis beside another one of the same seat: both would count."""
        return [id_ for deal in self.deals for id_ in shown_apart(deal.facts)]

    def _begun_since(self, place: int) -> dict[str, int]:
        """The deal to which a place belongs and the one that was begun since, for the sentence of a refusal."""
        within = [deal.facts.number for deal in self.deals if deal.facts.opened.root <= place]
        return {"deal": within[-1], "current": self.deals[-1].facts.number} if within else {}

    def _read_again(self, *, fresh: Container[int], insisted: bool) -> None:
        """Read the record anew, within the budget of the call; else Refused.

        The first time is always possible: in a long game the correction of an early deal costs many reports. A call
        that takes back one report after each of a hundred others would cost a hundred times as much.
        """
        reports = sum(len(unit.said) for unit in self.units)
        left = MOST_READ_AGAIN if self._left is None else self._left - reports
        if left < 0:
            raise Refused("too_much_at_once", again=True, most=MOST_READ_AGAIN)
        self._left = left
        self.read(fresh=fresh, insisted=insisted)

    def _bound_in_place(self, entry: Entry) -> Entry:
        """The entry with what it is about, also where it stands, so that the next reading finds the same."""
        bound = self.bound(entry)
        if bound.about:
            self.units = [one._replace(about=bound.about) if one.seq == bound.seq else one for one in self.units]
        return bound

    def _place_incident(self, sent: Sent) -> Entry:
        """Put an incident at the end of the record. It is read with the step that it is a part of."""
        entry = Entry(self.version + 1, str(sent.id), sent.said, root=self.version + 1)
        self._record(entry, unit_of(entry))
        return entry

    def _check_gone(self, under_ruling: Mapping[str, int], *, insisted: bool) -> None:
        """Only a referee who insists takes away a deal that a ruling or a waiting dispute is about."""
        left = {deal.facts.id for deal in self.deals}
        gone = [number for id_, number in under_ruling.items() if id_ not in left]
        if gone and not (self.overrules and insisted):
            raise Refused("deal_under_ruling", pointer=("report",), deal=gone[0])

    @property
    def _waits_for_last_trick(self) -> str | None:
        """The id of the count that must tell who took the last trick, None where nobody waits for it (R-34)."""
        result = self.final.result
        if result is None or not result.waits:
            return None
        deal = self._deal_numbered(result.deal)
        return deal.count.unit.id if deal is not None and deal.count is not None else None

    def _take_place(self, sent: Sent) -> Entry:
        """Put a report at the place of the one it names; that must be the one that stands there."""
        said = sent.said
        named_deal = self.number_of(said.deal)
        if named_deal is not None and (self.current is None or named_deal > self.current.facts.number):
            raise self._not_open_yet(said)
        named = said.report.report if isinstance(said.report, Retracted | Corrected) else ""
        place = self.places.get(named)
        index = next((i for i, unit in enumerate(self.units) if unit.root == place), None)
        if index is None:
            raise Refused("invalid_value", pointer=("report",), hint="report")
        unit = self.units[index]
        self._check_replaceable(unit, named, by=said)
        entry = Entry(self.version + 1, str(sent.id), said, root=unit.root, replaces=unit.seq)
        self._record(entry, unit_of(entry, before=unit), index=index)
        return entry

    def _check_replaceable(self, unit: Unit, named: str, *, by: Said) -> None:
        """Refuse to replace a decision, a report out of reach, one that stands no more, or a retraction's trace."""
        # A report may be named by the id under which a second device sent it. `names` leads from there to the id on
        # record; without it, whoever lost the race for the first report could never take their own back.
        if any(isinstance(one.report, DisputeStep | Ruled) for one in unit.said):
            raise Refused("invalid_value", pointer=("report",), hint="report")
        if named in self.foreign:
            raise Refused("out_of_reach", pointer=("report",), foreign=True)
        if unit.root < self.floor:
            raise Refused("out_of_reach", pointer=("report",), **self._begun_since(unit.root))
        if self.names.get(named, named) != unit.id:
            raise Refused("already_replaced", pointer=("report",), current=unit.id)
        if unit.root != unit.seq and isinstance(by.report, Retracted):
            raise Refused("invalid_value", pointer=("report",), hint="not_taken_back")

    def _record(self, entry: Entry, unit: Unit, *, index: int | None = None) -> None:
        """Let the unit stand, at the end or at the place it takes."""
        self.version = entry.seq
        self.places[entry.id] = unit.root
        if index is None:
            self.units.append(unit)
        else:
            self.units[index] = unit

    def _deal_numbered(self, number: int) -> Deal | None:
        facts = next((deal.facts for deal in self.deals if deal.facts.number == number), None)
        return facts or self.past.get(number)

    def _not_open_yet(self, said: Said) -> Refused:
        """The refusal of a report for a deal that nobody has opened."""
        current = self.current.facts.number if self.current else None
        return Refused("out_of_phase", pointer=("deal",), expects=self.expects, deal=said.deal, current=current)
