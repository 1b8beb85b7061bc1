"""Deals may be taken out, inserted and replaced: what people said about the others stays exactly as it was."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.call import Irregular
from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import notation
from scoring.rules.record.codec import written
from scoring.rules.record.decisions import DisputeStep, Ruled
from scoring.rules.record.entries import Entry, standing
from scoring.rules.record.kinds import Confirmed, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.review import misbound
from scoring.rules.rulings.possible import completed
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.scoring.carry import Carry
from tests.oracle.cards import MODES
from tests.proofs import proof_size
from tests.rules import test_eidex as eidex
from tests.rules.coiffeur import coiffeur
from tests.rules.differenzler import bids, differenzler
from tests.rules.table import (
    JassTable,
    Json,
    announce,
    confirm,
    correct,
    count,
    deal,
    incident,
    retract,
    sheets_of,
    stargames,
    trick,
    weis,
)

REPORT, DISPUTE, STEP = 2**64, 2**65, 2**66
"""The ids of reports, of disputes and of their later steps count from here on."""

TABLES: Mapping[str, Callable[[], JassTable]] = {
    "schieber": lambda: stargames(target=100_000),
    "coiffeur": coiffeur,
    "differenzler": lambda: differenzler(deals=1000),
    "eidex": lambda: eidex.table(target=1_000_000),
}
"""A game of each variant that goes on as long as it can."""


@dataclass
class Scribe:
    """Somebody who keeps the slates of a game, and notes what is signed, noted, disputed and ruled."""

    variant: str
    rng: random.Random
    table: JassTable = field(init=False)
    sent: int = 0
    incidents: list[str] = field(default_factory=list)
    disputes: dict[str, str] = field(default_factory=dict)
    """The deal that each dispute is about, by their ids."""
    signed: dict[tuple[str, int], list[Any]] = field(default_factory=dict)
    """What each side signed of each deal, by the id of the deal and the side."""

    def __post_init__(self) -> None:
        self.table = TABLES[self.variant]()

    # --- writing ---

    def tell(self, *reports: Json) -> list[str]:
        """One call of somebody who insists; the ids on record, none where it is refused."""
        call = []
        for report in reports:
            self.sent += 1
            call.append({**report, "as_played": True, "id": str(UUID(int=REPORT + self.sent))})
        try:
            return self.table.tell(*call)
        except (Refused, Irregular):
            return []

    def slate(self) -> list[Json]:
        """A whole deal."""
        points = self.rng.randint(0, 60)
        if self.variant == "differenzler":
            return [deal(turned="E6"), *bids(points, 30, 41, 52), count(points, 50, 20)]
        if self.variant == "eidex":
            return [deal(turned="E8"), count(points, 157 - points - 40, 40)]
        mode = self.rng.choice(MODES)
        return [deal(), count(*self.rng.choice([(points, None), (None, points)]), mode=mode)]

    def round(self) -> list[Json]:
        """A whole deal, by its cards or from the slate."""
        if self.rng.random() < 0.5:
            return self.slate()
        return self.cards()

    def cards(self) -> list[Json]:
        """A whole deal by its cards; nobody looks at whether they may be played."""
        left = [suit + rank for suit in "ERSB" for rank in ("6", "7", "8", "9", "10", "U", "O", "K", "A")]
        self.rng.shuffle(left)
        seats = self.table.variant.table.seats
        tricks = [trick(" ".join(left[first : first + seats])) for first in range(0, len(left), seats)]
        if self.variant == "differenzler":
            return [deal(turned="E6"), *bids(10, 30, 41, 52), *tricks]
        if self.variant == "eidex":
            tricks = tricks[:-1]
            laid = [eidex.lay(seat, card) for seat, card in zip((1, 2, 3), left[-3:], strict=True)]
            return [deal(turned="E8"), *laid, *tricks]
        said = [weis(self.rng.randint(1, 4), "E6 E7 E8")] if self.variant == "schieber" else []
        return [deal(), announce(self.rng.choice(MODES)), *said, *tricks]

    def decide(self, report: DisputeStep | Ruled, deal: int) -> None:
        """Let a step of a dispute, or a ruling, stand."""
        seq = len(self.table.journal) + 1
        new = isinstance(report, DisputeStep) and report.step == "raised"
        id_ = report.dispute if new else str(UUID(int=STEP + seq))
        entry, referee = Entry(seq, id_, Said(report=report, deal=deal), seq), self.table.referee
        referee.decide(entry)
        self.table.journal.append(referee.bound(entry))

    # --- what happens ---

    @property
    def deals(self) -> list[Deal]:
        """The deals as they stand."""
        return [one.facts for one in self.table.referee.deals]

    def some_deal(self) -> int | str:
        """A deal, named by its number or by its id."""
        facts = self.rng.choice(self.deals)
        return facts.number if self.rng.random() < 0.5 else facts.id

    def sign(self) -> None:
        sides = self.rng.sample(self.table.variant.table.sides, k=self.rng.randint(1, 2))
        named = self.rng.choice([{}, {"deal": self.some_deal()}])
        if self.incidents and self.rng.random() < 0.4:
            sides, named = list(self.table.variant.table.sides), {"report": self.rng.choice(self.incidents)}
        ids = self.tell(*(confirm(side, **named) for side in sides))
        stands = stands_of(self.table.referee)
        for entry in self.table.journal[len(self.table.journal) - len(ids) :]:
            about, report = entry.about[0], entry.said.report
            if isinstance(report, Confirmed) and about is not None and about.deal is not None:
                self.signed.setdefault((about.deal, report.side), []).append(stands[about.deal])

    def play(self) -> None:
        """Tell a whole deal; a deal by cards that cannot lie so is left out.

        Now and then a referee names the next leader within it.
        """
        reports = self.round()
        within = self.variant in {"schieber", "coiffeur"} and len(reports) > 9 and self.rng.random() < 0.5
        part = len(reports) - self.rng.randint(1, 8) if within else len(reports)
        if self.tell(*reports[:part]) and within:
            facts = self.deals[-1]
            self.raise_about(facts)
            self.decide(replace(self.ruling(list(self.disputes)[-1]), remedy="warning"), facts.number)
            self.tell(*reports[part:])

    def note(self) -> None:
        named = self.rng.choice([{}, {"deal": self.some_deal()}])
        self.incidents += self.tell(incident(self.rng.choice(["misdeal", "remark"]), **named))

    def dispute(self) -> None:
        self.raise_about(self.rng.choice(self.deals))

    def raise_about(self, facts: Deal) -> None:
        """Raise a dispute about a deal."""
        id_ = str(UUID(int=DISPUTE + len(self.table.journal)))
        self.disputes[id_] = facts.id
        raised = DisputeStep(dispute=id_, step="raised", category="revoke", raised_by={"side": 1})
        self.decide(raised, facts.number)

    def rule(self) -> None:
        """Decide a dispute about a deal that is still there."""
        numbers = {facts.id: facts.number for facts in self.deals}
        there = [id_ for id_, deal in self.disputes.items() if deal in numbers]
        if not there:
            return
        id_ = self.rng.choice(there)
        number = numbers[self.disputes[id_]]
        if self.rng.random() < 0.2:
            self.decide(DisputeStep(dispute=id_, step="dismissed"), number)
            return
        self.decide(self.ruling(id_), number)

    def ruling(self, dispute: str) -> Ruled:
        """Some ruling, perhaps in the place of an earlier one."""
        facts = next(one for one in self.deals if one.id == self.disputes[dispute])
        ruled = Ruled(
            dispute=dispute,
            offence="revoke",
            discovered="deal_over",
            remedy=self.rng.choice([remedy for remedy in REMEDIES if remedy != "forfeit"]),
            trick=1,
            seat=1,
            side=1,
            points={1: 10, 2: -20},
            leads=self.rng.choice([None, *facts.table.all_seats]),
        )
        return completed(ruled, facts)

    # --- the deals change ---

    def take_out(self) -> list[str]:
        """Take out a deal; answer what is meant to change."""
        gone = self.rng.choice(self.deals)
        return [gone.id] if self.tell(*(retract(id_) for id_ in self.reports_of(gone))) else []

    def reports_of(self, facts: Deal) -> list[str]:
        """The places that belong to a deal alone, the newest first; none where it shares one with another deal."""
        units = standing(self.table.journal)
        openings = sorted(one.opened.root for one in self.deals)
        if openings.count(facts.opened.root) > 1:
            return []
        end = min((root for root in openings if root > facts.opened.root), default=len(self.table.journal) + 1)
        beside = {"confirm", "incident", "dispute", "ruling"}
        return [
            unit.id
            for unit in reversed(units)
            if facts.opened.root <= unit.root < end
            and unit.said
            and not {said.report.kind for said in unit.said} & beside
        ]

    def insert_before(self) -> list[str]:
        """A deal was forgotten before another."""
        after = self.rng.choice(self.deals)
        openings = [one for one in self.deals if one.opened.root == after.opened.root]
        if len(openings) == 1:
            opened = {"kind": "deal", **written(after.opened.said[after.opened_at])}
            self.tell(correct(after.opened.id, *self.round(), opened))
        return []

    def insert_after(self) -> list[str]:
        """A deal was forgotten after another: it is told with that one's count."""
        before = self.rng.choice(self.deals)
        if before.count is not None and len(before.count.unit.said) == 1:
            counted = {"kind": "count", **written(before.count.unit.said[0])}
            self.tell(correct(before.count.unit.id, counted, *self.round()))
        return []

    def replace(self) -> list[str]:
        """The count of a deal was wrong: what was signed falls."""
        wrong = self.rng.choice(self.deals)
        if wrong.count is None or len(wrong.count.unit.said) != 1:
            return []
        return [wrong.id] if self.tell(correct(wrong.count.unit.id, self.slate()[-1])) else []

    def swap(self) -> list[str]:
        """Two cards of a trick were typed in the wrong order."""
        wrong = self.rng.choice(self.deals)
        lying = [each for each in wrong.tricks if each.winner and len(each.units[-1].said) == 1]
        if not lying:
            return []
        one = self.rng.choice(lying)
        first, second, *rest = (notation(card) for card in one.cards)
        return [wrong.id] if self.tell(correct(one.units[-1].id, trick(" ".join([second, first, *rest])))) else []

    def name_dealer(self) -> list[str]:
        """Another seat dealt than was thought."""
        wrong = self.rng.choice(self.deals)
        if len(wrong.opened.said) > 1:
            return []
        opened = {"kind": "deal", **written(wrong.opened.said[0]), "dealer": self.rng.randint(1, wrong.table.seats)}
        return [wrong.id] if self.tell(correct(wrong.opened.id, opened)) else []

    def open_within(self) -> list[str]:
        """A remark was the opening of a deal: what was reported after it belongs to that one."""
        standing_now = {unit.id for unit in standing(self.table.journal)}
        if left := sorted(standing_now.intersection(self.incidents)):
            self.tell(correct(self.rng.choice(left), self.slate()[0]))
        return [one.id for one in self.deals]


