"""The oracle's whole games: one hand-made case for each subtle rule.

All play the deal R3 of the vectors (Rosen): seats 2 1 2 2 2 1 1 2 2 take the tricks, seat 1 plays RK in trick 4 and
RO in trick 7. Trick 1 brings 31 to side 2, trick 2 brings 24 to side 1, trick 3 brings 19 to side 2.
"""

from typing import Any

import pytest

from tests.oracle.schieber import options_of, play_game
from tests.oracle.test_oracle import R3

Event = dict[str, Any]
Options = dict[str, Any]

TRICKS: list[list[str]] = [trick["cards"] for trick in R3["tricks"]]
# The same with RK kept for the last trick, which seat 1 takes with it: 62 to side 1, 95 to side 2.
TRICKS_WITH_LAST_STOECK = [*TRICKS[:3], ["R9", "SU", "B9", "E8"], *TRICKS[4:8], ["BA", "B7", "E6", "RK"]]

DEAL: Event = {"kind": "deal"}
ROSEN: Event = {"kind": "announce", "mode": "rosen"}
STOECK: Event = {"kind": "stoeck", "seat": 1}
RUN_OF_SIDE_1: Event = {"kind": "weis", "seat": 3, "cards": ["BK", "BO", "BU"]}
RUN_OF_SIDE_2: Event = {"kind": "weis", "seat": 2, "cards": ["RU", "R10", "R9"]}


def opened(*reports: Event) -> list[Event]:
    return [DEAL, ROSEN, *reports]


def tricks(first: int, last: int) -> list[Event]:
    return [{"kind": "trick", "cards": cards} for cards in TRICKS[first - 1 : last]]


def with_last_stoeck() -> list[Event]:
    return [*opened(), *({"kind": "trick", "cards": cards} for cards in TRICKS_WITH_LAST_STOECK)]


def card(name: str) -> Event:
    return {"kind": "play", "card": name}


def claim(side: int) -> Event:
    return {"kind": "claim", "side": side}


def stargames(**changes: Any) -> Options:
    return options_of("schieber-stargames", **changes)


def official(**changes: Any) -> Options:
    return options_of("schieber-official", **changes)


def played(script: list[Event], options: Options, *, before: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    return play_game(script, options, 4, before={1: before[0], 2: before[1]})


def ending(game: dict[str, Any]) -> tuple[int, str] | None:
    return None if game["result"] is None else (game["result"]["winner"], game["result"]["reason"])


def codes(game: dict[str, Any]) -> list[str | None]:
    return [outcome["code"] for outcome in game["events"]]


# --- R-33: the first trick ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "stoeck", "expected"),
    [
        ("stoeck_weis_stich", [], (1, "weis")),
        ("stoeck_stich_weis", [], (2, "stich")),
        ("stoeck_weis_stich", [STOECK], (1, "stoeck")),
        ("stoeck_stich_weis", [STOECK], (1, "stoeck")),
    ],
)
@pytest.mark.parametrize("claims", ["trick_winner", "anyone", "automatic", "off"])
def test_the_stages_decide_whatever_claim_says(
    order: str, stoeck: list[Event], expected: tuple[int, str], claims: str
) -> None:
    script = [*opened(RUN_OF_SIDE_1, *stoeck), *tricks(1, 1), claim(2), *tricks(2, 2)]
    game = played(script, stargames(order=order, claim=claims), before=(985, 975))
    assert ending(game) == expected
    assert game["totals"] == {1: 1005 + 20 * len(stoeck), 2: 1006}
    assert game["deals"][0]["status"] == "stopped"
    assert codes(game)[-2:] == ["game_over", "game_over"]


def test_one_side_alone_is_not_decided_by_the_stages() -> None:
    game = played([*opened(RUN_OF_SIDE_1), *tricks(1, 1)], stargames(), before=(985, 968))
    assert ending(game) is None


def test_with_play_on_the_stages_apply_only_if_neither_had_been_there() -> None:
    script = [*opened(RUN_OF_SIDE_1), *tricks(1, 2)]
    options = stargames(no_claim="play_on")
    assert ending(played(script, options, before=(1000, 975))) is None
    assert ending(played(script, options, before=(999, 975))) == (1, "weis")


