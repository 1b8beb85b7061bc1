"""An upgrade of a database with games on record: migrations that read games find all that the rules of today need."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scoring.models import Dispute, Report
from tests.api.court import Court
from tests.api.says import confirm, slates

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = "0006_deal_identity"
NEW = ("weis_time", "berg", "start_scores")
"""Options that came later."""


def bindings() -> list[tuple[object, ...]]:
    return [
        *Report.objects.order_by("game", "seq").values_list("seq", "about"),
        *Dispute.objects.order_by("pk").values_list("pk", "about", "deal"),
    ]


def test_a_database_with_games_is_upgraded() -> None:
    court = Court(*slates(100, 50), confirm(1, deal=1))
    court.ruled(court.taken(deal=2, trick=None), remedy="deal_lost", seat=2)
    before = bindings()
    try:
        MigrationExecutor(connection).migrate([("scoring", BEFORE)])
    finally:
        call_command("migrate", verbosity=0)  # the other tests need the schema of today, whatever happens here
    assert bindings() == before
    court.is_sound()


def test_games_from_before_an_option_get_the_value_that_keeps_their_verdicts() -> None:
    court = Court(*slates(100, 50), rules={"target": 900})
    game = court.game.row
    options, opened_with = game.options, game.opened_with
    try:
        MigrationExecutor(connection).migrate([("scoring", BEFORE)])
        earlier = type(game).objects.values_list("options", "opened_with").get(pk=game.pk)
    finally:
        call_command("migrate", verbosity=0)
    kept = [earlier[0], (earlier[1] or {})["rules"]]
    assert all(name not in document for document in kept for name in NEW)
    after = court.game.row
    assert (after.options, after.opened_with) == (options, opened_with)
    court.is_sound()


def test_no_migration_is_put_before_one_that_databases_have_applied() -> None:
    """Django refuses to migrate a database in which a migration was applied before one that it depends on."""
    loaded = MigrationLoader(connection).disk_migrations
    early = [name for (app, name), migration in loaded.items() if app == "scoring" and migration.run_before]
    assert early == []


def test_a_database_that_has_applied_them_in_another_order_is_upgraded() -> None:
    """Versions of the same day had `0008_accepted_roles` before `0007_club_options`."""
    court = Court(*slates(100, 50), confirm(1, deal=1))
    later = ("0007_club_options", "0007_first_dealer_set", "0010_in_any_order")
    applied = MigrationRecorder(connection)
    executor = MigrationExecutor(connection)
    executor.migrate([("scoring", "0007_first_dealer_set"), ("scoring", "0009_former_seats")])
    try:
        assert not {name for _, name in applied.applied_migrations()} & {*later} - {"0007_first_dealer_set"}
    finally:
        call_command("migrate", verbosity=0)
    assert {*later} <= {name for app, name in applied.applied_migrations() if app == "scoring"}
    court.is_sound()
