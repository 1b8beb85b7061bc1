"""Cosmic Eidex against the oracle: random deals, some cards against the rules, and whole games.

The oracle knows every hand. What the project finds it must find from what was reported: cards played, some hands shown,
and the turned card; a laid card is told at any moment and is in no check before the deal is settled.
"""

import random
import zlib

import pytest

from scoring.rules.call import Irregular
from tests.oracle import eidex as oracle
from tests.oracle.cards import card_points
from tests.proofs import proof_size
from tests.rules.table import JassTable, Json, count, deal, hand, insisted, play, trick
from tests.rules.test_eidex import lay, table

PRESETS = list(oracle.OPTIONS)
ILLEGAL = {"revoke", "trump_revoke", "undertrump"}


def told(rng: random.Random, plan: Json, *, deal_number: int = 1) -> list[Json]:
    """The deal as a table reports it: cards singly or trick by trick, hands and laid cards anywhere, in their order.

    A numbered trick names its deal: else it might be that of the deal before, said once more.
    """
    reports: list[Json] = []
    for number, one in enumerate(plan["tricks"], start=1):
        more = rng.choice([{}, {"number": number, "deal": deal_number}])
        lying = rng.choice([0, 0, 1, 2, 3])
        reports += [play(card, **more) for card in one["cards"][:lying]]
        if lying < len(one["cards"]):
            reports.append(trick(" ".join(one["cards"]), **more))
    lays = [lay(seat, card) for seat, card in plan["lays"]]
    for place, report in zip(sorted(rng.choices(range(len(reports) + 1), k=3), reverse=True), lays[::-1], strict=True):
        reports.insert(place, report)
    for seat, cards in plan["shown"].items():
        reports.insert(rng.randint(0, len(reports) - 1), hand(seat, " ".join(cards)))
    return [deal(turned=plan["turned"]), *reports]


def tell(found: JassTable, report: Json) -> None:
    """Tell it, against the rules or not."""
    try:
        found.tell(report)
    except Irregular:
        found.tell(insisted(report))


def check(sheet: Json, expected: Json) -> None:
    """The deal is worth what the oracle says, card by card."""
    assert sheet["status"] == "settled"
    assert [one["winner"] for one in sheet["tricks"]] == expected["winners"]
    assert sheet["scores"] == [
        {
            "side": seat,
            **{name: expected[name][seat] for name in ("tricks", "laid", "points")},
            "total": expected["won"][seat],
        }
        for seat in oracle.SEATS
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_is_worth_what_the_oracle_says(preset: str) -> None:
    options = oracle.OPTIONS[preset]
    rng = random.Random(zlib.crc32(preset.encode()))
    matches = 0
    for _ in range(proof_size(30, 1_000)):
        dealer = rng.choice(oracle.SEATS)
        plan = oracle.random_deal(rng, options, dealer=dealer)
        found = table(preset, first_dealer=dealer)
        found.tell(*told(rng, plan))
        assert (found.sheet["mode"], found.faults) == (plan["mode"], [])
        expected = oracle.score_deal(plan, options)
        check(found.sheet, expected)
        assert sum(expected["points"].values()) == 157
        assert found.stands == found.read_again()
        matches += expected["all_tricks"] is not None
    assert matches


@pytest.mark.parametrize("preset", PRESETS)
def test_careless_play_is_found_by_the_end(preset: str) -> None:
    """No finding is wrong at any moment, none depends on a laid card, and in the end none is missing."""
    options = oracle.OPTIONS[preset]
    rng = random.Random(zlib.crc32(f"careless {preset}".encode()))
    for _ in range(proof_size(12, 1_000)):
        dealer = rng.choice(oracle.SEATS)
        plan = oracle.random_deal(rng, options, dealer=dealer, careless=rng.choice([0.05, 0.2, 0.6]))
        illegal = oracle.illegal_plays(plan)
        found = table(preset, first_dealer=dealer)
        for report in told(rng, plan):
            before = found.faults if found.journal else []
            tell(found, report)
            proven = [fault[1:] for fault in found.faults if fault[0] in ILLEGAL]
            assert set(proven) <= set(illegal)
            if report["kind"] == "lay":
                assert found.faults == before
        assert [fault[1:] for fault in found.faults] == illegal
        check(found.sheet, oracle.score_deal(plan, options))


@pytest.mark.parametrize("preset", PRESETS)
def test_laid_cards_told_wrong_count_nothing(preset: str) -> None:
    options = oracle.OPTIONS[preset]
    rng = random.Random(zlib.crc32(f"wrong {preset}".encode()))
    for _ in range(proof_size(15, 500)):
        dealer = rng.choice(oracle.SEATS)
        plan = oracle.misreported(rng, oracle.random_deal(rng, options, dealer=dealer))
        found = table(preset, first_dealer=dealer)
        reports = told(rng, plan)
        for report in reports[:-1]:
            tell(found, report)
            assert found.faults == []
        tell(found, reports[-1])
        expected = oracle.score_deal(plan, options)
        check(found.sheet, expected)
        twice = {fault[1] for fault in found.faults}
        assert {fault[0] for fault in found.faults} <= {"card_twice"}
        worth = {seat: card_points(card, plan["mode"]) for seat, card in plan["lays"]}
        assert all(expected["laid"][seat] == (0 if seat in twice else worth[seat]) for seat in oracle.SEATS)


# --- whole games ------------------------------------------------------------------------------------------------------


def tell_deal(found: JassTable, rng: random.Random, plan: Json, expected: Json, *, by_cards: bool) -> None:
    """The deal card by card, or as a slate holds it: with tricks where they are asked for, and now and then beside."""
    points = [expected["points"][seat] for seat in oracle.SEATS]
    taken = {"tricks": {str(seat): expected["taken"][seat] for seat in oracle.SEATS}}
    if by_cards:
        found.tell(*told(rng, plan, deal_number=len(found.sheets) + 1))
        return
    found.tell(deal(turned=plan["turned"]))
    if rng.random() < 0.5:
        refusal = found.try_to_tell(count(*points))
        assert refusal is None or (refusal.code, refusal.pointer) == ("missing_field", ("tricks",))
        if refusal is None:
            assert max(points) < found.options.limit
            assert expected["all_tricks"] is None
            return
    found.tell(count(*points, **taken))


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_come_out_as_the_oracle_says(preset: str) -> None:
    rng = random.Random(zlib.crc32(f"games {preset}".encode()))
    reasons = set()
    for number in range(proof_size(12, 300)):
        ends = {"target": (7, 2, 1)[number % 3], "limit": rng.choice([100, 100, 70, 150])}
        dealer = rng.choice(oracle.SEATS)
        found = table(preset, first_dealer=dealer, **ends)
        totals, winner, six = dict.fromkeys(oracle.SEATS, 0), None, False
        while winner is None:
            plan = oracle.random_deal(rng, oracle.OPTIONS[preset], dealer=dealer)
            expected = oracle.score_deal(plan, ends)
            tell_deal(found, rng, plan, expected, by_cards=number % 4 == 0)
            six = set(totals.values()) == {ends["target"] - 1}
            points, all_tricks = expected["points"], expected["all_tricks"]
            totals, winner = oracle.totals_after(totals, points, all_tricks=all_tricks, **ends)
            assert found.totals == tuple(totals.values())
            assert (found.referee.result is None) == (winner is None)
            dealer = oracle.seat_after(dealer)
        assert found.ending == (winner, "all_six" if six else "win_points")
        assert found.stands == found.read_again()
        reasons.add(found.ending[1])
    assert reasons == {"all_six", "win_points"}
