"""What cards prove about hands that nobody has shown, from physical facts only (section 9).

Physical facts are the cards that a seat played, cards that are known to be in its hand, and how many it was dealt. A
*distribution* gives every unseen card to a seat so that each hand has its size. A play is illegal if no distribution
makes it legal, legal if none makes it illegal, and open otherwise. "They did not follow, so they have none" is no fact.

Where each player lays a card away before the first trick (R-51), that card was dealt to them but is
not in the hand that their plays are judged by. It may be any card that they have not played.
"""

# Why this needs no search through distributions, of which there are 10^19 when a deal begins:
# legality depends on a hand through one set of cards, of which it may hold nothing
# (`legality.Law`). And a card that nobody is known to hold may be with any seat that has room for
# it. So it is enough to count: can so many cards find room elsewhere? Tests compare the counting
# with all distributions of small packs.

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from scoring.rules.pack.cards import ALL_CARDS, Card, Cards, members, set_of, size
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.seats import Seat
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.proof.faults import Fault
from scoring.rules.proof.legality import law_of

# --- one play ---------------------------------------------------------------------------------------------------------


class Play(NamedTuple):
    """A card that a seat played to a trick.

    The play is legal where the hand held none of `lacks`, else it is this `fault` (`legality.Law`).
    """

    seat: Seat
    trick: int
    card: Card
    before: tuple[Card, ...]
    lacks: Cards
    fault: Fault


def play_of(
    card: Card, *, seat: Seat, trick: int, before: tuple[Card, ...], mode: Mode, undertrump: Undertrump
) -> Play:
    """The play of the card by the seat to trick number `trick`, in which the cards `before` lie already."""
    law = law_of(before, mode=mode, undertrump=undertrump)
    return Play(seat, trick, card, before, law.must_lack(card), law.fault(card))


# --- the facts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is physically known of a deal at one moment. The whole pack is dealt, and the facts fit together.

    `sizes` says how many cards each seat was dealt; `laid` how many of them it laid away unseen
    before the first trick. `plays` come in their order. `known` are cards that a seat is known to
    have been dealt, played or not; all of them, where its hand was shown.
    """

    mode: Mode
    undertrump: Undertrump
    sizes: Mapping[Seat, int]
    plays: tuple[Play, ...]
    known: Mapping[Seat, Cards]
    laid: int = 0
    pack: Cards = ALL_CARDS


class Rest(NamedTuple):
    """What a seat was dealt and has not played: known cards, `room` for free ones; so many are to be played."""

    known: Cards
    room: int
    to_play: int


class Unseen(NamedTuple):
    """What is not known: the free cards, which are anybody's who has room, and the rest of each seat."""

    free: Cards
    rests: Mapping[Seat, Rest]


def _unseen(facts: Facts) -> Unseen:
    played = dict.fromkeys(facts.sizes, 0)
    for play in facts.plays:
        played[play.seat] |= 1 << play.card
    return unseen_of(facts.sizes, played=played, known=facts.known, laid=facts.laid, pack=facts.pack)


def unseen_of(
    sizes: Mapping[Seat, int],
    *,
    played: Mapping[Seat, Cards],
    known: Mapping[Seat, Cards],
    laid: int = 0,
    pack: Cards = ALL_CARDS,
) -> Unseen:
    """What is not known where these cards were `played` and are `known`, by seat; the rest as in `Facts`.

    ValueError where the facts do not fit together.
    """
    free, rests = pack, {}
    for seat, dealt in sizes.items():
        lying = played.get(seat, 0)
        has = lying | known.get(seat, 0)
        room = dealt - has.bit_count()
        rests[seat] = Rest(has & ~lying, room, dealt - laid - lying.bit_count())
        if has & ~free or room < 0:
            raise ValueError(f"seat {seat} cannot have all the cards that it is said to have")
        free &= ~has
    if sum(sizes.values()) != size(pack):
        raise ValueError("the hands do not make the pack")
    return Unseen(free, rests)


def may_lack(cards: Cards, *, rest: Rest, unseen: Unseen, laid: int) -> bool:
    """Whether there is a distribution in which the seat has none of the cards still to play; `laid` may be away."""
    forced = rest.room - size(unseen.free & ~cards)  # so many of the cards it gets even if it gets all others
    return size(rest.known & cards) + max(forced, 0) <= laid


def may_hold(cards: Cards, *, rest: Rest, unseen: Unseen) -> bool:
    """Whether there is a distribution in which the seat has one of the cards still to play."""
    if rest.to_play == 0:
        return False
    return bool(rest.known & cards or (rest.room and unseen.free & cards))


# --- the verdict on each play -----------------------------------------------------------------------------------------


