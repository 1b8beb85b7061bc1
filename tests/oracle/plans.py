"""Plans of random games: their deals, and a target that lets the aimed end happen.

A planned deal names in "late" what is typed in only after the first trick (a Stöck also after the last one), and
the claim that is made before that; in "stoeck_due" how many cards lie when the Stöck is said.
"""

import random
from typing import Any

from tests.oracle.cards import next_seat, side_of
from tests.oracle.dealer import Plan, random_deal
from tests.oracle.ends import end_of_deal, totals_at
from tests.oracle.presets import Options, totals_at_start
from tests.oracle.scores import Sheet, score_deal, sheet_of, stoeck_cards, stoeck_plays, tricks_of

Totals = dict[int, int]

CLAIMS = ["trick_winner", "anyone"]

# What each aim asks of the options; the values are drawn from these lists.
AIMS: dict[str, dict[str, list[Any]]] = {
    "any": {},
    "claim": {"claim": CLAIMS},
    "false_claim": {"claim": CLAIMS},
    "automatic": {"claim": ["automatic"]},
    "automatic_both": {"claim": ["automatic"], "stoeck": [True]},
    "stoeck": {"stoeck": [True]},
    # Both sides are there after the trick and only one of them took it: so the stage before it has decided,
    # unless the Weis comes last. The third stage of an order never decides.
    "weis": {"weis": [True], "order": ["stoeck_weis_stich"]},
    "stich": {"weis": [True], "order": ["stoeck_stich_weis"]},
    "late": {"weis": [True], "stoeck": [True], "claim": ["trick_winner", "anyone", "automatic", "off"]},
    "late_open": {"weis": [True], "stoeck": [True], "claim": ["automatic", "off", "anyone"]},
    "last_stoeck": {"stoeck": [True], "stoeck_call": ["reported"]},
    "deal_end": {"claim": ["off", "trick_winner", "anyone"], "no_claim": ["last_trick_first"]},
    "between_deals": {"claim": CLAIMS, "no_claim": ["play_on"]},
    "deals": {"deals": [1, 1, 2, 3]},
    "draw": {"deals": [2]},
    "last_stoeck_of_all": {"stoeck": [True], "stoeck_call": ["reported"], "deals": [1, 2, 3]},
}


def some_deals(count: int, *, rng: random.Random, options: Options, first_dealer: int) -> list[Plan]:
    """R-5: so many deals, the dealer moving one seat up each time."""
    plans = []
    dealer = first_dealer
    for _ in range(count):
        plans.append(random_deal(rng, options, dealer=dealer))
        dealer = next_seat(dealer)
    return plans


def totals_after(plans: list[Plan], options: Options) -> Totals:
    """The totals after these deals if no end comes between."""
    totals = totals_at_start(options)
    for plan in plans:
        for row in score_deal(plan, options)["scores"]:
            totals[row["side"]] += row["total"]
    return totals


def planned(aim: str, *, rng: random.Random, options: Options, first_dealer: int) -> tuple[int, list[Plan]]:
    """A target and the deals of a game in which the aimed end can happen, and a few deals more."""
    plans: list[Plan] = []
    before: Totals = {1: 0, 2: 0}
    target, attempts = None, 0
    while target is None:
        attempts += 1
        count = options["deals"] or rng.choice([1, 1, 2, 3])
        plans = some_deals(min(4, count), rng=rng, options=options, first_dealer=first_dealer)
        before = totals_after(plans[:-1], options)
        # Under some options the aimed end cannot happen: then the game ends as it may.
        target = target_for(aim if attempts <= 60 else "any", plan=plans[-1], before=before, options=options, rng=rng)
    if aim == "draw":
        plans[1] = one_seat_on(plans[0])
    dealer = first_dealer
    for _ in plans:
        dealer = next_seat(dealer)
    more = rng.choice([0, 1, 2])
    return target, plans + some_deals(more, rng=rng, options=options, first_dealer=dealer)


def mark_for(plans: list[Plan], *, options: Options, target: int | None, rng: random.Random) -> int:
    """R-37: a mark that a side has after some trick of some deal, or both reach with the same one."""
    index = rng.randrange(len(plans))
    before, sheet = totals_after(plans[:index], options), full_sheet(plans[index])
    moment = 4 * rng.choice([1, 1, 2, 5, 9])
    low = before if moment == 4 else totals_at(sheet, before, options, moment=moment - 4)
    both = both_between(low, totals_at(sheet, before, options, moment=moment))
    mark = rng.choice(both) if both else critical_target(plans[index], before=before, options=options, rng=rng)
    return mark if target is None else max(1, min(mark, target - 1))


def one_seat_on(plan: Plan) -> Plan:
    """The same deal once more, everybody's cards and reports moved one seat up: the sides change places."""
    moved = dict(plan)
    moved["hands"] = {next_seat(seat): cards for seat, cards in plan["hands"].items()}
    moved["tricks"] = [{**trick, "leader": next_seat(trick["leader"])} for trick in plan["tricks"]]
    moved["weis"] = [{**weis, "seat": next_seat(weis["seat"])} for weis in plan["weis"]]
    for key in ("forehand", "stoeck_holder", "stoeck_reported"):
        moved[key] = None if plan[key] is None else next_seat(plan[key])
    return moved


