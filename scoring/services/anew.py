"""Judging a whole game anew, because what it is played by has changed."""

from datetime import datetime
from typing import Any

from scoring import mapping
from scoring.models import Game, ReportName
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.review import read_whole
from scoring.selectors import games as selector
from scoring.selectors.reports import journal_of
from scoring.services import ledger
from scoring.services.reports.effects import effects_of


def read_record(game: Game) -> Referee:
    """A referee who has read the whole journal, by the options and the first dealer of the row."""
    rules = mapping.rules_game(game)
    names = ReportName.objects.filter(game=game).values_list("name", "report__report_id")
    return read_whole(
        rules,
        mapping.entries_of(journal_of(game), game=rules),
        version=game.version,
        names={str(name): str(report) for name, report in names},
    )


def check_still_fits(before: Referee, after: Referee, *, member: str) -> None:
    """Refuse a change (`later_reports_conflict`) after which reports no longer fit that fitted before."""
    known = {misfit.id for misfit in before.misfits}
    conflicts = list(dict.fromkeys(misfit.id for misfit in after.misfits if misfit.id not in known))
    if conflicts:
        raise Refused("later_reports_conflict", pointer=(member,), reports=conflicts)


def write_anew(game: Game, referee: Referee, *, now: datetime, abandoned: bool | None = None) -> list[dict[str, Any]]:
    """Write what follows from the whole record, and answer the effects. `game` is locked by the caller."""
    deals = {deal.number: deal for deal in selector.deals_of(game)}
    applied = ledger.work_out(game, referee, rows=deals, abandoned=abandoned)
    ledger.save(game, applied, now=now)
    game.save()
    return effects_of(game, applied, referee)
