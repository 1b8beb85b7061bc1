"""A variant is a value: what differs between the games, with the functions of its chapter of the rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules.deal.facts import Deal
from scoring.rules.options.options import Options
from scoring.rules.pack.seats import Table
from scoring.rules.record.codec import Shape
from scoring.rules.record.kinds import KINDS, DealOpened, Report
from scoring.rules.scoring.ending import Result, Standing
from scoring.rules.variants.shared.card_play import Handler
from scoring.rules.variants.shared.columns import Columns
from scoring.rules.view.account import Account, Step


@dataclass(frozen=True, slots=True)
class Judged:
    """What follows from the facts of a deal: its status, what each side has, and the end of the game if it gives one.

    `scores`, `weis` and `stoeck` are as API.md section 5 shows them; `scores` is None for a void deal; `totals` are
    what is added to what each side has: points after the factor, penalty points, win points. `memory` is left to the
    deals after this one, where it counts (carry.py).
    """

    status: str
    scores: tuple[Mapping[str, Any], ...] | None
    totals: Mapping[int, int]
    result: Result | None
    weis: tuple[Mapping[str, Any], ...] = ()
    stoeck: Mapping[str, int | None] | None = None
    memory: Any = None


def status_of(deal: Deal, *, surplus: bool, broken_off: bool, phase: str) -> str:
    """The status of a deal: what ended it, or `phase`, what it is in while it goes on."""
    if deal.void_after is not None:
        return "void"
    if surplus:
        return "surplus"
    if broken_off:
        return "stopped"
    return "settled" if deal.over else phase


@dataclass(frozen=True)
class Variant:
    """One game family.

    `lowest_wins` where totals are penalties. `handlers` are the report kinds that it takes. Of their fields it `lacks`
    some that other variants have, and `needs` some that may be left out elsewhere (each a kind and a name).
    `open(deal, report, options)` sets on a deal that is opened what follows from the turned card, whose bids and laid
    cards it waits for, and which kinds are secret until it is settled. `secret(options)` names these kinds.

    `turn` names the seat that is alone expected to act; `still_open` the kinds that may be typed in after the end;
    `judge(deal, options, before)` takes None for `before` where an earlier deal has ended the game; `explain` gives the
    account of a deal, step by step; `columns` are what the scores of a deal are made of.
    """

    name: str
    table: Table
    hand_size: int
    tricks: int
    lowest_wins: bool
    options: type[Options]
    handlers: Mapping[type[Report], Handler]
    lacks: frozenset[tuple[str, str]]
    needs: frozenset[tuple[str, str]]
    open: Callable[[Deal, DealOpened, Any], None]
    secret: Callable[[Any], frozenset[str]]
    turn: Callable[[Deal, Any], int | None]
    still_open: Callable[[Deal, Any], frozenset[type]]
    judge: Callable[[Deal, Any, Standing | None], Judged]
    factor: Callable[[Deal, Any], int | None]
    explain: Callable[[Account], Sequence[Step]]
    columns: Columns

    @property
    def shape(self) -> Shape:
        """What the form of a report depends on."""
        return Shape(self.table.seats, len(self.table.sides), self.hand_size, self.tricks, self.lacks, self.needs)

    def expects(self, deal: Deal, options: Any) -> list[str]:
        """The kinds that may come now within the deal, in the order of the record's kinds."""
        return [
            name
            for name, kind in KINDS.items()
            if kind in self.handlers and self.handlers[kind].expected(deal, options)
        ]
