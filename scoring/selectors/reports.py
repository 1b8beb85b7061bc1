"""Reading the journal: its entries, their other names, and what each viewer may see of them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scoring import mapping
from scoring.models import Deal, Game, GameStatus, Report
from scoring.models.at_hand import OnRecord
from scoring.rules.record.kinds import BESIDE_THE_TABLE, JOURNAL_KINDS, Corrected, DealOpened
from scoring.rules.view.secrets import Viewer, hidden_in, keeps_to_the_table, may_hide, seen_fields
from scoring.selectors.access import (
    ALWAYS,
    NEXT_DEAL,
    RETRACTABLE,
    author_json,
    oldest_within_reach,
    under_ruling,
)
from scoring.statements.journal import entries_from, named_by

NONE_HIDDEN: frozenset[str] = frozenset()
"""No kind of report is hidden."""


@dataclass(frozen=True, slots=True)
class Named:
    """A report on record that was found by an id.

    `own` says whether this is the id of the report itself. Otherwise a second device sent the same report under this
    id, and `kind` and `payload` are what that device sent.
    """

    report_id: UUID
    seq: int
    root: int
    kind: str
    payload: Mapping[str, Any]
    own: bool
    about: str | None = None
    """The id of the deal that it is about, where it is about one."""


def named(game: Game, ids: Iterable[UUID]) -> dict[UUID, Named]:
    """The reports on record by these ids, read in one statement. Unknown ids are left out."""
    return {id_: _named(one) for id_, one in named_by(game, sorted(set(ids))).items()}


def named_in(game: Game, ids: Collection[UUID]) -> dict[UUID, Named]:
    """The same by the state in which the game was read; without a statement where these ids were read with it."""
    at_hand = game.at_hand
    if at_hand is None or at_hand.version != game.version or not at_hand.asked.issuperset(ids):
        return named(game, ids)
    return {id_: _named(at_hand.found[id_]) for id_ in ids if id_ in at_hand.found}


def _named(one: OnRecord) -> Named:
    row = one.report
    kind, payload = one.other or (row.kind, row.payload)
    return Named(row.report_id, row.seq, row.root, kind, payload, one.other is None, _deal_in(row.about))


def _deal_in(about: Any) -> str | None:
    """The id of the deal in what the journal keeps of what a report is about."""
    deal: str | None = about[0].get("deal") if about and about[0] else None
    return deal


def standing_from(game: Game, *, place: int, before: int | None = None) -> list[Report]:
    """All entries from this place of the journal on, oldest first, at the version of `game`.

    `before` is the first place that is left out.
    """
    end = game.version + 1 if before is None else before
    return entries_from(game, place=place, end=end)


def standing_at(game: Game, *, places: Collection[int]) -> list[Report]:
    """All entries at these places of the journal, oldest first, at the version of `game`."""
    return list(journal_of(game).filter(root__in=places, seq__lte=game.version)) if places else []


def journal_of(game: Game) -> QuerySet[Report]:
    """The journal, oldest first."""
    return Report.objects.filter(game=game).order_by("seq")


def journal_with_authors(game: Game) -> QuerySet[Report]:
    """The journal, oldest first, each entry with its token and the accounts behind it."""
    return journal_of(game).select_related("token__made_by", "user")


def journal_json(reports: Sequence[Report], *, game: Game, viewer: Viewer) -> list[dict[str, Any]]:
    """Journal entries as docs/api.md (Journal) shows them."""
    replaced = _replaced_by(game, [report.seq for report in reports])
    hidden = _hidden_places(game, reports)
    reachable = _within_reach(game, viewer, reports, replaced)
    return [
        {
            **shown(report, viewer, hidden=hidden.get(report.root, NONE_HIDDEN)),
            **_by(report, viewer),
            "occurred_at": report.occurred_at,
            "recorded_at": report.recorded_at,
            **_replaced(report, viewer, replaced),
            **_retractable_until(report, viewer, reachable),
        }
        for report in reports
    ]


def _by(report: Report, viewer: Viewer) -> dict[str, Any]:
    """The sender of an entry. The public does not see it in entries about disputes."""
    if keeps_to_the_table(report.kind, viewer):
        return {}
    return {"by": author_json(report, inside=viewer.inside)}


def _replaced(report: Report, viewer: Viewer, replaced: Mapping[int, str]) -> dict[str, Any]:
    return {} if keeps_to_the_table(report.kind, viewer) else {"replaced_by": replaced.get(report.seq)}


def _within_reach(game: Game, viewer: Viewer, reports: Sequence[Report], replaced: Mapping[int, str]) -> frozenset[int]:
    """The seqs of the entries among these that the viewer's token may take back."""
    if not viewer.inside or game.status == GameStatus.ABANDONED or (viewer.seats and viewer.token is None):
        return frozenset()
    standing = [
        report
        for report in reports
        if report.kind in RETRACTABLE and report.seq == report.root and report.seq not in replaced
    ]
    if viewer.referee:
        return frozenset(report.seq for report in standing)
    floor = oldest_within_reach(game)
    found = [one for one in standing if one.root >= floor and (not viewer.seats or one.token_id == viewer.token)]
    kept = under_ruling(str(one.report_id) for one in found if one.kind == DealOpened.kind)
    return frozenset(one.seq for one in found if one.report_id not in kept)


