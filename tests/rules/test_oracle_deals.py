"""Random whole deals, scored by the project and by the oracle: who takes what, and what each side has of it.

The play is lawful, so a referee who knows the hands finds no fault in it.
"""

import random
import zlib

import pytest

from tests.oracle.cards import MODES, side_of
from tests.oracle.dealer import Plan, random_deal
from tests.oracle.schieber import OPTIONS, options_of, score_deal
from tests.proofs import proof_size
from tests.rules.second_opinion import same_options, scored
from tests.rules.table import JassTable, Json, announce, count, deal, hand, play, push, stoeck, trick, weis

FAR_AWAY = 1_000_000
"""A target that no deal reaches, so that every deal is played to its last trick."""


def told(plan: Plan, *, rng: random.Random) -> list[Json]:
    """The deal as a table reports it: some hands, Weise and Stöck before the first card, tricks singly or whole."""
    reports = [deal(), *([push()] if plan["pushed"] else []), announce(plan["mode"])]
    extras = [weis(shown["seat"], " ".join(shown["cards"])) for shown in plan["weis"]]
    extras += [stoeck(plan["stoeck_reported"])] if plan["stoeck_reported"] else []
    for seat, cards in plan["hands"].items():
        if rng.random() < 0.3:
            reports.insert(rng.randint(1, len(reports)), hand(seat, " ".join(cards)))
    reports += extras
    for number, one in enumerate(plan["tricks"], start=1):
        reports += told_trick(number, one["cards"], rng=rng)
    return reports


def told_trick(number: int, cards: list[str], *, rng: random.Random) -> list[Json]:
    """A trick: its first cards one by one, and the whole of it if they were not all."""
    lying = rng.choice([0, 0, 0, 1, 2, 3, 4])
    more = rng.choice([{}, {"number": number}])
    singly = [play(card, **more) for card in cards[:lying]]
    return singly if lying == 4 else [*singly, trick(" ".join(cards), **more)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("preset", OPTIONS)
def test_whole_deals_are_worth_what_the_oracle_says(preset: str, mode: str) -> None:
    end = {"target": FAR_AWAY} if OPTIONS[preset]["target"] else {}
    oracle = options_of(preset, **end)
    options = same_options(oracle)
    rng = random.Random(zlib.crc32(f"{preset} {mode}".encode()))
    for _ in range(proof_size(40, 2_000)):
        plan = random_deal(rng, oracle, mode=mode)
        table = JassTable(options, first_dealer=(plan["forehand"] - 2) % 4 + 1)
        table.tell(*told(plan, rng=rng))
        assert table.stands == table.read_again()
        expected = score_deal(plan, oracle)
        assert scored(table.sheet) == {**expected, "match": expected["match"] if oracle["match_bonus"] else None}
        assert table.totals == tuple(row["total"] for row in expected["scores"])
        assert (table.sheet["status"], table.sheet["pushed"]) == ("settled", plan["pushed"])
        assert (table.faults, table.ending) == ([], None)


@pytest.mark.parametrize("preset", OPTIONS)
def test_a_slate_is_worth_what_its_cards_are(preset: str) -> None:
    rng = random.Random(preset)
    for _ in range(proof_size(100, 2_000)):
        end = {"target": rng.choice([50, 100, FAR_AWAY])} if OPTIONS[preset]["target"] else {"deals": 1}
        oracle = options_of(preset, **end, claim="off")
        plan = random_deal(rng, oracle)
        cards, slate = (JassTable(same_options(oracle), first_dealer=(plan["forehand"] - 2) % 4 + 1) for _ in range(2))
        tricks = [trick(" ".join(one["cards"])) for one in plan["tricks"]]
        cards.tell(*said_before(plan, extras=True))
        for one in tricks:
            if cards.ending is None:
                cards.tell(one)
        if cards.sheet["status"] == "stopped":
            continue  # R-33, which cannot be seen in a count
        with_extras = rng.random() < 0.5
        slate.tell(*said_before(plan, extras=with_extras), *tricks[: rng.randint(0, 8)])
        tell_slate(slate, slate_of(score_deal(plan, oracle), extras=not with_extras))
        assert (slate.sheet["scores"], slate.totals, slate.ending) == (
            cards.sheet["scores"],
            cards.totals,
            cards.ending,
        )


def said_before(plan: Plan, *, extras: bool) -> list[Json]:
    """What is said before the first card, with the Weise and the Stöck or without."""
    weise = [weis(shown["seat"], " ".join(shown["cards"])) for shown in plan["weis"]]
    shown = [stoeck(plan["stoeck_reported"])] if plan["stoeck_reported"] else []
    pushed = [push()] if plan["pushed"] else []
    return [deal(), *pushed, announce(plan["mode"]), *([*weise, *shown] if extras else [])]


def slate_of(expected: Json, *, extras: bool) -> Json:
    """The slate that a table would keep of the deal."""
    points = [row["tricks"] for row in expected["scores"]]
    more: Json = {"match": expected["match"]} if 157 in points else {}
    if expected["stoeck"]:
        more["stoeck"] = side_of(expected["stoeck"])
    if extras and expected["weis"]["side"]:
        more["weis"] = {str(expected["weis"]["side"]): expected["weis"]["points"]}
    return {**count(*points, **more), "last_trick": side_of(expected["tricks"][8]["winner"])}


def tell_slate(table: JassTable, slate: Json) -> None:
    """Tell who took the last trick only where that is asked for."""
    refusal = table.try_to_tell({name: value for name, value in slate.items() if name != "last_trick"})
    if refusal:
        assert (refusal.code, refusal.pointer) == ("missing_field", ("last_trick",))
        table.tell(slate)
