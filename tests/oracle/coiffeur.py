"""Coiffeur, deal by deal and as a whole game: R-60 to R-63, in plain words and without a line of the project.

A plan is one deal: who dealt, who announced which mode, the tricks as they were played. A game is a list of plans.
"""

import random
from typing import Any

from tests.oracle.cards import (
    MODES,
    SIDES,
    legal,
    next_seat,
    other_side,
    partner_of,
    seats_from,
    side_of,
    trick_points,
    trick_winner,
)
from tests.oracle.dealer import random_hands

Plan = dict[str, Any]
Options = dict[str, Any]

COUNTED_DEALS = 12
MATCH_POINTS = 100

FACTORS = {"eicheln": 1, "rosen": 2, "schilten": 3, "schellen": 4, "obenabe": 5, "unenufe": 6}


def random_options(rng: random.Random) -> Options:
    """The rules of a club: other factors, no pushing, another reading of undertrumping."""
    if rng.random() < 0.4:
        return {"factors": dict(FACTORS), "pushing": "once", "undertrump": "strict", "match_bonus": MATCH_POINTS}
    return {
        "factors": {mode: rng.randint(1, 10) for mode in MODES},
        "pushing": rng.choice(["once", "off"]),
        "undertrump": rng.choice(["strict", "forced", "hindersi", "free"]),
        "match_bonus": rng.choice([0, 50, 100]),
    }


# --- a deal ---------------------------------------------------------------------------------------------------------


def random_deal(rng: random.Random, options: Options, *, dealer: int, modes: list[str]) -> Plan:
    """A deal as it may be played: forehand or the partner announces one of these modes, and leads."""
    forehand = next_seat(dealer)
    pushed = options["pushing"] == "once" and rng.random() < 0.4
    declarer = partner_of(forehand) if pushed else forehand
    mode = rng.choice(modes)
    hands = random_hands(rng, kind=rng.choice(["plain", "uneven"]))
    tricks = played(rng, hands, leader=declarer, mode=mode, undertrump=options["undertrump"])
    plan = {"dealer": dealer, "forehand": forehand, "pushed": pushed, "declarer": declarer, "mode": mode}
    return {**plan, "hands": hands, "tricks": tricks, "void": False}


def played(rng: random.Random, hands: dict[int, list[str]], *, leader: int, mode: str, undertrump: str) -> list[Plan]:
    """Nine tricks of lawful play."""
    left = {seat: list(cards) for seat, cards in hands.items()}
    tricks = []
    for number in range(1, 10):
        cards: list[str] = []
        for seat in seats_from(leader):
            card = rng.choice(legal(left[seat], cards, mode, undertrump))
            left[seat].remove(card)
            cards.append(card)
        winner = trick_winner(cards, leader, mode)
        points = trick_points(cards, mode, number=number)
        tricks.append({"leader": leader, "cards": cards, "winner": winner, "points": points})
        leader = winner
    return tricks


def announcing_side(plan: Plan) -> int:
    """R-60: forehand announces, or the partner; both are of one side."""
    return side_of(plan["forehand"])


def card_points(plan: Plan) -> dict[int, int]:
    """R-9, R-10: what each side took, with five for the last trick."""
    points = dict.fromkeys(SIDES, 0)
    for trick in plan["tricks"]:
        points[side_of(trick["winner"])] += trick["points"]
    return points


def took_everything(plan: Plan, side: int) -> bool:
    """R-22: all nine tricks, whatever they are worth."""
    return all(side_of(trick["winner"]) == side for trick in plan["tricks"])


def scores(plan: Plan, options: Options) -> list[dict[str, int]]:
    """R-62: the announcing side writes its points, and the match, times the factor; the other side nothing."""
    taken, own = card_points(plan), announcing_side(plan)
    rows = []
    for side in SIDES:
        match = options["match_bonus"] if side == own and took_everything(plan, own) else 0
        factor = options["factors"][plan["mode"]] if side == own else 0
        total = (taken[side] + match) * factor
        rows.append({"side": side, "tricks": taken[side], "match": match, "factor": factor, "total": total})
    return rows


# --- a game ---------------------------------------------------------------------------------------------------------


def modes_left(plans: list[Plan], side: int) -> list[str]:
    """R-60: the modes that the side has not announced in a deal that counts."""
    done = [plan["mode"] for plan in plans if not plan["void"] and announcing_side(plan) == side]
    return [mode for mode in MODES if mode not in done]


def next_dealer(plans: list[Plan], *, first_dealer: int) -> int:
    """R-5: the deal moves on; a void deal is dealt again by the same dealer."""
    if not plans:
        return first_dealer
    last = plans[-1]
    return int(last["dealer"]) if last["void"] else next_seat(last["dealer"])


def totals_of(plans: list[Plan], options: Options) -> dict[int, int]:
    """R-63: a void deal counts nothing."""
    totals = dict.fromkeys(SIDES, 0)
    for plan in plans:
        for row in scores(plan, options) if not plan["void"] else []:
            totals[row["side"]] += row["total"]
    return totals


def ending(plans: list[Plan], options: Options) -> list[int] | None:
    """R-63: after twelve counted deals the higher total wins, equal ones draw. The winners, None while it goes on."""
    if sum(not plan["void"] for plan in plans) < COUNTED_DEALS:
        return None
    totals = totals_of(plans, options)
    return [side for side in SIDES if totals[side] >= totals[other_side(side)]]


def random_game(rng: random.Random, options: Options, *, first_dealer: int) -> list[Plan]:
    """A game to its end. Now and then a deal is void, and now and then a side announces what it has played."""
    plans: list[Plan] = []
    while ending(plans, options) is None:
        dealer = next_dealer(plans, first_dealer=first_dealer)
        left = modes_left(plans, side_of(next_seat(dealer)))
        again = rng.random() < 0.08 or not left
        plan = random_deal(rng, options, dealer=dealer, modes=MODES if again else left)
        plans.append({**plan, "void": rng.random() < 0.1})
    return plans
