"""What is dear is judged before the game is locked, and written only if nobody wrote meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest

from scoring.models import Game
from scoring.selectors import games
from scoring.services.rebuild import rebuild
from scoring.services.reports import judgement
from scoring.services.reports.judgement import Judgement
from tests.api.court import Court
from tests.api.says import Json, announce, correct, counted, deal, incident, new_id, slates, trick
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

TOLD = slates(*[100] * 8)


@pytest.fixture
def game() -> GameClient:
    found = Club().open(rules={"target": 100_000})
    found.report(*TOLD)
    return found


@contextmanager
def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object], *, times: int = 1) -> Iterator[list[int]]:
    """Something happens between judging and writing, so many times; how often that was looked at."""
    holds, looked = Judgement.holds, list[int]()

    def look(self: Judgement[object]) -> bool:
        looked.append(self.version)
        if len(looked) <= times:
            with monkeypatch.context() as patch:
                patch.setattr(Judgement, "holds", holds)
                happens()
        return holds(self)

    with monkeypatch.context() as patch:
        patch.setattr(Judgement, "holds", look)
        yield looked


def sound(game: GameClient) -> bool:
    told = rebuild(UUID(game.id), check=True)
    return told is not None and told.sound


def test_a_correction_is_judged_again_where_somebody_wrote_meanwhile(
    game: GameClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = game.version
    with meanwhile(monkeypatch, lambda: game.report(deal(), by=game.scorer)) as looked:
        answer = game.report(correct(TOLD[1]["id"], counted(60)))
    assert looked == [before, before + 1]
    assert answer["reports"][0]["seq"] == before + 2
    assert (answer["game"]["version"], game.deal["number"]) == (before + 2, 9)
    assert game.totals[0] == 760
    assert sound(game)


def test_where_others_write_all_the_time_it_is_judged_under_the_lock(
    game: GameClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with meanwhile(monkeypatch, lambda: game.report(incident("remark"), by=game.scorer), times=9) as looked:
        game.report(correct(TOLD[1]["id"], counted(60)))
    assert len(looked) == judgement.TRIES
    assert game.totals[0] == 760
    assert sound(game)


def test_what_somebody_corrected_meanwhile_is_not_corrected_twice(
    game: GameClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = TOLD[1]["id"]
    with meanwhile(monkeypatch, lambda: game.report(correct(named, counted(50)))):
        answer = game.send(correct(named, counted(60)))
    assert answer.code == (409, "already_replaced")
    assert game.totals[0] == 750
    assert sound(game)


def test_a_long_call_learns_of_an_id_that_has_become_another_name(
    game: GameClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.report(deal(), announce("rosen"), trick("E6 E7 E8 E9", number=1, as_played=True))
    version, name = game.version, new_id()
    again = {**trick("E6 E7 E8 E9", number=1, as_played=True), "id": name}
    long_call: list[Json] = [*[incident("remark") for _ in range(20)], {**incident("remark"), "id": name}]
    with meanwhile(monkeypatch, lambda: game.send(again, by=game.scorer)):
        answer = game.send(*long_call)
    assert answer.code == (409, "id_reused")
    assert game.version == version
    assert sound(game)


def test_dear_calls_are_never_judged_under_the_lock(game: GameClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(game_id: UUID) -> Game | None:
        raise AssertionError(game_id)

    monkeypatch.setattr(games, "locked", locked)
    game.report(correct(TOLD[1]["id"], counted(60)))
    game.report(*slates(*[70] * 10), by=game.scorer)
    assert game.try_out(correct(TOLD[3]["id"], counted(60))).status == 200
    assert sound(game)


def test_a_ruling_is_judged_again_where_somebody_wrote_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    court = Court(*TOLD, rules={"target": 100_000})
    dispute = court.taken(deal=1, trick=None)
    ruling = {"remedy": "deal_lost", "seat": 2, "discovered": "deal_over", "reason": "Seen."}
    before = court.game.version
    assert court.do(dispute, "rulings", by=court.vreni, dry_run=True, **ruling).status == 200
    assert court.game.version == before
    with meanwhile(monkeypatch, lambda: court.game.report(deal(), by=court.scorer)) as looked:
        answer = court.do(dispute, "rulings", by=court.vreni, **ruling)
    assert (answer.status, looked) == (201, [before, before + 1])
    assert answer.body["game"]["version"] == before + 2
    court.is_sound()
    with meanwhile(monkeypatch, lambda: court.game.report(announce("rosen"), by=court.scorer)) as looked:
        dismissed = court.do(dispute, "dismiss", by=court.vreni, reason="It was none.")
    assert (dismissed.status, len(looked)) == (200, 2)
    court.is_sound()
