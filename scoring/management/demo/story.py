"""The story of the demo's table: a game and the reports of its deal, with fixed ids."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

FILE: Final = Path(__file__).parent / "r1.json"
GAME: Final = UUID("6f1d9a52-3c0e-5b7a-9d0f-4a61737372ef")

DISPUTED: Final = uuid5(GAME, "a table that is at odds")
REVOKED: Final = ("R7 RU RA R6", "EO S10 E7 EA", "EU R10 EK SO")

Said = dict[str, Any]


@cache
def deal() -> dict[str, Any]:
    """Return the deal as it was played."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def opening() -> Said:
    """Return the request that opens the game. Its dealer sits before the leader of the deal."""
    seats = deal()["seats"]
    return {
        "id": str(GAME),
        "variant": "schieber",
        "rules": {"preset": "schieber-stargames"},
        "players": ["Anna", "Beat", "Chiara", "Dario"],
        "first_dealer": (deal()["leader"] - 2) % seats + 1,
        "deck": "swiss",
        "public": True,
        "label": "Demo",
    }


def reports() -> Iterator[Said]:
    """Return all reports in order. Trick 1 comes card by card, each Weis before its card."""
    first, *others = deal()["tricks"]
    yield _report("deal", kind="deal", deal=1)
    yield _report("announce", kind="announce", mode=deal()["mode"], seat=deal()["leader"])
    weise = {weis["seat"]: weis["cards"] for weis in deal()["weis"]}
    for turn, card in enumerate(first["cards"]):
        seat = (first["leader"] - 1 + turn) % deal()["seats"] + 1
        if seat in weise:
            yield _report(f"weis {seat}", kind="weis", seat=seat, cards=weise[seat])
        yield _report(f"play {card}", kind="play", card=card, seat=seat, number=1)
    for number, trick in enumerate(others, start=2):
        yield _report(f"trick {number}", kind="trick", number=number, leader=trick["leader"], cards=trick["cards"])


def next_reports() -> Iterator[Said]:
    """Return the begin of a second deal, which whoever tries the demo may send. It is not a part of the demo."""
    yield _report("next deal", kind="deal", deal=2)
    yield _report("next announce", kind="announce", mode="rosen", deal=2)
    yield _report("next trick", kind="trick", number=1, deal=2, cards=["R6", "RU", "RA", "R7"])


def _report(name: str, *, game: UUID = GAME, **fields: Any) -> Said:
    return {"id": str(uuid5(game, name)), **fields}


# --- a table that is at odds ------------------------------------------------------------------------------------------


def disputed_opening() -> Said:
    """Return the request that opens the game of the second table."""
    return {**opening(), "id": str(DISPUTED), "label": "Demo, disputed", "first_dealer": 4, "deck": "french"}


def disputed_reports() -> Iterator[Said]:
    """Return a deal: seat 3 does not follow in trick 2, and trick 3 proves that it could."""
    yield _report("deal", game=DISPUTED, kind="deal", deal=1)
    yield _report("announce", game=DISPUTED, kind="announce", mode="rosen", seat=1)
    for number, cards in enumerate(REVOKED, start=1):
        yield _report(
            f"trick {number}", game=DISPUTED, kind="trick", number=number, cards=cards.split(), as_played=True
        )


def disputed(finding: str) -> Said:
    """Return the dispute of the other side, about the finding with this id. Its own id is always the same."""
    return {
        **_report("dispute", game=DISPUTED),
        "category": "revoke",
        "deal": 1,
        "finding": finding,
        "raised_by": {"side": 2},
        "statement": "Chiara had clubs: she played the king in the next trick.",
    }
