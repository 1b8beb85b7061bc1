"""What holds for every record, however it came about."""

import json
import random
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any, TypeAlias
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.pack.cards import notation
from scoring.rules.pack.modes import MODE
from scoring.rules.record.codec import read, wires_of, written
from scoring.rules.record.entries import Entry, Unit, standing
from scoring.rules.record.kinds import EITHER, KINDS, NOBODY, Confirmed, Corrected, HandShown, Report, Retracted, Said
from scoring.rules.record.readers import TEXT_LIMIT
from scoring.rules.record.weis_said import LONGEST_RUN, SHORTEST_RUN, FourSaid, RunSaid
from scoring.rules.record.wire import Wire
from scoring.rules.referee import Referee
from scoring.rules.review import review
from scoring.rules.scoring.carry import Carry
from scoring.rules.variants.schieber.play import SCHIEBER
from scoring.rules.view.secrets import ANYBODY, Viewer, hidden_in, is_open, seen_fields, seen_sheet
from tests.oracle.cards import PACK
from tests.proofs import proof_size
from tests.rules.mischief import HABITS, TAKEN_BACK, some_mischief
from tests.rules.table import JassTable, Json, fault_of, play, said, sheets_of, stands, without_ids

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=proof_size(20, 1_000))


# --- hearing and reading ----------------------------------------------------------------------------------------------


@MANY
@given(seed=SEEDS)
def test_who_reads_the_record_sees_what_was_heard(seed: int) -> None:
    scribe = some_mischief(seed)
    table = JassTable(scribe.table.options, scribe.table.first_dealer)
    for call in scribe.calls:
        table.tell(*call)
        assert table.stands == table.read_again()
    assert table.journal == scribe.table.journal


@MANY
@given(seed=SEEDS)
def test_calls_of_any_length_leave_the_same_record(seed: int) -> None:
    scribe = some_mischief(seed)
    table = JassTable(scribe.table.options, scribe.table.first_dealer)
    for call in other_calls(scribe.calls, rng=random.Random(seed)):
        table.tell(*call)
    assert (table.journal, table.stands) == (scribe.table.journal, scribe.table.stands)


def other_calls(calls: list[list[Json]], *, rng: random.Random) -> list[list[Json]]:
    """The same reports in other calls; what was taken back in one step stays one step, and two steps stay two."""
    steps = [step for call in calls for step in steps_of(call)]
    joined = steps[:1]
    for before, step in pairwise(steps):
        both_take_back = before[-1]["kind"] in TAKEN_BACK and step[0]["kind"] in TAKEN_BACK
        if both_take_back or rng.random() < 0.3:
            joined.append(step)
        else:
            joined[-1] = [*joined[-1], *step]
    return joined


def steps_of(call: list[Json]) -> list[list[Json]]:
    steps: list[list[Json]] = []
    for report in call:
        if steps and report["kind"] in TAKEN_BACK and steps[-1][-1]["kind"] in TAKEN_BACK:
            steps[-1].append(report)
        else:
            steps.append([report])
    return steps


@MANY
@given(seed=SEEDS)
def test_a_game_may_be_read_from_any_deal_on(seed: int) -> None:
    table = some_mischief(seed).table
    whole = table.another_referee()
    for index, found in enumerate(whole.deals):
        units = [unit for unit in standing(table.journal) if unit.root >= found.facts.opened.root]
        carry = Carry.from_json(json.loads(json.dumps(found.carry.as_json())))
        part = Referee(table.game, carry, units)
        assert sheets_of(part) == sheets_of(whole)[index:]
        assert {**stands(part), "sheets": []} == {**stands(whole), "sheets": []}


@MANY
@given(seed=SEEDS)
def test_a_trick_is_the_same_as_its_plays(seed: int) -> None:
    scribe = some_mischief(seed, habits=HABITS | {"take back": 0})
    table = JassTable(scribe.table.options, scribe.table.first_dealer)
    for call in scribe.calls:
        for report in call:
            table.tell(*played_singly(report, table))
    assert table.stands == scribe.table.stands


def played_singly(report: Json, table: JassTable) -> list[Json]:
    if report["kind"] != "trick":
        return [report]
    tricks = table.sheet["tricks"]
    lying = len(tricks[-1]["cards"]) if tricks and tricks[-1]["winner"] is None else 0
    lead = {"seat": report["leader"]} if "leader" in report and not lying else {}
    more = {name: value for name, value in report.items() if name in {"as_played", "number"}}
    first, *others = [play(card, **more) for card in report["cards"][lying:]]
    return [{**first, **lead}, *others]


# --- the record is always read anew -----------------------------------------------------------------------------


