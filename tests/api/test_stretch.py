"""A correction of an early deal reads a stretch of the record. It comes to what reading all of it comes to."""

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import pytest
from django.db import transaction

from scoring.models import Deal
from scoring.rules.reading import Reading
from scoring.services.rebuild import rebuild
from scoring.services.reports import hearing, stretch
from scoring.services.reports.reach import start_of
from tests.api.court import Court
from tests.api.says import Json, bid, confirm, correct, counted, deal, incident, new_id, retract, slates
from tests.api.table import Club, GameClient
from tests.attack.hostile import careless_deals
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

TABLES: Final[Mapping[str, Json]] = {
    "far from the target": {"rules": {"target": 1_000_000}},
    "near the target": {"rules": {"target": 1_500}},
    "so many deals": {"rules": {"target": None, "deals": 14}},
    "coiffeur": {"variant": "coiffeur"},
    "differenzler": {"variant": "differenzler", "rules": {"deals": 12}},
    "eidex": {"variant": "eidex"},
}


def slate(rng: random.Random, variant: str) -> Json:
    """What a deal came to, as a slate says it."""
    first = rng.randint(20, 130)
    if variant in {"schieber", "coiffeur"}:
        modes = ["rosen", "schellen", "eicheln", "schilten", "obenabe", "undenufe"]
        more = {"declarer": rng.randint(1, 4)} if variant == "coiffeur" else {}
        return {**counted(first, mode=rng.choice(modes) if variant == "coiffeur" else "rosen"), **more}
    seats = 3 if variant == "eidex" else 4
    cuts = sorted(rng.sample(range(20, 130), seats - 1))
    points = [after - before for before, after in zip([0, *cuts], [*cuts, 157], strict=True)]
    return {"kind": "count", "points": {str(seat): each for seat, each in enumerate(points, start=1)}}


