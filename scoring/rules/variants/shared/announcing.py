"""Announcing and pushing, wherever forehand chooses the mode or leaves it to the partner (R-20), and its account."""

from collections.abc import Iterator
from typing import Any, Protocol

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.modes import MODE
from scoring.rules.record.kinds import Announced, Counted, Pushed
from scoring.rules.record.refusals import Refused
from scoring.rules.variants.base import Hearing
from scoring.rules.variants.shared.accounts import OPENING, DealAccount
from scoring.rules.variants.shared.options import Pushing
from scoring.rules.view.account import Step


class AnnouncingOptions(Protocol):
    """The options of a game in which somebody announces."""

    @property
    def pushing(self) -> Pushing:
        """Whether forehand may push."""
        ...


def may_push(deal: Deal, options: AnnouncingOptions) -> bool:
    """Forehand may push once (R-20)."""
    return deal.mode is None and not deal.over and deal.pushed is None and options.pushing == "once"


def take_push(deal: Deal, report: Pushed, options: AnnouncingOptions, hearing: Hearing) -> None:
    """Forehand leaves the announcement to the partner."""
    if options.pushing == "off":
        raise Refused("not_in_these_rules", option="pushing")
    if deal.mode is not None or deal.over:
        raise Refused("out_of_phase")
    if deal.pushed is not None:
        raise Refused("cannot_push", expected_seat=announcer(deal))
    if report.seat not in {None, deal.forehand}:
        raise Refused("not_your_turn", pointer=("seat",), expected_seat=deal.forehand)
    deal.tick()
    deal.pushed = hearing.unit


def may_announce(deal: Deal, options: object) -> bool:
    """The mode is announced once."""
    return deal.mode is None and not deal.over


def announcer(deal: Deal) -> int:
    """Forehand, or after a push the partner (R-20)."""
    return (deal.pushed and deal.table.partner_of(deal.forehand)) or deal.forehand


def check_announce(deal: Deal, report: Announced) -> None:
    """Refuse an announcement that does not come now, or from another seat."""
    if not may_announce(deal, None):
        raise Refused("out_of_phase")
    expected = announcer(deal)
    if report.seat not in {None, expected}:
        raise Refused("not_your_turn", pointer=("seat",), expected_seat=expected)


def take_announce(deal: Deal, report: Announced, options: AnnouncingOptions, hearing: Hearing) -> None:
    """The mode of the deal, by the seat that announces."""
    check_announce(deal, report)
    deal.tick()
    deal.mode, deal.declarer, deal.announced = MODE[report.mode], announcer(deal), hearing.unit


def owing(deal: Deal, options: object) -> tuple[int, ...]:
    """The seat that owes what comes next: who announces, then whose card comes next."""
    if deal.over:
        return ()
    return (announcer(deal) if deal.mode is None else deal.turn,)


def take_mode(deal: Deal, report: Counted, options: AnnouncingOptions, *, needed: bool) -> None:
    """The mode and the declarer of a counted deal: announced before, or said here; `needed` where it may not lack."""
    if deal.mode is not None and deal.announced is not None:
        if report.mode not in {None, deal.mode.name} or report.declarer not in {None, deal.declarer}:
            raise Refused("conflicting_report", recorded=deal.announced)
        return
    if report.mode is None and needed:
        raise Refused("missing_field", pointer=("mode",), name="mode")
    callers = {deal.forehand, deal.table.partner_of(deal.forehand)} if options.pushing == "once" else {deal.forehand}
    if report.declarer is not None and report.declarer not in callers:
        raise Refused("invalid_value", pointer=("declarer",), choices=sorted(callers))
    if deal.pushed is not None and report.declarer == deal.forehand:
        raise Refused("conflicting_report", pointer=("declarer",), recorded=deal.pushed)
    if report.mode is not None:
        deal.mode = MODE[report.mode]
    deal.declarer = report.declarer


# --- the account ------------------------------------------------------------------------------------------------------


def announce_steps(account: DealAccount[Any]) -> Iterator[Step]:
    """That it was pushed (R-20), and who announced which mode (R-6), or that a slate named it."""
    deal = account.deal
    if deal.pushed is not None:
        pushed = {"seat": deal.forehand, "partner": deal.table.partner_of(deal.forehand)}
        yield Step("R-20", OPENING, "push", "push", pushed)
    if deal.mode is None:
        if not deal.over:
            yield Step("R-20", OPENING, "announce", "announce_open", {"seat": account.turn})
        return
    facts: dict[str, Any] = {"seat": deal.declarer, "mode": deal.mode.name}
    key = "announce" if deal.declarer is not None else "announce_slate"
    yield Step("R-6", OPENING, "announce", key, facts)


def factor_steps(account: DealAccount[Any], factor: int | None) -> Iterator[Step]:
    """What every point of the deal is multiplied by (R-21)."""
    if factor is None:
        return
    mode = account.deal.mode
    key = "factor_same" if mode is None else "factor_one" if factor == 1 else "factor"
    yield Step("R-21", OPENING, "factor", key, {"mode": mode.name if mode else None, "factor": factor})
