"""All figures of the service, engine by engine."""

from contextlib import ExitStack

from benchmarks.measure import Row, progress
from benchmarks.service.databases import database, multiply, postgresql, prepare, sqlite, version_of
from benchmarks.service.figures import Service, long_journal, many_games, reading, writing
from benchmarks.service.server import serving

GAMES = 10_000
AIM = "≥ 0.6"


def run(*, rounds: int, quick: bool) -> tuple[str, list[Row]]:
    """PostgreSQL's version, and the rows of the table: first PostgreSQL, then SQLite."""
    with postgresql() as server:
        rows = on_postgresql(server, rounds=rounds, games=100 if quick else GAMES)
        version = version_of(server)
    return version, rows + on_sqlite(rounds=rounds)


def on_postgresql(server: str, *, rounds: int, games: int) -> list[Row]:
    """Two databases that differ only in the number of their games, each with its server."""
    with ExitStack() as stack:
        progress("PostgreSQL: preparing")
        few = stack.enter_context(database(server))
        world = prepare(few)
        many = stack.enter_context(database(server, like=few))
        progress(f"PostgreSQL: {games} games")
        multiply(many, game=world["game"], count=games)
        small = Service(stack.enter_context(serving(few)), "PostgreSQL", world)
        large = Service(stack.enter_context(serving(many)), "PostgreSQL", world)
        return [
            *writing(small, aim=AIM, rounds=rounds),
            reading(small, rounds=rounds),
            long_journal(small, rounds=rounds),
            many_games(large, small, games=games, rounds=rounds),
        ]


def on_sqlite(*, rounds: int) -> list[Row]:
    """For information: what a club's own machine does."""
    with sqlite() as url:
        progress("SQLite: preparing")
        world = prepare(url)
        with serving(url) as port:
            service = Service(port, "SQLite", world)
            return [*writing(service, rounds=rounds), reading(service, rounds=rounds)]
