"""A referee corrects the own decision: the newer takes the place of the older, and both stay on record."""

from typing import Any

import pytest

from tests.api.court import BODIES, Court
from tests.api.says import Json, announce, confirm, deal, new_id, reports_of, retract, tricks_of
from tests.api.table import Answer, Club, problem_in
from tests.api.test_transfer import exported, moved_with_its_disputes, taken, without_who

pytestmark = pytest.mark.django_db

R1 = reports_of("R1")
RUNNING = [deal(), announce("schilten"), *tricks_of("R1")[:2]]


def ruling(court: Court, dispute: Json, **told: Any) -> Answer:
    by = told.pop("by", court.vreni)
    return court.do(dispute, "rulings", by=by, **{"discovered": "deal_over", "reason": "Seen by all."} | told)


def decisions(court: Court, dispute: Json) -> list[tuple[str, bool]]:
    """The decisions on a dispute, and whether each stands no more."""
    return [
        (step.get("ruling", {}).get("remedy", step["what"]), step["superseded"])
        for step in court.read(dispute)["timeline"]
        if "superseded" in step
    ]


def tricks(court: Court) -> list[int]:
    return [score["tricks"] for score in court.game.game()["deal"]["scores"]]


def test_the_newer_ruling_takes_the_place_of_the_older() -> None:
    court = Court(*R1)
    before = tricks(court)
    dispute = court.taken()
    first = court.ruled(dispute, remedy="this_and_later_tricks_to_opponents")
    assert tricks(court) == [157, 0]
    tried = ruling(court, dispute, remedy="warning", dry_run=True)
    assert tried.status == 200
    assert (tried.body["before"], tried.body["after"]["totals"]) == (first["after"], first["before"]["totals"])
    assert tricks(court) == [157, 0], "a dry run writes nothing"
    second = court.ruled(dispute, remedy="warning")
    assert (second["before"], second["after"]) == (first["after"], first["before"])
    assert tricks(court) == before
    assert (second["dispute"]["state"], second["dispute"]["expects"]) == ("ruled", ["statements", "appeal"])
    assert decisions(court, dispute) == [("this_and_later_tricks_to_opponents", True), ("warning", False)]
    kinds = [entry["kind"] for entry in court.game.journal()]
    assert kinds.count("ruling") == 2


def test_a_ruling_that_says_the_same_changes_nothing() -> None:
    court = Court(*R1)
    dispute = court.taken()
    told: Json = {"remedy": "trick_to_opponents", "trick": 1, "seat": 2, "id": new_id()}
    first = court.ruled(dispute, **told)
    before = court.game.stored()
    for again in (told, {**told, "id": new_id()}, {**told, "id": None}, {**told, "dry_run": True}):
        answer = ruling(court, dispute, **again)
        assert (answer.status, answer.body["duplicate"]) == (200, True), again
        assert answer.body["ruling"] == first["ruling"]
    assert court.game.stored() == before
    court.ruled(dispute, remedy="trick_to_opponents", trick=2, seat=2)
    late = ruling(court, dispute, **told)
    assert (late.status, late.body["ruling"]["trick"]) == (200, 1), "it was recorded, and stands no more"
    assert decisions(court, dispute) == [("trick_to_opponents", True), ("trick_to_opponents", False)]


def test_only_who_has_decided_decides_anew() -> None:
    court = Court(*R1)
    dispute = court.taken()
    court.ruled(dispute, remedy="warning")
    before = court.game.stored()
    for by in (court.urs, court.organizer):
        for action in ("rulings", "dismiss"):
            answer = court.do(dispute, action, by=by, **BODIES[action] | {"reason": "No."})
            assert answer.code == (409, "out_of_phase"), "somebody else has decided"
            assert answer.body["expects"] == ["statements", "appeal"]
    for by in (court.scorer, court.seats[1]):
        assert ruling(court, dispute, remedy="adjust", points={"1": 5}, by=by).code == (403, "forbidden")
    assert court.game.stored() == before
    court.ruled(dispute, by=court.referee(court.users["vreni"]), remedy="score_stands")


