"""Scores, turns and ends that were wrong beside the beaten path, each told over HTTP."""

from typing import Any

import pytest

from tests.api.court import Court
from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    counted,
    deal,
    incident,
    new_id,
    play,
    push,
    slates,
    trick,
    weis,
)
from tests.api.table import Club, GameClient, effects

pytestmark = pytest.mark.django_db


# --- the end of the game ---------------------------------------------------------------------------------------------


def test_a_result_that_a_ruling_brings_about_waits_for_the_last_trick() -> None:
    """Both sides reach the target by an adjustment, and nobody said who took the last trick of deal 3 (R-34)."""
    reports = slates(100, 90, 80)
    court = Court(*reports, rules={"target": 1000})
    dispute = court.taken(deal=1, trick=None)
    court.ruled(dispute, remedy="adjust", points={"1": 750, "2": 850})
    game = court.game.game()
    assert court.game.totals == [1020, 1051]
    assert (game["status"], game["result"]) == ("playing", None)
    refused = court.game.refused(deal())
    assert (refused["code"], refused["expects"]) == ("out_of_phase", ["correct"])
    assert "last_trick" in refused["detail"]
    court.game.report(confirm(1), confirm(2))
    assert court.game.totals == [1020, 1051]
    assert court.game.deals()[2]["scores"][0]["tricks"] == 80
    court.is_sound()


def test_an_adjustment_within_a_deal_counts_in_the_stages(club: Club) -> None:
    """After trick 1 both sides are over the target because of a ruling, so the game ends there (R-33)."""
    court = Court(deal(), announce("rosen"), trick("R6 RU RK RA"), club=club, rules={"target": 1000})
    dispute = court.taken(deal=1, trick=1, seat=1)
    court.ruled(dispute, remedy="adjust", points={"1": 1000, "2": 1000})
    game = court.game.game()
    assert game["status"] == "finished"
    assert court.game.deals()[0]["status"] == "stopped"
    court.is_sound()


# --- turns -----------------------------------------------------------------------------------------------------------


def test_who_wins_a_trick_by_a_ruling_leads_the_next() -> None:
    """A ruling takes the strength of seat 3's trump; seat 4 wins the trick, and so leads the next one."""
    court = Court(deal(), push(), announce("eicheln", seat=3), trick("SO S6 EU SK"))
    dispute = court.taken(deal=1, trick=1, seat=3)
    court.ruled(dispute, remedy="card_loses_strength", trick=1, seat=3)
    lying = court.game.deal["tricks"][0]
    assert (lying["winner"], court.game.game()["next"]["seat"]) == (4, 4)
    body = court.game.report(play("S7", seat=4))
    assert body["findings"] == []
    assert court.game.game()["next"]["seat"] == 1
    court.is_sound()


def test_the_player_at_the_right_of_the_offender_leads_where_a_running_trick_goes_to_the_opponents() -> None:
    """Seat 3 has faulted in a trick that is taken from side 1; seat 4, at the right of seat 3, leads on."""
    court = Court(deal(), announce("eicheln"), trick("SA S6 S7 S8"))
    assert court.game.game()["next"]["seat"] == 1
    dispute = court.taken(deal=1, trick=1, seat=3)
    court.ruled(dispute, remedy="trick_to_opponents", trick=1, seat=3)
    assert court.game.game()["next"]["seat"] == 4
    court.is_sound()


# --- the turned card -------------------------------------------------------------------------------------------------


def differenzler(**rules: Any) -> GameClient:
    """A Differenzler whose dealer is seat 4, with S7 turned and all bids made."""
    game = Club().open(variant="differenzler", rules=rules, first_dealer=4)
    game.report(deal(turned="S7"), *({"kind": "bid", "seat": seat, "points": 40} for seat in (1, 2, 3, 4)))
    return game


