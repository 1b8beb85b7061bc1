"""Judging a whole game anew, because what it is played by has changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring import mapping
from scoring.models import Game, ReportName
from scoring.rules.record.entries import Entry
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.review import read_whole
from scoring.selectors import games as selector
from scoring.selectors.reports import journal_of
from scoring.services import ledger
from scoring.services.reports.effects import effects_of


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What the record of a game comes to by other settings, at a version of the game.

    `before` has read it by the settings of now, `after` by those of `later`, which is a copy of the game. Nothing is
    written yet. It takes long in a long game, so it is worked out before the game is locked.
    """

    version: int
    before: Referee
    after: Referee
    later: Game
    follows: ledger.Consequences

    def holds(self, game: Game, later: Game) -> bool:
        """Whether this is what the game comes to, as it stands now, by the settings of `later`."""
        return self.version == game.version and _settings(self.later) == _settings(later)

    def check_still_fits(self, *, member: str) -> None:
        """Refuse a change (`later_reports_conflict`) after which reports no longer fit that fitted before."""
        known = {misfit.id for misfit in self.before.misfits}
        conflicts = list(dict.fromkeys(misfit.id for misfit in self.after.misfits if misfit.id not in known))
        if conflicts:
            met = {misfit.id: misfit.refusal.code for misfit in reversed(self.after.misfits)}
            told = [{"report": id_, "code": met[id_]} for id_ in conflicts]
            raise Refused("later_reports_conflict", pointer=(member,), reports=conflicts, conflicts=told)

    def write(self, game: Game, *, now: datetime) -> list[dict[str, Any]]:
        """Write what follows, and answer the effects. The caller has locked `game` and given it its new settings."""
        for name in {*self.follows.game, "current_deal"}:  # its row has new columns, also where it is the same
            setattr(game, name, getattr(self.later, name))
        ledger.save(game, self.follows, now=now)
        game.save()
        return effects_of(game, self.follows, self.after)


def foresee(game: Game, later: Game, *, abandoned: bool | None = None) -> Foreseen:
    """What the record comes to by the settings of `later`, a copy of `game` at the version of the coming entry.

    `abandoned` says whether the game will be abandoned then; as it is now where nothing is said.
    """
    names = ReportName.objects.filter(game=game).values_list("name", "report__report_id")
    known = {str(name): str(report) for name, report in names}
    entries = mapping.entries_of(journal_of(game), game=mapping.rules_game(game))
    before, after = (_read(one, entries, names=known) for one in (game, later))
    deals = {deal.number: deal for deal in selector.deals_of(game)}
    version = game.version
    return Foreseen(version, before, after, later, ledger.work_out(later, after, rows=deals, abandoned=abandoned))


def _read(game: Game, entries: Iterable[Entry], *, names: dict[str, str]) -> Referee:
    return read_whole(mapping.rules_game(game), entries, version=game.version, names=names)


def _settings(game: Game) -> tuple[Any, ...]:
    return game.first_dealer, game.dealer_set, game.preset, game.options
