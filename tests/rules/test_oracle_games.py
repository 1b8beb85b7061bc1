"""Random whole games, told event by event to the referee and to the oracle: they agree after every word.

The scripts come from the oracle's scribe: claims at random moments, Weise and Stöck typed in late, events that are
refused. What the rules leave open (which of several reasons a refusal names) is not compared.
"""

import random
from itertools import product
from typing import Any

import pytest

from tests.oracle.dealer import random_options
from tests.oracle.plans import AIMS
from tests.oracle.schieber import apply, new_game, result_of
from tests.oracle.scripts import random_game
from tests.proofs import proof_size
from tests.rules.second_opinion import oracle_row, row_of, same_options
from tests.rules.table import JassTable, Json

CLAIMS = ["trick_winner", "anyone", "automatic", "off"]
ORDERS = ["stoeck_weis_stich", "stoeck_stich_weis"]
NO_CLAIMS = ["last_trick_first", "play_on"]
CALLS = ["known", "reported"]

ENDS: list[Json] = [
    {"claim": claim, "order": order, "no_claim": no_claim, "stoeck_call": call}
    for claim, order, no_claim, call in product(CLAIMS, ORDERS, NO_CLAIMS, CALLS)
    if no_claim == "last_trick_first" or claim in {"trick_winner", "anyone"}
]
"""All ways of ending a game with a target; `play_on` needs somebody who may claim (R-34)."""


def aims_within(fixed: Json) -> list[str]:
    """The aims that these options leave possible."""
    return [
        aim for aim, asks in AIMS.items() if all(fixed.get(name, values[0]) in values for name, values in asks.items())
    ]


def some_game(rng: random.Random, *, fixed: Json, aim: str) -> Json:
    """A game under these options, the others as they come, bent towards the aim."""
    asked: dict[str, Any] = {name: rng.choice(values) for name, values in AIMS[aim].items()}
    return random_game(rng, options=random_options(rng, **{**asked, **fixed}), aim=aim)


def standing_of(table: JassTable) -> Json:
    """How the game stands, in the shape of the oracle's `result_of`."""
    result = table.referee.result
    return {
        "status": "finished" if result else "playing",
        "result": {name: value for name, value in result.items() if name != "official"} if result else None,
        "totals": dict(enumerate(table.totals, start=1)),
        "deals": [row_of(sheet) for sheet in table.sheets],
    }


def check_word_by_word(game: Json) -> JassTable:
    """Tell every event of the script to both; they accept and refuse the same, and see the same game after each."""
    table = JassTable(same_options(game["options"]), game["first_dealer"])
    oracle = new_game(game["options"], game["first_dealer"])
    for event in game["script"]:
        outcome = apply(oracle, event)
        refusal = table.try_to_tell(event)
        assert (refusal.code if refusal else None) in (outcome["reasons"] or [None]), event
        expected = result_of(oracle)
        assert standing_of(table) == {**expected, "deals": [oracle_row(row) for row in expected["deals"]]}, event
        if refusal:
            assert table.stands == table.read_again()
    assert table.stands == table.read_again()
    return table


def check_in_calls(game: Json, *, rng: random.Random, alone: JassTable) -> None:
    """The same reports in calls of any length leave the same record and the same game."""
    outcomes = new_game(game["options"], game["first_dealer"])
    accepted = [event for event in game["script"] if apply(outcomes, event)["accepted"]]
    table = JassTable(alone.options, game["first_dealer"])
    while accepted:
        size = rng.choice([1, 2, 5, 20, 200])
        table.tell(*accepted[:size])
        accepted = accepted[size:]
    assert (table.journal, table.stands) == (alone.journal, alone.stands)


def games_for(fixed: Json) -> int:
    """At least 1,000 games for every value of every option, `automatic` and `off` being in fewer of the ways."""
    full, short = (250, 8) if fixed["claim"] in {"automatic", "off"} else (125, 4)
    return proof_size(short, full)


@pytest.mark.parametrize("fixed", ENDS, ids=lambda fixed: " ".join(fixed.values()))
def test_games_to_a_target(fixed: Json) -> None:
    rng = random.Random(str(fixed))
    aims = [aim for aim in aims_within(fixed) if "deals" not in AIMS[aim]]
    for number in range(games_for(fixed)):
        game = some_game(rng, fixed=fixed, aim=aims[number % len(aims)])
        check_in_calls(game, rng=rng, alone=check_word_by_word(game))


@pytest.mark.parametrize("aim", [aim for aim in AIMS if "deals" in AIMS[aim]])
def test_games_of_so_many_deals(aim: str) -> None:
    rng = random.Random(aim)
    for _ in range(proof_size(8, 340)):
        game = some_game(rng, fixed={}, aim=aim)
        check_in_calls(game, rng=rng, alone=check_word_by_word(game))


@pytest.mark.parametrize("fixed", ENDS, ids=lambda fixed: " ".join(fixed.values()))
def test_games_with_a_bergpreis(fixed: Json) -> None:
    """Both know who has won it, and from which moment on it counts, also for claims and stages (R-37)."""
    rng = random.Random(f"berg {fixed}")
    aims = [aim for aim in aims_within(fixed) if "deals" not in AIMS[aim]]
    for number in range(games_for(fixed)):
        berg = {"points": 1, "bonus": rng.choice([1, 20, 100, rng.randint(1, 300)])}
        game = some_game(rng, fixed={**fixed, "berg": berg}, aim=aims[number % len(aims)])
        check_word_by_word(game)


@pytest.mark.parametrize("aim", [aim for aim in AIMS if "deals" in AIMS[aim]])
def test_games_of_so_many_deals_with_a_bergpreis(aim: str) -> None:
    rng = random.Random(f"berg {aim}")
    for _ in range(proof_size(8, 340)):
        check_word_by_word(some_game(rng, fixed={"berg": {"points": 1, "bonus": 50}}, aim=aim))