@MANY
@given(seed=SEEDS)
def test_what_was_taken_back_might_as_well_never_have_been_said(seed: int) -> None:
    table = some_mischief(seed).table
    fresh = JassTable(table.options, table.first_dealer)
    past_the_end = kept = False
    for report in survivors(table):
        before = fresh.ending
        refused = fresh.try_to_tell(report)
        if refused and report["kind"] == "claim" and not before:
            keep(fresh, report)  # it had its right when it was made
            kept = True
        elif refused:
            assert past_the_end or (refused.code, before is None) == ("game_over", False), report
            past_the_end = True
        elif past_the_end and fresh.ending != before:
            return  # a late word opened the game again: what was said since then is another story
    if past_the_end and (kept or refuted_since(fresh, table)):
        return  # what lies after the end may refute a Weis, or have been said while the trick of the claim lay
    assert up_to_the_end(fresh) == up_to_the_end(table)
    assert all(sheet["status"] in {"surplus", "void"} for sheet in table.sheets[len(fresh.sheets) :])


def survivors(table: JassTable) -> list[Json]:
    """What stands, in order, each insisted on. Signatures on a deal are left out: they hold for what stood then."""
    return [
        {"kind": one.report.kind, **written(one), "as_played": True, "id": unit.id}
        for unit in standing(table.journal)
        for one in unit.said
        if not isinstance(one.report, Confirmed) or one.report.report
    ]


def keep(table: JassTable, report: Json) -> None:
    """Let the report stand without hearing it."""
    place = len(table.journal) + 1
    table.journal.append(Entry(place, report["id"], said(report), root=place))
    table.forget()


def refuted_since(fresh: JassTable, table: JassTable) -> bool:
    """Whether the record proves a Weis or Stöck of the last deal false that was not proven false at its end."""
    then, now = (refuted(one.sheets[len(fresh.sheets) - 1]) for one in (fresh, table))
    return then != now


def refuted(sheet: Json) -> set[Any]:
    return {fault_of(one) for one in sheet["findings"] if one["fault"] in {"false_weis", "false_stoeck"}}


def up_to_the_end(table: JassTable) -> Json:
    """What follows from the record until the game is over, signatures aside."""
    result = dict(table.referee.result or {})
    sheets = [{**without_ids(sheet), "confirmed_by": None, "confirmed": None} for sheet in table.sheets]
    if result:
        sheets = sheets[: result["deal"]]
        sheets[-1] = {name: sheets[-1][name] for name in ("status", "mode", "scores", "stoeck", "weis")}
        del result["official"]  # what lies after the end may be a fault too
    return {"sheets": sheets, "totals": table.totals, "result": result}


# --- what may be said, and what may stand in a record -----------------------------------------------------------------

Fields: TypeAlias = dict[str, st.SearchStrategy[Any]]
IDS = st.uuids().map(str)
TEXTS = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=TEXT_LIMIT)
CARDS = st.integers(0, 35)
RANK = st.integers(0, 8)


def sets(size: int | None = None) -> st.SearchStrategy[int]:
    drawn = st.sets(CARDS, min_size=size or 0, max_size=size or 36)
    return drawn.map(lambda cards: sum(1 << card for card in cards))


WEIS_SAID = st.builds(FourSaid, four=RANK) | st.builds(
    RunSaid, run=st.integers(SHORTEST_RUN, LONGEST_RUN), high=RANK, trump=st.none() | st.booleans()
)


def values(spec: Wire) -> st.SearchStrategy[Any]:
    """Anything that a field of this type may hold."""
    by_type: dict[str, st.SearchStrategy[Any]] = {
        "seat": st.sampled_from(SCHIEBER.table.all_seats),
        "side": st.sampled_from(SCHIEBER.table.sides),
        "side_or_nobody": st.sampled_from([NOBODY, *SCHIEBER.table.sides]),
        "trick_number": st.integers(1, SCHIEBER.tricks),
        "card": CARDS,
        "bid": st.integers(0, 157),
        "laid_card": CARDS,
        "hand": sets(SCHIEBER.hand_size),
        "weis": sets(),
        "weis_said": WEIS_SAID,
        "trick": st.tuples(CARDS, CARDS, CARDS, CARDS),
        "mode": st.sampled_from(list(MODE)),
        "report_id": IDS,
        "text": TEXTS,
        "category": st.sampled_from(["misdeal", "remark", "call_referee"]),
        "points_by_side": st.dictionaries(st.sampled_from(SCHIEBER.table.sides), st.integers(spec.low, spec.high)),
    }
    if spec.type == "replacement":
        return st.lists(sayings(without=TAKEN_BACK), min_size=1, max_size=20).map(tuple)
    return by_type[spec.type]


def reports(kind: type[Report]) -> st.SearchStrategy[Report]:
    """Any report of a kind; what may be left out is left out at times."""
    fields = {
        name: values(spec) if spec.required else st.none() | values(spec)
        for name, spec in wires_of(kind)
        if (kind.kind, name) not in SCHIEBER.lacks
    }
    if kind.kind not in EITHER:
        return st.builds(kind, **fields)
    wires = dict(wires_of(kind))
    one, other = ({name: values(wires[name])} for name in EITHER[kind.kind])
    return st.one_of(*(st.builds(kind, **fields | absent | given) for absent, given in either(one, other)))


def either(one: Fields, other: Fields) -> Iterator[tuple[Fields, Fields]]:
    """Each of two in turn, with the other left out."""
    yield dict.fromkeys(other, st.none()), one
    yield dict.fromkeys(one, st.none()), other


