"""What is signed, disputed or ruled stays with the deal it is about, wherever that deal moves in the record."""

from collections.abc import Iterator

import pytest

from tests.api.court import Court
from tests.api.says import Json, confirm, correct, counted, deal, incident, new_id, retract, slates
from tests.api.table import Club, GameClient, effects
from tests.api.test_signatures import sound

pytestmark = pytest.mark.django_db

HIGH = {"target": 100_000}


@pytest.fixture
def game() -> Iterator[GameClient]:
    """A game with a far target; at the end its rows follow from its journal."""
    game = Club().open(rules=HIGH)
    yield game
    sound(game)


# --- misdeals --------------------------------------------------------------------------------------------------------


def test_a_signed_misdeal_of_a_deal_that_is_taken_back_voids_no_other(game: GameClient) -> None:
    game.report(*slates(100))
    opened, misdeal = deal(id=new_id()), incident("misdeal", id=new_id())
    game.report(opened, misdeal, confirm(1, report=misdeal["id"]), confirm(2, report=misdeal["id"]))
    body = game.report(retract(opened["id"]))
    assert game.totals == [100, 57]
    assert [one["status"] for one in game.deals()] == ["settled"]
    assert effects(body, "incident_without_deal") == [{"effect": "incident_without_deal", "report": misdeal["id"]}]


def test_a_misdeal_signed_after_its_deal_was_taken_back_voids_no_other(game: GameClient) -> None:
    game.report(*slates(100))
    opened, misdeal = deal(id=new_id()), incident("misdeal", id=new_id())
    game.report(opened, misdeal)
    game.report(retract(opened["id"]))
    game.report(deal())
    game.report(confirm(1, report=misdeal["id"]), confirm(2, report=misdeal["id"]))
    assert [one["status"] for one in game.deals()] == ["settled", "announcing"]
    assert game.totals == [100, 57]


# --- signatures ------------------------------------------------------------------------------------------------------


def test_a_signature_falls_with_what_it_signed_and_moves_to_no_other_deal(game: GameClient) -> None:
    first, second = slates(100), slates(90)
    game.report(*first, *second, confirm(1), confirm(2))
    body = game.report(retract(second[1]["id"]))
    assert [(one["status"], one["confirmed_by"]) for one in game.deals()] == [("settled", []), ("announcing", [])]
    removed = effects(body, "signatures_removed")
    assert [(one["deal"], one["sides"]) for one in removed] == [(2, [1, 2])]
    assert not any(one["confirmed"] for one in game.deals())


def test_signatures_of_a_deal_that_is_taken_back_sign_nothing(game: GameClient) -> None:
    first, second = slates(100), slates(90)
    game.report(*first, *second, confirm(1), confirm(2))
    game.report(retract(second[1]["id"]), retract(second[0]["id"]))
    assert [(one["status"], one["confirmed_by"]) for one in game.deals()] == [("settled", [])]


def test_signatures_stay_with_their_deal_when_one_before_it_goes(game: GameClient) -> None:
    reports = slates(100, 50, 60)
    game.report(*reports, confirm(1, deal=3), confirm(2, deal=3))
    game.report(retract(reports[3]["id"]), retract(reports[2]["id"]))
    assert [(one["number"], one["confirmed_by"]) for one in game.deals()] == [(1, []), (2, [1, 2])]
    assert game.totals == [160, 154]


# --- rulings ---------------------------------------------------------------------------------------------------------


def ruled(*points: int, lost: int) -> tuple[Court, list[Json], Json]:
    """A game of slates, its reports, and a dispute: seat 2 has lost the deal with the number `lost` by a ruling."""
    reports = slates(*points)
    court = Court(*reports, rules=HIGH)
    dispute = court.taken(deal=lost, trick=None)
    court.ruled(dispute, remedy="deal_lost", seat=2)
    return court, reports, dispute


