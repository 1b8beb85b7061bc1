"""Taking reports: the one way in which a game is written (API.md section 4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from scoring import mapping
from scoring.models import Deal, Game, GameStatus, Report, ReportName, Token
from scoring.rules import referee as rules
from scoring.rules.cards import notation
from scoring.rules.codec import written
from scoring.rules.deal import Deal as DealFacts
from scoring.rules.record import Confirmed, Corrected, Entry, Retracted, Said, TrickPlayed, Unit, standing
from scoring.rules.refusals import Refused
from scoring.rules.secrets import is_open, same_but_for_secrets, seen_fields, seen_finding
from scoring.selectors.access import Access
from scoring.selectors.reports import SECRET_KINDS, Named, is_hidden, named, shown, standing_from
from scoring.services import ledger


@dataclass(frozen=True, slots=True)
class Sent:
    """One report as it came in: its id where the client chose one, what it says, and when it happened."""

    id: UUID | None
    said: Said
    occurred_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Author:
    """Who sends: the token, and what it opens in the game."""

    token: Token
    access: Access


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of a call: a line for each report, the new findings, and the game as it stands now.

    `known` says that every report was on record already, so that nothing changed.
    """

    lines: list[dict[str, Any]]
    findings: list[dict[str, Any]]
    game: Game
    known: bool
    dry_run: bool

    @property
    def still_open(self) -> bool:
        """Whether what this answer settles is settled in a dry run only, and so keeps its secrets."""
        return self.dry_run


@dataclass(frozen=True, slots=True)
class Start:
    """Where the referee begins to read: what the deal there inherits, its place, and the deals on record from it on."""

    carry: rules.Carry
    place: int
    rows: Mapping[int, Deal]


@dataclass(slots=True)
class Call:
    """One call in progress: the game, who sends what, and what is known of the ids."""

    game: Game
    author: Author
    sent: Sequence[Sent]
    known: Mapping[UUID, Named]
    echoes: dict[int, int] = field(default_factory=dict)
    """Reports that repeat an earlier one of the same call, by index."""

    @property
    def fresh(self) -> list[int]:
        """The indexes of the reports that have to be heard."""
        return [index for index, one in enumerate(self.sent) if not self._is_known(one) and index not in self.echoes]

    def _is_known(self, one: Sent) -> bool:
        return one.id is not None and one.id in self.known


def accept(
    game: Game,
    sent: Sequence[Sent],
    *,
    author: Author,
    matches: Callable[[int], bool] | None,
    dry_run: bool,
    now: datetime,
) -> Accepted:
    """Take reports in order, all or nothing. `game` is locked by the caller, unless it is a dry run.

    `matches` says whether a version is the one that the client knows. Raises Refused (with `report`, the index) or
    Irregular; then nothing is written, and the caller's transaction is to be rolled back.
    """
    call = Call(game, author, sent, _known_ids(game, sent))
    _check_ids(call)
    if not call.fresh:
        return Accepted([_known_line(call, index) for index in range(len(sent))], [], game, known=True, dry_run=dry_run)
    if matches is not None and not matches(game.version):
        raise Refused("version_conflict", version=game.version)
    if game.status == GameStatus.ABANDONED:
        raise Refused("game_over")
    start = _start_of(call)
    reports = list(standing_from(game, place=start.place))
    judge = _referee(call, start, reports)
    ids = {index: sent[index].id or uuid4() for index in call.fresh}
    try:
        hearings = judge.hear_all([rules.New(str(ids[index]), sent[index].said) for index in call.fresh])
    except Refused as refusal:
        refusal.report = call.fresh[refusal.report or 0]
        raise
    except rules.Irregular as irregular:
        raise rules.Irregular([_moved(held, call.fresh) for held in irregular.held], judge=judge) from None
    heard = dict(zip(call.fresh, hearings.heard, strict=True))
    rows = {index: _row(call, index, one.entry, now=now) for index, one in heard.items() if one.entry is not None}
    if dry_run:
        ledger.apply(game, judge, rows=start.rows)
    else:
        _write(call, judge, rows=rows, heard=heard, reports=reports, start=start, now=now)
    lines = [_line(call, index, heard, rows, judge, dry_run=dry_run) for index in range(len(sent))]
    findings = [finding_json(held, judge, author.access, still_open=dry_run) for held in hearings.new]
    return Accepted(lines, findings, game, known=not rows, dry_run=dry_run)


# --- known ids ---------------------------------------------------------------------------------------------------


def _known_ids(game: Game, sent: Sequence[Sent]) -> dict[UUID, Named]:
    """What is on record under the ids that the reports bear or name."""
    ids = {one.id for one in sent if one.id is not None}
    return named(game, ids | {target for one in sent if (target := _target(one.said)) is not None})


