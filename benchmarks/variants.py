"""One deal of each variant: reading its record, and what its cards prove, asked anew after each of them."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from benchmarks.deals import READING
from benchmarks.measure import ROUNDS, Row, in_turns, per_second
from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import Card, members, set_of
from scoring.rules.pack.modes import MODES, Mode
from scoring.rules.pack.tricks import winning_position
from scoring.rules.position import Game
from scoring.rules.proof.evidence import evidence_of
from scoring.rules.proof.legality import legal_cards
from scoring.rules.record.entries import Entry, standing
from scoring.rules.record.kinds import Announced, BidMade, CardLaid, CardPlayed, DealOpened, Report, Said
from scoring.rules.referee import Referee
from scoring.rules.review import review
from scoring.rules.variants import VARIANTS, Variant

NAMESPACE = UUID(int=2)
FIRST = "schieber"
BID = 40
MILLISECONDS = 1e3


def rows(*, rounds: int = ROUNDS, seconds: float = 0.4) -> list[Row]:
    """The rows of the table: each variant but the first compared with the first."""
    contenders: dict[str, Callable[[], float]] = {}
    for name, variant in VARIANTS.items():
        game = game_of(variant)
        journal = record(variant, seed=4)
        deals = moments(game, journal)
        contenders[f"reading {name}"] = partial(per_second, partial(review, game, journal), holds=1, seconds=seconds)
        contenders[f"proving {name}"] = partial(_milliseconds, partial(_evidence, deals), seconds=seconds)
    figures = in_turns(contenders, rounds=rounds, about="variants")
    told = (
        ("reading", "deals/s", "reading a record card by card"),
        ("proving", "ms", "what it proves, after each card"),
    )
    return [
        Row(
            what=f"{what}, {name}",
            unit=unit,
            ours=figures[f"{key} {name}"],
            against=FIRST.capitalize(),
            other=figures[f"{key} {FIRST}"],
        )
        for key, unit, what in told
        for name in VARIANTS
        if name != FIRST
    ]


def record(variant: Variant[Any], *, seed: int) -> list[Entry]:
    """The journal of a lawful deal, reported card by card, its bids and laid cards before the first."""
    said = _reports(variant, random.Random(seed))
    return [
        Entry(seq, str(uuid5(NAMESPACE, str(seq))), Said(report=report), root=seq)
        for seq, report in enumerate(said, start=1)
    ]


def moments(game: Game, journal: Sequence[Entry]) -> list[Deal]:
    """The facts of the deal after each of its cards."""
    found = []
    for place, entry in enumerate(journal, start=1):
        referee = Referee(game, game.start, list(standing(journal[:place])), version=place)
        if isinstance(entry.said.report, CardPlayed) and referee.current:
            found.append(referee.current.facts)
    return found


def _reports(variant: Variant[Any], rng: random.Random) -> list[Report]:
    """Seat 1 leads; the last seat has dealt, and where a card is turned up it is of the last seat's hand."""
    seats, size = variant.table.all_seats, variant.hand_size
    pack = rng.sample(range(len(seats) * size), len(seats) * size)
    hands = {seat: pack[size * seat - size : size * seat] for seat in seats}
    turned = hands[seats[-1]][-1]
    lays = {seat: hands[seat].pop(0) for seat in seats if CardLaid in variant.handlers}
    mode = MODES[turned // 9]
    opening: list[Report]
    if Announced in variant.handlers:
        opening = [DealOpened(), Announced(mode=mode.name)]
    else:
        opening = [DealOpened(turned=turned)]
    bids = [BidMade(seat=seat, points=BID) for seat in seats if BidMade in variant.handlers]
    laid = [CardLaid(seat=seat, card=card) for seat, card in lays.items()]
    return [*opening, *bids, *laid, *_plays(variant, rng, hands=hands, mode=mode)]


def _plays(variant: Variant[Any], rng: random.Random, *, hands: dict[int, list[Card]], mode: Mode) -> list[Report]:
    plays: list[Report] = []
    leader = variant.table.all_seats[0]
    for _ in range(variant.tricks):
        trick: list[Card] = []
        for seat in variant.table.order_from(leader):
            lawful = legal_cards(set_of(hands[seat]), trick=tuple(trick), mode=mode, undertrump=READING)
            trick.append(rng.choice(members(lawful)))
            hands[seat].remove(trick[-1])
        plays += [CardPlayed(card=card) for card in trick]
        leader = variant.table.order_from(leader)[winning_position(trick, mode=mode)]
    return plays


def game_of(variant: Variant[Any]) -> Game:
    """A game by the default rules."""
    resolved = variant.resolve({})
    if isinstance(resolved, list):
        raise TypeError(f"the options of the benchmark are refused: {resolved}")
    return Game(NAMESPACE, variant, resolved[1], first_dealer=variant.table.seats)


def _evidence(deals: Sequence[Deal]) -> None:
    for deal in deals:
        evidence_of(deal, undertrump=READING)


def _milliseconds(work: Callable[[], object], *, seconds: float) -> float:
    return MILLISECONDS / per_second(work, holds=1, seconds=seconds)
