"""From the facts of a deal to what they prove: which facts are reliable, and what follows from them.

Facts can contradict each other. The table is believed first, then a hand that was shown, then a
Weis or Stöck. `knowledge` gets only what nothing stronger contradicts. If Weise and Stöcke
contradict each other, it gets none of them until a card decides.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Meld
from scoring.rules.deal.shown import contradicting, known_hands
from scoring.rules.pack.cards import KING, OBER, RANK_CARDS, Cards, size
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.seats import Seat
from scoring.rules.proof.glance import judged_at_a_glance
from scoring.rules.proof.knowledge import Facts, Play, Proof, Verdict, play_of, proofs, unexplained, verdicts
from scoring.rules.proof.legality import Undertrump

# --- Weise and Stöcke as evidence -------------------------------------------------------------------------------------

# Why a doubtful Weis is recorded at all: nobody can check it when it is shown, and a refusal would
# lose what was said at the table. Why it is no evidence: a false Weis would "prove" that the cards
# are not elsewhere, and so turn the legal plays of honest players into faults. Its own seat is
# answered for it once a card lies that refutes it.


class Standing(Enum):
    """How far a Weis or Stöck is to be believed.

    A FACT is reliable. A REFUTED one contradicts the table or the hand of its own seat (R-36).
    A DOUBTED one contradicts the hand that another seat has shown. CLASHING ones cannot all be
    true, and nobody knows which is not.
    """

    FACT = "fact"
    REFUTED = "refuted"
    DOUBTED = "doubted"
    CLASHING = "clashing"


@dataclass(frozen=True, slots=True)
class MeldCards:
    """The cards of a Weis or Stöck, which its seat says it was dealt."""

    seat: Seat
    cards: Cards


def standings(
    melds: Sequence[MeldCards], *, sizes: Mapping[Seat, int], played: Mapping[Seat, Cards], hands: Mapping[Seat, Cards]
) -> tuple[Standing, ...]:
    """How each of them stands, in their order. `played` and `hands` are cards by seat, `sizes` how many were dealt."""
    has = {seat: played.get(seat, 0) | hands.get(seat, 0) for seat in sizes}
    found = [_by_itself(one, dealt=sizes[one.seat], has=has, played=played) for one in melds]
    possible = [one for one, standing in zip(melds, found, strict=True) if standing is Standing.FACT]
    reach = {seat: _unions(seat, possible, dealt=dealt, has=has[seat]) for seat, dealt in sizes.items()}
    return tuple(
        Standing.CLASHING
        if standing is Standing.FACT and _clashes(one, possible, reach=reach[one.seat], dealt=sizes[one.seat])
        else standing
        for one, standing in zip(melds, found, strict=True)
    )


def _by_itself(one: MeldCards, *, dealt: int, has: Mapping[Seat, Cards], played: Mapping[Seat, Cards]) -> Standing:
    if size(has[one.seat] | one.cards) > dealt or any(
        cards & one.cards for seat, cards in played.items() if seat != one.seat
    ):
        return Standing.REFUTED
    if any(cards & one.cards for seat, cards in has.items() if seat != one.seat):
        return Standing.DOUBTED
    return Standing.FACT


def _unions(seat: Seat, melds: Sequence[MeldCards], *, dealt: int, has: Cards) -> set[Cards]:
    """Every set of cards that the seat can have: what it has for certain, and what some of its melds add."""
    found = {has}
    for one in melds:
        if one.seat == seat:
            found |= {union for cards in found if size(union := cards | one.cards) <= dealt}
    return found


def _clashes(one: MeldCards, melds: Sequence[MeldCards], *, reach: Collection[Cards], dealt: int) -> bool:
    """Whether another seat claims one of its cards, or it and other melds of its seat make a hand too large."""
    if any(other.cards & one.cards for other in melds if other.seat != one.seat):
        return True
    return any(size(cards | one.cards) > dealt for cards in reach)


# --- from a deal ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedMeld:
    """A Weis or Stöck of a deal with its cards, and how it stands."""

    meld: Meld
    cards: Cards
    standing: Standing

    @property
    def is_only_said(self) -> bool:
        """Whether it was said and its cards were not shown."""
        return self.cards == 0


def judged_melds(deal: Deal, *, hands: Mapping[Seat, Cards] | None = None) -> list[JudgedMeld]:
    """The Weise of a deal and then its Stöcke, in order, each with its standing.

    `hands` are those that are known; by default, all that were shown.
    """
    if not deal.weise and not deal.stoecke:
        return []
    known = compatible_hands(deal) if hands is None else hands
    said = [(shown, shown.weis.cards) for shown in deal.weise if shown.weis]
    pair = (deal.mode.trumps if deal.mode else 0) & (RANK_CARDS[KING] | RANK_CARDS[OBER])
    said += [(shown, pair) for shown in deal.stoecke if pair]
    found = standings(
        [MeldCards(shown.seat, cards) for shown, cards in said],
        sizes=_sizes(deal),
        played=deal.played_by,
        hands=known,
    )
    judged = [JudgedMeld(shown, cards, standing) for (shown, cards), standing in zip(said, found, strict=True)]
    return [replace(one, standing=_of_said(one, deal, hands=known)) if one.is_only_said else one for one in judged]


def _of_said(judged: JudgedMeld, deal: Deal, *, hands: Mapping[Seat, Cards]) -> Standing:
    """A Weis without cards proves nothing. It is refuted once each Weis that it could be is refuted."""
    said = judged.meld.said
    has = {seat: deal.played_by.get(seat, 0) | hands.get(seat, 0) for seat in deal.table.all_seats}
    standings_of_forms = {
        _by_itself(MeldCards(judged.meld.seat, cards), dealt=deal.hand_size, has=has, played=deal.played_by)
        for cards in (said.form.could_be(deal.trump_suit) if said else ())
    }
    return Standing.REFUTED if standings_of_forms == {Standing.REFUTED} else Standing.FACT


def compatible_hands(deal: Deal) -> dict[Seat, Cards]:
    """The hands that were shown, without those with a card that lies elsewhere or is in a hand shown earlier."""
    # A hidden hand is compared with nothing when it is reported: the refusal of a wrong one would
    # tell its reporter about the hands of others. So two hands on record may share a card, and the
    # later one is then left out.
    fit: dict[Seat, Cards] = {}
    taken: Cards = 0
    for seat, hand in uncontradicted_hands(deal).items():
        if not hand & taken:
            fit[seat] = hand
            taken |= hand
    return fit


def uncontradicted_hands(deal: Deal) -> dict[Seat, Cards]:
    """The shown hands without those that the table contradicts: what each seat knows of its own hand."""
    return {seat: hand for seat, hand in known_hands(deal).items() if not contradicting(deal, hand, seat=seat)}


def without_hands(deal: Deal, seats: Collection[Seat]) -> Deal:
    """The same facts, as if the hands of these seats had not been reported."""
    unseen = deal.unseen.union(seats)
    return deal if unseen == deal.unseen else replace(deal, unseen=unseen)


def known_cards(deal: Deal, *, hands: Mapping[Seat, Cards], said_by: Seat | None = None) -> dict[Seat, Cards]:
    """The cards that each seat is known to have been dealt: turned cards, these hands, and the melds that are facts.

    Of the melds only those of the seat `said_by`, where one is named.
    """
    known = {seat: hands.get(seat, 0) | cards for seat, cards in deal.turned_cards.items()}
    known = {**hands, **known}
    for judged in judged_melds(deal, hands=hands):
        if judged.standing is Standing.FACT and said_by in {None, judged.meld.seat}:
            known[judged.meld.seat] = known.get(judged.meld.seat, 0) | judged.cards
    return known


def facts_of(deal: Deal, *, mode: Mode, undertrump: Undertrump) -> Facts:
    """Everything that is known for certain about the deal, as `knowledge` expects it."""
    return Facts(
        mode=mode,
        undertrump=undertrump,
        sizes=_sizes(deal),
        plays=tuple(_plays_of(deal, mode=mode, undertrump=undertrump)),
        known=known_cards(deal, hands=compatible_hands(deal)),
        laid=deal.hand_size - deal.last,
    )


# A false Weis that no card has refuted yet would make lawful plays of others proven faults. Example: seat 4 has
# said a run of five Schilten. Its hand then has no room for all Eicheln that are missing, so seat 3 seems to hold one,
# and a card that it discards on Eicheln seems illegal. So what others say is left out here. By cards alone a verdict is
# closed once, and stays closed.
def certain_facts(deal: Deal, facts: Facts, *, seat: Seat) -> Facts:
    """The facts by which the plays of this seat are judged for certain, without what others have said."""
    return replace(facts, known=known_cards(deal, hands=compatible_hands(deal), said_by=seat))


def certain_verdicts(deal: Deal, facts: Facts) -> tuple[Verdict, ...]:
    """The verdict on each play, in their order, without what others than its seat have said."""
    found = {seat: verdicts(certain_facts(deal, facts, seat=seat)) for seat in {play.seat for play in facts.plays}}
    return tuple(found[play.seat][place] for place, play in enumerate(facts.plays))


def _certain_proofs(deal: Deal, facts: Facts, *, seats: Collection[Seat]) -> dict[int, Proof]:
    """The proofs of the illegal plays of these seats, by their places, without what others have said."""
    found: dict[int, Proof] = {}
    for seat in seats:
        fewer = certain_facts(deal, facts, seat=seat)
        proven = proofs(fewer, verdicts(fewer))
        found |= {place: proof for place, proof in proven.items() if facts.plays[place].seat == seat}
    return found


def _sizes(deal: Deal) -> dict[Seat, int]:
    return dict.fromkeys(deal.table.all_seats, deal.hand_size)


def _plays_of(deal: Deal, *, mode: Mode, undertrump: Undertrump) -> Iterator[Play]:
    for trick in deal.tricks:
        lying = tuple(trick.cards)
        for position, (seat, card) in enumerate(zip(deal.table.order_from(trick.leader), lying, strict=False)):
            before = lying[:position]
            yield play_of(card, seat=seat, trick=trick.number, before=before, mode=mode, undertrump=undertrump)


# --- what it proves ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    """A play that is proven illegal, and why.

    Without a `proof` it is only suspected: it rests on a Weis or Stöck of another seat.
    """

    play: Play
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the facts of a deal prove.

    `verdicts` has one for each card that lies. One of the `unexplained` seats has broken a rule, in
    a play that is not among the `illegal` ones; None where nobody need have. `clashing` are the
    seats whose Weise and Stöcke cannot all be true.
    """

    verdicts: tuple[Verdict, ...]
    illegal: tuple[IllegalPlay, ...]
    unexplained: tuple[Seat, ...] | None
    clashing: tuple[Seat, ...]


