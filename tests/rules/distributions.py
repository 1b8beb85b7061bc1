"""What cards prove, found out the slow way: every distribution of the unseen cards is tried.

Cards are written as in the oracle, and legality is the oracle's; nothing here is shared with the rules.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from tests.oracle.cards import MODES, PACK, SUITS, legal

Hand = frozenset[str]
READINGS = ("strict", "forced", "hindersi", "free")


@dataclass(frozen=True)
class Laid:
    """A card that a seat has played: to which trick, and what lay there before it."""

    seat: int
    trick: int
    card: str
    before: tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """What is known of a deal at one moment; `away` cards of each hand as dealt are laid away and never played."""

    mode: str
    undertrump: str
    pack: tuple[str, ...]
    dealt: Mapping[int, int]
    plays: tuple[Laid, ...]
    known: Mapping[int, Hand] = field(default_factory=dict)
    away: int = 0

    def of(self, seat: int) -> list[Laid]:
        return [play for play in self.plays if play.seat == seat]


@dataclass(frozen=True)
class Careless:
    """A whole deal in which not every card was lawful, and the hands it came from."""

    moment: Moment
    hands: Mapping[int, tuple[str, ...]]

    def after(self, number: int, *, known: Mapping[int, Hand] | None = None) -> Moment:
        """What is known once so many cards lie."""
        whole = self.moment
        plays = whole.plays[:number]
        return Moment(whole.mode, whole.undertrump, whole.pack, whole.dealt, plays, known or {}, whole.away)


def careless(
    rng: random.Random, *, pack: Sequence[str] = PACK, seats: int = 4, away: int = 0, care: float | None = None
) -> Careless:
    """A random deal; each card is chosen with `care`, and else from the whole hand. Anybody may lead a trick."""
    mode, undertrump = rng.choice(MODES), rng.choice(READINGS)
    care = rng.choice([0.0, 0.5, 0.8, 1.0]) if care is None else care
    cards = rng.sample(list(pack), len(pack))
    dealt = len(pack) // seats
    hands = {seat: tuple(cards[dealt * (seat - 1) : dealt * seat]) for seat in range(1, seats + 1)}
    left = {seat: list(hand[away:]) for seat, hand in hands.items()}
    plays = []
    for number in range(1, dealt - away + 1):
        leader = rng.randint(1, seats)
        before: tuple[str, ...] = ()
        for step in range(seats):
            seat = (leader - 1 + step) % seats + 1
            lawful = legal(left[seat], list(before), mode, undertrump)
            card = rng.choice(lawful if rng.random() < care else left[seat])
            plays.append(Laid(seat, number, card, before))
            left[seat].remove(card)
            before = (*before, card)
    moment = Moment(mode, undertrump, tuple(pack), dict.fromkeys(hands, dealt), tuple(plays), {}, away)
    return Careless(moment, hands)


def short_pack(rng: random.Random) -> list[str]:
    """Twelve cards: three ranks of every suit, the Under mostly among them."""
    ranks = rng.choice([["U", "9", "A"], ["6", "U", "9"], ["7", "U", "A"], ["10", "U", "O"], ["8", "K", "A"]])
    return [suit + rank for suit in SUITS for rank in ranks]


def some_shown(rng: random.Random, deal: Careless) -> dict[int, Hand]:
    """Cards that somebody has seen in a hand: none, single ones, or all of it."""
    chance = rng.choice([0.0, 0.0, 0.1, 0.3])
    shown = {seat: frozenset(card for card in hand if rng.random() < chance) for seat, hand in deal.hands.items()}
    for seat, hand in deal.hands.items():
        if rng.random() < 0.1:
            shown[seat] = frozenset(hand)
    return shown


# --- every distribution -----------------------------------------------------------------------------------------------


def distributions(moment: Moment) -> Iterator[dict[int, Hand]]:
    """Every way in which the whole hands, as dealt, can have been."""
    has = {
        seat: frozenset(play.card for play in moment.of(seat)) | moment.known.get(seat, frozenset())
        for seat in moment.dealt
    }
    unseen = frozenset(moment.pack) - frozenset().union(*has.values())
    yield from _dealt_out(unseen, has, seats=list(moment.dealt), dealt=moment.dealt)


def _dealt_out(
    unseen: Hand, has: Mapping[int, Hand], *, seats: list[int], dealt: Mapping[int, int]
) -> Iterator[dict[int, Hand]]:
    if not seats:
        yield {}
        return
    seat = seats[0]
    room = dealt[seat] - len(has[seat])
    for more in combinations(sorted(unseen), room) if room >= 0 else ():
        for others in _dealt_out(unseen - set(more), has, seats=seats[1:], dealt=dealt):
            yield {seat: has[seat] | set(more), **others}


@dataclass
class Tried:
    """Every distribution of a moment, and what it makes of the plays."""

    moment: Moment
    _judged: dict[tuple[int, Hand], list[tuple[Hand, ...]]] = field(default_factory=dict)

    @cached_property
    def all(self) -> list[dict[int, Hand]]:
        return list(distributions(self.moment))

    def judged(self, seat: int, hand: Hand) -> list[tuple[Hand, ...]]:
        """For each choice of what was laid away: what was legal at each play of the seat, if it was dealt this hand."""
        if (seat, hand) not in self._judged:
            played = [play.card for play in self.moment.of(seat)]
            choices = combinations(sorted(hand - set(played)), self.moment.away)
            self._judged[seat, hand] = [self._legal_at_each(seat, hand - set(away)) for away in choices]
        return self._judged[seat, hand]

    def _legal_at_each(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        found = []
        for play in self.moment.of(seat):
            allowed = legal(sorted(hand), list(play.before), self.moment.mode, self.moment.undertrump)
            found.append(frozenset(allowed))
            hand -= {play.card}
        return tuple(found)

    @cached_property
    def _possible(self) -> dict[int, list[list[Hand]]]:
        """For each seat, for each of its plays: what was legal, in each hand that it can have held."""
        found: dict[int, list[list[Hand]]] = {}
        for seat in self.moment.dealt:
            hands = {one[seat] for one in self.all}
            each = [judged for hand in hands for judged in self.judged(seat, hand)]
            found[seat] = [list(legal_then) for legal_then in zip(*each, strict=True)]
        return found

    def _at(self, play: Laid) -> list[Hand]:
        return self._possible[play.seat][self.moment.of(play.seat).index(play)]

    @cached_property
    def verdicts(self) -> list[str]:
        """Whether each play is legal in all of them, in none, or in some."""
        names = {frozenset({True}): "legal", frozenset({False}): "illegal", frozenset({True, False}): "open"}
        return [names[frozenset(play.card in allowed for allowed in self._at(play))] for play in self.moment.plays]

    def surely_legal(self, play: Laid) -> Hand:
        """The cards that were legal at this play whatever the hand was."""
        return frozenset.intersection(*self._at(play))

    def proven_by(self, play: Laid) -> tuple[int, str] | None:
        """The first later card of the seat that makes the play illegal if it was held beside it."""
        for later in self.moment.plays[self.moment.plays.index(play) + 1 :]:
            pair = [play.card, later.card]
            if later.seat == play.seat and play.card not in legal(
                pair, list(play.before), self.moment.mode, self.moment.undertrump
            ):
                return later.trick, later.card
        return None

    @cached_property
    def unexplained(self) -> tuple[int, ...] | None:
        """None where some distribution makes legal what is not illegal in all; else the smallest sets of misfits."""
        broken = {frozenset(seat for seat in one if not self._fits(seat, one[seat])) for one in self.all}
        fewest = min(map(len, broken))
        return tuple(sorted(frozenset().union(*(one for one in broken if len(one) == fewest)))) or None

    def _fits(self, seat: int, hand: Hand) -> bool:
        asked = [
            place
            for place, play in enumerate(self.moment.of(seat))
            if self.verdicts[self.moment.plays.index(play)] != "illegal"
        ]
        cards = [play.card for play in self.moment.of(seat)]
        return any(all(cards[place] in judged[place] for place in asked) for judged in self.judged(seat, hand))