# --- R-28: typed in late --------------------------------------------------------------------------------------------


def test_a_late_weis_opens_the_game_again() -> None:
    script = [*opened(STOECK, RUN_OF_SIDE_2), *tricks(1, 1)]
    assert ending(played(script, stargames(), before=(985, 955))) == (1, "stoeck")
    game = played([*script, RUN_OF_SIDE_1, *tricks(2, 2)], stargames(), before=(985, 955))
    assert game["status"] == "playing"
    assert game["deals"][0]["status"] == "playing"
    assert codes(game)[-2:] == [None, None]


def test_a_late_stoeck_turns_a_won_claim_into_a_lost_first_trick() -> None:
    script = [*opened(RUN_OF_SIDE_2), *tricks(1, 1), claim(2)]
    assert ending(played(script, stargames(), before=(985, 955))) == (2, "claim")
    assert ending(played([*script, STOECK], stargames(), before=(985, 955))) == (1, "stoeck")


def test_a_late_weis_turns_a_claim_into_a_false_one_and_back() -> None:
    script = [*opened(RUN_OF_SIDE_2), *tricks(1, 1), claim(2), RUN_OF_SIDE_1]
    game = played(script, stargames(), before=(900, 955))
    assert ending(game) == (1, "false_claim")
    assert game["totals"] == {1: 920, 2: 986}
    longer = {"kind": "weis", "seat": 4, "cards": ["E6", "E7", "E8", "E9"]}
    game = played([*script, longer], stargames(), before=(900, 955))
    assert ending(game) == (2, "claim")
    assert game["totals"] == {1: 900, 2: 955 + 31 + 50}


def test_a_late_weis_under_automatic() -> None:
    script = [*opened(RUN_OF_SIDE_2), *tricks(1, 1)]
    options = stargames(claim="automatic")
    assert ending(played(script, options, before=(0, 950))) == (2, "automatic")
    assert ending(played([*script, RUN_OF_SIDE_1], options, before=(0, 950))) is None


def test_nothing_is_typed_in_once_a_card_of_trick_2_lies() -> None:
    script = [*opened(), *tricks(1, 2), claim(1), RUN_OF_SIDE_1, STOECK]
    assert codes(played(script, stargames()))[-2:] == ["game_over", "game_over"]
    script = [*opened(), *tricks(1, 1), card("EO"), claim(1), RUN_OF_SIDE_1]
    assert codes(played(script, official()))[-2:] == [None, "game_over"]


def test_nothing_is_typed_in_once_both_sides_have_confirmed() -> None:
    script = [*opened(), *tricks(1, 1), claim(2), {"kind": "confirm", "side": 1}, RUN_OF_SIDE_1]
    script += [{"kind": "confirm", "side": 2}, STOECK]
    assert codes(played(script, stargames()))[-4:] == [None, None, None, "game_over"]


def test_a_weis_is_reported_until_a_card_of_the_second_trick_lies() -> None:
    script = [RUN_OF_SIDE_1, DEAL, RUN_OF_SIDE_1, ROSEN, *tricks(1, 1), RUN_OF_SIDE_1, card("EO"), RUN_OF_SIDE_2]
    game = played(script, stargames())
    assert codes(game) == ["out_of_phase", None, "out_of_phase", None, None, None, None, "weis_too_late"]
    assert game["deals"][0]["weis"] == [{"seat": 3, "cards": ["BK", "BO", "BU"], "points": 20, "counts": True}]


def test_a_weis_counts_from_the_end_of_the_first_trick() -> None:
    script = opened(RUN_OF_SIDE_1, {"kind": "trick", "cards": TRICKS[0]})
    assert played(script[:3], stargames())["deals"][0]["scores"][0]["weis"] == 0
    assert played(script[:3], stargames())["deals"][0]["weis"][0]["counts"] is None
    assert played(script, stargames())["deals"][0]["scores"][0]["weis"] == 20


# --- R-29: the Stöck ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "code"), [([], None), ([card("S7")], "stoeck_too_late")])
def test_under_reported_the_stoeck_is_called_before_the_next_trick(after: list[Event], code: str | None) -> None:
    game = played([*opened(), *tricks(1, 7), *after, STOECK], official())
    assert codes(game)[-1] == code
    assert game["deals"][0]["stoeck"] == (1 if code is None else None)


