"""What the referee has to read before a call can be heard: as little of the record as the call reaches."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

from django.db.models import Q

from scoring import mapping
from scoring.models import Deal, Game, Report
from scoring.rules.deal.facts import Deal as DealFacts
from scoring.rules.pack.cards import notation
from scoring.rules.record.entries import standing
from scoring.rules.record.kinds import BESIDE_THE_TABLE, KINDS, Confirmed, Corrected, Retracted, Said, TrickPlayed
from scoring.rules.referee import Referee
from scoring.rules.scoring.carry import Carry
from scoring.rules.scoring.status import SIGNABLE
from scoring.selectors.games import named_as
from scoring.selectors.readings import place_after, read_deal
from scoring.selectors.reports import Named
from scoring.services.reports.calls import Call
from scoring.services.reports.stretch import Opened, may_leave_the_rest, stretch_to


@dataclass(frozen=True, slots=True)
class Start:
    """Where the referee begins to read.

    What the deal there inherits, its place in the record and which report at that place opens it, and the deals on
    record from it on, by number. `rest` are deals after these that are not read, oldest first, without their sheets;
    what stands at the places `late` is read nevertheless.
    """

    carry: Carry
    place: int
    rows: Mapping[int, Deal]
    skip: int = 0
    rest: Sequence[Deal] = ()
    late: Collection[int] = ()

    @property
    def end(self) -> int | None:
        """The first place of the record that is not read, None where it is read to its end."""
        return self.rest[0].opened if self.rest else None

    @classmethod
    def at(cls, deal: Deal, rows: Mapping[int, Deal]) -> Self:
        """The start at this deal."""
        return cls(mapping.carry_of(deal), deal.opened, rows, skip=deal.opened_at)


def start_of(call: Call, *, whole: bool = False) -> Start:
    """The deal from which on the record must be read: the current one, or an earlier one that this call reaches.

    A correction of an early deal has a `rest` that may stay as it is (stretch.py), unless the `whole` is asked for.
    """
    # A deal's row holds its `carry`, all that the deal inherits. So a reading may start at any deal with nothing
    # before it, and one more trick costs the same in the first deal and in the hundredth. It must start at a deal that
    # the call cannot change: one that is over before the oldest place that the call reaches. What comes later is
    # derived from the facts and may come out differently; what is before it can not.
    game, current = call.game, call.game.current_deal
    fresh = [call.sent[index].said for index in call.fresh]
    if game.at_hand is not None and not game.last_deals:
        return Start(mapping.rules_game(game).start, 0, {})
    if current is None or _reaches_anywhere(call, fresh):
        return _start_at(game, place=0)
    reached = [place for said in fresh for place in _places(call, said)]
    if not reached:
        return Start.at(current, {current.number: current})
    last = max(reached) if not whole and may_leave_the_rest(call) else None
    return _start_lately(game, place=min(reached)) or _start_at(game, place=min(reached), last=last)


def _reaches_anywhere(call: Call, fresh: Sequence[Said]) -> bool:
    """Whether signatures or incidents are taken back or put in another's place, or signed in the call that tells them.

    What they are about may lie anywhere in the record, and what a signature without a deal is about may change with it.
    """
    beside = {name for name, kind in KINDS.items() if kind in BESIDE_THE_TABLE}
    for said in fresh:
        report, known = said.report, call.target(said)
        if isinstance(report, Retracted | Corrected) and known and not beside.isdisjoint(_kinds_of(known)):
            return True
        if isinstance(report, Corrected) and any(type(one.report) in BESIDE_THE_TABLE for one in report.replacement):
            return True
        if isinstance(report, Confirmed) and report.report is not None and len(fresh) > 1:
            return True
    return False


def _kinds_of(known: Named) -> set[str]:
    """The kinds of what stands there: that of the report, or those that a correction has put in its place."""
    told = known.payload.get("replacement", [])
    return {known.kind, *(one["kind"] for one in (told if isinstance(told, list) else [told]))}


def _places(call: Call, said: Said) -> Iterator[int]:
    """The places of the record that a report reaches, besides its own."""
    known = call.target(said)
    if known is not None:
        yield known.root
    if not isinstance(said.report, Confirmed):
        return
    named = (known.about or known.payload.get("deal")) if known else said.deal
    if named is None and known is not None:
        return
    deals = Deal.objects.filter(game=call.game)
    found = deals.filter(status__in=SIGNABLE) if named is None else deals.filter(named_as(named))
    yield from found.order_by("-number").values_list("opened", flat=True)[:1]


def _start_lately(game: Game, *, place: int) -> Start | None:
    """The same as `_start_at` where the two last deals, which are read already, suffice; else None."""
    rows = {deal.number: deal for deal in reversed(game.last_deals)}
    first, *rest = rows.values()
    if first.number == 1 and (not rest or place < rest[0].opened):
        return Start(mapping.rules_game(game).start, 0, rows)
    lies_between = rest and first.opened < place >= rest[0].opened and first.status in SIGNABLE
    return Start.at(first, rows) if lies_between and not mapping.carry_of(first).redeals else None


def _start_at(game: Game, *, place: int, last: int | None = None) -> Start:
    """The last deal that was over before this place of the journal, with all deals after it.

    It is the current one if the opening of the next is taken back, and the one that is signed if the next is not over
    any more. `last` is the newest place that is reached, where the deals after it may stay as they are.
    """
    # One deal more than the place itself lies in. A signature without a number is for the deal that was over last: if a
    # correction opens deal 5 again, the signature goes to deal 4, and deal 4 must be there to receive it.
    columns = ("number", "opened", "status", "opening", "opened_at")
    deals = list(Deal.objects.filter(game=game).order_by("number").values_list(*columns))
    first = 1
    for (number, opened, status, *_), (_, opened_next, *_) in pairwise(deals):
        if opened < place >= opened_next and status in SIGNABLE:
            first = number
    known = [Opened(number, str(id_), opened, alone=at == 0) for number, opened, _, id_, at in deals]
    stretch = None if last is None else stretch_to(game, known, last=last)
    found = Deal.objects.filter(game=game, number__gte=first)
    rest = tuple(found.filter(number__gte=stretch.end).defer("sheet").order_by("number")) if stretch else ()
    rows = {deal.number: deal for deal in (found.filter(number__lt=stretch.end) if stretch else found)}
    late = stretch.late if stretch else ()
    # Which deal is dealt again in place of a void one goes by the number that was played last when it became void. A
    # correction may shift that number. So the reading begins no later than the void deal: it finds the number anew.
    while first > 1 and (redeals := mapping.carry_of(rows[first]).redeals):
        first = min(first - 1, *(redeal.deal or 1 for redeal in redeals))
        rows |= {deal.number: deal for deal in Deal.objects.filter(game=game, number__gte=first, number__lt=min(rows))}
    if first == 1:
        return Start(mapping.rules_game(game).start, 0, rows, rest=rest, late=late)
    return replace(Start.at(rows[first], rows), rest=rest, late=late)


def referee_for(
    call: Call,
    start: Start,
    reports: Sequence[Report],
    *,
    kept_open: Container[int] = (),
    unseen: Container[tuple[int, int]] = (),
) -> Referee:
    """The referee of this call, who has read `reports`, the journal from the start on.

    `kept_open` has the numbers of deals that stay open where they keep secrets, and `unseen` the hands that are left
    out of account: place in the record, and seat.
    """
    game, rows = mapping.rules_game(call.game), _named_before(call, start)
    targets = [known for index in call.fresh if (known := call.target(call.sent[index].said)) is not None]
    names = {str(id_): known for id_, known in call.known.items() if known in targets}
    return Referee(
        game,
        start.carry,
        standing(mapping.entries_of(reports, game=game)),
        start.skip,
        version=call.game.version,
        earlier={row.number: str(row.opening) for row in rows},
        past=_past(call, start, rows),
        places={name: known.root for name, known in names.items()},
        names={name: str(known.report_id) for name, known in names.items()},
        **_author_of(call, names, reports),
        kept_open=kept_open,
        unseen=unseen,
    )


def _author_of(call: Call, names: Mapping[str, Named], reports: Sequence[Report]) -> dict[str, Any]:
    """What the referee must know of who sends the call."""
    access, token = call.author.access, call.author.token
    return {
        "reaches_all": access.reaches_all,
        "overrules": access.rules,
        "speaks_for": access.viewer.seats,
        "strangers": frozenset(str(row.report_id) for row in reports if row.token_id != token.pk),
        "foreign": _foreign(call, names),
    }


def _foreign(call: Call, names: Mapping[str, Named]) -> frozenset[str]:
    """The ids among these that a player may not take back: reports sent with another token."""
    if not call.author.access.only_own:
        return frozenset()
    own = Report.objects.filter(
        game=call.game, token=call.author.token, seq__in=[known.seq for known in names.values()]
    ).values_list("seq", flat=True)
    mine = set(own)
    return frozenset(id_ for id_, known in names.items() if known.seq not in mine)


def _named_before(call: Call, start: Start) -> list[Deal]:
    """The deals before the start that a report of this call names, by number or by id."""
    at_hand = {*start.rows, *(str(row.opening) for row in start.rows.values())}
    named = {call.sent[index].said.deal for index in call.fresh} - at_hand
    wanted = Q()
    for one in named:
        if one is not None:
            wanted |= named_as(one)
    return list(Deal.objects.filter(wanted, game=call.game, number__lt=min(start.rows, default=1))) if wanted else []


def _past(call: Call, start: Start, named: Sequence[Deal]) -> dict[int, DealFacts]:
    """Earlier deals that a report of this call is compared with.

    Those that it names, and the one before the current where a numbered trick repeats a trick of it.
    """
    first = min(start.rows, default=1)
    fresh = [call.sent[index].said for index in call.fresh]
    beside = {said.deal for said in fresh if type(said.report) in BESIDE_THE_TABLE}
    wanted = {row.number for row in named if beside.isdisjoint({row.number, str(row.opening)})}
    tricks = [said.report for said in fresh if said.deal is None and isinstance(said.report, TrickPlayed)]
    before = {first - 1} if first > 1 and any(trick.number is not None for trick in tricks) else set()
    if not wanted | before:
        return {}
    rows = {**start.rows, **{row.number: row for row in (*call.game.last_deals, *named)}}
    missing = (wanted | {number + 1 for number in wanted} | before) - rows.keys()
    if missing:
        rows |= {row.number: row for row in Deal.objects.filter(game=call.game, number__in=missing)}
    if before and not any(_repeats(trick, rows[first - 1]) for trick in tricks):
        before = set()
    return {
        number: read_deal(call.game, rows[number], before=place_after(rows[number + 1])).deals[0].facts
        for number in wanted | before
        if number in rows
    }


def _repeats(trick: TrickPlayed, row: Deal) -> bool:
    cards = [notation(card) for card in trick.cards]
    return any(lying["number"] == trick.number and lying["cards"] == cards for lying in row.sheet["tricks"])
