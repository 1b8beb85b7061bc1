"""The game that a call is about, and all of its record that most calls need."""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from django.db import connection

from scoring.models import Deal, Game, Report, ReportName
from scoring.models.at_hand import AtHand, OnRecord
from scoring.models.fields import from_database, to_database
from scoring.statements.rows import Rows, answered, in_one_line

_GAMES: Final = Rows(Game)
_DEALS: Final = Rows(Deal)
_REPORTS: Final = Rows(Report)
_NAMES: Final[str] = ReportName._meta.db_table  # noqa: SLF001 - how Django tells it

_GAME: Final = f"SELECT {_GAMES.of('game')} FROM {_GAMES.table} AS game WHERE game.id = %s"  # noqa: S608 - names of ours
_FOR_UPDATE: Final = " FOR UPDATE"
"""On SQLite the transaction itself is the lock (jassref/databases.py)."""


def game_with(game_id: UUID, *, lock: bool) -> Game | None:
    """The game with this id; its row is locked until the transaction ends where that is asked for."""
    statement = _GAME + _FOR_UPDATE if lock and connection.features.has_select_for_update else _GAME
    return next(map(_GAMES.reading(), answered(statement, [to_database(game_id)])), None)


def read_around(game: Game, ids: Collection[UUID]) -> tuple[tuple[Deal, ...], AtHand]:
    """The two last deals, the newest first, and the record from the newest on with the reports that these ids name.

    One statement, so all of it is of one state. It must come after the lock: PostgreSQL looks at a locked row again
    once it gets it, but not at what is read beside it.
    """
    statement, values = _compose(game, [to_database(one) for one in sorted(ids)])
    deals: list[Deal] = []
    entries: list[Report] = []
    found: dict[UUID, OnRecord] = {}
    deal_of, report_of = _DEALS.reading(), _REPORTS.reading()
    first, second = 1 + len(_DEALS), 1 + len(_DEALS) + len(_REPORTS)
    for values_read in answered(statement, values):
        if values_read[0] == _DEAL:
            deals.append(deal_of(values_read[1:first]))
            continue
        report = report_of(values_read[first:second])
        if values_read[0] == _ENTRY:
            entries.append(report)
        elif values_read[0] == _OWN:
            found.setdefault(report.report_id, OnRecord(report))
        else:
            name, kind, payload = values_read[second:]
            found[UUID(str(name))] = OnRecord(report, (kind, from_database(payload)))
    deals.sort(key=lambda deal: deal.number, reverse=True)
    entries.sort(key=lambda entry: entry.seq)
    place = deals[0].opened if deals else 0
    return tuple(deals), AtHand(game.version, place, entries, frozenset(ids), found)


def _compose(game: Game, ids: list[Any]) -> tuple[str, list[Any]]:
    """The statement for so many ids, and its values."""
    key = to_database(game.pk)
    last = [key, game.current_deal_id, game.version]
    if not ids:
        return f"{_LAST_DEALS} {_ENTRIES}", [key, *last]
    named = _NAMED.replace("IDS", ", ".join(["%s"] * len(ids)))
    return f"{_LAST_DEALS} {named} {_ENTRIES}", [key, *2 * [key, *ids], *last]


_DEAL, _ENTRY, _OWN, _OTHER = range(4)
"""What a row is: a deal, an entry of the journal, a report by its own id, and one by another name."""

# PostgreSQL takes the types of a UNION from its first two parts. So the part with most columns is the second.
_LAST_DEALS: Final = in_one_line(f"""
    SELECT {_DEAL}, {_DEALS.of("deal")}, {_REPORTS.missing}, NULL, NULL, NULL
    FROM (SELECT * FROM {_DEALS.table} WHERE game_id = %s ORDER BY number DESC LIMIT 2) AS deal
""")  # noqa: S608 - names of ours, no value
_NAMED: Final = in_one_line(f"""
    UNION ALL
    SELECT {_OTHER}, {_DEALS.missing}, {_REPORTS.of("entry")}, other.name, other.kind, other.payload
    FROM {_NAMES} AS other JOIN {_REPORTS.table} AS entry ON entry.id = other.report_id
    WHERE other.game_id = %s AND other.name IN (IDS)
    UNION ALL
    SELECT {_OWN}, {_DEALS.missing}, {_REPORTS.of("entry")}, NULL, NULL, NULL
    FROM {_REPORTS.table} AS entry WHERE entry.game_id = %s AND entry.report_id IN (IDS)
""")  # noqa: S608 - as above
_ENTRIES: Final = in_one_line(f"""
    UNION ALL
    SELECT {_ENTRY}, {_DEALS.missing}, {_REPORTS.of("entry")}, NULL, NULL, NULL
    FROM {_REPORTS.table} AS entry
    WHERE entry.game_id = %s AND entry.root >= COALESCE((SELECT opened FROM {_DEALS.table} WHERE id = %s), 0)
    AND entry.seq <= %s AND (entry.kind <> 'incident' OR EXISTS (
        SELECT 1 FROM {_REPORTS.table} AS later WHERE later.game_id = entry.game_id AND later.replaces = entry.seq
    ))
""")  # noqa: S608 - as above
