"""What the facts of a deal consist of: tricks, Weise, claims, a slate, bids, laid cards, signatures.

Each keeps the unit of the record that it comes from. So a repeated report can be told from a new one, and a
contradiction can name what stands against it. `clock` counts the facts: a fact with a smaller number was known earlier.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from scoring.rules.pack.cards import Card, Cards
from scoring.rules.record.entries import Signed, Unit
from scoring.rules.record.kinds import NOBODY, Counted, EndClaimed
from scoring.rules.record.weis_said import WeisSaid

WeisKind: TypeAlias = Literal["run", "quartet"]


@dataclass(slots=True)
class TrickFacts:
    """One trick as it lies: who led, the cards in order of play, and for each of them its unit and its clock."""

    number: int
    leader: int
    cards: list[Card] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    clocks: list[int] = field(default_factory=list)
    winner: int | None = None
    points: int | None = None


class Lying(NamedTuple):
    """Where a card lies: the seat that played it, the number of the trick, and the clock of the fact."""

    seat: int
    trick: int
    clock: int


@dataclass(frozen=True)
class Weis:
    """A run or four of a kind with what it is worth, before the factor.

    One that was said and not shown has no `cards`. Its `suit` is that of trump where that was said.
    """

    kind: WeisKind
    cards: Cards
    suit: int | None
    """The suit of a run, None for four of a kind."""
    length: int
    top: int
    """The highest rank in natural order, in Unenufe too."""
    points: int


@dataclass(frozen=True, slots=True)
class SaidMeld:
    """A Weis as a seat said it, and the unit of the record that it comes from."""

    form: WeisSaid
    unit: Unit


@dataclass(frozen=True, slots=True)
class Meld:
    """A Weis or Stöck as a seat showed it. `weis` is None for a Stöck.

    `said` is given where a Weis was said. It stays when the cards are shown; `unit` is then the one that shows them.
    `told` is when a Weis was first said or shown; it stays, too.
    """

    seat: int
    unit: Unit
    clock: int
    weis: Weis | None = None
    said: SaidMeld | None = None
    told: int = 0

    @property
    def cards(self) -> Cards:
        """The cards of the Weis that were shown; none of one that was only said, and none of a Stöck."""
        return self.weis.cards if self.weis else 0


@dataclass(frozen=True, slots=True)
class Claim:
    """An end claim. Its report has `counted` where it was made on paper."""

    unit: Unit
    report: EndClaimed

    @property
    def side(self) -> int:
        """The side that claims."""
        return self.report.side

    @property
    def on_paper(self) -> bool:
        """Whether it says itself what was taken (R-32)."""
        return self.report.counted is not None


@dataclass(frozen=True, slots=True)
class Count:
    """What a slate says of a deal: the report, and from it the points of every side with the last-trick 5.

    `sums` tells whether they make what a deal has; `last_side` is who took the last trick, None where it does not tell.
    """

    unit: Unit
    report: Counted
    points: Mapping[int, int]
    sums: bool
    last_side: int | None

    @property
    def match(self) -> int | None:
        """The side that took every trick, None where no side did."""
        return None if self.report.match in {None, NOBODY} else self.report.match


@dataclass(frozen=True, slots=True)
class Bid:
    """How many points a seat says that it will make (R-40)."""

    points: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class LaidCard:
    """The card that a seat has laid face down (R-51). `clock` tells which of two was reported first."""

    card: Card
    unit: Unit
    clock: int


@dataclass(frozen=True, slots=True)
class Signature:
    """A side signed the deal, by the entry with this seq, for what stood then; None where that was not kept."""

    side: int
    seq: int
    signed: Signed | None = None


class Moment(NamedTuple):
    """A moment at which the game may end: after `tricks` complete tricks, with what was known by `clock`.

    Or with a claim, which may also come `after_deal`, before the next one.
    """

    clock: int
    tricks: int
    claim: Claim | None = None
    after_deal: bool = False
