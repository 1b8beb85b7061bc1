"""A Weis as a player says it, without its cards: "three up to the King", "four Under" (R-28)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from scoring.rules.pack.cards import RANK_CARDS, RANKS, SUITS, Cards
from scoring.rules.record.shape import misshapen, read_each

SHORTEST_RUN, LONGEST_RUN = 3, len(RANKS)


@dataclass(frozen=True, slots=True)
class RunSaid:
    """So many cards in a row up to a rank, an index into RANKS. `trump` is None where nothing was said of it."""

    run: int
    high: int
    trump: bool | None = None

    def could_be(self, trump_suit: int | None) -> tuple[Cards, ...]:
        """The runs that it can be, at most one of each suit; empty where there is no such run."""
        if self.high + 1 < self.run:
            return ()
        cards = ((1 << self.run) - 1) << (self.high + 1 - self.run)
        suits = [suit for suit in range(len(SUITS)) if self.trump in {None, suit == trump_suit}]
        return tuple(cards << len(RANKS) * suit for suit in suits)

    def as_json(self) -> dict[str, Any]:
        """As it is written in a report."""
        trump = {} if self.trump is None else {"trump": self.trump}
        return {"run": self.run, "high": RANKS[self.high], **trump}


@dataclass(frozen=True, slots=True)
class FourSaid:
    """Four of a kind. The rank is an index into RANKS."""

    four: int

    def could_be(self, trump_suit: int | None) -> tuple[Cards, ...]:
        """The four cards."""
        return (RANK_CARDS[self.four],)

    def as_json(self) -> dict[str, Any]:
        """As it is written in a report."""
        return {"four": RANKS[self.four]}


WeisSaid: TypeAlias = RunSaid | FourSaid


def read_weis_said(value: Any) -> WeisSaid:
    """The Weis that a JSON object says. Raises Misshapen."""
    if not isinstance(value, dict):
        raise misshapen("wrong_type", expected="object")
    if "four" in value:
        return FourSaid(**_members(value, needed=("four",)))
    return RunSaid(**_members(value, needed=("run", "high"), optional=("trump",)))


def _members(value: Mapping[str, Any], *, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """The members as read; all their faults at once."""

    def member(name: str) -> Any:
        if name not in {*needed, *optional}:
            raise misshapen("unknown_field", name=name[:40])
        if name not in value:
            raise misshapen("missing_field", name=name)
        return _MEMBERS[name](value[name])

    names = [*needed, *(name for name in value if name not in needed)]
    return read_each([(name, name) for name in names], member)


def _rank(value: Any) -> int:
    if not isinstance(value, str):
        raise misshapen("wrong_type", expected="string")
    if value.upper() not in RANKS:
        raise misshapen("invalid_value", allowed=list(RANKS))
    return RANKS.index(value.upper())


def _length(value: Any) -> int:
    if type(value) is not int:
        raise misshapen("wrong_type", expected="integer")
    if not SHORTEST_RUN <= value <= LONGEST_RUN:
        raise misshapen("invalid_value", minimum=SHORTEST_RUN, maximum=LONGEST_RUN)
    return value


def _trump(value: Any) -> bool | None:
    if value is not None and type(value) is not bool:
        raise misshapen("wrong_type", expected="boolean")
    return value


_MEMBERS = {"run": _length, "high": _rank, "trump": _trump, "four": _rank}
