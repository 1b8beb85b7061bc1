"""Differenzler, slowly, from section 5 alone: random evenings, and what everybody must have of them (R-40 to R-42)."""

import random
from typing import Any

from tests.oracle.cards import PACK, SEATS, SUITS, legal, next_seat, suit_of, trick_points, trick_winner

MODE_OF = dict(zip(SUITS, ["eicheln", "rosen", "schilten", "schellen"], strict=True))

Options = dict[str, Any]
Plan = dict[str, Any]

PRESETS: dict[str, Options] = {
    "differenzler-stargames": {
        "deals": 4,
        "turned_card": "dealers",
        "bids": "hidden",
        "undertrump": "free",
        "exact_bonus": 0,
        "exact_bonus_at_zero": "no",
        "tie": "extra_deal",
    },
    "differenzler-tournament": {
        "deals": 16,
        "turned_card": "cut",
        "bids": "slips",
        "undertrump": "hindersi",
        "exact_bonus": 0,
        "exact_bonus_at_zero": "no",
        "tie": "shared",
    },
    "differenzler-jassfuehrer": {
        "deals": 12,
        "turned_card": "cut",
        "bids": "hidden",
        "undertrump": "hindersi",
        "exact_bonus": -10,
        "exact_bonus_at_zero": "no",
        "tie": "shared",
    },
}


def random_options(rng: random.Random, **fixed: Any) -> Options:
    """Any options that a table may agree on."""
    return {
        "deals": rng.choice([1, 1, 2, 3, 4]),
        "turned_card": rng.choice(["dealers", "cut"]),
        "bids": rng.choice(["open", "hidden", "slips"]),
        "undertrump": rng.choice(["strict", "forced", "hindersi", "free"]),
        "exact_bonus": rng.choice([0, -10]),
        "exact_bonus_at_zero": rng.choice(["no", "with_trick", "yes"]),
        "tie": rng.choice(["extra_deal", "shared"]),
        **fixed,
    }


# --- a deal -----------------------------------------------------------------------------------------------------------


def random_deal(rng: random.Random, options: Options, *, dealer: int, careless: float = 0.1) -> Plan:
    """A deal as it was played, carelessly at times: hands, turned card, tricks, what was unlawful, and the bids."""
    pack = rng.sample(PACK, 36)
    hands = {seat: pack[9 * seat - 9 : 9 * seat] for seat in SEATS}
    turned = rng.choice(hands[dealer] if options["turned_card"] == "dealers" else pack)
    mode = MODE_OF[suit_of(turned)]
    left = {seat: list(hand) for seat, hand in hands.items()}
    tricks: list[dict[str, Any]] = []
    faults: list[tuple[int, int, str]] = []
    leader = next_seat(dealer)
    for number in range(1, 10):
        lying: list[str] = []
        seat = leader
        for _ in range(4):
            lawful = legal(left[seat], lying, mode, options["undertrump"])
            card = rng.choice(left[seat] if rng.random() < careless else lawful)
            if card not in lawful:
                faults.append((seat, number, card))
            left[seat].remove(card)
            lying.append(card)
            seat = next_seat(seat)
        winner = trick_winner(lying, leader, mode)
        points = trick_points(lying, mode, number=number)
        tricks.append({"leader": leader, "cards": lying, "winner": winner, "points": points})
        leader = winner
    plan = {"dealer": dealer, "hands": hands, "turned": turned, "mode": mode, "tricks": tricks, "faults": faults}
    made = made_in(plan)
    plan["bids"] = {seat: rng.choice([made[seat], made[seat], 0, rng.randint(0, 157), 40]) for seat in SEATS}
    return plan


def made_in(plan: Plan) -> dict[int, int]:
    """R-8, R-9: what each player has made."""
    made = dict.fromkeys(SEATS, 0)
    for trick in plan["tricks"]:
        made[trick["winner"]] += trick["points"]
    return made


def penalty(seat: int, plan: Plan, options: Options) -> int:
    """R-41: how far the bid is from what was made, and less of it where it is exact."""
    bid, made = plan["bids"][seat], made_in(plan)[seat]
    if bid != made:
        return int(max(bid, made) - min(bid, made))
    took_a_trick = any(trick["winner"] == seat for trick in plan["tricks"])
    earns = bid != 0 or {"no": False, "with_trick": took_a_trick, "yes": True}[options["exact_bonus_at_zero"]]
    return int(options["exact_bonus"]) if earns else 0


# --- a game -----------------------------------------------------------------------------------------------------------


def random_game(rng: random.Random, options: Options, *, first_dealer: int) -> list[Plan]:
    """The deals of a game, up to its end; of one that would go on for ever the first dozen."""
    plans: list[Plan] = []
    dealer = first_dealer
    while ending(plans, options) is None and len(plans) < options["deals"] + 8:
        plan = random_deal(rng, options, dealer=dealer)
        if rng.random() < 0.4:  # so that equal totals come up
            made = made_in(plan)
            plan["bids"] = {seat: made[seat] + rng.choice([0, 0, 1]) for seat in SEATS if made[seat] < 157} | {
                seat: 157 for seat in SEATS if made[seat] == 157
            }
        plans.append(plan)
        dealer = next_seat(dealer)
    return plans


def totals_of(plans: list[Plan], options: Options) -> dict[int, int]:
    """What everybody has: the penalties of all deals."""
    totals = dict.fromkeys(SEATS, 0)
    for plan in plans:
        for seat in SEATS:
            totals[seat] += penalty(seat, plan, options)
    return totals


def ending(plans: list[Plan], options: Options) -> dict[str, Any] | None:
    """R-42: who has won, and everybody's place; None while the game goes on."""
    if len(plans) < options["deals"]:
        return None
    totals = totals_of(plans, options)
    lowest = min(totals.values())
    winners = [seat for seat in SEATS if totals[seat] == lowest]
    if len(winners) > 1 and options["tie"] == "extra_deal":
        return None
    ranking = sorted(totals.values())
    return {"winners": winners, "places": {seat: ranking.index(totals[seat]) + 1 for seat in SEATS}}
