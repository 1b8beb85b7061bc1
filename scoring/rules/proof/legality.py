"""What may be played, and which fault it is where a card may not (R-11 to R-16, section 9).

There is one definition, `Law`: what a trick demands of a hand. The legal cards of a known hand, the
fault of a card, and the verdicts on hands that nobody has shown (`knowledge`) all follow from it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, get_args

from scoring.rules.pack.cards import ALL_CARDS, SUIT_CARDS, SUITS, UNDER, Card, Cards, members, set_of
from scoring.rules.pack.modes import MODES, Mode
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.proof.faults import Fault

__all__ = ["Law", "Undertrump", "fault_of", "law_of", "laws_by_strength", "legal_cards"]

_NO_UNDERS: Final = ALL_CARDS & ~set_of(9 * suit + UNDER for suit in range(len(SUITS)))


class Law(NamedTuple):
    """What a trick demands of the hand that plays the next card. It puts the pack into three sets.

    Any hand may play a card of `free`. A card of `others` is legal exactly where the hand holds
    none of `others_lack`, else it is `others_fault`; a card of `lower`, a trump that lies under
    one, where it holds none of `lower_lack`. With Schilten trump and E7 SO on the table, for
    example, R8 is legal without Eicheln, and strictly S6 from trumps alone.
    """

    free: Cards
    others: Cards
    others_lack: Cards
    others_fault: Fault
    lower: Cards = 0
    lower_lack: Cards = 0

    def must_lack(self, card: Card) -> Cards:
        """The cards of which a hand may hold none if it plays this one; empty where any hand may."""
        if self.free >> card & 1:
            return 0
        return self.lower_lack if self.lower >> card & 1 else self.others_lack

    def fault(self, card: Card) -> Fault:
        """Which fault it is to play the card from a hand that holds what it must lack."""
        return Fault.UNDERTRUMP if self.lower >> card & 1 else self.others_fault


def _law(suit: Cards, *, mode: Mode, highest: int, undertrump: Undertrump) -> Law:
    """The law where this suit was led, and the strongest card that lies has the strength `highest`."""
    trumps = mode.trumps
    if suit == trumps:  # a lone trump Under need not be given
        return Law(suit, ALL_CARDS & ~suit, trumps & _NO_UNDERS, Fault.TRUMP_REVOKE)
    # Every trump is stronger than every side card. So none is lower unless somebody has trumped.
    lower = set_of(card for card in members(trumps) if mode.strength[card] < highest)
    free, others = suit | trumps & ~lower, ALL_CARDS & ~(suit | trumps)
    return Law(free, others, suit, Fault.REVOKE, lower, _lower_lack(suit, trumps, lower)[undertrump])


def _lower_lack(suit: Cards, trumps: Cards, lower: Cards) -> dict[Undertrump, Cards]:
    """What a hand must lack to put a lower trump on a side suit, in each reading of R-15."""
    return {"strict": ALL_CARDS & ~trumps, "forced": ALL_CARDS & ~lower, "hindersi": suit, "free": 0}


def _laws(mode: Mode, undertrump: Undertrump) -> tuple[tuple[Law, ...], ...]:
    """By the card that was led, then by the strength of the strongest card that lies."""
    strengths = range(max(mode.strength) + 1)
    laws = [
        tuple(_law(suit, mode=mode, highest=highest, undertrump=undertrump) for highest in strengths)
        for suit in SUIT_CARDS
    ]
    return tuple(laws[card // 9] for card in members(ALL_CARDS))


# Every card of a deal is judged again with every report. What can be demanded depends on the
# reading, the mode, the suit of the lead and the highest trump alone, so all laws are made once,
# here, and a question is a look at a table.
_LAWS: Final = {reading: tuple(_laws(mode, reading) for mode in MODES) for reading in get_args(Undertrump)}
_LEADING: Final = Law(ALL_CARDS, 0, 0, Fault.REVOKE)
"""Who leads may play anything (R-11)."""


def law_of(trick: Sequence[Card], *, mode: Mode, undertrump: Undertrump) -> Law:
    """The law for the next card of a trick; an empty trick is to be led.

    `trick` holds the cards in the order of play, `undertrump` is the reading of R-15.
    """
    if not trick:
        return _LEADING
    highest = 0
    if undertrump != "free":  # that reading never asks who is highest
        strength = mode.strength
        for card in trick:
            if strength[card] > highest:  # noqa: PLR1730 - max() takes more than the whole rest of the question
                highest = strength[card]
    return _LAWS[undertrump][mode.index][trick[0]][highest]


def laws_by_strength(lead: Card, *, mode: Mode, undertrump: Undertrump) -> tuple[Law, ...]:
    """The laws of a trick with this lead, by the `Mode.strength` of the strongest card that lies."""
    return _LAWS[undertrump][mode.index][lead]


def legal_cards(hand: Cards, *, trick: Sequence[Card], mode: Mode, undertrump: Undertrump) -> Cards:
    """The cards of the hand that may be played to the trick. Empty only for an empty hand."""
    may, others, others_lack, _, lower, lower_lack = law_of(trick, mode=mode, undertrump=undertrump)
    if not hand & others_lack:
        may |= others
    if not hand & lower_lack:
        may |= lower
    return hand & may


def fault_of(card: Card, *, hand: Cards, trick: Sequence[Card], mode: Mode, undertrump: Undertrump) -> Fault | None:
    """Which fault it is to play the card from this hand to the trick, or None where it is legal.

    `hand` is what the player held at that moment; the card belongs to it whether it is listed or
    not.
    """
    law = law_of(trick, mode=mode, undertrump=undertrump)
    return law.fault(card) if hand & law.must_lack(card) else None
