"""How a game of Schieber stands: R-30 to R-35, and the two doors of R-28 that stay open after an end.

A game is a dict {"options", "first_dealer", "before", "deals"}; its deals are sheets (tests.oracle.scores) with
number, dealer, declarer, pushed, the totals before it, the claim made in it, and who has confirmed it.
"""

from collections.abc import Mapping
from typing import Any

from tests.oracle.berg import berg_in, credited_at
from tests.oracle.ends import end_of_deal, end_of_deals
from tests.oracle.presets import totals_at_start
from tests.oracle.scores import stoeck_plays, stoeck_seat, tricks_of, weis_counts
from tests.oracle.weis import weis_value

Game = dict[str, Any]
Sheet = dict[str, Any]
Options = Mapping[str, Any]


def new_game(options: Options, first_dealer: int, *, before: dict[int, int] | None = None) -> Game:
    """A game before its first deal."""
    return {"options": options, "first_dealer": first_dealer, "deals": [], "before": before or totals_at_start(options)}


def current(game: Game) -> Sheet | None:
    """The current deal is the last one opened."""
    return game["deals"][-1] if game["deals"] else None


def running(game: Game) -> Sheet | None:
    """The current deal once its mode is known, else None."""
    sheet = current(game)
    return None if sheet is None or sheet["mode"] is None else sheet


def target_end(sheet: Sheet, options: Options) -> dict[str, Any] | None:
    """R-30: R-31 to R-34 apply only where the game has a target. R-35: always read anew from the record."""
    if options["target"] is None or sheet["mode"] is None:
        return None
    return end_of_deal(sheet, sheet["before"], options)


def status_of(sheet: Sheet, options: Options) -> str:
    """`announcing`, `playing`, `settled` after the last trick, `stopped` by an end within the deal."""
    if sheet["mode"] is None:
        return "announcing"
    if len(sheet["cards"]) == 36:
        return "settled"
    return "playing" if target_end(sheet, options) is None else "stopped"


def moment_of(sheet: Sheet, options: Options) -> int:
    """The moment at which the deal is counted: R-32's for a stopped one, else as far as it has come."""
    end = target_end(sheet, options)
    return int(end["moment"]) if end is not None else len(sheet["cards"])


def credits_of(sheet: Sheet, options: Options) -> list[dict[str, int]] | None:
    """What the deal brings to each side, None while no mode has been announced."""
    if sheet["mode"] is None:
        return None
    return credited_at(sheet, sheet["before"], options, moment_of(sheet, options))


def totals_of(game: Game) -> dict[int, int]:
    """The settled and the stopped deals count for the totals, the running one does not yet."""
    sheet = current(game)
    if sheet is None:
        return dict(game["before"])
    totals = dict(sheet["before"])
    if status_of(sheet, game["options"]) in ("settled", "stopped"):
        for row in credits_of(sheet, game["options"]) or []:
            totals[row["side"]] += row["total"]
    return totals


def berg_is_taken(game: Game) -> bool:
    """R-37: whether a side has won the Bergpreis in a deal of the game."""
    sheets = game["deals"]
    return any(sheet.get("berg_taken") or berg_in(sheet, sheet["before"], game["options"]) for sheet in sheets)


def end_of_game(game: Game) -> dict[str, Any] | None:
    """R-30: the game's one end. Only the current deal can have brought it: after an end no deal is opened."""
    sheet = current(game)
    if sheet is None:
        return None
    options = game["options"]
    if options["deals"] is not None:
        all_settled = len(game["deals"]) == options["deals"] and len(sheet["cards"]) == 36
        return end_of_deals(totals_of(game)) if all_settled else None
    return target_end(sheet, options)


def result_of(game: Game) -> dict[str, Any]:
    """The game as it stands."""
    end = end_of_game(game)
    result = None
    if end is not None:
        result = {key: end[key] for key in ("winners", "winner", "reason")}
        result["deal"] = len(game["deals"])
    return {
        "status": "playing" if end is None else "finished",
        "result": result,
        "totals": totals_of(game),
        "deals": [deal_row(sheet, game["options"]) for sheet in game["deals"]],
    }


def deal_row(sheet: Sheet, options: Options) -> dict[str, Any]:
    """A deal as the oracle shows it."""
    mode = sheet["mode"]
    row = {key: sheet[key] for key in ("number", "dealer", "forehand", "mode", "declarer", "pushed")}
    row["status"] = status_of(sheet, options)
    row["factor"] = None if mode is None else options["factors"][mode]
    row["tricks"] = [] if mode is None else tricks_of(sheet, len(sheet["cards"]))
    row["running"] = [card for _, card in sheet["cards"][4 * len(row["tricks"]) :]]
    row["weis"] = []
    row["stoeck"] = None
    row["scores"] = credits_of(sheet, options)
    if mode is not None:
        counts = weis_counts(sheet, options, len(sheet["cards"]))
        for index, weis in enumerate(sheet["weis"]):
            does_count = None if counts is None else counts[index]
            row["weis"].append({**weis, "points": weis_value(weis["cards"], mode, options), "counts": does_count})
        row["stoeck"] = stoeck_seat(sheet, options, moment_of(sheet, options))
    return row


# --- the two doors that stay open after an end ----------------------------------------------------------------------


def confirmed(sheet: Sheet) -> bool:
    """R-28: both sides have confirmed."""
    return len(sheet["confirmed_by"]) == 2


def typed_in_late(game: Game) -> bool:
    """R-28: an end within the deal, but no card of trick 2 lies: what was said before is typed in late."""
    sheet = current(game)
    if sheet is None or confirmed(sheet):
        return False
    return status_of(sheet, game["options"]) == "stopped" and len(sheet["cards"]) <= 4


def last_trick_stoeck(game: Game) -> bool:
    """R-28, R-29: under `reported` a Stöck whose second card lies in the last trick, before the next deal."""
    sheet = current(game)
    if sheet is None or confirmed(sheet) or len(sheet["cards"]) < 36:
        return False
    return game["options"]["stoeck_call"] == "reported" and last_stoeck_trick(sheet) == 9


def last_stoeck_trick(sheet: Sheet) -> int | None:
    """R-29: the number of the trick in which the second of the two cards lies."""
    plays = stoeck_plays(sheet, len(sheet["cards"]))
    return None if len(plays) < 2 else (plays[1][1] + 3) // 4


def deal_to_sign(game: Game) -> Sheet | None:
    """The last settled or stopped deal."""
    for sheet in reversed(game["deals"]):
        if status_of(sheet, game["options"]) in ("settled", "stopped"):
            found: Sheet = sheet
            return found
    return None
