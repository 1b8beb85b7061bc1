"""What waits for a referee, the most urgent on top: tables that call, disputes, findings that nobody has raised."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.html import format_html

from scoring.desk.pages.page import Visit
from scoring.drawing.tables import table_of
from scoring.models import Dispute, Game
from scoring.rules.rulings.disputes import APPEALED, DISMISSED, FINAL, OPEN, RULED, UNDER_REVIEW
from scoring.selectors import desk as selector
from scoring.selectors.tokens import invitations
from scoring.wording import label, offence, ruling_term

CALLS: Final = "calls"
FINDINGS: Final = "findings"
DECIDED: Final = "decided"
WAITING: Final = (OPEN, UNDER_REVIEW, APPEALED)
HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the queue: what it is, where it leads, since when it waits, and what a button may send for it.

    `count` says for how many of its kind in the game it stands.
    """

    game: Game
    what: str
    link: str
    since: datetime | None
    waited: str
    about: Sequence[str] = ()
    raising: str = ""
    sends: dict[str, str] = field(default_factory=dict)
    count: int = 1


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the queue: its name, its lines, and whether there are more than those."""

    key: str
    title: str
    items: Sequence[Item]
    more: bool

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.items)


def queue(visit: Visit) -> HttpResponseBase:
    """The queue of those games that whoever asks referees."""
    shown, game = visit.request.GET.get("show", ""), visit.request.GET.get("game", "")
    sections = [*_sections(visit, _shown(visit.games, game), each=bool(game))]
    tables = {item.game.pk: item.game for section in sections for item in section.items}
    content = {
        "sections": [one for one in sections if shown in {"", one.key} and (one.key != DECIDED or shown == DECIDED)],
        "counts": sections,
        "shown": shown,
        "game_shown": game,
        "tables": sorted(tables.values(), key=str),
        "invitations": invitations(visit.user, now=visit.now)[: selector.MOST],
        "acts": visit.decides_in(tables),
        "empty": not any(one.count for one in sections if one.key != DECIDED),
    }
    return visit.page("queue.html", content, title=label("queue", language=visit.language))


def _shown(games: QuerySet[Game], game: str) -> QuerySet[Game]:
    """The games that are shown: all of them, or the one that was asked for."""
    if not game:
        return games
    try:
        return games.filter(pk=UUID(game))
    except ValueError:
        return games.none()


def _sections(visit: Visit, games: QuerySet[Game], *, each: bool) -> Iterator[Section]:
    """The parts of the queue. Disputes of one kind in one game are one line, unless `each` asks for every one."""
    calls = [_call(one, visit) for one in selector.calls(games)]
    yield _section(CALLS, ruling_term("urgency", key="table_calls", language=visit.language).name, calls)
    for state in WAITING:
        name = ruling_term("dispute_states", key=state, language=visit.language).name
        if each:
            lines = [_dispute(one, visit) for one in selector.disputes(games, state)[: selector.MOST + 1]]
        else:
            lines = [_dispute(one.oldest, visit, count=one.count) for one in selector.waiting(games, state)]
        yield _section(state, name, lines)
    found = [_found(one, visit) for one in selector.findings(games)]
    yield _section(FINDINGS, label("findings_waiting", language=visit.language), found)
    decided = selector.disputes(games, RULED, DISMISSED, FINAL).order_by("-updated_at", "id")[: selector.MOST + 1]
    over = [_dispute(one, visit) for one in decided]
    yield _section(DECIDED, label("decided_lately", language=visit.language), over)


def _section(key: str, title: str, lines: Sequence[Item]) -> Section:
    return Section(key, title, lines[: selector.MOST], more=len(lines) > selector.MOST)


def _call(call: selector.CallForReferee, visit: Visit) -> Item:
    """A table that calls: it leads to its deal, and a button brings it before a referee."""
    report, deal = call.report, call.deal
    note = report.payload.get("note")
    where = [_deal(deal, visit)] if deal else []
    return Item(
        game=report.game,
        what=offence(selector.CALL, language=visit.language).name,
        link=reverse("admin:desk_deal", args=(report.game_id, deal)) if deal else "",
        since=report.recorded_at,
        waited=waited(visit.now - report.recorded_at),
        about=[*where, *([format_html("<q>{}</q>", note)] if note else [])],
        raising=reverse("admin:desk_raise", args=(report.game_id, deal)) if deal else "",
        sends={"call": str(report.report_id)},
        count=call.count,
    )


def _dispute(dispute: Dispute, visit: Visit, *, count: int = 1) -> Item:
    names = table_of(dispute.game, deal=dispute.deal).names
    trick = [f"{label('trick', language=visit.language)} {dispute.trick}"] if dispute.trick else []
    seat = [names[dispute.seat]] if dispute.seat else []
    taken = [f"{label('taken_by', language=visit.language)} {dispute.referee}"] if dispute.referee else []
    return Item(
        game=dispute.game,
        what=offence(dispute.category, language=visit.language).name,
        link=reverse("admin:desk_dispute", args=(dispute.pk,)),
        since=dispute.raised_at,
        waited=waited(visit.now - dispute.raised_at),
        about=[*([_deal(dispute.deal, visit)] if dispute.deal else []), *trick, *seat, *taken],
        count=count,
    )


def _found(found: selector.Found, visit: Visit) -> Item:
    deal, finding, names = found.deal, found.finding, table_of(found.deal.game, deal=found.deal.number).names
    trick = [f"{label('trick', language=visit.language)} {finding['trick']}"] if finding["trick"] else []
    seats = [finding["seat"]] if finding["seat"] else finding.get("seats") or []
    return Item(
        game=deal.game,
        what=offence(finding["fault"], language=visit.language).name,
        link=reverse("admin:desk_deal", args=(deal.game_id, deal.number)),
        since=None,
        waited="",
        about=[_deal(deal.number, visit), *trick, *(names[seat] for seat in seats)],
        raising=reverse("admin:desk_raise", args=(deal.game_id, deal.number)),
        sends={"finding": finding["id"]},
        count=found.count,
    )


def _deal(number: int, visit: Visit) -> str:
    return f"{label('deal', language=visit.language)} {number}"


def waited(time: timedelta) -> str:
    """So long, to the minute: 7′ or 2 h 7′."""
    hours, rest = divmod(max(time, timedelta()), HOUR)
    minutes = f"{rest.seconds // 60}′"
    return f"{hours} h {minutes}" if hours else minutes
