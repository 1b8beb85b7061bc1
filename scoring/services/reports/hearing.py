"""Hearing a call, so that no answer tells its author what they may not know.

Bids, laid cards and reported hands are hidden until their deal is settled. A call that settles it and is then refused,
or is a dry run, settles nothing. Its answer must not depend on what was bid, or on what is in a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from scoring.models import Report
from scoring.rules.call import Hearings, Irregular, opened_by
from scoring.rules.record.kinds import Corrected, DealOpened, Retracted
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import COUNTING, RUNNING, DealStatus
from scoring.selectors.reports import standing_at, standing_from
from scoring.services.reports.amounts import check_amounts
from scoring.services.reports.at_the_table import journal_for
from scoring.services.reports.calls import Call
from scoring.services.reports.reach import Start, referee_for, start_of
from scoring.services.reports.secrecy import Secrecy
from scoring.services.reports.stretch import Kept, kept_after, may_be_read_late


@dataclass(frozen=True, slots=True)
class Heard:
    """A call that was heard: from where on, by which referee, what became of its reports, and what it must not tell.

    `reports` is the journal that was read. `kept` has the deals that were not read and stay.
    """

    start: Start
    reports: Sequence[Report]
    referee: Referee
    hearings: Hearings
    secrecy: Secrecy
    kept: Kept | None = None


class HeldUp(Exception):
    """A call that is irregular, with what its author must not be told of it."""

    def __init__(self, irregular: Irregular, secrecy: Secrecy) -> None:
        super().__init__("irregular")
        self.irregular, self.secrecy = irregular, secrecy


def hear(call: Call, *, dry_run: bool) -> Heard:
    """Hear what is new of a call, from the deal on that it reaches. In a long record a stretch of it may do.

    Raises Refused (`report` is an index of the call) or HeldUp.
    """
    start = start_of(call)
    if not start.rest:
        return _hear_from(call, start, dry_run=dry_run)
    return _hear_in_stretch(call, start) or _hear_from(call, start_of(call, whole=True), dry_run=dry_run)


def _hear_in_stretch(call: Call, start: Start) -> Heard | None:
    """The call heard in a stretch of the record; None where the rest must be read to judge it, or to refuse it."""
    late = standing_at(call.game, places=start.late)
    if not may_be_read_late(late):
        return None
    reports = [*standing_from(call.game, place=start.place, before=start.end), *late]
    secrecy = _secrecy_of(call, start)
    room = _Room(call, start, reports, kept_open=frozenset(), secrecy=secrecy)
    if room.unseen:
        return None
    referee, held_up, hearings = room.referee, None, Hearings((), ())
    try:
        hearings = room.hear()
    except Irregular as irregular:
        held_up = HeldUp(irregular, secrecy)
    except Refused:
        return None
    kept = kept_after(referee, start.rest, game=call.game)
    if kept is not None and held_up is not None:
        raise held_up
    return None if kept is None else Heard(start, reports, referee, hearings, secrecy, kept)


def _hear_from(call: Call, start: Start, *, dry_run: bool) -> Heard:
    """The call heard from a deal on to the end of the record."""
    reports, secrecy = journal_for(call, place=start.place), _secrecy_of(call, start)
    try:
        referee, hearings = _hear_twice(call, start, reports, secrecy=secrecy, dry_run=dry_run)
    except Irregular as irregular:
        raise HeldUp(irregular, secrecy) from None
    return Heard(start, reports, referee, hearings, secrecy)


def _secrecy_of(call: Call, start: Start) -> Secrecy:
    current = call.game.current_deal
    return call.secrecy.reaching(start.rows if current is None else {current.number: current, **start.rows})


# A failing call is heard twice. Example: bids are hidden, and the call plays the last trick and then opens the next
# deal. If the bids ended the game, the opening is refused with game_over; if not, it is accepted. Whoever sends
# that with a fault at its end, again and again, learns the bids and has recorded nothing. So the second hearing
# keeps the deal open, as if the last bid had not been revealed. What it refuses is the answer, and what the first
# hearing alone refuses is told in words that any bid would have brought. A dry run is heard in the same way.
#
# Hands that are hidden from the author are left out of account. Example: seat 2 has reported its hand, and seat 1 tries
# a Weis with one card of it. So a referee who reads the record without these hands hears the call first, and their
# refusal or finding is the answer. What they admit is then recorded by one who reads everything.
def _hear_twice(
    call: Call, start: Start, reports: Sequence[Report], *, secrecy: Secrecy, dry_run: bool
) -> tuple[Referee, Hearings]:
    """The referee who has heard what is new of the call, and what became of it.

    Raises Refused (`report` is an index of the call) or Irregular.
    """
    room = _Room(call, start, reports, kept_open=_at_stake(call, start, secrecy), secrecy=secrecy)
    if not dry_run:
        return room.referee, room.hear()
    if room.kept_open and not room.unseen:
        room.hear()
    referee, hearings = room.hear_closed() if room.kept_open or room.unseen else (room.referee, room.hear())
    if not secrecy.viewer.referee:
        _keep_current_open(referee, secrecy)
    return referee, hearings


class _Room:
    """Where a call is heard: by whoever reads everything, or behind closed doors, where nothing hidden counts.

    `kept_open` are the numbers of the deals that settle nothing there, and `unseen` the hands that nobody there knows.
    """

    def __init__(
        self, call: Call, start: Start, reports: Sequence[Report], *, kept_open: frozenset[int], secrecy: Secrecy
    ) -> None:
        self.call, self.start, self.reports, self.kept_open, self.secrecy = call, start, reports, kept_open, secrecy
        # All hearings give a report without an id the same one: findings are told apart by the id of their deal.
        self.sent = [replace(call.sent[index], id=call.sent[index].id or uuid4()) for index in call.fresh]
        self.referee = referee_for(call, start, reports)
        self.unseen = secrecy.unseen_hands(self.referee.units, rows=start.rows)

    def hear(self) -> Hearings:
        """Hear the call for the record. Whether it comes to that is decided without the unseen hands."""
        referee = self.referee
        admitting = referee.without_hands(self.unseen) if self.unseen else None
        known, admitted = admitting.findings_by_id() if admitting else {}, None
        try:
            if admitting:
                admitted = self._hear(admitting)
                referee.admitted = True
            hearings = self._hear(referee)
        except (Refused, Irregular) as reason:
            if self.kept_open or admitted:
                self.hear_closed()
                raise _whatever_was_bid(reason) from None
            raise
        if admitted:
            opened = self.secrecy.after(referee, recorded=True, fresh=()).opened_deals()
            hearings = opened_by(hearings, admitted, found=referee.findings_by_id(), known=known, opened=opened)
        return hearings

    def hear_closed(self) -> tuple[Referee, Hearings]:
        """Hear the call as if nothing settled the deals that must stay open, and without the unseen hands."""
        referee = referee_for(self.call, self.start, self.reports, kept_open=self.kept_open, unseen=self.unseen)
        return referee, self._hear(referee)

    def _hear(self, referee: Referee) -> Hearings:
        """Hear what is new of the call. What the referee refuses is placed by the indexes of the call."""
        fresh = self.call.fresh
        try:
            hearings = referee.hear_all(self.sent)
            check_amounts(self.call.game, self.reports, hearings.heard)
        except Refused as refusal:
            raise refusal.at(fresh[refusal.report or 0]) from None
        return hearings


def _keep_current_open(referee: Referee, secrecy: Secrecy) -> None:
    """Let a dry run settle nothing of a deal that kept secrets before it."""
    current = referee.current
    if current is not None and secrecy.hidden_before(current.facts.number):
        referee.keep_open(current)


def _at_stake(call: Call, start: Start, secrecy: Secrecy) -> frozenset[int]:
    """The numbers of the deals that must stay open, empty where nothing is at stake.

    They are those that hide from the author what others have bid or laid and may be settled by this call: the current
    one, or one that it brings back because it was void or surplus; and with them all that it opens.
    """
    fresh = [call.sent[index].said.report for index in call.fresh]
    may_open = RUNNING
    if any(isinstance(report, Retracted | Corrected) for report in fresh):
        may_open = frozenset(DealStatus) - COUNTING
    hiding = {
        number for number, deal in start.rows.items() if deal.status in may_open and secrecy.hides_bids_of_others(deal)
    }
    last = max(start.rows, default=0)
    return frozenset({*hiding, *range(last + 1, last + 1 + len(fresh))}) if hiding else frozenset()


def _whatever_was_bid(reason: Refused | Irregular) -> Refused | Irregular:
    """A refusal that comes after the settlement of a deal, without what only that tells: whether the game is over."""
    if not isinstance(reason, Refused) or reason.code not in {"game_over", "out_of_phase"}:
        return reason
    return Refused("out_of_phase", pointer=reason.pointer, report=reason.report, expects=[DealOpened.kind])