def test_a_dealer_who_plays_nine_others_cannot_have_had_the_turned_card() -> None:
    """Eight tricks lie without S7, the dealer's turned card; a ninth other card is not in that hand."""
    game = differenzler()
    suits = dict(zip((1, 2, 3, 4), "ERBS", strict=True))
    ranks = ["6", "8", "9", "10", "U", "O", "K", "A"]
    leader = 1
    for rank in ranks:
        order = [(leader + step - 1) % 4 + 1 for step in range(4)]
        cards = [f"{suits[seat]}{rank}" for seat in order]
        answer = game.send(trick(" ".join(cards)))
        if answer.status != 201:
            answer = game.send(trick(" ".join(cards), as_played=True))
        assert answer.status == 201, answer.raw
        leader = game.game()["next"]["seat"]
    assert leader == 4
    problem = game.refused(play("E7", seat=4))
    assert problem["code"] == "card_not_in_hand"
    assert game.report(play("S7", seat=4))["game"]["next"]["seat"] == 1


# --- claims on paper -------------------------------------------------------------------------------------------------


def test_a_void_claim_on_paper_leaves_no_stoeck_behind() -> None:
    court = Court(deal(), announce("rosen"), claim(1, counted={"1": 60, "2": 10}, stoeck=1), rules={"target": 1000})
    dispute = court.taken(deal=1, trick=None, seat=None, category="false_claim")
    court.ruled(dispute, remedy="claim_void", side=2, offence="false_claim")
    court.game.report({"kind": "count", "points": {"1": 57}})
    assert court.game.totals == [57, 100]
    court.is_sound()


def test_a_late_weis_does_not_displace_the_weis_of_a_claim_on_paper() -> None:
    game = Club().open(rules={"target": 100})
    game.report(deal(), announce("rosen"), claim(1, counted={"1": 60, "2": 10}, weis={"1": 50}))
    before = game.game()["result"]
    assert before["winners"] == [1]
    problem = game.refused(weis(2, "EK EO EU"))
    assert problem["code"] == "conflicting_report"
    assert game.game()["result"] == before


# --- void deals ------------------------------------------------------------------------------------------------------


def test_a_void_deal_that_counts_again_gives_its_turn_to_deal_back() -> None:
    """Deals 1 and 5 become void in deal 6. In deal 7, which repeats deal 1, deal 5 counts again: deal 8 is seat 2's."""
    court = Court(*slates(100, 90, 80, 70, 60), deal(), rules={"target": 100_000})
    first = court.taken(deal=1, trick=None)
    court.ruled(first, remedy="deal_void", seat=2)
    fifth = court.taken(deal=5, trick=None)
    court.ruled(fifth, remedy="deal_void", seat=2)
    court.game.report(counted(50), deal())
    court.done(fifth, "appeal", by=court.organizer, side=2, statement="No.")
    court.done(fifth, "take", by=court.urs)
    court.done(fifth, "dismiss", by=court.urs, reason="It was right.")
    court.game.report(counted(40), deal())
    assert [one["dealer"] for one in court.game.deals()][5:] == [1, 4, 2]
    court.is_sound()


# --- verdicts only close ---------------------------------------------------------------------------------------------


def test_the_earliest_proof_of_a_false_weis_stays() -> None:
    """Seat 1 plays a card of seat 2's Weis, and then seat 3 another: the first card is the proof for good."""
    game = Club().open()
    game.report(deal(), announce("rosen"), weis(2, "EK EO EU"))
    game.report(trick("EK E6 E7 E8", as_played=True))
    first = next(one for one in game.deal["findings"] if one["fault"] == "false_weis")
    game.report(trick("S6 S7 EO S9", as_played=True))
    later = next(one for one in game.deal["findings"] if one["fault"] == "false_weis")
    assert later["proven_by"] == first["proven_by"] == {"trick": 1, "card": "EK"}


@pytest.fixture
def club() -> Club:
    """A club."""
    return Club()


def test_signatures_of_incidents_are_no_signatures_of_deals(club: Club) -> None:
    game = club.open(rules={"target": 100_000})
    game.report(*slates(100))
    remark = incident("remark", id=new_id())
    game.report(remark, confirm(1, report=remark["id"]))
    assert effects(game.report(deal()), "signatures_removed") == []
    reports: list[Json] = game.deals()
    assert reports[0]["confirmed_by"] == []
