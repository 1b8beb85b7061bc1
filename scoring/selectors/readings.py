"""Reading deals again from the journal, for what their stored sheets do not contain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import mapping
from scoring.models import Deal, Game, Report, ReportName
from scoring.rules.reading import Reading
from scoring.rules.record.decisions import DECISIONS
from scoring.rules.record.entries import Entry, standing
from scoring.rules.record.kinds import Confirmed
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import COUNTING, DealStatus
from scoring.rules.variants.shared.rulings import ruling_steps
from scoring.rules.view.account import Step
from scoring.rules.view.secrets import Viewer, seen_sheet
from scoring.selectors.reports import standing_from


@dataclass(frozen=True, slots=True)
class Explained:
    """The account of a deal as a viewer may see it: its sheet and its steps.

    `before` and `after` have the totals by side, before and after the deal. `deals` counts the deals of the game.
    """

    game: Game
    sheet: Mapping[str, Any]
    steps: list[Step]
    before: Mapping[int, int]
    after: Mapping[int, int]
    deals: int


def read_deal(game: Game, deal: Deal, *, before: int | None, later: Sequence[Report] = ()) -> Reading:
    """The deal, read from its part of the journal with what it inherits from the deal before.

    `before` is the place of the next deal. `later` are reports after that place which are read as well.
    """
    known = mapping.rules_game(game)
    reports = [*standing_from(game, place=deal.opened, before=before), *later]
    entries = mapping.entries_of(reports, game=known)
    return Reading(known, mapping.carry_of(deal), standing(entries), deal.opened_at)


def place_after(following: Deal) -> int:
    """The first place of the journal that says nothing about the deal before `following`.

    This is the place that opens `following`. If a correction stands there and says more before it opens the deal,
    it is the next place.
    """
    return following.opened + (1 if following.opened_at else 0)


def referee_at(game: Game, number: int | None) -> tuple[Referee, dict[int, Deal]] | None:
    """A referee that has read the record from this deal on, and the rows from this deal on, by number.

    None if there is no deal with this number.
    """
    if number is None:
        return None
    rows = {deal.number: deal for deal in Deal.objects.filter(game=game, number__gte=number).order_by("number")}
    if number not in rows:
        return None
    known, first = mapping.rules_game(game), rows[number]
    start, place, skip = known.start, 0, 0
    if number > 1:
        start, place, skip = mapping.carry_of(first), first.opened, first.opened_at
    entries = mapping.entries_of(standing_from(game, place=place), game=known)
    names = names_signed(game, entries)
    return Referee(known, start, standing(entries), skip, version=game.version, names=names), rows


def names_signed(game: Game, entries: Sequence[Entry]) -> dict[str, str]:
    """The ids of incidents by their other names, for the names that signatures use."""
    reports = [entry.said.report for entry in entries]
    signed = {report.report for report in reports if isinstance(report, Confirmed) and report.report is not None}
    if not signed:
        return {}
    names = ReportName.objects.filter(game=game, name__in=signed).values_list("name", "report__report_id")
    return {str(name): str(report_id) for name, report_id in names}


def _decided_later(game: Game, *, place: int) -> list[Report]:
    """The decisions that stand from this place of the journal on; they may be about earlier deals."""
    decided = Report.objects.filter(game=game, kind__in=DECISIONS, root__gte=place, seq__lte=game.version)
    return list(decided.order_by("seq"))


def explained(game: Game, number: int | None, *, viewer: Viewer) -> Explained | None:
    """The account of the deal with this number, None if there is none. Without a number: of the newest deal.

    One statement reads an earlier deal together with its game, so both are of one state.
    """
    current = game.current_deal
    if current is None or number in {None, current.number}:
        return _explained(game, current, viewer=viewer, before=None) if current else None
    rows = Deal.objects.select_related("game__current_deal").filter(game=game, number__in=(number, number + 1))
    found = {deal.number: deal for deal in rows}
    if number not in found:
        return None
    after = found.get(number + 1)
    return _explained(found[number].game, found[number], viewer=viewer, before=place_after(after) if after else None)


def _explained(game: Game, deal: Deal, *, viewer: Viewer, before: int | None) -> Explained:
    later = _decided_later(game, place=before) if before is not None else ()
    reading = read_deal(game, deal, before=before, later=later)
    state = reading.deals[0]
    if deal.status == DealStatus.VOID:
        reading.make_void(state)
    sheet = seen_sheet(deal.sheet, viewer)
    carry = state.carry
    counts = carry.result is None and sheet["scores"] is not None
    totals: Mapping[int, int] = {score["side"]: score["total"] or 0 for score in sheet["scores"] or ()}
    if sheet["status"] in COUNTING:  # not always what it scores: two may be held back
        totals = reading.judged(state).totals
    if carry.result is None and sheet["scores"] is None:  # a void deal counts nothing but what a ruling takes
        counts, totals = True, reading.penalties(state)
    had = dict(enumerate(carry.totals, start=1))
    rulings = ruling_steps(state.facts) if viewer.inside else ()  # the public sees what they changed, not what they say
    return Explained(
        game=game,
        sheet=sheet,
        steps=[*reading.steps(state, seen=sheet, viewer=viewer), *rulings],
        before=had,
        after={side: total + (totals.get(side, 0) if counts else 0) for side, total in had.items()},
        deals=game.current_deal.number if game.current_deal else 0,
    )
