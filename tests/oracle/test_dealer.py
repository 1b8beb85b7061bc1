"""The random deals and games themselves: lawful, true, and rich in every kind of end."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.oracle.cards import MODES, PACK, seats_from
from tests.oracle.dealer import play_out, random_deal, random_hands, random_options, stoeck_holder, true_weise
from tests.oracle.schieber import apply, legal, options_of, play_game, score_deal, weise_overlap
from tests.oracle.scripts import random_game, random_script
from tests.oracle.standing import current, end_of_game, new_game

READINGS = ["strict", "forced", "hindersi", "free"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("undertrump", READINGS)
def test_every_card_is_lawfully_played(mode: str, undertrump: str) -> None:
    rng = random.Random(f"{mode} {undertrump}")
    for kind in ("plain", "rich", "uneven"):
        hands = random_hands(rng, kind=kind)
        assert sorted(card for cards in hands.values() for card in cards) == sorted(PACK)
        left = {seat: list(cards) for seat, cards in hands.items()}
        tricks = play_out(hands, rng=rng, mode=mode, undertrump=undertrump, forehand=2)
        for trick in tricks:
            for place, seat in enumerate(seats_from(trick["leader"])):
                card = trick["cards"][place]
                assert card in legal(left[seat], trick["cards"][:place], mode, undertrump)
                left[seat].remove(card)


def test_all_weise_of_a_hand() -> None:
    hand = ["EA", "EK", "EO", "EU", "RU", "SU", "BU", "B6", "B7"]
    found = true_weise(hand, "rosen", options_of("schieber-stargames"))
    assert sorted(found, key=str) == sorted(
        [
            ["EA", "EK", "EO"],
            ["EA", "EK", "EO", "EU"],
            ["EK", "EO", "EU"],
            ["EU", "RU", "SU", "BU"],
        ],
        key=str,
    )


def test_planned_reports_are_true_and_lawful(proof_size: Callable[[int, int], int]) -> None:
    rng = random.Random(1)
    for _ in range(proof_size(200, 2000)):
        options = random_options(rng)
        deal = random_deal(rng, options)
        for index, weis in enumerate(deal["weis"]):
            assert set(weis["cards"]) <= set(deal["hands"][weis["seat"]])
            for other in deal["weis"][:index]:
                same_seat = other["seat"] == weis["seat"]
                assert not (same_seat and weise_overlap(weis["cards"], other["cards"], options))
        assert deal["stoeck_reported"] in (None, stoeck_holder(deal["hands"], deal["mode"]))


def test_settled_deals_hold_157_points(proof_size: Callable[[int, int], int]) -> None:
    rng = random.Random(2)
    for _ in range(proof_size(200, 2000)):
        options = random_options(rng)
        scores = score_deal(random_deal(rng, options), options)["scores"]
        assert scores[0]["tricks"] + scores[1]["tricks"] == 157
        assert scores[0]["weis"] == 0 or scores[1]["weis"] == 0


def test_the_same_seed_gives_the_same_game() -> None:
    assert random_game(random.Random(7)) == random_game(random.Random(7))


def told(game: dict[str, Any]) -> Counter[str]:
    """How the game ended, and what was typed in after an end."""
    counted: Counter[str] = Counter()
    table = new_game(game["options"], game["first_dealer"])
    for event in game["script"]:
        before, sheet = end_of_game(table), current(table)
        accepted = apply(table, event)["accepted"]
        if before is None or not accepted or event["kind"] == "confirm" or sheet is None:
            continue
        after = end_of_game(table)
        moment = "after the last trick" if len(sheet["cards"]) == 36 else "after the first trick"
        counted[f"{event['kind']} {moment}"] += 1
        if after is None:
            counted["opened again"] += 1
        elif (after["winner"], after["reason"]) != (before["winner"], before["reason"]):
            counted["another end"] += 1
    end = end_of_game(table)
    counted["open" if end is None else end["reason"]] += 1
    return counted


WANTED = ["claim", "false_claim", "automatic", "stoeck", "weis", "stich", "deal_end", "deals", "open", "opened again"]
WANTED += ["another end", "weis after the first trick", "stoeck after the first trick", "stoeck after the last trick"]


def test_random_games_end_in_all_ways(proof_size: Callable[[int, int], int]) -> None:
    counted: Counter[str] = Counter()
    games = proof_size(60, 1000)
    for seed in range(games):
        game = random_game(random.Random(seed))
        counted += told(game)
        end = play_game(game["script"], game["options"], game["first_dealer"])["result"]
        # The third stage of an order never decides: one side alone took the trick, or has the Weis.
        if end is not None and end["reason"] in ("weis", "stich"):
            assert game["options"]["order"].split("_")[1] == end["reason"]
    assert {what: counted[what] for what in WANTED if counted[what] < games // 100} == {}


def test_scripts_for_given_options() -> None:
    options = options_of("schieber-swisslos", target=700)
    for seed in range(8):
        script = random_script(random.Random(seed), options, 3)
        game = play_game(script, options, 3)
        assert game["deals"][0]["forehand"] == 4
