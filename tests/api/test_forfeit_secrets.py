"""A deal that only a ruling has ended keeps its secrets while an appeal may let it go on (docs/api.md, Secrets)."""

from typing import Any

import pytest

from tests.api.court import Court
from tests.api.says import Json, announce, bid, confirm, deal, hand, play
from tests.api.table import Device

pytestmark = pytest.mark.django_db

DIFFERENZLER: Json = {"variant": "differenzler"}
BIDS = [bid(seat, 10 * seat) for seat in (1, 2, 3, 4)]
HAND = "E6 E7 E8 E9 E10 EU EO EK EA"


@pytest.fixture
def court() -> Court:
    """A game of Differenzler in which everybody has bid."""
    return Court(deal(turned="SA"), *BIDS, **DIFFERENZLER)


@pytest.fixture
def dispute(court: Court) -> Json:
    """The dispute by which seat 2 has forfeited the game."""
    found = court.taken(category="remark", trick=None, raised_by={"seat": 1})
    court.ruled(found, remedy="forfeit", side=2)
    assert (court.game.game()["status"], court.game.deal["status"]) == ("finished", "stopped")
    return found


def bids(court: Court, by: Device) -> list[Any]:
    """The bids as the game and the journal show them."""
    shown = [one["points"] for one in court.game.game(by=by)["deal"]["bids"]]
    told = [entry["points"] for entry in court.game.journal(by=by) if entry["kind"] == "bid"]
    assert shown == told
    return shown


@pytest.mark.usefixtures("dispute")
def test_before_an_appeal_everybody_sees_the_own_bid_alone(court: Court) -> None:
    assert bids(court, court.game.outsider) == bids(court, court.scorer) == [None] * 4
    assert bids(court, court.seats[2]) == [None, 20, None, None]
    assert bids(court, court.vreni) == [10, 20, 30, 40]
    scores = court.game.game(by=court.game.outsider)["deal"]["scores"]
    assert {(one["bid"], one["total"]) for one in scores} == {(None, None)}


def test_the_decision_of_an_appeal_opens_them(court: Court, dispute: Json) -> None:
    court.done(dispute, "appeal", by=court.seats[2], statement="No.")
    assert bids(court, court.game.outsider) == [None] * 4
    court.ruled(dispute, by=court.urs, remedy="forfeit", side=2)
    assert bids(court, court.game.outsider) == [10, 20, 30, 40]


def test_after_an_appeal_the_deal_may_go_on_with_its_secrets(court: Court, dispute: Json) -> None:
    court.done(dispute, "appeal", by=court.seats[2], statement="No.")
    court.done(dispute, "dismiss", by=court.urs, reason="Nothing follows.")
    assert court.game.deal["status"] == "playing"
    court.game.report(play("E6"))
    assert bids(court, court.game.outsider) == [None] * 4


@pytest.mark.usefixtures("dispute")
def test_all_signatures_open_them(court: Court) -> None:
    court.game.report(*(confirm(side) for side in (1, 2, 3)))
    assert bids(court, court.game.outsider) == [None] * 4
    court.game.report(confirm(4))
    assert bids(court, court.game.outsider) == [10, 20, 30, 40]


def test_a_hand_of_a_deal_that_is_ruled_lost_stays_hidden() -> None:
    court = Court(deal(), announce("rosen"), hand(1, HAND), play("E6"))
    dispute = court.taken(trick=None)
    court.ruled(dispute, remedy="deal_lost", seat=2)
    assert court.game.deal["status"] == "settled"
    assert court.game.game(by=court.game.outsider)["deal"]["hands"] == [{"seat": 1, "cards": None}]
    court.done(dispute, "appeal", by=court.seats[2], statement="No.")
    court.ruled(dispute, by=court.urs, remedy="deal_lost", seat=2)
    assert court.game.game(by=court.game.outsider)["deal"]["hands"] == [{"seat": 1, "cards": HAND.split()}]
