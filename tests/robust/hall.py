"""A hall with one game in it: its database, its keys, and what a table plays there, told by lawful reports."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self
from uuid import UUID, uuid4

import pytest

from tests.api.says import Json
from tests.api.table import PLAYERS, Device, Transport, sockets
from tests.commands.serving import Environment, Served, fresh_database, manage
from tests.oracle.dealer import play_out, random_hands

MODES = ("eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe")
RULES: Final = {"deals": 1000, "weis": False, "stoeck": False}
"""Long enough for any test here; without Weis and Stöck nothing ends a game within a deal."""


@dataclass(frozen=True)
class Hall:
    """A database without a server yet, its organizer's token, and the id that the game will have."""

    environment: Environment
    token: str
    game: str

    @property
    def reports(self) -> str:
        """Where reports go."""
        return f"/games/{self.game}/reports"

    def organizer(self, transport: Transport) -> Device:
        """Somebody who calls with the organizer's token."""
        return Device(self.token, transport=transport)

    def open(self, served: Served) -> Device:
        """Wait for the server, open the game, where it is not open yet, and answer the organizer's device."""
        served.answers()
        organizer = self.organizer(sockets(served.url))
        wanted = {"id": self.game, "variant": "schieber", "players": list(PLAYERS), "public": True, "rules": RULES}
        assert organizer.post("/games", wanted).status in {200, 201}
        return organizer

    def journal(self, device: Device) -> list[Json]:
        """The whole journal; its numbers have no gap."""
        entries = device.pages(f"{self.reports}?limit=200")
        assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
        return entries

    def is_sound(self) -> bool:
        """Whether all rows are what follows from the journal."""
        check = manage("rebuild", "--check", environment=self.environment)
        return check.returncode == 0 and check.stdout.endswith(" right, 0 mended, 0 wrong\n")

    def another_game(self) -> Self:
        """The same hall, with a game that nobody has opened yet."""
        return replace(self, game=str(uuid4()))


@contextmanager
def hall(folder: Path, *, server: str | None = None, **more: str) -> Iterator[Hall]:
    """A hall on the engine of the run; with `server` on that PostgreSQL, or on SQLite where it is empty."""
    with pytest.MonkeyPatch.context() as patched:
        if server is not None:
            patched.setenv("DATABASE_URL", server)
        with fresh_database(folder) as environment:
            made = manage("api_token", "organizer", environment=environment)
            assert made.returncode == 0, made.stderr
            yield Hall({**environment, **more}, made.stdout.split()[-1], str(uuid4()))


def new_id(rng: random.Random) -> str:
    """An id that the same chance gives again."""
    return str(UUID(int=rng.getrandbits(128), version=4))


def reports_of_deals(count: int, *, seed: int, ids: int = 0) -> list[Json]:
    """So many reports of deals that are played lawfully, one after another; other `ids` tell the same play again."""
    rng, named = random.Random(seed), random.Random(f"{seed} {ids}")
    told: list[Json] = []
    number = 0
    while len(told) < count:
        number += 1
        told += [{**one, "deal": number, "id": new_id(named)} for one in _deal(rng, forehand=(number - 1) % 4 + 1)]
    return told[:count]


def _deal(rng: random.Random, *, forehand: int) -> Iterator[Json]:
    mode = rng.choice(MODES)
    lying = play_out(random_hands(rng), rng=rng, mode=mode, undertrump="strict", forehand=forehand)
    yield {"kind": "deal"}
    yield {"kind": "announce", "mode": mode}
    for number, each in enumerate(lying, start=1):
        yield {"kind": "trick", "number": number, "cards": each["cards"]}


def told(entries: list[Json]) -> list[dict[str, Any]]:
    """Reports, sent or on record, by what they say, and by their ids."""
    names = ("id", "kind", "mode", "number", "cards")
    return [{name: entry[name] for name in names if name in entry} for entry in entries]
