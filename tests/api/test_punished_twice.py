"""A ruling on a fault that another standing ruling has punished: the answer warns, and refuses nothing."""

from typing import Any

import pytest

from tests.api.court import Court
from tests.api.says import Json, announce, deal, reports_of, trick, weis
from tests.desk.hall import REVOKED

pytestmark = pytest.mark.django_db

R1 = reports_of("R1")


def ruled_first(court: Court, **told: Any) -> Json:
    """A dispute that is ruled on."""
    dispute = court.taken()
    court.ruled(dispute, **{"remedy": "trick_to_opponents"} | told)
    return dispute


def warnings(court: Court, dispute: Json, *, dry_run: bool = True, **told: Any) -> list[Json]:
    """The warnings of a ruling on this dispute."""
    body = {"discovered": "deal_over", "reason": "so", "remedy": "deal_lost", "dry_run": dry_run} | told
    answer = court.do(dispute, "rulings", by=court.vreni, **body)
    assert answer.status in {200, 201}, answer.raw.decode()
    found: list[Json] = answer.body["warnings"]
    return found


def test_a_second_ruling_on_one_fault_is_warned_of_and_made() -> None:
    court = Court(*R1)
    first = ruled_first(court)
    second = court.taken()
    expected = {
        "code": "punished_already",
        "dispute": first["id"],
        "remedy": "trick_to_opponents",
        "detail": "Another ruling that stands has punished this fault: Trick to the opponents. This one comes on top.",
    }
    assert warnings(court, second) == [expected]
    assert warnings(court, second, dry_run=False) == [expected]
    court.is_sound()
    assert [one["id"] for one in court.organizer.get(f"{court.game.path}/disputes?state=ruled").body["results"]] == [
        first["id"],
        second["id"],
    ]


def test_the_warning_speaks_the_readers_language() -> None:
    court = Court(*R1)
    ruled_first(court)
    path, body = f"/disputes/{court.taken()['id']}/rulings", {"discovered": "deal_over", "remedy": "deal_lost"}
    answer = court.vreni.call("POST", path, {**body, "reason": "so", "dry_run": True}, accept_language="de")
    assert "schon geahndet: Stich an die Gegner" in answer.body["warnings"][0]["detail"]


@pytest.mark.parametrize(
    "told",
    [
        {"remedy": "warning"},
        {"remedy": "score_stands"},
        {"trick": 2},
        {"seat": 3},
        {"side": 1},
        {"offence": "undertrump"},
    ],
)
def test_what_is_no_second_punishment(told: Json) -> None:
    court = Court(*R1)
    ruled_first(court)
    assert warnings(court, court.taken(), **told) == []


@pytest.mark.parametrize("remedy", ["warning", "score_stands"])
def test_what_was_no_punishment(remedy: str) -> None:
    court = Court(*R1)
    ruled_first(court, remedy=remedy)
    assert warnings(court, court.taken()) == []


def test_a_ruling_does_not_come_on_top_of_the_one_that_it_corrects() -> None:
    court = Court(*R1)
    assert warnings(court, ruled_first(court)) == []


def test_what_stands_no_more_has_punished_nothing() -> None:
    court = Court(*R1)
    first = ruled_first(court)
    court.done(first, "dismiss", by=court.vreni, reason="It was lawful.")
    second = court.taken()
    assert warnings(court, second) == []
    court.ruled(first, remedy="adjust", points={"1": 5})
    assert [one["remedy"] for one in warnings(court, second)] == ["adjust"]
    court.done(first, "appeal", by=court.seats[2], statement="Why?")
    assert [one["remedy"] for one in warnings(court, second)] == ["adjust"], "it stands until the appeal is decided"
    court.done(first, "dismiss", by=court.urs, reason="No reason.")
    assert warnings(court, second) == []


def test_another_deal_has_faults_of_its_own() -> None:
    court = Court(*R1, deal(), announce("rosen"), trick("E6 E7 E8 E9"))
    ruled_first(court)
    assert warnings(court, court.taken(deal=2)) == []


def test_one_finding_is_one_fault_whatever_it_is_called() -> None:
    court = Court(deal(), announce("rosen"), weis(2, "RU R10 R9"))
    for number, cards in enumerate(REVOKED, start=1):
        court.game.report(trick(cards, number=number, as_played=True))
    finding = next(one for one in court.game.deal["findings"] if one["fault"] == "revoke")
    first = court.taken(finding=finding["id"], trick=None, seat=None)
    court.ruled(first, remedy="trick_to_opponents")
    second = court.taken(finding=finding["id"], trick=None, seat=None)
    assert [one["dispute"] for one in warnings(court, second, offence="remark")] == [first["id"]]
    third = court.taken(trick=2, seat=3)
    assert [one["dispute"] for one in warnings(court, third)] == [first["id"]], "the same fault, told without its id"


def test_a_retry_is_not_warned_of() -> None:
    court = Court(*R1)
    ruled_first(court)
    second = court.taken()
    body = {"discovered": "deal_over", "remedy": "deal_lost", "reason": "so"}
    assert court.do(second, "rulings", by=court.vreni, **body).body["warnings"] != []
    again = court.do(second, "rulings", by=court.vreni, **body).body
    assert (again["duplicate"], "warnings" in again) == (True, False)
