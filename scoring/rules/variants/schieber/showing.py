"""A Weis as it is reported: shown with its cards, or said without them and perhaps shown later (R-25, R-28)."""

from dataclasses import replace

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Meld, SaidMeld, Weis
from scoring.rules.pack.cards import notations, size
from scoring.rules.record.kinds import WeisShown
from scoring.rules.record.refusals import Refused
from scoring.rules.variants.base import Hearing
from scoring.rules.variants.schieber.options import SchieberOptions, WeisTable
from scoring.rules.variants.schieber.slates import check_against_paper
from scoring.rules.variants.schieber.weis import overlaps, recognise, weis_said

SHORTEST = 3
"""The cards of the shortest Weis (R-23)."""


def may_show_weis(deal: Deal, options: SchieberOptions) -> bool:
    """From the announcement until a card of the second trick lies (R-28)."""
    return options.weis and deal.mode is not None and deal.before_second_trick and not deal.over


def has_weis_left(deal: Deal, options: SchieberOptions) -> bool:
    """Whether somebody may still have a Weis: three cards that are in none yet, or one that was said and not shown."""
    if not may_show_weis(deal, options):
        return False
    if options.crossing or any(shown.said and not shown.cards for shown in deal.weise):
        return True
    in_weise = dict.fromkeys(deal.table.all_seats, 0)
    for shown in deal.weise:
        in_weise[shown.seat] |= shown.cards
    return any(deal.hand_size - size(cards) >= SHORTEST for cards in in_weise.values())


def take_weis(deal: Deal, report: WeisShown, options: SchieberOptions, hearing: Hearing) -> None:
    """A Weis with its cards, or as it was said; whether it counts is decided at the end of the first trick."""
    if not options.weis:
        raise Refused("not_in_these_rules", option="weis")
    if deal.mode is None:
        raise Refused("out_of_phase")
    if not may_show_weis(deal, options):
        raise Refused("weis_too_late")
    if report.said is not None:
        _say(deal, report, hearing, weis=weis_said(report.said, mode=deal.mode, table=_table(options)))
    else:
        _show(deal, report, options, hearing, weis=recognise(report.cards or 0, mode=deal.mode, table=_table(options)))
    if hearing.fresh:
        check_against_paper(deal, report, options)


def _table(options: SchieberOptions) -> WeisTable:
    return options.weis_table or "small"


def _show(deal: Deal, report: WeisShown, options: SchieberOptions, hearing: Hearing, *, weis: Weis | None) -> None:
    """The cards of a Weis. One that the seat has said before is shown now; it is no second one."""
    if weis is None:
        raise Refused("not_a_weis", pointer=("cards",), cards=notations(report.cards or 0))
    own = [shown for shown in deal.weise if shown.seat == report.seat]
    if overlaps(weis, [shown.weis for shown in own if shown.weis], crossing=bool(options.crossing)):
        raise Refused("weis_overlap", pointer=("cards",))
    waiting = [shown for shown in own if shown.said and not shown.cards]
    for shown in waiting:
        if shown.said and weis.cards in shown.said.form.could_be(deal.trump_suit):
            _put(deal, shown, replace(shown, unit=hearing.unit, clock=deal.tick(), weis=weis))
            return
    if waiting and not hearing.insisted:
        raise Refused("conflicting_report", pointer=("cards",), recorded=waiting[0].unit)
    deal.weise.append(Meld(report.seat, hearing.unit, deal.tick(), weis, told=deal.clock))


def _say(deal: Deal, report: WeisShown, hearing: Hearing, *, weis: Weis | None) -> None:
    """A Weis without its cards. Of one that the seat has shown already it says nothing new."""
    if weis is None or report.said is None:
        raise Refused("not_a_weis", pointer=("said",))
    said = SaidMeld(report.said, hearing.unit)
    own = [shown for shown in deal.weise if shown.seat == report.seat]
    for shown in own:
        if shown.said is None and shown.cards in report.said.could_be(deal.trump_suit):
            _put(deal, shown, replace(shown, said=said))
            return
    fours = [shown.weis.top for shown in own if shown.weis and shown.weis.kind == "quartet"]
    if weis.kind == "quartet" and weis.top in fours:
        raise Refused("weis_overlap", pointer=("said",))
    deal.weise.append(Meld(report.seat, hearing.unit, deal.tick(), weis, said, told=deal.clock))


def _put(deal: Deal, shown: Meld, now: Meld) -> None:
    """Put what is known of a Weis now in its place."""
    deal.weise[next(place for place, one in enumerate(deal.weise) if one is shown)] = now
