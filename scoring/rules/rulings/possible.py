"""Which remedies are possible in a deal, and whether a ruling can be what it says (section 9).

What a remedy does to the score stands where the score is worked out; here it is only asked whether it would do anything
at all. `own` are always the conditions that the variant of the game gives (`Variant.remedies`). Where a dispute is
ruled on anew, its earlier decision is left out of account.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from scoring.rules.deal.facts import Deal
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.remedies import REMEDIES, Condition, decided

T = TypeVar("T")


def possible(deal: Deal, options: T, *, own: Mapping[str, Condition[T]], dispute: str = "") -> tuple[str, ...]:
    """The remedies that can do something in this deal, in the order in which they are offered.

    `dispute` is the one to be decided, whose earlier decision gives way.
    """
    deal = _without(deal, dispute)
    if deal.void_after is not None:
        return tuple(name for name, remedy in REMEDIES.items() if remedy.always)
    conditions = ((name, _condition(name, own)) for name in REMEDIES)
    return tuple(name for name, condition in conditions if condition and condition.in_deal(deal, options))


def check(ruled: Ruled, deal: Deal, options: T, *, own: Mapping[str, Condition[T]]) -> None:
    """Refuse a ruling that lacks what its remedy needs, or whose remedy would do nothing in this deal.

    Raises Refused: `missing_field`, `invalid_value`, or `remedy_not_possible` with those that are possible.
    """
    _check_fields(ruled, deal)
    deal = _without(deal, ruled.dispute)
    offered = possible(deal, options, own=own)
    condition = _condition(ruled.remedy, own)
    if ruled.remedy not in offered or condition is None or not condition.by_ruling(ruled, deal, options):
        raise Refused("remedy_not_possible", remedy=ruled.remedy, possible=list(offered))


def completed(ruled: Ruled, deal: Deal) -> Ruled:
    """The ruling with what follows from what it says: the side of a seat, its card, and the trick that is led next."""
    if ruled.seat is not None and ruled.side is None:
        ruled = replace(ruled, side=deal.table.side_of(ruled.seat))
    if ruled.leads is not None and len(deal.tricks) < deal.last:
        ruled = replace(ruled, leads_trick=len(deal.tricks) + 1)
    return REMEDIES[ruled.remedy].complete(ruled, deal)


def _condition(remedy: str, own: Mapping[str, Condition[T]]) -> Condition[T] | None:
    """The condition of a remedy: the same everywhere, or the variant's; None where the variant does not know it."""
    return REMEDIES[remedy].condition or own.get(remedy)


def _check_fields(ruled: Ruled, deal: Deal) -> None:
    remedy = REMEDIES[ruled.remedy]
    for name in remedy.needs:
        if getattr(ruled, name) is None:
            raise Refused("missing_field", pointer=(name,), name=name)
    if ruled.seat is not None and ruled.side not in {None, deal.table.side_of(ruled.seat)}:
        raise Refused("invalid_value", pointer=("side",), hint="side_of_seat")
    remedy.check(ruled, deal)


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
