"""Schieber, a whole game: R-5, R-20 and R-28 to R-34, told as an ordered list of table events.

An event is a dict: {"kind": "deal"}, {"kind": "push"}, {"kind": "announce", "mode"}, {"kind": "weis", "seat", "cards"},
{"kind": "stoeck", "seat"}, {"kind": "trick", "cards"}, {"kind": "play", "card"}, {"kind": "claim", "side"},
{"kind": "confirm", "side"}.

What is reported is taken to be true, and the cards to be lawfully played: nothing of that is checked here.
A trick names all four cards; where some of them lie already, it completes the running trick.
"""

from collections.abc import Mapping
from typing import Any

from tests.oracle.cards import legal, next_seat, partner_of, side_of, trick_points, trick_winner, trump_of
from tests.oracle.ends import end_of_deal, end_of_deals
from tests.oracle.presets import OPTIONS, options_of
from tests.oracle.scores import (
    score_deal,
    scores_at,
    stoeck_plays,
    stoeck_seat,
    tricks_of,
    weis_counts,
)
from tests.oracle.weis import weis_beats, weis_value, weise_overlap, weise_that_count

__all__ = [
    "OPTIONS",
    "apply",
    "legal",
    "new_game",
    "options_of",
    "play_game",
    "result_of",
    "score_deal",
    "trick_points",
    "trick_winner",
    "weis_beats",
    "weis_value",
    "weise_overlap",
    "weise_that_count",
]

Game = dict[str, Any]
Sheet = dict[str, Any]
Event = Mapping[str, Any]
Options = Mapping[str, Any]


def play_game(
    script: list[dict[str, Any]], options: Options, first_dealer: int, *, before: dict[int, int] | None = None
) -> dict[str, Any]:
    """The whole game: each event is accepted or refused in its turn, then all is counted.

    `before` are totals that the sides bring along; without it they begin at nothing, as every real game does.
    """
    game = new_game(options, first_dealer, before=before)
    outcomes = [apply(game, event) for event in script]
    return {**result_of(game), "events": outcomes}


def new_game(options: Options, first_dealer: int, *, before: dict[int, int] | None = None) -> Game:
    """A game before its first deal."""
    return {"options": options, "first_dealer": first_dealer, "deals": [], "before": before or {1: 0, 2: 0}}


def apply(game: Game, event: Event) -> dict[str, Any]:
    """One event: recorded, or refused with a code.

    `reasons` holds every code that speaks against it; `code` is the first of them. Where there are several, the
    rules do not say which one is told.
    """
    reasons = REFUSALS[event["kind"]](game, event)
    if reasons:
        return {"accepted": False, "code": reasons[0], "reasons": reasons}
    RECORD[event["kind"]](game, event)
    return {"accepted": True, "code": None, "reasons": []}


# --- how the game stands --------------------------------------------------------------------------------------------


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
    return scores_at(sheet, options, moment_of(sheet, options))


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


# --- what is refused, and why ---------------------------------------------------------------------------------------


def refuse_deal(game: Game, _event: Event) -> list[str]:
    """R-5, R-34: a deal is opened when the one before is settled and the game goes on."""
    sheet = current(game)
    reasons = []
    if end_of_game(game) is not None:
        reasons.append("game_over")
    if sheet is not None and status_of(sheet, game["options"]) != "settled":
        reasons.append("out_of_phase")
    return reasons


def refuse_push(game: Game, _event: Event) -> list[str]:
    """R-20: forehand may push once, before the mode is announced."""
    sheet = current(game)
    reasons = []
    if end_of_game(game) is not None:
        reasons.append("game_over")
    if game["options"]["pushing"] == "off":
        reasons.append("not_in_these_rules")
    if sheet is None or sheet["mode"] is not None:
        reasons.append("out_of_phase")
    elif sheet["pushed"]:
        reasons.append("cannot_push")
    return reasons


def refuse_announce(game: Game, _event: Event) -> list[str]:
    """R-20: one mode is announced in each deal."""
    sheet = current(game)
    reasons = []
    if end_of_game(game) is not None:
        reasons.append("game_over")
    if sheet is None or sheet["mode"] is not None:
        reasons.append("out_of_phase")
    return reasons


def refuse_cards(game: Game, _event: Event) -> list[str]:
    """Cards are played from the announcement to the last trick, while the game goes on."""
    sheet = running(game)
    reasons = []
    if end_of_game(game) is not None:
        reasons.append("game_over")
    if sheet is None or len(sheet["cards"]) == 36:
        reasons.append("out_of_phase")
    return reasons


def refuse_weis(game: Game, _event: Event) -> list[str]:
    """R-28: from the announcement until a card of the second trick lies, even after an end."""
    sheet = running(game)
    reasons = []
    if end_of_game(game) is not None and not typed_in_late(game):
        reasons.append("game_over")
    if not game["options"]["weis"]:
        reasons.append("not_in_these_rules")
    if sheet is None:
        reasons.append("out_of_phase")
    elif len(sheet["cards"]) > 4:
        reasons.append("weis_too_late")
    return reasons


def refuse_stoeck(game: Game, _event: Event) -> list[str]:
    """R-29: from the announcement on, and how long depends on the option `stoeck_call`."""
    sheet = running(game)
    reasons = []
    if end_of_game(game) is not None and not typed_in_late(game) and not last_trick_stoeck(game):
        reasons.append("game_over")
    if not game["options"]["stoeck"]:
        reasons.append("not_in_these_rules")
    if sheet is None:
        reasons.append("out_of_phase")
    elif trump_of(sheet["mode"]) is None:
        reasons.append("stoeck_impossible")
    elif game["options"]["stoeck"]:
        reasons += stoeck_is_late(sheet, game["options"])
    return reasons


