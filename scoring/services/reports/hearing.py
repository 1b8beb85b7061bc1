"""Hearing a call, so that no answer tells its author what they may not know.

Bids and laid cards are hidden until their deal is settled. A call that settles it and is then refused, or is a dry run,
settles nothing. Its answer must not depend on what was bid.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

from scoring.models import Report
from scoring.rules.call import Hearings, Irregular
from scoring.rules.record.kinds import Corrected, DealOpened, Retracted
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import COUNTING, RUNNING, DealStatus
from scoring.selectors.reports import standing_at, standing_from
from scoring.services.reports.amounts import check_amounts
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
    secrecy, referee = _secrecy_of(call, start), referee_for(call, start, reports)
    held_up = None
    hearings = Hearings((), ())
    try:
        hearings = _hear_with(referee, call, reports)
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
    reports, secrecy = standing_from(call.game, place=start.place), _secrecy_of(call, start)
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
def _hear_twice(
    call: Call, start: Start, reports: Sequence[Report], *, secrecy: Secrecy, dry_run: bool
) -> tuple[Referee, Hearings]:
    """The referee who has heard what is new of the call, and what became of it.

    Raises Refused (`report` is an index of the call) or Irregular.
    """
    at_stake = _at_stake(call, start, secrecy)
    referee = referee_for(call, start, reports)
    try:
        hearings = _hear_with(referee, call, reports)
    except (Refused, Irregular) as reason:
        if at_stake:
            _hear_with(referee_for(call, start, reports, kept_open=at_stake), call, reports)
            raise _whatever_was_bid(reason) from None
        raise
    if not dry_run or secrecy.viewer.referee:
        return referee, hearings
    if at_stake:
        referee = referee_for(call, start, reports, kept_open=at_stake)
        return referee, _hear_with(referee, call, reports)
    _keep_current_open(referee, secrecy)
    return referee, hearings


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


def _hear_with(referee: Referee, call: Call, reports: Sequence[Report]) -> Hearings:
    """Hear what is new of the call. What the referee refuses is placed by the indexes of the call."""
    fresh = call.fresh
    sent = [call.sent[index] for index in fresh]
    try:
        hearings = referee.hear_all([replace(one, id=one.id or uuid4()) for one in sent])
        check_amounts(call.game, reports, hearings.heard)
    except Refused as refusal:
        raise refusal.at(fresh[refusal.report or 0]) from None
    return hearings


def _whatever_was_bid(reason: Refused | Irregular) -> Refused | Irregular:
    """A refusal that comes after the settlement of a deal, without what only that tells: whether the game is over."""
    if not isinstance(reason, Refused) or reason.code not in {"game_over", "out_of_phase"}:
        return reason
    return Refused("out_of_phase", pointer=reason.pointer, report=reason.report, expects=[DealOpened.kind])
