"""How far a deal has come, and why a game ended: each word once, with all that it means.

The sets below are what the code asks. They hold members, which are equal to their words, so the
status of a row or of a sheet can be looked up in them.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from typing import Self


class Trait(Enum):
    """What the status of a deal means for the rest of the game.

    A deal RUNS while reports of it may still come. It COUNTS where its points are added to the
    score, and is CARRIED where the deals after it start from what it came to: a void deal gives
    nothing, but passes on the penalties that stand in it. All sides may put their names to a
    SIGNABLE deal. OPENS shows everybody what was hidden in it. OPENS_WHEN_COMPLETE does so only if
    all of its cards are known: a surplus deal that was left lying tells nothing, for a correction
    may make it count again.
    """

    RUNS = auto()
    COUNTS = auto()
    CARRIED = auto()
    SIGNABLE = auto()
    OPENS = auto()
    OPENS_WHEN_COMPLETE = auto()


class DealStatus(StrEnum):
    """How far a deal has come."""

    traits: frozenset[Trait]

    def __new__(cls, word: str, *traits: Trait) -> Self:
        """A member: its word, and what it means."""
        status = str.__new__(cls, word)
        status._value_ = word
        status.traits = frozenset(traits)
        return status

    ANNOUNCING = "announcing", Trait.RUNS
    BIDDING = "bidding", Trait.RUNS
    PLAYING = "playing", Trait.RUNS
    SETTLED = "settled", Trait.COUNTS, Trait.CARRIED, Trait.SIGNABLE, Trait.OPENS
    STOPPED = "stopped", Trait.COUNTS, Trait.CARRIED, Trait.SIGNABLE, Trait.OPENS
    VOID = "void", Trait.CARRIED
    SURPLUS = "surplus", Trait.SIGNABLE, Trait.OPENS_WHEN_COMPLETE


def _with(trait: Trait) -> frozenset[str]:
    return frozenset(status for status in DealStatus if trait in status.traits)


RUNNING = _with(Trait.RUNS)
"""The statuses of a deal whose points do not stand yet."""

COUNTING = _with(Trait.COUNTS)
"""Those of a deal whose points are in the score."""

CARRIED = _with(Trait.CARRIED)
"""Those of a deal that the deals after it build on."""

SIGNABLE = _with(Trait.SIGNABLE)
"""Those of a deal that can be signed."""

_OPEN, _OPEN_WHEN_COMPLETE = _with(Trait.OPENS), _with(Trait.OPENS_WHEN_COMPLETE)


def opens_secrets(status: str, *, complete: bool) -> bool:
    """Whether a deal of this status hides nothing any more; `complete` says that all of its cards are known."""
    return status in _OPEN or (complete and status in _OPEN_WHEN_COMPLETE)


class EndReason(StrEnum):
    """Why a game ended, and the rule by which it did; None where people decide and no rule of play does."""

    rule: str | None

    def __new__(cls, word: str, rule: str | None) -> Self:
        """A member: its word and its rule."""
        reason = str.__new__(cls, word)
        reason._value_ = word
        reason.rule = rule
        return reason

    CLAIM = "claim", "R-32"
    FALSE_CLAIM = "false_claim", "R-32"
    AUTOMATIC = "automatic", "R-31"
    STOECK = "stoeck", "R-33"
    WEIS = "weis", "R-33"
    STICH = "stich", "R-33"
    DEAL_END = "deal_end", "R-34"
    DEALS = "deals", "R-30"
    LOWEST = "lowest", "R-42"
    WIN_POINTS = "win_points", "R-53"
    ALL_SIX = "all_six", "R-54"
    RULING = "ruling", None
    FORFEIT = "forfeit", None


END_REASONS: Mapping[str, EndReason] = {reason.value: reason for reason in EndReason}
"""All reasons by their words; KeyError for what is none."""
