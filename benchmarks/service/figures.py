"""What is measured of a running service."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from benchmarks.measure import ROUNDS, Figures, Row, grouped, in_turns
from benchmarks.service.load import Connection, Turn, seconds_for
from benchmarks.service.server import processor_seconds
from benchmarks.service.tables import BareTable, GameTable

CONNECTIONS = 8
TURNS = 4
LONE_TURNS = 10
"""Turns a round: of all connections together, and of one alone, which takes less time and spreads more."""
FAR = 99
"""So many deals lie behind in the long journal."""


@dataclass(frozen=True, slots=True)
class Service:
    """A server that runs: where, on what, and what its database holds (see `world.prepare`)."""

    port: int
    engine: str
    world: Mapping[str, Any]

    def connection(self) -> Connection:
        """A new connection with the organizer's token."""
        return Connection(self.port, token=self.world["token"])

    def tables(self, count: int) -> list[GameTable]:
        """So many games, each with its connection and with one deal behind it."""
        tables = [GameTable(self.connection(), seed=10 + number) for number in range(count)]
        for table in tables:
            table.play(deals=1)
        return tables

    def bare(self, tables: Sequence[GameTable], *, view: str = "bare") -> list[BareTable]:
        """The same connections, as clients of the bare view or of the `plain` one, each with a row of its own.

        They must be the same: the server shares connections out among its workers, and not always evenly.
        """
        statements = self.world["statements"]
        pairs = zip(tables, self.world["bare"], strict=False)
        return [BareTable(table.connection, statements=statements, path=f"/{view}/{row}") for table, row in pairs]


def writing(service: Service, *, aim: str = "", rounds: int = ROUNDS) -> list[Row]:
    """`trick` reports a second over all connections, against as many requests to the bare view.

    And what a request takes of the server's processor time.
    """
    tables = service.tables(CONNECTIONS)
    bare, plain = service.bare(tables), service.bare(tables, view="plain")
    used: dict[str, list[float]] = {"game": [], "bare": [], "plain": []}
    contenders = {
        "game": lambda: _used(used["game"], [table.tricks() for table in tables]),
        "bare": lambda: _used(used["bare"], [table.lines() for table in bare]),
        "plain": lambda: _used(used["plain"], [table.lines() for table in plain]),
    }
    figures = in_turns(contenders, rounds=rounds, turns=TURNS, about=f"writing, {service.engine}")
    against = f"bare view, {sum(service.world['statements'].values())} statements"
    harder = "the same in plain SQL"
    return [
        Row(
            what=f"`trick` reports, {service.engine}",
            unit="requests/s",
            ours=figures["game"].turned(by=1000),
            against=against,
            other=figures["bare"].turned(by=1000),
            aim=aim,
        ),
        Row(
            what=f"`trick` reports, {service.engine}",
            unit="requests/s",
            ours=figures["game"].turned(by=1000),
            against=harder,
            other=figures["plain"].turned(by=1000),
            aim="≥ 0.7",
        ),
        Row(
            what=f"processor time of a `trick` report, {service.engine}",
            unit="ms",
            ours=_by_round(used["game"]),
            against=against,
            other=_by_round(used["bare"]),
        ),
        Row(
            what=f"processor time of a `trick` report, {service.engine}",
            unit="ms",
            ours=_by_round(used["game"]),
            against=harder,
            other=_by_round(used["plain"]),
        ),
    ]


def _used(into: list[float], turns: Sequence[Turn]) -> float:
    """The milliseconds of a request by the clock; those of the server's processors are added to `into`."""
    before = processor_seconds()
    taken = _milliseconds(turns)
    into.append(1000 * (processor_seconds() - before) / sum(len(turn.requests) for turn in turns))
    return taken


def _by_round(values: Sequence[float]) -> Figures:
    """The mean of each round, in which a contender has its turns one after the other."""
    return Figures(tuple(fmean(values[start : start + TURNS]) for start in range(0, len(values), TURNS)))


def reading(service: Service, *, rounds: int = ROUNDS) -> Row:
    """`GET /games/{id}` a second over all connections: 304 against the whole game."""
    tables = service.tables(CONNECTIONS)
    contenders = {known: partial(_reads, tables, known=known == "known") for known in ("known", "unknown")}
    figures = in_turns(contenders, rounds=rounds, turns=TURNS, about=f"reading, {service.engine}")
    return Row(
        what=f"`GET /games/{{id}}`, `If-None-Match`, {service.engine}",
        unit="requests/s",
        ours=figures["known"].turned(by=1000),
        against="without it: 200",
        other=figures["unknown"].turned(by=1000),
    )


def long_journal(service: Service, *, rounds: int = ROUNDS) -> Row:
    """What a `trick` report costs with a hundred deals in the journal, against the first deal of a game."""
    young, old = service.tables(1)[0], service.tables(1)[0]
    old.play(deals=FAR - 1)

    def first() -> float:
        young.new_game()
        return _milliseconds([young.tricks()])

    contenders = {"old": lambda: _milliseconds([old.tricks()]), "young": first}
    figures = in_turns(contenders, rounds=rounds, turns=LONE_TURNS, about="a long journal")
    return Row(
        what=f"a `trick` report, {FAR + 1} deals in the journal or more",
        unit="ms",
        ours=figures["old"],
        against="in the first deal",
        other=figures["young"],
        aim="about 1",
    )


def many_games(large: Service, small: Service, *, games: int, rounds: int = ROUNDS) -> Row:
    """What a `trick` report costs in a database with many games, against one with a few."""
    many, few = large.tables(1)[0], small.tables(1)[0]
    contenders: dict[str, Callable[[], float]] = {
        "many": lambda: _milliseconds([many.tricks()]),
        "few": lambda: _milliseconds([few.tricks()]),
    }
    figures = in_turns(contenders, rounds=rounds, turns=LONE_TURNS, about="many games")
    return Row(
        what=f"a `trick` report, {grouped(games)} games in the database",
        unit="ms",
        ours=figures["many"],
        against="a few games",
        other=figures["few"],
        aim="about 1",
    )


def _reads(tables: Sequence[GameTable], *, known: bool) -> float:
    return _milliseconds([table.reads(count=20, known=known) for table in tables])


def _milliseconds(turns: Sequence[Turn]) -> float:
    """What one request takes of the time in which all connections send what they have."""
    return 1000 * seconds_for(turns) / sum(len(turn.requests) for turn in turns)