def stoeck_is_late(sheet: Sheet, options: Options) -> list[str]:
    """R-29: `reported`: before the trick after the one with the second card begins, or before the next deal."""
    if options["stoeck_call"] == "reported":
        second = last_stoeck_trick(sheet)
        return ["stoeck_too_late"] if second is not None and len(sheet["cards"]) > 4 * second else []
    # `known`: at any time of the deal; when it is settled, there is nothing left to say.
    return ["out_of_phase", "stoeck_too_late"] if len(sheet["cards"]) == 36 else []


def refuse_claim(game: Game, event: Event) -> list[str]:
    """R-31, R-34: who may claim, and when."""
    options = game["options"]
    entitled = entitled_sides(game)
    reasons = []
    if end_of_game(game) is not None:
        reasons.append("game_over")
    # with `deals` there are no claims; R-31: nor with `off`, and with `automatic` nobody claims.
    if options["deals"] is not None or options["claim"] in ("off", "automatic"):
        reasons.append("not_in_these_rules")
    if not entitled:
        reasons.append("out_of_phase")
    elif event["side"] not in entitled:
        reasons.append("not_entitled")
    return reasons


def entitled_sides(game: Game) -> list[int]:
    """R-31, R-34: the sides that may claim now."""
    sheet = running(game)
    if sheet is None or len(sheet["cards"]) < 4:
        return []
    lying = len(sheet["cards"])
    # once the deal is settled, only `play_on` leaves room for a claim, between the deals.
    if lying == 36 and game["options"]["no_claim"] != "play_on":
        return []
    # either side, at any time after the first complete trick.
    if game["options"]["claim"] == "anyone":
        return [1, 2]
    # the side that took the trick just completed, before the next card.
    if lying % 4 != 0:
        return []
    return [side_of(tricks_of(sheet, lying)[-1]["winner"])]


def refuse_confirm(game: Game, _event: Event) -> list[str]:
    """A settled or stopped deal is signed."""
    return [] if deal_to_sign(game) is not None else ["out_of_phase"]


# --- what is recorded -----------------------------------------------------------------------------------------------


def record_deal(game: Game, _event: Event) -> None:
    """R-5: the deal moves one seat up after each settled deal; forehand is the seat after the dealer."""
    dealer = game["first_dealer"]
    for _ in game["deals"]:
        dealer = next_seat(dealer)
    game["deals"].append(
        {
            "number": len(game["deals"]) + 1,
            "dealer": dealer,
            "forehand": next_seat(dealer),
            "before": totals_of(game),
            "mode": None,
            "declarer": None,
            "pushed": False,
            "cards": [],
            "weis": [],
            "stoeck": None,
            "claim": None,
            "confirmed_by": [],
        }
    )


def record_push(game: Game, _event: Event) -> None:
    """R-20: the partner must announce."""
    game["deals"][-1]["pushed"] = True


def record_announce(game: Game, event: Event) -> None:
    """R-20: forehand announces, or the partner after a push."""
    sheet = game["deals"][-1]
    sheet["mode"] = event["mode"]
    sheet["declarer"] = partner_of(sheet["forehand"]) if sheet["pushed"] else sheet["forehand"]


def record_weis(game: Game, event: Event) -> None:
    """R-25: each Weis is reported with its cards."""
    game["deals"][-1]["weis"].append({"seat": event["seat"], "cards": list(event["cards"])})


def record_stoeck(game: Game, event: Event) -> None:
    """R-29: what counts is who reported it and when; said again it says nothing new."""
    sheet = game["deals"][-1]
    if sheet["stoeck"] is None:
        sheet["stoeck"] = {"seat": event["seat"], "lying": len(sheet["cards"])}


def record_play(game: Game, event: Event) -> None:
    """R-5: forehand leads trick 1, the winner of a trick the next; R-3: then in the order of play."""
    sheet = game["deals"][-1]
    cards = sheet["cards"]
    if len(cards) % 4 != 0:
        seat = next_seat(cards[-1][0])
    elif cards:
        seat = tricks_of(sheet, len(cards))[-1]["winner"]
    else:
        seat = sheet["forehand"]
    cards.append((seat, event["card"]))


def record_trick(game: Game, event: Event) -> None:
    """A whole trick has the same effect as its plays; cards of it that lie already are not played again."""
    lying = len(game["deals"][-1]["cards"]) % 4
    for card in event["cards"][lying:]:
        record_play(game, {"card": card})


def record_claim(game: Game, event: Event) -> None:
    """R-32: what counts for a claim is what was known at its moment."""
    sheet = game["deals"][-1]
    sheet["claim"] = {"side": event["side"], "moment": len(sheet["cards"])}


def deal_to_sign(game: Game) -> Sheet | None:
    """The last settled or stopped deal."""
    for sheet in reversed(game["deals"]):
        if status_of(sheet, game["options"]) in ("settled", "stopped"):
            found: Sheet = sheet
            return found
    return None


def record_confirm(game: Game, event: Event) -> None:
    """A side signs the deal."""
    sheet = deal_to_sign(game)
    if sheet is not None and event["side"] not in sheet["confirmed_by"]:
        sheet["confirmed_by"].append(event["side"])


REFUSALS = {
    "deal": refuse_deal,
    "push": refuse_push,
    "announce": refuse_announce,
    "weis": refuse_weis,
    "stoeck": refuse_stoeck,
    "play": refuse_cards,
    "trick": refuse_cards,
    "claim": refuse_claim,
    "confirm": refuse_confirm,
}

RECORD = {
    "deal": record_deal,
    "push": record_push,
    "announce": record_announce,
    "weis": record_weis,
    "stoeck": record_stoeck,
    "play": record_play,
    "trick": record_trick,
    "claim": record_claim,
    "confirm": record_confirm,
}
