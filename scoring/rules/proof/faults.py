"""The faults: everything that a record can prove against the rules (docs/rules.md, section 9).

This is the one place that declares a fault. The offence catalogue, the words of the API and the
steps of an account derive from it, and a test asks every language for its texts. A finding holds a
member, so there is no way to find a fault that is not declared here.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from typing import Self


class Shows(Enum):
    """How a fault comes to light.

    A PLAY shows it where no possible hand makes the card legal, the DEALING and the LEAD where it
    was another seat's turn, a SHOWING where its seat cannot have held the Weis or Stöck, or told it
    too late, a COUNT where the sum is wrong. A CLAIM is decided by the result of the game, so a false one is never a
    finding. The SETTLEMENT brings out what is hidden until then. ALL_PLAYS show it where each play
    may be legal, but not all of them together.
    """

    DEALING = auto()
    PLAY = auto()
    LEAD = auto()
    SHOWING = auto()
    COUNT = auto()
    CLAIM = auto()
    SETTLEMENT = auto()
    ALL_PLAYS = auto()


class Fault(StrEnum):
    """A fault: its code, the rules it is against with trump and without, and how it comes to light.

    The order is that of section 9. Every list of faults that readers see has it.
    """

    with_trump: str
    without_trump: str
    shows: Shows

    def __new__(cls, code: str, shows: Shows, rule: str, without_trump: str | None = None) -> Self:
        """A member; `without_trump` is the rule in a mode without trump, where that is another one."""
        fault = str.__new__(cls, code)
        fault._value_ = code
        fault.shows, fault.with_trump, fault.without_trump = shows, rule, without_trump or rule
        return fault

    REVOKE = "revoke", Shows.PLAY, "R-13", "R-14"
    TRUMP_REVOKE = "trump_revoke", Shows.PLAY, "R-12"
    UNDERTRUMP = "undertrump", Shows.PLAY, "R-15"
    FALSE_WEIS = "false_weis", Shows.SHOWING, "R-36"
    FALSE_STOECK = "false_stoeck", Shows.SHOWING, "R-36"
    LATE_WEIS = "late_weis", Shows.SHOWING, "R-28"
    FALSE_CLAIM = "false_claim", Shows.CLAIM, "R-32"
    WRONG_COUNT = "wrong_count", Shows.COUNT, "R-9"
    WRONG_LEAD = "wrong_lead", Shows.LEAD, "R-5"
    WRONG_DEAL = "wrong_deal", Shows.DEALING, "R-5"
    CARD_TWICE = "card_twice", Shows.SETTLEMENT, "R-1"
    UNEXPLAINED = "unexplained", Shows.ALL_PLAYS, "R-13", "R-14"
    MISSING_BID = "missing_bid", Shows.SETTLEMENT, "R-40"

    def rule(self, *, has_trump: bool) -> str:
        """The rule that the fault is against, such as R-15."""
        return self.with_trump if has_trump else self.without_trump

    @property
    def is_finding(self) -> bool:
        """Whether findings tell it; the result of the game tells the others."""
        return self.shows is not Shows.CLAIM

    @property
    def holds_up(self) -> bool:
        """Whether a report that brings it is held up until somebody insists.

        What a settlement brings out is no reason: the report that settles the deal is seldom the
        one with the mistake, and to hold it up would tell the table about cards and bids that are
        hidden until then.
        """
        return self.shows is not Shows.SETTLEMENT


FAULTS: Mapping[str, Fault] = {fault.value: fault for fault in Fault}
"""All faults by their codes; KeyError for what is none."""

FINDINGS: tuple[Fault, ...] = tuple(fault for fault in Fault if fault.is_finding)
"""The faults that a finding may tell."""
