"""Findings: what the record proves against the rules (docs/rules.md, section 9).

A finding is a value: the fault, its seat and place, and what proves it. It is computed from the facts
of the deal. So it appears and disappears with them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.laid import LaidTwice, laid_twice
from scoring.rules.deal.parts import Meld, SaidMeld
from scoring.rules.deal.shown import hands_take_points, known_hands
from scoring.rules.pack.cards import Card, Cards, holds, members, notation, notations
from scoring.rules.proof.evidence import (
    Evidence,
    IllegalPlay,
    JudgedMeld,
    Standing,
    evidence_of,
    judged_melds,
    without_hands,
)
from scoring.rules.proof.faults import Fault
from scoring.rules.proof.knowledge import Proof
from scoring.rules.proof.legality import Undertrump
from scoring.rules.record.decisions import Decision, Ruled

STOECK_RANKS = (7, 6)
"""König and Ober (R-29)."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a finding rests on.

    `proven_by` is the trick and the card that showed the fault, None if a shown hand or counting
    did. `legal` are the cards that were legal for certain; None if there are none, or if the fault
    is not about legal cards. Only `unexplained` has `seats`: one of them has broken a rule.
    """

    proven_by: tuple[int, Card] | None = None
    legal: Cards | None = None
    seats: tuple[int, ...] | None = None

    @property
    def withheld(self) -> "Grounds":
        """The grounds for a reader who may know none of them."""
        return NO_GROUNDS if self.seats is None else Grounds(seats=())

    @classmethod
    def by(cls, proof: Proof | None) -> "Grounds":
        """The grounds that a proof gives; NO_GROUNDS without a proof."""
        return cls(proof.proven_by, proof.legal or None) if proof else NO_GROUNDS

    def as_json(self) -> dict[str, object]:
        """The members of a finding in docs/api.md (Findings)."""
        by = self.proven_by
        seats = {} if self.seats is None else {"seats": list(self.seats) or None}
        return {
            "proven_by": None if by is None else {"trick": by[0], "card": notation(by[1])},
            "legal": None if self.legal is None else notations(self.legal),
            **seats,
        }


NO_GROUNDS = Grounds()


@dataclass(frozen=True, slots=True)
class Finding:
    """One proven fault.

    `grounds` uses all that is known. If hands that were reported are part of it, `openly` has the grounds
    without any of them: for a reader who may know what the hands prove, and not what is in them.
    """

    fault: Fault
    seat: int | None
    trick: int | None
    card: Card | None
    grounds: Grounds = NO_GROUNDS
    openly: Grounds | None = None
    status: str = "proven"

    @property
    def key(self) -> tuple[Fault, int | None, int | None, Card | None]:
        """What makes it this finding and no other of its deal."""
        return self.fault, self.seat, self.trick, self.card

    def id_in(self, game: UUID, deal: str) -> UUID:
        """The id of the finding. The same fault always gets the same id (docs/api.md, Findings)."""
        card = None if self.card is None else notation(self.card)
        return uuid5(game, f"{deal}:{self.fault.value}:{self.seat}:{self.trick}:{card}")

    def as_json(self, game: UUID, deal: str) -> dict[str, object]:
        """The shape of docs/api.md (Findings), with a member `hidden` that view/secrets.py removes."""
        return {
            "id": str(self.id_in(game, deal)),
            "fault": self.fault.value,
            "seat": self.seat,
            "trick": self.trick,
            "card": None if self.card is None else notation(self.card),
            "status": self.status,
            **self.grounds.as_json(),
            "hidden": self._hidden(),
        }

    def _hidden(self) -> dict[str, object] | None:
        """The grounds for those who do not see the hands, while these are hidden. None if all see the same."""
        return None if self.openly in {None, self.grounds} else {"others": self.openly.as_json()}


def concerns(decision: Decision, finding: Finding, *, ids: Collection[str]) -> bool:
    """Whether a decision is about this finding: it names its id, or the same fault at the same seat and trick.

    `ids` are the ids of the finding. Older records have one that was made from the number of the deal.
    """
    if decision.finding is not None:
        return decision.finding in ids
    fault = decision.offence if isinstance(decision, Ruled) else decision.category
    same_place = decision.trick in {None, finding.trick} and decision.seat in {None, finding.seat}
    return fault == finding.fault and same_place


def stoeck_cards(deal: Deal) -> tuple[Card, Card] | None:
    """König and Ober of trump, None without trump."""
    if deal.mode is None or deal.mode.trump is None:
        return None
    king, ober = (deal.mode.trump * 9 + rank for rank in STOECK_RANKS)
    return king, ober


def is_false(deal: Deal, meld: Meld) -> bool:
    """Whether it is proven that these cards were not in that hand (R-36).

    A hand that was reported proves it for the score once everybody sees it.
    """
    hands: Mapping[int, Cards] | None = None if hands_take_points(deal) else {}
    return any(one.meld is meld and one.standing is Standing.REFUTED for one in judged_melds(deal, hands=hands))


def findings_of(deal: Deal, *, undertrump: Undertrump, besides: Iterable[Finding] = ()) -> list[Finding]:
    """Every fault that the facts of the deal prove, in the order of play; `unexplained` is the last.

    `besides` are those that only the variant of the game knows.
    """
    own = list(besides)
    found = _found_in(deal, undertrump=undertrump, besides=own)
    hands = known_hands(deal)
    if not found or not hands:
        return found
    bare = without_hands(deal, hands)
    openly = {one.key: one.grounds for one in _found_in(bare, undertrump=undertrump, besides=own)}
    return [replace(one, openly=openly.get(one.key, one.grounds.withheld)) for one in found]


def _found_in(deal: Deal, *, undertrump: Undertrump, besides: Sequence[Finding]) -> list[Finding]:
    """The findings with the grounds that these facts give."""
    found: list[Finding] = []
    if deal.wrong_dealer:
        found.append(Finding(Fault.WRONG_DEAL, deal.dealer, None, None))
    if deal.count is not None and not deal.count.sums:
        found.append(Finding(Fault.WRONG_COUNT, None, None, None))
    if deal.over:
        found += [Finding(Fault.MISSING_BID, seat, None, None) for seat in sorted(deal.to_bid - deal.bids.keys())]
    melds = judged_melds(deal)
    found += _false_melds(deal, melds)
    found += besides
    evidence = evidence_of(deal, undertrump=undertrump, melds=melds)
    found += _in_tricks(deal, evidence)
    if deal.over:
        found += _cards_twice(deal, melds)
        found += _laid_twice(deal, besides=found)
    return [*found, *_unexplained(evidence)]


def _in_tricks(deal: Deal, evidence: Evidence) -> Iterator[Finding]:
    """Leads out of turn and illegal plays, as they lie."""
    for trick in deal.tricks:
        if trick.number in deal.wrong_leads:
            yield Finding(Fault.WRONG_LEAD, trick.leader, trick.number, trick.cards[0])
        for one in evidence.illegal:
            if one.play.trick == trick.number:
                yield _illegal(one)


def _illegal(one: IllegalPlay) -> Finding:
    """A play that no possible hand makes legal; only suspected where that rests on what another seat has said."""
    play, status = one.play, "proven" if one.proof else "suspected"
    return Finding(play.fault, play.seat, play.trick, play.card, grounds=Grounds.by(one.proof), status=status)


def _false_melds(deal: Deal, melds: Sequence[JudgedMeld]) -> Iterable[Finding]:
    """The false Weise and Stöck, one for each seat and card, with the earliest proof.

    Weise that were only said have no card. Two false ones of a seat are one finding, as they have one id.
    """
    found: dict[tuple[Fault, int | None, Card | None], Finding] = {}
    for judged in melds:
        if judged.standing is Standing.REFUTED:
            one = _false_meld(deal, judged)
            place = (one.fault, one.seat, one.card)
            found[place] = min(found.get(place, one), one, key=lambda each: _proven_at(deal, each))
    return found.values()


def _proven_at(deal: Deal, finding: Finding) -> tuple[bool, int]:
    """When the card was played that proves it; after all cards where no single card does."""
    proof = finding.grounds.proven_by
    return (True, 0) if proof is None else (False, deal.clock_of(proof[1]))


def _false_meld(deal: Deal, judged: JudgedMeld) -> Finding:
    """A Weis or Stöck that its seat cannot have held.

    Another seat played one of its cards, or the hand has no room for it.
    """
    shown = judged.meld
    fault, seat = (Fault.FALSE_WEIS if shown.weis else Fault.FALSE_STOECK), shown.seat
    card = members(shown.cards)[-1] if shown.cards else None
    elsewhere = _refuting(deal, shown.said, seat=seat) if judged.is_only_said else _first_seen(deal, judged.cards, seat)
    lying = None if elsewhere is None else deal.where(elsewhere)
    if elsewhere is None or lying is None:
        return Finding(fault, seat, None, card)
    return Finding(fault, seat, None, card, grounds=Grounds(proven_by=(lying.trick, elsewhere)))


def _first_seen(deal: Deal, cards: Cards, seat: int) -> Card | None:
    """The first of these cards that another seat has played: the first proof stays the proof."""
    seen = [one for one in members(cards) if deal.seen_elsewhere(one, seat=seat)]
    return min(seen, key=deal.clock_of, default=None)


def _refuting(deal: Deal, said: SaidMeld | None, *, seat: int) -> Card | None:
    """The card with which the last Weis of the form that was said became impossible; None where no card did it."""
    could_be = said.form.could_be(deal.trump_suit) if said else ()
    first = [_first_seen(deal, cards, seat) for cards in could_be]
    seen = [card for card in first if card is not None]
    return max(seen, key=deal.clock_of) if seen and len(seen) == len(first) else None


def _cards_twice(deal: Deal, melds: Sequence[JudgedMeld]) -> Iterator[Finding]:
    """Cards of a hidden hand that are somewhere else as well. Only for a deal that is over (docs/api.md, Secrets)."""
    earlier: Cards = 0
    for seat, hand in known_hands(deal).items():
        for card in members(hand):
            lying = deal.where(card)
            if lying is not None and lying.seat != seat:
                proven_by = (lying.trick, card)
                yield Finding(Fault.CARD_TWICE, seat, lying.trick, card, grounds=Grounds(proven_by=proven_by))
            elif holds(earlier, card):
                yield Finding(Fault.CARD_TWICE, seat, None, card)
        earlier |= hand
    for judged in melds:
        others = [hand for seat, hand in known_hands(deal).items() if seat != judged.meld.seat]
        if judged.standing is Standing.DOUBTED:
            card = next(one for one in members(judged.cards) if any(holds(hand, one) for hand in others))
            yield Finding(Fault.CARD_TWICE, judged.meld.seat, None, card)


def _laid_twice(deal: Deal, *, besides: Sequence[Finding]) -> list[Finding]:
    """Laid cards that are somewhere else as well. Those of a void deal stay hidden, and count nothing anyway (R-5)."""
    if deal.void_after is not None:
        return []
    known = {(one.seat, one.trick, one.card) for one in besides if one.fault == Fault.CARD_TWICE}
    return [
        Finding(Fault.CARD_TWICE, one.seat, one.trick, one.card, grounds=_in_trick(one))
        for one in laid_twice(deal)
        if (one.seat, one.trick, one.card) not in known
    ]


def _in_trick(one: LaidTwice) -> Grounds:
    """Where the card was played, if it was."""
    return Grounds(proven_by=None if one.trick is None else (one.trick, one.card))


def _unexplained(evidence: Evidence) -> Iterator[Finding]:
    """Somebody broke a rule beyond what is proven, or melds cannot all be true (docs/api.md, Findings)."""
    grounds = _seats(evidence.unexplained, evidence.clashing)
    if grounds.seats:
        yield Finding(
            Fault.UNEXPLAINED,
            None,
            None,
            None,
            grounds=grounds,
            status="suspected",
        )


def _seats(unexplained: Sequence[int] | None, clashing: Sequence[int]) -> Grounds:
    return Grounds(seats=tuple(sorted({*(unexplained or ()), *clashing})))
