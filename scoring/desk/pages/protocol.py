"""The protocol of a decision, to be printed and signed: everything that it rests on, and what it changed."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase

from scoring.desk.pages.deal import deal_page, topic_of
from scoring.desk.pages.dispute import DisputeWithDeal, raised_by, timeline
from scoring.desk.pages.journal import by_whom
from scoring.desk.pages.page import Visit
from scoring.desk.pages.previews import effect_of
from scoring.desk.views import dispute_with_deal_or_404
from scoring.models import Report
from scoring.selectors.desk import ScoresAfterEntry, standing_at
from scoring.wording import label, name_of, offence, ruling_term, value_of


def protocol(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """The protocol of the newest decision, or of that with the number in `?entry=`."""
    case = dispute_with_deal_or_404(visit, dispute_id)
    asked = visit.request.GET.get("entry", "") or str(case.dispute.decided)
    entry = next((one for one in case.entries if str(one.seq) == asked and _decides(one)), None)
    if entry is None:
        raise Http404
    return visit.page("protocol.html", _content(case, entry), title=label("protocol", language=visit.language))


def _decides(entry: Report) -> bool:
    return entry.kind == "ruling" or entry.payload.get("step") == "dismissed"


def _content(case: DisputeWithDeal, entry: Report) -> dict[str, Any]:
    dispute, visit = case.dispute, case.visit
    finding = str(dispute.finding) if dispute.finding else None
    table = case.teller.table
    topic = topic_of(case.found.sheet, trick=dispute.trick, seat=dispute.seat, finding=finding, seats=len(table.names))
    seen = deal_page(case.found, topic, asked="", language=visit.language)
    before, after = (
        standing_at(dispute.game, deal=str(case.found.deal.opening), seq=seq) for seq in (entry.seq - 1, entry.seq)
    )
    return {
        **seen,
        "dispute": dispute,
        "offence": offence(dispute.category, language=visit.language),
        "raised_by": raised_by(case),
        "tricks": _tricks(case, seen),
        "findings": [*seen["drawn"].findings, *(one for trick in seen["drawn"].tricks for one in trick.findings)],
        "steps": [step for step in timeline(case) if step.seq <= entry.seq],
        "entry": entry,
        "by": by_whom(entry, language=visit.language),
        "decision": list(_decision(case, entry)),
        "reason": entry.payload.get("reason") or entry.payload.get("statement") or "",
        "effect": effect_of(_json(before), _json(after), table=table, language=visit.language),
        "sides": [" + ".join(table.names[seat] for seat in seats) for seats in table.sides.values()],
        "preset": name_of("presets", key=dispute.game.preset, language=visit.language),
    }


def _tricks(case: DisputeWithDeal, seen: dict[str, Any]) -> list[Any]:
    """The tricks that the decision is about: the one in question, that of the card that proves it, else all."""
    drawn = seen["drawn"].tricks
    marked = [
        one for one in drawn if one.questioned or any({"proof", "questioned"} & _marks(card) for card in one.cards)
    ]
    return marked or list(drawn)


def _marks(card: Any) -> set[str]:
    return {name for name, _ in card.marks}


def _json(standing: ScoresAfterEntry) -> dict[str, Any]:
    """The same as a dry run tells it."""
    return {
        "scores": standing.scores,
        "deal_status": standing.status,
        "totals": {str(side): total for side, total in enumerate(standing.totals, start=1)},
        "result": standing.result,
    }


def _decision(case: DisputeWithDeal, entry: Report) -> Iterator[tuple[str, Any]]:
    """What was decided, field by field."""
    language, payload, teller = case.visit.language, entry.payload, case.teller
    if entry.kind != "ruling":
        dismissed = ruling_term("dispute_steps", key="dismissed", language=language)
        yield label("decision", language=language), dismissed.name
        return
    yield label("offence", language=language), offence(payload["offence"], language=language).name
    yield label("discovered", language=language), teller.discovered(payload["discovered"])
    yield label("remedy", language=language), teller.remedy(payload["remedy"])
    catalogue = case.dispute.game.options["catalogue"]
    if payload.get("article"):
        name = value_of("catalogue", value=catalogue, language=language).name
        yield label("article", language=language), f"{payload['article']} ({name})"
    for name in ("trick", "seat", "side", "card", "points"):
        if payload.get(name) is not None:
            yield label(name, language=language), teller.field(name, payload[name])
    if payload.get("leads") is not None:
        yield label("leads", language=language), teller.field("seat", payload["leads"])
