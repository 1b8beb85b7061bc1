"""Hearing a call, so that nothing which it provokes tells what it may not know.

Bids and laid cards are hidden until their deal is settled. A call that settles it and is then refused, or is a dry run,
settles nothing: it must be answered the same whatever was bid. So what follows from the settlement is left out: the
call is heard once more as if the last of them had not come.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from scoring.models import Report
from scoring.rules import referee as rules
from scoring.rules.record.kinds import Corrected, DealOpened, Retracted
from scoring.rules.record.refusals import Refused
from scoring.rules.view.secrets import IN_A_SHEET, Viewer, hidden_in
from scoring.services.reports.calls import Call
from scoring.services.reports.reach import Start, referee_for

UNTIL_SETTLED = ("bid", "lay")
"""The kinds of reports that settlement waits for and opens."""


def listen(
    call: Call,
    start: Start,
    reports: Sequence[Report],
    *,
    hidden: Mapping[int, frozenset[str]],
    dry_run: bool,
) -> tuple[rules.Referee, rules.Hearings]:
    """The referee who has heard what is new of the call, and what became of it.

    `hidden` is what each deal on record still hides. Raises Refused (`report` is an index of the call) or Irregular.
    """
    at_stake = _at_stake(call, start)
    judge = referee_for(call, start, reports)
    try:
        hearings = _hear(call, judge)
    except (Refused, rules.Irregular) as reason:
        if at_stake:
            _hear(call, referee_for(call, start, reports, kept_open=at_stake))
            raise _whatever_was_bid(reason) from None
        raise
    if not dry_run or call.author.access.viewer.referee:
        return judge, hearings
    if at_stake:
        judge = referee_for(call, start, reports, kept_open=at_stake)
        return judge, _hear(call, judge)
    current = judge.current
    if current is not None and hidden.get(current.facts.number, current.facts.secret):
        current.facts.kept_open, current.judged, current.findings = True, None, None
    return judge, hearings


def _at_stake(call: Call, start: Start) -> frozenset[int]:
    """The numbers of the deals that must stay open, empty where nothing is at stake.

    They are those that hide from the author what others have bid or laid and may be settled by this call: the current
    one, or one that it brings back because it was void or surplus; and with them all that it opens.
    """
    fresh = [call.sent[index].said.report for index in call.fresh]
    may_open = {"bidding", "playing"}
    if any(isinstance(report, Retracted | Corrected) for report in fresh):
        may_open |= {"void", "surplus"}
    viewer = call.author.access.viewer
    hiding = {
        number for number, deal in start.rows.items() if deal.status in may_open and _hides(deal.sheet, viewer=viewer)
    }
    last = max(start.rows, default=0)
    return frozenset({*hiding, *range(last + 1, last + 1 + len(fresh))}) if hiding else frozenset()


def _hides(sheet: Mapping[str, Any], *, viewer: Viewer) -> bool:
    """Whether a deal hides from this viewer what somebody has bid or laid."""
    secret = [kind for kind in UNTIL_SETTLED if kind in hidden_in(sheet)]
    return any(not viewer.may_see(entry["seat"]) for kind in secret for entry in sheet[IN_A_SHEET[kind][0]] or ())


def _hear(call: Call, judge: rules.Referee) -> rules.Hearings:
    """Hear what is new of the call. What the referee raises is told by the indexes of the call."""
    fresh = call.fresh
    try:
        return judge.hear_all(
            [rules.New(str(call.sent[index].id or uuid4()), call.sent[index].said) for index in fresh]
        )
    except Refused as refusal:
        refusal.report = fresh[refusal.report or 0]
        raise


def _whatever_was_bid(reason: Refused | rules.Irregular) -> Refused | rules.Irregular:
    """A refusal that comes after the settlement of a deal, without what only that tells: whether the game is over."""
    if not isinstance(reason, Refused) or reason.code not in {"game_over", "out_of_phase"}:
        return reason
    refusal = Refused("out_of_phase", pointer=reason.pointer, expects=[DealOpened.kind])
    refusal.report = reason.report
    return refusal
