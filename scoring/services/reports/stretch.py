"""The stretch of a long record that a correction can change: what comes after it stays as it is, or is added up anew.

Correcting the first of 300 deals would otherwise have all of them read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from scoring import mapping
from scoring.models import Deal, Game, Report
from scoring.rules.record.decisions import DisputeStep
from scoring.rules.record.kinds import BESIDE_THE_TABLE, JOURNAL_KINDS, Confirmed, Corrected, Incident, Retracted
from scoring.rules.referee import Referee
from scoring.rules.rulings.disputes import DISMISSED
from scoring.rules.scoring.carry import Carry
from scoring.rules.scoring.result import TotalsBefore
from scoring.rules.scoring.status import SIGNABLE
from scoring.services.reports.calls import Call

LEAST_KEPT: Final = 4
"""With fewer deals than this after the stretch it is not worth looking whether they stay."""

_READ_BY_ITSELF: Final = frozenset({Confirmed.kind, Incident.kind})
"""The kinds that mean the same whatever was played since: what a signature or an incident is about is kept with it."""

_BESIDE: Final = tuple(name for name, kind in JOURNAL_KINDS.items() if kind in BESIDE_THE_TABLE)


@dataclass(frozen=True, slots=True)
class Kept:
    """What stays of the deals after a stretch: their rows, and what each inherits more than before.

    `totals` are by side in their order; `proven` counts findings.
    """

    rows: Sequence[Deal]
    totals: tuple[int, ...]
    proven: int = 0

    @property
    def changed(self) -> bool:
        """Whether the deals inherit something else than before."""
        return any(self.totals) or self.proven != 0


def may_leave_the_rest(call: Call) -> bool:
    """Whether a call may be heard in a stretch: a referee takes back or corrects, and names no deal."""
    # Any other report stands at the end of the record, and is judged by the current deal. A scorer reaches that one
    # and the deal before it, so there is nothing to leave out.
    if not (call.author.access.reaches_all and call.author.access.viewer.referee):
        return False
    fresh = [call.sent[index].said for index in call.fresh]
    return all(
        isinstance(said.report, Retracted | Corrected)
        and said.deal is None
        and all(part.deal is None for part in getattr(said.report, "replacement", ()))
        for said in fresh
    )


@dataclass(frozen=True, slots=True)
class Opened:
    """A deal on record: its number, its id, and the place at which it was opened.

    `alone` says that what stands at that place begins with the opening. Otherwise a correction put several deals there,
    and the place belongs to two of them.
    """

    number: int
    id: str
    place: int
    alone: bool


@dataclass(frozen=True, slots=True)
class SaidBeside:
    """A signature, an incident or a step of a dispute: its place and id, and the deals and reports it is about.

    `known` is false in a journal from before that was kept. `apart` says that it means the same whatever was played
    since.
    """

    place: int
    id: str
    deals: frozenset[str]
    reports: frozenset[str]
    known: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a stretch ends: before the deal with this number. `late` are later places that are read with it."""

    end: int
    late: frozenset[int] = frozenset()


def stretch_to(game: Game, deals: Sequence[Opened], *, last: int) -> Stretch | None:
    """The stretch that holds the place `last`; None where the record must be read on to its end.

    `deals` are all of the game, oldest first.
    """
    said = _said_beside(game, after=last)
    if not all(one.known for one in said):
        return None
    end, late = _after(deals, last), frozenset[int]()
    while end < len(deals):
        while end < len(deals) and not deals[end].alone:
            end += 1
        further, late = _said_later(said, deals[end:])
        if further is None:
            break
        end = _after(deals, further)
    return Stretch(deals[end].number, late) if len(deals) - end >= LEAST_KEPT else None


def _after(deals: Sequence[Opened], place: int) -> int:
    """The index of the first deal that is opened after this place."""
    return next((index for index, deal in enumerate(deals) if deal.place > place), len(deals))