def test_a_ruling_stays_with_its_deal_when_one_before_it_was_recorded_twice() -> None:
    court, reports, dispute = ruled(100, 50, 60, 30, lost=3)
    identity = court.game.deals()[2]["id"]
    court.game.report(retract(reports[3]["id"]), retract(reports[2]["id"]), by=court.vreni)
    assert court.game.totals == [387, 184]
    assert court.read(dispute)["deal"] == 2
    assert court.game.deals()[1]["id"] == identity
    court.is_sound()


def test_a_ruling_stays_with_its_deal_when_a_forgotten_one_comes_before_it() -> None:
    court, reports, dispute = ruled(100, 60, 30, lost=2)
    court.game.report(correct(reports[2]["id"], deal(), counted(80), deal()))
    assert court.game.totals == [467, 261]
    assert court.read(dispute)["deal"] == 3
    court.is_sound()


def test_a_ruling_on_the_last_deal_stays_when_a_ghost_before_it_goes() -> None:
    court, reports, dispute = ruled(100, 50, 60, lost=3)
    court.game.report(retract(reports[3]["id"]), retract(reports[2]["id"]), by=court.vreni)
    assert court.game.totals == [357, 57]
    assert court.read(dispute)["deal"] == 2
    court.is_sound()


def test_a_deal_under_a_ruling_is_taken_away_by_a_referee_alone_who_insists() -> None:
    court, reports, dispute = ruled(100, 60, 30, lost=2)
    gone = [retract(reports[3]["id"]), retract(reports[2]["id"])]
    assert court.game.refused(*gone, by=court.scorer)["code"] in {"deal_under_ruling", "out_of_reach"}
    assert court.game.refused(*gone, by=court.vreni)["code"] == "deal_under_ruling"
    body = court.game.report(*[{**one, "as_played": True} for one in gone], by=court.vreni)
    assert court.game.totals == [130, 184]
    assert [one["dispute"] for one in effects(body, "ruling_without_deal")] == [dispute["id"]]
    assert court.read(dispute)["deal"] is None
    court.is_sound()


# --- several openings in one place -----------------------------------------------------------------------------------


def test_two_openings_in_one_correction_are_two_deals(game: GameClient) -> None:
    reports = slates(100)
    game.report(*reports)
    game.report(correct(reports[0]["id"], deal(), counted(60, mode="eicheln"), deal()))
    game.report(deal())
    assert game.totals == [160, 154]
    deals = game.deals()
    assert [one["number"] for one in deals] == [1, 2, 3]
    assert deals[1]["id"] == reports[0]["id"]
    assert len({one["id"] for one in deals}) == 3
    for number, mode in ((1, "eicheln"), (2, "rosen")):
        told = game.organizer.get(f"{game.path}/explain?deal={number}")
        assert told.status == 200
        assert game.organizer.get(f"{game.path}/deals/{number}").body["mode"] == mode


def test_a_deal_is_named_by_its_id_as_well(game: GameClient) -> None:
    game.report(*slates(100, 50))
    first = game.deals()[0]["id"]
    game.report(confirm(1, deal=first), incident("remark", deal=first, note="Loud."))
    assert [one["confirmed_by"] for one in game.deals()] == [[1], []]
    signed, remark = game.journal()[-2:]
    assert signed["about"] == remark["about"] == {"deal": first}


def test_a_deal_inserted_before_a_redeal_moves_the_redeal() -> None:
    court = Court(*slates(80, 80, 80), rules=HIGH)
    court.ruled(court.taken(deal=1, trick=None), remedy="deal_void")
    court.game.report(*slates(80), deal(), by=court.vreni)
    third = court.game.deals()[2]["id"]
    court.game.report(correct(third, deal(), counted(87), deal()), by=court.vreni)
    assert [one["dealer"] for one in court.game.deals()] == [4, 1, 2, 3, 4, 4]  # the fifth in place of the first
    court.is_sound()
