"""A ruling that names the next leader: turn order, findings and accounts follow it."""

from typing import Any

import pytest

from tests.api.court import Court
from tests.api.says import Json, announce, correct, counted, deal, play, slates, trick, tricks_of
from tests.api.table import Answer, problem_in

pytestmark = pytest.mark.django_db

R1 = tricks_of("R1")
TWO = [deal(), announce("schilten"), *R1[:2]]
"""Two tricks of a deal. Seat 2 has taken the first with S9, seat 3 the second with E6's suit."""


def ruling(court: Court, dispute: Json, **told: Any) -> Answer:
    return court.do(
        dispute, "rulings", by=court.vreni, **{"discovered": "trick_turned", "remedy": "warning", "reason": "so"} | told
    )


def next_seat(court: Court) -> int | None:
    seat: int | None = court.game.game()["next"]["seat"]
    return seat


def another(seat: int | None) -> int:
    return (seat or 0) % 4 + 1


def test_the_seat_that_a_ruling_names_leads() -> None:
    court = Court(*TWO)
    due = next_seat(court)
    named = another(due)
    tried = ruling(court, court.taken(), leads=named, dry_run=True)
    assert tried.body["game"]["next"]["seat"] == named
    assert next_seat(court) == due, "a dry run writes nothing"
    told = court.ruled(court.taken(), remedy="warning", leads=named)
    assert (told["ruling"]["leads"], told["ruling"]["leads_trick"]) == (named, 3)
    assert next_seat(court) == named == told["game"]["next"]["seat"]
    card = R1[2]["cards"][0]
    early = court.game.send(play(card, seat=due))
    assert (early.code, early.body["expected_seat"]) == ((409, "not_your_turn"), named)
    led = court.game.report(play(card, seat=named))
    assert led["findings"] == []
    assert court.game.game()["deal"]["tricks"][2]["leader"] == named
    explained = court.game.organizer.get(f"{court.game.path}/explain").body
    assert next(step["leader"] for step in explained["steps"] if step.get("trick") == 3) == named
    court.is_sound()


def test_who_leads_instead_leads_out_of_turn() -> None:
    court = Court(*TWO)
    due = next_seat(court)
    court.ruled(court.taken(), remedy="warning", leads=another(due))
    led = court.game.report(play(R1[2]["cards"][0], seat=due, as_played=True))
    assert [(one["fault"], one["seat"], one["trick"]) for one in led["findings"]] == [("wrong_lead", due, 3)]
    court.is_sound()


def test_while_a_trick_lies_open_it_names_who_leads_after_it() -> None:
    court = Court(*TWO, play(R1[2]["cards"][0]))
    before = next_seat(court)
    told = court.ruled(court.taken(), remedy="warning", leads=1)
    assert told["ruling"]["leads_trick"] == 4
    assert next_seat(court) == before, "the open trick goes on"
    court.game.report(R1[2])
    assert next_seat(court) == 1
    court.is_sound()


def test_before_the_first_trick_it_names_who_leads_that() -> None:
    court = Court(deal(), announce("schilten"))
    told = court.ruled(court.taken(trick=None), remedy="warning", leads=3)
    assert (told["ruling"]["leads_trick"], next_seat(court)) == (1, 3)
    court.game.report({"kind": "trick", "cards": R1[0]["cards"]})
    assert court.game.game()["deal"]["tricks"][0]["leader"] == 3


def test_it_counts_for_one_trick_only() -> None:
    court = Court(*TWO)
    court.ruled(court.taken(), remedy="warning", leads=4)
    court.game.report({**R1[2], "as_played": True})
    taken = court.game.game()["deal"]["tricks"][2]["winner"]
    assert next_seat(court) == taken
    court.is_sound()


def test_it_outranks_the_player_at_the_right_of_the_offender() -> None:
    court = Court(*TWO)
    dispute = court.taken(trick=2, seat=2)
    court.ruled(dispute, remedy="trick_to_opponents", leads=4)
    assert next_seat(court) == 4
    court.ruled(dispute, remedy="trick_to_opponents")
    assert next_seat(court) == 3, "the newer ruling names nobody, so the player at the right leads"


def test_the_newest_ruling_decides_until_the_trick_is_led() -> None:
    court = Court(*TWO)
    due = next_seat(court)
    first, second = court.taken(), court.taken()
    court.ruled(first, remedy="warning", leads=4)
    court.ruled(second, remedy="warning", leads=1)
    assert next_seat(court) == 1
    court.ruled(second, remedy="warning", leads=None)
    assert next_seat(court) == 4
    court.ruled(first, remedy="score_stands")
    assert next_seat(court) == due
    court.ruled(first, remedy="warning", leads=another(due))
    court.game.report(play(R1[2]["cards"][0]))
    court.ruled(first, remedy="score_stands")
    assert court.game.game()["deal"]["tricks"][2]["leader"] == another(due), "what lay on the table stays"
    assert court.game.game()["deal"]["findings"] == []


