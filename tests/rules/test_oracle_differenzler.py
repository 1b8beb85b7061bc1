"""Random evenings of Differenzler, scored by the project and by the oracle, which share no code."""

import random

import pytest

from tests.oracle.differenzler import (
    PRESETS,
    ending,
    made_in,
    penalty,
    random_deal,
    random_game,
    random_options,
    totals_of,
)
from tests.proofs import proof_size
from tests.rules.differenzler import differenzler, told


@pytest.mark.parametrize("preset", PRESETS)
def test_deals_are_worth_what_the_oracle_says(preset: str) -> None:
    rng = random.Random(preset)
    for _ in range(proof_size(12, 500)):
        options = PRESETS[preset]
        dealer = rng.randint(1, 4)
        plan = random_deal(rng, options, dealer=dealer)
        table = differenzler(preset, first_dealer=dealer)
        table.tell(*told(plan, options, rng=rng))
        made = made_in(plan)
        assert table.sheet["scores"] == [
            {"side": seat, "tricks": made[seat], "bid": plan["bids"][seat], "total": penalty(seat, plan, options)}
            for seat in (1, 2, 3, 4)
        ]
        assert (table.sheet["status"], table.sheet["mode"]) == ("settled", plan["mode"])
        assert {(f["seat"], f["trick"], f["card"]) for f in table.sheet["findings"]} == set(plan["faults"])
        assert table.stands == table.read_again()


def test_games_end_as_the_oracle_says() -> None:
    rng = random.Random("games")
    for number in range(proof_size(12, 300)):
        fixed = {"tie": "extra_deal", "exact_bonus": 0} if number % 3 == 0 else {}
        options = random_options(rng, **fixed)
        dealer = rng.randint(1, 4)
        table = differenzler(first_dealer=dealer, **options)
        plans = random_game(rng, options, first_dealer=dealer)
        for index, plan in enumerate(plans, start=1):
            assert table.ending is None
            table.tell(*told(plan, options, rng=rng))
            totals = totals_of(plans[:index], options)
            assert table.totals == tuple(totals[seat] for seat in (1, 2, 3, 4))
        expected, result = ending(plans, options), table.referee.result
        if expected is None:
            assert result is None
            continue
        assert result is not None
        assert (result["winners"], result["reason"]) == (expected["winners"], "lowest")
        assert {one["side"]: one["place"] for one in result["places"]} == expected["places"]
        assert table.refusal(told(plans[0], options, rng=rng)[0]).code == "game_over"
        assert table.stands == table.read_again()


def test_a_slate_is_worth_what_its_cards_are() -> None:
    rng = random.Random("slates")
    for _ in range(proof_size(15, 300)):
        options = random_options(rng, deals=9, exact_bonus_at_zero=rng.choice(["no", "with_trick"]))
        plan = random_deal(rng, options, dealer=4, careless=0)
        cards, slate = differenzler(**options), differenzler(**options)
        cards.tell(*told(plan, options, rng=rng))
        made, opening, *_ = made_in(plan), told(plan, options, rng=rng)[0]
        before = [seat for seat in (1, 2, 3, 4) if rng.random() < 0.5] if options["bids"] != "open" else []
        taken = {str(seat): sum(t["winner"] == seat for t in plan["tricks"]) for seat in (1, 2, 3, 4)}
        count = {
            "kind": "count",
            "points": {str(seat): made[seat] for seat in rng.sample([1, 2, 3, 4], rng.choice([3, 4]))},
            "bids": {str(seat): plan["bids"][seat] for seat in (1, 2, 3, 4) if seat not in before},
            "tricks": taken,
        }
        slate.tell(opening, *({"kind": "bid", "seat": seat, "points": plan["bids"][seat]} for seat in before), count)
        assert (slate.sheet["scores"], slate.totals) == (cards.sheet["scores"], cards.totals)
