"""The journal: what some ids name, and the entries from a place on."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from scoring.models import Game, Report, ReportName
from scoring.models.at_hand import OnRecord
from scoring.models.fields import from_database, to_database
from scoring.statements.rows import Rows, answered, in_one_line

_REPORTS: Final = Rows(Report)
_NAMES: Final[str] = ReportName._meta.db_table  # noqa: SLF001 - how Django tells it


def named_by(game: Game, ids: Sequence[UUID]) -> dict[UUID, OnRecord]:
    """The reports on record by these ids, their own or those of other devices; unknown ids are left out."""
    wanted = [to_database(one) for one in ids]
    if not wanted:
        return {}
    key, read = to_database(game.pk), _REPORTS.reading()
    statement = _NAMED.replace("IDS", ", ".join(["%s"] * len(wanted)))
    found: dict[UUID, OnRecord] = {}
    for name, kind, payload, *values in answered(statement, 2 * [key, *wanted]):
        report = read(values)
        other = None if name is None else (kind, from_database(payload))
        found[report.report_id if name is None else UUID(str(name))] = OnRecord(report, other)
    return found


def entries_from(game: Game, *, place: int, end: int) -> list[Report]:
    """All entries at the places from `place` on and before `end`, oldest first, at the version of `game`."""
    values: list[Any] = [to_database(game.pk), place, end, game.version]
    return list(map(_REPORTS.reading(), answered(_STANDING, values)))


# PostgreSQL takes the types of a UNION from its first part. So the part with all columns is the first.
_NAMED: Final = in_one_line(f"""
    SELECT other.name, other.kind, other.payload, {_REPORTS.of("entry")}
    FROM {_NAMES} AS other JOIN {_REPORTS.table} AS entry ON entry.id = other.report_id
    WHERE other.game_id = %s AND other.name IN (IDS)
    UNION ALL
    SELECT NULL, NULL, NULL, {_REPORTS.of("entry")}
    FROM {_REPORTS.table} AS entry WHERE entry.game_id = %s AND entry.report_id IN (IDS)
""")  # noqa: S608 - names of ours, no value
_STANDING: Final = in_one_line(f"""
    SELECT {_REPORTS.of("entry")} FROM {_REPORTS.table} AS entry
    WHERE entry.game_id = %s AND entry.root >= %s AND entry.root < %s AND entry.seq <= %s ORDER BY entry.seq
""")  # noqa: S608 - as above
