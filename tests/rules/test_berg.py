"""The Bergpreis: who is first at the Berg, since when it counts, and where it goes when earlier deals change (R-37)."""

from typing import Any

import pytest

from tests.rules.table import JassTable, announce, claim, confirm, correct, count, deal, options, stoeck, trick, weis

Json = dict[str, Any]
FIRST = "R7 RU RA R6"  # 31 to side 2
RUN_OF_SIDE_1 = weis(3, "BK BO BU")


def game(points: int = 100, *, bonus: int = 50, before: tuple[int, int] = (0, 0), **rules: Any) -> JassTable:
    """A game in which the sides have these points before a deal in Rosen."""
    start = dict(zip(("1", "2"), before, strict=True))
    given = {"target": 1000, "berg": {"points": points, "bonus": bonus}, "start_scores": start, **rules}
    return JassTable(options(**given))


def slate(points: int, **more: Any) -> list[Json]:
    return [deal(), count(points, None, mode="rosen", **more)]


def berg(table: JassTable) -> list[tuple[int, int]]:
    """The deals in which the Bergpreis stands, and the sides that have it."""
    return [
        (sheet["number"], score["side"])
        for sheet in table.sheets
        for score in sheet["scores"] or ()
        if score.get("berg")
    ]


def test_the_first_side_at_the_berg_gets_the_bonus_once() -> None:
    table = game(150)
    table.tell(*slate(60), *slate(50), *slate(100))
    assert berg(table) == [(2, 2)]
    assert table.totals == (210, 97 + 107 + 57 + 50)
    assert table.sheets[1]["scores"][1]["total"] == 107 + 50
    assert table.stands == table.read_again()


def test_it_counts_after_the_factor() -> None:
    table = game(150)
    table.tell(deal(), count(60, None, mode="schellen"))
    assert table.totals == (2 * 60, 2 * 97 + 50)


def test_a_game_without_it_has_none() -> None:
    table = JassTable(options())
    table.tell(*slate(100), *slate(100))
    assert berg(table) == []


@pytest.mark.parametrize(
    ("order", "told", "side"),
    [
        ("stoeck_weis_stich", [RUN_OF_SIDE_1], 1),
        ("stoeck_stich_weis", [RUN_OF_SIDE_1], 2),
        ("stoeck_stich_weis", [RUN_OF_SIDE_1, stoeck(1)], 1),
    ],
)
def test_both_at_once_are_counted_in_stages(order: str, told: list[Json], side: int) -> None:
    table = game(100, before=(85, 75), order=order)
    table.tell(deal(), announce("rosen"), *told, trick(FIRST))
    assert berg(table) == [(1, side)]
    assert table.stands == table.read_again()


def test_without_a_target_the_stages_are_those_of_stoeck_weis_stich() -> None:
    table = game(100, before=(85, 75), target=None, deals=4)
    table.tell(deal(), announce("rosen"), RUN_OF_SIDE_1, trick(FIRST))
    assert berg(table) == [(1, 1)]


def test_it_helps_a_side_to_the_target_within_the_trick() -> None:
    """With the bonus side 2 is at the target after the first trick; so is side 1, and the stages decide (R-33)."""
    table = game(990, bonus=20, before=(985, 960), order="stoeck_stich_weis")
    table.tell(deal(), announce("rosen"), RUN_OF_SIDE_1, trick(FIRST))
    assert table.ending == (2, "stich")
    assert table.totals == (1005, 960 + 31 + 20)
    table = game(990, bonus=20, before=(940, 960), claim="automatic")
    table.tell(deal(), announce("rosen"), trick(FIRST))
    assert table.ending == (2, "automatic")
    assert table.totals == (940, 960 + 31 + 20)


@pytest.mark.parametrize(("bonus", "ending"), [(9, (2, "claim")), (8, (1, "false_claim"))])
def test_a_claim_counts_it(bonus: int, ending: tuple[int, str]) -> None:
    table = game(990, bonus=bonus, before=(0, 960))
    table.tell(deal(), announce("rosen"), trick(FIRST), claim(2))
    assert table.ending == ending


def test_on_paper_the_claimer_counts_first() -> None:
    table = game(100, before=(90, 95), target=110)
    table.tell(deal(), announce("rosen"), claim(1, counted={"1": 30, "2": 31}))
    assert berg(table) == [(1, 1)]


@pytest.mark.parametrize("side", [1, 2])
def test_of_two_with_a_slate_the_last_trick_counts_first(side: int) -> None:
    table = game(100, before=(50, 50))
    assert table.refusal(*slate(60)).code == "missing_field"
    assert table.refusal(*slate(60)).pointer == ("last_trick",)
    table.tell(*slate(60, last_trick=side))
    assert berg(table) == [(1, side)]


def test_only_who_reaches_it_is_asked() -> None:
    """Side 2 took the last trick, and is not there with it."""
    table = game(108, before=(50, 10))
    table.tell(*slate(60, last_trick=2))
    assert berg(table) == [(1, 1)]


def test_a_correction_moves_it() -> None:
    table = game(150)
    ids = table.tell(*slate(60), *slate(60), *slate(100))
    assert berg(table) == [(2, 2)]
    table.tell(correct(ids[1], count(157, 0, mode="rosen", match=None)))
    assert berg(table) == [(1, 1)]
    assert table.stands == table.read_again()


def test_a_deal_that_becomes_void_gives_it_back() -> None:
    table = game(150)
    table.tell(*slate(157, match=1))
    assert berg(table) == [(1, 1)]
    (incident,) = table.tell({"kind": "incident", "category": "misdeal"})
    table.tell(confirm(1, report=incident), confirm(2, report=incident))
    table.tell(*slate(0, match=2))
    assert berg(table) == [(2, 2)]
    assert table.stands == table.read_again()


def test_it_stands_on_no_surplus_deal() -> None:
    table = game(100, target=101)
    ids = table.tell(*slate(80), *slate(78, last_trick=1))
    table.tell(correct(ids[1], count(157, 0, mode="rosen", match=None)))
    assert berg(table) == [(1, 1)]
    assert table.sheets[1]["status"] == "surplus"
