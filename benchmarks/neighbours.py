"""Two other engines that answer what may be played, and our positions in their words.

They are no part of the product: `benchmarks/requirements.txt` installs them, and without it there is nobody to compare
with. jass-kit is under the GPL.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from benchmarks.deals import Position
from scoring.rules.pack.cards import Card, Cards, members, rank_of, set_of, suit_of
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.tricks import Undertrump

Question = tuple[Any, ...]
"""The arguments of an engine's function."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Another engine: which reading of R-15 it follows, how a position is put to it, and how its answer is read."""

    name: str
    reading: Undertrump
    answer: Callable[..., Any]
    question: Callable[[Position], Question]
    cards: Callable[[Any], Cards]
    why_not: Callable[[Position], str]
    """Why its answer may differ from ours in this position; empty where it should not."""

    def questions(self, positions: Sequence[Position]) -> list[Question]:
        """All positions in its words, made beforehand: converting is not what is measured."""
        return [self.question(position) for position in positions]


def engines() -> list[Engine]:
    """Those that are installed."""
    return [make() for package, make in (("jass", _jass_kit), ("schieber", _schieber)) if find_spec(package)]


def _jass_kit() -> Engine:
    """Cards are one-hot arrays, Schellen first, the ace first; R-15 as in `strict`."""
    import numpy as np
    from jass.game.rule_schieber import RuleSchieber

    suits = (3, 1, 2, 0)

    def number(card: Card) -> int:
        return suits[suit_of(card)] * 9 + 8 - rank_of(card)

    ours = {number(card): card for card in range(36)}

    def question(position: Position) -> Question:
        hand = np.zeros(36, np.int32)
        hand[[number(card) for card in members(position.hand)]] = 1
        trick = np.full(4, -1, np.int32)
        trick[: len(position.trick)] = [number(card) for card in position.trick]
        trump = position.mode.index if position.mode.trump is None else suits[position.mode.trump]
        return hand, trick, len(position.trick), trump

    def cards(answer: Any) -> Cards:
        return set_of(ours[index] for index in np.flatnonzero(answer).tolist())

    return Engine("jass-kit 2.0.5", "strict", RuleSchieber().get_valid_cards, question, cards, _two_trumps)


def _two_trumps(position: Position) -> str:
    """Of two trumps on a side suit jass-kit takes the one of lower rank for the one that must not be undercut."""
    led, *others = (suit_of(card) for card in position.trick)
    trump = position.mode.trump
    if trump is not None and led != trump and others.count(trump) == 2:  # noqa: PLR2004 - two of them
        return "two trumps lie on a side suit, and it goes by the one of lower rank"
    return ""


def _schieber() -> Engine:
    """Cards are objects; R-15 as in `forced`."""
    from schieber.card import Card as Object
    from schieber.rules.stich_rules import allowed_cards
    from schieber.suit import Suit
    from schieber.trumpf import Trumpf

    suits = (Suit.ACORN, Suit.ROSE, Suit.SHIELD, Suit.BELL)
    objects = tuple(Object(suit=suits[suit_of(card)], value=rank_of(card) + 6) for card in range(36))

    def trumpf(mode: Mode) -> Any:
        return Trumpf[{"obenabe": "OBE_ABE", "unenufe": "UNDE_UFE"}.get(mode.name) or suits[mode.index].name]

    def question(position: Position) -> Question:
        hand = [objects[card] for card in members(position.hand)]
        return hand, [objects[card] for card in position.trick], trumpf(position.mode)

    def cards(answer: Any) -> Cards:
        return set_of(suits.index(one.suit) * 9 + one.value - 6 for one in answer)

    return Engine("schieber 0.1.10", "forced", allowed_cards, question, cards, lambda _position: "")