def test_under_known_the_stoeck_counts_from_its_second_card() -> None:
    script = [*opened(), *tricks(1, 6), card("RO")]
    assert played(script[:-1], stargames())["deals"][0]["stoeck"] is None
    assert played(script, stargames())["deals"][0]["stoeck"] == 1


def test_a_stoeck_in_the_last_trick_is_reported_before_the_next_deal() -> None:
    script = with_last_stoeck()
    assert ending(played(script, official(), before=(920, 910))) == (2, "deal_end")
    game = played([*script, STOECK], official(), before=(920, 910))
    assert ending(game) == (1, "deal_end")
    assert game["totals"] == {1: 1002, 2: 1005}
    assert game["deals"][0]["status"] == "settled"
    assert ending(played([*script, STOECK], official(), before=(918, 800))) == (1, "deal_end")
    assert codes(played([*script, DEAL, STOECK], official()))[-1] == "out_of_phase"
    assert codes(played([*opened(), *tricks(1, 9), STOECK], official()))[-1] == "stoeck_too_late"


def test_a_stoeck_in_the_last_trick_of_all_deals() -> None:
    game = played([*with_last_stoeck(), STOECK], official(deals=1))
    assert ending(game) == (2, "deals")
    assert game["totals"] == {1: 82, 2: 95}


def test_there_is_no_stoeck_without_trump_or_without_the_option() -> None:
    obenabe = [DEAL, {"kind": "announce", "mode": "obenabe"}, STOECK]
    assert codes(played(obenabe, stargames()))[-1] == "stoeck_impossible"
    assert codes(played(opened(STOECK), stargames(stoeck=False)))[-1] == "not_in_these_rules"


# --- R-31, R-32: claims and automatic -------------------------------------------------------------------------------


def test_claims_before_the_first_complete_trick_are_open_to_nobody() -> None:
    script = [claim(1), DEAL, claim(1), ROSEN, card("R7"), claim(1)]
    for options in (stargames(), official()):
        assert codes(played(script, options)) == ["out_of_phase", None, "out_of_phase", None, None, "out_of_phase"]


def test_claims_within_a_trick() -> None:
    script = [*opened(), *tricks(1, 6), card("RO"), claim(1)]
    game = played(script, stargames())
    assert codes(game)[-1] == "out_of_phase"
    game = played(script, official(stoeck_call="known"), before=(954, 0))
    assert ending(game) == (1, "claim")
    assert game["totals"] == {1: 954 + 26 + 20, 2: 80}
    assert game["deals"][0]["running"] == ["RO"]


@pytest.mark.parametrize("changes", [{"claim": "off"}, {"claim": "automatic"}, {"deals": 3}])
def test_claims_where_there_are_none(changes: dict[str, Any]) -> None:
    game = played([*opened(), *tricks(1, 1), claim(2)], stargames(**changes))
    assert codes(game)[-1] == "not_in_these_rules"


def test_a_side_that_falls_short_has_lost_whatever_the_totals_are() -> None:
    game = played([*opened(), *tricks(1, 2), claim(1), *tricks(3, 3)], stargames(), before=(970, 0))
    assert ending(game) == (2, "false_claim")
    assert game["totals"] == {1: 994, 2: 31}
    assert codes(game)[-1] == "game_over"


def test_automatic_after_a_trick_and_when_a_stoeck_arrives_between_tricks() -> None:
    options = stargames(claim="automatic")
    assert ending(played([*opened(), *tricks(1, 2)], options, before=(976, 0))) == (1, "automatic")
    script = [*opened(), *tricks(1, 2), STOECK]
    assert ending(played(script, options, before=(956, 0))) == (1, "automatic")
    assert ending(played(opened(STOECK), options, before=(980, 0))) is None


def test_automatic_with_both_sides_at_once() -> None:
    script = [*opened(), *tricks(1, 2), card("EU"), STOECK, *tricks(3, 3)]
    game = played(script, stargames(claim="automatic"), before=(960, 955))
    assert ending(game) == (1, "automatic")
    assert game["totals"] == {1: 1004, 2: 1005}


def test_automatic_is_not_asked_after_the_last_trick() -> None:
    options = stargames(claim="automatic")
    assert ending(played([*opened(), *tricks(1, 9)], options, before=(0, 885))) == (2, "deal_end")


