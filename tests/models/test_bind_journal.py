"""What binds old journals after an upgrade: what was signed, noted, disputed or ruled is about what it was about."""

from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.models import Dispute, Report
from scoring.models.guards import drop_guards, missing_guards
from scoring.services.binding import bind_after_migrate, bind_journals
from tests.api.court import Court
from tests.api.says import confirm, correct, incident, new_id, retract, slates

pytestmark = pytest.mark.django_db


def forget_bindings() -> None:
    """Let the journals be as older versions wrote them."""
    connection.check_constraints()  # PostgreSQL changes no table while constraints wait for the end of a transaction
    drop_guards(connection)
    Report.objects.update(about=None)
    Dispute.objects.update(about=None)


def bind() -> dict[UUID, int]:
    """What `migrate` does after its last migration."""
    connection.check_constraints()
    bound = bind_journals(connection)
    connection.check_constraints()
    assert missing_guards(connection) == []
    return bound


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


def test_an_old_journal_is_bound_as_it_reads() -> None:
    court = a_disputed_game()
    before, totals = bindings(), court.game.totals
    forget_bindings()
    assert any("is bound to another deal or report" in line for line in check())
    assert bind() == {court.game.row.pk: 7}
    assert bindings() == before
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


def test_what_is_bound_already_is_left_as_it_is() -> None:
    a_disputed_game()
    before = bindings()
    assert bind() == {}
    assert bindings() == before


def test_migrate_binds_what_is_not_bound_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where all migrations are applied: an upgrade may have been broken off after the last of them."""
    a_disputed_game()
    before = bindings()
    forget_bindings()
    connection.check_constraints()
    call_command("migrate", verbosity=0)
    assert bindings() == before
    assert "7 entries of 1 games are bound" in capsys.readouterr().out
    call_command("migrate", verbosity=0)
    assert capsys.readouterr().out == ""


def test_emptying_tables_binds_nothing() -> None:
    """Tests that commit send the signal of `migrate` without a plan."""
    a_disputed_game()
    forget_bindings()
    bind_after_migrate(using="default")
    assert not Report.objects.filter(about__isnull=False).exists()


def test_an_incident_in_a_correction_is_bound() -> None:
    """What stands is bound; the entry whose place it took says nothing any more."""
    remark = incident("remark", id=new_id())
    court = Court(*slates(100, 50), remark)
    court.game.report(correct(remark["id"], incident("other", deal=1)), by=court.vreni)
    before = Report.objects.get(kind="correct").about
    assert before is not None
    forget_bindings()
    assert bind() == {court.game.row.pk: 1}
    assert Report.objects.get(kind="correct").about == before
    assert check() == []