def target_for(aim: str, *, plan: Plan, before: Totals, options: Options, rng: random.Random) -> int | None:
    """The target that makes the aimed end possible in this deal, if there is one."""
    if aim in ("stoeck", "weis", "stich"):
        return first_trick_target(aim, plan=plan, before=before, options=options, rng=rng)
    if aim == "automatic_both":
        return both_at_once_target(plan, before=before, options=options, rng=rng)
    if aim in ("late", "late_open"):
        return late_target(aim, plan=plan, before=before, options=options, rng=rng)
    if aim in ("last_stoeck", "last_stoeck_of_all"):
        return last_stoeck_target(plan, before=before, options=options, rng=rng)
    return critical_target(plan, before=before, options=options, rng=rng)


def full_sheet(plan: Plan) -> Sheet:
    """The deal as the oracle's record, nobody having claimed."""
    return {**sheet_of(plan), "claim": None}


def critical_target(plan: Plan, *, before: Totals, options: Options, rng: random.Random) -> int:
    """What one side has after some trick, or nearly so."""
    moment = 4 * rng.randint(1, 9)
    totals = totals_at(full_sheet(plan), before, options, moment=moment)
    least = 1 + max(totals_at_start(options).values())
    return max(least, totals[rng.choice([1, 2])] + rng.choice([0, 0, 0, 1, -1, rng.randint(-40, 40)]))


def both_between(low: Totals, high: Totals) -> range:
    """The targets that neither side has reached in `low` and both have in `high`."""
    return range(max(1, max(low.values()) + 1), min(high.values()) + 1)


def first_trick_target(aim: str, *, plan: Plan, before: Totals, options: Options, rng: random.Random) -> int | None:
    """R-33: both sides reach the target after the first trick, and the aimed stage decides."""
    sheet = full_sheet(plan)
    sheet["cards"] = sheet["cards"][:4]
    targets = both_between(before, totals_at(sheet, before, options, moment=4))
    for target in rng.sample(targets, min(6, len(targets))):
        end = end_of_deal(sheet, before, {**options, "target": target})
        if end is not None and end["reason"] == aim:
            return target
    return None


def both_at_once_target(plan: Plan, *, before: Totals, options: Options, rng: random.Random) -> int | None:
    """R-31: both sides reach the target with the same later trick."""
    if plan["stoeck_holder"] is not None:
        # Known by play in half of the deals, else said in the middle of a trick.
        plan["stoeck_reported"] = rng.choice([None, plan["stoeck_holder"]])
        plan["stoeck_due"] = 4 * rng.randint(1, 7) + rng.choice([1, 2, 3])
    sheet = full_sheet(plan)
    if sheet["stoeck"] is not None:
        sheet["stoeck"]["lying"] = plan["stoeck_due"]
    for number in rng.sample(range(2, 9), 7):
        low = totals_at(sheet, before, options, moment=4 * number - 4)
        targets = both_between(low, totals_at(sheet, before, options, moment=4 * number))
        if targets:
            return rng.choice(targets)
    return None


def late_target(aim: str, *, plan: Plan, before: Totals, options: Options, rng: random.Random) -> int | None:
    """R-28: the game ends after the first trick, and a Weis or Stöck typed in late changes that."""
    said = full_sheet(plan)
    said["cards"] = said["cards"][:4]
    untold = dict(said)
    untold["weis"] = [weis for weis in said["weis"] if rng.random() < 0.5]
    if rng.random() < 0.5:
        untold["stoeck"] = None
    if options["claim"] in CLAIMS and rng.random() < 0.7:
        side = side_of(tricks_of(said, 4)[0]["winner"])
        said["claim"] = untold["claim"] = {"side": side, "moment": 4}
    candidates = list(totals_at(untold, before, options, moment=4).values())
    candidates += totals_at(said, before, options, moment=4).values()
    rng.shuffle(candidates)
    for target in candidates:
        if target <= max(before.values()):
            continue
        now = end_of_deal(untold, before, {**options, "target": target})
        then = end_of_deal(said, before, {**options, "target": target})
        wanted = now is not None and then is None if aim == "late_open" else now is not None and then != now
        if wanted:
            plan["late"] = {
                "weis": [weis for weis in said["weis"] if weis not in untold["weis"]],
                "stoeck": 4 if untold["stoeck"] is None else None,
                "claim": untold["claim"],
            }
            return target
    return None


def last_stoeck_target(plan: Plan, *, before: Totals, options: Options, rng: random.Random) -> int | None:
    """R-29, R-34: the second card of the Stöck lies in the last trick, and it is reported after that."""
    sheet = full_sheet(plan)
    plays = stoeck_plays(sheet, 36)
    if plan["stoeck_holder"] is None or plays[1][1] <= 32 or known_by_weis(sheet):
        return None
    plan["late"] = {"weis": [], "stoeck": 36, "claim": None}
    plan["stoeck_reported"] = plan["stoeck_holder"]
    untold = totals_at({**sheet, "stoeck": None}, before, options, moment=36)
    told = totals_at(full_sheet(plan), before, options, moment=36)
    holders = told[side_of(plan["stoeck_holder"])]
    return max(1, rng.choice([*untold.values(), *told.values(), holders, holders, holders]))


def known_by_weis(sheet: Sheet) -> bool:
    """R-29: both cards of the Stöck stand in one reported Weis."""
    pair = stoeck_cards(sheet["mode"])
    return bool(pair) and any(all(card in weis["cards"] for card in pair) for weis in sheet["weis"])
