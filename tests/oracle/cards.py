"""Cards, seats, tricks and what may be played: R-1 to R-16."""

SUITS = ["E", "R", "S", "B"]
RANKS = ["6", "7", "8", "9", "10", "U", "O", "K", "A"]
PACK = [suit + rank for suit in SUITS for rank in RANKS]

MODES = ["eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"]
TRUMP_SUIT = {"eicheln": "E", "rosen": "R", "schilten": "S", "schellen": "B"}

# high to low.
TRUMP_ORDER = ["U", "9", "A", "K", "O", "10", "8", "7", "6"]
NATURAL_ORDER = ["A", "K", "O", "U", "10", "9", "8", "7", "6"]
UNENUFE_ORDER = ["6", "7", "8", "9", "10", "U", "O", "K", "A"]

# what is not named is worth nothing.
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2}
TRUMP_POINTS = {"U": 20, "9": 14, "A": 11, "10": 10, "K": 4, "O": 3}
OBENABE_POINTS = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2, "8": 8}
UNENUFE_POINTS = {"6": 11, "10": 10, "K": 4, "O": 3, "U": 2, "8": 8}

LAST_TRICK_POINTS = 5

SIDES = [1, 2]
SEATS = [1, 2, 3, 4]


def suit_of(card: str) -> str:
    """R-1: the first letter is the suit."""
    return card[0]


def rank_of(card: str) -> str:
    """R-1: what follows the suit letter is the rank."""
    return card[1:]


def next_seat(seat: int) -> int:
    """R-3: seats are numbered in the order of play."""
    return 1 if seat == 4 else seat + 1


def partner_of(seat: int) -> int:
    """R-4: partners sit opposite each other."""
    return next_seat(next_seat(seat))


def side_of(seat: int) -> int:
    """R-4: side 1 is seats 1 and 3, side 2 is seats 2 and 4."""
    return 1 if seat in (1, 3) else 2


def other_side(side: int) -> int:
    """R-4: there are two sides."""
    return 2 if side == 1 else 1


def seats_from(leader: int) -> list[int]:
    """R-3: the four seats in the order of play, beginning with the leader."""
    order = [leader]
    while len(order) < 4:
        order.append(next_seat(order[-1]))
    return order


def trump_of(mode: str) -> str | None:
    """R-6: the trump suit of a mode; none in Obenabe and Unenufe."""
    return TRUMP_SUIT.get(mode)


def order_of(suit: str, mode: str) -> list[str]:
    """R-7: the ranks of a suit in this mode, high to low."""
    if suit == trump_of(mode):
        return TRUMP_ORDER
    if mode == "unenufe":
        return UNENUFE_ORDER
    return NATURAL_ORDER


def card_points(card: str, mode: str) -> int:
    """R-8: what a card is worth in this mode."""
    if suit_of(card) == trump_of(mode):
        return TRUMP_POINTS.get(rank_of(card), 0)
    if mode == "obenabe":
        return OBENABE_POINTS.get(rank_of(card), 0)
    if mode == "unenufe":
        return UNENUFE_POINTS.get(rank_of(card), 0)
    return PLAIN_POINTS.get(rank_of(card), 0)


def higher_in_suit(card: str, other: str, mode: str) -> bool:
    """R-7: is `card` higher than `other`, a card of the same suit?"""
    order = order_of(suit_of(card), mode)
    return order.index(rank_of(card)) < order.index(rank_of(other))


def trick_winner(cards: list[str], leader: int, mode: str) -> int:
    """R-10: the highest trump takes the trick, else the highest card of the suit led."""
    trumps = [card for card in cards if suit_of(card) == trump_of(mode)]
    followers = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    candidates = trumps or followers
    best = candidates[0]
    for card in candidates[1:]:
        if higher_in_suit(card, best, mode):
            best = card
    return seats_from(leader)[cards.index(best)]


def trick_points(cards: list[str], mode: str, *, number: int = 1) -> int:
    """R-8, R-9: the points of a trick; the ninth brings 5 more."""
    points = 0
    for card in cards:
        points += card_points(card, mode)
    if number == 9:
        points += LAST_TRICK_POINTS
    return points


def undertrumps(card: str, trick: list[str], mode: str) -> bool:
    """R-15: a side suit was led, the trick holds a trump, and `card` is a trump below the highest of them."""
    trump = trump_of(mode)
    if suit_of(trick[0]) == trump or suit_of(card) != trump:
        return False
    trumps = [lying for lying in trick if suit_of(lying) == trump]
    return any(higher_in_suit(lying, card, mode) for lying in trumps)


def legal(hand: list[str], trick: list[str], mode: str, undertrump: str) -> list[str]:
    """R-11 to R-16: the cards of the hand that may be played on the trick, in the order of the hand."""
    trump = trump_of(mode)
    # the leader may play anything.
    if not trick:
        return list(hand)
    led = suit_of(trick[0])
    followers = [card for card in hand if suit_of(card) == led]
    # no trump: the suit led must be followed if held, else anything.
    if trump is None:
        return followers or list(hand)
    # trump led: a trump if one is held; but whose only trump is the Under may play anything.
    if led == trump:
        if followers == [] or followers == [trump + "U"]:
            return list(hand)
        return followers
    # side suit led: its holder plays the suit or trumps, who has none may play anything, within R-15.
    allowed = list(hand)
    if followers:
        allowed = [card for card in hand if suit_of(card) in (led, trump)]
    return within_undertrumping(allowed, hand=hand, trick=trick, mode=mode, reading=undertrump)


def within_undertrumping(
    allowed: list[str], *, hand: list[str], trick: list[str], mode: str, reading: str
) -> list[str]:
    """R-15: the four readings of undertrumping, on the cards that R-13 allows."""
    clean = [card for card in allowed if not undertrumps(card, trick, mode)]
    if reading == "strict":
        # Only by a hand that holds nothing but trumps; it may then play any trump.
        only_trumps = all(suit_of(card) == trump_of(mode) for card in hand)
        return allowed if only_trumps else clean
    if reading == "forced":
        # Only when no other card of the hand may be played.
        return clean or allowed
    if reading == "hindersi":
        # Forbidden only while the hand holds the suit led.
        holds_led_suit = any(suit_of(card) == suit_of(trick[0]) for card in hand)
        return clean if holds_led_suit else allowed
    if reading == "free":
        return allowed
    raise ValueError(f"no such reading of R-15: {reading}")
