"""Win points of Cosmic Eidex: what a deal brings each of the three, and what that makes of the totals (R-52 to R-54).

Plain sums, by side: nothing here knows a deal. `case` says which rule decided, so that an account can tell it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

WinCase: TypeAlias = Literal["all_tricks", "limit", "all_equal", "two_equal", "most_and_fewest"]
"""The rule of R-52 that fits first."""

TotalCase: TypeAlias = Literal["added", "both_to_target", "six_all_tricks", "six_two", "six_nothing", "six_nobody"]
"""How win points change the totals: added up, or by R-53, or by one of the lines of R-54."""


@dataclass(frozen=True, slots=True)
class Won:
    """What a deal brings each side, and by which rule."""

    case: WinCase
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Added:
    """What a deal adds to the total of each side, which may be less than nothing, and by which rule."""

    case: TotalCase
    points: Mapping[int, int]


def won_with(points: Mapping[int, int], *, all_tricks: int | None, limit: int) -> Won:
    """The win points of a deal, by the first rule that fits (R-52).

    `points` are tricks and laid card together; `all_tricks` is the side that took every trick, None where none did.
    """
    if all_tricks is not None:
        return Won("all_tricks", _only(points, {all_tricks}, worth=2))
    over = {side for side, made in points.items() if made >= limit}
    if over:
        return Won("limit", _only(points, points.keys() - over, worth=1))
    most, fewest = max(points.values()), min(points.values())
    if most == fewest:
        return Won("all_equal", dict.fromkeys(points, 0))
    alone = {side for side, made in points.items() if list(points.values()).count(made) == 1}
    if len(alone) == 1:
        return Won("two_equal", _only(points, alone, worth=2))
    return Won("most_and_fewest", {side: int(made in {most, fewest}) for side, made in points.items()})


def _only(points: Mapping[int, int], sides: set[int], *, worth: int) -> dict[int, int]:
    return {side: worth if side in sides else 0 for side in points}


def added_to(before: Mapping[int, int], won: Won, points: Mapping[int, int], *, target: int) -> Added:
    """What the win points of a deal add to the totals before it (R-53, R-54).

    One short of the target, that is on 6 of 7, a player is about to win.
    """
    about_to_win = {side for side, total in before.items() if total == target - 1}
    if about_to_win == before.keys():
        return _special_round(won)
    both = [side for side in about_to_win if won.points[side] == 1]
    if len(both) > 1:
        return Added("both_to_target", _held_back(both, won, points))
    return Added("added", won.points)


def _held_back(both: Sequence[int], won: Won, points: Mapping[int, int]) -> dict[int, int]:
    """Two would step to the target at once: who has fewer points in this deal falls back, the other stays (R-53)."""
    most = max(points[side] for side in both)
    instead = {side: 0 if points[side] == most else -1 for side in both}
    return {**won.points, **instead}


def _special_round(won: Won) -> Added:
    """All three are about to win: one of them does, or nothing changes (R-54)."""
    nothing = [side for side, made in won.points.items() if made == 0]
    two = [side for side, made in won.points.items() if made > 1]
    if two:
        return Added("six_all_tricks" if won.case == "all_tricks" else "six_two", _only(won.points, {*two}, worth=1))
    if len(nothing) == 1:
        return Added("six_nothing", _only(won.points, {*nothing}, worth=1))
    return Added("six_nobody", dict.fromkeys(won.points, 0))
