"""`python -m benchmarks` prints all figures.

`--quick` runs everything once and briefly, `--rules` only what needs no server.
"""

import argparse
import os
import platform
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import knowledge, legality, referee, variants
from benchmarks.measure import ROUNDS, table
from benchmarks.service.run import run

QUICK_SECONDS = 0.02
SECONDS = 0.4
UNLIMITED = "1000000"  # requests are counted, but never too many


def main(arguments: list[str]) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke run: its figures mean nothing")
    parser.add_argument("--rules", action="store_true", help="only what needs no server and no database")
    given = parser.parse_args(arguments)
    rounds, seconds = (1, QUICK_SECONDS) if given.quick else (ROUNDS, SECONDS)
    facts = machine()
    rows, notes = legality.rows(deals=6 if given.quick else 120, rounds=rounds, seconds=seconds)
    rows += knowledge.rows(deals=2 if given.quick else 12, rounds=rounds, seconds=seconds)
    rows += referee.rows(deals=3 if given.quick else 100, rounds=rounds, seconds=seconds)
    rows += variants.rows(rounds=rounds, seconds=seconds)
    if not given.rules:
        with own_settings():
            version, more = run(rounds=rounds, quick=given.quick)
            facts.append(version)
            rows += more
    sys.stdout.write("\n".join([", ".join(facts), "", table(rows), "", *notes, ""]))


def machine() -> list[str]:
    """What the figures were taken on."""
    return [
        f"{os.cpu_count()} cores of {_processor()}",
        f"load {os.getloadavg()[0]:.1f} before",
        f"{platform.system()} {platform.release().partition('-')[0]}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
    ]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


@contextmanager
def own_settings() -> Iterator[None]:
    """Let the measured processes read no setting from outside, and leave nothing behind."""
    for name in [name for name in os.environ if name.startswith("JASSREF_")]:
        del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="jassref-bench-") as folder:
        os.environ |= {"JASSREF_VAR_DIR": folder, "JASSREF_SECRET_KEY": secrets.token_urlsafe(50)}
        os.environ |= {"JASSREF_RATE_TOKEN": UNLIMITED, "JASSREF_RATE_ADDRESS": UNLIMITED}
        yield


if __name__ == "__main__":
    main(sys.argv[1:])
