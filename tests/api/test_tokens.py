"""The tokens of a game: handed out, listed, used and taken back (docs/api.md, Tokens). Every answer is judged."""

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from api.http.renderers import rfc3339
from scoring.models import Game, Player, Report, Role, Token
from scoring.services.tokens import issue, revoke
from tests.api.document import judged
from tests.api.says import Json, deal, new_id
from tests.api.table import Answer, Club, Device, GameClient, problem_in

pytestmark = pytest.mark.django_db
TOMORROW = "2099-03-08T02:00:00Z"


@pytest.fixture
def club() -> Club:
    return Club(transport=judged())


@pytest.fixture
def game(club: Club) -> GameClient:
    opened = club.open()
    Token.objects.filter(game=opened.row).delete()  # only what the tests hand out
    return opened


def ask(game: GameClient, by: Device | None = None, **wanted: Any) -> Answer:
    return (by or game.organizer).post(f"{game.path}/tokens", wanted)


def handed_out(game: GameClient, **wanted: Any) -> Json:
    """What is answered of a new token."""
    answer = ask(game, **wanted)
    assert answer.status == 201, answer.raw
    assert answer.headers["cache-control"] == "private, no-store"
    body: Json = answer.body
    return body


def bearer(game: GameClient, **wanted: Any) -> Device:
    """A device with a new token."""
    return game.club.device(handed_out(game, **wanted)["token"])


def listed(game: GameClient) -> list[Json]:
    answer = game.organizer.get(f"{game.path}/tokens")
    assert (answer.status, answer.headers["cache-control"]) == (200, "private, no-store")
    assert (answer.body["next"], answer.body["previous"]) == (None, None)
    return list(answer.body["results"])


def places(answer: Answer) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in problem_in(answer)["errors"]]


# --- handing out -----------------------------------------------------------------------------------------------------


def test_a_token_of_each_role(game: GameClient) -> None:
    wanted: list[Json] = [
        {"role": "scorer"},
        {"role": "player", "seat": 2, "label": "Beat's phone", "expires_at": TOMORROW},
        {"role": "referee", "user": "vreni"},
    ]
    for one in wanted:
        body = handed_out(game, **one)
        secret = body.pop("token")
        whole = {"label": "", "seat": None, "user": None, "expires_at": None, "last_used_at": None, **one}
        assert {name: body[name] for name in whole} == whole
        assert listed(game)[-1] == body
        me = game.club.device(secret).get("/me").body
        assert (me["role"], me["game"], me["seat"]) == (one["role"], game.id, one.get("seat"))
        assert (me["user"], me["label"], me["expires_at"]) == (whole["user"], whole["label"], whole["expires_at"])
    assert [one["role"] for one in listed(game)] == ["scorer", "player", "referee"]


def test_the_secret_is_shown_this_once(game: GameClient) -> None:
    body = handed_out(game, role="scorer", label="phone")
    secret = body["token"]
    row = Token.objects.get(pk=body["id"])
    assert row.made_by == game.row.organizer
    told = game.organizer.get(f"{game.path}/tokens").raw.decode()
    for hidden in (secret, secret.removeprefix("jr_"), row.digest, '"token"', '"digest"'):
        assert hidden not in told
    device = game.club.device(secret)
    for path in ("/me", game.path, f"{game.path}/reports", "/games"):
        assert secret.encode() not in device.get(path).raw
    game.report(deal(), by=device)
    assert secret not in str(Report.objects.values()) + str(Token.objects.values())


def test_two_requests_hand_out_two_tokens(game: GameClient) -> None:
    first, second = (handed_out(game, role="player", seat=1) for _ in range(2))
    assert first["token"] != second["token"]
    assert [one["id"] for one in listed(game)] == [first["id"], second["id"]]


def test_null_is_what_is_left_out(game: GameClient) -> None:
    body = handed_out(game, role="scorer", seat=None, user=None, expires_at=None)
    assert (body["seat"], body["user"], body["expires_at"]) == (None, None, None)


@pytest.mark.parametrize("label", ["Natel von Ürsü", "☎ Tisch 7 🂡", "卓七", "طاولة", "a'b\"c<d>&{e}", "x" * 200])
def test_labels_are_kept_and_stand_in_the_journal(game: GameClient, label: str) -> None:
    device = bearer(game, role="scorer", label=label)
    assert listed(game)[0]["label"] == label
    assert device.get("/me").body["label"] == label
    game.report(deal(), by=device)
    assert game.journal()[0]["by"] == {"role": "scorer", "label": label}


@pytest.mark.parametrize("label", ["a\u202eb", "a\x00b", "a\nb", "\u200b", "\ufeffa", "x" * 201])
def test_labels_that_deceive(game: GameClient, label: str) -> None:
    assert places(ask(game, role="scorer", label=label)) == [("/label", "invalid_value")]


