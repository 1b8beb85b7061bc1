"""Random deals of lawful play, for any mode, options and reading of undertrumping.

Every function takes the random.Random that decides; the same seed gives the same deals. Whole games are
written in tests.oracle.scripts.
"""

import itertools
import random
from collections.abc import Mapping
from typing import Any

from tests.oracle.cards import (
    MODES,
    NATURAL_ORDER,
    PACK,
    RANKS,
    SEATS,
    SUITS,
    card_points,
    legal,
    next_seat,
    side_of,
    trick_winner,
    trump_of,
)
from tests.oracle.presets import OPTIONS, Options, options_of
from tests.oracle.scores import stoeck_cards
from tests.oracle.weis import weis_value, weise_overlap

Hands = dict[int, list[str]]
Plan = dict[str, Any]

PLAYING_STYLES = ["random", "random", "random", "strong side", "late stoeck"]


def random_hands(rng: random.Random, *, kind: str = "plain") -> Hands:
    """Nine cards for each seat.

    "rich" hands come from a badly shuffled pack and are full of Weise; "uneven" ones give side 1 or 2 the high cards.
    """
    if kind == "rich":
        pack = badly_shuffled(rng)
    elif kind == "uneven":
        pack = sorted(PACK, key=lambda card: NATURAL_ORDER.index(card[1:]) + rng.uniform(0, 4))
        pack = rng.sample(pack[:18], 18) + rng.sample(pack[18:], 18)
        first, second = rng.choice([([1, 3], [2, 4]), ([2, 4], [1, 3])])
        order = first + second
        return {seat: pack[9 * order.index(seat) : 9 * order.index(seat) + 9] for seat in SEATS}
    else:
        pack = rng.sample(PACK, 36)
    return {seat: pack[9 * seat - 9 : 9 * seat] for seat in SEATS}


def badly_shuffled(rng: random.Random) -> list[str]:
    """A pack in which many neighbours have stayed together."""
    pack = list(PACK) if rng.random() < 0.7 else [suit + rank for rank in RANKS for suit in SUITS]
    packets = []
    while pack:
        size = rng.randint(2, 5)
        packets.append(pack[:size])
        pack = pack[size:]
    rng.shuffle(packets)
    pack = list(itertools.chain.from_iterable(packets))
    for _ in range(rng.randint(0, 4)):
        first, second = rng.sample(range(36), 2)
        pack[first], pack[second] = pack[second], pack[first]
    return pack


def play_out(
    hands: Mapping[int, list[str]],
    *,
    rng: random.Random,
    mode: str,
    undertrump: str,
    forehand: int,
    style: str = "random",
) -> list[dict[str, Any]]:
    """R-5, R-11 to R-16: nine lawful tricks, each {"leader", "cards"}."""
    left = {seat: list(cards) for seat, cards in hands.items()}
    strong_side = stronger_side(hands) if style == "strong side" else None
    tricks = []
    leader = forehand
    for _ in range(9):
        trick: list[str] = []
        seat = leader
        for _ in range(4):
            allowed = legal(left[seat], trick, mode, undertrump)
            if style == "late stoeck":
                allowed = [card for card in allowed if card not in stoeck_cards(mode)] or allowed
            card = rng.choice(allowed)
            if strong_side is not None:
                card = chosen_for(allowed, trick=trick, mode=mode, strong=side_of(seat) == strong_side)
            left[seat].remove(card)
            trick.append(card)
            seat = next_seat(seat)
        tricks.append({"leader": leader, "cards": trick})
        leader = trick_winner(trick, leader, mode)
    return tricks


def stronger_side(hands: Mapping[int, list[str]]) -> int:
    """The side with the higher cards in natural order."""
    heights = {1: 0, 2: 0}
    for seat in SEATS:
        heights[side_of(seat)] += sum(NATURAL_ORDER.index(card[1:]) for card in hands[seat])
    return 1 if heights[1] < heights[2] else 2


def chosen_for(allowed: list[str], *, trick: list[str], mode: str, strong: bool) -> str:
    """The strong side takes what it can, the other gives its cheapest card: so that there are matches."""
    cheap_first = sorted(allowed, key=lambda card: (suit_is_trump(card, mode), card_points(card, mode)))
    if not strong:
        return cheap_first[0]
    for card in reversed(cheap_first):
        if trick_winner([*trick, card], 1, mode) == len(trick) + 1:
            return card
    return cheap_first[0]


def suit_is_trump(card: str, mode: str) -> bool:
    return card[0] == trump_of(mode)


