"""Play the demo: send everything that happened at the table to a running server."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from scoring.management.demo import story
from scoring.management.demo.client import API, Answer, Client, DemoFailed
from scoring.management.demo.tables import OtherTable

GAME_PATH = f"{API}/games/{story.GAME}"


@dataclass(frozen=True, slots=True)
class DemoGame:
    """The answer of the server: the game, its deal, and the numbers of sent and new reports."""

    game: dict[str, Any]
    deal: dict[str, Any]
    sent: int
    new: int


def play(client: Client) -> DemoGame:
    """Open the game and send each report in a separate call. Existing reports are not doubled."""
    _accepted(client, client.post(f"{API}/games", story.opening()), what="the game")
    sent = new = 0
    for report in story.reports():
        answer = client.post(f"{GAME_PATH}/reports", {"reports": [report]})
        sent += 1
        new += _accepted(client, answer, what=f"report {sent} ({report['kind']})") == HTTPStatus.CREATED
    game = client.get(GAME_PATH)
    deal = client.get(f"{GAME_PATH}/deals/1")
    for answer in (game, deal):
        _accepted(client, answer, what="its own record")
    return DemoGame(game.body, deal.body, sent, new)


def disagree(client: Client) -> None:
    """Open a second game with a card against the rules, and raise a dispute about it."""
    path = f"{API}/games/{story.DISPUTED}"
    _accepted(client, client.post(f"{API}/games", story.disputed_opening()), what="the second game")
    for report in story.disputed_reports():
        _accepted(client, client.post(f"{path}/reports", {"reports": [report]}), what=f"a {report['kind']} of it")
    deal = client.get(f"{path}/deals/1")
    _accepted(client, deal, what="the deal of it")
    revoke = next(finding for finding in deal.body["findings"] if finding["fault"] == "revoke")
    _accepted(client, client.post(f"{path}/disputes", story.disputed(revoke["id"])), what="the dispute")


def sit_down(client: Client, table: OtherTable) -> None:
    """Open the game of another table and send all its reports in one call. Nothing is doubled."""
    _accepted(client, client.post(f"{API}/games", table.opening), what=f"the game of {table.name}")
    answer = client.post(f"{API}/games/{table.id}/reports", {"reports": table.reports})
    _accepted(client, answer, what=f"the reports of {table.name}")


def _accepted(client: Client, answer: Answer, *, what: str) -> int:
    """Return the status of a successful answer. Raises DemoFailed for any other."""
    if answer.status == HTTPStatus.UNAUTHORIZED:
        raise DemoFailed(f"The server at {client.url} does not know the token made here: it uses another database.")
    if answer.status not in {HTTPStatus.OK, HTTPStatus.CREATED}:
        raise DemoFailed(f"The server at {client.url} refuses {what}: {answer.detail}")
    return answer.status
