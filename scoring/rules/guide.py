"""What may come next at a table, as a guide for whoever keeps the score (docs/api.md, Next).

This is the part that follows from the record alone and is the same for everybody. What depends on the reader is added
where the game is shown: `view/table.py` has the cards, and who may take what back is known with the token.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.rules.reading import Reading
from scoring.rules.record.kinds import KINDS

NOTHING_NEXT: Final[Mapping[str, Any]] = {
    "expects": [],
    "seat": None,
    "seats": [],
    "entitled": [],
    "confirm": [],
    "newest": None,
}
"""What is stored of a game in which nothing more happens."""


def next_of(reading: Reading, *, unsigned: Sequence[int] | None = None) -> dict[str, Any]:
    """What may come now, who owes it, who may claim or sign, and the newest report that can be taken back.

    `unsigned` are the sides that have not signed the last deal over before the reading begins.
    """
    signatures = reading.unsigned
    return {
        "expects": reading.expects,
        "seat": reading.turn,
        "seats": list(reading.owing),
        "entitled": list(reading.entitled),
        "confirm": list(unsigned or ()) if signatures is None else signatures,
        "newest": newest(reading),
    }


def newest(reading: Reading) -> dict[str, str] | None:
    """The newest report that stands and can be retracted, `{"report", "kind"}`; None where the current deal has none.

    What was corrected can only be corrected again, and a decision of a referee is never taken back.
    """
    # Nothing before the current deal is looked at, although a report there may be within reach: a reading that begins
    # at the current deal must find the same as one of the whole record.
    first = reading.current.facts.opened.root if reading.current else 0
    for unit in reversed(reading.units):
        if unit.root < first:
            break
        if unit.root == unit.seq and unit.said and unit.said[0].report.kind in KINDS:
            return {"report": unit.id, "kind": unit.said[0].report.kind}
    return None
