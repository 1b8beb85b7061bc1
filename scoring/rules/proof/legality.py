"""What may be played, and which fault a card is that may not (R-11 to R-16, section 9).

The tables are worked out once; a question costs a few steps on small numbers.
"""

from collections.abc import Sequence

from scoring.rules.pack.cards import ALL_CARDS, SUIT_CARDS, UNDER, Card, Cards
from scoring.rules.pack.modes import MODES, Mode
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.proof.faults import Fault

__all__ = ["Undertrump", "fault_of", "legal_cards"]

_SUIT_OF_LEAD = tuple(SUIT_CARDS[card // 9] for card in range(36))

_NO_UNDERS = ALL_CARDS & ~sum(1 << 9 * suit + UNDER for suit in range(4))


def _lower_trumps(mode: Mode, *, than: Card) -> Cards:
    if than // 9 != mode.trump:
        return 0
    strength = mode.strength
    return sum(1 << card for card in range(36) if card // 9 == mode.trump and strength[card] < strength[than])


_LOWER_TRUMPS = tuple(tuple(_lower_trumps(mode, than=card) for card in range(36)) for mode in MODES)


def legal_cards(hand: Cards, *, trick: Sequence[Card], mode: Mode, undertrump: Undertrump) -> Cards:
    """The cards of the hand that may be played to the trick; an empty trick is to be led.

    `trick` holds the cards in the order of play, `undertrump` is the reading of R-15.
    Empty only for an empty hand.
    """
    if not trick:
        return hand
    lead = trick[0]
    suit = _SUIT_OF_LEAD[lead]
    following = hand & suit
    trumps = mode.trumps
    if suit == trumps:  # a lone trump Under need not be given
        return following if following & _NO_UNDERS else hand
    allowed = following | hand & trumps if following else hand  # where nothing is trump
    if undertrump == "free" or not hand & trumps:
        return allowed
    lower = 0
    table = _LOWER_TRUMPS[mode.index]
    for card in trick:
        lower |= table[card]
    if not hand & lower:
        return allowed
    return _without_undertrumping(
        hand, allowed=allowed, lower=lower, following=following, trumps=trumps, how=undertrump
    )


def _without_undertrumping(
    hand: Cards, *, allowed: Cards, lower: Cards, following: Cards, trumps: Cards, how: Undertrump
) -> Cards:
    """R-15, where the hand could undertrump."""
    if how == "strict":
        return allowed & ~lower if hand & ~trumps else hand
    if how == "forced":
        return allowed & ~lower or allowed
    return allowed & ~lower if following else allowed


def fault_of(card: Card, *, hand: Cards, trick: Sequence[Card], mode: Mode, undertrump: Undertrump) -> Fault | None:
    """Which fault it is to play the card from this hand to the trick, or None where it is legal (section 9).

    `hand` is what the player held at that moment, the card with it.
    """
    played = 1 << card
    if legal_cards(hand | played, trick=trick, mode=mode, undertrump=undertrump) & played:
        return None
    if _SUIT_OF_LEAD[trick[0]] == mode.trumps:
        return Fault.TRUMP_REVOKE
    if mode.trumps & played:
        return Fault.UNDERTRUMP  # on a side suit a trump is never a revoke
    return Fault.REVOKE
