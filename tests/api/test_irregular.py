"""Against the rules: held up once with its findings, recorded as the fact it is where the reporter insists.

The worked deal R1 is played: Schilten are trump, seat 1 leads.
"""

from collections.abc import Sequence

import pytest

from tests.api.says import (
    Json,
    announce,
    claim,
    correct,
    deal,
    hand,
    new_id,
    play,
    reports_of,
    retract,
    stoeck,
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

TRICKS = tricks_of("R1")
HANDS = {int(seat): " ".join(cards) for seat, cards in worked("R1")["hands"].items()}
ANNOUNCED = [deal(), announce("schilten")]


def a_finding(fault: str, seat: int | None, trick: int | None, card: str | None, **told: object) -> Json:
    """A proven finding as the API shows it, without its id."""
    ordinary = {"status": "proven", "proven_by": None, "legal": None}
    return {"fault": fault, "seat": seat, "trick": trick, "card": card, **ordinary, **told}


def without_ids(findings: Sequence[Json]) -> list[Json]:
    """Findings without their ids and without the index of their report."""
    return [{name: value for name, value in each.items() if name not in {"id", "report"}} for each in findings]


def after(*reports: Json, **rules: object) -> GameClient:
    """A game in which these lawful reports were made."""
    game = Club().open(rules=rules)
    game.report(*reports)
    return game


def held_up(game: GameClient, *reports: Json, findings: Sequence[tuple[int, Json]]) -> None:
    """The reports are held up with exactly these findings, each with the index of its report."""
    problem = game.refused(*reports)
    assert (problem["status"], problem["code"]) == (409, "irregular")
    told = zip([each["report"] for each in problem["findings"]], without_ids(problem["findings"]), strict=True)
    assert list(told) == list(findings)
    assert problem["report"] == findings[0][0]


def recorded(game: GameClient, report: Json, finding: Json) -> Json:
    """Held up at first, then recorded with `as_played`: the finding opens, in the answer and in the deal."""
    held_up(game, report, findings=[(0, finding)])
    before = game.deal["findings"] if game.deals() else []
    body = game.report({**report, "as_played": True})
    assert without_ids(body["findings"]) == [finding]
    assert body["game"]["deal"]["findings"] == game.deal["findings"]
    opened = [each for each in game.deal["findings"] if each not in before]
    assert without_ids(opened) == [finding]
    assert opened[0]["id"] == body["findings"][0]["id"]
    assert game.journal()[-1]["as_played"] is True
    return body


# --- illegal plays ---------------------------------------------------------------------------------------------------

REVOKE = a_finding("revoke", 2, 1, "EO", legal=["R6", "R8", "S7", "S9", "SU", "SO", "SK"])
TRUMP_REVOKE = a_finding("trump_revoke", 2, 1, "R6", legal=["S7", "S9", "SU", "SO", "SK"])
UNDERTRUMP = a_finding("undertrump", 3, 1, "S8", legal=["R7", "RK"])


@pytest.mark.parametrize(
    ("seat", "cards", "finding"),
    [(2, "RA EO RK R10", REVOKE), (2, "S6 R6 S8 SA", TRUMP_REVOKE), (3, "RA S9 S8 R10", UNDERTRUMP)],
    ids=["revoke", "trump_revoke", "undertrump"],
)
def test_a_trick_against_a_hand_on_record(seat: int, cards: str, finding: Json) -> None:
    game = after(*ANNOUNCED, hand(seat, HANDS[seat]))
    recorded(game, trick(cards), finding)
    assert game.deal["tricks"][0]["cards"] == cards.split()
    assert game.deal["tricks"][0]["winner"] is not None


@pytest.mark.parametrize(
    ("seat", "cards", "finding"),
    [(2, "RA EO", REVOKE), (2, "S6 R6", TRUMP_REVOKE), (3, "RA S9 S8", UNDERTRUMP)],
    ids=["revoke", "trump_revoke", "undertrump"],
)
def test_a_play_against_a_hand_on_record(seat: int, cards: str, finding: Json) -> None:
    *before, last = cards.split()
    game = after(*ANNOUNCED, hand(seat, HANDS[seat]), *map(play, before))
    recorded(game, play(last), finding)


@pytest.mark.parametrize(
    ("seat", "cards", "finding"),
    [(2, "RA EO RK R10", REVOKE), (2, "S6 R6 S8 SA", TRUMP_REVOKE)],
    ids=["revoke", "trump_revoke"],
)
def test_a_hand_reported_late_proves_an_earlier_play(seat: int, cards: str, finding: Json) -> None:
    game = after(*ANNOUNCED, trick(cards), play("BU"))
    assert game.deal["findings"] == []
    recorded(game, hand(seat, HANDS[seat]), finding)


def test_the_option_decides_what_undertrumping_is() -> None:
    free = after(*ANNOUNCED, hand(3, HANDS[3]), undertrump="free")
    assert free.report(trick("RA S9 S8 R10"))["findings"] == []
    hindersi = after(*ANNOUNCED, hand(3, HANDS[3]), undertrump="hindersi")
    held_up(hindersi, trick("RA S9 S8 R10"), findings=[(0, UNDERTRUMP)])


def test_without_a_hand_on_record_nothing_is_proven() -> None:
    game = after(*ANNOUNCED)
    assert game.report(trick("RA EO RK R10"), trick("S6 S9 S8 SA"))["findings"] == []


def test_a_later_card_proves_what_lies() -> None:
    game = after(*ANNOUNCED, trick("RA EO RK R10"))
    later = a_finding("revoke", 2, 1, "EO", proven_by={"trick": 2, "card": "R6"}, legal=["R6"])
    recorded(game, trick("S6 R6 S8 SA"), later)


def test_counting_proves_without_a_hand() -> None:
    """Nine cards cannot all be trumps once another has played one: this hand had no right to undertrump."""
    game = after(*ANNOUNCED)
    recorded(game, trick("RA S9 S8 R10"), a_finding("undertrump", 3, 1, "S8"))


def test_a_typing_error_that_is_put_right_takes_its_finding_along() -> None:
    game = after(*ANNOUNCED, trick("RA EO RK R10", id=(first := new_id())))
    recorded(
        game,
        trick("S6 R6 S8 SA"),
        a_finding("revoke", 2, 1, "EO", proven_by={"trick": 2, "card": "R6"}, legal=["R6"]),
    )
    game.report(correct(first, trick("RA R8 RK R10")))
    assert game.deal["findings"] == []
    assert [entry["kind"] for entry in game.journal()][-2:] == ["trick", "correct"]


# --- false Weise and Stöck -------------------------------------------------------------------------------------------


def test_a_weis_that_the_hand_refutes() -> None:
    game = after(*ANNOUNCED, hand(2, HANDS[2]))
    recorded(game, weis(2, "BK BO BU"), a_finding("false_weis", 2, None, "BK"))
    game.report(TRICKS[0])
    assert [(each["seat"], each["counts"]) for each in game.deal["weis"]] == [(2, False)]
    assert [each["weis"] for each in game.deal["scores"]] == [0, 0]


def test_a_hand_that_refutes_a_weis() -> None:
    game = after(*ANNOUNCED, weis(2, "BK BO BU"))
    recorded(game, hand(2, HANDS[2]), a_finding("false_weis", 2, None, "BK"))


def test_a_card_of_another_seat_refutes_a_weis() -> None:
    game = after(*ANNOUNCED, weis(3, "RA RK RO"))
    proof = {"trick": 1, "card": "RA"}
    recorded(game, play("RA"), a_finding("false_weis", 3, None, "RA", proven_by=proof))


def test_a_card_that_lies_already_refutes_a_weis() -> None:
    game = after(*ANNOUNCED, TRICKS[0])
    proof = {"trick": 1, "card": "RK"}
    recorded(game, weis(1, "RA RK RO"), a_finding("false_weis", 1, None, "RA", proven_by=proof))


def test_a_false_weis_does_not_stand_in_the_way_of_another() -> None:
    table = after(*ANNOUNCED, hand(1, HANDS[1]))
    table.report(weis(4, "RO RU R10"), weis(1, "EA EK EO EU", as_played=True), TRICKS[0])
    assert [(each["seat"], each["counts"]) for each in table.deal["weis"]] == [(4, True), (1, False)]


def test_a_refuted_weis_proves_nothing_about_its_hand() -> None:
    game = after(*ANNOUNCED, weis(2, "RA RK RO"), weis(2, "SK SO SU"))
    game.report(play("RA", as_played=True))
    assert game.report(trick("RA S9 RK R10"))["findings"] == []


def test_a_stoeck_that_the_hand_refutes() -> None:
    game = after(*ANNOUNCED, hand(1, HANDS[1]))
    recorded(game, stoeck(1), a_finding("false_stoeck", 1, None, None))
    assert game.deal["stoeck"] is None
    game.report(stoeck(2))
    assert game.deal["stoeck"] == {"seat": 2, "points": 20}


def test_a_card_of_another_seat_refutes_the_stoeck() -> None:
    game = after(*ANNOUNCED, stoeck(4))
    assert game.deal["stoeck"] == {"seat": 4, "points": 20}
    game.report(play("RA"))
    proof = {"trick": 1, "card": "SK"}
    recorded(game, play("SK"), a_finding("false_stoeck", 4, None, None, proven_by=proof))
    assert game.deal["stoeck"] is None


# --- out of turn -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "report", [play("EU", seat=3), trick("EU E6 E10 EO", leader=3)], ids=lambda report: report["kind"]
)
def test_a_lead_out_of_turn_gives_way(report: Json) -> None:
    game = after(*ANNOUNCED, TRICKS[0])
    problem = game.refused(report)
    assert (problem["code"], problem["expected_seat"]) == ("not_your_turn", 2)
    body = game.report({**report, "as_played": True})
    assert without_ids(body["findings"]) == [a_finding("wrong_lead", 3, 2, "EU")]
    lying = game.deal["tricks"][1]
    assert (lying["leader"], lying["cards"][0]) == (3, "EU")
    assert without_ids(game.deal["findings"]) == [a_finding("wrong_lead", 3, 2, "EU")]
    assert game.game()["next"]["seat"] == (4 if report["kind"] == "play" else 2)


