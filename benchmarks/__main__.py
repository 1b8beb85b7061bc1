"""`python -m benchmarks` prints all figures.

`--quick` takes fewer deals, rounds and seconds, `--rules` only what needs no server.
"""

import argparse
import signal
import sys

from benchmarks import before, knowledge, legality, machine, referee, variants
from benchmarks.machine import Busy
from benchmarks.measure import ROUNDS, Row, table
from benchmarks.service.run import run
from benchmarks.service.server import own_settings

QUICK_SECONDS = 0.05
QUICK_ROUNDS = 3
QUICK_TURNS = 2  # rounds of what a server is asked
SECONDS = 0.4
TERMINATED = 143


def main(arguments: list[str]) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer deals and rounds: under a minute")
    parser.add_argument("--rules", action="store_true", help="only what needs no server and no database")
    parser.add_argument("--base", metavar="COMMIT", help="compare the rules with those of an earlier commit, and stop")
    given = parser.parse_args(arguments)
    # Whoever ends the run leaves nothing behind: work trees, servers and databases go in their `finally`.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if given.quick else (ROUNDS, SECONDS)
    facts, began = machine.facts(), Busy.now()
    if given.base:
        sys.stdout.write(
            "\n".join([", ".join(facts), "", table(_before(given.base, rounds, seconds)), *_busy(began), ""])
        )
        return
    rows, notes = legality.rows(deals=6 if given.quick else 120, rounds=rounds, seconds=seconds)
    rows += knowledge.rows(deals=2 if given.quick else 12, rounds=rounds, seconds=seconds)
    rows += referee.rows(deals=3 if given.quick else 100, rounds=rounds, seconds=seconds)
    rows += variants.rows(rounds=rounds, seconds=seconds)
    if not given.rules:
        with own_settings():
            version, more = run(rounds=QUICK_TURNS if given.quick else rounds, quick=given.quick)
            facts.append(version)
            rows += more
    sys.stdout.write("\n".join([", ".join(facts), "", table(rows), *_busy(began), *notes, ""]))


def _before(commit: str, rounds: int, seconds: float) -> list[Row]:
    try:
        return before.rows(commit, rounds=rounds, seconds=seconds)
    except before.NoComparison as refusal:
        sys.exit(str(refusal))


def _busy(began: Busy | None) -> list[str]:
    """How busy the machine was since then, below an empty line; nothing where the system does not tell."""
    ended = Busy.now()
    return ["", began.until(ended)] if began and ended else [""]


if __name__ == "__main__":
    main(sys.argv[1:])
