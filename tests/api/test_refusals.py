"""Every refusal of API.md section 4: the table at that moment, what is said, and all that is answered.

The worked deal R1 is played: Schilten are trump, seat 1 leads, seat 2 takes the first two tricks.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.api.says import (
    Json,
    announce,
    claim,
    deal,
    hand,
    new_id,
    opening_of,
    play,
    push,
    reports_of,
    stoeck,
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.table import Club

pytestmark = pytest.mark.django_db

TRICKS = tricks_of("R1")
HANDS = {int(seat): " ".join(cards) for seat, cards in worked("R1")["hands"].items()}
OPENED = [deal()]
ANNOUNCED = [deal(), announce("schilten")]
ONE_TRICK = [*ANNOUNCED, TRICKS[0]]
SETTLED = reports_of("R1")
ROSEN = [deal(), announce("rosen")]
ALWAYS_THERE = {"type", "title", "status", "detail", "instance", "code", "errors", "report"}


@dataclass(frozen=True)
class Refusal:
    """After `given`, `sent` is refused with `code`; the problem has `members`, and no others than all problems have."""

    code: str
    given: list[Json]
    sent: Json
    members: Json = field(default_factory=dict)
    status: int = 409
    pointer: str | None = None
    rules: Json = field(default_factory=dict)

    def __str__(self) -> str:
        said = {name: value for name, value in self.sent.items() if name != "cards"}
        return f"{self.code}-{'-'.join(map(str, said.values()))}"


def at(kinds: str) -> Json:
    """What `expects` says at that moment."""
    return {"expects": kinds.split()}


OUT_OF_PHASE = [
    Refusal("out_of_phase", [], push(), at("deal")),
    Refusal("out_of_phase", [], hand(1, HANDS[1]), at("deal")),
    Refusal("out_of_phase", [], announce("rosen"), at("deal")),
    Refusal("out_of_phase", [], weis(2, "SK SO SU"), at("deal")),
    Refusal("out_of_phase", [], play("RA"), at("deal")),
    Refusal("out_of_phase", [], TRICKS[0], at("deal")),
    Refusal("out_of_phase", [], stoeck(2), at("deal")),
    Refusal("out_of_phase", [], claim(1), at("deal")),
    Refusal("out_of_phase", OPENED, deal(), at("hand push announce count")),
    Refusal("out_of_phase", OPENED, play("RA"), at("hand push announce count")),
    Refusal("out_of_phase", OPENED, TRICKS[0], at("hand push announce count")),
    Refusal("out_of_phase", OPENED, weis(2, "SK SO SU"), at("hand push announce count")),
    Refusal("out_of_phase", OPENED, stoeck(2), at("hand push announce count")),
    Refusal("out_of_phase", OPENED, claim(1), at("hand push announce count")),
    Refusal("out_of_phase", OPENED, play("RA"), at("hand announce count"), rules={"pushing": "off"}),
    Refusal("out_of_phase", [deal(), push()], deal(), at("hand announce count")),
    Refusal("out_of_phase", ANNOUNCED, push(), at("hand weis play trick stoeck claim count")),
    Refusal("out_of_phase", ANNOUNCED, announce("rosen"), at("hand weis play trick stoeck claim count")),
    Refusal("out_of_phase", ANNOUNCED, deal(), at("hand weis play trick stoeck count"), rules={"claim": "off"}),
    Refusal("out_of_phase", ANNOUNCED, deal(), at("hand play trick stoeck claim count"), rules={"weis": False}),
    Refusal("out_of_phase", ANNOUNCED, deal(), at("hand weis play trick claim count"), rules={"stoeck": False}),
    Refusal("out_of_phase", [deal(), announce("obenabe")], deal(), at("hand weis play trick claim count")),
    Refusal("out_of_phase", [*ANNOUNCED, play("RA")], claim(1), at("hand weis play trick stoeck count")),
    Refusal("out_of_phase", ONE_TRICK, deal(), at("hand weis play trick stoeck claim count")),
    Refusal("out_of_phase", [*ONE_TRICK, play("EO")], claim(1), at("hand play trick stoeck count")),
    Refusal("out_of_phase", SETTLED, announce("rosen"), at("deal")),
    Refusal("out_of_phase", SETTLED, hand(1, HANDS[1]), at("deal")),
    Refusal("out_of_phase", SETTLED, play("RA"), at("deal")),
    Refusal("out_of_phase", SETTLED, claim(2), at("deal")),
]

TURNS = [
    Refusal("not_your_turn", OPENED, push(seat=2), {"expected_seat": 1}),
    Refusal("not_your_turn", OPENED, push(seat=2, as_played=True), {"expected_seat": 1}),
    Refusal("not_your_turn", OPENED, announce("rosen", seat=3), {"expected_seat": 1}),
    Refusal("not_your_turn", [deal(), push()], announce("rosen", seat=1), {"expected_seat": 3}),
    Refusal("not_your_turn", ANNOUNCED, play("EO", seat=2), {"expected_seat": 1}),
    Refusal("not_your_turn", ANNOUNCED, trick("EO EU E6 E10", leader=2), {"expected_seat": 1}),
    Refusal("not_your_turn", ONE_TRICK, play("EU", seat=3), {"expected_seat": 2}),
    Refusal("not_your_turn", ONE_TRICK, trick("EU E6 E10 EO", leader=3), {"expected_seat": 2}),
    Refusal("not_your_turn", [*ANNOUNCED, play("RA")], play("RK", seat=3), {"expected_seat": 2}),
    Refusal("not_your_turn", [*ANNOUNCED, play("RA")], play("RK", seat=3, as_played=True), {"expected_seat": 2}),
    Refusal("wrong_dealer", [], deal(dealer=1), {"expected_dealer": 4}),
    Refusal("wrong_dealer", SETTLED, deal(dealer=4), {"expected_dealer": 1}),
    Refusal("cannot_push", [deal(), push()], push(), {}),
    Refusal("cannot_push", [deal(), push()], push(seat=3), {}),
]

CARDS = [
    Refusal("card_already_played", ONE_TRICK, play("RA"), {"seat": 1, "trick": 1}),
    Refusal("card_already_played", ONE_TRICK, play("rk"), {"seat": 3, "trick": 1}),
    Refusal("card_already_played", [*ANNOUNCED, play("RA")], play("RA"), {"seat": 1, "trick": 1}),
    Refusal("card_already_played", ONE_TRICK, trick("EO EU R10 E10"), {"seat": 4, "trick": 1}),
    Refusal("card_already_played", ANNOUNCED, trick("EO EU E6 EO"), {"seat": 1, "trick": 1}),
    Refusal("card_already_played", ONE_TRICK, play("RA", as_played=True), {"seat": 1, "trick": 1}),
    Refusal("card_not_in_hand", [*ANNOUNCED, hand(1, HANDS[1])], play("E6"), {"seat": 1, "card": "E6"}),
    Refusal("card_not_in_hand", [*ANNOUNCED, hand(2, HANDS[2])], trick("RA E9 RK R10"), {"seat": 2, "card": "E9"}),
    Refusal("card_not_in_hand", [*ANNOUNCED, hand(1, HANDS[1])], play("E6", as_played=True), {"seat": 1, "card": "E6"}),
    Refusal("hand_contradicts", ONE_TRICK, hand(3, HANDS[1]), {"seat": 1, "card": "RA"}),
    Refusal("hand_contradicts", ONE_TRICK, hand(1, "E6 E7 E8 E9 E10 EU EO EK EA"), {"seat": 1, "card": "RA"}),
    Refusal("hand_contradicts", ONE_TRICK, hand(3, HANDS[1], as_played=True), {"seat": 1, "card": "RA"}),
    Refusal("already_shown", [*ANNOUNCED, hand(1, HANDS[1])], hand(1, HANDS[1]), {"seat": 1}),
    Refusal("already_shown", [deal(), hand(1, HANDS[1])], hand(1, HANDS[2], as_played=True), {"seat": 1}),
]

WEISE = [
    Refusal("weis_too_late", [*ONE_TRICK, play("EO")], weis(2, "SK SO SU"), {}),
    Refusal("weis_too_late", [*ONE_TRICK, TRICKS[1]], weis(2, "SK SO SU", as_played=True), {}),
    Refusal("not_a_weis", ANNOUNCED, weis(1, "E6 E7 E9"), {}, 422, "/reports/0/cards"),
    Refusal("not_a_weis", ANNOUNCED, weis(1, "E6 E7"), {}, 422, "/reports/0/cards"),
    Refusal("not_a_weis", ANNOUNCED, weis(1, "E8 R8 S8 B8"), {}, 422, "/reports/0/cards"),
    Refusal("not_a_weis", ANNOUNCED, weis(1, "E6 E7 E8 R8"), {}, 422, "/reports/0/cards"),
    Refusal("weis_overlap", [*ANNOUNCED, weis(1, "R9 R10 RU")], weis(1, "RU RO RK"), {}, 422, "/reports/0/cards"),
    Refusal("weis_overlap", [*ANNOUNCED, weis(1, "R9 R10 RU")], weis(1, "EU RU SU BU"), {}, 422, "/reports/0/cards"),
    Refusal(
        "weis_overlap",
        [*ANNOUNCED, weis(1, "EU RU SU BU")],
        weis(1, "EU RU SU BU"),
        {},
        422,
        "/reports/0/cards",
        {"preset": "schieber-official"},
    ),
    Refusal("stoeck_impossible", [deal(), announce("unenufe")], stoeck(2), {}),
    Refusal("stoeck_impossible", [deal(), announce("obenabe")], stoeck(2, as_played=True), {}),
    Refusal("stoeck_too_late", [*ROSEN, *tricks_of("R3")[:8]], stoeck(1), {}, rules={"stoeck_call": "reported"}),
    Refusal("stoeck_too_late", [*ROSEN, *tricks_of("R3")[:8]], stoeck(2), {}, rules={"stoeck_call": "reported"}),
]

RULES = [
    Refusal("not_in_these_rules", OPENED, push(), {"option": "pushing"}, 422, rules={"pushing": "off"}),
    Refusal("not_in_these_rules", ANNOUNCED, weis(2, "SK SO SU"), {"option": "weis"}, 422, rules={"weis": False}),
    Refusal("not_in_these_rules", ANNOUNCED, stoeck(2), {"option": "stoeck"}, 422, rules={"stoeck": False}),
    Refusal("not_in_these_rules", ONE_TRICK, claim(2), {"option": "claim"}, 422, rules={"claim": "off"}),
    Refusal("not_in_these_rules", ONE_TRICK, claim(2), {"option": "claim"}, 422, rules={"claim": "automatic"}),
    Refusal(
        "not_in_these_rules", ONE_TRICK, claim(2), {"option": "claim"}, 422, rules={"preset": "schieber-tournament"}
    ),
    Refusal(
        "not_in_these_rules",
        ANNOUNCED,
        claim(2, counted={"2": 90}, weis={"2": 20}),
        {"option": "weis"},
        422,
        "/reports/0/weis",
        {"weis": False},
    ),
    Refusal(
        "not_in_these_rules",
        ANNOUNCED,
        claim(2, counted={"2": 90}, stoeck=2),
        {"option": "stoeck"},
        422,
        "/reports/0/stoeck",
        {"stoeck": False},
    ),
]

CLAIMS = [
    Refusal("not_entitled", ONE_TRICK, claim(1), {"entitled": [2]}),
    Refusal("not_entitled", ONE_TRICK, claim(1, as_played=True), {"entitled": [2]}),
    Refusal("game_over", [*ONE_TRICK, claim(2)], claim(2), {}),
    Refusal("game_over", [*ONE_TRICK, claim(2)], TRICKS[1], {}),
    Refusal("game_over", [*ONE_TRICK, claim(2)], play("EO"), {}),
    Refusal("game_over", [*ONE_TRICK, claim(2)], deal(), {}),
    Refusal("game_over", [*ONE_TRICK, claim(2)], hand(1, HANDS[1]), {}),
    Refusal("game_over", [*ONE_TRICK, TRICKS[1], claim(2)], weis(2, "SK SO SU"), {}),
    Refusal("game_over", SETTLED, deal(), {}, rules={"target": 300, "claim": "off"}),
    Refusal("game_over", SETTLED, deal(), {}, rules={"deals": 1}),
    Refusal("missing_field", ANNOUNCED, claim(1), {}, 422, "/reports/0/counted"),
    Refusal("invalid_value", ONE_TRICK, claim(2, counted={"2": 39}), {}, 422, "/reports/0/counted"),
    Refusal("stoeck_impossible", [deal(), announce("obenabe")], claim(1, counted={"1": 9}, stoeck=1), {}),
    Refusal(
        "invalid_value",
        ANNOUNCED,
        claim(1, counted={"1": 50}, weis={"1": 20, "2": 20}),
        {},
        422,
        "/reports/0/weis",
    ),
]

TABLE = [*OUT_OF_PHASE, *TURNS, *CARDS, *WEISE, *RULES, *CLAIMS]


@pytest.mark.parametrize("case", TABLE, ids=[f"{case}-{row}" for row, case in enumerate(TABLE)])
def test_a_refusal_says_what_could_be_instead_and_changes_nothing(case: Refusal) -> None:
    game = Club().open(rules=case.rules)
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
    on_paper = {} if lying else {"counted": {"1": 1}}
    side = 1 if len(lying) == 20 else 2
    for kind, report in {**SAYABLE, "play": play(following), "claim": claim(side, **on_paper)}.items():
        answer = game.try_out(report)
        if kind in expects:
            assert answer.status == 200, (kind, answer.raw)
        else:
            assert answer.code[1] in {"out_of_phase", *NEVER}, kind


def test_expects_keeps_the_order_of_the_kinds() -> None:
    game = Club().open(rules={"stoeck_call": "reported"})
    order = ["deal", "hand", "push", "announce", "weis", "play", "trick", "stoeck", "claim", "count"]
    for report in reports_of("R1"):
        expects = game.report(report)["game"]["next"]["expects"]
        assert expects == sorted(expects, key=order.index)


def test_nobody_is_alone_before_a_deal_and_after_it() -> None:
    game = Club().open()
    assert game.game()["next"] == {"expects": ["deal"], "seat": None}
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
