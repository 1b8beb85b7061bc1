"""A Weis that is told too late, from the table to the referee (R-28, section 9)."""

import pytest

from tests.api.court import Court
from tests.api.says import Json, announce, deal, play, trick, weis
from tests.api.table import Club
from tests.api.test_transfer import exported, moved_with_its_disputes, taken

pytestmark = pytest.mark.django_db

LATE_WEIS: Json = {**weis(2, "SK SO SU"), "as_played": True}


def told(court: Court, *, language: str = "en") -> str:
    page = court.scorer.get(f"{court.game.path}/explain?deal=1&lang={language}").body
    return " ".join(step["text"] for step in page["steps"])


def test_a_late_weis_is_struck_by_the_referee() -> None:
    court = Court(deal(), announce("rosen"), play("R6"), play("RU"), rules={"weis_time": "own_turn"})
    held = court.game.refused(weis(2, "SK SO SU"))
    assert [(one["fault"], one["seat"]) for one in held["findings"]] == [("late_weis", 2)]
    court.game.report(LATE_WEIS, play("RK"), play("RA"))
    (found,) = court.game.deal["findings"]
    assert (found["status"], found["proven_by"]) == ("proven", {"trick": 1, "card": "RU"})
    assert [score["weis"] for score in court.game.deal["scores"]] == [0, 20]
    assert "Late Weis: Beat. Under of Roses in trick 1 proves it." in told(court)
    assert "Zu spät gewiesen" in told(court, language="de")
    dispute = court.taken(category="late_weis", trick=None, seat=2, finding=found["id"])
    ruled = court.ruled(dispute, remedy="weis_struck", discovered="trick_turned", seat=2)
    assert ruled["ruling"]["article"] == "R9-15"
    assert [score["weis"] for score in court.game.deal["scores"]] == [0, 0]
    assert court.game.deal["findings"][0]["status"] == "ruled"
    court.is_sound()
    other = taken(Club(), document := moved_with_its_disputes(exported(court.game)))
    assert exported(other) == document


def test_a_whole_trick_before_the_weis_is_too_late_under_own_turn() -> None:
    court = Court(deal(), announce("rosen"), trick("R6 RU RK RA"), rules={"weis_time": "own_turn"})
    court.game.refused(weis(2, "SK SO SU"))
    court.game.report(LATE_WEIS)
    plain = Court(deal(), announce("rosen"), trick("R6 RU RK RA"))
    plain.game.report(weis(2, "SK SO SU"))
    assert plain.game.deal["findings"] == []


def test_dismissed_it_counts_and_the_result_is_official() -> None:
    court = Court(deal(), announce("rosen"), play("R6"), play("RU"), rules={"weis_time": "own_turn", "deals": 1})
    court.game.report(LATE_WEIS)
    court.done(court.taken(category="late_weis", trick=None), "dismiss", by=court.vreni, reason="It was said in time.")
    assert court.game.deal["findings"][0]["status"] == "dismissed"
    court.is_sound()


def test_the_catalogues_name_what_follows() -> None:
    club = Club()
    found = club.organizer.get("/catalogues?lang=fr").body["results"]
    for catalogue in found:
        (one,) = [entry for entry in catalogue["entries"] if entry["offence"] == "late_weis"]
        assert [each["remedy"] for each in one["usual"]] == ["weis_struck"]
        assert len(one["discovered"]) == 3
