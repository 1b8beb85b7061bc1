"""What a slate says of a Schieber deal: a count that settles it, a claim where no trick is on record (R-22, R-32)."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Count
from scoring.rules.pack.tricks import DEAL_POINTS, LAST_TRICK
from scoring.rules.proof.findings import stoeck_cards
from scoring.rules.record.kinds import Counted, EndClaimed, StoeckShown, WeisShown
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.points import taken_by
from scoring.rules.variants.base import Hearing
from scoring.rules.variants.schieber.ending import needs_last_trick
from scoring.rules.variants.schieber.extras import claims_on_paper, extras_of, weise_that_stand
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.shared.announcing import take_mode
from scoring.rules.variants.shared.slates import check_match, counted_points, may_count

CARD_POINTS = 152
"""Card points of a whole deal (R-8)."""


def take_count(deal: Deal, report: Counted, options: SchieberOptions, hearing: Hearing) -> None:
    """Settle the deal by what the slate holds. Nothing is guessed: what the record contradicts is refused."""
    if not may_count(deal, options):
        raise Refused("out_of_phase")
    take_mode(deal, report, options, needed=len(set(options.factors)) > 1)
    points = counted_points(deal, report, hearing)
    sums = sum(points.values()) == DEAL_POINTS
    check_match(deal, report, points)
    check_extras(deal, options, weis=report.weis, stoeck=report.stoeck)
    last_side = _last_side(deal, report, points)
    deal.tick()
    deal.count = Count(hearing.unit, report, points, sums, last_side)
    if hearing.fresh and needs_last_trick(deal, options, extras_of(deal, options), hearing.before):
        # A count on record is never lost. If a later ruling makes the last trick decide, the result waits for it.
        deal.count = None
        raise Refused("missing_field", pointer=("last_trick",), name="last_trick")


def _last_side(deal: Deal, report: Counted, points: Mapping[int, int]) -> int | None:
    """The side that took the last trick: the slate says it, or its points do, by a match or by room for the 5 (R-9)."""
    sides = [report.match] if report.match else _sides_with_room(deal, points)
    if report.last_trick is None:
        return sides[0] if len(sides) == 1 else None
    if report.last_trick not in sides:
        raise Refused("invalid_value", pointer=("last_trick",), choices=sides)
    return report.last_trick


def _sides_with_room(deal: Deal, points: Mapping[int, int]) -> list[int]:
    """The sides whose points beyond the recorded tricks hold the last trick; all where the count does not sum."""
    taken = taken_by(deal, tricks=deal.complete_tricks)
    room = [side for side in deal.table.sides if points[side] - taken[side] >= LAST_TRICK]
    return room if room and sum(points.values()) == DEAL_POINTS else list(deal.table.sides)


def check_extras(deal: Deal, options: SchieberOptions, *, weis: Mapping[int, int] | None, stoeck: int | None) -> None:
    """Weis and Stöck of a slate: of one side, in these rules, and not against what was reported before."""
    if weis is not None and not options.weis:
        raise Refused("not_in_these_rules", pointer=("weis",), option="weis")
    if weis is not None and len(weis) != 1:
        raise Refused("invalid_value", pointer=("weis",), items=1)
    if stoeck is not None and not options.stoeck:
        raise Refused("not_in_these_rules", pointer=("stoeck",), option="stoeck")
    if stoeck is not None and deal.mode is not None and stoeck_cards(deal) is None:
        raise Refused("stoeck_impossible", pointer=("stoeck",), mode=deal.mode.name)
    # The slate settles the deal, and then a reported hand may strike a Weis. Who does not know the hand says what the
    # table knew. Both are heard.
    refusals = [_against(one, options, weis=weis, stoeck=stoeck) for one in (deal, replace(deal, settling=True))]
    if refusals[0] is not None and refusals[1] is not None:
        raise refusals[0]


def _against(
    deal: Deal, options: SchieberOptions, *, weis: Mapping[int, int] | None, stoeck: int | None
) -> Refused | None:
    """The refusal of what contradicts the Weise and Stöcke that stand in the deal; None where nothing does."""
    on_record, shown = extras_of(deal, options), weise_that_stand(deal)
    if weis is not None and shown and dict(weis) != dict(on_record.weis):
        return Refused("conflicting_report", pointer=("weis",), recorded=shown[0].unit)
    if stoeck is not None and on_record.stoeck and on_record.stoeck.side != stoeck:
        return Refused("conflicting_report", pointer=("stoeck",), recorded=on_record.stoeck.unit)
    return None


def check_against_paper(deal: Deal, report: WeisShown | StoeckShown, options: SchieberOptions) -> None:
    """Refuse a Weis or Stöck with which the deal would have other points than a claim on paper says.

    Example: side 1 has claimed with 50 points of Weis. A better Weis of seat 2, typed in late, contradicts that.
    """
    extras = extras_of(deal, options)
    for claim in claims_on_paper(deal):
        weis, stoeck = claim.report.weis, claim.report.stoeck
        if isinstance(report, WeisShown) and weis is not None and dict(weis) != dict(extras.weis):
            raise Refused("conflicting_report", recorded=claim.unit)
        if isinstance(report, StoeckShown) and stoeck not in {None, deal.table.side_of(report.seat)}:
            raise Refused("conflicting_report", recorded=claim.unit)


def check_paper_claim(deal: Deal, report: EndClaimed, options: SchieberOptions) -> None:
    """A claim where nothing lies on record must say itself what was taken (R-32)."""
    if report.counted is None:
        raise Refused("missing_field", pointer=("counted",), name="counted")
    if sum(report.counted.values()) > CARD_POINTS:
        raise Refused("invalid_value", pointer=("counted",), maximum=CARD_POINTS)
    check_extras(deal, options, weis=report.weis, stoeck=report.stoeck)