class Evening:
    """A long game, told at random: slates and careless play, signatures, incidents, void deals, disputes, rulings."""

    def __init__(self, seed: int, table: str) -> None:
        self.rng = random.Random(seed)
        self.variant = TABLES[table].get("variant", "schieber")
        self.court = Court(club=Club(), **TABLES[table])
        self.standing: list[Json] = []
        """What may be corrected: each report with the id under which it stands, oldest first."""
        for number in range(self.rng.randint(8, 12)):
            if not self.tell(*self.deal(number)):
                break
            self.say_something()

    def tell(self, *reports: Json) -> bool:
        """Report this, where it is possible."""
        named = [{"id": new_id(), "as_played": True, **report} for report in reports]
        if self.court.game.send(*named).status != 201:
            return False
        self.standing += [one for one in named if one["kind"] not in {"confirm", "incident"}]
        return True

    def deal(self, number: int) -> list[Json]:
        if self.variant in {"schieber", "coiffeur"}:
            if self.variant == "schieber" and self.rng.random() < 0.3:
                return careless_deals(1, seed=self.rng.randrange(10**6))[0]
            return [deal(), slate(self.rng, self.variant)]
        bids = []
        if self.variant == "differenzler":
            first = number % 4
            bids = [bid((first + step) % 4 + 1, self.rng.randint(0, 157)) for step in range(4)]
        return [deal(turned="E8"), *bids, slate(self.rng, self.variant)]

    def say_something(self) -> None:
        """Sign, note or dispute something of some deal; a misdeal that all sign, or a ruling, makes a deal void."""
        numbers = [one["number"] for one in self.court.game.deals()]
        about, what = self.rng.choice([*numbers[-2:] * 12, *numbers]), self.rng.random()
        if what < 0.3:
            self.tell(confirm(1, deal=about), confirm(2, deal=about))
        elif what < 0.4:
            self.tell(incident("remark", deal=about))
        elif what < 0.47:
            noted = {**incident("misdeal", deal=about), "id": new_id()}
            sides = (1, 2) if self.variant in {"schieber", "coiffeur"} else range(1, 5)
            self.tell(noted, *(confirm(side, report=noted["id"]) for side in sides))
        elif what < 0.54:
            dispute = self.court.taken(deal=about, trick=None)
            if self.rng.random() < 0.6:
                remedies: list[Json] = [{"remedy": "deal_void"}, {"remedy": "deal_lost", "seat": 2}]
                remedy = self.rng.choice(remedies)
                self.court.do(dispute, "rulings", by=self.court.vreni, discovered="deal_over", reason="Seen.", **remedy)

    def corrections(self) -> list[Json]:
        """One or two corrections or retractions of what stands, mostly of early deals."""
        early = self.standing[: max(2, len(self.standing) // 2)]
        chosen = self.rng.sample(early, k=min(len(early), self.rng.choice([1, 1, 1, 2])))
        return [{**self.correction(one), "id": new_id(), "as_played": True} for one in chosen]

    def correction(self, one: Json) -> Json:
        if self.rng.random() < 0.1:
            return retract(one["id"])
        if one["kind"] == "deal" and self.rng.random() < 0.3:
            again = {"kind": "deal"} | turned(one)
            return correct(one["id"], again, slate(self.rng, self.variant), again)
        replacement = {name: value for name, value in one.items() if name not in {"id", "as_played"}}
        if one["kind"] == "count" and self.rng.random() < 0.7:
            replacement = slate(self.rng, self.variant)
        elif one["kind"] == "trick" and self.rng.random() < 0.5:
            replacement["cards"] = [replacement["cards"][0], *reversed(replacement["cards"][1:])]
        elif one["kind"] == "announce":
            replacement["mode"] = self.rng.choice(["rosen", "obenabe"])
        elif one["kind"] == "deal" and self.rng.random() < 0.5:
            replacement["dealer"] = self.rng.randint(1, 3)
        return correct(one["id"], replacement)

    def stands_now(self, sent: list[Json]) -> None:
        """What was corrected stands under the id of its correction."""
        by_report = {one["report"]: one for one in sent}
        for one in self.standing:
            change = by_report.get(one["id"])
            if change is not None and change["kind"] == "correct" and isinstance(change["replacement"], dict):
                one |= {**change["replacement"], "id": change["id"]}
        gone = {one["report"] for one in sent}
        self.standing = [one for one in self.standing if one["id"] not in gone]


def turned(one: Json) -> Json:
    return {"turned": one["turned"]} if "turned" in one else {}


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many reports stood each time the record was read."""
    read, counted = Reading.read, []

    def count(self: Reading, **how: object) -> None:
        counted.append(len(self.units))
        read(self, **how)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(Reading, "read", count)
    return counted


def played(count: int, **rules: Any) -> tuple[GameClient, list[Json]]:
    """A game with so many slates, each signed while the next deal is played, and the reports of the slates."""
    game = Club().open(rules=rules)
    told = slates(*[100] * count)
    for number, (opening, points) in enumerate(zip(told[::2], told[1::2], strict=True)):
        game.report(opening, *([confirm(1, deal=number), confirm(2, deal=number)] if number else []), points)
    return game, told[1::2]


@pytest.mark.parametrize("rules", [{"target": 1_000_000}, {"target": None, "deals": 100}], ids=["target", "deals"])
def test_a_correction_of_an_early_deal_reads_that_deal_alone(rules: Json, readings: list[int]) -> None:
    game, told = played(30, **rules)
    readings.clear()
    answer = game.report(correct(told[3]["id"], counted(60)))
    assert max(readings) <= 12  # three deals with what was said of them, of 30
    assert [one["deal"] for one in answer["effects"]] == [4, 4]
    assert game.totals == [2960, 30 * 157 - 2960]
    assert game.deals()[-1]["scores"][0]["total"] == 100
    assert Deal.objects.get(game=game.row, number=30).carry["totals"] == [2860, 29 * 157 - 2860]
    assert sound(game)


def test_a_correction_that_changes_no_score_leaves_the_rest_alone(readings: list[int]) -> None:
    game, told = played(20, target=1_000_000)
    before = game.stored()[1][5:]
    readings.clear()
    game.report(correct(told[1]["id"], counted(100)))
    assert max(readings) <= 12
    assert game.stored()[1][5:] == before
    assert sound(game)


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        ({"target": 3_100}, counted(157, match=1)),  # the game ends earlier
        ({"target": None, "deals": 20}, counted(60)),  # the last deal decides by the totals
        ({"target": 1_000_000}, None),  # a deal fewer
    ],
)
def test_where_later_deals_may_come_out_differently_all_is_read(
    rules: Json, change: Json | None, readings: list[int]
) -> None:
    game, told = played(20, **rules)
    readings.clear()
    game.send(correct(told[1]["id"], change) if change else retract(told[1]["id"], as_played=True))
    assert max(readings) > 60
    assert sound(game)


def test_a_signature_that_comes_late_is_read_with_the_stretch(readings: list[int]) -> None:
    game, told = played(20, target=1_000_000)
    signed = game.report(confirm(1, deal=1), incident("remark", deal=1), confirm(2, deal=1))["reports"]
    game.report(retract(signed[2]["id"]))
    readings.clear()
    answer = game.report(correct(told[0]["id"], counted(60)))
    assert max(readings) <= 12
    assert [(one["effect"], one.get("sides")) for one in answer["effects"]] == [
        ("signatures_removed", [1, 2]),
        ("scored_anew", None),
    ]
    assert sound(game)


def test_a_misdeal_that_is_signed_late_has_all_read(readings: list[int]) -> None:
    game, told = played(20, target=1_000_000)
    noted = game.report(incident("misdeal", deal=1))["reports"][0]["id"]
    game.report(confirm(1, report=noted), confirm(2, report=noted))
    readings.clear()
    game.report(correct(told[0]["id"], counted(60)))
    assert max(readings) > 60
    assert game.deals()[0]["status"] == "void"
    assert sound(game)


def test_findings_that_come_and_go_are_added_up_as_well(readings: list[int]) -> None:
    game = Club().open(rules={"target": 1_000_000})
    first, *others = careless_deals(14, seed=3)
    game.report(*first)
    game.report(*[report for each in others for report in each])
    proven = set()
    for report in first[2:]:
        readings.clear()
        turned_round = {"kind": "trick", "cards": [report["cards"][0], *reversed(report["cards"][1:])]}
        game.report({**correct(report["id"], turned_round), "as_played": True})
        assert max(readings) < 40
        proven.add(Deal.objects.get(game=game.row, number=14).carry["proven"])
    assert len(proven) > 1
    assert sound(game)


def test_a_game_that_somebody_has_given_up_is_read_to_its_end() -> None:
    court = Court(variant="differenzler", rules={"deals": 20})
    rng, ids = random.Random(1), []
    for number in range(8):
        bids = [bid((number + step) % 4 + 1, 10 * step) for step in range(4)]
        told = {**slate(rng, "differenzler"), "id": new_id()}
        court.game.report(deal(turned="E8"), *bids, told)
        ids.append(told["id"])
    court.ruled(court.taken(deal=8, trick=None), remedy="forfeit", side=1)
    before = court.game.game()["result"]["places"]
    best = next(one["side"] for one in before if one["place"] == 1)
    points = {str(side): 157 if side == best else 0 for side in range(1, 5)}
    court.game.report(correct(ids[0], {"kind": "count", "points": points}))
    assert court.game.game()["result"]["places"] != before
    court.is_sound()


def test_where_only_void_deals_follow_the_signatures_of_the_stretch_are_asked_for_again() -> None:
    game = Club().open(rules={"target": 1_000_000})
    told = slates(100, 100)
    game.report(*told, confirm(1), confirm(2))
    for _ in range(6):
        noted = game.report(deal(), incident("misdeal"))["reports"][1]["id"]
        game.report(confirm(1, report=noted), confirm(2, report=noted))
    assert game.game()["next"]["confirm"] == []
    game.report(correct(told[3]["id"], counted(60)))
    assert game.game()["next"]["confirm"] == [1, 2]
    assert sound(game)


def sound(game: GameClient) -> bool:
    told = rebuild(game.row.pk, check=True)
    return told is not None and told.sound


@pytest.fixture
def _always_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stretch is tried wherever a deal comes after it."""
    monkeypatch.setattr(stretch, "LEAST_KEPT", 1)


@pytest.mark.usefixtures("_always_tried")
@pytest.mark.parametrize("seed", range(proof_size(3, 20)))
@pytest.mark.parametrize("table", TABLES)
def test_a_stretch_comes_to_what_the_whole_record_comes_to(
    table: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(seed, table)
    game = evening.court.game
    for _ in range(proof_size(8, 15)):
        sent = evening.corrections()
        with monkeypatch.context() as patch:
            patch.setattr(hearing, "start_of", lambda call, **_: start_of(call, whole=True))
            whole = game.try_out(*sent)
            with suppress(_Undone), transaction.atomic():
                game.send(*sent)
                rows = game.stored()
                raise _Undone
        answer = game.try_out(*sent)
        assert (answer.status, {**answer.body, "instance": ""}) == (whole.status, {**whole.body, "instance": ""})
        if game.send(*sent).status == 201:
            assert without_times(game.stored()) == without_times(rows)
            evening.stands_now(sent)
        evening.court.is_sound()


class _Undone(Exception):
    """The transaction is rolled back."""


def without_times(rows: list[Any]) -> list[Any]:
    """Rows without when they were written, and without the keys that the database gave them."""
    chance = {"updated_at", "recorded_at", "id", "current_deal_id", "deal_id", "report_id"}
    return [[{name: value for name, value in row.items() if name not in chance} for row in table] for table in rows]