# --- R-34 -----------------------------------------------------------------------------------------------------------


def test_the_side_that_took_the_last_trick_counts_first() -> None:
    script = [*opened(RUN_OF_SIDE_1), *tricks(1, 9)]
    assert ending(played(script, stargames(), before=(920, 900))) == (2, "deal_end")
    assert ending(played(script, stargames(), before=(920, 800))) == (1, "deal_end")
    game = played([*script, DEAL], stargames(), before=(910, 800))
    assert ending(game) is None
    assert [deal["dealer"] for deal in game["deals"]] == [4, 1]
    assert [deal["forehand"] for deal in game["deals"]] == [1, 2]


def test_play_on_goes_on_until_somebody_claims() -> None:
    options = official(no_claim="play_on")
    script = [*opened(), *tricks(1, 9)]
    assert ending(played(script, options, before=(990, 990))) is None
    game = played([*script, claim(1)], options, before=(990, 990))
    assert ending(game) == (1, "claim")
    assert game["deals"][0]["status"] == "settled"
    assert game["totals"] == {1: 990 + 42, 2: 990 + 115}
    assert ending(played([*script, claim(2)], options, before=(0, 884))) == (1, "false_claim")
    assert codes(played([*script, DEAL, claim(1)], options, before=(990, 990)))[-1] == "out_of_phase"


def test_play_on_between_deals_for_the_taker_of_the_last_trick_only() -> None:
    script = [*opened(), *tricks(1, 9), claim(1), claim(2)]
    game = played(script, stargames(no_claim="play_on"), before=(990, 990))
    assert codes(game)[-2:] == ["not_entitled", None]
    assert ending(game) == (2, "claim")


def test_without_play_on_there_is_no_claim_between_deals() -> None:
    assert codes(played([*opened(), *tricks(1, 9), claim(2)], official()))[-1] == "out_of_phase"


# --- R-30, R-20, R-5 ------------------------------------------------------------------------------------------------


def test_equal_totals_after_all_deals_are_a_draw() -> None:
    script = [*opened(), *tricks(1, 9)]
    game = played([*script, *script, DEAL], options_of("schieber-tournament", deals=2))
    assert game["totals"] == {1: 157, 2: 157}
    assert game["result"] == {"winners": [1, 2], "winner": None, "reason": "deals", "deal": 2}
    assert codes(game)[-1] == "game_over"


def test_pushing() -> None:
    push = {"kind": "push"}
    game = played([push, DEAL, push, push, ROSEN, push], stargames())
    assert codes(game) == ["out_of_phase", None, None, "cannot_push", None, "out_of_phase"]
    assert (game["deals"][0]["pushed"], game["deals"][0]["declarer"]) == (True, 3)
    assert codes(played([DEAL, push], stargames(pushing="off")))[-1] == "not_in_these_rules"


def test_out_of_phase() -> None:
    script = [ROSEN, card("R7"), DEAL, card("R7"), DEAL, ROSEN, ROSEN, DEAL]
    expected = [
        "out_of_phase",
        "out_of_phase",
        None,
        "out_of_phase",
        "out_of_phase",
        None,
        "out_of_phase",
        "out_of_phase",
    ]
    assert codes(played(script, stargames())) == expected


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("schieber-stargames", {"target": 100, "deals": 4}),
        ("schieber-stargames", {"target": None}),
        ("schieber-stargames", {"claim": "off", "no_claim": "play_on"}),
        ("schieber-swisslos", {"no_claim": "play_on"}),
    ],
)
def test_options_that_are_refused(preset: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"end|claims"):
        options_of(preset, **changes)


def test_a_target_in_a_tournament_brings_order_and_no_claim() -> None:
    options = options_of("schieber-tournament", target=500, weis=True, stoeck=True)
    assert options["deals"] is None
    parts = {key: options[key] for key in ("order", "no_claim", "claim", "weis_table", "stoeck_call", "match_bonus")}
    assert parts == {
        "order": "stoeck_weis_stich",
        "no_claim": "last_trick_first",
        "claim": "off",
        "weis_table": "small",
        "stoeck_call": "known",
        "match_bonus": 0,
    }