@pytest.mark.parametrize(
    ("wanted", "faults"),
    [
        ({}, [("/role", "missing_field")]),
        ({"role": "organizer"}, [("/role", "invalid_value")]),
        ({"role": None}, [("/role", "wrong_type")]),
        ({"role": "player"}, [("/seat", "missing_field")]),
        ({"role": "player", "seat": None}, [("/seat", "missing_field")]),
        ({"role": "player", "seat": 5}, [("/seat", "not_a_seat")]),
        ({"role": "player", "seat": 0}, [("/seat", "not_a_seat")]),
        ({"role": "player", "seat": -(10**30)}, [("/seat", "not_a_seat")]),
        ({"role": "player", "seat": "2"}, [("/seat", "wrong_type")]),
        ({"role": "player", "seat": True}, [("/seat", "wrong_type")]),
        ({"role": "player", "seat": 2, "user": "vreni"}, [("/user", "unknown_field")]),
        ({"role": "scorer", "seat": 2}, [("/seat", "unknown_field")]),
        ({"role": "scorer", "user": "vreni"}, [("/user", "unknown_field")]),
        ({"role": "referee"}, [("/user", "missing_field")]),
        ({"role": "referee", "user": ""}, [("/user", "invalid_value")]),
        ({"role": "referee", "user": "two words"}, [("/user", "invalid_value")]),
        ({"role": "referee", "user": "x" * 151}, [("/user", "invalid_value")]),
        ({"role": "referee", "user": "vreni", "seat": 1}, [("/seat", "unknown_field")]),
        ({"role": "scorer", "expires_at": "2020-01-01T00:00:00Z"}, [("/expires_at", "invalid_value")]),
        ({"role": "scorer", "expires_at": "tomorrow"}, [("/expires_at", "invalid_value")]),
        ({"role": "scorer", "expires_at": 7}, [("/expires_at", "wrong_type")]),
        ({"role": "scorer", "token": "jr_x"}, [("/token", "unknown_field")]),
        ({"role": "scorer", "id": new_id()}, [("/id", "unknown_field")]),
        ({"role": "player", "user": "x", "label": 7}, [("/label", "wrong_type")]),
        (
            {"role": "player", "seat": 9, "user": "x", "expires_at": "2020-01-01T00:00:00Z"},
            [("/user", "unknown_field"), ("/seat", "not_a_seat"), ("/expires_at", "invalid_value")],
        ),
    ],
    ids=str,
)
def test_what_can_be_wrong_with_a_token(game: GameClient, wanted: Json, faults: list[tuple[str, str]]) -> None:
    users = User.objects.count()
    assert places(ask(game, **wanted)) == faults
    assert not Token.objects.filter(game=game.row).exists()
    assert User.objects.count() == users


def test_a_referee_is_an_account_made_where_needed(game: GameClient) -> None:
    known = User.objects.create_user("vreni")
    for name in ("vreni", "new.one", "ﬁn"):
        assert handed_out(game, role="referee", user=name)["user"] in {"vreni", "new.one", "fin"}
    assert handed_out(game, role="referee", user="fin")["user"] == "fin"
    assert Token.objects.filter(user=known).count() == 1
    assert not User.objects.get(username="new.one").has_usable_password()


def test_a_referee_whose_account_is_shut_out(game: GameClient) -> None:
    User.objects.create_user("locked", is_active=False)
    assert bearer(game, role="referee", user="locked").get("/me").code == (401, "not_authenticated")
    assert listed(game) == []


def test_an_organizers_account_may_referee_elsewhere_and_only_there(game: GameClient) -> None:
    other = Club(transport=judged())
    theirs = other.open(public=False)
    referee = bearer(game, role="referee", user=other.user.username)
    assert referee.get(theirs.path).code == (404, "not_found")
    assert ask(game, by=referee, role="scorer").code == (403, "forbidden")


# --- expiry and use --------------------------------------------------------------------------------------------------


def test_a_token_works_until_it_expires(game: GameClient, monkeypatch: pytest.MonkeyPatch) -> None:
    end = timezone.now().astimezone(UTC).replace(microsecond=0) + timedelta(hours=1)
    device = bearer(game, role="scorer", expires_at=rfc3339(end))
    assert device.get("/me").body["expires_at"] == rfc3339(end)
    at(monkeypatch, end - timedelta(milliseconds=1))
    assert game.send(deal(), by=device).status == 201
    at(monkeypatch, end)
    assert game.send(deal(), by=device).code == (401, "not_authenticated")
    assert device.get(game.path).code == (401, "not_authenticated"), "a public game, too: the token says nothing"
    assert listed(game) == []


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let it be this moment."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