def _target(said: Said) -> UUID | None:
    """The report that this one names, where it takes one back, replaces one or signs one."""
    report = said.report
    if isinstance(report, Retracted | Corrected | Confirmed) and report.report is not None:
        return UUID(report.report)
    return None


def _check_ids(call: Call) -> None:
    """An id on record, or earlier in the call, must say the same again; else it is refused."""
    first: dict[UUID, int] = {}
    for index, one in enumerate(call.sent):
        if one.id is None:
            continue
        if one.id in call.known:
            known = call.known[one.id]
            same = _says_the_same(call, one.said, known.kind, known.payload, place=known.root)
        elif one.id in first:
            earlier = call.sent[first[one.id]].said
            same = earlier.report.kind == one.said.report.kind and written(earlier) == written(one.said)
            call.echoes[index] = first[one.id]
        else:
            first[one.id] = index
            continue
        if not same:
            refusal = Refused("id_reused", pointer=("id",), id=str(one.id))
            refusal.report = index
            raise refusal


def _says_the_same(call: Call, said: Said, kind: str, payload: Mapping[str, Any], *, place: int) -> bool:
    """Whether a report says what is on record; hidden fields are left out for who may not see them."""
    if said.report.kind != kind:
        return False
    if written(said) == payload:
        return True
    hidden = is_hidden(call.game, place=place)
    return same_but_for_secrets(kind, written(said), payload, call.author.access.viewer, hidden=hidden)


# --- the referee's view of the game ---------------------------------------------------------------------------------


def _start_of(call: Call) -> Start:
    """The deal from which on the record must be read: the current one, or an earlier one that this call reaches."""
    game, current = call.game, call.game.current_deal
    if current is None:
        return Start(mapping.rules_game(game).start, 0, {})
    place = min((place for index in call.fresh for place in _places(call, call.sent[index].said)), default=current.opened)
    if place >= current.opened:
        return Start(mapping.carry_of(current), current.opened, {current.number: current})
    return _start_at(game, place=place)


def _places(call: Call, said: Said) -> Iterator[int]:
    """The places of the record that a report reaches, besides its own."""
    known = call.known.get(target) if (target := _target(said)) else None
    if known is not None:
        yield known.root
    if not isinstance(said.report, Confirmed):
        return
    named = known.payload.get("deal") if known else said.deal
    deals = Deal.objects.filter(game=call.game, number__lte=named) if named else None
    if deals is None and known is None:
        deals = Deal.objects.filter(game=call.game, status__in=rules.SIGNABLE)
    if deals is not None:
        yield from deals.order_by("-number").values_list("opened", flat=True)[:1]


def _start_at(game: Game, *, place: int) -> Start:
    """The deal to which a place of the journal belongs, with all deals after it."""
    deals = list(Deal.objects.filter(game=game).order_by("number"))
    index = next((i for i in range(len(deals) - 1, -1, -1) if deals[i].opened <= place), None)
    if index is None:
        return Start(mapping.rules_game(game).start, 0, {deal.number: deal for deal in deals})
    return Start(mapping.carry_of(deals[index]), deals[index].opened, {deal.number: deal for deal in deals[index:]})


def _referee(call: Call, start: Start, reports: Sequence[Report]) -> rules.Referee:
    game = mapping.rules_game(call.game)
    named_here = (_target(call.sent[index].said) for index in call.fresh)
    targets = {str(target): call.known[target] for target in named_here if target in call.known}
    return rules.Referee(
        game,
        start.carry,
        standing(mapping.entries_of(reports, game=game)),
        version=call.game.version,
        past=_past(call, start, game),
        places={name: known.root for name, known in targets.items()},
        names={name: str(known.report_id) for name, known in targets.items()},
        reaches_all=call.author.access.reaches_all,
    )


def _past(call: Call, start: Start, game: rules.Game) -> dict[int, DealFacts]:
    """Earlier deals that a report of this call is compared with: those it names, and the one before the current where
    a numbered trick repeats a trick of it."""
    first = min(start.rows, default=1)
    tricks = [report for one in call.sent if one.said.deal is None and isinstance(report := one.said.report, TrickPlayed)]
    numbered = [trick for trick in tricks if trick.number is not None]
    wanted = {one.said.deal for one in call.sent if one.said.deal is not None and one.said.deal < first}
    before = {first - 1} if first > 1 and numbered else set()
    if not wanted | before:
        return {}
    rows = {row.number: row for row in Deal.objects.filter(game=call.game, number__in=_with_next(wanted) | before)}
    rows = {**start.rows, **rows}
    if before and not any(_repeats(trick, rows[first - 1]) for trick in numbered):
        before = set()
    return {number: _facts(call.game, game, rows, number) for number in wanted | before if number in rows}


def _with_next(numbers: set[int]) -> set[int]:
    return numbers | {number + 1 for number in numbers}


