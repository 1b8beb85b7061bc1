"""What stands in the database before anything is measured. Runs in a process of its own, with Django.

`python -m benchmarks.service.world prepare` makes the tables, an organizer with a token, and a game of two deals, and
prints what a client needs to know. `… multiply ID COUNT` adds copies of a game, journal and all (PostgreSQL only).
"""

import json
import logging
import sys
from collections import Counter
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.service.reports import GAME, opening, reports
from benchmarks.service.server import HOST

django.setup()

from django.contrib.auth.models import User  # noqa: E402 - models need the set-up

from benchmarks.bare.models import Table  # noqa: E402 - the same
from benchmarks.deals import lawful_deals  # noqa: E402 - the same
from scoring.models import Deal, Game, Report, Role, Seat  # noqa: E402 - the same
from scoring.services.tokens import issue  # noqa: E402 - the same

BARE_ROWS = 32


def prepare() -> dict[str, Any]:
    """Fill an empty database; answer the token, the id of the game, and the statements of a `trick` report by kind."""
    logging.getLogger("jassref.access").setLevel(logging.WARNING)
    call_command("migrate", run_syncdb=True, verbosity=0)
    user = User.objects.create(username="bench")
    _token, secret = issue(role=Role.ORGANIZER, user=user, label="bench", now=timezone.now())
    client = Client(headers={"host": HOST, "authorization": f"Bearer {secret}"})
    game = _post(client, "/api/v1/games", GAME)["id"]
    path = f"/api/v1/games/{game}/reports"
    first, second = lawful_deals(2, seed=3)
    _post(client, path, {"reports": [*opening(first), *reports(first)]})
    _post(client, path, {"reports": opening(second)})
    for report in reports(second)[:-1]:
        _post(client, path, {"reports": [report]})
    with CaptureQueriesContext(connection) as captured:
        _post(client, path, {"reports": reports(second)[-1:]})
    kinds = Counter(query["sql"].lstrip("( \n").partition(" ")[0].lower() for query in captured)
    statements = {f"{kind}s": kinds[kind] for kind in ("select", "insert", "update")}
    rows = Table.objects.bulk_create(Table() for _ in range(BARE_ROWS))
    return {"token": secret, "game": game, "statements": statements, "bare": [str(row.id) for row in rows]}


def _post(client: Client, path: str, body: object) -> Any:
    response = client.post(path, json.dumps(body), content_type="application/json")
    if response.status_code != 201:  # noqa: PLR2004 - created
        raise RuntimeError(f"{path}: {response.status_code} {response.content.decode()}")
    return response.json()


def multiply(game: str, *, count: int) -> None:
    """Add copies of a game with its seats, deals and journal, in a few large statements."""
    copied = f"generate_series(1, {count}) WHERE old.id = '{game}'"
    with connection.cursor() as cursor:
        cursor.execute(_copying(Game, copied, id="gen_random_uuid()", current_deal_id="NULL"))
        for model in (Seat, Deal, Report):
            cursor.execute(_copying(model, _OF_NEW_GAMES.format(game=game), game_id="new.id"))
        cursor.execute(_CURRENT_DEALS)
        cursor.execute("VACUUM ANALYZE")


_OF_NEW_GAMES = "scoring_game AS new WHERE new.current_deal_id IS NULL AND old.game_id = '{game}'"
_CURRENT_DEALS = """
    UPDATE scoring_game SET current_deal_id = last.id
    FROM (SELECT DISTINCT ON (game_id) id, game_id FROM scoring_deal ORDER BY game_id, number DESC) AS last
    WHERE last.game_id = scoring_game.id AND current_deal_id IS NULL
"""


def _copying(model: type[models.Model], source: str, **changed: str) -> str:
    """The statement that copies rows of a table, called `old`, with some columns changed; new ids make themselves."""
    meta = model._meta  # noqa: SLF001 - how Django tells it
    columns = [str(field.column) for field in meta.concrete_fields]
    values = {name: changed.get(name, f'old."{name}"') for name in columns if name != "id" or "id" in changed}
    names = ", ".join(f'"{name}"' for name in values)
    selected = f"SELECT {', '.join(values.values())} FROM {meta.db_table} AS old, {source}"  # noqa: S608 - all our own words
    return f"INSERT INTO {meta.db_table} ({names}) {selected}"


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["prepare"]:
            sys.stdout.write(json.dumps(prepare()))
        case ["multiply", game_id, copies]:
            multiply(game_id, count=int(copies))
        case _:
            sys.exit("usage: python -m benchmarks.service.world prepare | multiply ID COUNT")
