"""Which remedies are possible in a deal, and whether a ruling can be what it says (section 9).

What a remedy does to the score stands in the modules that score (deal, tally, claims); here it is only asked whether it
would do anything there at all. Where a dispute is ruled on anew, its earlier decision is looked through.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from scoring.rules.deal.facts import Deal, TrickFacts
from scoring.rules.pack.seats import Side
from scoring.rules.record.kinds import Ruled
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.remedies import (
    ADJUST,
    CARD_LOSES_STRENGTH,
    CLAIM_VOID,
    DEAL_LOST,
    DEAL_VOID,
    FORFEIT,
    PENALTY_POINTS,
    REMEDIES,
    SCORE_STANDS,
    SPLIT_DIFFERENCE,
    STOECK_STRUCK,
    THIS_AND_LATER_TRICKS_TO_OPPONENTS,
    TRICK_TO_OPPONENTS,
    WARNING,
    WEIS_STRUCK,
    decided,
)
from scoring.rules.scoring.points import extras_of

ALWAYS: Final = frozenset({SCORE_STANDS, WARNING, PENALTY_POINTS, FORFEIT})
"""What may be ordered in any deal, also in one that counts nothing."""

NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    TRICK_TO_OPPONENTS: ("trick", "side"),
    THIS_AND_LATER_TRICKS_TO_OPPONENTS: ("trick", "side"),
    CARD_LOSES_STRENGTH: ("trick", "card"),
    DEAL_LOST: ("side",),
    FORFEIT: ("side",),
    ADJUST: ("points", "reason"),
    PENALTY_POINTS: ("points",),
}
"""The fields without which a remedy says nothing."""


def possible(deal: Deal, options: Any, *, dispute: str = "") -> tuple[str, ...]:
    """The remedies that can do something in this deal, in the order in which they are offered.

    `dispute` is the one to be decided, whose earlier decision gives way.
    """
    deal = _without(deal, dispute)
    meant = [remedy for remedy in REMEDIES if remedy not in options.no_remedies]
    if deal.void_after is not None:
        return tuple(remedy for remedy in meant if remedy in ALWAYS)
    return tuple(remedy for remedy in meant if remedy in ALWAYS or _POSSIBLE[remedy](deal, options))


def check(ruled: Ruled, deal: Deal, options: Any) -> None:
    """Refuse a ruling that lacks what its remedy needs, or whose remedy would do nothing in this deal.

    Raises Refused: `missing_field`, `invalid_value`, or `remedy_not_possible` with those that are possible.
    """
    _check_fields(ruled, deal)
    deal = _without(deal, ruled.dispute)
    offered = possible(deal, options)
    if ruled.remedy not in offered or not _does_something(ruled, deal, options):
        raise Refused("remedy_not_possible", remedy=ruled.remedy, possible=list(offered))


def completed(ruled: Ruled, deal: Deal) -> Ruled:
    """The ruling with what follows from what it says: the side of a seat, and its card in the trick.

    Where Weise stand on a slate alone they are a side's, and no seat's.
    """
    if ruled.seat is not None and ruled.side is None:
        ruled = replace(ruled, side=deal.table.side_of(ruled.seat))
    if ruled.remedy == WEIS_STRUCK and not deal.weise:
        return replace(ruled, seat=None)
    if ruled.remedy == CARD_LOSES_STRENGTH and ruled.card is None and ruled.seat is not None:
        trick = _trick(ruled, deal)
        return replace(ruled, card=_card_of(ruled.seat, trick, deal) if trick else None)
    return ruled


def _without(deal: Deal, dispute: str) -> Deal:
    """The deal as it would be without what was decided on this dispute."""
    if dispute not in deal.decisions:
        return deal
    decisions = {id_: one for id_, one in deal.decisions.items() if id_ != dispute}
    bare = replace(deal, decisions=decisions)
    bare.decided = decided(bare.rulings, table=deal.table, last=deal.last)
    if deal.void_ruled and not bare.decided.void:
        bare.void_after, bare.void_ruled = bare.void_after if bare.void_signed else None, False
    return bare


# --- what is said -------------------------------------------------------------------------------------------------


def _check_fields(ruled: Ruled, deal: Deal) -> None:
    for name in NEEDS.get(ruled.remedy, ()):
        if getattr(ruled, name) is None:
            raise Refused("missing_field", pointer=(name,), name=name)
    if ruled.seat is not None and ruled.side not in {None, deal.table.side_of(ruled.seat)}:
        raise Refused("invalid_value", pointer=("side",), hint="side_of_seat")
    if ruled.remedy in {ADJUST, PENALTY_POINTS}:
        _check_points(ruled.points or {}, remedy=ruled.remedy)
    trick = _trick(ruled, deal)
    if ruled.remedy == CARD_LOSES_STRENGTH and trick is not None and not _lies(ruled, trick, deal):
        raise Refused("invalid_value", pointer=("card",), hint="card_of_trick")


def _check_points(points: Mapping[Side, int], *, remedy: str) -> None:
    """Points that change something; a penalty is told by how many points are taken."""
    if remedy == PENALTY_POINTS:
        for side, amount in points.items():
            if amount < 0:
                raise Refused("invalid_value", pointer=("points", str(side)), minimum=0)
    if not any(points.values()):
        raise Refused("invalid_value", pointer=("points",), hint="points")


def _lies(ruled: Ruled, trick: TrickFacts, deal: Deal) -> bool:
    """Whether the card lies in the trick, and where a seat is named, whether it is that seat's."""
    if ruled.seat is not None:
        return _card_of(ruled.seat, trick, deal) == ruled.card
    return ruled.card in trick.cards


