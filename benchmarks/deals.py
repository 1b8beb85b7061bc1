"""Random deals of lawful play, and the positions in which their players had to choose a card."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.pack.cards import Card, Cards, members, set_of
from scoring.rules.pack.modes import MODES, Mode
from scoring.rules.pack.tricks import Undertrump, winning_position
from scoring.rules.proof.legality import legal_cards

READING: Undertrump = "strict"
SEATS = 4
HAND = 9


@dataclass(frozen=True, slots=True)
class Position:
    """A player's question: what may be played of this hand, to this trick, in this mode."""

    hand: Cards
    trick: tuple[Card, ...]
    mode: Mode


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as it was played: its mode, its tricks in order of play, and the question before each of its 36 cards."""

    mode: Mode
    tricks: tuple[tuple[Card, ...], ...]
    positions: tuple[Position, ...]


def lawful_deals(count: int, *, seed: int) -> list[Played]:
    """Deals in all modes in turn; the same seed gives the same."""
    rng = random.Random(seed)
    return [_play(rng, mode=MODES[number % len(MODES)], leader=number % SEATS) for number in range(count)]


def _play(rng: random.Random, *, mode: Mode, leader: int) -> Played:
    pack = rng.sample(range(SEATS * HAND), SEATS * HAND)
    hands = [set_of(pack[HAND * seat : HAND * seat + HAND]) for seat in range(SEATS)]
    positions: list[Position] = []
    tricks = []
    for _ in range(HAND):
        trick = tuple(_lay(rng, hands=hands, leader=leader, mode=mode, positions=positions))
        tricks.append(trick)
        leader = (leader + winning_position(trick, mode=mode)) % SEATS
    return Played(mode, tuple(tricks), tuple(positions))


def _lay(
    rng: random.Random, *, hands: list[Cards], leader: int, mode: Mode, positions: list[Position]
) -> Iterator[Card]:
    """The four cards of a trick; they leave the hands, and each question is noted."""
    trick: list[Card] = []
    for step in range(SEATS):
        seat = (leader + step) % SEATS
        positions.append(Position(hands[seat], tuple(trick), mode))
        card = rng.choice(members(legal_cards(hands[seat], trick=trick, mode=mode, undertrump=READING)))
        hands[seat] &= ~(1 << card)
        trick.append(card)
        yield card
