"""Table events: what is refused and why, and what is recorded. R-5, R-20, R-28, R-29, R-31 and R-34."""

from collections.abc import Mapping
from typing import Any

from tests.oracle.cards import next_seat, partner_of, side_of, trump_of
from tests.oracle.scores import tricks_of
from tests.oracle.standing import (
    berg_is_taken,
    current,
    deal_to_sign,
    end_of_game,
    last_stoeck_trick,
    last_trick_stoeck,
    running,
    status_of,
    totals_of,
    typed_in_late,
)

Event = Mapping[str, Any]
Game = dict[str, Any]
Sheet = dict[str, Any]
Options = Mapping[str, Any]


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
            "berg_taken": berg_is_taken(game),
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
