"""What a referee may order: every remedy is declared once, as a value that says all about it (section 9).

A ruling is an event of the record. Facts are never edited by it: what it orders stands beside them (`Decided`), and the
score is worked out anew.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic

from scoring.rules.deal.decided import NOTHING_DECIDED, Decided
from scoring.rules.deal.facts import Deal
from scoring.rules.options.declared import OptionsT_contra
from scoring.rules.pack.seats import Seat, Table
from scoring.rules.proof.faults import Fault
from scoring.rules.record.decisions import Decision, Ruled
from scoring.rules.rulings import conditions, effects

SCORE_STANDS = "score_stands"
DEAL_VOID = "deal_void"
WEIS_STRUCK = "weis_struck"
STOECK_STRUCK = "stoeck_struck"
PENALTY_POINTS = "penalty_points"
CLAIM_VOID = "claim_void"

DISCOVERED = ("trick_open", "trick_turned", "deal_over")
"""When an offence was found."""


@dataclass(frozen=True, slots=True)
class Condition(Generic[OptionsT_contra]):
    """When a remedy can do something: `in_deal` asks for any ruling on a deal, `by_ruling` for one of them.

    Example: `weis_struck` is possible in a deal with a Weis, and does something where it names the side that has it.
    """

    in_deal: Callable[[Deal, OptionsT_contra], bool]
    by_ruling: Callable[[Ruled, Deal, OptionsT_contra], bool] = conditions.whatever_it_says


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """One remedy, with all that the rules know of it.

    `condition` is None where only a variant knows what the remedy is about. The variant gives it then; in a variant
    that gives none, the remedy does not exist. `always` are those that may be ordered in any deal, also in a void one.
    A ruling without one of the fields in `needs` says nothing. `complete` adds what follows from the rest of a ruling;
    `check` refuses one that contradicts itself or the record. `effect` adds the ruling to what is decided already.
    """

    condition: Condition[object] | None
    always: bool = False
    needs: tuple[str, ...] = ()
    complete: Callable[[Ruled, Deal], Ruled] = conditions.as_it_is
    check: Callable[[Ruled, Deal], None] = conditions.nothing_to_check
    effect: effects.Effect = effects.nothing

    @property
    def punishes(self) -> bool:
        """Whether it changes a score or a result."""
        return self.effect is not effects.nothing


_ANYWHERE: Final = Condition(conditions.anywhere)

REMEDIES: Final[Mapping[str, Remedy]] = {
    SCORE_STANDS: Remedy(condition=_ANYWHERE, always=True),
    "trick_to_opponents": Remedy(
        condition=Condition(conditions.has_trick_for_opponents, conditions.names_a_complete_trick),
        needs=("trick", "side"),
        effect=effects.trick_to_opponents,
    ),
    "this_and_later_tricks_to_opponents": Remedy(
        condition=Condition(conditions.has_trick_for_opponents, conditions.names_a_complete_trick),
        needs=("trick", "side"),
        effect=effects.later_tricks_to_opponents,
    ),
    DEAL_VOID: Remedy(condition=_ANYWHERE, effect=effects.deal_void),
    "deal_lost": Remedy(condition=Condition(conditions.can_be_lost), needs=("side",), effect=effects.deal_lost),
    WEIS_STRUCK: Remedy(condition=None, complete=conditions.of_a_side_on_a_slate, effect=effects.weis_struck),
    STOECK_STRUCK: Remedy(condition=None, effect=effects.stoeck_struck),
    "card_loses_strength": Remedy(
        condition=Condition(conditions.has_trick, conditions.names_a_complete_trick),
        needs=("trick", "card"),
        complete=conditions.with_card_of_seat,
        check=conditions.check_card,
        effect=effects.card_loses_strength,
    ),
    "adjust": Remedy(
        condition=_ANYWHERE, needs=("points", "reason"), check=conditions.check_points, effect=effects.adjust
    ),
    PENALTY_POINTS: Remedy(
        condition=_ANYWHERE,
        always=True,
        needs=("points",),
        check=conditions.check_penalties,
        effect=effects.penalty_points,
    ),
    "split_difference": Remedy(condition=Condition(conditions.has_difference), effect=effects.split_difference),
    CLAIM_VOID: Remedy(condition=None, effect=effects.claim_void),
    "forfeit": Remedy(condition=_ANYWHERE, always=True, needs=("side",), effect=effects.forfeit),
    "warning": Remedy(condition=_ANYWHERE, always=True),
}
"""Every remedy by its code, in the order in which they are offered."""


def decide(deal: Deal, decision: Decision) -> None:
    """Let a decision stand in the place of an earlier one on the same dispute."""
    deal.decisions.pop(decision.dispute, None)
    deal.decisions[decision.dispute] = decision
    if isinstance(decision, Ruled):
        deal.ever_ruled.append(decision)
    deal.decided = decided(deal.rulings, table=deal.table, last=deal.last)


def decided(rulings: Iterable[Ruled], *, table: Table, last: int) -> Decided:
    """What these rulings come to, the oldest first; `last` is the number of the deal's last trick."""
    total = NOTHING_DECIDED
    for ruling in rulings:
        remedy = REMEDIES.get(ruling.remedy)
        if remedy is not None:  # a record may hold anything that can be stored
            total = effects.next_leader(remedy.effect(total, ruling, table, last), ruling)
        if ruling.offence == Fault.MISSING_BID and ruling.remedy != DEAL_VOID:  # the deal waits for it no more
            total = replace(total, without_bid=total.without_bid | _seats_of(ruling, table=table))
    return total


def _seats_of(ruling: Ruled, *, table: Table) -> frozenset[Seat]:
    """The seats that a ruling is about: one, those of a side, or all."""
    if ruling.seat is not None:
        return frozenset({ruling.seat})
    return frozenset(table.all_seats if ruling.side is None else table.seats_of(ruling.side))
