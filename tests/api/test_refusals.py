"""Refusals as docs/api.md (Problem codes) lists them: what else the answer says, and which kinds are expected when.

What is refused is in provoked.py.
"""

from typing import Any

import pytest

from tests.api.provoked import ALWAYS_THERE, ANNOUNCED, HANDS, ONE_TRICK, OPENED, TABLE, TRICKS, Refusal
from tests.api.says import (
    Json,
    announce,
    claim,
    deal,
    hand,
    incident,
    new_id,
    opening_of,
    play,
    push,
    reports_of,
    retract,
    stoeck,
    trick,
    weis,
)
from tests.api.table import Club, awaited

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("case", TABLE, ids=[f"{case}-{row}" for row, case in enumerate(TABLE)])
def test_a_refusal_says_what_could_be_instead_and_changes_nothing(case: Refusal) -> None:
    game = Club().open(variant=case.variant, rules=case.rules)
    if case.given:
        game.report(*case.given)
    problem = game.refused(case.sent)
    assert (problem["status"], problem["code"], problem["report"]) == (case.status, case.code, 0)
    assert {name: value for name, value in problem.items() if name not in ALWAYS_THERE} == case.members
    if case.status == 422:
        (fault,) = problem["errors"]
        assert fault["pointer"] == (case.pointer or pointed(case))
        assert {name: fault[name] for name in case.members} == case.members


def pointed(case: Refusal) -> str:
    """Where nothing else is said, a 422 points to the report or its kind; the first is enough."""
    return "/reports/0"


def test_the_index_is_that_of_the_culprit() -> None:
    game = Club().open()
    problem = game.refused(deal(), announce("rosen"), trick("R6 R7 R8 R9"), play("RA", seat=1), push())
    assert (problem["code"], problem["report"], problem["expected_seat"]) == ("not_your_turn", 3, 4)
    problem = game.refused(deal(), announce("rosen"), weis(1, "R6 R7"), push())
    assert (problem["code"], problem["report"]) == ("not_a_weis", 2)
    assert [fault["pointer"] for fault in problem["errors"]] == ["/reports/2/cards"]


def test_a_deal_to_come_is_named() -> None:
    game = Club().open()
    game.report(*ONE_TRICK)
    for report in (push(deal=3), retract(new_id(), deal=3), incident("misdeal", deal=3)):
        problem = game.refused(report)
        assert (problem["code"], problem["expects"]) == ("out_of_phase", game.game()["next"]["expects"])
        assert problem["detail"] == "Deal 3 is not open yet; the game is at deal 1."


def test_a_card_that_a_hand_lacks_is_told_from_one_that_it_cannot_hold() -> None:
    game = Club().open()
    game.report(*ONE_TRICK)
    problem = game.refused(hand(1, "E6 E7 E8 E9 E10 EU EO EK EA"))
    assert problem["detail"] == "The hand does not hold RA, which this seat has played."
    problem = game.refused(hand(3, HANDS[1]))
    assert problem["detail"] == "RA cannot be in this hand: it was seen with seat 1."


def test_known_reports_before_the_culprit_count() -> None:
    game = Club().open()
    known = [{**report, "id": new_id()} for report in ANNOUNCED]
    game.report(*known)
    assert game.refused(*known, play("RA"), push())["report"] == 3


def test_a_refused_report_uses_up_nothing_not_even_its_id() -> None:
    game = Club().open()
    sent = push(id=new_id())
    assert game.refused(sent)["code"] == "out_of_phase"
    body = game.report(deal(id=sent["id"]))
    assert (body["reports"][0]["id"], body["reports"][0]["seq"]) == (sent["id"], 1)


SAYABLE: dict[str, Json] = {
    "deal": deal(),
    "hand": hand(1, HANDS[1]),
    "push": push(),
    "announce": announce("schilten"),
    "weis": weis(2, "SK SO SU"),
    "stoeck": stoeck(2),
}
NEVER = {"game_over", "weis_too_late", "stoeck_too_late", "stoeck_impossible", "cannot_push", "not_in_these_rules"}
"""Codes that tell more exactly than `out_of_phase` why a kind is not expected."""

ON_PAPER = {"claim": {"missing_field"}}
"""A claim is not expected where its side alone says too little."""

MOMENTS: dict[str, list[Any]] = {
    "before the first deal": [],
    "opened": OPENED,
    "pushed": [deal(), push()],
    "announced": ANNOUNCED,
    "no trump": [deal(), announce("obenabe")],
    "a card lies": [*ANNOUNCED, play("RA")],
    "a trick lies": ONE_TRICK,
    "in trick 2": [*ONE_TRICK, play("EO")],
    "after trick 8": [*ANNOUNCED, *TRICKS[:8]],
    "settled": [*ANNOUNCED, *TRICKS],
    "claimed": [*ONE_TRICK, claim(2)],
    "claimed in trick 2": [*ONE_TRICK, TRICKS[1], claim(2)],
}


@pytest.mark.parametrize("call", ["known", "reported"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_expects_names_every_kind_that_is_not_out_of_phase(moment: str, call: str) -> None:
    game = Club().open(rules={"stoeck_call": call})
    if MOMENTS[moment]:
        game.report(*MOMENTS[moment])
    expects = game.game()["next"]["expects"]
    lying = [card for each in game.deals() for lying in each["tricks"] for card in lying["cards"]]
    following = next((card for each in TRICKS for card in each["cards"] if card not in lying), "E6")
    side = 1 if len(lying) == 20 else 2
    for kind, report in {**SAYABLE, "play": play(following), "claim": claim(side)}.items():
        answer = game.try_out(report)
        if kind in expects:
            assert answer.status == 200, (kind, answer.raw)
        else:
            assert answer.code[1] in {"out_of_phase", *NEVER, *ON_PAPER.get(kind, ())}, kind


def test_expects_keeps_the_order_of_the_kinds() -> None:
    game = Club().open(rules={"stoeck_call": "reported"})
    order = ["deal", "hand", "push", "announce", "weis", "play", "trick", "stoeck", "claim", "count"]
    for report in reports_of("R1"):
        expects = game.report(report)["game"]["next"]["expects"]
        assert expects == sorted(expects, key=order.index)


def test_nobody_is_alone_before_a_deal_and_after_it() -> None:
    game = Club().open()
    assert awaited(game.game()) == (["deal"], None)
    turns = [game.report(report)["game"]["next"]["seat"] for report in opening_of("R1")]
    assert turns == [1, 1, 1, 1, 1]
    turns = [game.report(report)["game"]["next"]["seat"] for report in TRICKS]
    assert turns == [2, 2, 4, 3, 1, 2, 2, 4, None]


def test_a_push_leaves_it_to_the_partner() -> None:
    table = Club().open()
    assert table.report(deal(), push())["game"]["next"]["seat"] == 3
    body = table.report(announce("schilten"))
    assert (body["game"]["deal"]["declarer"], body["game"]["deal"]["pushed"]) == (3, True)
    assert body["game"]["next"]["seat"] == 1
