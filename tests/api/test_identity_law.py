"""Deals are taken out of random games, and put in: what was about them is told, and is about no other deal."""

import random
from typing import Any

import pytest

from tests.api.court import Court
from tests.api.says import Json, confirm, correct, counted, deal, incident, new_id, retract, slates
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

WITHOUT_DEAL = {"incident_without_deal": "report", "dispute_without_deal": "dispute", "ruling_without_deal": "dispute"}


def said_of(court: Court, notes: dict[str, str], disputes: dict[str, str]) -> dict[str, Any]:
    """What is signed, noted, disputed and ruled on each deal, by the id of the deal."""
    standing = [court.read({"id": id_}) for id_ in disputes]
    return {
        one["id"]: (
            one["confirmed_by"],
            sorted(id_ for id_, about in notes.items() if about == one["id"]),
            sorted((each["id"], each["state"]) for each in standing if each["deal"] == one["number"]),
        )
        for one in court.game.deals()
    }


@pytest.mark.parametrize("seed", range(proof_size(6, 300)))
def test_what_is_about_a_deal_that_is_gone_is_told_and_is_about_no_other(seed: int) -> None:
    rng = random.Random(seed)
    reports = slates(*(rng.randint(60, 140) for _ in range(rng.randint(3, 5))))
    court = Court(*reports, rules={"target": 100_000})
    ids = [one["id"] for one in court.game.deals()]
    notes: dict[str, str] = {}
    disputes: dict[str, str] = {}
    for _ in range(rng.randint(3, 6)):
        say(court, rng.choice(ids), notes=notes, disputes=disputes, rng=rng)
    before, journal = said_of(court, notes, disputes), court.game.journal()
    index = rng.randrange(len(ids))
    if rng.random() < 0.5:
        court.game.report(correct(ids[index], deal(), counted(70), deal()), by=court.vreni)
        gone = None
        told: list[Json] = []
    else:
        taken_out = [retract(reports[2 * index + 1]["id"], as_played=True), retract(ids[index], as_played=True)]
        told = court.game.report(*taken_out, by=court.vreni).get("effects", [])
        gone = ids[index]
    after = said_of(court, notes, disputes)
    assert {id_: said for id_, said in after.items() if id_ in before} == {
        id_: said for id_, said in before.items() if id_ != gone
    }
    assert all(not any(said) for id_, said in after.items() if id_ not in before)
    assert [_as_sent(one) for one in court.game.journal()][: len(journal)] == [_as_sent(one) for one in journal]
    without = {one[WITHOUT_DEAL[one["effect"]]] for one in told if one["effect"] in WITHOUT_DEAL}
    assert without == {id_ for id_, about in (notes | disputes).items() if about == gone}
    court.is_sound()


def _as_sent(entry: Json) -> Json:
    """An entry of the journal without what follows from later entries."""
    return {name: value for name, value in entry.items() if name not in {"replaced_by", "may_retract", "retract_until"}}


def say(court: Court, about: str, *, notes: dict[str, str], disputes: dict[str, str], rng: random.Random) -> None:
    """Sign the deal with this id, note something in it, or dispute it; now and then a referee rules."""
    meant = next(one for one in court.game.deals() if one["id"] == about)
    what = rng.choice(["sign", "note", "dispute", "rule"])
    if what == "sign" and meant["status"] == "settled":
        court.game.report(confirm(rng.choice([1, 2]), deal=about))
    elif what == "note":
        noted = incident("remark", id=new_id(), deal=about)
        court.game.report(noted)
        notes[noted["id"]] = about
    elif what != "sign":
        dispute = court.taken(deal=meant["number"], trick=None)
        disputes[dispute["id"]] = about
        if what == "rule" and meant["status"] == "settled":
            remedies: list[Json] = [{"remedy": "deal_lost", "seat": 2}, {"remedy": "deal_void"}]
            court.ruled(dispute, **rng.choice(remedies))
            court.game.report(*slates(rng.randint(60, 140)))
