"""An upgrade of a database with games on record: migrations that read games find all that the rules of today need."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Dispute, Report
from tests.api.court import Court
from tests.api.says import confirm, slates

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = "0006_deal_identity"
NEW = ("weis_time", "start_scores")
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
