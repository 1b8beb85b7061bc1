"""The table as a reader sees it: who played which card, what is left, and what may be played.

All of it comes from a sheet that has passed `seen_sheet`. What the reader may not know is not in it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules.pack.cards import ALL_CARDS, Cards, card, cards, notations
from scoring.rules.pack.modes import MODE
from scoring.rules.pack.seats import Table
from scoring.rules.proof.legality import Undertrump, legal_cards
from scoring.rules.record.kinds import CardPlayed
from scoring.rules.scoring.status import RUNNING


def with_plays(sheet: Mapping[str, Any], *, table: Table) -> dict[str, Any]:
    """The sheet whose tricks say which seat has played each card, beside `cards`."""
    return {**sheet, "tricks": [_with_plays(trick, table) for trick in sheet["tricks"]]}


def _with_plays(trick: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The trick with `plays`, right after its cards."""
    shown: dict[str, Any] = {}
    for name, value in trick.items():
        shown[name] = value
        if name == "cards":
            shown["plays"] = plays_of(trick, table=table)
    return shown


def plays_of(trick: Mapping[str, Any], *, table: Table) -> list[dict[str, Any]]:
    """The cards of a trick with their seats: `[{"seat": 3, "card": "R6"}, …]`."""
    seats = table.order_from(trick["leader"])
    return [{"seat": seat, "card": played} for seat, played in zip(seats, trick["cards"], strict=False)]


def unplayed(sheet: Mapping[str, Any] | None) -> list[str]:
    """The cards that do not lie on the table yet; none where no deal is being played."""
    if sheet is None or sheet["status"] not in RUNNING:
        return []
    return notations(ALL_CARDS & ~cards(" ".join(played for trick in sheet["tricks"] for played in trick["cards"])))


def playable(
    sheet: Mapping[str, Any] | None, upcoming: Mapping[str, Any], *, table: Table, undertrump: Undertrump
) -> list[str] | None:
    """The cards that the seat in turn may play; None where no card is due, or the reader does not see its hand."""
    seat = upcoming["seat"]
    if sheet is None or seat is None or sheet["mode"] is None or CardPlayed.kind not in upcoming["expects"]:
        return None
    shown = next((one["cards"] for one in sheet["hands"] or () if one["seat"] == seat), None)
    if shown is None:
        return None
    left = _held(shown, sheet, seat=seat, table=table)
    return notations(legal_cards(left, trick=_lying(sheet), mode=MODE[sheet["mode"]], undertrump=undertrump))


def _held(shown: Sequence[str], sheet: Mapping[str, Any], *, seat: int, table: Table) -> Cards:
    """What the seat still holds of its hand, without what it has played and, as far as that is seen, laid."""
    gone = [play["card"] for trick in sheet["tricks"] for play in plays_of(trick, table=table) if play["seat"] == seat]
    gone += [one["card"] for one in sheet["laid"] or () if one["seat"] == seat and one["card"] is not None]
    return cards(" ".join(shown)) & ~cards(" ".join(gone))


def _lying(sheet: Mapping[str, Any]) -> list[int]:
    """The cards of the running trick, in order of play; none where one is to be led."""
    running = sheet["tricks"][-1] if sheet["tricks"] and sheet["tricks"][-1]["winner"] is None else None
    return [card(played) for played in running["cards"]] if running else []
