"""Random deals and games of Coiffeur, scored by the project and by the oracle, which share no code."""

import random

import pytest

from scoring.rules.record.entries import standing
from scoring.rules.referee import Referee
from tests.oracle.cards import MODES
from tests.oracle.coiffeur import (
    Options,
    Plan,
    announcing_side,
    card_points,
    ending,
    modes_left,
    random_deal,
    random_game,
    random_options,
    scores,
    totals_of,
)
from tests.proofs import proof_size
from tests.rules.coiffeur import cards, coiffeur, misdealt, opening, slate
from tests.rules.table import JassTable, insisted, sheets_of


@pytest.mark.parametrize("mode", MODES)
def test_deals_are_worth_what_the_oracle_says(mode: str) -> None:
    rng = random.Random(mode)
    for _ in range(proof_size(10, 250)):
        options, dealer = random_options(rng), rng.randint(1, 4)
        plan = random_deal(rng, options, dealer=dealer, modes=[mode])
        table = coiffeur(first_dealer=dealer, **options)
        table.tell(*opening(plan), *cards(plan, rng=rng))
        check(table, plan, options)
        assert [{name: one[name] for name in plan["tricks"][0]} for one in table.sheet["tricks"]] == plan["tricks"]
        assert (table.sheet["status"], table.sheet["pushed"], table.faults) == ("settled", plan["pushed"], [])
        by_slate = coiffeur(first_dealer=dealer, **options)
        by_slate.tell(*opening(plan), slate(plan))
        assert by_slate.sheet["scores"] == table.sheet["scores"]


def check(table: JassTable, plan: Plan, options: Options) -> None:
    """The deal opened last is this one, and worth what the oracle says."""
    sheet = table.sheet
    assert sheet["scores"] == scores(plan, options)
    assert sheet["factor"] == options["factors"][plan["mode"]]
    named = {"dealer": "dealer", "leader": "declarer", "mode": "mode", "declarer": "declarer"}
    assert {name: sheet[name] for name in named} == {name: plan[of] for name, of in named.items()}
    assert table.stands == table.read_again()


def tell(table: JassTable, plan: Plan, *, before: list[Plan], by_cards: bool, rng: random.Random) -> None:
    """Tell a deal; what the side has played is refused, unless somebody insists."""
    free = modes_left(before, announcing_side(plan))
    said = opening(plan)
    if plan["mode"] not in free:
        refusal = table.refusal(*said)
        assert (refusal.code, refusal.params) == ("mode_not_allowed", {"allowed": free} if free else {})
        said[-1] = insisted(said[-1])
    table.tell(*said, *(cards(plan, rng=rng) if by_cards else [slate(plan)]))


def test_games_end_as_the_oracle_says() -> None:
    rng = random.Random("Coiffeur")
    for number in range(proof_size(12, 300)):
        options, dealer = random_options(rng), rng.randint(1, 4)
        plans = random_game(rng, options, first_dealer=dealer)
        table = coiffeur(first_dealer=dealer, **options)
        for index, plan in enumerate(plans):
            assert table.ending is None
            tell(table, plan, before=plans[:index], by_cards=number % 6 == 0, rng=rng)
            if plan["void"]:
                misdealt(table, index + 1)
            else:
                check(table, plan, options)
            assert dict(enumerate(table.totals, start=1)) == totals_of(plans[: index + 1], options)
        result = table.referee.result
        assert result is not None
        assert (result["winners"], result["reason"]) == (ending(plans, options), "deals")
        check_from_any_deal(table)


def check_from_any_deal(table: JassTable) -> None:
    """A deal read with what it inherits is the same as read from the first line."""
    whole = table.referee
    for number, read in enumerate(whole.deals):
        units = [unit for unit in standing(table.journal) if unit.root >= read.facts.opened.root]
        rest = Referee(table.game, read.carry, units)
        if not rest.misfits:  # who signs a misdeal afterwards signs an incident that lies before
            assert sheets_of(rest)[0] == sheets_of(whole)[number]
            assert (rest.totals, rest.result) == (whole.totals, whole.result)


def test_random_games_have_all_that_matters() -> None:
    rng = random.Random(1)
    seen = set()
    for _ in range(30):
        options = random_options(rng)
        plans = random_game(rng, options, first_dealer=4)
        for index, plan in enumerate(plans):
            own = announcing_side(plan)
            seen |= {"void"} if plan["void"] else set()
            seen |= {"again"} if plan["mode"] not in modes_left(plans[:index], own) else set()
            seen |= {"pushed"} if plan["pushed"] else set()
            seen |= {"nothing"} if card_points(plan)[own] == 0 else set()
            seen |= {"match"} if card_points(plan)[own] == 157 else set()
    assert seen >= {"void", "again", "pushed", "match"}