SAYINGS = (Scribe.sign, Scribe.sign, Scribe.note, Scribe.dispute, Scribe.rule, Scribe.rule)
CHANGES = (
    Scribe.take_out,
    Scribe.insert_before,
    Scribe.insert_after,
    Scribe.replace,
    Scribe.swap,
    Scribe.name_dealer,
    Scribe.open_within,
)


def stands_of(referee: Referee) -> dict[str, Any]:
    """The scores of each deal and who led its tricks, by its id."""
    sheets = sheets_of(referee)
    return {sheet["id"]: (sheet["scores"], [one["leader"] for one in sheet["tricks"]]) for sheet in sheets}


def said_of(referee: Referee) -> dict[str, Any]:
    """All that people said about each deal, by its id."""
    return {
        one.facts.id: (
            referee.signed_by(one),
            one.facts.void_signed,
            dict(one.facts.decisions),
            sorted(id_ for id_, noted in referee.incidents.items() if noted.deal == one.facts.id),
            sorted(id_ for id_, about in referee.waiting.items() if about == one.facts.id),
        )
        for one in referee.deals
    }


def bindings(referee: Referee, *, seqs: int) -> dict[tuple[int, int], Any]:
    """What the first so many entries are about."""
    return {place: about for place, about in referee.bindings.items() if place[0] <= seqs}


