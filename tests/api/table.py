"""A club that opens games, and the devices at a table, all of them clients of the HTTP API and nothing else.

`Club.open` opens a game and answers a `GameClient`; a `Device` is somebody who calls, with a token or without, in this
process or over real sockets. What they are answered is an `Answer`. Tests of their own are in the other modules.
"""

import http.client
import itertools
import json
import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Deal, Game, Report, ReportName, Role, Token, Trick
from scoring.selectors.tokens import find
from scoring.services.tokens import issue
from tests.api.says import Json

API = "/api/v1"
PLAYERS = ("Anna", "Beat", "Chiara", "Dario")
SEATS = {"eidex": 3}
"""How many play, where it is not all four."""

NOW = datetime(2026, 3, 7, 12, tzinfo=UTC)

Transport = Callable[[str, str, bytes | None, Mapping[str, str]], "Answer"]
"""(method, path, body, headers) to what is answered."""

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Answer:
    """A response: its status, its headers by their names in small letters, and its body."""

    status: int
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """What the JSON of the body says; None where there is no body."""
        return json.loads(self.raw) if self.raw else None

    @property
    def code(self) -> tuple[int, str]:
        """Status and code of the problem that this is."""
        return self.status, problem_in(self)["code"]


def problem_in(answer: Answer) -> Json:
    """The problem that the answer is. Everything that holds for every problem is checked here (docs/api.md, Errors)."""
    assert answer.headers["content-type"] == "application/problem+json", answer.raw
    problem: Json = answer.body
    assert problem["status"] == answer.status
    assert problem["type"] == f"/problems/{problem['code']}"
    assert problem["instance"] == f"urn:uuid:{answer.headers['x-request-id']}"
    for said in (problem["title"], problem["detail"], *(fault["detail"] for fault in problem.get("errors", ()))):
        assert reads_well(said), said
    for fault in problem.get("errors", ()):
        assert ("pointer" in fault) != ("parameter" in fault)
    if answer.status == 422:
        first = problem["errors"][0]
        assert (first["code"], first["detail"]) == (problem["code"], problem["detail"])
        assert first.get("report") == problem.get("report")
    return problem


def reads_well(said: str) -> bool:
    """Whether a title or sentence has no place left unfilled, no bare Python, and is punctuated like a sentence."""
    left = re.search(r"[{}\[\]]|\b(None|True|False(?! (?:Weis|Stöck)))\b|'\w+'|  |^\s|\s$", said)
    return bool(said) and left is None and (said.startswith("null ") or not said[0].islower())


class Device:
    """Somebody who calls the API: with a token, or without one."""

    def __init__(self, secret: str | None = None, *, transport: Transport | None = None) -> None:
        self.secret = secret
        self.transport = transport or _in_process

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send the body as JSON, bytes as they are, to a path under /api/v1; `if_match="3"` is the header If-Match."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret is not None:
            sent["authorization"] = f"Bearer {self.secret}"
        raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if raw is not None:
            sent.setdefault("content-type", "application/json")
        return self.transport(method, path if path.startswith(API) else API + path, raw, sent)

    def get(self, path: str, **headers: str) -> Answer:
        """GET."""
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        """POST."""
        return self.call("POST", path, body, **headers)

    def pages(self, path: str) -> list[Any]:
        """The results of a whole list, page after page."""
        results: list[Any] = []
        while True:
            answer = self.get(path)
            assert answer.status == 200, answer.raw
            results += answer.body["results"]
            if answer.body["next"] is None:
                return results
            parts = urlsplit(answer.body["next"])
            path = f"{parts.path}?{parts.query}"


@cache
def _client() -> Client:
    return Client()  # one for all: it reads the middleware in once


