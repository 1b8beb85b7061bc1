"""What may be played: the vectors, the trap, and the proof by exhaustion that follows R-16."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.cards import MODES, PACK
from tests.oracle.schieber import legal

VECTORS = Path(__file__).resolve().parent.parent / "vectors"


def vectors(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((VECTORS / name).read_text())
    return loaded


LEGAL_CASES: list[dict[str, Any]] = vectors("legal.json")["cases"]


@pytest.mark.parametrize("case", LEGAL_CASES, ids=lambda case: case["id"])
@pytest.mark.parametrize("reading", ["strict", "hindersi"])
def test_legal_cards_of_the_vectors(case: dict[str, Any], reading: str) -> None:
    assert sorted(legal(case["hand"], case["trick"], case["mode"], reading)) == sorted(case[reading])


def test_the_trap_of_the_public_engine() -> None:
    assert legal(["BA", "B9", "B6", "S10"], ["E6", "BU", "B10"], "schellen", "strict") == ["S10"]


# --- the proof by exhaustion that follows R-16 ----------------------------------------------------------------------

TRUMPS, LED, THIRD = PACK[0:9], PACK[9:18], PACK[18:27]
DIGESTS = {
    "strict": "ea5276585b4bce0f3c3b92f1d4cd5dff81996fe72db430f787b3354ce71748d1",
    "forced": "9464c51980c63aef1656ac5d1044faf5ab8e7763f3718815f37390dd041be4cc",
    "free": "e68e268868c5b8066fb2b195380651b9fa6a7beda29e1848e6a8f67a85f626b0",
    "hindersi": "c85c0f8f82aee38e264c83835d522a6ef09e3b9b8693ed07340dfc9cf947dbf9",
}

Position = tuple[str, list[str], list[str]]


def side_suit_tricks() -> Iterator[list[str]]:
    lead = LED[4]
    yield [lead]
    for second in [*TRUMPS, LED[7], THIRD[7]]:
        yield [lead, second]
    for second in [*TRUMPS, LED[7], THIRD[7]]:
        for third in [*TRUMPS, LED[8], THIRD[8]]:
            if second != third:
                yield [lead, second, third]


def trump_tricks() -> Iterator[list[str]]:
    for lead in TRUMPS:
        yield [lead]
        for second in [*[card for card in TRUMPS if card != lead], LED[7], THIRD[7]]:
            yield [lead, second]


def positions() -> Iterator[Position]:
    yield from side_suit_positions()
    yield from trump_positions()
    for mode, length, follow, other in itertools.product(MODES[4:], [1, 2, 3], [0, 1, 2], [0, 1]):
        if follow + other > 0:
            yield mode, [*LED[:follow], *THIRD[:other]], [LED[4], LED[7], THIRD[8]][:length]


def side_suit_positions() -> Iterator[Position]:
    for trick in side_suit_tricks():
        for trumps in trump_holdings(trick):
            for follow, other in itertools.product([0, 1], [0, 1]):
                if 1 <= len(trumps) + follow + other <= 9:
                    yield MODES[0], [*trumps, *LED[:follow], *THIRD[:other]], trick


def trump_positions() -> Iterator[Position]:
    for trick in trump_tricks():
        for trumps in trump_holdings(trick):
            for other in [0, 1]:
                if 1 <= len(trumps) + other <= 9:
                    yield MODES[0], [*trumps, *THIRD[:other]], trick


def trump_holdings(trick: list[str]) -> Iterator[tuple[str, ...]]:
    available = [card for card in TRUMPS if card not in trick]
    for length in range(len(available) + 1):
        yield from itertools.combinations(available, length)


@pytest.mark.parametrize("reading", DIGESTS)
def test_all_classes_of_positions(reading: str) -> None:
    bit = {card: 1 << index for index, card in enumerate(PACK)}
    lines = []
    for mode, hand, trick in positions():
        lines.append(f"{sum(bit[card] for card in legal(hand, trick, mode, reading))}\n")
    assert len(lines) == 129_214
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == DIGESTS[reading]
