"""Cosmic Eidex, read from sections 6, 8 and 9 of the rules: three players, a laid card each, win points."""

import random
from typing import Any

from tests.oracle.cards import PACK, card_points, higher_in_suit, legal, suit_of, trump_of

SEATS = [1, 2, 3]
OTHERS = {1: [2, 3], 2: [1, 3], 3: [1, 2]}
MODE_OF_SUIT = {"E": "eicheln", "R": "rosen", "S": "schilten", "B": "schellen"}

OPTIONS: dict[str, dict[str, Any]] = {
    "eidex-basic": {"target": 7, "limit": 100, "ace_six_modes": False, "characters": False},
    "eidex-cosmic": {"target": 7, "limit": 100, "ace_six_modes": True, "characters": True},
}

Plan = dict[str, Any]


def seat_after(seat: int) -> int:
    """R-3: three seats in the order of play."""
    return 1 if seat == 3 else seat + 1


def mode_of(turned: str, *, ace_six_modes: bool) -> str:
    """R-50: the turned card sets trump; an ace may mean Obenabe and a six Unenufe."""
    if ace_six_modes and turned[1:] == "A":
        return "obenabe"
    if ace_six_modes and turned[1:] == "6":
        return "unenufe"
    return MODE_OF_SUIT[turned[0]]


def taker(cards: list[str], leader: int, mode: str) -> int:
    """R-10: the highest trump takes the trick, else the highest card of the suit led."""
    trumps = [card for card in cards if suit_of(card) == trump_of(mode)]
    able = trumps or [card for card in cards if suit_of(card) == suit_of(cards[0])]
    best = next(card for card in able if not any(higher_in_suit(other, card, mode) for other in able))
    seat = leader
    for card in cards:
        if card == best:
            return seat
        seat = seat_after(seat)
    raise AssertionError(cards)


# --- R-52 -------------------------------------------------------------------------------------------------------------


def win_points(points: dict[int, int], *, all_tricks: int | None, limit: int) -> dict[int, int]:
    """R-52, line by line."""
    # (1) one player took all tricks of the deal: 2 to him
    if all_tricks is not None:
        won = {1: 0, 2: 0, 3: 0}
        won[all_tricks] = 2
        return won
    # (2) somebody has the limit or more: 0 to each such player, 1 to each other
    if points[1] >= limit or points[2] >= limit or points[3] >= limit:
        return {seat: 0 if points[seat] >= limit else 1 for seat in SEATS}
    # (3) all three equal: nobody scores
    if points[1] == points[2] == points[3]:
        return {1: 0, 2: 0, 3: 0}
    # (4) two equal: the third gets 2
    if points[1] == points[2]:
        return {1: 0, 2: 0, 3: 2}
    if points[1] == points[3]:
        return {1: 0, 2: 2, 3: 0}
    if points[2] == points[3]:
        return {1: 2, 2: 0, 3: 0}
    # (5) most and fewest points: 1 each
    middle = sorted(SEATS, key=lambda seat: points[seat])[1]
    return {seat: 0 if seat == middle else 1 for seat in SEATS}


# --- R-53, R-54 -------------------------------------------------------------------------------------------------------


def totals_after(
    before: dict[int, int], points: dict[int, int], *, all_tricks: int | None, limit: int, target: int
) -> tuple[dict[int, int], int | None]:
    """R-53 and R-54: the totals after the deal, and who has won. 7, 6, 5 mean target, target - 1, target - 2."""
    seven, six, five = target, target - 1, target - 2
    would = win_points(points, all_tricks=all_tricks, limit=limit)
    # all three on 6
    if before == {1: six, 2: six, 3: six}:
        winner = special_winner(would, all_tricks=all_tricks)
        after = dict(before)
        if winner is not None:
            after[winner] = seven
        return after, winner
    after = {seat: before[seat] + would[seat] for seat in SEATS}
    # two players who would both step from 6 to 7
    stepping = [seat for seat in SEATS if before[seat] == six and after[seat] == seven]
    if len(stepping) == 2:
        one, other = stepping
        if points[one] == points[other]:
            after[one] = after[other] = six
        elif points[one] > points[other]:
            after[one], after[other] = six, five
        else:
            after[one], after[other] = five, six
        return after, None
    # first to the target wins; there is no cap: 6 + 2 = 8
    winners = [seat for seat in SEATS if after[seat] >= seven]
    assert len(winners) <= 1
    return after, winners[0] if winners else None


def special_winner(would: dict[int, int], *, all_tricks: int | None) -> int | None:
    """R-54: all tricks; else who alone would get 2; else the only one who would get nothing; else nobody."""
    if all_tricks is not None:
        return all_tricks
    two = [seat for seat in SEATS if would[seat] == 2]
    if len(two) == 1:
        return two[0]
    nothing = [seat for seat in SEATS if would[seat] == 0]
    if len(nothing) == 1:
        return nothing[0]
    return None


# --- a deal -----------------------------------------------------------------------------------------------------------


def points_of_laid(plan: Plan) -> dict[int, int]:
    """R-51, and of two equal cards a laid one, else the later, counts nothing. `lays` are in order of report."""
    played = [card for trick in plan["tricks"] for card in trick["cards"]]
    counts = {}
    seen: list[str] = []
    for seat, card in plan["lays"]:
        somewhere_else = card in played or card in seen
        somewhere_else = somewhere_else or (card == plan["turned"] and seat != plan["dealer"])
        somewhere_else = somewhere_else or any(card in hand for other, hand in plan["shown"].items() if other != seat)
        counts[seat] = 0 if somewhere_else else card_points(card, plan["mode"])
        seen.append(card)
    return counts


