"""Deals replayed by jass-kit, in its own words: which cards are lawful, who takes each trick, what it is worth.

jass-kit records nothing, proves nothing and knows no Weis. It sees all hands and checks each card against them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from benchmarks.deals import SEATS, Played, Position
from benchmarks.neighbours import Question

NAME = "jass-kit 2.0.5, replaying"

LEADER = 0
"""jass-kit's number of the player who leads the first trick; the next player is `(number - 1) % 4`."""

Points = tuple[int, int]
"""The card points of the side that led the first trick, and those of the other."""


@dataclass(frozen=True, slots=True)
class Script:
    """A deal in jass-kit's words: the hands as its array, the number of the trump, the cards in order of play."""

    hands: Any
    trump: int
    cards: tuple[int, ...]


def installed() -> bool:
    """Whether jass-kit is here."""
    return find_spec("jass") is not None


def scripts(deals: Sequence[Played], *, question: Callable[[Position], Question]) -> list[Script]:
    """The deals in its words, made beforehand: converting is not what is measured.

    `question` puts a position in its words, as its `Engine` does.
    """
    import numpy as np

    def script(deal: Played) -> Script:
        asked = [question(position) for position in deal.positions]
        hands = np.zeros((SEATS, 36), np.int32)
        for step, (hand, *_) in enumerate(asked[:SEATS]):
            hands[(LEADER - step) % SEATS] = hand
        return Script(hands, asked[0][-1], tuple(_cards_of(deal, question)))

    return [script(deal) for deal in deals]


def _cards_of(deal: Played, question: Callable[[Position], Question]) -> list[int]:
    """Its numbers of the cards, read off the question that a hand of this one card would put."""
    hands = (Position(1 << card, (), deal.mode) for trick in deal.tricks for card in trick)
    return [int(question(position)[0].argmax()) for position in hands]


def replay(deals: Sequence[Script]) -> list[Points]:
    """Play the deals with its simulator, asking before each card whether it is lawful.

    Raises ValueError for a card that it forbids.
    """
    from jass.game.const import next_player
    from jass.game.game_sim import GameSim
    from jass.game.rule_schieber import RuleSchieber

    rule, dealer = RuleSchieber(), next_player.index(LEADER)
    found = []
    for deal in deals:
        table = GameSim(rule)
        table.init_from_cards(deal.hands, dealer)
        table.action_trump(deal.trump)
        for card in deal.cards:
            if not rule.get_valid_cards_from_state(table.state)[card]:
                raise ValueError(f"jass-kit forbids card {card}")
            table.action_play_card(card)
        first, second = table.state.points.tolist()
        found.append((int(first), int(second)))
    return found