def _in_process(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
    names = {name: value for name, value in headers.items() if name != "content-type"}
    content_type = headers.get("content-type", "application/octet-stream")
    response = _client().generic(method, path, body or b"", content_type=content_type, headers=names)
    return Answer(response.status_code, {k.lower(): v for k, v in response.items()}, response.content)


def sockets(url: str) -> Transport:
    """A transport over real sockets to the server at this URL; each call has a connection of its own."""
    place = urlsplit(url)

    def send(method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            raw = response.read()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, raw)
        finally:
            connection.close()

    return send


@dataclass
class Club:
    """Somebody who organizes games. `transport` is the way in which this club's devices call."""

    transport: Transport | None = None
    user: User = field(default_factory=lambda: User.objects.create_user(f"club{next(_numbers)}"))

    def __post_init__(self) -> None:
        self.organizer = self.device(issue(role=Role.ORGANIZER, user=self.user, label="desk", now=NOW)[1])

    def device(self, secret: str | None = None) -> Device:
        """A device that calls with this token."""
        return Device(secret, transport=self.transport)

    def open(self, **request: Any) -> "GameClient":
        """Open a game: a public Schieber of the default preset, where nothing else is said."""
        seats = SEATS.get(request.get("variant", ""), len(PLAYERS))
        wanted = {"variant": "schieber", "players": list(PLAYERS[:seats]), "public": True} | request
        answer = self.organizer.post("/games", wanted)
        assert answer.status == 201, answer.raw
        return GameClient(self, answer.body["id"])


class GameClient:
    """A game and those who have to do with it: `organizer`, `scorer`, and `outsider`, who has no token."""

    def __init__(self, club: Club, id_: str) -> None:
        self.club = club
        self.id = id_
        self.path = f"{API}/games/{id_}"
        self.organizer = club.organizer
        self.outsider = club.device()
        self.scorer = club.device(self.token(Role.SCORER, label="phone"))

    def token(self, role: Role, **values: Any) -> str:
        """The secret of a new token for this game."""
        return issue(role=role, game=self.row, now=NOW, **values)[1]

    @property
    def row(self) -> Game:
        """The game's row."""
        return Game.objects.get(pk=self.id)

    def send(self, *reports: Json, by: Device | None = None, **headers: str) -> Answer:
        """Send these reports in one call."""
        return self.call({"reports": list(reports)}, by=by, **headers)

    def try_out(self, *reports: Json, by: Device | None = None, **headers: str) -> Answer:
        """Send these reports in a dry run."""
        return self.call({"reports": list(reports), "dry_run": True}, by=by, **headers)

    def call(self, body: Any, *, by: Device | None = None, **headers: str) -> Answer:
        """Send this very body."""
        return (by or self.organizer).post(f"{self.path}/reports", body, **headers)

    def report(self, *reports: Json, by: Device | None = None) -> Json:
        """Send reports that are new and lawful, and answer the body of the 201."""
        answer = self.send(*reports, by=by)
        assert answer.status == 201, answer.raw.decode()
        body: Json = answer.body
        return body

    def refused(self, *reports: Json, by: Device | None = None, **headers: str) -> Json:
        """Send reports that are not taken, see that nothing has changed, and answer the problem."""
        before = self.stored()
        answer = self.send(*reports, by=by, **headers)
        assert answer.status >= 400, answer.raw.decode()
        assert self.stored() == before
        return problem_in(answer)

    def game(self, *, by: Device | None = None) -> Json:
        """The game as it stands."""
        answer = (by or self.organizer).get(self.path)
        assert answer.status == 200, answer.raw
        assert answer.headers["etag"] == f'"{answer.body["version"]}"'
        body: Json = answer.body
        return body

    @property
    def version(self) -> int:
        """The version of the game."""
        return int(self.game()["version"])

    @property
    def deal(self) -> Json:
        """The current or last deal."""
        deal: Json = self.game()["deal"]
        return deal

    @property
    def totals(self) -> list[int]:
        """What the sides have."""
        return [side["score"] for side in self.game()["sides"]]

    def deals(self, *, by: Device | None = None) -> list[Json]:
        """All deals, the oldest first."""
        return (by or self.organizer).pages(f"{self.path}/deals")

    def journal(self, *, by: Device | None = None) -> list[Json]:
        """The whole journal, the oldest entry first."""
        return (by or self.organizer).pages(f"{self.path}/reports?limit=200")

    def stored(self) -> list[Any]:
        """Every row of the game, which costs less than reading it as a client."""
        game = uuid.UUID(self.id)
        return [
            list(Game.objects.filter(pk=game).values()),
            list(Deal.objects.filter(game=game).order_by("number").values()),
            list(Trick.objects.filter(deal__game=game).order_by("deal", "number").values()),
            list(Report.objects.filter(game=game).order_by("seq").values()),
            list(ReportName.objects.filter(game=game).order_by("name").values()),
        ]

    def all(self, *, by: Device | None = None) -> list[Any]:
        """Everything that can be read of the game."""
        return [self.game(by=by), self.deals(by=by), self.journal(by=by)]


NOTHING_NEXT: Json = {
    "expects": [],
    "seat": None,
    "seats": [],
    "entitled": [],
    "confirm": [],
    "retract": None,
    "unplayed": [],
    "playable": None,
}
"""What `next` says where nothing comes."""


def awaited(game: Json) -> tuple[list[str], int | None]:
    """The kinds that may come next in a game, and the seat that must act."""
    return game["next"]["expects"], game["next"]["seat"]


def effects(body: Json, kind: str) -> list[Json]:
    """The effects of this kind in an answer to reports."""
    return [each for each in body.get("effects", ()) if each["effect"] == kind]


# --- comparing -------------------------------------------------------------------------------------------------------

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def without_chance(value: Any) -> Any:
    """The same with ids by the order of their appearance and without times: what two games are compared by."""
    seen: dict[str, str] = {}
    return _replaced(value, seen)


def _replaced(value: Any, seen: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _replaced(inner, seen) for name, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, seen) for inner in value]
    if isinstance(value, str):
        named = UUID.sub(lambda found: seen.setdefault(found.group(), f"id {len(seen) + 1}"), value)
        return TIME.sub("a time", named)
    return value


def strings_in(value: Any) -> Iterator[str]:
    """Every string in a JSON value, names of members left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)


def revoked(secret: str) -> None:
    """Take a token back."""
    token = find(secret, now=NOW)
    assert token is not None
    Token.objects.filter(pk=token.pk).update(revoked_at=NOW)
