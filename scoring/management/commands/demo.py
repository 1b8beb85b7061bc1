"""`manage.py demo [--url URL]`: play deals through the API of a running server, and show one."""

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from scoring.management.demo import story
from scoring.management.demo.accounts import ORGANIZER, Login, login, organizer_token, referees
from scoring.management.demo.client import API, Client, DemoFailed, wait_until_ready
from scoring.management.demo.play import GAME_PATH, DemoGame, disagree, play, sit_down
from scoring.management.demo.scoresheet import score_sheet
from scoring.management.demo.tables import other_tables

PORT: Final = "8000"


def default_url() -> str:
    """Return the address of `serve` with its defaults."""
    return f"http://127.0.0.1:{os.environ.get('PORT') or PORT}"


class Command(BaseCommand):
    help = (
        "Record a few deals through the HTTP API of a running server that uses the same database, show the score sheet "
        "of the first, and where to go from there. DemoGame again, it doubles nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default=default_url(), help="where the server is (%(default)s)")
        parser.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="how long it may need to be ready")

    def handle(self, *_args: Any, url: str, wait: float, **_options: Any) -> None:
        try:
            with Client(url) as visitor:
                wait_until_ready(visitor, seconds=wait)
            token = organizer_token()
            with Client(url, token=token) as organizer:
                played = play(organizer)
                disagree(organizer)
                for table in other_tables():
                    sit_down(organizer, table)
        except DemoFailed as failed:
            raise CommandError(str(failed)) from failed
        self.stdout.write(score_sheet(played.game, played.deal))
        self.stdout.write("\n".join(("", _doubled(played), "", *_ways_on(url.rstrip("/"), token))))


def _doubled(played: DemoGame) -> str:
    """Say how many of the reports were new."""
    if played.new == played.sent:
        return f"Recorded through the API in {played.sent} reports."
    if played.new == 0:
        return f"All {played.sent} reports were on record already, so nothing was doubled."
    return f"{played.new} of {played.sent} reports were new, the others on record already; nothing was doubled."


def _ways_on(url: str, token: str) -> Iterator[str]:
    """Yield three things to try, then all links, with a login and a token."""
    account = login()
    referees(account, (story.GAME, story.DISPUTED))
    yield from _to_try(url, token=token, account=account)
    yield "All links"
    yield f"API     {url}{API}"
    yield f"Docs    {url}{API}/docs"
    yield f"Game    {url}{GAME_PATH}"
    yield f"Sheet   {url}{GAME_PATH}/scoresheet?format=html"
    for table in other_tables():
        yield f"Game    {url}{API}/games/{table.id} ({table.name})"
    yield f"Desk    {url}/admin/desk/"
    yield f"Admin   {url}/admin/"
    if account.password:
        yield f"Login   {account.name} / {account.password}"
    else:
        yield f"Login   {account.without}"
    yield f"Token   {token}"
    yield f"        (organizer {ORGANIZER}; the token of an earlier demo no longer works)"


def _to_try(url: str, *, token: str, account: Login) -> Iterator[str]:
    """Yield three things to try. The command may be pasted as it is, and more than once."""
    yield "Three things to try"
    yield ""
    yield "1. Read in a browser how the points above came about, and look at the score sheet:"
    yield f"   {url}{GAME_PATH}/explain?deal=1&format=html"
    yield f"   {url}{GAME_PATH}/scoresheet?format=html"
    yield ""
    yield "2. Deal again, and report the first trick. Paste this into a second terminal, then load the sheet again:"
    yield f"   curl -s {url}{GAME_PATH}/reports \\"
    yield f"     -H 'Authorization: Bearer {token}' \\"
    yield "     -H 'Content-Type: application/json' -H 'Prefer: return=minimal' \\"
    yield '     -d \'{"reports": ['
    yield ",\n".join(f"       {json.dumps(report)}" for report in story.next_reports())
    yield "     ]}' \\"
    yield "     | python3 -m json.tool"
    yield '   The same command again answers the same, with "duplicate": true. Nothing counts twice.'
    yield ""
    if account.password:
        yield f"3. Be the referee: log in as {account.name} with the password {account.password},"
        yield "   take the dispute that waits, and decide it:"
    else:
        yield "3. Be the referee, with an account of your own: take the dispute that waits, and decide it:"
    yield f"   {url}/admin/desk/"
    yield ""
