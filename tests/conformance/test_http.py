"""Laws of the API, in every variant and preset: what a client is shown does not depend on how the game was told."""

import random
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Role
from scoring.rules.variants import PRESETS, VARIANTS
from scoring.services.rebuild import rebuild
from scoring.services.tokens import issue
from scoring.wording import languages
from tests.api.document import judged
from tests.api.says import new_id, retract
from tests.api.table import NOW, PLAYERS, Club, Device, GameClient, without_chance
from tests.conformance.player import Json, Player
from tests.conformance.test_rules import GAMES
from tests.desk.hall import text_of
from tests.proofs import PROVING, proof_size

pytestmark = pytest.mark.django_db

DEFAULTS = [pytest.param(variant, VARIANTS[variant].default_preset, id=variant) for variant in VARIANTS]


class Table:
    """A game of a preset over HTTP, and those who play it. Every answer is held against the published document."""

    def __init__(self, variant: str, preset: str, *, seed: int) -> None:
        self.rng = random.Random(f"{preset} {seed}")
        seats = VARIANTS[variant].table.seats
        end = {"deals": 2} if "deals" in PRESETS[preset].values else {}
        self.club = Club(transport=judged())
        dealer = self.rng.randint(1, seats)
        self.game = self.club.open(
            variant=variant, rules={"preset": preset, **end}, players=list(PLAYERS[:seats]), first_dealer=dealer
        )
        self.now: Json = self.game.game()
        self.player = Player(variant, self.now["rules"], self.rng, dealer)
        self.seats = [self.club.device(self.game.token(Role.PLAYER, seat=seat)) for seat in range(1, seats + 1)]

    def next_report(self) -> Json | None:
        """What happens next at the table."""
        game = self.now
        if game["result"] is not None:
            return None
        return self.player.step(game["next"]["expects"], game["next"]["seat"], game["deal"])

    def play(self, steps: int) -> None:
        """So many reports, each by somebody who may send it."""
        for _ in range(steps):
            report = self.next_report()
            if report is None:
                return
            self.say({**report, "id": new_id()})

    def say(self, report: Json) -> None:
        """Say it, against the rules or not; at times after a dry run."""
        if self.rng.random() < 0.15:
            self.say_twice(report)
            return
        answer = self.game.send({**report, "as_played": True})
        assert answer.status == 201, answer.raw
        self.now = answer.body["game"]

    def say_twice(self, report: Json) -> None:
        """Say it after a dry run that writes nothing and shows the organizer what follows."""
        by = self.rng.choice([self.game.organizer, self.game.scorer])
        before = self.game.stored()
        tried = self.game.try_out(report, by=by)
        assert self.game.stored() == before
        answer = self.game.send(report, by=by)
        if answer.status == 409 and answer.body["code"] == "irregular":
            assert tried.body["code"] == "irregular"
            report = {**report, "as_played": True}
            tried = self.game.try_out(report, by=by)
            answer = self.game.send(report, by=by)
        assert answer.status == 201, answer.raw
        self.now = self.game.game()
        if by is self.game.organizer:
            told = {**tried.body, "game": {**tried.body["game"], "updated_at": None}}
            del told["dry_run"]
            assert told == {**answer.body, "game": {**answer.body["game"], "updated_at": None}}


def everything(game: GameClient, *, by: Device) -> list[Any]:
    """All that somebody can read of a game."""
    pages = [f"{game.path}/explain", f"{game.path}/scoresheet"]
    forms = [f"{game.path}/scoresheet?format={form}" for form in ("csv", "html")] + [f"{game.path}/explain?format=html"]
    answers = [by.get(page) for page in (*pages, *forms)]
    assert {answer.status for answer in answers} == {200}
    return [*game.all(by=by), *(answer.body for answer in answers[:2]), *(a.raw.decode() for a in answers[2:])]


@pytest.mark.parametrize(("variant", "preset"), GAMES if PROVING else DEFAULTS)
def test_a_game_from_its_first_deal_to_another_service(variant: str, preset: str) -> None:
    for seed in range(proof_size(1, 5)):
        table = Table(variant, preset, seed=seed)
        table.play(proof_size(60, 120))
        game = table.game
        for device in (game.organizer, game.scorer, game.outsider, *table.seats):
            everything(game, by=device)
        assert (found := rebuild(UUID(game.id), check=True)) is not None
        assert found.sound, (found.differences, found.broken)
        document = game.organizer.get(f"{game.path}/export")
        assert document.status == 200
        moved = document.raw.replace(game.id.encode(), new_id().encode())
        answer = Club().organizer.post("/games/import", moved)
        assert answer.status == 201, answer.raw
        assert (there := rebuild(UUID(answer.body["id"]), check=True)) is not None
        assert there.sound


@pytest.mark.parametrize(("variant", "preset"), DEFAULTS)
def test_what_is_taken_back_leaves_the_deal_as_it_was(variant: str, preset: str) -> None:
    for seed in range(proof_size(1, 10)):
        table = Table(variant, preset, seed=seed + 100)
        table.play(table.rng.randint(1, 15))
        before, report = table.game.game(), table.next_report()
        if report is None:
            continue
        said = {**report, "id": new_id(), "as_played": True}
        assert table.game.send(said).status == 201
        table.game.report(retract(said["id"]))
        changing = {"version", "updated_at"}
        now = table.game.game()
        assert {name: value for name, value in now.items() if name not in changing} == {
            name: value for name, value in before.items() if name not in changing
        }
        assert table.game.send(said).body["duplicate"] is True


@pytest.mark.parametrize(("variant", "preset"), DEFAULTS)
def test_the_same_calls_make_the_same_game(variant: str, preset: str) -> None:
    tables = [Table(variant, preset, seed=7) for _ in range(2)]
    for table in tables:
        table.play(12)
    one, other = (without_chance(everything(table.game, by=table.game.outsider)) for table in tables)
    assert one == other


@pytest.mark.parametrize(("variant", "preset"), DEFAULTS)
def test_a_referee_sees_it_at_the_desk_in_every_language(variant: str, preset: str) -> None:
    table = Table(variant, preset, seed=3)
    table.play(table.rng.randint(8, 30))
    game = table.game
    user = User.objects.create_user("rita")
    issue(role=Role.REFEREE, user=user, game=game.row, label="rita", now=NOW)
    body = {"category": "remark", "deal": 1, "seat": 2, "raised_by": {"side": 1}, "statement": "Look at this."}
    answer = game.scorer.post(f"{game.path}/disputes", body)
    assert answer.status == 201, answer.raw
    pages = [
        reverse("admin:desk_queue"),
        reverse("admin:desk_deal", args=(game.id, 1)),
        reverse("admin:desk_dispute", args=(answer.body["id"],)),
    ]
    for language in languages():
        client = Client(headers={"accept-language": language})
        client.force_login(user)
        for page in pages:
            response = client.get(page)
            assert response.status_code == 200
            assert "None" not in text_of(response.content.decode())
