"""When the remedies that only the Schieber knows can do something: Weis, Stöck and end claim (section 9)."""

from collections.abc import Mapping
from typing import Final

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.seats import Side
from scoring.rules.record.decisions import Ruled
from scoring.rules.rulings.remedies import CLAIM_VOID, STOECK_STRUCK, WEIS_STRUCK, Condition
from scoring.rules.variants.schieber.extras import extras_of, weis_on_slate
from scoring.rules.variants.schieber.options import SchieberOptions


def _has_weis(deal: Deal, options: SchieberOptions) -> bool:
    return bool(deal.weise) or bool(weis_on_slate(deal))


def _names_weis(ruled: Ruled, deal: Deal, options: SchieberOptions) -> bool:
    """Whether the seat has shown a Weis; or the side, by a seat of it or on a slate."""
    seats = {shown.seat for shown in deal.weise}
    if ruled.seat is not None:
        return ruled.seat in seats
    sides = {deal.table.side_of(seat) for seat in seats} or weis_on_slate(deal)
    return ruled.side is None or ruled.side in sides


def _stoeck_sides(deal: Deal, options: SchieberOptions) -> set[Side]:
    """The sides whose Stöck is known or was shown."""
    known = extras_of(deal, options).stoeck
    shown = {deal.table.side_of(one.seat) for one in deal.stoecke}
    return shown | ({known.side} if known else set())


def _has_stoeck(deal: Deal, options: SchieberOptions) -> bool:
    return bool(_stoeck_sides(deal, options))


def _names_stoeck(ruled: Ruled, deal: Deal, options: SchieberOptions) -> bool:
    return ruled.side is None or ruled.side in _stoeck_sides(deal, options)


def _has_claim(deal: Deal, options: SchieberOptions) -> bool:
    return bool(deal.claims)


def _names_claim(ruled: Ruled, deal: Deal, options: SchieberOptions) -> bool:
    """Whether the other side than the one named has claimed: the claim that its fault has led to."""
    return ruled.side is None or any(claim.side != ruled.side for claim in deal.claims)


REMEDY_CONDITIONS: Final[Mapping[str, Condition[SchieberOptions]]] = {
    WEIS_STRUCK: Condition(_has_weis, _names_weis),
    STOECK_STRUCK: Condition(_has_stoeck, _names_stoeck),
    CLAIM_VOID: Condition(_has_claim, _names_claim),
}
