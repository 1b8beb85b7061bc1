"""How a game ends, and when: R-28 and R-30 to R-34."""

from typing import Any

import pytest

from tests.rules.known_deal import RUN_OF_SEAT_2, RUN_OF_SEAT_3, TRICKS, opened, played, whole
from tests.rules.table import (
    announce,
    claim,
    confirm,
    count,
    deal,
    insisted,
    official,
    play,
    stargames,
    stoeck,
    tournament,
    trick,
)

# --- R-33: Stöck, Weis, Stich -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("claims", ["trick_winner", "anyone", "automatic", "off"])
@pytest.mark.parametrize(
    ("order", "said", "ending", "score"),
    [
        ("stoeck_weis_stich", [], (1, "weis"), (20, 31)),
        ("stoeck_stich_weis", [], (2, "stich"), (20, 31)),
        ("stoeck_weis_stich", [stoeck(1)], (1, "stoeck"), (40, 31)),
        ("stoeck_stich_weis", [stoeck(1)], (1, "stoeck"), (40, 31)),
        ("stoeck_weis_stich", [stoeck(2)], (2, "stoeck"), (20, 51)),
    ],
)
def test_after_the_first_trick_the_stages_decide(
    claims: str, order: str, said: list[Any], ending: Any, score: Any
) -> None:
    table = stargames(target=20, order=order, claim=claims)
    table.tell(*opened(RUN_OF_SEAT_3, *said), *played(1, 1))
    assert (table.ending, table.totals, table.sheet["status"]) == (ending, score, "stopped")
    assert table.refusal(claim(2)).code == "game_over"
    assert table.refusal(*played(2, 2)).code == "game_over"


def test_the_stages_do_not_decide_where_one_side_is_short() -> None:
    table = stargames(target=21)
    table.tell(*opened(RUN_OF_SEAT_3), *played(1, 1))
    assert table.ending is None


# --- R-28: what was said before is typed in late ----------------------------------------------------------------------


def test_a_late_weis_opens_the_game_again() -> None:
    table = stargames(target=20)
    table.tell(*opened(stoeck(1)), *played(1, 1))
    assert table.ending == (1, "stoeck")
    table = stargames(target=50, claim="automatic")
    table.tell(*opened(RUN_OF_SEAT_2), *played(1, 1))
    assert (table.ending, table.totals) == ((2, "automatic"), (0, 51))
    assert table.referee.expects == ["weis", "stoeck"]
    table.tell(RUN_OF_SEAT_3)
    assert (table.ending, table.score, table.totals) == (None, (20, 31), (0, 0))
    table.tell(*played(2, 2))
    assert table.score == (44, 31)


def test_a_late_stoeck_decides_otherwise() -> None:
    table = stargames(target=20)
    table.tell(*opened(RUN_OF_SEAT_3), *played(1, 1))
    assert table.ending == (1, "weis")
    table.tell(stoeck(2))
    assert (table.ending, table.totals) == ((2, "stoeck"), (20, 51))


def test_a_late_weis_makes_a_claim_right_or_wrong() -> None:
    table = stargames(target=51)
    table.tell(*opened(), *played(1, 1), claim(2))
    assert table.ending == (1, "false_claim")
    table.tell(RUN_OF_SEAT_2)
    assert (table.ending, table.totals) == ((2, "claim"), (0, 51))
    table.tell(RUN_OF_SEAT_3)
    assert (table.ending, table.totals) == ((1, "false_claim"), (20, 31))


def test_nothing_is_typed_in_once_both_sides_have_signed() -> None:
    table = stargames(target=31)
    table.tell(*opened(), *played(1, 1), claim(2), confirm(1), confirm(2))
    assert (table.sheet["confirmed"], table.referee.expects) == (True, [])
    assert table.refusal(RUN_OF_SEAT_3).code == "game_over"


def test_a_stoeck_of_the_last_trick_is_said_before_the_next_deal() -> None:
    last = [*TRICKS[:3], "R9 SU B9 E8", *TRICKS[4:8], "BA B7 E6 RK"]  # seat 1 keeps RK and takes the last trick
    table = official(target=80)
    table.tell(*opened(), *(insisted(trick(cards)) for cards in last))
    assert (table.ending, table.totals) == ((2, "deal_end"), (62, 95))
    assert table.referee.expects == ["stoeck"]
    table.tell(stoeck(1))
    assert (table.ending, table.totals) == ((1, "deal_end"), (82, 95))


# --- R-31, R-32: claims -----------------------------------------------------------------------------------------------


