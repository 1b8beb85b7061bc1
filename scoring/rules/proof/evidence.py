"""From the facts of a deal to what they prove: which of them `knowledge` may build on, and what rests on what.

What lies on the table stands above a hand that was shown, and that above a Weis or Stöck. What something higher
contradicts is not built on, and neither are Weise and Stöck that contradict each other, until a card decides.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Shown
from scoring.rules.pack.cards import KING, OBER, RANK_CARDS, Cards, size
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.seats import Seat
from scoring.rules.proof.knowledge import Facts, Play, Proof, Verdict, play_of, proofs, unexplained, verdicts
from scoring.rules.proof.legality import Undertrump

# --- what a seat says that it holds -----------------------------------------------------------------------------------


class Standing(Enum):
    """How a Weis or Stöck stands.

    A FACT may be built on. It is REFUTED where its seat cannot have held it, after what lies on the table and its own
    hand (R-36); DOUBTED where another seat's hand was shown with a card of it; CLASHING where it is one of several that
    cannot all be true.
    """

    FACT = "fact"
    REFUTED = "refuted"
    DOUBTED = "doubted"
    CLASHING = "clashing"


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat says that these cards are in its hand as dealt: a Weis or Stöck."""

    seat: Seat
    cards: Cards


def standings(
    said: Sequence[Holding], *, sizes: Mapping[Seat, int], played: Mapping[Seat, Cards], hands: Mapping[Seat, Cards]
) -> tuple[Standing, ...]:
    """How each of them stands, by the cards that each seat has played and the hands that were shown."""
    has = {seat: played.get(seat, 0) | hands.get(seat, 0) for seat in sizes}
    found = [_by_itself(one, dealt=sizes[one.seat], has=has, played=played) for one in said]
    possible = [one for one, standing in zip(said, found, strict=True) if standing is Standing.FACT]
    reach = {seat: _unions(seat, possible, dealt=dealt, has=has[seat]) for seat, dealt in sizes.items()}
    return tuple(
        Standing.CLASHING
        if standing is Standing.FACT and _clashes(one, possible, reach=reach[one.seat], dealt=sizes[one.seat])
        else standing
        for one, standing in zip(said, found, strict=True)
    )


def _by_itself(one: Holding, *, dealt: int, has: Mapping[Seat, Cards], played: Mapping[Seat, Cards]) -> Standing:
    if size(has[one.seat] | one.cards) > dealt or any(
        cards & one.cards for seat, cards in played.items() if seat != one.seat
    ):
        return Standing.REFUTED
    if any(cards & one.cards for seat, cards in has.items() if seat != one.seat):
        return Standing.DOUBTED
    return Standing.FACT


def _unions(seat: Seat, said: Sequence[Holding], *, dealt: int, has: Cards) -> set[Cards]:
    """Every set of cards that the seat has if some of what it says is true, and that its hand has room for."""
    found = {has}
    for one in said:
        if one.seat == seat:
            found |= {union for cards in found if size(union := cards | one.cards) <= dealt}
    return found


def _clashes(one: Holding, said: Sequence[Holding], *, reach: Collection[Cards], dealt: int) -> bool:
    """Whether another seat says that it holds a card of it, or some of its own make it more than a hand holds."""
    if any(other.cards & one.cards for other in said if other.seat != one.seat):
        return True
    return any(size(cards | one.cards) > dealt for cards in reach)


# --- from a deal ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Showing:
    """A Weis or Stöck of a deal, its cards, and how it stands."""

    shown: Shown
    cards: Cards
    standing: Standing


def showings_of(deal: Deal, *, hands: Mapping[Seat, Cards] | None = None) -> list[Showing]:
    """The Weise and then the Stöcke, each in its order; judged by these hands, or by all that were shown."""
    said = [(shown, shown.weis.cards) for shown in deal.weise if shown.weis]
    pair = (deal.mode.trumps if deal.mode else 0) & (RANK_CARDS[KING] | RANK_CARDS[OBER])
    said += [(shown, pair) for shown in deal.stoecke if pair]
    found = standings(
        [Holding(shown.seat, cards) for shown, cards in said],
        sizes=_sizes(deal),
        played=deal.played_by,
        hands=hands_that_fit(deal) if hands is None else hands,
    )
    return [Showing(shown, cards, standing) for (shown, cards), standing in zip(said, found, strict=True)]


def hands_that_fit(deal: Deal) -> dict[Seat, Cards]:
    """The hands that were shown, as far as no card of them lies elsewhere and none is in a hand that was shown earlier.

    A hidden hand is compared with nothing when it is reported, so it may clash (API.md section 6).
    """
    fit: dict[Seat, Cards] = {}
    taken: Cards = 0
    for seat, hand in hands_by_themselves(deal).items():
        if not hand & taken:
            fit[seat] = hand
            taken |= hand
    return fit