def sayings(*, without: Collection[str] = ()) -> st.SearchStrategy[Said]:
    kinds = [kind for name, kind in KINDS.items() if name not in without]
    return st.builds(Said, report=st.sampled_from(kinds).flatmap(reports), deal=st.none() | st.integers(1, 3))


@given(sayings())
def test_what_is_written_is_read_as_it_was_said(one: Said) -> None:
    sent = json.loads(json.dumps({"kind": one.report.kind, **written(one)}))
    assert read(sent, shape=SCHIEBER.shape) == one


NONSENSE: list[Any] = [None, [], {}, "", "x", -1, 4.0, True, [None], {"1": None}, "\ud800", [{}]]


@given(sayings())
def test_what_is_not_of_its_form_is_told_and_never_raised(one: Said) -> None:
    sent = {"kind": one.report.kind, **written(one)}
    for name in sent:
        for nonsense in NONSENSE:
            found = read({**sent, name: nonsense}, shape=SCHIEBER.shape)
            assert isinstance(found, Said) or all(fault.path and fault.code for fault in found)


@MANY
@given(seed=SEEDS, foreign=st.lists(sayings(), max_size=10))
def test_a_record_is_read_whatever_stands_in_it(seed: int, foreign: list[Said]) -> None:
    table = some_mischief(seed, acts=40).table
    rng = random.Random(seed)
    told = [entry.said for entry in table.journal if rng.random() < 0.9]
    for one in foreign:
        told.insert(rng.randint(0, len(told)), one)
    found = review(table.game, entries_of(told, rng=rng))
    json.dumps([found.sheets, found.result, [carry.as_json() for carry in found.carries]])


def entries_of(told: list[Said], *, rng: random.Random) -> list[Entry]:
    """A journal of these reports; what takes something back takes the place of any earlier one."""
    entries: list[Entry] = []
    for seq, one in enumerate(told, start=1):
        replaced = isinstance(one.report, Retracted | Corrected) and entries
        root = rng.choice(entries).root if replaced else seq
        entries.append(Entry(seq, str(UUID(int=seq)), one, root=root))
    return entries


# --- secrets (docs/api.md, Secrets) -----------------------------------------------------------------------------------


@MANY
@given(seed=SEEDS)
def test_a_hidden_hand_is_not_to_be_seen_from_outside(seed: int) -> None:
    scribe = some_mischief(seed, acts=25, habits=HABITS | {"show a hand": 10, "count": 0, "take back": 1})
    table = scribe.table
    for seat in table.referee.deals[-1].facts.hands if table.referee.deals else ():
        other = told_otherwise(table, seat=seat)
        if other is None or not is_open(table.sheet) or not same_faults(table, other):
            continue
        for viewer in (ANYBODY, Viewer(seats=frozenset({seat % 4 + 1}))):
            assert seen_from(table, viewer) == seen_from(other, viewer)
        own = Viewer(seats=frozenset({seat}))
        assert seen_from(table, own) != seen_from(other, own)


def told_otherwise(table: JassTable, *, seat: int) -> JassTable | None:
    """The same record, but for a card of this hand that nobody has seen; None where there is none such."""
    facts = table.referee.deals[-1].facts
    unseen = [card for card in range(36) if not facts.played >> card & 1]
    held = [notation(card) for card in unseen if facts.hands[seat] >> card & 1]
    others = [notation(card) for card in unseen if not facts.hands[seat] >> card & 1]
    shown = [unit for unit in standing(table.journal) if unit.root >= facts.opened.root and shows(unit, seat=seat)]
    if not held or not others or not shown:
        return None
    journal = list(table.journal)
    place = shown[-1].seq - 1
    journal[place] = with_another_card(journal[place], lost=held[0], found=others[-1])
    other = JassTable(table.options, table.first_dealer, journal)
    return None if review(other.game, journal).misfits else other


def shows(unit: Unit, *, seat: int) -> bool:
    """Whether this is the report of the hand, as it was first told."""
    return unit.seq == unit.root and any(
        isinstance(one.report, HandShown) and one.report.seat == seat for one in unit.said
    )


def with_another_card(entry: Entry, *, lost: str, found: str) -> Entry:
    fields = written(entry.said)
    cards = sorted({*fields["cards"], found} - {lost}, key=PACK.index)
    return Entry(entry.seq, entry.id, said({"kind": "hand", **fields, "cards": cards}), root=entry.root)


def same_faults(one: JassTable, other: JassTable) -> bool:
    """A fault that a hidden hand proves is told to everybody, without the cards that prove it."""
    return one.faults == other.faults


def seen_from(table: JassTable, viewer: Viewer) -> Json:
    """The deal in play and what the journal says of it, as this viewer sees them."""
    sheet = table.sheet
    opened = table.referee.deals[-1].facts.opened.root
    lines = [(entry.said.report.kind, written(entry.said)) for entry in table.journal if entry.root >= opened]
    return {
        "sheet": seen_sheet(sheet, viewer),
        "journal": [seen_fields(kind, fields, viewer, hidden=hidden_in(sheet)) for kind, fields in lines],
    }