def test_who_took_the_trick_may_claim_before_the_next_card() -> None:
    table = stargames(target=30)
    table.tell(*opened())
    assert table.refusal(play("R7"), claim(1)).code == "out_of_phase"
    table.tell(*played(1, 1))
    refusal = table.refusal(claim(1))
    assert (refusal.code, refusal.params) == ("not_entitled", {"entitled": [2]})
    assert table.refusal(play("EO"), claim(2)).code == "out_of_phase"
    table.tell(claim(2))
    assert (table.ending, table.totals) == ((2, "claim"), (0, 31))


def test_where_anyone_may_claim_a_card_of_the_next_trick_may_lie() -> None:
    table = official(target=24)
    table.tell(*opened(), *played(1, 2), play("EU"), claim(1))
    assert (table.ending, table.totals) == ((1, "claim"), (24, 31))
    assert table.sheet["tricks"][-1]["cards"] == ["EU"]


def test_who_claims_and_falls_short_has_lost() -> None:
    table = stargames(target=32)
    table.tell(*opened(), *played(1, 1), claim(2))
    assert table.ending == (1, "false_claim")
    assert (table.totals, table.sheet["status"]) == ((0, 31), "stopped")
    assert table.referee.result == {
        "winners": [1],
        "winner": 1,
        "reason": "false_claim",
        "deal": 1,
        "official": True,
    }


@pytest.mark.parametrize("changes", [{"claim": "off"}, {"claim": "automatic"}, {"deals": 2}])
def test_where_nobody_claims(changes: dict[str, Any]) -> None:
    table = stargames(**changes)
    table.tell(*opened(), *played(1, 1))
    assert table.refusal(claim(2)).code == "not_in_these_rules"
    assert "claim" not in table.referee.expects


def test_automatic_asks_after_each_trick_and_when_a_stoeck_arrives() -> None:
    table = stargames(target=44, claim="automatic")
    table.tell(*opened(), *played(1, 2))
    assert (table.ending, table.score) == (None, (24, 31))
    table.tell(stoeck(1))
    assert (table.ending, table.totals) == ((1, "automatic"), (44, 31))


# --- R-30, R-34: after the last trick ---------------------------------------------------------------------------------


def test_the_side_of_the_last_trick_counts_first() -> None:
    table = stargames(target=62)
    table.tell(*whole())
    assert (table.ending, table.totals) == ((2, "deal_end"), (62, 115))
    other = stargames(target=116)
    other.tell(*whole(), deal(), announce("rosen"), *played(1, 9))
    assert other.totals == (62 + 115, 115 + 62)
    assert other.ending == (1, "deal_end")


def test_under_play_on_somebody_has_to_claim() -> None:
    table = official(target=40, no_claim="play_on", stoeck=False)
    table.tell(*whole())
    assert (table.ending, table.totals) == (None, (42, 115))
    assert table.referee.expects == ["deal", "claim"]
    table.tell(claim(1))
    assert (table.ending, table.sheet["status"]) == ((1, "claim"), "settled")
    assert table.refusal(deal()).code == "game_over"


def test_under_play_on_the_taker_of_the_last_trick_claims_between_deals() -> None:
    table = stargames(target=40, no_claim="play_on")
    table.tell(*whole())
    assert table.refusal(claim(1)).code == "not_entitled"
    assert table.refusal(deal(), claim(2)).code == "out_of_phase"
    table.tell(claim(2))
    assert table.ending == (2, "claim")


def test_under_play_on_the_stages_do_not_decide_once_a_side_was_there() -> None:
    table = stargames(target=93, no_claim="play_on")
    table.tell(*whole(), *opened(), *played(1, 1))
    assert (table.totals, table.score, table.ending) == ((62, 115), (31, 0), None)
    table.tell(*played(2, 9))
    assert (table.totals, table.ending) == ((62 + 115, 115 + 62), None)


@pytest.mark.parametrize(
    ("first", "second", "winner"), [((100, 57), (57, 100), None), ((100, 57), (58, 99), 1), ((0, 157), (60, 97), 2)]
)
def test_after_so_many_deals_the_higher_total_wins(first: Any, second: Any, winner: int | None) -> None:
    table = tournament(deals=2)
    match = {"match": None} if 157 in first else {}
    table.tell(deal(), count(*first, **match), deal(), count(*second))
    assert table.ending == (winner, "deals")
    assert table.referee.result is not None
    assert table.referee.result["winners"] == ([winner] if winner else [1, 2])
    assert table.refusal(deal()).code == "game_over"
