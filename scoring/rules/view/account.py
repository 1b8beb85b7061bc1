"""The steps that lead to a score: what happened or was counted, each with the rule that decided it.

A step says no sentence: `key` names it, and `facts` are what it is filled with. `adds` is the part
of the deal's scores that it brings, so the parts of all steps of a deal add up to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from scoring.rules.deal.facts import Deal
from scoring.rules.options.declared import OptionsT
from scoring.rules.scoring.carry import Carry


@dataclass(frozen=True, slots=True)
class Adds:
    """Points before the factor that a step adds to a column of a side's score."""

    side: int
    to: str
    points: int

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        return {"side": self.side, "to": self.to, "points": self.points}


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `chapter` is the part of the account in which it stands, `step` what it is about.

    `facts` are values as JSON has them, cards in notation; `trick` is among them where the step
    belongs to a trick.
    """

    rule: str
    chapter: str
    step: str
    key: str
    facts: Mapping[str, Any]
    adds: Adds | None = None

    def as_json(self) -> dict[str, Any]:
        """As the API shows it, without its sentence."""
        adds = self.adds.as_json() if self.adds else None
        named = {"rule": self.rule, "chapter": self.chapter, "step": self.step, "key": self.key}
        return {**named, **self.facts, "adds": adds}


@dataclass(frozen=True, slots=True)
class Account(Generic[OptionsT]):
    """What an account of a deal is made of: its facts, what it inherits, and how it stands.

    `seen` is the sheet of the deal as its reader may see it. What may be secret (hands, bids, laid
    cards and what follows from them, findings) is taken from there, and left alone among the facts.
    `turn` is the seat that is alone expected to act.
    """

    deal: Deal
    options: OptionsT
    carry: Carry
    status: str
    seen: Mapping[str, Any]
    turn: int | None

    @property
    def findings(self) -> Sequence[Mapping[str, Any]]:
        """The findings of the deal as the reader may see them."""
        found: Sequence[Mapping[str, Any]] = self.seen["findings"]
        return found