def score_deal(plan: Plan, options: dict[str, Any]) -> dict[str, Any]:
    """R-8 to R-10, R-51, R-52: tricks, laid cards, points and win points of a whole deal."""
    tricks, takers, winners = {1: 0, 2: 0, 3: 0}, {1: 0, 2: 0, 3: 0}, []
    for number, trick in enumerate(plan["tricks"], start=1):
        seat = taker(trick["cards"], trick["leader"], plan["mode"])
        winners.append(seat)
        takers[seat] += 1
        tricks[seat] += sum(card_points(card, plan["mode"]) for card in trick["cards"])
        if number == 11:
            tricks[seat] += 5
    laid = points_of_laid(plan)
    points = {seat: tricks[seat] + laid[seat] for seat in SEATS}
    all_tricks = next((seat for seat in SEATS if takers[seat] == 11), None)
    return {
        "winners": winners,
        "tricks": tricks,
        "laid": laid,
        "points": points,
        "taken": takers,
        "all_tricks": all_tricks,
        "won": win_points(points, all_tricks=all_tricks, limit=options["limit"]),
    }


def illegal_plays(plan: Plan) -> list[tuple[int, int, str]]:
    """R-11 to R-16, `strict`: the plays (seat, trick, card) that the hand without its laid card did not allow."""
    held = {seat: [card for card in plan["hands"][seat] if card != plan["away"][seat]] for seat in SEATS}
    found = []
    for number, trick in enumerate(plan["tricks"], start=1):
        seat = trick["leader"]
        for position, card in enumerate(trick["cards"]):
            if card not in legal(held[seat], trick["cards"][:position], plan["mode"], "strict"):
                found.append((seat, number, card))
            held[seat].remove(card)
            seat = seat_after(seat)
    return found


def random_deal(rng: random.Random, options: dict[str, Any], *, dealer: int, careless: float = 0.0) -> Plan:
    """A whole deal: hands, the turned card, what everybody lays away, and eleven tricks, some cards against the rules.

    Some of the hands are shown. Now and then one player has all the high cards, so that he takes every trick.
    """
    pack = rng.sample(PACK, 36)
    hands = {seat: pack[12 * seat - 12 : 12 * seat] for seat in SEATS}
    turned = rng.choice(hands[dealer])
    mode = mode_of(turned, ace_six_modes=options["ace_six_modes"])
    strong = rng.choice(SEATS) if rng.random() < 0.15 else None
    if strong is not None:
        hands = uneven(rng, mode, turned=turned, dealer=dealer, strong=strong)
    away = {seat: rng.choice(hands[seat]) for seat in SEATS}
    if strong is not None:
        away[strong] = min(hands[strong], key=lambda card: power(card, mode))
    held = {seat: [card for card in hands[seat] if card != away[seat]] for seat in SEATS}
    return {
        "dealer": dealer,
        "turned": turned,
        "mode": mode,
        "hands": hands,
        "away": away,
        "tricks": play_out(rng, held, mode, leader=seat_after(dealer), careless=careless, strong=strong),
        "lays": [(seat, away[seat]) for seat in rng.sample(SEATS, 3)],
        "shown": {seat: hands[seat] for seat in SEATS if rng.random() < 0.15},
    }


def play_out(
    rng: random.Random, held: dict[int, list[str]], mode: str, *, leader: int, careless: float, strong: int | None
) -> list[dict[str, Any]]:
    """R-5, R-11 to R-16: eleven tricks; the strong player plays his highest cards, and the others their lowest."""
    tricks: list[dict[str, Any]] = []
    for _ in range(11):
        cards: list[str] = []
        seat = leader
        for _ in SEATS:
            allowed = legal(held[seat], cards, mode, "strict")
            card = rng.choice(held[seat] if rng.random() < careless else allowed)
            if strong is not None:
                card = (max if seat == strong else min)(allowed, key=lambda one: power(one, mode))
            held[seat].remove(card)
            cards.append(card)
            seat = seat_after(seat)
        tricks.append({"leader": leader, "cards": cards})
        leader = taker(cards, leader, mode)
    return tricks


def power(card: str, mode: str) -> int:
    """How high a card is, trumps above all others: what a player who wants tricks keeps."""
    beaten = sum(suit_of(other) == suit_of(card) and higher_in_suit(card, other, mode) for other in PACK)
    return beaten + (20 if suit_of(card) == trump_of(mode) else 0)


def uneven(rng: random.Random, mode: str, *, turned: str, dealer: int, strong: int) -> dict[int, list[str]]:
    """Hands of which one has the twelve highest cards, as far as the turned card is the dealer's."""
    rest = sorted((card for card in PACK if card != turned), key=lambda card: -power(card, mode))
    size = 11 if strong == dealer else 12
    mine, others = rest[:size], rest[size:]
    rng.shuffle(others)
    hands = {strong: mine}
    for seat in OTHERS[strong]:
        number = 11 if seat == dealer else 12
        hands[seat], others = others[:number], others[number:]
    hands[dealer] = [*hands[dealer], turned]
    return hands


def misreported(rng: random.Random, plan: Plan) -> Plan:
    """The same deal with laid cards told wrong: cards that somebody played, or that another has laid."""
    lays = [
        (seat, rng.choice(PACK) if rng.random() < 0.5 else rng.choice([card for _, card in plan["lays"]]))
        for seat, _ in plan["lays"]
    ]
    return {**plan, "lays": lays}
