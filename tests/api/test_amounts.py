"""A deal takes a bounded number of incidents and Weise, and a dispute a bounded number of statements."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Report
from scoring.services.disputes.steps import MOST_DISPUTES, MOST_ENTRIES
from scoring.services.reports.amounts import MOST
from tests.api.court import Court
from tests.api.document import judged
from tests.api.says import announce, correct, deal, incident, new_id, reports_of, retract, weis
from tests.api.table import Club, GameClient, problem_in

pytestmark = pytest.mark.django_db

INCIDENTS, WEISE = MOST["incident"], MOST["weis"]
CALL = incident("call_referee")


@pytest.fixture
def game() -> GameClient:
    return Club(transport=judged()).open()


def refused(game: GameClient, *reports: dict[str, object]) -> int:
    """The index of the report that is too much; the call leaves no trace."""
    before = Report.objects.filter(game=game.row).count()
    answer = game.send(*reports, by=game.scorer)
    problem = problem_in(answer)
    assert (answer.status, problem["code"]) == (422, "too_much_at_once")
    assert Report.objects.filter(game=game.row).count() == before
    report: int = problem["report"]
    return report


def test_incidents_are_bounded_from_call_to_call_and_within_one(game: GameClient) -> None:
    game.report(deal(), *[CALL] * (INCIDENTS - 2))
    assert refused(game, CALL, CALL, CALL) == 2
    game.report(CALL, CALL)
    assert refused(game, CALL) == 0


def test_everything_else_is_taken_at_such_a_table(game: GameClient) -> None:
    game.report(deal(), *[CALL] * INCIDENTS)
    game.report(*reports_of("R1")[1:])
    game.report(deal(), CALL)


def test_before_the_first_deal_the_bound_holds_as_well(game: GameClient) -> None:
    game.report(*[CALL] * INCIDENTS)
    assert refused(game, CALL) == 0


def test_what_was_taken_back_or_put_in_its_place_counts(game: GameClient) -> None:
    game.report(deal())
    ids = [new_id() for _ in range(INCIDENTS // 2)]
    for id_ in ids:
        game.report({**CALL, "id": id_})
    for id_ in ids[::2]:
        game.report(retract(id_))
    for id_ in ids[1::2]:
        game.report(correct(id_, CALL))
    left = INCIDENTS - INCIDENTS // 2 - len(ids[1::2])
    assert refused(game, *[CALL] * (left + 1)) == left


def test_an_incident_that_names_an_earlier_deal_counts_where_it_is_said(game: GameClient) -> None:
    game.report(*reports_of("R1"))
    game.report(deal(), *[{**CALL, "deal": 1}] * INCIDENTS)
    assert refused(game, {**CALL, "deal": 1}) == 0


def test_each_deal_of_a_long_call_has_its_own_bound(game: GameClient) -> None:
    half = INCIDENTS // 2 + 10
    game.report(deal(), announce("rosen"), *[CALL] * half)
    game.report({"kind": "count", "points": {"1": 100, "2": 57}}, deal(), *[CALL] * half)


def test_a_deal_on_record_already_opens_no_new_bound(game: GameClient) -> None:
    opening = {**deal(), "id": new_id()}
    game.report(opening, *[CALL] * INCIDENTS)
    assert refused(game, opening, CALL) == 1


def test_weise_are_bounded(game: GameClient) -> None:
    game.report(deal(), announce("rosen"))
    id_ = new_id()
    game.report({**weis(2, "RU R10 R9"), "id": id_})
    for _ in range(WEISE - 1):
        game.report(retract(id_))
        id_ = new_id()
        game.report({**weis(2, "RU R10 R9"), "id": id_})
    assert refused(game, retract(id_), weis(2, "RU R10 R9")) == 1


def test_a_table_full_of_incidents_is_as_cheap_as_any(game: GameClient) -> None:
    game.report(deal(), announce("schilten"))
    with CaptureQueriesContext(connection) as quiet:
        game.report(CALL)
    game.report(*[CALL] * (INCIDENTS - 2))
    with CaptureQueriesContext(connection) as loud:
        game.report(CALL)
    assert len(loud) == len(quiet)


# --- disputes ---------------------------------------------------------------------------------------------------------


def test_a_dispute_takes_so_many_statements_and_then_a_decision() -> None:
    court = Court(*reports_of("R1"))
    dispute = court.taken()
    for _ in range(MOST_ENTRIES - 2):
        assert court.do(dispute, "statements", by=court.scorer, side=1, statement="No.").status == 201
    answer = court.do(dispute, "statements", by=court.scorer, side=1, statement="No.")
    assert (answer.status, problem_in(answer)["code"]) == (422, "too_much_at_once")
    court.done(dispute, "dismiss", by=court.vreni, reason="Enough.")
    court.done(dispute, "appeal", by=court.scorer, side=1, statement="No.")
    court.done(dispute, "take", by=court.urs)


def test_a_deal_has_so_many_disputes() -> None:
    court = Court(*reports_of("R1"))
    raised = [court.dispute() for _ in range(MOST_DISPUTES)]
    assert court.do(raised[0], "withdraw", by=court.scorer).status == 200
    answer = court.raising()
    assert (answer.status, problem_in(answer)["code"]) == (422, "too_much_at_once")