def true_weise(hand: list[str], mode: str, options: Options) -> list[list[str]]:
    """R-23 to R-25: every Weis that the hand allows, shorter parts of its runs among them."""
    found = []
    for suit in SUITS:
        for start, end in itertools.combinations(range(10), 2):
            found.append([suit + rank for rank in NATURAL_ORDER[start:end]])
    found.extend([suit + rank for suit in SUITS] for rank in RANKS)
    held = [cards for cards in found if all(card in hand for card in cards)]
    return [cards for cards in held if weis_value(cards, mode, options) is not None]


def random_weise(
    hands: Mapping[int, list[str]], *, rng: random.Random, mode: str, options: Options
) -> list[dict[str, Any]]:
    """R-25: a lawful choice of the true Weise in the hands, in a random order; mostly the longest runs, or split."""
    if not options["weis"]:
        return []
    chosen: list[dict[str, Any]] = []
    for seat in SEATS:
        candidates = true_weise(hands[seat], mode, options)
        rng.shuffle(candidates)
        if rng.random() < 0.6:
            candidates.sort(key=len, reverse=True)
        reported: list[list[str]] = []
        for cards in candidates:
            overlaps = any(weise_overlap(cards, others, options) for others in reported)
            if not overlaps and rng.random() < 0.85:
                reported.append(rng.sample(cards, len(cards)))
        chosen.extend({"seat": seat, "cards": cards} for cards in reported)
    rng.shuffle(chosen)
    return chosen


def stoeck_holder(hands: Mapping[int, list[str]], mode: str) -> int | None:
    """R-29: who holds King and Ober of trump."""
    if trump_of(mode) is None:
        return None
    for seat in SEATS:
        if all(card in hands[seat] for card in stoeck_cards(mode)):
            return seat
    return None


def random_deal(rng: random.Random, options: Options, *, dealer: int | None = None, mode: str | None = None) -> Plan:
    """A whole deal as score_deal takes it, with the hands, the holder of the Stöck and whether it was pushed."""
    forehand = next_seat(dealer if dealer is not None else rng.choice(SEATS))
    style = rng.choice(PLAYING_STYLES)
    hands = random_hands(rng, kind="uneven" if style == "strong side" else rng.choice(["plain", "rich"]))
    if mode is None:
        with_stoeck = [mode for mode in MODES if stoeck_holder(hands, mode) is not None]
        mode = rng.choice(with_stoeck if with_stoeck and rng.random() < 0.3 else MODES)
    holder = stoeck_holder(hands, mode)
    return {
        "mode": mode,
        "forehand": forehand,
        "pushed": options["pushing"] == "once" and rng.random() < 0.3,
        "hands": hands,
        "tricks": play_out(hands, rng=rng, mode=mode, undertrump=options["undertrump"], forehand=forehand, style=style),
        "weis": random_weise(hands, rng=rng, mode=mode, options=options),
        "stoeck_holder": holder,
        "stoeck_reported": holder if options["stoeck"] and rng.random() < 0.6 else None,
    }


CHOICES: dict[str, list[Any]] = {
    "pushing": ["once", "off"],
    "undertrump": ["strict", "forced", "hindersi", "free"],
    "weis": [True, True, True, False],
    "weis_table": ["small", "grand"],
    "crossing": [True, False],
    "tie_between_kinds": ["run", "quartet"],
    "weis_scores": ["side", "best"],
    "longer_run_wins": [True, False],
    "trump_breaks_tie": [True, False],
    "stoeck": [True, True, True, False],
    "stoeck_call": ["known", "reported"],
    "match_bonus": [100, 50, 0],
    "claim": ["trick_winner", "anyone", "automatic", "off"],
    "order": ["stoeck_weis_stich", "stoeck_stich_weis"],
    "no_claim": ["last_trick_first", "last_trick_first", "play_on"],
}


def random_options(rng: random.Random, **fixed: Any) -> Options:
    """Section 8: a preset with some options drawn anew, the fixed ones as they are given."""
    preset = rng.choice(list(OPTIONS))
    changes: dict[str, Any] = {}
    for option, values in CHOICES.items():
        if rng.random() < 0.6:
            changes[option] = rng.choice(values)
    if rng.random() < 0.4:
        changes["factors"] = {mode: rng.choice([1, 1, 2, 3, rng.randint(1, 20)]) for mode in MODES}
    if "berg" not in fixed and rng.random() < 0.2:
        changes["start_scores"] = {side: rng.choice([0, rng.randint(1, 99)]) for side in ("1", "2")}
    if "deals" not in fixed and "target" not in fixed:
        changes["target"] = rng.randint(100, 1500)
    changes.update(fixed)
    if changes.get("claim", OPTIONS[preset]["claim"]) in ("off", "automatic"):
        changes["no_claim"] = fixed.get("no_claim", "last_trick_first")
        if changes["no_claim"] == "play_on":
            changes["claim"] = rng.choice(["trick_winner", "anyone"])
    return options_of(preset, **changes)
