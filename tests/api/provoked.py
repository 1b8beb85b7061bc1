"""What is refused, as data: the table at that moment, and what is said. Tests ask for it in every way they like.

The worked deal R1 is played: Schilten are trump, seat 1 leads, seat 2 takes the first two tricks.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from tests.api.says import (
    Json,
    announce,
    bid,
    claim,
    confirm,
    deal,
    hand,
    incident,
    lay,
    new_id,
    play,
    push,
    reports_of,
    retract,
    stoeck,
    trick,
    tricks_of,
    weis,
    worked,
)

TRICKS = tricks_of("R1")
HANDS = {int(seat): " ".join(cards) for seat, cards in worked("R1")["hands"].items()}
OPENED = [deal()]
ANNOUNCED = [deal(), announce("schilten")]
ONE_TRICK = [*ANNOUNCED, TRICKS[0]]
SETTLED = reports_of("R1")
ROSEN = [deal(), announce("rosen")]
ONE, TWO = "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a01", "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a02"
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
    variant: str = "schieber"

    def __str__(self) -> str:
        said = {name: value for name, value in self.sent.items() if name != "cards"}
        return f"{self.code}-{'-'.join(map(str, said.values()))}"


def count(*points: int, **fields: Any) -> Json:
    """Settle a deal by what the slate holds: the points of side 1, and of side 2."""
    return {"kind": "count", "points": {str(side): each for side, each in enumerate(points, start=1)}, **fields}


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
    Refusal("out_of_phase", ANNOUNCED, push(), at("hand weis play trick stoeck count")),
    Refusal("out_of_phase", ANNOUNCED, announce("rosen"), at("hand weis play trick stoeck count")),
    Refusal("out_of_phase", ANNOUNCED, deal(), at("hand weis play trick stoeck count"), rules={"claim": "off"}),
    Refusal("out_of_phase", ANNOUNCED, deal(), at("hand play trick stoeck count"), rules={"weis": False}),
    Refusal("out_of_phase", ANNOUNCED, deal(), at("hand weis play trick count"), rules={"stoeck": False}),
    Refusal("out_of_phase", [deal(), announce("obenabe")], deal(), at("hand weis play trick count")),
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

SLATES = [
    Refusal("out_of_phase", [], count(97, 60), at("deal")),
    Refusal("points_do_not_sum", ANNOUNCED, count(97, 61), {"expected": 157}, 422, "/reports/0/points"),
    Refusal("match_with_points", ANNOUNCED, count(156, 1, match=1), {}, 422, "/reports/0/match"),
    Refusal("missing_field", ANNOUNCED, count(157, 0), {}, 422, "/reports/0/match"),
    Refusal("invalid_value", ANNOUNCED, count(97, 60, weis={"1": 20, "2": 20}), {}, 422, "/reports/0/weis"),
    Refusal("points_too_low", ONE_TRICK, count(156, 1), {"side": 2, "least": 39}),
]

BEFORE_AND_AFTER = [
    Refusal("out_of_phase", OPENED, push(deal=3), at("hand push announce count")),
    Refusal("trick_missing", ANNOUNCED, {**TRICKS[1], "number": 2}, {"expected_number": 1}),
    Refusal("id_reused", [deal(id=ONE)], push(id=ONE), {}),
    Refusal("already_replaced", [deal(id=ONE), retract(ONE, id=TWO)], retract(ONE), {"current": TWO}),
    Refusal(
        "later_reports_conflict",
        [deal(), announce("schilten", id=ONE), {**TRICKS[0], "id": TWO}],
        retract(ONE),
        {"reports": [TWO], "conflicts": [{"report": TWO, "code": "out_of_phase"}]},
    ),
    Refusal("invalid_value", OPENED, retract(ONE), {}, 422, "/reports/0/report"),
    Refusal("invalid_value", [deal(id=ONE), retract(ONE, id=TWO)], retract(TWO), {}, 422, "/reports/0/report"),
    Refusal("invalid_value", OPENED, confirm(1, report=ONE), {}, 422, "/reports/0/report"),
    Refusal("invalid_value", [], incident("Not a word"), {}, 422, "/reports/0/category"),
]

TURNED = deal(turned="SA")
ALL_BID = [TURNED, *(bid(seat, 30) for seat in (1, 2, 3, 4))]
DIFFERENZLER = [
    replace(row, variant="differenzler")
    for row in (
        Refusal("missing_field", [], deal(), status=422, pointer="/reports/0/turned"),
        Refusal("not_in_these_rules", [TURNED], announce("rosen"), {"option": "announce"}, 422, "/reports/0/kind"),
        Refusal(
            "not_in_these_rules",
            ALL_BID,
            count(52, 43, 42, 20, weis={"1": 20}),
            {"option": "weis"},
            422,
            "/reports/0/weis",
        ),
        Refusal("bid_out_of_range", [TURNED], bid(1, 158), {"allowed": "0..157"}, 422, "/reports/0/points"),
        Refusal("bid_out_of_range", [TURNED], bid(1, -1), {"allowed": "0..157"}, 422, "/reports/0/points"),
        Refusal(
            "bid_out_of_range", [TURNED], count(1, bids={"2": 158}), {"allowed": "0..157"}, 422, "/reports/0/bids/2"
        ),
        Refusal("wrong_type", [TURNED], bid(1, "30"), status=422, pointer="/reports/0/points"),
        Refusal("already_bid", [TURNED, bid(2, 30)], bid(2, 30), {"seat": 2}),
        Refusal("already_bid", [TURNED, bid(2, 30)], bid(2, 31, deal=1), {"seat": 2}),
        Refusal("already_bid", [TURNED, bid(2, 30)], count(52, 43, 42, bids={"2": 30}), {"seat": 2}),
        Refusal("not_your_turn", [TURNED], bid(2, 30), {"expected_seat": 1}, rules={"bids": "open"}),
        Refusal("out_of_phase", [TURNED, bid(1, 30)], play("RA"), at("hand bid count")),
        Refusal("out_of_phase", [TURNED], bid(1, 30, deal=2), at("hand bid count")),
        Refusal("out_of_phase", ALL_BID, deal(turned="SA"), at("hand play trick count")),
        Refusal("missing_field", [TURNED], count(52, 43, 42), status=422, pointer="/reports/0/bids"),
        Refusal("missing_field", ALL_BID, count(52, 43), status=422, pointer="/reports/0/points/3"),
        Refusal("points_do_not_sum", ALL_BID, count(52, 43, 42, 21), {"expected": 157}, 422, "/reports/0/points"),
        Refusal("card_not_in_hand", ALL_BID, play("SA"), {"seat": 1, "card": "SA"}),
        Refusal("hand_contradicts", ALL_BID, hand(1, "SA S6 S7 S8 S9 S10 SU SO SK"), {"seat": 4, "card": "SA"}),
        Refusal("hand_contradicts", ALL_BID, hand(4, "B6 S6 S7 S8 S9 S10 SU SO SK"), {"seat": 4, "card": "SA"}),
    )
]
"""The same of Differenzler: seat 4 deals and turns up SA."""

TURNED_EIDEX = deal(turned="BK")
AWAITING = [TURNED_EIDEX, *tricks_of("C1")]
SLATE = [deal(turned="E8")]
EIDEX = [
    replace(row, variant="eidex")
    for row in (
        Refusal("missing_field", [], deal(), status=422, pointer="/reports/0/turned"),
        Refusal("not_in_these_rules", SLATE, claim(1), {"option": "claim"}, 422, "/reports/0/kind"),
        Refusal("not_in_these_rules", SLATE, count(60, 50, match=1), {"option": "match"}, 422, "/reports/0/match"),
        Refusal("not_a_seat", SLATE, lay(4, "E6"), status=422, pointer="/reports/0/seat"),
        Refusal("not_a_card", SLATE, lay(1, "X6"), status=422, pointer="/reports/0/card"),
        Refusal("already_laid", [*SLATE, lay(2, "R9")], lay(2, "R9"), {"seat": 2}),
        Refusal("already_laid", [*AWAITING, lay(2, "R9")], lay(2, "S9", deal=1), {"seat": 2}),
        Refusal("out_of_phase", AWAITING, deal(turned="E8"), at("hand lay")),
        Refusal("out_of_phase", AWAITING, play("E6"), at("hand lay")),
        Refusal("out_of_phase", AWAITING, count(60, 50, 47), at("hand lay")),
        Refusal("out_of_phase", [*SLATE, count(60, 50, 47)], lay(2, "R9"), at("deal")),
        Refusal("points_do_not_sum", SLATE, count(60, 50, 48), {"expected": 157}, 422, "/reports/0/points"),
        Refusal("points_too_low", AWAITING[:4], count(60, 40, 57), {"side": 2, "least": 45}),
        Refusal("missing_field", SLATE, count(60), status=422, pointer="/reports/0/points/2"),
        Refusal("missing_field", SLATE, count(100, 40, 17), status=422, pointer="/reports/0/tricks"),
        Refusal(
            "invalid_value",
            SLATE,
            count(100, 40, 17, tricks={"1": 11, "2": 0, "3": 0}),
            status=422,
            pointer="/reports/0/tricks/2",
        ),
        Refusal("card_not_in_hand", [TURNED_EIDEX], play("BK"), {"seat": 1, "card": "BK"}, rules={}),
    )
]
"""The same of Cosmic Eidex: the worked deal C1, turned by a seat: seat 3 deals, with the turned card BK."""

TABLE = [*OUT_OF_PHASE, *TURNS, *CARDS, *WEISE, *RULES, *CLAIMS, *SLATES, *BEFORE_AND_AFTER, *DIFFERENZLER, *EIDEX]

FORMS: list[tuple[Json, str, str]] = [
    ({}, "kind", "missing_field"),
    ({"kind": None}, "kind", "wrong_type"),
    ({"kind": 3}, "kind", "wrong_type"),
    ({"kind": "card"}, "kind", "unknown_kind"),
    ({"kind": "Trick"}, "kind", "unknown_kind"),
    (play("H7"), "card", "not_a_card"),
    (play(""), "card", "not_a_card"),
    (play("R1"), "card", "not_a_card"),
    (play("R10 "), "card", "not_a_card"),
    ({"kind": "play", "card": 7}, "card", "wrong_type"),
    ({"kind": "play", "card": None}, "card", "wrong_type"),
    (play("R6", seat=5), "seat", "not_a_seat"),
    (play("R6", seat=0), "seat", "not_a_seat"),
    (play("R6", seat=-1), "seat", "not_a_seat"),
    (play("R6", seat="1"), "seat", "wrong_type"),
    (play("R6", seat=1.0), "seat", "wrong_type"),
    (play("R6", seat=True), "seat", "wrong_type"),
    (play("R6", number=0), "number", "invalid_value"),
    (play("R6", number=10), "number", "invalid_value"),
    (play("R6", number="1"), "number", "wrong_type"),
    (play("R6", deal=0), "deal", "invalid_value"),
    (play("R6", deal="1"), "deal", "wrong_type"),
    (play("R6", as_played="yes"), "as_played", "wrong_type"),
    (play("R6", as_played=1), "as_played", "wrong_type"),
    (play("R6", id=7), "id", "wrong_type"),
    (play("R6", id="7"), "id", "invalid_value"),
    (play("R6", occurred_at="yesterday"), "occurred_at", "invalid_value"),
    (play("R6", occurred_at="2026-03-07T12:00:00"), "occurred_at", "invalid_value"),
    (play("R6", occurred_at=7), "occurred_at", "wrong_type"),
    (play("R6", leader=1), "leader", "unknown_field"),
    (play("R6", duplicate=False), "duplicate", "unknown_field"),
    (deal(dealer=9), "dealer", "not_a_seat"),
    (announce("slalom"), "mode", "mode_not_allowed"),
    (announce("Rosen"), "mode", "mode_not_allowed"),
    ({"kind": "announce", "mode": 1}, "mode", "wrong_type"),
    (trick("R6 R7 R8"), "cards", "invalid_value"),
    (trick("R6 R7 R8 R9 R10"), "cards", "invalid_value"),
    (trick("R6 R7 R8 H9"), "cards/3", "not_a_card"),
    ({"kind": "trick", "cards": "R6 R7 R8 R9"}, "cards", "wrong_type"),
    ({"kind": "trick", "cards": ["R6", "R7", 8, "R9"]}, "cards/2", "wrong_type"),
    ({"kind": "trick", "cards": {}}, "cards", "wrong_type"),
    (hand(1, "R6 R7 R8"), "cards", "invalid_value"),
    (hand(1, "R6 R7 R8 R9 R10 RU RO RK R6"), "cards/8", "invalid_value"),
    (hand(5, "R6 R7 R8 R9 R10 RU RO RK RA"), "seat", "not_a_seat"),
    (claim(3), "side", "invalid_value"),
    (claim(0), "side", "invalid_value"),
    (claim(1, counted={"1": 158}), "counted/1", "invalid_value"),
    (claim(1, counted={"1": -1}), "counted/1", "invalid_value"),
    (claim(1, counted={"3": 1}), "counted/3", "unknown_field"),
    (claim(1, counted={"1": "1"}), "counted/1", "wrong_type"),
    (claim(1, counted=[1]), "counted", "wrong_type"),
    (claim(1, counted={"1": 1}, stoeck=3), "stoeck", "invalid_value"),
    (retract("7"), "report", "invalid_value"),
    ({"kind": "retract", "report": 7}, "report", "wrong_type"),
    (retract(new_id(), reason=7), "reason", "wrong_type"),
    (retract(new_id(), reason="a" * 2001), "reason", "invalid_value"),
    (retract(new_id(), reason="a\u202eb"), "reason", "invalid_value"),
]
"""Reports that are not of their form, whatever the game: what is said, where the fault lies, and its code."""