def _said_later(said: Sequence[SaidBeside], rest: Sequence[Opened]) -> tuple[int | None, frozenset[int]]:
    """The last place that must lie inside the stretch as well, and the later places that are read with it.

    A deal is often signed while the next one is played. What only signs, notes or disputes something can be read by
    itself. A decision, or the signature on a misdeal, depends on the deals that were played before it.
    """
    if not rest:
        return None, frozenset()
    others = {deal.id for deal in rest}  # a deal that is gone is not among them: a correction may bring it back
    later = [one for one in said if one.place >= rest[0].place]
    noted = {one.id for one in later if one.deals <= others}
    further, late = None, set()
    for one in later:
        if one.deals <= others and one.reports <= noted:
            continue
        if one.apart:
            late.add(one.place)
        else:
            further = one.place
    return further, frozenset(late)


def _said_beside(game: Game, *, after: int) -> Sequence[SaidBeside]:
    """The signatures, incidents and decisions at places after this one, in their order."""
    found = Report.objects.filter(Q(kind__in=_BESIDE) | Q(about__isnull=False), game=game, root__gt=after)
    rows = found.order_by("root", "seq").values_list("kind", "payload", "root", "report_id", "about")
    return [_said(*row) for row in rows]


def _said(
    kind: str,
    payload: Mapping[str, Any],
    place: int,
    id_: UUID,
    about: Sequence[Mapping[str, str] | None] | None,
) -> SaidBeside:
    named = [one for one in about or () if one is not None]
    deals = frozenset(one["deal"] for one in named if "deal" in one)
    reports = frozenset(one["report"] for one in named if "report" in one)
    apart = not reports and (kind in _READ_BY_ITSELF or (kind == DisputeStep.kind and payload["step"] != DISMISSED))
    return SaidBeside(place, str(id_), deals, reports, known=about is not None, apart=apart)


def may_be_read_late(reports: Sequence[Report]) -> bool:
    """Whether these entries, all of some places, only sign, note or dispute something, or take that back."""
    return all(report.kind in {*_READ_BY_ITSELF, Retracted.kind, DisputeStep.kind} for report in reports)


def kept_after(referee: Referee, rest: Sequence[Deal], *, game: Game) -> Kept | None:
    """What is kept of the deals after the stretch that a referee has read; None where they must be read as well.

    They stay where they inherit what they inherited before. Other totals are added up, as long as none of the deals
    can end the game by them.
    """
    current = referee.current
    if current is None or not current.facts.over or not any(row.status in SIGNABLE for row in rest):
        return None  # the deal that is signed next lies in the stretch
    stored, now = rest[0].carry, referee.carry_after(current).as_json()
    if now == stored:
        return Kept(rest, (0,) * len(now["totals"]))
    totals = {"totals": stored["totals"], "proven": stored["proven"]}
    if {**now, **totals} != stored or game.result is not None:
        return None
    more = tuple(new - old for new, old in zip(now["totals"], stored["totals"], strict=True))
    kept = Kept(rest, more, now["proven"] - stored["proven"])
    return kept if all(_comes_to_the_same(referee, row, kept) for row in rest) else None


def _comes_to_the_same(referee: Referee, row: Deal, kept: Kept) -> bool:
    """Whether a deal scores the same and ends nothing, with the totals that it inherited and with the new ones."""
    rules, carry = referee.game, mapping.carry_of(row)
    had = [row.total_1, row.total_2, row.total_3, row.total_4]
    gives = dict(enumerate((points or 0 for points in had), start=1))
    return carry.result is None and all(
        rules.variant.scores_apart(rules.options, before, gives) for before in _both(carry, kept)
    )


def _both(carry: Carry, kept: Kept) -> Iterator[TotalsBefore]:
    """What the sides had before a deal, by its row and by what is kept."""
    for totals in (carry.totals, [has + more for has, more in zip(carry.totals, kept.totals, strict=True)]):
        yield TotalsBefore(dict(enumerate(totals, start=1)), carry.counted)
