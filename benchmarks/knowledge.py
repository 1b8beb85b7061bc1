"""What the cards of a deal prove, asked anew after each of its cards: from its facts to the verdict on every play."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.deals import HAND, READING, SEATS
from benchmarks.measure import ROUNDS, Row, in_turns, per_second
from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import Cards, members, set_of
from scoring.rules.pack.modes import MODES, Mode
from scoring.rules.pack.seats import Table
from scoring.rules.proof.evidence import evidence_of
from scoring.rules.proof.legality import fault_of, legal_cards
from scoring.rules.record.entries import Unit

CARE = 0.8
"""How often a careless player looks whether the card is legal."""

UNIT = Unit(1, 1, "1", "1", opens=True, parts=())
TABLE = Table(SEATS, partners=True)


def rows(*, deals: int = 12, rounds: int = ROUNDS, seconds: float = 0.4) -> list[Row]:
    """The rows of the table: milliseconds for one deal, all of its 36 moments."""
    careful, careless = (moments(deals, seed=3, care=care) for care in (1.0, CARE))
    contenders: dict[str, Callable[[], float]] = {
        "unseen": partial(_milliseconds, partial(_evidence, careful), deals, seconds),
        "known": partial(_milliseconds, partial(_with_hands, careful), deals, seconds),
        "careless": partial(_milliseconds, partial(_evidence, careless), deals, seconds),
    }
    figures = in_turns(contenders, rounds=rounds, about="knowledge")
    return [
        Row(
            what="what a deal proves, after each card",
            unit="ms",
            ours=figures["unseen"],
            against="judged by known hands",
            other=figures["known"],
            aim="< 5 ms",
        ),
        Row(
            what="the same, careless play",
            unit="ms",
            ours=figures["careless"],
            against="lawful play",
            other=figures["unseen"],
            aim="< 5 ms",
        ),
    ]


Moment = tuple[Deal, dict[int, Cards]]
"""What lies so far, and what nobody has seen: the hands as they were dealt."""


def moments(deals: int, *, seed: int, care: float) -> list[Moment]:
    """Every moment of these deals, after 1 to 36 cards, in all modes in turn."""
    rng = random.Random(seed)
    found: list[Moment] = []
    for number in range(deals):
        mode = MODES[number % len(MODES)]
        pack = rng.sample(range(SEATS * HAND), SEATS * HAND)
        hands = {seat: set_of(pack[HAND * seat - HAND : HAND * seat]) for seat in TABLE.all_seats}
        played: list[int] = []
        while len(played) < SEATS * HAND:
            played.append(_next_card(rng, _deal(played, mode=mode), hands=hands, care=care))
            found.append((_deal(played, mode=mode), hands))
    return found


def _deal(played: Sequence[int], *, mode: Mode) -> Deal:
    deal = Deal("1", 1, TABLE, HAND, HAND, SEATS, UNIT, mode=mode)
    for card in played:
        deal.lay((card,), leader=None, unit=UNIT)
    return deal


def _next_card(rng: random.Random, deal: Deal, *, hands: dict[int, Cards], care: float) -> int:
    if deal.mode is None:
        raise TypeError("the deals of the benchmark have a mode")
    hand = hands[deal.turn] & ~deal.played
    trick = deal.running.cards if deal.running else ()
    lawful = legal_cards(hand, trick=trick, mode=deal.mode, undertrump=READING)
    return rng.choice(members(lawful if rng.random() < care else hand))


def _evidence(found: Sequence[Moment]) -> None:
    for deal, _ in found:
        evidence_of(deal, undertrump=READING)


def _with_hands(found: Sequence[Moment]) -> None:
    """The least that could be done: every card that lies is judged by the hand that it came from."""
    for deal, hands in found:
        left = dict(hands)
        for trick in deal.tricks:
            for position, (seat, card) in enumerate(zip(TABLE.order_from(trick.leader), trick.cards, strict=False)):
                mode = deal.mode or MODES[0]
                fault_of(card, hand=left[seat], trick=trick.cards[:position], mode=mode, undertrump=READING)
                left[seat] &= ~(1 << card)


def _milliseconds(work: Callable[[], object], deals: int, seconds: float) -> float:
    return 1e3 / per_second(work, holds=deals, seconds=seconds)
