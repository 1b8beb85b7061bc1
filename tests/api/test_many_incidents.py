"""Incidents cost the reports that follow nothing, and change nothing that is worked out."""

import pytest

from scoring.models import Report
from scoring.selectors.games import locked
from scoring.selectors.reports import standing_from
from scoring.services.reports.at_the_table import standing_at_the_table
from tests.api.court import Court
from tests.api.says import Json, announce, confirm, correct, deal, incident, new_id, play, retract, trick, weis
from tests.api.table import GameClient, without_chance
from tests.rules.known_deal import TRICKS

pytestmark = pytest.mark.django_db

REMARKS = 100


def read_by_the_next_trick(game: GameClient) -> int:
    """How many entries the next trick reads."""
    row = locked(game.row.pk)
    assert row is not None
    assert row.current_deal is not None
    return len(standing_at_the_table(row, place=row.current_deal.opened))


def remarks(number: int) -> list[Json]:
    return [incident("remark", note=f"no. {each}") for each in range(number)]


def evening(court: Court, *, noisy: bool) -> list[object]:
    """Two deals, with an incident after each report where it is noisy; what stands after each of them."""
    game, seen = court.game, []
    told = [
        deal(),
        announce("rosen"),
        weis(2, "RU R10 R9"),
        *(trick(one, number=n + 1) for n, one in enumerate(TRICKS)),
    ]
    for report in [*told, confirm(1, deal=1), deal(), announce("schilten"), play("R7"), play("RU")]:
        game.report({**report, "as_played": True}, by=court.scorer)
        if noisy:
            game.report(incident("remark"), by=court.scorer)
        court.is_sound()
        shown = game.game()
        seen.append(without_chance([shown["sides"], shown["status"], shown["deal"], shown["next"]["expects"]]))
    return seen


def test_a_trick_reads_no_incident() -> None:
    court = Court(deal(), announce("rosen"), trick(TRICKS[0]))
    before = read_by_the_next_trick(court.game)
    for _ in range(REMARKS // 10):
        court.game.report(*remarks(10))
    assert read_by_the_next_trick(court.game) == before
    court.game.report(trick(TRICKS[1]))
    assert read_by_the_next_trick(court.game) == before + 1
    court.is_sound()
    assert court.game.refused(incident("remark"))["code"] == "too_much_at_once"


def test_a_noisy_evening_is_worked_out_as_a_quiet_one() -> None:
    assert evening(Court(), noisy=True) == evening(Court(), noisy=False)


def test_what_is_newest_can_be_taken_back_whatever_it_is() -> None:
    court = Court(deal(), announce("rosen"), trick(TRICKS[0]))
    court.game.report(incident("remark"))
    assert court.game.game()["next"]["retract"]["kind"] == "incident"
    court.game.report(trick(TRICKS[1]))
    assert court.game.game()["next"]["retract"]["kind"] == "trick"


def test_a_misdeal_that_is_signed_is_read() -> None:
    misdeal = incident("misdeal", id=new_id())
    court = Court(deal(), announce("rosen"), trick(TRICKS[0]), misdeal, *remarks(5))
    court.game.report(confirm(1, report=misdeal["id"]))
    court.game.report(trick(TRICKS[1]))
    row = locked(court.game.row.pk)
    assert row is not None
    assert len(standing_at_the_table(row, place=1)) == len(standing_from(row, place=1))
    court.game.report(confirm(2, report=misdeal["id"]))
    assert court.game.deal["status"] == "void"
    court.game.report(deal(), announce("schilten"), trick("R7 RU RA R6", as_played=True))
    court.is_sound()
    assert court.game.deal["number"] == 2


@pytest.mark.parametrize("later", [retract, lambda id_: correct(id_, incident("other"))])
def test_an_incident_that_was_taken_back_or_corrected_stays_so(later: object) -> None:
    remark = incident("remark", id=new_id())
    court = Court(deal(), announce("rosen"), trick(TRICKS[0]), remark)
    assert callable(later)
    court.game.report(later(remark["id"]))
    for cards in TRICKS[1:4]:
        court.game.report(trick(cards))
        court.is_sound()
    assert Report.objects.filter(game=court.game.row, kind="trick").count() == 4


def test_a_deal_that_is_taken_back_tells_of_its_incidents() -> None:
    opening = deal(id=new_id())
    court = Court(opening, incident("remark"), incident("misdeal"))
    answer = court.game.report(retract(opening["id"]), by=court.vreni)
    assert [one["effect"] for one in answer["effects"]] == ["incident_without_deal"] * 2
    court.is_sound()
