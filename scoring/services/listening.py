"""Hearing a call, so that nothing which it provokes tells what it may not know.

Bids and laid cards are hidden until their deal is settled. A call that settles it and is then refused, or is a dry run,
settles nothing: it must be answered the same whatever was bid. So what follows from the settlement is left out: the
call is heard once more as if the last of them had not come.
"""

from collections.abc import Mapping, Sequence
from uuid import uuid4

from scoring.models import Report
from scoring.rules import referee as rules
from scoring.rules.record import DealOpened
from scoring.rules.refusals import Refused
from scoring.rules.secrets import IN_A_SHEET, secret_in
from scoring.services.calls import Call
from scoring.services.hearing import Start, referee_for

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
    at_stake = _at_stake(call)
    judge = referee_for(call, start, reports)
    try:
        hearings = _hear(call, judge)
    except (Refused, rules.Irregular) as reason:
        if at_stake is not None:
            _hear(call, referee_for(call, start, reports, kept_open=at_stake))
            raise _whatever_was_bid(reason) from None
        raise
    if not dry_run or call.author.access.viewer.referee:
        return judge, hearings
    if at_stake is not None:
        judge = referee_for(call, start, reports, kept_open=at_stake)
        return judge, _hear(call, judge)
    current = judge.current
    if current is not None and hidden.get(current.facts.number, current.facts.secret):
        current.facts.kept_open, current.judged, current.findings = True, None, None
    return judge, hearings


def _at_stake(call: Call) -> int | None:
    """The number of the current deal, where it hides from the author what others have bid or laid."""
    deal, viewer = call.game.current_deal, call.author.access.viewer
    if deal is None:
        return None
    for kind in UNTIL_SETTLED:
        if kind in secret_in(deal.sheet) and deal.status in {"bidding", "playing"}:
            entries = deal.sheet[IN_A_SHEET[kind][0]] or ()
            if not all(viewer.may_see(entry["seat"]) for entry in entries):
                return deal.number
    return None


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
