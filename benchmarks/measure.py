"""Measuring: rounds in which the contenders take turns, their medians, and rows that show them side by side."""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

ROUNDS = 5

MOST_SPREAD = 0.5
"""A ratio whose rounds lie further apart than this says nothing, and is not printed."""

Contenders: TypeAlias = Mapping[str, Callable[[], float]]
"""What is compared, by name: each call measures once and answers the figure."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One contender's figures, one for each round."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure to quote."""
        return statistics.median(self.values)

    def turned(self, *, by: float) -> "Figures":
        """The same as so many a second, or back: `by` is what a second holds of the unit."""
        return Figures(tuple(by / value for value in self.values))

    @property
    def spread(self) -> float:
        """How far the rounds lie apart: the largest less the smallest, as a part of the median."""
        return (max(self.values) - min(self.values)) / self.median


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the table. `against` names what `other` are the figures of; `aim` says what the ratio should be."""

    what: str
    unit: str
    ours: Figures
    against: str = ""
    other: Figures | None = None
    aim: str = ""

    @property
    def ratio(self) -> Figures | None:
        """Ours by the other's, round by round: what slows a round down slows both."""
        if self.other is None:
            return None
        return Figures(tuple(one / other for one, other in zip(self.ours.values, self.other.values, strict=True)))


def in_turns(contenders: Contenders, *, rounds: int, about: str, turns: int = 1) -> dict[str, Figures]:
    """Let the contenders measure in turns, A B A B …, so that a slow moment of the machine meets all alike.

    Each has `turns` of them a round, and the figure of the round is their mean.
    """
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(1, rounds + 1):
        progress(f"{about}: round {number} of {rounds}")
        measured = [{name: measure() for name, measure in contenders.items()} for _ in range(turns)]
        for name, values in taken.items():
            values.append(statistics.fmean(turn[name] for turn in measured))
    return {name: Figures(tuple(values)) for name, values in taken.items()}


def per_second(work: Callable[[], object], *, holds: int, seconds: float) -> float:
    """How many of the things that one call of `work` holds are done in a second; tried for `seconds` at least.

    Seconds of the processor, not of the clock: what else runs on the machine does not count.
    """
    with _no_collection():
        calls, began = 0, time.process_time()
        while (elapsed := time.process_time() - began) < seconds:
            work()
            calls += 1
    return calls * holds / elapsed


def progress(text: str) -> None:
    """Tell people who wait what is going on."""
    sys.stderr.write(f"bench: {text}\n")
    sys.stderr.flush()


def table(rows: list[Row]) -> str:
    """The rows as a table that is plain text and Markdown at once."""
    head = ("figure", "unit", "jassref", "compared with", "that", "ratio", "spread", "aim")
    lines = [head, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    drawn = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    return "\n".join([drawn[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *drawn[1:]])


def grouped(number: int) -> str:
    """The number with its thousands apart: 10 000."""
    return f"{number:,}".replace(",", " ")


def _cells(row: Row) -> tuple[str, ...]:
    ratio, other = row.ratio, row.other
    return (
        row.what,
        row.unit,
        _number(row.ours.median),
        row.against,
        "" if other is None else _number(other.median),
        _ratio(ratio),
        f"{(ratio or row.ours).spread:.0%}",
        row.aim,
    )


def _ratio(ratio: Figures | None) -> str:
    """The median of a ratio, in place of which a wide one says so."""
    if ratio is None:
        return ""
    return f"{ratio.median:.2f}" if ratio.spread <= MOST_SPREAD else "too wide"


def _number(value: float) -> str:
    """Three digits that count, in groups that can be read."""
    if value >= 100:  # noqa: PLR2004 - three digits
        return grouped(round(value))
    return f"{value:.3g}"


@contextmanager
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