def check_reading(table: JassTable) -> None:
    """A reading from any deal on is the whole reading, and every line is bound as it was when it was accepted."""
    heard, whole = table.referee, table.another_referee()
    assert said_of(heard) == said_of(whole)
    assert sheets_of(heard) == sheets_of(whole)
    assert list(misbound(table.game, table.journal, names=table.names)) == []
    ids = {one.facts.number: one.facts.id for one in whole.deals}
    for index, found in enumerate(whole.deals):
        start = found.facts.opened
        units = [unit for unit in standing(table.journal) if unit.root >= start.root]
        carry = Carry.from_json(json.loads(json.dumps(found.carry.as_json())))
        earlier = {number: id_ for number, id_ in ids.items() if number < found.facts.number}
        part = Referee(table.game, carry, units, found.facts.opened_at, earlier=earlier, names=dict(table.names))
        assert sheets_of(part) == sheets_of(whole)[index:]
        assert (part.totals, part.expects, part.result) == (whole.totals, whole.expects, whole.result)


def check_signatures(scribe: Scribe, before: Referee, after: Referee, *, meant: list[str]) -> None:
    """A deal that is signed has the scores and leaders that were signed; others lose no signature."""
    stood, stands = stands_of(before), stands_of(after)
    held, holds = ({one.facts.id: referee.signed_by(one) for one in referee.deals} for referee in (before, after))
    for id_, sides in holds.items():
        for side in sides:
            assert stands[id_] in scribe.signed[id_, side]
    for id_, sides in held.items():
        if id_ not in meant and stands.get(id_) == stood[id_]:
            assert holds[id_] == sides


