"""Two devices at one table: is a report with `deal` or `number` on record already? (docs/api.md, Two devices).

What is on record, whoever sent it, is a duplicate; what contradicts the record is a conflict; the rest is new.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.secret import hidden_in_count
from scoring.rules.record.entries import Unit
from scoring.rules.record.kinds import (
    Announced,
    CardPlayed,
    Counted,
    DealOpened,
    EndClaimed,
    Pushed,
    Said,
    StoeckShown,
    TrickPlayed,
    WeisShown,
)


@dataclass(frozen=True, slots=True)
class Same:
    """The record has it already: the unit that says so."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Differs:
    """The record says otherwise: the unit that does."""

    unit: Unit


Comparison = Same | Differs | None
"""None: the record has nothing that this could be compared with."""


def _same_if(same: object, unit: Unit) -> Comparison:
    return Same(unit) if same else Differs(unit)


def _deal(deal: Deal, report: DealOpened) -> Comparison:
    same = report.dealer in {None, deal.dealer} and report.turned in {None, deal.turned}
    return _same_if(same, deal.opened)


def _push(deal: Deal, report: Pushed) -> Comparison:
    if deal.pushed is not None:
        return _same_if(report.seat in {None, deal.forehand}, deal.pushed)
    return Differs(deal.announced) if deal.announced else None


def _announce(deal: Deal, report: Announced) -> Comparison:
    if deal.announced is None or deal.mode is None:
        return None
    return _same_if(report.mode == deal.mode.name and report.seat in {None, deal.declarer}, deal.announced)


def _weis(deal: Deal, report: WeisShown) -> Comparison:
    own = [shown for shown in deal.weise if shown.seat == report.seat]
    if report.said is None:
        return next((Same(shown.unit) for shown in own if shown.cards and shown.cards == report.cards), None)
    said_so = next((shown.said for shown in own if shown.said and shown.said.form == report.said), None)
    if said_so is not None:
        return Same(said_so.unit)
    could_be = report.said.could_be(deal.trump_suit)
    return next((Same(shown.unit) for shown in own if not shown.said and shown.cards in could_be), None)


def _stoeck(deal: Deal, report: StoeckShown) -> Comparison:
    return next((Same(shown.unit) for shown in deal.stoecke if shown.seat == report.seat), None)


def _claim(deal: Deal, report: EndClaimed) -> Comparison:
    if not deal.claims:
        return None
    claim = deal.claims[-1]
    return _same_if(report == claim.report, claim.unit)


def _count(deal: Deal, report: Counted) -> Comparison:
    if deal.count is None:
        return None
    on_record = deal.count.report
    if not deal.over:  # what is hidden is compared with nothing: an answer must not confirm a guess
        hidden: dict[str, Any] = dict.fromkeys(hidden_in_count(deal.secret))
        on_record, report = replace(on_record, **hidden), replace(report, **hidden)
    if deal.count.sums and report.points:
        said = {side: deal.count.points[side] for side in report.points}  # one side may have been left out
        return _same_if(report == replace(on_record, points=said), deal.count.unit)
    return _same_if(report == on_record, deal.count.unit)


def _trick(deal: Deal, report: TrickPlayed) -> Comparison:
    candidates = [trick for trick in deal.tricks if trick.winner and report.number in {None, trick.number}]
    for trick in candidates:
        if tuple(trick.cards) == report.cards and report.leader in {None, trick.leader}:
            return Same(trick.units[-1])
    if report.number is not None:
        return Differs(candidates[0].units[-1]) if candidates else None
    touched = next((trick for trick in deal.tricks if set(trick.cards) & set(report.cards)), None)
    return Differs(touched.units[-1]) if touched else None


def _play(deal: Deal, report: CardPlayed) -> Comparison:
    for trick in deal.tricks:
        if report.number not in {None, trick.number}:
            continue
        for seat, card, unit in zip(deal.table.order_from(trick.leader), trick.cards, trick.units, strict=False):
            if card == report.card:
                return _same_if(report.seat in {None, seat}, unit)
            if seat == report.seat and report.number is not None:
                return Differs(unit)
        if trick.winner and report.number is not None:
            return Differs(trick.units[-1])
    return None


BY_DEAL: dict[type, Callable[[Deal, Any], Comparison]] = {
    DealOpened: _deal,
    Pushed: _push,
    Announced: _announce,
    WeisShown: _weis,
    StoeckShown: _stoeck,
    EndClaimed: _claim,
    Counted: _count,
}
"""Kinds that are compared when they carry `deal`. Never a hand, a bid or a laid card: their answers would tell."""

BY_NUMBER: dict[type, Callable[[Deal, Any], Comparison]] = {TrickPlayed: _trick, CardPlayed: _play}
"""Kinds that are compared when they carry the number of their trick."""


def compared(deal: Deal, said: Said) -> Comparison:
    """How a report stands to the record of the current deal.

    Without `number` or `deal` it is a new fact, save the second Stöck of a seat.
    """
    report = said.report
    kind = type(report)
    if isinstance(report, TrickPlayed | CardPlayed):
        return BY_NUMBER[kind](deal, report) if report.number is not None else None
    if kind in BY_DEAL and (said.deal is not None or kind is StoeckShown):
        return BY_DEAL[kind](deal, report)
    return None


def compared_with_past(deal: Deal, said: Said) -> Comparison:
    """How a report for an earlier deal stands to that deal's record; it is only compared, never recorded."""
    kind = type(said.report)
    compare = BY_DEAL.get(kind) or BY_NUMBER.get(kind)
    return compare(deal, said.report) if compare else None


def repeats_trick(deal: Deal, said: Said) -> Unit | None:
    """The unit of the deal before that a numbered trick without `deal` repeats card for card, if it does."""
    report = said.report
    if not isinstance(report, TrickPlayed) or report.number is None or said.deal is not None:
        return None
    found = _trick(deal, report)
    return found.unit if isinstance(found, Same) else None
