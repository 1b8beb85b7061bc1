"""No request grows faster than its input, and none of a scorer, a player or a stranger is dear.

`make attack` runs these tests at full length on each engine and prints the dearest requests. In `make test` they are
short.
"""

import sys

import pytest

from tests.attack.hostile import attacks
from tests.attack.siege import Besieged
from tests.proofs import PROVING

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own

MOST_PROCESSOR = 0.5
"""Seconds of a quiet core that one request of a scorer, a player or a stranger may take."""

NOISE = 0.15
"""Seconds that do not count: the processor time of a process is told in hundredths."""

BUSY = 1.5
"""How much more processor time a request may take on a machine that does other things as well."""

SHOWN = 12
"""How many of the dearest requests are printed."""


OFTEN = 20
"""How often a correction is sent, because one takes less than what a process can tell."""


def test_correcting_the_first_deal_costs_what_correcting_the_last_one_does(
    besieged: Besieged, capsys: pytest.CaptureFixture[str]
) -> None:
    corrections = {attack.name: attack for attack in attacks(besieged.games) if attack.name.startswith("correction of")}
    deals = max(besieged.games)

    def spent(name: str) -> float:
        return sum(besieged.send(corrections[name], deals)[0] for _ in range(OFTEN)) / OFTEN

    first, last = spent("correction of deal 1"), spent("correction of the last deal")
    with capsys.disabled():
        sys.stdout.write(f"\nCorrecting deal 1 of {deals}: {first:.3f} s, the last one: {last:.3f} s.\n")
    assert first <= 3 * last + 0.01


def test_no_request_grows_faster_than_its_input(besieged: Besieged, capsys: pytest.CaptureFixture[str]) -> None:
    dearest: list[tuple[float, str, str]] = []
    grows: list[str] = []
    for attack in attacks(besieged.games):
        spent = [besieged.send(attack, size) for size in attack.sizes]
        (first, _), _, (last, status) = spent
        assert status < 500, attack.name
        if last > NOISE + 4 * max(first, 0.02) * 1.5:
            grows.append(f"{attack.name}: {[round(one, 2) for one, _ in spent]}")
        dearest.append((max(one for one, _ in spent), attack.by, f"{attack.name}, {status}"))
    dearest.sort(reverse=True)
    of_others = max(seconds for seconds, by, _ in dearest if by != "organizer")
    holds = "holds" if of_others <= MOST_PROCESSOR else "does not hold"
    told = [
        f"The dearest requests, in seconds of processor time, in games of up to {max(besieged.games)} careless deals:",
        *(f"  {seconds:6.2f}  {name} (by the {by})" for seconds, by, name in dearest[:SHOWN]),
        f"Must hold: at most {MOST_PROCESSOR} s for a scorer, a player or a stranger: {holds} ({of_others:.2f} s).",
    ]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(told) + "\n")
    assert grows == []
    assert of_others <= MOST_PROCESSOR * BUSY or not PROVING
