"""The rows of disputes, held against the journal: what differs is told, and mended."""

import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from scoring.models import Dispute, Game, Report, Role
from scoring.rules.rulings.remedies import REMEDIES
from scoring.services.rebuild import Rebuilt, rebuild
from tests.api.court import Court
from tests.api.says import Json, announce, correct, deal, hand, opening_of, reports_of, retract, trick, tricks_of
from tests.api.table import NOW, Club
from tests.models.rows import a_dispute
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

STATES = ("open", "under_review", "ruled", "dismissed", "withdrawn", "appealed", "final")


@pytest.fixture
def court() -> Court:
    """A game with a dispute in every state, whose result is not official."""
    court = Court(*reports_of("R1"), rules={"deals": 1}, club=Club())
    for state in STATES:
        court.at(state)
    return court


def told_of(court: Court, *, check: bool) -> Rebuilt:
    found = rebuild(UUID(court.game.id), check=check)
    assert found is not None
    return found


def rows() -> list[Any]:
    return [list(Dispute.objects.order_by("pk").values()), list(Game.objects.values())]


def in_state(state: str) -> Dispute:
    return Dispute.objects.get(state=state)


def official(court: Court) -> None:
    Game.objects.filter(pk=court.game.id).update(result={**court.game.game()["result"], "official": True})


BROKEN: dict[str, tuple[Callable[[Court], object], set[str]]] = {
    "a state": (lambda _: Dispute.objects.filter(state="ruled").update(state="dismissed"), {"state"}),
    "a referee": (
        lambda court: Dispute.objects.filter(state="under_review").update(referee=court.users["urs"]),
        {"referee_id"},
    ),
    "an entry": (lambda _: Dispute.objects.filter(state="open").update(entries=[]), {"entries[0]"}),
    "its moment": (lambda _: Dispute.objects.filter(state="open").update(raised_at=NOW), {"raised_at"}),
    "a row that is gone": (lambda _: in_state("final").delete(), {""}),
    "a row of nothing": (lambda court: a_dispute(court.game.row), {""}),
    "how many wait": (lambda court: Game.objects.filter(pk=court.game.id).update(open_disputes=1), {"open_disputes"}),
    "what is official": (official, {"result.official"}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_row_that_differs_is_told_and_mended(court: Court, name: str) -> None:
    sound = rows()
    assert told_of(court, check=True).sound
    spoil, fields = BROKEN[name]
    spoil(court)
    found = told_of(court, check=True)
    assert {one.field.removeprefix("disputes.")[36:].lstrip(".") or one.field for one in found.differences} == {
        field or one.field for field in fields for one in found.differences
    }
    assert not found.broken
    assert told_of(court, check=False).mended
    assert rows() == sound


def test_a_step_that_cannot_be_is_a_misfit(court: Court) -> None:
    row = court.game.row
    Report.objects.create(
        game=row,
        seq=row.version + 1,
        root=row.version + 1,
        report_id=UUID(int=7),
        kind="dispute",
        payload={"dispute": str(in_state("final").pk), "step": "taken", "deal": 1},
        by_role=Role.REFEREE,
        recorded_at=NOW,
    )
    found = told_of(court, check=True)
    assert [(one.seq, one.code, one.kind) for one in found.broken] == [(row.version + 1, "out_of_phase", "dispute")]


# --- whatever happens ------------------------------------------------------------------------------------------------


OFTEN = {"rulings": 12, "take": 6, "appeal": 4}


class Evening:
    """A game that somebody plays at random, with disputes, decisions and corrections at any time."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        rules = self.rng.choice([{"target": 1000}, {"target": 300}, {"deals": 3}])
        self.court = Court(club=Club(), rules=rules)
        self.left: list[Json] = []
        self.tricks: list[str] = []

    def go_on(self) -> None:
        """One thing more; then everything must follow from the journal."""
        self.rng.choice([self.play, self.play, self.play, self.raise_one, self.decide, self.decide, self.take_back])()
        self.court.is_sound()

    def play(self) -> None:
        game = self.court.game.game()
        if game["next"]["expects"] == ["deal"] or not self.left:
            number = game["deal"]["number"] if game["deal"] else 0
            name = self.rng.choice(["R1", "R2"])
            dealer = game["deal"]["dealer"] if game["deal"] else 4
            self.left = [deal(), *opening_of(name, forehand=dealer % 4 + 1)[1:], *tricks_of(name)] if number < 4 else []
        for report in self.left[: self.rng.randint(1, 6)]:
            answer = self.court.game.send({**report, "as_played": True})
            self.left = self.left[1:]
            if answer.status == 201 and report["kind"] == "trick":
                self.tricks.append(answer.body["reports"][0]["id"])

    def raise_one(self) -> None:
        current = self.court.game.deal
        if current is not None:
            number = self.rng.randint(1, current["number"])
            self.court.dispute(deal=number, trick=self.rng.randint(1, 9), seat=self.rng.randint(1, 4))

    def decide(self) -> None:
        waiting = [one for one in self.court.organizer.pages("/disputes") if one["expects"]]
        if not waiting:
            return
        dispute = self.rng.choice(waiting)
        action = self.rng.choices(dispute["expects"], [OFTEN.get(one, 1) for one in dispute["expects"]])[0]
        bodies: dict[str, Json] = {
            "take": {},
            "statements": {"side": 1, "statement": "so"},
            "dismiss": {"reason": "no"},
            "withdraw": {},
            "appeal": {"side": 2, "statement": "no"},
            "rulings": {
                "discovered": "deal_over",
                "remedy": self.rng.choice(list(REMEDIES)),
                "reason": "so",
                "points": {"1": self.rng.choice([20, 700]), "2": 5},
            },
        }
        referees = {
            self.court.users["vreni"].username: self.court.vreni,
            self.court.users["urs"].username: self.court.urs,
        }
        by = referees.get(dispute["referee"]) or self.rng.choice(list(referees.values()))
        by = self.court.organizer if action in {"withdraw", "appeal"} else by
        before = self.court.game.stored()
        answer = self.court.do(dispute, action, by=by, **bodies[action])
        assert answer.status in {200, 201, 403, 409, 422}, answer.raw
        assert answer.status < 300 or self.court.game.stored() == before

    def take_back(self) -> None:
        if self.tricks:
            id_ = self.tricks.pop(self.rng.randrange(len(self.tricks)))
            report = retract(id_) if self.rng.random() < 0.5 else correct(id_, trick("RA S9 RK RO"))
            self.court.game.send({**report, "as_played": True})


@pytest.mark.parametrize("seed", range(proof_size(3, 60)))
def test_whatever_is_decided_when_all_of_it_follows_from_the_journal(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(40):
        evening.go_on()


def test_a_proven_fault_keeps_the_result_from_being_official_until_it_is_ruled_on() -> None:
    hands = hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9")
    court = Court(deal(), announce("rosen"), hands, rules={"deals": 1})
    court.game.send({**trick("RA E6 R8 R9"), "as_played": True})
    court.game.send({"kind": "count", "points": {"2": 97}})
    assert court.game.game()["result"]["official"] is False
    proven = [one["id"] for one in court.game.deal["findings"] if one["status"] == "proven"]
    for finding in proven:
        dispute = court.taken(finding=finding, trick=None, seat=None)
        court.ruled(dispute, remedy="score_stands")
    assert proven
    assert court.game.game()["result"]["official"] is True