def _repeats(trick: TrickPlayed, row: Deal) -> bool:
    cards = [notation(card) for card in trick.cards]
    return any(lying["number"] == trick.number and lying["cards"] == cards for lying in row.sheet["tricks"])


def _facts(row: Game, game: rules.Game, deals: Mapping[int, Deal], number: int) -> DealFacts:
    """The facts of an earlier deal, read from its part of the journal."""
    deal = deals[number]
    reports = standing_from(row, place=deal.opened).filter(root__lt=deals[number + 1].opened)
    read = rules.Referee(game, mapping.carry_of(deal), standing(mapping.entries_of(reports, game=game)))
    return read.deals[0].facts


# --- writing ---------------------------------------------------------------------------------------------------------


def _row(call: Call, index: int, entry: Entry, *, now: datetime) -> Report:
    """The new row of the journal: what was said, and who said it."""
    row = mapping.report_row(entry, game=call.game)
    token = call.author.token
    row.token, row.by_role, row.by_label = token, token.role, token.label
    row.occurred_at, row.recorded_at = call.sent[index].occurred_at, now
    return row


def _write(
    call: Call,
    judge: rules.Referee,
    *,
    rows: Mapping[int, Report],
    heard: Mapping[int, rules.Heard],
    reports: Sequence[Report],
    start: Start,
    now: datetime,
) -> None:
    """The journal first, then other names of what is on record, then all that follows."""
    Report.objects.bulk_create(rows.values())
    on_record = {row.seq: row for row in (*reports, *rows.values())}
    names = [
        _name(call, index, one.duplicate, on_record)
        for index, one in heard.items()
        if one.duplicate is not None and call.sent[index].id is not None
    ]
    if names:
        ReportName.objects.bulk_create(names)
    if rows:
        ledger.write(call.game, judge, rows=start.rows, now=now)


def _name(call: Call, index: int, unit: Unit, on_record: Mapping[int, Report]) -> ReportName:
    sent = call.sent[index]
    row = on_record.get(unit.seq) or Report.objects.get(game=call.game, seq=unit.seq)
    return ReportName(
        game=call.game, name=sent.id, report=row, kind=sent.said.report.kind, payload=written(sent.said)
    )


# --- answering -------------------------------------------------------------------------------------------------------


def _line(
    call: Call,
    index: int,
    heard: Mapping[int, rules.Heard],
    rows: Mapping[int, Report],
    judge: rules.Referee,
    *,
    dry_run: bool,
) -> dict[str, Any]:
    """What the answer says of one report."""
    sent = call.sent[index]
    told = call.echoes.get(index, index)
    if told not in heard:
        return _known_line(call, told)
    unit = heard[told].duplicate
    if unit is not None:
        return _other_name(sent.id, recorded_as=unit.id, seq=unit.seq)
    row = rows[told]
    hidden = row.kind in SECRET_KINDS and (dry_run or is_open(_sheet_at(judge, row.root)))
    line = {**shown(row, call.author.access.viewer, hidden=hidden), "duplicate": told != index}
    return {**line, "id": None} if dry_run and sent.id is None else line


def _sheet_at(judge: rules.Referee, place: int) -> Mapping[str, Any] | None:
    """The sheet of the deal to which a place of the record belongs."""
    read = next((read for read in reversed(judge.deals) if read.facts.opened.root <= place), None)
    return judge.sheet(read) if read else None


def _known_line(call: Call, index: int) -> dict[str, Any]:
    """What the answer says of a report that is on record under this very id."""
    sent = call.sent[index]
    if sent.id is None or sent.id not in call.known:
        raise ValueError("a report without an id on record is not known")
    known = call.known[sent.id]
    if not known.own:
        return _other_name(sent.id, recorded_as=str(known.report_id), seq=known.seq)
    hidden = known.kind in SECRET_KINDS and is_hidden(call.game, place=known.root)
    fields = seen_fields(known.kind, known.payload, call.author.access.viewer, hidden=hidden)
    return {"seq": known.seq, "id": str(sent.id), "kind": known.kind, **fields, "duplicate": True}


def _other_name(sent: UUID | None, *, recorded_as: str, seq: int) -> dict[str, Any]:
    return {"id": None if sent is None else str(sent), "recorded_as": recorded_as, "seq": seq, "duplicate": True}


def finding_json(held: rules.Held, judge: rules.Referee, access: Access, *, still_open: bool) -> dict[str, Any]:
    """A new finding as the author may see it, with its deal and the index of the report that brought it."""
    sheet = next((judge.sheet(read) for read in judge.deals if read.facts.number == held.deal), None)
    hidden = still_open or is_open(sheet)
    return seen_finding(held.finding.as_json(judge.game.id, held.deal), access.viewer, hidden=hidden)


def _moved(held: rules.Held, fresh: Sequence[int]) -> rules.Held:
    """The same finding, with the index of the report in the call rather than among those heard."""
    return replace(held, report=fresh[held.report])