class Verdict(Enum):
    """What the facts say about a play. LEGAL and ILLEGAL are final: more facts only close what is OPEN."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


def verdicts(facts: Facts) -> tuple[Verdict, ...]:
    """The verdict on each play, in their order."""
    unseen = _unseen(facts)
    return tuple(_verdict(play, later=later, unseen=unseen, laid=facts.laid) for play, later in _with_later(facts))


def _with_later(facts: Facts) -> list[tuple[Play, Cards]]:
    """Each play, and the cards that its seat has played since: it held them."""
    since = dict.fromkeys(facts.sizes, 0)
    found = []
    for play in reversed(facts.plays):
        found.append((play, since[play.seat]))
        since[play.seat] |= 1 << play.card
    found.reverse()
    return found


# The order of the checks matters for the proof that readers see, not for the verdict. A card that the seat played
# later proves by itself that it held the card, and everybody has seen it. Counting comes after
# that, because its proof names no card.
def _verdict(play: Play, *, later: Cards, unseen: Unseen, laid: int) -> Verdict:
    lacks = play.lacks
    if not lacks:
        return Verdict.LEGAL
    if lacks & later:
        return Verdict.ILLEGAL
    rest = unseen.rests[play.seat]
    if not may_lack(lacks, rest=rest, unseen=unseen, laid=laid):
        return Verdict.ILLEGAL
    return Verdict.OPEN if may_hold(lacks, rest=rest, unseen=unseen) else Verdict.LEGAL


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a play is illegal.

    `proven_by` is the trick and the card by which the same seat proves it later, the earliest such
    card. It is None if counting proves the fault, or a card that was shown. `legal` are cards that
    the hand held for certain and might have played, whatever else it held. If the whole hand is
    known, these are all its legal cards.
    """

    fault: Fault
    proven_by: tuple[int, Card] | None
    legal: Cards


def proofs(facts: Facts, judged: Sequence[Verdict]) -> dict[int, Proof]:
    """Why plays are illegal, by their places among `facts.plays`. `judged` are the `verdicts` of these facts."""
    if Verdict.ILLEGAL not in judged:
        return {}
    unseen = _unseen(facts)
    return {
        place: _proof(play, later=later, facts=facts, unseen=unseen)
        for place, (play, later) in enumerate(_with_later(facts))
        if judged[place] is Verdict.ILLEGAL
    }


def _proof(play: Play, *, later: Cards, facts: Facts, unseen: Unseen) -> Proof:
    telling, proven_by = later & play.lacks, None
    if telling:
        proven_by = next((one.trick, one.card) for one in facts.plays if telling >> one.card & 1)
    held = later | 1 << play.card
    return Proof(play.fault, proven_by, set_of(_surely_legal(play, held=held, facts=facts, unseen=unseen)))


def _surely_legal(play: Play, *, held: Cards, facts: Facts, unseen: Unseen) -> Iterator[Card]:
    """The cards that were legal in every hand that the seat can have held; `held` are those it has played since."""
    rest = unseen.rests[play.seat]
    if facts.laid == 0:  # else any of them may have been away
        held |= rest.known | (unseen.free if rest.room == size(unseen.free) else 0)
    law = law_of(play.before, mode=facts.mode, undertrump=facts.undertrump)
    for card in members(held):
        lacks = law.must_lack(card)
        if not (lacks & held or may_hold(lacks, rest=rest, unseen=unseen)):
            yield card


# --- all plays together -----------------------------------------------------------------------------------------------


def unexplained(facts: Facts, judged: Sequence[Verdict]) -> tuple[Seat, ...] | None:
    """The seats that may have broken a rule in a play that is not proven illegal; None if nobody need have.

    `judged` are the `verdicts` of these facts.
    """
    lacks: dict[Seat, Cards] = {}
    for play, verdict in zip(facts.plays, judged, strict=True):
        if verdict is Verdict.OPEN:
            lacks[play.seat] = lacks.get(play.seat, 0) | play.lacks
    return suspects(lacks, unseen=_unseen(facts), laid=facts.laid) if lacks else None


def suspects(lacks: Mapping[Seat, Cards], *, unseen: Unseen, laid: int) -> tuple[Seat, ...] | None:
    """The seats that may have broken a rule; None if all of their plays can be legal at once.

    `lacks` are the cards that each seat must lack if each of its OPEN plays is legal. Somebody has
    broken a rule if no distribution of the unseen cards allows all of that. A seat is suspected if
    a distribution allows it without the plays of that seat. If no seat alone suffices, all members
    of the smallest sufficient sets are suspected.
    """
    if _explained(lacks, unseen=unseen, laid=laid):
        return None
    for number in range(1, len(lacks)):
        groups = combinations(lacks, number)
        enough = [one for one in groups if _explained(_without(lacks, one), unseen=unseen, laid=laid)]
        if enough:
            return tuple(sorted({seat for group in enough for seat in group}))
    return tuple(sorted(lacks))


def _without(lacks: Mapping[Seat, Cards], group: Sequence[Seat]) -> dict[Seat, Cards]:
    return {seat: cards for seat, cards in lacks.items() if seat not in group}


def _explained(lacks: Mapping[Seat, Cards], *, unseen: Unseen, laid: int) -> bool:
    """Whether there is a distribution in which each of these seats has none of its cards still to play."""
    room = {}
    for seat, cards in lacks.items():
        rest = unseen.rests[seat]
        may_lay = laid - size(rest.known & cards)
        if may_lay < 0:
            return False
        room[seat] = max(rest.room - may_lay, 0)
    groups = (group for number in range(1, len(lacks) + 1) for group in combinations(lacks, number))
    return all(_find_room(group, lacks=lacks, room=room, unseen=unseen) for group in groups)


def _find_room(group: Sequence[Seat], *, lacks: Mapping[Seat, Cards], room: Mapping[Seat, int], unseen: Unseen) -> bool:
    """Whether the free cards that all of these seats must lack find room elsewhere: with the others, or laid away.

    If that is so for every group of seats, then by Hall's theorem there is a distribution.
    """
    homeless, elsewhere = unseen.free, size(unseen.free)
    for seat in group:
        homeless &= lacks[seat]
        elsewhere -= room[seat]
    return size(homeless) <= elsewhere
