"""The pages of the desk: a deal in full, and a dispute."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase

from scoring.desk.pages.deal import Topic, deal_page
from scoring.desk.pages.dispute import DisputeAtDesk, DisputeWithDeal, content, dispute_at_desk, without_deal
from scoring.desk.pages.page import Visit
from scoring.drawing.tables import table_of
from scoring.mapping import OPEN_FINDINGS
from scoring.models import Dispute, Report
from scoring.rules.pack.seats import Table
from scoring.rules.record.decisions import DisputeStep
from scoring.rules.record.kinds import Said
from scoring.rules.rulings.disputes import RAISED
from scoring.selectors import disputes as selector
from scoring.selectors.desk import CALL, DealAtDesk, deal_at_desk
from scoring.wording import label, offence, sentence

# --- a deal -----------------------------------------------------------------------------------------------------------


def deal(visit: Visit, game_id: UUID, number: int) -> HttpResponseBase:
    """A deal in full, with what was found in it and the disputes about it."""
    found = deal_at(visit, game_id, number)
    finding = found.sheet["findings"][0] if found.sheet["findings"] else None
    by = finding["proven_by"] if finding else None
    topic = Topic(finding["trick"], finding["card"], by["card"] if by else None) if finding else Topic()
    disputes = selector.of_game(found.game).filter(deal=number).order_by(*selector.OLDEST_FIRST)
    about = {
        **deal_page(found, topic, asked=visit.request.GET.get("at", ""), language=visit.language),
        "disputes": [(one, offence(one.category, language=visit.language).name) for one in disputes],
        "raising": list(_to_raise(found, disputes=list(disputes), language=visit.language)),
        "number": number,
        "acts": visit.actor(found.game) is not None,
    }
    title = f"{label('deal', language=visit.language)} {number} · {found.game}"
    return visit.page("deal.html", about, title=title)


def deal_at(visit: Visit, game_id: UUID, number: int) -> DealAtDesk:
    """The deal, if it is there for whoever asks."""
    found = deal_at_desk(visit.game(game_id), number)
    if found is None:
        raise Http404
    return found


def _to_raise(found: DealAtDesk, *, disputes: Sequence[Dispute], language: str) -> Iterator[tuple[str, str, str]]:
    """The findings of a deal that nobody has decided or disputed, each with who is concerned."""
    disputed = {str(one.finding) for one in disputes}
    names = table_of(found.game, deal=found.deal.number).names
    for one in found.sheet["findings"]:
        if one["status"] in OPEN_FINDINGS and one["id"] not in disputed:
            yield one["id"], offence(one["fault"], language=language).name, names.get(one["seat"], "")


def raised(found: DealAtDesk, *, finding: str, call: str) -> Said | None:
    """What is raised: what a finding says, for the opponents; or what a table calls for, for whoever calls."""
    one = next((each for each in found.sheet["findings"] if each["id"] == finding), None)
    if one is not None:
        return Said(report=_of_finding(one, table=found.facts.table), deal=found.deal.number)
    entry = next((each for each in found.journal if str(each.report_id) == call and _calls(each)), None)
    return Said(report=_of_call(entry), deal=found.deal.number) if entry is not None else None


def _of_finding(finding: Mapping[str, Any], *, table: Table) -> DisputeStep:
    """The opponents of the seat at fault raise what the record has proven."""
    seat = finding["seat"]
    return DisputeStep(
        dispute="",
        step=RAISED,
        category=finding["fault"],
        trick=finding["trick"],
        seat=seat,
        raised_by={"side": table.opponents_of(table.side_of(seat))[0] if seat else 1},
        finding=finding["id"],
    )


def _of_call(entry: Report) -> DisputeStep:
    """Whoever called the referee raises what the call says."""
    seat = entry.token.seat if entry.token else None
    return DisputeStep(
        dispute="",
        step=RAISED,
        category=CALL,
        seat=entry.payload.get("seat"),
        raised_by={"seat": seat} if seat else {"side": 1},
        statement=entry.payload.get("note"),
    )


def _calls(entry: Report) -> bool:
    return entry.kind == "incident" and entry.payload["category"] == CALL


# --- a dispute --------------------------------------------------------------------------------------------------------


def dispute(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """A dispute with its deal, what is known about it, its timeline, and the actions that are open."""
    return page_of(dispute_or_404(visit, dispute_id))


def dispute_or_404(visit: Visit, dispute_id: UUID) -> DisputeAtDesk:
    """The dispute, if it is there for whoever asks."""
    return dispute_at_desk(visit, visit.dispute(dispute_id))


def dispute_with_deal_or_404(visit: Visit, dispute_id: UUID) -> DisputeWithDeal:
    """The dispute with its deal, if both are there for whoever asks."""
    case = dispute_or_404(visit, dispute_id)
    if not isinstance(case, DisputeWithDeal):
        raise Http404
    return case


def page_of(case: DisputeAtDesk, **more: Any) -> HttpResponseBase:
    """The page of a dispute, with a form that was sent and its effect, if any."""
    words = offence(case.dispute.category, language=case.visit.language).name
    title = f"{words} · {case.dispute.game}"
    if isinstance(case, DisputeWithDeal):
        return case.visit.page("dispute.html", content(case, **more), title=title)
    gone = sentence("remedy_not_possible", language=case.visit.language, params={"gone": True})
    return case.visit.page("gone.html", {**without_deal(case, **more), "gone": gone}, title=title)
