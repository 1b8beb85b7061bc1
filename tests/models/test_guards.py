"""The journal is append-only, whoever asks and however he asks."""

import uuid
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, transaction

from scoring.models import Report, ReportName
from scoring.models.guards import MODELS, drop_guards, guards_of, install_guards, missing_guards
from tests.models.rows import a_game, a_name, a_report

pytestmark = pytest.mark.django_db
ALL = [guard.name for guard in guards_of(connection.vendor)]

only_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="this is SQLite's own syntax")
only_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="this is PostgreSQL's own syntax")


def refused(statement: str, parameters: list[Any] | None = None) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def test_all_guards_are_in_place_after_all_migrations() -> None:
    assert missing_guards(connection) == []


def test_a_report_is_never_changed() -> None:
    report = a_report(a_game())
    refused("UPDATE scoring_report SET kind = 'forged'")
    report.kind = "forged"
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        report.save()
    assert Report.objects.get().kind == "deal"


def test_a_report_is_never_deleted() -> None:
    report = a_report(a_game())
    refused("DELETE FROM scoring_report")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        report.delete()
    assert Report.objects.count() == 1


def test_another_name_of_a_report_is_never_changed_or_deleted() -> None:
    report = a_report(a_game())
    a_name(report)
    refused(
        "UPDATE scoring_reportname SET name = 'forged'"
        if connection.vendor == "sqlite"
        else "UPDATE scoring_reportname SET name = gen_random_uuid()"
    )
    refused("DELETE FROM scoring_reportname")
    assert ReportName.objects.count() == 1


def test_an_upsert_is_an_update() -> None:
    report = a_report(a_game())
    forged = Report(
        game=report.game,
        seq=1,
        root=1,
        report_id=uuid.uuid4(),
        kind="forged",
        payload={},
        by_role="scorer",
        recorded_at=report.recorded_at,
    )
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Report.objects.bulk_create(
            [forged], update_conflicts=True, unique_fields=["game", "seq"], update_fields=["kind"]
        )
    assert Report.objects.get().kind == "deal"


FORGERY = """
    INSERT OR REPLACE INTO scoring_report
        (id, game_id, seq, root, report_id, kind, payload, as_played, by_role, by_label, recorded_at)
    SELECT id, game_id, seq, root, report_id, 'forged', payload, as_played, by_role, by_label, recorded_at
    FROM scoring_report
"""


@only_sqlite
def test_insert_or_replace_is_a_delete() -> None:
    a_report(a_game())
    refused(FORGERY)
    assert Report.objects.get().kind == "deal"


@only_sqlite
@pytest.mark.parametrize("key", ["id", "seq", "report_id", "replaces"])
def test_a_plain_connection_cannot_replace_an_entry_by_any_of_its_keys(key: str) -> None:
    """Another program does not ask for `PRAGMA recursive_triggers`, and its REPLACE fires no DELETE trigger."""
    game = a_game()
    first = a_report(game)
    second = a_report(game, seq=2, root=1, replaces=1)
    fresh: dict[str, Any] = {"id": 1_000, "seq": 3, "report_id": uuid.uuid4().hex, "replaces": 2}
    taken = {"id": second.pk, "seq": 2, "report_id": first.report_id.hex, "replaces": 1}
    values = fresh | {key: taken[key]}
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers=OFF")
        try:
            refused(replacing(), [*values.values(), game.pk.hex])
            refused("DELETE FROM scoring_report")
        finally:
            cursor.execute("PRAGMA recursive_triggers=ON")
        cursor.execute(replacing(), [*fresh.values(), game.pk.hex])
    assert Report.objects.count() == 3, "a new entry is in nobody's way"


@only_sqlite
def test_a_plain_connection_cannot_replace_another_name() -> None:
    name = a_name(a_report(a_game()))
    refused(
        "INSERT OR REPLACE INTO scoring_reportname (game_id, name, report_id, kind, payload) "
        "SELECT game_id, name, report_id, 'forged', payload FROM scoring_reportname"
    )
    name.refresh_from_db()
    assert name.kind != "forged"


def replacing() -> str:
    """An entry that takes the place of whatever is in its way."""
    return """
        INSERT OR REPLACE INTO scoring_report
            (id, seq, report_id, replaces, game_id, root, kind, payload, as_played, by_role, by_label, recorded_at)
        VALUES (%s, %s, %s, %s, %s, 1, 'forged', '{}', 0, 'scorer', '', '2026-01-01')
    """


@only_sqlite
def test_all_keys_of_the_journal_are_guarded() -> None:
    """A key that is added to a table of the journal is one by which a row could be replaced."""
    with connection.cursor() as cursor:
        for table in MODELS:
            trigger = cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [f"{table}_refuses_replace"])
            said = trigger.fetchone()[0]
            cursor.execute(f"SELECT name FROM pragma_index_list('{table}') WHERE \"unique\" = 1")
            keys = [name for (name,) in cursor.fetchall()]
            assert keys
            for key in keys:
                cursor.execute(f"SELECT name FROM pragma_index_info('{key}')")
                columns = [name for (name,) in cursor.fetchall()]
                assert "(" + " AND ".join(f'"{one}" = NEW."{one}"' for one in columns) + ")" in said


@only_postgresql
@pytest.mark.parametrize(
    "statement",
    ["TRUNCATE scoring_report CASCADE", "TRUNCATE scoring_reportname", "TRUNCATE scoring_game CASCADE"],
)
def test_the_journal_is_never_emptied(statement: str) -> None:
    a_name(a_report(a_game()))
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    refused(statement)
    assert (Report.objects.count(), ReportName.objects.count()) == (1, 1)


@only_postgresql
def test_a_disabled_trigger_is_no_guard_until_it_is_installed_again() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scoring_report DISABLE TRIGGER scoring_report_refuses_update")
    assert missing_guards(connection) == ["scoring_report_refuses_update"]
    install_guards(connection)
    assert missing_guards(connection) == []


@only_postgresql
def test_a_trigger_for_replicas_only_is_no_guard() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scoring_report ENABLE REPLICA TRIGGER scoring_report_refuses_delete")
    assert missing_guards(connection) == ["scoring_report_refuses_delete"]


def test_guards_that_are_gone_are_missed_and_the_next_migrate_puts_them_back() -> None:
    drop_guards(connection)
    assert missing_guards(connection) == ALL
    call_command("migrate", database=DEFAULT_DB_ALIAS, stdout=StringIO())
    assert missing_guards(connection) == []


def test_installing_twice_is_installing_once() -> None:
    install_guards(connection)
    install_guards(connection)
    assert missing_guards(connection) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_test_that_commits_finds_empty_tables_and_guards_in_place(time: str) -> None:
    assert not Report.objects.exists(), f"the {time} time"
    assert missing_guards(connection) == []
    a_report(a_game())
    refused("DELETE FROM scoring_report")
