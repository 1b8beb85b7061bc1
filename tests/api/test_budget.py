"""A call has a budget: what belongs together is judged once; a call that has the record read too often is refused."""

import pytest

from scoring.rules import taking_back
from scoring.rules.reading import Reading
from tests.api.document import judged
from tests.api.says import Json, announce, confirm, correct, deal, incident, new_id, retract, slates, trick, weis
from tests.api.table import Club, GameClient, problem_in

pytestmark = pytest.mark.django_db

CALL = incident("call_referee")
DEALS = 12


@pytest.fixture
def game() -> GameClient:
    return Club(transport=judged()).open(rules={"target": None, "deals": 100})


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many reports stood each time the record was read."""
    read, counted = Reading.read, []

    def count(self: Reading, **how: object) -> None:
        counted.append(len(self.units))
        read(self, **how)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(Reading, "read", count)
    return counted


def slips(ids: list[str], *between: Json) -> list[Json]:
    """Each slate corrected by one point, with these reports after each."""
    told: list[Json] = []
    for id_ in ids:
        told += [correct(id_, {"kind": "count", "mode": "rosen", "points": {"1": 80}}), *between]
    return told


def counted_deals(game: GameClient) -> list[str]:
    """The ids of the slates of some deals."""
    told = slates(*[100] * DEALS)
    game.report(*told)
    return [report["id"] for report in told[1::2]]


def test_corrections_with_incidents_between_them_are_judged_once(game: GameClient, readings: list[int]) -> None:
    ids = counted_deals(game)
    readings.clear()
    answer = game.report(*slips(ids, CALL))
    assert len(readings) == 2  # as the record was, and once more
    assert [line["kind"] for line in answer["reports"]] == ["correct", "incident"] * DEALS
    assert game.totals == [80 * DEALS, 77 * DEALS]
    seqs = [line["seq"] for line in answer["reports"]]
    assert seqs == list(range(seqs[0], seqs[0] + 2 * DEALS))


def test_such_a_call_records_what_each_call_by_itself_would() -> None:
    def told(*, together: bool) -> list[Json]:
        game = Club().open(rules={"target": None, "deals": 100})
        ids = counted_deals(game)
        call = slips(ids, CALL, {**CALL, "deal": 2})
        for reports in [call] if together else [[one] for one in call]:
            game.report(*reports)
        kept = ("seq", "kind", "deal", "category", "replacement", "at_seq")
        return [{name: line.get(name) for name in kept} for line in game.journal()]

    assert told(together=True) == told(together=False)


def test_an_incident_of_the_same_call_may_be_taken_back(game: GameClient) -> None:
    ids = counted_deals(game)
    noted = {**CALL, "id": new_id()}
    game.report(*slips(ids[:1], noted), retract(noted["id"]), *slips(ids[1:2]))
    assert game.totals[0] == 160 + 100 * (DEALS - 2)


def test_a_fault_in_such_an_incident_is_placed(game: GameClient) -> None:
    ids = counted_deals(game)
    problem = game.refused(*slips(ids[:1], {**CALL, "deal": 99}), *slips(ids[1:2]))
    assert (problem["code"], problem["report"]) == ("out_of_phase", 1)


def test_a_call_that_has_the_record_read_too_often_is_refused(
    game: GameClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = counted_deals(game)
    reports = 2 * DEALS
    monkeypatch.setattr(taking_back, "MOST_READ_AGAIN", 4 * reports)
    signed = confirm(1, deal=1)
    problem = game.refused(*slips(ids[:6], signed))
    assert (problem["status"], problem["code"], problem["report"]) == (422, "too_much_at_once", 8)
    game.report(*slips(ids[:4], signed))
    game.report(*slips(ids[4:]))


def test_the_first_correction_is_possible_however_long_the_game(
    game: GameClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = counted_deals(game)
    monkeypatch.setattr(taking_back, "MOST_READ_AGAIN", 1)
    game.report(*slips(ids[:3]))


def test_a_queue_of_a_phone_that_slips_often_is_taken(game: GameClient) -> None:
    game.report(deal(), announce("rosen"))
    told: list[Json] = []
    for _ in range(40):
        id_ = new_id()
        told += [{**trick("R6 R7 R8 R9"), "id": id_}, retract(id_)]
    game.report(*told)
    answer = game.send(weis(2, "RU R10 R9"))
    assert answer.status == 201, problem_in(answer)
