"""The worked examples in tests/vectors, as far as cards, tricks and Weise decide them."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.rules.deal.parts import Weis
from scoring.rules.pack.cards import ALL_CARDS, card, cards, holds, notation, notations, set_of
from scoring.rules.pack.modes import MODE
from scoring.rules.pack.seats import Table
from scoring.rules.pack.tricks import LAST_TRICK, points_in, winning_position
from scoring.rules.proof.legality import fault_of, legal_cards
from scoring.rules.variants import PRESETS
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.weis import counting, overlaps, recognise

VECTORS = Path(__file__).parents[1] / "vectors"


def read(name: str, *, part: str) -> list[dict[str, Any]]:
    """One list of examples."""
    examples: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))[part]
    return examples


def cards_of(words: list[str]) -> tuple[int, ...]:
    """The cards in the order written."""
    return tuple(card(word) for word in words)


def options_of(preset: str) -> SchieberOptions:
    """The options of a preset."""
    return SchieberOptions.from_json(PRESETS[preset].values)


def recognised(words: str, *, mode: str, options: SchieberOptions) -> Weis:
    """The Weis under these options, which it must be."""
    assert options.weis_table is not None
    weis = recognise(cards(words), mode=MODE[mode], table=options.weis_table)
    assert weis is not None
    return weis


CASES = read("legal.json", part="cases")
WEIS = read("cases.json", part="weis")
DEALS = read("deals.json", part="deals")
WITH_WEISE = [deal for deal in DEALS if "weis" in deal]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
@pytest.mark.parametrize("undertrump", ["strict", "hindersi"])
def test_the_legal_cards(case: dict[str, Any], undertrump: Any) -> None:
    legal = legal_cards(
        set_of(cards_of(case["hand"])),
        trick=cards_of(case["trick"]),
        mode=MODE[case["mode"]],
        undertrump=undertrump,
    )
    assert notations(legal) == notations(set_of(cards_of(case[undertrump])))


@pytest.mark.parametrize("case", WEIS, ids=lambda case: case.get("why", "more points"))
def test_the_best_weis_and_what_its_side_scores(case: dict[str, Any]) -> None:
    options, table = options_of(case["preset"]), Table(seats=4, partners=True)
    shown = [(seat, recognised(words, mode=case["mode"], options=options)) for seat, words in case["weis"]]
    counts = counting(shown, mode=MODE[case["mode"]], options=options, table=table, forehand=1)
    counted = [one for one, counted in zip(shown, counts, strict=True) if counted]
    assert {table.side_of(seat) for seat, _ in counted} == {case["side"]}
    assert sum(weis.points for _, weis in counted) == case["points"]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_each_trick_goes_where_the_deal_says_and_is_worth_that_much(deal: dict[str, Any]) -> None:
    mode, table = MODE[deal["mode"]], Table(seats=deal["seats"], partners=deal["seats"] == 4)
    leader, last = deal["leader"], deal["tricks"][-1]
    for trick in deal["tricks"]:
        played = cards_of(trick["cards"])
        winner = table.order_from(leader)[winning_position(played, mode=mode)]
        points = points_in(played, mode=mode) + (LAST_TRICK if trick is last else 0)
        assert (trick["leader"], trick["winner"], trick["points"]) == (leader, winner, points)
        leader = winner


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_the_tricks_and_laid_cards_add_up_to_157(deal: dict[str, Any]) -> None:
    made = dict.fromkeys(deal["hands"], 0)
    for trick in deal["tricks"]:
        made[str(trick["winner"])] += trick["points"]
    assert made == deal["points_by_seat"]
    laid = {seat: points_in(cards_of([word]), mode=MODE[deal["mode"]]) for seat, word in deal.get("laid", {}).items()}
    total = {seat: points + laid.get(seat, 0) for seat, points in made.items()}
    assert total == deal.get("points_with_laid", made)
    assert sum(total.values()) == 157


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_each_card_was_played_once_from_its_hand_and_lawfully(deal: dict[str, Any]) -> None:
    mode, table = MODE[deal["mode"]], Table(seats=deal["seats"], partners=False)
    hands = {int(seat): set_of(cards_of(hand)) for seat, hand in deal["hands"].items()}
    assert sum(hands.values()) + set_of(cards_of(list(deal.get("laid", {}).values()))) == ALL_CARDS
    for trick in deal["tricks"]:
        played = cards_of(trick["cards"])
        for position, (seat, one) in enumerate(zip(table.order_from(trick["leader"]), played, strict=True)):
            assert holds(hands[seat], one)
            on = played[:position]
            fault = fault_of(one, hand=hands[seat], trick=on, mode=mode, undertrump="strict")
            assert (notation(one), fault) == (notation(one), None)
            hands[seat] ^= 1 << one
    assert set(hands.values()) == {0}


@pytest.mark.parametrize("preset", ["schieber-stargames", "schieber-official"])
@pytest.mark.parametrize("deal", WITH_WEISE, ids=lambda deal: deal["id"])
def test_the_weise_of_a_deal_come_from_its_hands_and_share_no_card(deal: dict[str, Any], preset: str) -> None:
    options = options_of(preset)
    earlier: dict[int, list[Weis]] = {}
    for shown in deal["weis"]:
        weis = recognised(" ".join(shown["cards"]), mode=deal["mode"], options=options)
        of_the_seat = earlier.setdefault(shown["seat"], [])
        assert weis.cards & ~set_of(cards_of(deal["hands"][str(shown["seat"])])) == 0
        assert not overlaps(weis, of_the_seat, crossing=bool(options.crossing))
        of_the_seat.append(weis)


@pytest.mark.parametrize(
    ("number", "preset", "scored"),
    [
        ("R1", "schieber-stargames", [(2, 20)]),
        ("R1", "schieber-official", [(2, 20), (4, 20)]),
        ("R2", "schieber-stargames", [(1, 20)]),
        ("R2", "schieber-official", [(1, 20), (3, 20)]),
        ("R3", "schieber-stargames", [(3, 20)]),
        ("R3", "schieber-official", [(3, 20), (3, 20)]),
    ],
)
def test_which_weise_of_a_deal_count(number: str, preset: str, scored: list[tuple[int, int]]) -> None:
    (deal,) = [deal for deal in DEALS if deal["id"] == number]
    options, table, mode = options_of(preset), Table(seats=4, partners=True), deal["mode"]
    shown = [(one["seat"], recognised(" ".join(one["cards"]), mode=mode, options=options)) for one in deal["weis"]]
    counts = counting(shown, mode=MODE[mode], options=options, table=table, forehand=deal["leader"])
    assert [(seat, weis.points) for (seat, weis), counted in zip(shown, counts, strict=True) if counted] == scored