def check_change(scribe: Scribe, change: Callable[[Scribe], list[str]]) -> None:
    """Change the deals: what was said about the others stands as it stood, and about no other deal."""
    before, entries = scribe.table.another_referee(), len(scribe.table.journal)
    meant = change(scribe)
    after = scribe.table.another_referee()
    there, now = said_of(before), said_of(after)
    check_signatures(scribe, before, after, meant=meant)
    if len(scribe.table.journal) == entries:
        assert now == there
        return
    for id_, said in now.items():
        if id_ in there and id_ not in meant:
            assert said[1:] == there[id_][1:]
    stand = {unit.seq for unit in standing(scribe.table.journal)}
    bound = {place: about for place, about in bindings(before, seqs=entries).items() if place[0] in stand}
    assert bindings(after, seqs=entries) == bound
    for id_ in there.keys() - now.keys():
        assert id_ in meant
    assert all(not any(said) for id_, said in now.items() if id_ not in there)


@pytest.mark.parametrize("variant", TABLES)
@settings(max_examples=proof_size(25, 600))
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_said_about_a_deal_stays_with_it(variant: str, seed: int) -> None:
    scribe = Scribe(variant, random.Random(seed))
    for _ in range(scribe.rng.randint(2, 5)):
        scribe.play()
    for _ in range(scribe.rng.randint(3, 14)):
        if not scribe.deals or scribe.rng.random() < 0.15:
            scribe.play()
        elif scribe.rng.random() < 0.4:
            check_change(scribe, scribe.rng.choice(CHANGES))
        else:
            scribe.rng.choice(SAYINGS)(scribe)
    check_reading(scribe.table)
