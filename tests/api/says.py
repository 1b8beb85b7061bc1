"""Reports as clients write them, and the worked deals of vectors/deals.json as reports."""

import json
import uuid
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def new_id() -> str:
    """An id that a client chooses."""
    return str(uuid.uuid4())


def cards(text: str) -> list[str]:
    """The cards in a text: "R6 RU RK RA"."""
    return text.split()


def deal(**fields: Any) -> Json:
    """Open a deal."""
    return {"kind": "deal", **fields}


def bid(seat: int, points: Any, **fields: Any) -> Json:
    """Bid."""
    return {"kind": "bid", "seat": seat, "points": points, **fields}


def lay(seat: int, card: str, **fields: Any) -> Json:
    """Lay a card away."""
    return {"kind": "lay", "seat": seat, "card": card, **fields}


def push(**fields: Any) -> Json:
    """Push."""
    return {"kind": "push", **fields}


def announce(mode: str, **fields: Any) -> Json:
    """Announce a mode."""
    return {"kind": "announce", "mode": mode, **fields}


def hand(seat: int, text: str, **fields: Any) -> Json:
    """Show a hand."""
    return {"kind": "hand", "seat": seat, "cards": cards(text), **fields}


def weis(seat: int, text: str, **fields: Any) -> Json:
    """Show a Weis."""
    return {"kind": "weis", "seat": seat, "cards": cards(text), **fields}


def play(card: str, **fields: Any) -> Json:
    """Play a card."""
    return {"kind": "play", "card": card, **fields}


def trick(text: str, **fields: Any) -> Json:
    """Play a whole trick."""
    return {"kind": "trick", "cards": cards(text), **fields}


def stoeck(seat: int, **fields: Any) -> Json:
    """Show the Stöck."""
    return {"kind": "stoeck", "seat": seat, **fields}


def claim(side: int, **fields: Any) -> Json:
    """Claim the end."""
    return {"kind": "claim", "side": side, **fields}


def retract(report: str, **fields: Any) -> Json:
    """Take a report back."""
    return {"kind": "retract", "report": report, **fields}


def correct(report: str, *replacement: Json, reason: str = "a slip", **fields: Any) -> Json:
    """Put these in the place of a report."""
    told = replacement[0] if len(replacement) == 1 else list(replacement)
    return {"kind": "correct", "report": report, "replacement": told, "reason": reason, **fields}


def incident(category: str, **fields: Any) -> Json:
    """Something to remember."""
    return {"kind": "incident", "category": category, **fields}


def confirm(side: int, **fields: Any) -> Json:
    """Sign."""
    return {"kind": "confirm", "side": side, **fields}


def counted(points: int, *, mode: str = "rosen", **fields: Any) -> Json:
    """A slate that gives side 1 so many points; side 2 has the rest of 157."""
    return {"kind": "count", "mode": mode, "points": {"1": points}, **fields}


def slates(*points: int) -> list[Json]:
    """Deals that are counted, one after another; each report has an id."""
    return [report for each in points for report in (deal(id=new_id()), counted(each, id=new_id()))]


# --- worked deals ----------------------------------------------------------------------------------------------------


@cache
def worked(name: str) -> Json:
    """A deal of vectors/deals.json, by its id."""
    path = Path(__file__).resolve().parent.parent / "vectors" / "deals.json"
    deals = json.loads(path.read_text(encoding="utf-8"))["deals"]
    return next(each for each in deals if each["id"] == name)


def opening_of(name: str, *, forehand: int = 1) -> list[Json]:
    """The reports that open a worked deal: deal, announcement, and the Weise. As written, seat 1 is forehand; with
    another one all seats move."""
    shown = [{"kind": "weis", **each, "seat": (each["seat"] + forehand - 2) % 4 + 1} for each in worked(name)["weis"]]
    return [deal(), announce(worked(name)["mode"]), *shown]


def tricks_of(name: str, *, numbered: bool = False) -> list[Json]:
    """The nine tricks of a worked deal."""
    lying = [each["cards"] for each in worked(name)["tricks"]]
    if numbered:
        return [{"kind": "trick", "cards": each, "number": number} for number, each in enumerate(lying, start=1)]
    return [{"kind": "trick", "cards": each} for each in lying]


def reports_of(name: str, *, forehand: int = 1) -> list[Json]:
    """All reports of a worked deal."""
    return opening_of(name, forehand=forehand) + tricks_of(name)