def hands_by_themselves(deal: Deal) -> dict[Seat, Cards]:
    """The hands that were shown, as far as no card of them lies elsewhere: what each seat knows of its own."""
    return {seat: hand for seat, hand in deal.hands.items() if not hand & deal.played & ~deal.played_by.get(seat, 0)}


def known_cards(deal: Deal, *, hands: Mapping[Seat, Cards]) -> dict[Seat, Cards]:
    """The cards that each seat is known to have been dealt: these hands, and the Weise and Stöcke that are facts."""
    known = {seat: hands.get(seat, 0) | cards for seat, cards in deal.turned_cards.items()}
    known = {**hands, **known}
    for showing in showings_of(deal, hands=hands):
        if showing.standing is Standing.FACT:
            known[showing.shown.seat] = known.get(showing.shown.seat, 0) | showing.cards
    return known


def facts_of(deal: Deal, *, mode: Mode, undertrump: Undertrump) -> Facts:
    """All that is physically known of the deal."""
    return Facts(
        mode=mode,
        undertrump=undertrump,
        sizes=_sizes(deal),
        plays=tuple(_plays_of(deal, mode=mode, undertrump=undertrump)),
        known=known_cards(deal, hands=hands_that_fit(deal)),
        laid=deal.hand_size - deal.last,
    )


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

    `openly` is what the table proves without any hidden hand, and `by_seat` what it proves for who knows that seat's
    hand alone, for each hand that was shown; None where that is nothing.
    """

    play: Play
    proof: Proof
    openly: Proof | None
    by_seat: Mapping[Seat, Proof | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the facts of a deal prove.

    `verdicts` has one for each card that lies. `unexplained` are the seats of which one has broken a rule beyond what
    is proven, None where that need not be; `clashing` those whose Weise and Stöcke cannot all be true. Where hands were
    shown, `unexplained_openly` and `unexplained_by_seat` are the same for who knows none of them, or that seat's alone.
    """

    verdicts: tuple[Verdict, ...]
    illegal: tuple[IllegalPlay, ...]
    unexplained: tuple[Seat, ...] | None
    clashing: tuple[Seat, ...]
    unexplained_openly: tuple[Seat, ...] | None = None
    unexplained_by_seat: Mapping[Seat, tuple[Seat, ...] | None] = field(default_factory=dict)


def evidence_of(deal: Deal, *, undertrump: Undertrump) -> Evidence:
    """All that the deal proves as it stands."""
    clashing = {one.shown.seat for one in showings_of(deal) if one.standing is Standing.CLASHING}
    if deal.mode is None or not deal.tricks:
        return Evidence((), (), None, tuple(sorted(clashing)))
    facts = facts_of(deal, mode=deal.mode, undertrump=undertrump)
    judged = verdicts(facts)
    illegal = tuple(_illegal_plays(deal, facts, judged))
    seats = unexplained(facts, judged)
    hands = hands_by_themselves(deal) if seats else {}
    return Evidence(
        judged,
        illegal,
        seats,
        tuple(sorted(clashing)),
        unexplained_openly=_unexplained_by(deal, facts, hands={}) if hands else seats,
        unexplained_by_seat={seat: _unexplained_by(deal, facts, hands={seat: hand}) for seat, hand in hands.items()},
    )


def _illegal_plays(deal: Deal, facts: Facts, judged: Sequence[Verdict]) -> Iterator[IllegalPlay]:
    """The plays that are proven illegal, each with its proof and what of it is known without hands that are hidden."""
    whole = proofs(facts, judged)
    hands = hands_by_themselves(deal) if whole else {}
    bare = _proofs_by(deal, facts, hands={}) if hands else whole
    alone = {
        seat: _proofs_by(deal, facts, hands={seat: hand}) if len(hands) > 1 else whole for seat, hand in hands.items()
    }
    for place, proof in whole.items():
        by_seat = {seat: found.get(place) for seat, found in alone.items()}
        yield IllegalPlay(facts.plays[place], proof, bare.get(place), by_seat)


def _proofs_by(deal: Deal, facts: Facts, *, hands: Mapping[Seat, Cards]) -> dict[int, Proof]:
    """What is proven where no other hands are known."""
    fewer = replace(facts, known=known_cards(deal, hands=hands))
    return proofs(fewer, verdicts(fewer))


def _unexplained_by(deal: Deal, facts: Facts, *, hands: Mapping[Seat, Cards]) -> tuple[Seat, ...] | None:
    """Who of the seats has broken a rule, where no other hands are known."""
    fewer = replace(facts, known=known_cards(deal, hands=hands))
    return unexplained(fewer, verdicts(fewer))