def evidence_of(deal: Deal, *, undertrump: Undertrump, melds: Sequence[JudgedMeld] | None = None) -> Evidence:
    """Everything that the facts of the deal prove. `melds` are its `judged_melds`, if they are known already."""
    judged = judged_melds(deal) if melds is None else melds
    clashing = tuple(sorted({one.meld.seat for one in judged if one.standing is Standing.CLASHING}))
    if deal.mode is None or not deal.tricks:
        return Evidence((), (), None, clashing)
    found = judged_at_a_glance(
        deal,
        mode=deal.mode,
        undertrump=undertrump,
        known=lambda: known_cards(deal, hands=compatible_hands(deal)),
    )
    if found:
        return Evidence(found[0], (), found[1], clashing)
    return _with_proofs(deal, facts_of(deal, mode=deal.mode, undertrump=undertrump), clashing=clashing)


def _with_proofs(deal: Deal, facts: Facts, *, clashing: tuple[Seat, ...]) -> Evidence:
    """The evidence of a deal with illegal plays: each with the proof that holds without what others have said."""
    judged = verdicts(facts)
    places = [place for place, verdict in enumerate(judged) if verdict is Verdict.ILLEGAL]
    if deal.weise or deal.stoecke:
        certain = _certain_proofs(deal, facts, seats={facts.plays[place].seat for place in places})
    else:  # nobody has said anything that could be left out
        certain = proofs(facts, judged)
    illegal = tuple(IllegalPlay(facts.plays[place], certain.get(place)) for place in places)
    return Evidence(judged, illegal, unexplained(facts, judged), clashing)