def test_another_offset_is_the_same_moment(game: GameClient) -> None:
    body = handed_out(game, role="scorer", expires_at="2099-03-08T03:00:00+01:00")
    assert body["expires_at"] == TOMORROW


def test_when_a_token_was_used_last_is_told_to_the_minute(game: GameClient, monkeypatch: pytest.MonkeyPatch) -> None:
    device = bearer(game, role="player", seat=1)
    assert listed(game)[0]["last_used_at"] is None
    noon = datetime(2099, 3, 7, 12, tzinfo=UTC)
    for seconds, told in ((0, 0), (59, 0), (60, 60), (90, 60), (600, 600)):
        at(monkeypatch, noon + timedelta(seconds=seconds))
        assert device.get("/me").status == 200
        assert listed(game)[0]["last_used_at"] == rfc3339(noon + timedelta(seconds=told))


# --- taking back -----------------------------------------------------------------------------------------------------


def test_a_token_that_was_taken_back_opens_nothing(game: GameClient) -> None:
    body = handed_out(game, role="scorer")
    device, path = game.club.device(body["token"]), f"{game.path}/tokens/{body['id']}"
    game.report(deal(), by=device)
    answer = game.organizer.call("DELETE", path)
    assert (answer.status, answer.raw) == (204, b"")
    assert device.get(game.path).code == (401, "not_authenticated")
    assert game.send(deal(), by=device).code == (401, "not_authenticated")
    assert listed(game) == []
    assert game.organizer.call("DELETE", path).status == 204, "a retry is always safe"
    assert game.journal()[0]["by"]["role"] == "scorer"


def test_only_tokens_of_this_game_are_taken_back(game: GameClient) -> None:
    other = game.club.open()
    theirs = handed_out(other, role="scorer")
    own = Token.objects.get(role=Role.ORGANIZER, user=game.row.organizer)
    for id_ in (theirs["id"], str(own.pk), new_id()):
        assert game.organizer.call("DELETE", f"{game.path}/tokens/{id_}").code == (404, "not_found")
    assert not Token.objects.exclude(revoked_at=None).exists()


@pytest.mark.parametrize("role", Role)
def test_a_bearer_may_give_up_the_own_token(game: GameClient, role: Role) -> None:
    bound: dict[Role, Json] = {Role.PLAYER: {"seat": 1}, Role.REFEREE: {"user": "vreni"}}
    device = game.organizer if role == Role.ORGANIZER else bearer(game, role=role, **bound.get(role, {}))
    others = [bearer(game, role="scorer"), bearer(game, role="player", seat=1)]
    assert device.call("DELETE", "/me").status == 204
    assert device.get("/me").code == (401, "not_authenticated")
    assert device.call("DELETE", "/me").code == (401, "not_authenticated")
    assert [one.get("/me").status for one in others] == [200, 200]


# --- sending slowly --------------------------------------------------------------------------------------------------


class Slowly(io.BytesIO):
    """A body that comes slowly: while somebody waits for it, this happens."""

    def __init__(self, body: bytes, meanwhile: Callable[[], object]) -> None:
        super().__init__(body)
        self.meanwhile = meanwhile

    def read(self, size: int | None = -1) -> bytes:
        self.meanwhile()
        return super().read(size)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "{game}/reports", {"reports": [deal()]}),
        ("POST", "{game}/tokens", {"role": "scorer"}),
        ("POST", "{game}/abandon", {"reason": "stolen"}),
        ("PATCH", "{game}", {"label": "stolen"}),
        ("POST", "/api/v1/games", {"variant": "schieber", "players": ["a", "b", "c", "d"]}),
        ("POST", "/api/v1/players", {"name": "stolen"}),
    ],
)
def test_who_sends_slowly_does_not_outlive_the_token(
    game: GameClient, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: Json
) -> None:
    clock = [0.0]
    monkeypatch.setattr("api.http.parsers.monotonic", lambda: clock[0])
    before = (game.all(), Token.objects.count(), Game.objects.count(), Player.objects.count())
    token, secret = issue(role=Role.ORGANIZER, user=game.row.organizer, now=timezone.now())

    def revoked_meanwhile() -> None:
        clock[0] += 5
        revoke(token, now=timezone.now())

    sent = json.dumps(body).encode()
    client = Client(headers={"authorization": f"Bearer {secret}", "if-match": "*"})
    stream: Any = {"wsgi.input": Slowly(sent, revoked_meanwhile)}
    answer = client.generic(method, path.format(game=game.path), sent, "application/json", **stream)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    Token.objects.filter(pk=token.pk).delete()
    assert (game.all(), Token.objects.count(), Game.objects.count(), Player.objects.count()) == before