def test_the_named_lead_is_of_its_trick_also_when_an_earlier_one_is_told_anew() -> None:
    court = Court(*TWO)
    court.ruled(court.taken(), remedy="warning", leads=4)
    second = court.game.journal()[3]["id"]
    court.game.report({"kind": "retract", "report": second})
    assert next_seat(court) == court.game.game()["deal"]["tricks"][0]["winner"], "the second trick is led as ever"
    court.game.report(R1[1])
    assert next_seat(court) == 4
    court.is_sound()


ENDS: dict[str, tuple[list[Json], Json]] = {
    "settled": ([deal(), announce("schilten"), *R1], {}),
    "last trick open": ([deal(), announce("schilten"), *R1[:8], play(R1[8]["cards"][0])], {}),
    "earlier deal": ([deal(), announce("schilten"), *R1, deal()], {}),
    "void by it": (TWO, {"remedy": "deal_void"}),
    "lost by it": (TWO, {"remedy": "deal_lost"}),
    "forfeited by it": (TWO, {"remedy": "forfeit"}),
}


@pytest.mark.parametrize("name", ENDS)
def test_where_nobody_leads_any_more(name: str) -> None:
    reports, told = ENDS[name]
    court = Court(*reports)
    dispute = court.taken()
    before = court.game.stored()
    for dry_run in (True, False):
        refused = ruling(court, dispute, leads=2, dry_run=dry_run, **told)
        assert refused.code == (409, "nobody_leads")
    assert court.game.stored() == before
    assert ruling(court, dispute, **told).status == 201


def test_a_game_that_was_given_up_has_no_next_leader() -> None:
    court = Court(*TWO)
    dispute = court.taken()
    court.organizer.post(f"{court.game.path}/abandon", {"reason": "rain"})
    assert ruling(court, dispute, leads=2).code == (409, "nobody_leads")


@pytest.mark.parametrize(("leads", "code"), [(5, "not_a_seat"), (0, "not_a_seat"), ("2", "wrong_type")])
def test_what_is_no_seat(leads: Any, code: str) -> None:
    court = Court(*TWO)
    refused = problem_in(ruling(court, court.taken(), leads=leads))
    assert (refused["status"], refused["code"], refused["errors"][0]["pointer"]) == (422, code, "/leads")


def test_which_trick_it_is_cannot_be_said() -> None:
    court = Court(*TWO)
    refused = ruling(court, court.taken(), leads=1, leads_trick=5)
    assert refused.code == (422, "unknown_field")


def test_a_ruling_sent_again_when_its_trick_has_been_led_changes_nothing() -> None:
    court = Court(*TWO)
    dispute = court.taken()
    court.ruled(dispute, remedy="warning", leads=4)
    court.game.report({**R1[2], "as_played": True})
    again = ruling(court, dispute, leads=4, discovered="deal_over", reason="Seen by all.")
    assert (again.status, again.body["duplicate"]) == (200, True)


def test_a_numbered_trick_after_it_is_led_by_who_was_named() -> None:
    court = Court(*TWO)
    court.ruled(court.taken(), remedy="warning", leads=4)
    refused = court.game.send({**trick(" ".join(R1[2]["cards"])), "leader": 1})
    assert refused.code == (409, "not_your_turn")


@pytest.mark.parametrize("inserted", [False, True], ids=["corrected", "inserted"])
def test_the_lead_stays_with_its_deal_when_an_earlier_one_changes(*, inserted: bool) -> None:
    """A forgotten deal moves the leaders of the tricks before the ruling, and not the seat that it names."""
    court = Court(*slates(100), *TWO)
    named = another(next_seat(court))
    court.ruled(court.taken(deal=2), remedy="warning", leads=named)
    court.game.report(play(R1[2]["cards"][0]))
    before = [trick["leader"] for trick in court.game.game()["deal"]["tricks"]]
    on_slate = court.game.journal()[1]
    forgotten = [deal(), counted(50)] if inserted else []
    told = court.game.report(correct(on_slate["id"], counted(90), *forgotten, as_played=True))
    after = [trick["leader"] for trick in court.game.game()["deal"]["tricks"]]
    assert (before[2], after[2]) == (named, named)
    moved = [effect["tricks"] for effect in told["effects"] if effect["effect"] == "leaders_moved"]
    assert moved == ([[1, 2]] if inserted else [])
    assert (before == after) is not inserted
    court.is_sound()
