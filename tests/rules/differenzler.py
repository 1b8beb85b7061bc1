"""A Differenzler table for tests, and evenings of the oracle as a table reports them."""

import random
from typing import Any

from scoring.rules.variants import VARIANTS
from scoring.rules.variants.differenzler.options import DifferenzlerOptions
from scoring.rules.variants.differenzler.play import DIFFERENZLER
from tests.oracle.cards import next_seat
from tests.oracle.differenzler import Options, Plan
from tests.rules.table import JassTable, Json, hand, play, trick


def differenzler(preset: str = "differenzler-stargames", *, first_dealer: int = 4, **changes: Any) -> JassTable:
    """A table of this preset, with some options changed."""
    resolved = VARIANTS["differenzler"].resolve({"preset": preset, **changes})
    assert not isinstance(resolved, list), resolved
    assert isinstance(resolved[1], DifferenzlerOptions)
    return JassTable(resolved[1], first_dealer=first_dealer, variant=DIFFERENZLER)


def deal(turned: str = "E6", **more: Any) -> Json:
    return {"kind": "deal", "turned": turned, **more}


def bid(seat: int, points: int, **more: Any) -> Json:
    return {"kind": "bid", "seat": seat, "points": points, **more}


def bids(*points: int) -> list[Json]:
    """The bids of seat 1, 2, ..."""
    return [bid(seat, each) for seat, each in enumerate(points, start=1)]


def told(plan: Plan, options: Options, *, rng: random.Random) -> list[Json]:
    """The deal as a table reports it: bids in the order that the rules allow, some hands, tricks singly or whole."""
    order = [next_seat(plan["dealer"])]
    while len(order) < 4:
        order.append(next_seat(order[-1]))
    if options["bids"] != "open":
        rng.shuffle(order)
    said = [bid(seat, plan["bids"][seat]) for seat in order]
    cards: list[Json] = []
    for number, one in enumerate(plan["tricks"], start=1):
        singly = rng.random() < 0.5
        cards += [play(card) for card in one["cards"]] if singly else [trick(" ".join(one["cards"]), number=number)]
    reports = [*said, *cards]
    if options["bids"] == "slips":
        reports = cards
        for one in said:
            reports.insert(rng.randint(0, len(reports)), one)
    for seat, held in plan["hands"].items():
        if rng.random() < 0.2:
            reports.insert(rng.randint(0, len(reports) - 1), hand(seat, " ".join(held)))
    return [{**deal(plan["turned"])}, *({**one, "as_played": True} for one in reports)]
