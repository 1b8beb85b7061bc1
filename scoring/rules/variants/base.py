"""A variant is a value: what differs between the games, with the functions of its chapter of the rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from scoring.rules.deal.facts import Deal
from scoring.rules.options.declared import OptionFault, OptionsT, OptionsT_contra
from scoring.rules.options.resolve import resolve
from scoring.rules.pack.seats import Table
from scoring.rules.proof.findings import Finding
from scoring.rules.record.entries import About, Unit
from scoring.rules.record.kinds import (
    KINDS,
    Confirmed,
    Corrected,
    DealOpened,
    HandShown,
    Incident,
    Report,
    Retracted,
)
from scoring.rules.record.shape import Shape
from scoring.rules.rulings.remedies import Condition
from scoring.rules.scoring.carry import Carry
from scoring.rules.scoring.result import DealOutcome, TotalsBefore
from scoring.rules.variants.columns import Columns
from scoring.rules.view.account import Account, Step


class Hearing(NamedTuple):
    """How a report is heard: `insisted` gives way to what really lay there, `fresh` asks for the right to say it.

    A report that stands in the record is read again with `insisted` and not `fresh`: a record never refuses what lay
    on the table. `place` says which report of the unit it is. `carry` is what the deal inherits to which it belongs;
    None before the first deal.
    """

    unit: Unit
    insisted: bool
    fresh: bool
    place: int = 0
    carry: Carry | None = None

    @property
    def before(self) -> TotalsBefore | None:
        """What the sides had before the deal, None where the game was over."""
        return self.carry.standing if self.carry else None

    @property
    def about(self) -> About | None:
        """What the report is about, where it is on record with that."""
        return self.unit.about_at(self.place)


@dataclass(frozen=True, slots=True)
class Handler(Generic[OptionsT_contra]):
    """One report kind in one variant.

    `expected(deal, options)` says whether it may come now (it stands in `next.expects`);
    `take(deal, report, options, hearing)` adds it to the facts or raises Refused.
    """

    expected: Callable[[Deal, OptionsT_contra], bool]
    take: Callable[[Deal, Any, OptionsT_contra, Hearing], None]


def nothing_turned(deal: Deal, report: DealOpened, options: object) -> None:
    """Nothing follows from the opening of a deal, and it waits for nothing: somebody announces."""


def hands_are_secret(options: object) -> frozenset[str]:
    """Hands that were shown are hidden until the deal is settled, and nothing else is."""
    return frozenset({HandShown.kind})


def nothing_late(deal: Deal, options: object) -> frozenset[type[Report]]:
    """Nothing is typed in after the end of the game."""
    return frozenset()


def no_findings(deal: Deal, options: object) -> Sequence[Finding]:
    """The variant has no faults of its own."""
    return ()


def nobody_claims(deal: Deal, options: object) -> tuple[int, ...]:
    """No side may claim: the end is never claimed in this variant."""
    return ()


def nothing_apart(options: object, before: TotalsBefore, gives: Mapping[int, int]) -> bool:
    """What the sides had before a deal may have a part in what the deal comes to."""
    return False


def no_factor(deal: Deal, options: object) -> int | None:
    """Points are not multiplied."""
    return None


EVERYWHERE: tuple[type[Report], ...] = (DealOpened, Confirmed, Incident, Retracted, Corrected)
"""The report kinds of which no variant has a part of its own."""


@dataclass(frozen=True, kw_only=True)
class Variant(Generic[OptionsT]):
    """One game family. What has a default is what most variants share; a variant says what differs.

    `presets` are sets of options by name; the first is taken where none is named. `lowest_wins` where totals are
    penalties. `handlers` are the report kinds that it takes. Of their fields it `lacks` some that other variants have,
    and `needs` some that may be left out elsewhere (each a kind and a name).

    `owing` names the seats that owe what comes next, in the order in which they sit where that matters; `entitled` the
    sides that may claim now. `judge(deal, options, before)` gives scores, status and end of
    a deal, where `before` is None if an earlier deal has ended the game; `explain` gives the account of a deal, step by
    step; `columns` are what the scores of a deal are made of.

    `open(deal, report, options)` sets on a new deal what follows from the turned card, and whose bids and laid cards it
    waits for. `secret(options)` are the kinds that are hidden until a deal is settled. `still_open` are the kinds that
    may be typed in after the end of the game. `findings` are the faults that only this variant knows. `remedies` are
    those that only this variant can judge, each with the condition under which it can do something. `closed_facts` has
    the words that a fact of its steps may be, by the name of the fact.

    `scores_apart(options, before, gives)` is asked about a deal that did not end the game, and gave each side these
    points. It says whether the totals `before` it had no part in that. Then the deal is not read again when a
    correction changes these totals.
    """

    name: str
    table: Table
    hand_size: int = 9
    tricks: int = 9
    lowest_wins: bool = False
    presets: Mapping[str, OptionsT]
    handlers: Mapping[type[Report], Handler[OptionsT]]
    lacks: frozenset[tuple[str, str]] = frozenset()
    needs: frozenset[tuple[str, str]] = frozenset()
    owing: Callable[[Deal, OptionsT], tuple[int, ...]]
    judge: Callable[[Deal, OptionsT, TotalsBefore | None], DealOutcome]
    explain: Callable[[Account[OptionsT]], Sequence[Step]]
    columns: Columns
    open: Callable[[Deal, DealOpened, OptionsT], None] = nothing_turned
    secret: Callable[[OptionsT], frozenset[str]] = hands_are_secret
    still_open: Callable[[Deal, OptionsT], frozenset[type[Report]]] = nothing_late
    entitled: Callable[[Deal, OptionsT], tuple[int, ...]] = nobody_claims
    factor: Callable[[Deal, OptionsT], int | None] = no_factor
    findings: Callable[[Deal, OptionsT], Iterable[Finding]] = no_findings
    scores_apart: Callable[[OptionsT, TotalsBefore, Mapping[int, int]], bool] = nothing_apart
    remedies: Mapping[str, Condition[OptionsT]] = field(default_factory=dict)
    closed_facts: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def default_preset(self) -> str:
        """The preset that is taken where none is named."""
        return next(iter(self.presets))

    @property
    def options(self) -> type[OptionsT]:
        """The class of its options."""
        return type(self.presets[self.default_preset])

    def resolve(self, given: Mapping[str, object]) -> tuple[str, OptionsT] | list[OptionFault]:
        """The preset's name and the options of a game, or everything that is wrong with what was given for it."""
        return resolve(self.presets, given=given)

    @property
    def shape(self) -> Shape:
        """What the form of a report depends on."""
        return Shape(self.table.seats, len(self.table.sides), self.hand_size, self.tricks, self.lacks, self.needs)

    @property
    def kinds(self) -> frozenset[str]:
        """The report kinds that a game of this variant takes: its own, and those that every game has."""
        return frozenset(kind.kind for kind in (*self.handlers, *EVERYWHERE))

    def expects(self, deal: Deal, options: OptionsT) -> list[str]:
        """The kinds that may come now within the deal, in the order of the record's kinds."""
        return [
            name
            for name, kind in KINDS.items()
            if kind in self.handlers and self.handlers[kind].expected(deal, options)
        ]