def _trick(ruled: Ruled, deal: Deal) -> TrickFacts | None:
    """The trick that the ruling names, where it is on record."""
    return next((trick for trick in deal.tricks if trick.number == ruled.trick), None)


def _card_of(seat: int, trick: TrickFacts, deal: Deal) -> int | None:
    lying = dict(zip(deal.table.order_from(trick.leader), trick.cards, strict=False))
    return lying.get(seat)


# --- what it would do ---------------------------------------------------------------------------------------------


def _does_something(ruled: Ruled, deal: Deal, options: Any) -> bool:
    """Whether this very ruling would do something, where its remedy can."""
    if ruled.remedy in {TRICK_TO_OPPONENTS, THIS_AND_LATER_TRICKS_TO_OPPONENTS, CARD_LOSES_STRENGTH}:
        trick = _trick(ruled, deal)
        return trick is not None and trick.winner is not None
    if ruled.remedy == WEIS_STRUCK:
        seats = {shown.seat for shown in deal.weise}
        sides = _slate_weis(deal) if not deal.weise else {deal.table.side_of(seat) for seat in seats}
        return ruled.seat in seats if ruled.seat is not None else ruled.side is None or ruled.side in sides
    if ruled.remedy == STOECK_STRUCK:
        return ruled.side is None or ruled.side in _stoeck_sides(deal, options)
    if ruled.remedy == CLAIM_VOID:
        return ruled.side is None or any(claim.side != ruled.side for claim in deal.claims)
    return True


def _has_trick(deal: Deal, options: Any) -> bool:
    """A trick whose points count by who took it: none in a deal that a slate has settled."""
    return deal.count is None and deal.complete_tricks > 0


def _to_opponents(deal: Deal, options: Any) -> bool:
    return _has_trick(deal, options) and all(len(deal.table.opponents_of(side)) == 1 for side in deal.table.sides)


def _slate_weis(deal: Deal) -> set[Side]:
    """The sides that a slate, or a claim on paper, gives Weis points."""
    told = [claim.report.weis or {} for claim in deal.claims]
    told += [deal.count.report.weis or {}] if deal.count else []
    return {side for points in told for side, amount in points.items() if amount}


def _stoeck_sides(deal: Deal, options: Any) -> set[Side]:
    """The sides whose Stöck is known or was shown."""
    known = extras_of(deal, options).stoeck
    shown = {deal.table.side_of(one.seat) for one in deal.stoecke}
    return shown | ({known.side} if known else set())


def _unsettled_sum(deal: Deal, options: Any) -> bool:
    return deal.count is not None and not deal.count.sums


_POSSIBLE: Final[Mapping[str, Callable[[Deal, Any], bool]]] = {
    TRICK_TO_OPPONENTS: _to_opponents,
    THIS_AND_LATER_TRICKS_TO_OPPONENTS: _to_opponents,
    DEAL_VOID: lambda _deal, _options: True,
    DEAL_LOST: lambda deal, _options: deal.mode is not None or deal.count is not None,
    WEIS_STRUCK: lambda deal, _options: bool(deal.weise) or bool(_slate_weis(deal)),
    STOECK_STRUCK: lambda deal, options: bool(_stoeck_sides(deal, options)),
    CARD_LOSES_STRENGTH: _has_trick,
    ADJUST: lambda _deal, _options: True,
    SPLIT_DIFFERENCE: _unsettled_sum,
    CLAIM_VOID: lambda deal, _options: bool(deal.claims),
}
"""When the other remedies can do something."""