def test_a_deal_out_of_turn_gives_way_and_the_dealing_goes_on_from_it() -> None:
    game = Club().open()
    problem = game.refused(deal(dealer=2))
    assert (problem["code"], problem["expected_dealer"]) == ("wrong_dealer", 4)
    body = game.report(deal(dealer=2, as_played=True))
    assert without_ids(body["findings"]) == [a_finding("wrong_deal", 2, None, None)]
    assert (game.deal["dealer"], game.deal["leader"]) == (2, 3)
    game.report(announce("schilten"), *TRICKS)
    assert game.report(deal())["game"]["deal"]["dealer"] == 3


def test_the_dealer_named_rightly_is_no_finding() -> None:
    game = Club().open()
    body = game.report(deal(dealer=4, as_played=True))
    assert (body["findings"], body["game"]["deal"]["findings"]) == ([], [])


# --- in a batch ------------------------------------------------------------------------------------------------------


def test_one_answer_holds_all_findings_of_a_batch() -> None:
    batch = [*ANNOUNCED, hand(2, HANDS[2]), hand(3, HANDS[3]), weis(2, "BK BO BU"), trick("RA EO S8 R10")]
    game = Club().open()
    held_up(game, *batch, findings=[(4, a_finding("false_weis", 2, None, "BK")), (5, REVOKE)])
    batch[4] = {**batch[4], "as_played": True}
    problem = game.refused(*batch)
    assert (problem["code"], problem["report"]) == ("irregular", 5)
    batch[5] = {**batch[5], "as_played": True}
    body = game.report(*batch)
    assert without_ids(body["findings"]) == [a_finding("false_weis", 2, None, "BK"), REVOKE]