def test_an_organizer_corrects_what_they_have_ruled_themselves() -> None:
    court = Court(*R1)
    dispute = court.taken(by=court.organizer)
    court.ruled(dispute, by=court.organizer, remedy="deal_lost")
    assert ruling(court, dispute, remedy="warning").code == (409, "out_of_phase"), "this referee has not decided it"
    court.ruled(dispute, by=court.organizer, remedy="warning")


def test_a_ruling_may_become_a_dismissal_and_a_dismissal_a_ruling() -> None:
    court = Court(*R1)
    before = tricks(court)
    dispute = court.taken()
    court.ruled(dispute, remedy="this_and_later_tricks_to_opponents")
    told = court.done(dispute, "dismiss", by=court.vreni, reason="It was another trick.")
    assert (told["state"], tricks(court)) == ("dismissed", before)
    again = court.do(dispute, "dismiss", by=court.vreni, reason="It was another trick.")
    assert (again.status, again.body["duplicate"]) == (200, True)
    court.done(dispute, "dismiss", by=court.vreni, reason="It was another trick, the third.")
    told = court.ruled(dispute, remedy="deal_lost")["dispute"]
    assert told["state"] == "ruled"
    assert decisions(court, dispute) == [
        ("this_and_later_tricks_to_opponents", True),
        ("dismissed", True),
        ("dismissed", True),
        ("deal_lost", False),
    ]


def test_after_an_appeal_somebody_else_decides() -> None:
    court = Court(*R1)
    dispute = court.at("appealed")
    assert ruling(court, dispute, remedy="deal_lost").code == (403, "forbidden")
    court.ruled(dispute, by=court.urs, remedy="deal_lost")
    for by in (court.vreni, court.urs):
        for action in ("rulings", "dismiss"):
            answer = court.do(dispute, action, by=by, **BODIES[action])
            assert answer.code == (409, "out_of_phase"), "final is final"
            assert answer.body["expects"] == []


def test_a_corrected_ruling_can_be_appealed_against() -> None:
    court = Court(*R1)
    dispute = court.taken()
    court.ruled(dispute, remedy="deal_lost")
    court.ruled(dispute, remedy="warning")
    court.done(dispute, "appeal", by=court.seats[1], statement="It was right before.")
    court.ruled(dispute, by=court.urs, remedy="deal_lost")
    assert [superseded for _, superseded in decisions(court, dispute)] == [True, True, False]


def test_a_client_that_is_behind_corrects_nothing() -> None:
    court = Court(*R1)
    dispute = court.taken()
    version = court.game.game()["version"]
    court.ruled(dispute, remedy="deal_lost")
    path, body = f"/disputes/{dispute['id']}/rulings", BODIES["rulings"]
    stale = court.vreni.post(path, body, if_match=f'"{version}"')
    assert stale.code == (412, "version_conflict")
    assert court.vreni.post(path, body, if_match=f'"{version + 1}"').status == 201


def test_a_correction_that_opens_the_game_again_says_so() -> None:
    court = Court(*R1)
    dispute = court.taken()
    ended = court.ruled(dispute, remedy="forfeit", seat=2)
    assert [effect["effect"] for effect in ended["effects"]] == ["game_ended"]
    reopened = court.ruled(dispute, remedy="warning")
    assert [effect["effect"] for effect in reopened["effects"]] == ["game_reopened"]
    assert court.game.game()["status"] == "playing"


def test_a_correction_of_an_earlier_deal_is_told_by_its_effects() -> None:
    court = Court(*R1, deal())
    dispute = court.taken()
    court.ruled(dispute, remedy="deal_lost")
    told = court.ruled(dispute, remedy="adjust", points={"2": -10})
    assert [(effect["effect"], effect["deal"]) for effect in told["effects"]] == [("scored_anew", 1)]
    assert [score["tricks"] for score in told["effects"][0]["before"]] == [157, 0]
    assert told["effects"][0]["after"] == told["after"]["scores"]
    assert told["after"]["scores"][1]["adjusted"] == -10


