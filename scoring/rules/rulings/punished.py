"""Whether a fault is punished twice: another ruling that stands has punished it already.

That is no error. Some regulations order two remedies for one fault, for example an annulled deal
and penalty points. But two referees may also have ruled on one fault without knowing of each other.
So it is told, and never refused.
"""

from typing import Final

from scoring.rules.deal.facts import Deal
from scoring.rules.record.decisions import Ruled
from scoring.rules.rulings.remedies import REMEDIES

PUNISHED_ALREADY: Final = "punished_already"
"""The warning of a ruling on a fault that another ruling has punished."""

WARNINGS: Final = (PUNISHED_ALREADY,)
"""Every warning that the answer to a ruling may carry."""


def punished_already(ruled: Ruled, deal: Deal) -> tuple[Ruled, ...]:
    """The other rulings that stand on this deal and have punished the same fault, the oldest first.

    None where the new ruling punishes nothing itself, such as a `warning`.
    """
    return punishments(ruled, deal) if _punishes(ruled) else ()


def punishments(ruled: Ruled, deal: Deal) -> tuple[Ruled, ...]:
    """The rulings on other disputes that stand on this deal and have punished the same fault, the oldest first."""
    others = (one for one in deal.rulings if one.dispute != ruled.dispute)
    return tuple(one for one in others if _punishes(one) and _same_fault(one, ruled))


def _punishes(ruled: Ruled) -> bool:
    """Whether the remedy changes a score or a result."""
    remedy = REMEDIES.get(ruled.remedy)
    return remedy is not None and remedy.punishes


def _same_fault(one: Ruled, other: Ruled) -> bool:
    """Whether two rulings are about one fault: the same finding, else the same offence at the same trick and seat.

    Where a ruling names no trick or nobody, it may be any. A seat is of its side.
    """
    if one.finding is not None and other.finding is not None:
        return one.finding == other.finding
    if one.offence != other.offence or _differ(one.trick, other.trick):
        return False
    return not (_differ(one.seat, other.seat) or _differ(one.side, other.side))


def _differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other
