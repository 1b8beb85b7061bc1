"""What a deal proves where no play is illegal, which is nearly always: by sets of cards alone.

A card that leads or follows suit is legal from any hand. Only the other plays are looked at, and
what nobody has seen is counted only if there is such a play. `evidence` names faults and gives
their proofs; the verdicts here are those of `knowledge`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import Cards
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.seats import Seat
from scoring.rules.proof.knowledge import Verdict, may_hold, may_lack, suspects, unseen_of
from scoring.rules.proof.legality import Undertrump, laws_by_strength


class Demand(NamedTuple):
    """A play that is legal from some hands only: from those that held none of `lacks`.

    `place` counts the cards of the deal from 0; `later` are those that the seat has played since.
    """

    place: int
    seat: Seat
    lacks: Cards
    later: Cards


def demands(deal: Deal, *, mode: Mode, undertrump: Undertrump) -> list[Demand]:
    """The plays that are not legal from every hand, in their order."""
    found: list[Demand] = []
    strength = mode.strength
    place = 0
    lying: Cards = 0
    for trick in deal.tricks:
        cards = trick.cards
        lead = cards[0]
        for card in cards:
            lying |= 1 << card
        laws = laws_by_strength(lead, mode=mode, undertrump=undertrump)
        highest, suit = strength[lead], lead // 9
        for position, card in enumerate(cards):
            if card // 9 != suit:
                lacks = laws[highest].must_lack(card)
                if lacks:
                    seat = deal.table.order_from(trick.leader)[position]
                    found.append(Demand(place + position, seat, lacks, deal.played_by[seat] & ~lying))
            if strength[card] > highest:  # noqa: PLR1730 - max() takes more than the whole rest of the question
                highest = strength[card]
        place += len(cards)
    return found


def judged_at_a_glance(
    deal: Deal, *, mode: Mode, undertrump: Undertrump, known: Callable[[], Mapping[Seat, Cards]]
) -> tuple[tuple[Verdict, ...], tuple[Seat, ...] | None] | None:
    """The verdicts, and the seats that `suspects` names; None if a play is illegal, for then its proof is asked for.

    `known` gives the cards that each seat is known to have been dealt. It is called only if a
    verdict depends on them.
    """
    judged = [Verdict.LEGAL] * sum(len(trick.cards) for trick in deal.tricks)
    asked = demands(deal, mode=mode, undertrump=undertrump)
    if not asked:
        return tuple(judged), None
    if any(one.lacks & one.later for one in asked):
        return None
    if deal.all_played:  # nobody holds a card any more of which a play could tell
        return tuple(judged), None
    laid = deal.hand_size - deal.last
    sizes = dict.fromkeys(deal.table.all_seats, deal.hand_size)
    unseen = unseen_of(sizes, played=deal.played_by, known=known(), laid=laid)
    lacks: dict[Seat, Cards] = {}
    for one in asked:
        rest = unseen.rests[one.seat]
        if not may_lack(one.lacks, rest=rest, unseen=unseen, laid=laid):
            return None
        if may_hold(one.lacks, rest=rest, unseen=unseen):
            judged[one.place] = Verdict.OPEN
            lacks[one.seat] = lacks.get(one.seat, 0) | one.lacks
    return tuple(judged), suspects(lacks, unseen=unseen, laid=laid)