def test_a_refusal_on_the_way_outranks_the_findings() -> None:
    game = after(*ANNOUNCED, hand(2, HANDS[2]))
    for refused in ({"kind": "push"}, play("RA"), deal()):
        problem = game.refused(trick("RA EO RK R10"), refused)
        assert (problem["status"], problem["report"]) == (409, 1)
        assert problem["code"] != "irregular"
        assert "findings" not in problem


def test_only_new_findings_are_held_up() -> None:
    game = after(*ANNOUNCED, hand(2, HANDS[2]))
    game.report(trick("RA EO RK R10", as_played=True))
    assert game.report(trick("BU B10 BA B9"))["findings"] == []
    assert without_ids(game.deal["findings"]) == [REVOKE]


def test_a_finding_that_had_left_is_new_again() -> None:
    game = after(*ANNOUNCED, hand(2, HANDS[2], id=(shown := new_id())))
    game.report(trick("RA EO RK R10", as_played=True))
    (finding,) = game.deal["findings"]
    game.report(retract(shown))
    assert game.deal["findings"] == []
    recorded(game, hand(2, HANDS[2]), REVOKE)
    assert game.deal["findings"] == [finding]


def test_as_played_on_a_lawful_report_is_ignored() -> None:
    game = Club().open()
    body = game.report(*[{**report, "as_played": True} for report in [*ANNOUNCED, hand(2, HANDS[2]), *TRICKS]])
    assert body["findings"] == []
    assert game.deal["findings"] == []


def test_as_played_false_is_not_said() -> None:
    game = after(*ANNOUNCED, hand(2, HANDS[2]))
    held_up(game, trick("RA EO RK R10", as_played=False), findings=[(0, REVOKE)])


def test_a_dry_run_is_held_up_as_the_call_would_be() -> None:
    game = after(*ANNOUNCED, hand(2, HANDS[2]))
    tried = game.try_out(trick("RA EO RK R10"))
    assert tried.code == (409, "irregular")
    assert without_ids(tried.body["findings"]) == [REVOKE]
    tried = game.try_out(trick("RA EO RK R10", as_played=True))
    assert (tried.status, without_ids(tried.body["findings"])) == (200, [REVOKE])
    assert game.deal["findings"] == []


# --- a claim that falls short ----------------------------------------------------------------------------------------


def test_a_claim_that_falls_short_is_not_held_up() -> None:
    game = after(*ANNOUNCED, TRICKS[0])
    body = game.report(claim(2))
    assert body["game"]["status"] == "finished"
    result = body["game"]["result"]
    assert (result["winner"], result["winners"], result["reason"], result["deal"]) == (1, [1], "false_claim", 1)
    assert [side["score"] for side in body["game"]["sides"]] == [0, 78]


def test_whole_deals_without_a_fault_have_no_finding() -> None:
    game = Club().open()
    shown = [hand(seat, cards) for seat, cards in HANDS.items()]
    opened, *rest = reports_of("R1")
    assert game.report(opened, *shown, *rest)["findings"] == []
    assert game.deal["findings"] == []
