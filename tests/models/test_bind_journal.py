"""The migration that binds old journals: what was signed, noted, disputed or ruled is about what it was about."""

from importlib import import_module
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.models import Dispute, Report
from scoring.models.guards import drop_guards, install_guards
from tests.api.court import Court
from tests.api.says import confirm, incident, new_id, retract, slates

pytestmark = pytest.mark.django_db


def forget_bindings() -> None:
    """Let the journals be as older versions wrote them."""
    connection.check_constraints()  # PostgreSQL changes no table while constraints wait for the end of a transaction
    drop_guards(connection)
    Report.objects.update(about=None)
    Dispute.objects.update(about=None)


def bind() -> None:
    """What the migration does, which begins with no constraint that waits."""
    connection.check_constraints()
    import_module("scoring.migrations.0007_bind_journal").bind(apps, SimpleNamespace(connection=connection))
    connection.check_constraints()
    install_guards(connection)


def bindings() -> list[Any]:
    return [
        *Report.objects.order_by("game", "seq").values_list("seq", "about"),
        *Dispute.objects.order_by("pk").values_list("pk", "about", "deal"),
    ]


def check() -> list[str]:
    """What `rebuild --check` finds."""
    out = StringIO()
    try:
        call_command("rebuild", "--check", stdout=out, stderr=StringIO())
    except CommandError:
        return out.getvalue().splitlines()
    return []


def a_disputed_game() -> Court:
    """Three deals: the first is signed, an incident in the second, a ruling on the third, and a misdeal."""
    misdeal = incident("misdeal", id=new_id(), deal=3)
    court = Court(*slates(100, 50, 60), confirm(1, deal=1), incident("remark", deal=2), misdeal)
    court.game.report(confirm(2, report=misdeal["id"]))
    court.ruled(court.taken(deal=3, trick=None), remedy="deal_lost", seat=2)
    return court


def test_an_old_journal_is_bound_as_it_reads(capsys: pytest.CaptureFixture[str]) -> None:
    court = a_disputed_game()
    before, totals = bindings(), court.game.totals
    forget_bindings()
    assert any("is bound to another deal or report" in line for line in check())
    bind()
    assert bindings() == before
    assert "7 entries of 1 games are bound" in capsys.readouterr().out
    assert court.game.totals == totals
    assert check() == []


def test_a_line_that_wandered_stays_where_it_is_and_no_score_changes() -> None:
    reports = slates(100, 50, 60)
    court = Court(*reports, confirm(1, deal=2))
    court.game.report(retract(reports[3]["id"]), retract(reports[2]["id"]), by=court.vreni)
    forget_bindings()
    bind()
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    assert [one["confirmed_by"] for one in court.game.deals()] == [[], [1]]
    assert check() == []


def test_what_is_bound_already_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    a_disputed_game()
    before = bindings()
    bind()
    assert bindings() == before
    assert capsys.readouterr().out == ""