def _retractable_until(report: Report, viewer: Viewer, reachable: Collection[int]) -> dict[str, Any]:
    """Whether the viewer's token may take an entry back, and until when."""
    if keeps_to_the_table(report.kind, viewer):
        return {}
    may = report.seq in reachable
    return {"may_retract": may, "retract_until": (ALWAYS if viewer.referee else NEXT_DEAL) if may else None}


def shown(report: Report, viewer: Viewer, *, hidden: Collection[str]) -> dict[str, Any]:
    """Seq, id, kind and fields of an entry as this viewer sees them."""
    fields = seen_fields(report.kind, report.payload, viewer, hidden=hidden)
    # Who insisted on a secret tells by it that the secret proves something. So it is hidden with the secret.
    insisted = {"as_played": True} if report.as_played and fields == report.payload else {}
    about = {} if keeps_to_the_table(report.kind, viewer) else about_json(report)
    return {"seq": report.seq, "id": str(report.report_id), "kind": report.kind, **fields, **insisted, **about}


ABOUT_SOMETHING = frozenset(name for name, kind in JOURNAL_KINDS.items() if kind in BESIDE_THE_TABLE)
"""The kinds whose entries say what they are about."""


def about_json(report: Report) -> dict[str, Any]:
    """{"about": {"deal": id}} or {"about": {"report": id}} of an entry that is about something, null before a deal."""
    if report.kind not in ABOUT_SOMETHING:
        return {}
    kept = report.about[0] if report.about else None
    return {"about": kept and {name: id_ for name, id_ in kept.items() if name in {"deal", "report"}}}


def _replaced_by(game: Game, seqs: Sequence[int]) -> dict[int, str]:
    rows = Report.objects.filter(game=game, replaces__in=seqs).values_list("replaces", "report_id")
    return {seq: str(report_id) for seq, report_id in rows if seq is not None}


def _hidden_places(game: Game, reports: Sequence[Report]) -> dict[int, frozenset[str]]:
    """The kinds that are still hidden, by place; only for entries that can hold a secret."""
    return _still_hidden(game, {report.root for report in reports if may_hide(report.kind, report.payload)})


def hides_from(viewer: Viewer, reports: Sequence[Report], *, game: Game) -> bool:
    """Whether these entries hold something that this viewer may not see (yet)."""
    if any(keeps_to_the_table(report.kind, viewer) for report in reports):
        return True
    hidden = {} if viewer.referee else _hidden_places(game, reports)
    return any(
        seen_fields(report.kind, report.payload, viewer, hidden=hidden[report.root]) != report.payload
        for report in reports
        if report.root in hidden
    )


def hidden_at(game: Game, *, place: int) -> frozenset[str]:
    """The kinds that are still hidden in the deal to which a place of the journal belongs."""
    return _still_hidden(game, {place}).get(place, NONE_HIDDEN)


def _still_hidden(game: Game, places: set[int]) -> dict[int, frozenset[str]]:
    """The kinds that are hidden, by place; only places whose deal keeps secrets.

    A place belongs to the deal that was opened last before it. A deal that was taken back keeps its secrets for good,
    because the same hands may be entered again for the next deal.
    """
    if not places:
        return {}
    openings = _openings(game, last=max(places))
    opening_of = {place: next((opening for opening in openings if opening <= place), 0) for place in places}
    deals = Deal.objects.filter(game=game, opened__in=set(opening_of.values())).values_list("opened", "sheet")
    known = mapping.rules_game(game)
    secret = known.variant.secret(known.options)
    hidden: dict[int, frozenset[str]] = {}
    for opening, sheet in deals:
        hidden[opening] = hidden.get(opening, NONE_HIDDEN) | hidden_in(sheet, otherwise=secret)
    found = {place: hidden.get(opening, secret) for place, opening in opening_of.items()}
    return {place: kinds for place, kinds in found.items() if kinds}


def _openings(game: Game, *, last: int) -> list[int]:
    """The places up to `last` at which a deal was opened, newest first. Corrections can open deals, too."""
    opening = Report.objects.filter(game=game, kind__in=(DealOpened.kind, Corrected.kind), root__lte=last)
    rows = opening.values_list("kind", "root", "payload")
    return sorted({root for kind, root, payload in rows if _opens(kind, payload)}, reverse=True)


def _opens(kind: str, payload: Mapping[str, Any]) -> bool:
    """Whether an entry opens a deal, itself or as a correction."""
    if kind == DealOpened.kind:
        return True
    replacement = payload["replacement"]
    reports = replacement if isinstance(replacement, list) else [replacement]
    return any(report["kind"] == DealOpened.kind for report in reports)


def recorded_json(game: Game, report_id: str, *, viewer: Viewer) -> dict[str, Any] | None:
    """The journal entry with this id as the viewer sees it, None if it is not on record."""
    found = journal_with_authors(game).filter(report_id=report_id)
    return next(iter(journal_json(list(found), game=game, viewer=viewer)), None)
