"""Tables that write: one connection each, with its own game, or its own row of the bare view."""

from collections.abc import Iterator, Mapping
from itertools import cycle

from benchmarks.deals import HAND, Played, lawful_deals
from benchmarks.service.load import Connection, Turn
from benchmarks.service.reports import GAME, opening, reports

CREATED, OK, NOT_MODIFIED = 201, 200, 304
DEALS = 60
"""So many different deals there are; then they come again."""


class GameTable:
    """A connection that writes its own game, deal after deal."""

    def __init__(self, connection: Connection, *, seed: int) -> None:
        self.connection = connection
        self._deals: Iterator[Played] = cycle(lawful_deals(DEALS, seed=seed))
        self.new_game()

    def new_game(self) -> None:
        """Go on with a new game."""
        self.path = f"/api/v1/games/{self.connection.call('POST', '/api/v1/games', GAME, expect=CREATED)['id']}"

    def play(self, *, deals: int) -> None:
        """Report whole deals, each in one call."""
        for _ in range(deals):
            deal = next(self._deals)
            self._report([*opening(deal), *reports(deal)])

    def tricks(self) -> Turn:
        """Open a deal, and answer its nine tricks to be reported one by one."""
        deal = next(self._deals)
        self._report(opening(deal))
        bodies = [{"reports": [report]} for report in reports(deal)]
        requests = [self.connection.written("POST", f"{self.path}/reports", body) for body in bodies]
        return Turn(self.connection, requests, expect=CREATED)

    def reads(self, *, count: int, known: bool) -> Turn:
        """Read the game so many times, as a client that knows how it stands, or not."""
        got = self.connection.send(self.connection.written("GET", self.path), expect=OK)
        headers = {"If-None-Match": got.headers["etag"]} if known else {}
        request = self.connection.written("GET", self.path, headers=headers)
        return Turn(self.connection, [request] * count, expect=NOT_MODIFIED if known else OK)

    def _report(self, sent: list[dict[str, object]]) -> None:
        self.connection.call("POST", f"{self.path}/reports", {"reports": sent}, expect=CREATED)


class BareTable:
    """A connection that writes its own row through the bare view, with the same number of statements."""

    def __init__(self, connection: Connection, *, statements: Mapping[str, int], path: str) -> None:
        self.connection = connection
        self._statements = statements
        self._path = path

    def lines(self) -> Turn:
        """As many requests as there are tricks in a deal, each as long as the report of a trick."""
        deal = lawful_deals(1, seed=4)[0]
        bodies = [{"payload": report, **self._statements} for report in reports(deal)[:HAND]]
        requests = [self.connection.written("POST", self._path, body) for body in bodies]
        return Turn(self.connection, requests, expect=CREATED)
