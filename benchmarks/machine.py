"""What the figures were taken on, and how busy the machine was with other work."""

import os
import platform
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

_STAT = Path("/proc/stat")
_NOT_BUSY = (3, 4)
"""The columns of `/proc/stat` in which nobody worked: idle, and waiting for a disk."""
_STEAL = 7
"""The column of what other machines took from this one."""


def facts() -> list[str]:
    """The machine in a few words."""
    return [
        f"{os.cpu_count()} cores of {_processor()}",
        f"load {os.getloadavg()[0]:.1f} before",
        f"{platform.system()} {platform.release().partition('-')[0]}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
    ]


@dataclass(frozen=True, slots=True)
class Busy:
    """A moment: seconds of the clock, and of the processors: of everybody, stolen, and of this run."""

    clock: float
    everybody: float
    stolen: float
    own: float

    @classmethod
    def now(cls) -> Self | None:
        """The moment of the call; None where the system does not tell. Children that have ended count as `own`."""
        try:
            columns = [float(one) for one in _STAT.read_text(encoding="ascii").splitlines()[0].split()[1:9]]
        except OSError:
            return None
        ticks = os.sysconf("SC_CLK_TCK")
        busy = sum(columns) - sum(columns[one] for one in _NOT_BUSY)
        own = sum(os.times()[:4])
        return cls(time.monotonic(), busy / ticks, columns[_STEAL] / ticks, own)

    def until(self, later: Self) -> str:
        """How busy the machine was with other work between two moments, as a sentence."""
        there = (later.clock - self.clock) * (os.cpu_count() or 1)
        if there <= 0:
            return "The run was too short to tell how busy the machine was."
        stolen = later.stolen - self.stolen
        others = max(0.0, later.everybody - self.everybody - (later.own - self.own) - stolen)
        shares = f"{others / there:.0%} of the processors during the run, other machines {stolen / there:.0%}"
        return f"Other work, a private PostgreSQL among it, took {shares}."


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
