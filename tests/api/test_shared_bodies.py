"""Reads that many make: a 304 costs one statement, and readers who see the same share a body for a second."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.games import shared_bodies
from api.games.shared_bodies import SHARED, SharedBodies, SharedBody
from scoring.models import Game, Role
from scoring.rules.view.secrets import ANYBODY, TABLE, Viewer
from tests.api.says import announce, deal, hand, reports_of, worked
from tests.api.table import Answer, Club, Device, GameClient

pytestmark = pytest.mark.django_db

FORMS = ("", "/scoresheet", "/scoresheet?format=csv", "/scoresheet?format=html")
READERS = ("nobody", "scorer", "organizer", "referee", "player")


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    SHARED.clear()
    yield
    SHARED.clear()


def a_game() -> GameClient:
    """A public game of one deal."""
    game = Club().open()
    game.report(*reports_of("R1"))
    return game


def reader(game: GameClient, name: str) -> Device:
    """Somebody who reads; their token was used within this minute."""
    match name:
        case "nobody":
            found = game.outsider
        case "referee":
            found = game.club.device(game.token(Role.REFEREE, user=game.club.user))
        case "player":
            found = game.club.device(game.token(Role.PLAYER, seat=1))
        case _:
            found = getattr(game, name)
    assert found.get(game.path).status == 200
    return found


def read(game: GameClient, form: str, by: Device, **headers: str) -> tuple[int, Answer]:
    """How many statements a read takes, and its answer."""
    with CaptureQueriesContext(connection) as captured:
        answer = by.get(game.path + form, **headers)
    return len(captured), answer


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", READERS)
def test_what_a_reader_has_already_costs_one_statement(form: str, name: str) -> None:
    game = a_game()
    by = reader(game, name)
    first = by.get(game.path + form)
    assert first.status == 200
    costs, answer = read(game, form, by, if_none_match=first.headers["etag"])
    assert (costs, answer.status, answer.headers["etag"]) == (1, 304, first.headers["etag"])


@pytest.mark.parametrize("form", FORMS)
def test_readers_without_rights_share_a_body(form: str) -> None:
    game = a_game()
    first = game.outsider.get(game.path + form)
    costs, second = read(game, form, game.club.device())
    assert costs == 1
    assert (second.raw, second.headers["etag"]) == (first.raw, first.headers["etag"])


@pytest.mark.parametrize("form", FORMS)
def test_a_report_is_seen_at_once(form: str) -> None:
    game = a_game()
    before = game.outsider.get(game.path + form)
    game.report(deal(), announce("rosen"))
    after = game.outsider.get(game.path + form, if_none_match=before.headers["etag"])
    assert after.status == 200
    assert after.headers["etag"] != before.headers["etag"]


@pytest.mark.parametrize("name", ["scorer", "organizer", "referee", "player"])
def test_what_a_token_may_see_is_not_shared(name: str) -> None:
    game = Club().open()
    cards = " ".join(worked("R1")["hands"]["1"])
    game.report(deal(), hand(1, cards), announce("schilten"))
    by = reader(game, name)
    own, shared = by.get(game.path).body, game.outsider.get(game.path).body
    assert own["open_disputes"] == 0
    assert shared["open_disputes"] is None
    assert all(one["cards"] is None for one in shared["deal"]["hands"] or ())
    assert by.get(game.path).body == own


def test_a_game_that_is_private_now_is_shown_to_nobody() -> None:
    game = a_game()
    tag = game.outsider.get(game.path).headers["etag"]
    Game.objects.filter(pk=game.id).update(public=False)
    assert game.outsider.get(game.path).status == 404
    assert game.outsider.get(game.path, if_none_match=tag).status == 404


# --- the store --------------------------------------------------------------------------------------------------------


def test_a_body_is_kept_under_the_version_that_it_has() -> None:
    """Somebody wrote between the reading of the version and of the body."""
    store, newer = SharedBodies(), SharedBody(b"4", 4)
    assert store.get(("game",), lambda: newer, version=3, viewer=lambda: ANYBODY) is newer
    assert store.get(("game",), lambda: SharedBody(b"3", 3), version=3, viewer=lambda: ANYBODY).content == b"3"
    assert store.get(("game",), lambda: SharedBody(b"?", 4), version=4, viewer=lambda: ANYBODY) is newer


@pytest.mark.parametrize("viewer", [TABLE, Viewer(seats=frozenset({1}))])
def test_only_what_anybody_may_see_is_kept(viewer: Viewer) -> None:
    store = SharedBodies()
    store.get(("game",), lambda: SharedBody(b"own", 1), version=1, viewer=lambda: viewer)
    assert store.get(("game",), lambda: SharedBody(b"new", 1), version=1, viewer=lambda: ANYBODY).content == b"new"
    assert store.get(("game",), lambda: SharedBody(b"own", 1), version=1, viewer=lambda: viewer).content == b"own"


def test_a_body_made_for_somebody_with_rights_meanwhile_is_not_kept() -> None:
    viewers = iter((ANYBODY, TABLE, ANYBODY, ANYBODY))
    store = SharedBodies()
    for content in (b"own", b"new"):
        body = store.get(("game",), partial(SharedBody, content, 1), version=1, viewer=lambda: next(viewers))
        assert body.content == content


def test_a_body_is_forgotten_after_a_second_and_the_store_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("api.games.shared_bodies.time.monotonic", lambda: now[0])
    monkeypatch.setattr(shared_bodies, "MOST_BODIES", 2)
    store = SharedBodies()
    made: list[int] = []

    def body_of(game: int) -> SharedBody:
        made.append(game)
        return SharedBody(b"", 1)

    def ask(game: int) -> None:
        store.get((game,), partial(body_of, game), version=1, viewer=lambda: ANYBODY)

    for game in (1, 2, 3, 1, 2, 3):  # the third finds no room
        ask(game)
    assert made == [1, 2, 3, 3]
    now[0] = 1.5
    for game in (3, 1, 3):
        ask(game)
    assert made == [1, 2, 3, 3, 3, 1]
