"""The data of the review desk: the games of an account, what waits in them, and a deal in full.

An account sees the games that it organizes, and those for which it has a referee's token that works. A superuser sees
all games. In each of them it sees what a referee sees (docs/rights.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, TextField, Window
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, RowNumber

from scoring import mapping
from scoring.models import Deal, Dispute, Game, GameStatus, Report, Role
from scoring.rules.deal.facts import Deal as DealFacts
from scoring.rules.position import Game as RulesGame
from scoring.rules.reading import Reading
from scoring.rules.record.entries import standing
from scoring.rules.record.kinds import Incident
from scoring.rules.view.secrets import REFEREE, seen_sheet
from scoring.selectors.disputes import OLDEST_FIRST
from scoring.selectors.readings import names_signed, place_after, referee_at
from scoring.selectors.tokens import invitations, working

CALL = "call_referee"
"""The category of an incident by which a table calls the referee."""


def games_of(user: User, *, now: datetime) -> QuerySet[Game]:
    """The games that this account may look into at the desk."""
    return Game.objects.all() if user.is_superuser else refereed_by(user, now=now)


def refereed_by(user: User, *, now: datetime) -> QuerySet[Game]:
    """The games in which this account may decide: as their organizer, or with a referee's token."""
    refereed = working(now=now).filter(role=Role.REFEREE, user=user, accepted_at__isnull=False)
    return Game.objects.filter(Q(organizer=user) | Q(pk__in=refereed.values("game")))


def may_enter(user: User, *, now: datetime) -> bool:
    """Whether the desk is open to this account: it is of the staff, organizes a game, is a referee, or is invited."""
    return user.is_active and (user.is_staff or games_of(user, now=now).exists() or invitations(user, now=now).exists())


# --- what waits -------------------------------------------------------------------------------------------------------


MOST: Final = 100
"""How many lines a part of the queue has."""

NEWEST: Final = 10
"""How many deals with open findings the queue reads of one game."""

# One table must not bury the others, whatever it sends. So each list has one line for a game and a kind, with how many
# wait behind it, and each is cut in SQL: 12,000 calls of one table are one line, and cost what one call costs.


@dataclass(frozen=True, slots=True)
class CallForReferee:
    """A table that calls: its oldest call that waits, the number of its deal (None without one), how many calls."""

    report: Report
    deal: int | None
    count: int


def calls(games: QuerySet[Game]) -> list[CallForReferee]:
    """The tables that call a referee and wait, the one that has waited longest first, at most MOST and one more.

    A table calls by an incident of the category `call_referee` in a game that is being played. It is answered once a
    referee has taken or decided a dispute of the game after it, or once it is taken back.
    """
    oldest = list(_oldest_calls(games)[: MOST + 1])
    numbers = _numbers_of(oldest)
    return [CallForReferee(one, numbers.get(_deal_of(one)), one.count) for one in oldest]


def _oldest_calls(games: QuerySet[Game]) -> QuerySet[Any]:
    """The oldest call of each game that waits, with `count`, the number of calls of this game."""
    later = Dispute.objects.filter(
        Q(taken__gt=OuterRef("seq")) | Q(decided__gt=OuterRef("seq")), game=OuterRef("game_id")
    )
    replaced = Report.objects.filter(game=OuterRef("game_id"), replaces=OuterRef("seq"))
    return (
        Report.objects.select_related("game__current_deal")
        .annotate(category=Cast(KeyTextTransform("category", "payload"), TextField()))
        .filter(
            ~Exists(later),
            ~Exists(replaced),
            kind=Incident.kind,
            category=CALL,
            game__in=games,
            game__status=GameStatus.PLAYING,
        )
        .annotate(
            place=Window(RowNumber(), partition_by="game_id", order_by="seq"),
            count=Window(Count("id"), partition_by="game_id"),
        )
        .filter(place=1)
        .order_by("recorded_at", "id")
    )


def _deal_of(incident: Report) -> str | None:
    """The id of the deal that an incident is about, None before the first."""
    about = incident.about[0] if incident.about else None
    return about.get("deal") if about else None


def _numbers_of(incidents: Sequence[Report]) -> dict[str | None, int]:
    """Where the deals of these incidents stand now, by id. Deals that are gone are left out."""
    ids = {id_ for one in incidents if (id_ := _deal_of(one))}
    return {
        str(opening): number
        for opening, number in Deal.objects.filter(
            opening__in=ids, game__in={one.game_id for one in incidents}
        ).values_list("opening", "number")
    }


def disputes(games: QuerySet[Game], *states: str) -> QuerySet[Dispute]:
    """The disputes of these games in these states, those that were raised first on top."""
    found = Dispute.objects.select_related("game", "referee", "decided_by").filter(game__in=games, state__in=states)
    return found.order_by(*OLDEST_FIRST)


@dataclass(frozen=True, slots=True)
class DisputesWaiting:
    """The oldest dispute of a game about one kind of fault that is in a state, and how many there are."""

    oldest: Dispute
    count: int