def test_a_void_deal_that_counts_again() -> None:
    court = Court(*RUNNING)
    dispute = court.taken()
    court.ruled(dispute, remedy="deal_void")
    assert court.game.game()["deal"]["status"] == "void"
    told = court.ruled(dispute, remedy="trick_to_opponents")
    assert (told["before"]["deal_status"], told["after"]["deal_status"]) == ("void", "playing")
    court.game.report(*tricks_of("R1")[2:])
    assert court.game.game()["deal"]["status"] == "settled"
    court.is_sound()


def test_the_deal_is_gone() -> None:
    opened = deal(id=new_id())
    court = Court(opened)
    dispute = court.taken(trick=None)
    court.ruled(dispute, remedy="adjust", points={"1": 5})
    court.game.report(retract(opened["id"], as_played=True), by=court.vreni)
    refused = ruling(court, dispute, remedy="warning")
    assert (refused.code, problem_in(refused)["possible"]) == ((409, "remedy_not_possible"), [])
    court.done(dispute, "dismiss", by=court.vreni, reason="Nothing is left of it.")
    assert court.read(dispute)["state"] == "dismissed"


def test_both_go_with_their_game() -> None:
    court = Court(*R1, club=Club())
    dispute = court.taken()
    court.ruled(dispute, remedy="deal_lost")
    court.ruled(dispute, remedy="trick_to_opponents")
    court.done(dispute, "dismiss", by=court.vreni, reason="It was lawful.")
    document = exported(court.game)
    other = taken(Club(), moved := moved_with_its_disputes(document))
    assert exported(other) == moved
    assert without_who(other) == without_who(court.game)
    brought = other.organizer.get(f"{other.path}/disputes").body["results"][0]
    answer = other.organizer.post(f"/disputes/{brought['id']}/rulings", BODIES["rulings"])
    assert answer.code == (409, "out_of_phase"), "who decided it there is nobody here"


def rulings_told(answer: Answer) -> list[tuple[str, str]]:
    return [(step["key"], step["text"]) for step in answer.body["steps"] if step["chapter"] == "rulings"]


def test_the_account_tells_both_and_which_one_stands() -> None:
    court = Court(*RUNNING, public=True)
    dispute = court.taken()
    court.ruled(dispute, remedy="trick_to_opponents")
    court.ruled(dispute, remedy="warning", leads=4)
    court.game.report(*tricks_of("R1")[2:], deal())
    path = f"{court.game.path}/explain?deal=1"
    older = "Ruling about Beat, trick 1: Trick to the opponents."
    told = [
        ("ruling_replaced", f"{older} It no longer stands: a newer decision has taken its place."),
        ("ruling_stands", "Ruling about Beat, trick 1: Warning."),
        ("ruling_leads", "By the ruling Dario leads trick 3."),
    ]
    for reader in (court.vreni, court.scorer, court.seats[1]):
        assert rulings_told(reader.get(path)) == told
    page = court.vreni.get(f"{path}&format=html").raw.decode()
    assert "It no longer stands" in page
    assert rulings_told(Club().device(None).get(path)) == [], "the public sees what they changed"
    court.done(dispute, "dismiss", by=court.vreni, reason="It was lawful.")
    assert [key for key, _ in rulings_told(court.vreni.get(path))] == ["ruling_replaced"] * 2


def test_what_was_signed_holds_again_once_the_ruling_is_corrected() -> None:
    court = Court(*R1, confirm(1), confirm(2))
    dispute = court.taken()
    fallen = court.ruled(dispute, remedy="deal_lost")
    assert {"effect": "signatures_removed", "deal": 1, "sides": [1, 2]} in fallen["effects"]
    court.ruled(dispute, remedy="warning")
    assert court.game.game()["deal"]["confirmed"] is True