def waiting(games: QuerySet[Game], state: str) -> list[DisputesWaiting]:
    """The disputes in this state by game and kind, those that were raised first on top, at most MOST and one more."""
    alike = ("game_id", "category")
    found = (
        disputes(games, state)
        .annotate(
            place=Window(RowNumber(), partition_by=alike, order_by=OLDEST_FIRST),
            count=Window(Count("id"), partition_by=alike),
        )
        .filter(place=1)
    )
    return [DisputesWaiting(one, one.count) for one in found[: MOST + 1]]


@dataclass(frozen=True, slots=True)
class Found:
    """The newest finding of a game and kind that nobody has brought before a referee, and how many there are."""

    deal: Deal
    finding: Mapping[str, Any]
    count: int


def findings(games: QuerySet[Game]) -> list[Found]:
    """The findings that are neither decided nor disputed by game and kind, at most MOST and one more.

    Those of the games touched last are on top. Of each game the NEWEST deals with open findings are read.
    """
    deals = (
        Deal.objects.select_related("game")
        .filter(game__in=games, open_findings__gt=0)
        .annotate(place=Window(RowNumber(), partition_by="game_id", order_by="-number"))
        .filter(place__lte=NEWEST)
        .order_by("place", "-game__updated_at", "game_id")[: MOST + 1]
    )
    found = [*deals]
    about = Dispute.objects.filter(game__in={deal.game_id for deal in found}, finding__isnull=False)
    disputed = {str(finding) for finding in about.values_list("finding", flat=True)}
    alike: dict[tuple[UUID, str], list[tuple[Deal, Mapping[str, Any]]]] = {}
    for deal in found:
        for one in deal.sheet["findings"]:
            if one["status"] in mapping.OPEN_FINDINGS and one["id"] not in disputed:
                alike.setdefault((deal.game_id, one["fault"]), []).append((deal, one))
    return [Found(*those[0], len(those)) for those in list(alike.values())[: MOST + 1]]


def brought(
    game: Game, *, deal: int | str | None, finding: str | None = None, call: str | None = None
) -> Dispute | None:
    """The dispute by which a finding of a deal, or a table that calls, has come before a referee already."""
    disputes = Dispute.objects.filter(game=game, deal=deal).order_by("-raised_at")
    if finding is not None or call is None:
        return disputes.filter(finding=finding).first() if finding else None
    seq = Subquery(Report.objects.filter(game=game, report_id=call).values("seq")[:1])
    return disputes.filter(Q(taken__gt=seq) | Q(decided__gt=seq), category=CALL).first()


# --- a deal in full ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealAtDesk:
    """A deal as a referee sees it: its row and sheet, its facts read anew, and its part of the journal."""

    game: Game
    deal: Deal
    sheet: Mapping[str, Any]
    facts: DealFacts
    rules: RulesGame
    journal: Sequence[Report]
    replaced_by: Mapping[int, int]


def deal_at_desk(game: Game, number: int | None) -> DealAtDesk | None:
    """The deal with this number and all that was reported about it, None if there is none."""
    reading = referee_at(game, number)
    if reading is None:
        return None
    referee, rows = reading
    deal, *later = rows.values()
    before = place_after(later[0]) if later else None
    journal = _journal(game, deal, before=before)
    replaced = {report.replaces: report.seq for report in journal if report.replaces is not None}
    sheet = seen_sheet(deal.sheet, REFEREE)
    return DealAtDesk(game, deal, sheet, referee.deals[0].facts, referee.game, journal, replaced)


BESIDE = ("incident", "dispute", "ruling", "confirm")
"""Kinds that name the deal they are about, and may come after it."""


def _journal(game: Game, deal: Deal, *, before: int | None) -> list[Report]:
    """The entries about a deal, oldest first: those at its places, and later ones that name it."""
    here = Q(root__gte=deal.opened) if before is None else Q(root__gte=deal.opened, root__lt=before)
    beside = Q(kind__in=BESIDE, seq__gte=deal.opened)
    entries = Report.objects.select_related("token__made_by", "user")
    found = entries.filter(here | beside, game=game, seq__lte=game.version).order_by("seq")
    return [report for report in found if report.kind not in BESIDE or _names(report, deal, before=before)]


def _names(report: Report, deal: Deal, *, before: int | None) -> bool:
    if report.about and report.about[0]:
        return bool(report.about[0].get("deal") == str(deal.opening))
    return report.root >= deal.opened and (before is None or report.root < before)


# --- before and after a decision --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoresAfterEntry:
    """How a deal and its game stood after an entry of the journal."""

    scores: Sequence[Mapping[str, Any]]
    status: str
    totals: Sequence[int]
    result: Mapping[str, Any] | None


def standing_at(game: Game, *, deal: str, seq: int) -> ScoresAfterEntry:
    """How the deal with this id stood after the entry `seq`. Later entries are left out."""
    known = mapping.rules_game(game)
    reports = Report.objects.filter(game=game, seq__lte=seq).order_by("seq")
    entries = mapping.entries_of(reports, game=known)
    reading = Reading(known, known.start, standing(entries), names=names_signed(game, entries))
    state = next(one for one in reading.deals if one.facts.id == deal)
    judged = reading.judged(state)
    return ScoresAfterEntry(judged.scores or (), judged.status, reading.totals, reading.result)
