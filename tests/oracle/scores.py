"""What a deal is worth at any moment: R-9, R-10, R-21, R-22, R-27 to R-29 and R-32.

A sheet is the record of one deal:
    mode, forehand
    cards    the cards played so far, in the order of play, each as (seat, card)
    weis     the Weise reported, each {"seat", "cards"}
    stoeck   None or {"seat", "lying"}: who reported the Stöck, and how many cards lay then
A moment is the number of cards that lay: 0 before trick 1, 4 after it, 36 at the end.
"""

from collections.abc import Mapping
from typing import Any

from tests.oracle.cards import SIDES, side_of, trick_points, trick_winner, trump_of
from tests.oracle.weis import weis_value, weise_that_count

Sheet = dict[str, Any]
Options = Mapping[str, Any]

STOECK_POINTS = 20


def tricks_of(sheet: Sheet, moment: int) -> list[dict[str, Any]]:
    """R-9, R-10: the complete tricks at that moment, each with its leader, cards, winner and points."""
    tricks = []
    for number in range(1, moment // 4 + 1):
        plays = sheet["cards"][4 * number - 4 : 4 * number]
        leader = plays[0][0]
        cards = [card for _, card in plays]
        winner = trick_winner(cards, leader, sheet["mode"])
        points = trick_points(cards, sheet["mode"], number=number)
        tricks.append({"leader": leader, "cards": cards, "winner": winner, "points": points})
    return tricks


def weis_counts(sheet: Sheet, options: Options, moment: int) -> list[bool] | None:
    """R-27, R-28: which Weise count; nobody knows before the end of the first trick."""
    if moment < 4:
        return None
    return weise_that_count(sheet["weis"], mode=sheet["mode"], forehand=sheet["forehand"], options=options)


def weis_points(sheet: Sheet, options: Options, moment: int) -> dict[int, int]:
    """R-27: what each side has in Weise at that moment, before the factor."""
    points = {1: 0, 2: 0}
    counts = weis_counts(sheet, options, moment)
    if counts is None:
        return points
    for weis, does_count in zip(sheet["weis"], counts, strict=True):
        if does_count:
            points[side_of(weis["seat"])] += weis_value(weis["cards"], sheet["mode"], options) or 0
    return points


def stoeck_cards(mode: str) -> list[str]:
    """R-29: King and Ober of trump; none without trump."""
    trump = trump_of(mode)
    return [] if trump is None else [trump + "K", trump + "O"]


def stoeck_plays(sheet: Sheet, moment: int) -> list[tuple[int, int]]:
    """R-29: where the two cards have been played by that moment: (seat, how many cards lay with it)."""
    plays = []
    for lying, (seat, card) in enumerate(sheet["cards"][:moment], start=1):
        if card in stoeck_cards(sheet["mode"]):
            plays.append((seat, lying))
    return plays


def stoeck_seat(sheet: Sheet, options: Options, moment: int) -> int | None:
    """R-29: whose Stöck is known at that moment."""
    if not options["stoeck"] or trump_of(sheet["mode"]) is None:
        return None
    # Reported by then.
    report = sheet["stoeck"]
    if report is not None and report["lying"] <= moment:
        return int(report["seat"])
    # Or both cards stand in one reported Weis of the seat.
    for weis in sheet["weis"]:
        if options["weis"] and all(card in weis["cards"] for card in stoeck_cards(sheet["mode"])):
            return int(weis["seat"])
    # Or both have been played by one seat, where no call is needed.
    plays = stoeck_plays(sheet, moment)
    if options["stoeck_call"] == "known" and len(plays) == 2 and plays[0][0] == plays[1][0]:
        return plays[0][0]
    return None


def match_side(sheet: Sheet, moment: int) -> int | None:
    """R-22: the side that took all nine tricks. Tricks decide, not points."""
    winners = {side_of(trick["winner"]) for trick in tricks_of(sheet, moment)}
    if moment == 36 and len(winners) == 1:
        return winners.pop()
    return None


def scores_at(sheet: Sheet, options: Options, moment: int) -> list[dict[str, int]]:
    """R-21, R-32: what each side has in this deal at that moment."""
    weis = weis_points(sheet, options, moment)
    stoeck = stoeck_seat(sheet, options, moment)
    match = match_side(sheet, moment)
    factor = options["factors"][sheet["mode"]]
    scores = []
    for side in SIDES:
        tricks = sum(trick["points"] for trick in tricks_of(sheet, moment) if side_of(trick["winner"]) == side)
        row = {"side": side, "tricks": tricks, "match": 0, "weis": weis[side], "stoeck": 0, "factor": factor}
        if match == side:
            row["match"] = options["match_bonus"]
        if stoeck is not None and side_of(stoeck) == side:
            row["stoeck"] = STOECK_POINTS
        row["total"] = (row["tricks"] + row["match"] + row["weis"] + row["stoeck"]) * factor
        scores.append(row)
    return scores


def score_deal(deal: dict[str, Any], options: Options) -> dict[str, Any]:
    """A whole deal (or its complete tricks so far): who took what, and what each side has of it.

    `deal`: mode, forehand, tricks (each [[seat, card] * 4] or {"leader", "cards"}), weis, stoeck_reported.
    """
    sheet = sheet_of(deal)
    moment = len(sheet["cards"])
    points = weis_points(sheet, options, moment)
    weis_sides = [side for side in SIDES if points[side] > 0]
    return {
        "tricks": tricks_of(sheet, moment),
        "weis": {
            "side": weis_sides[0] if weis_sides else None,
            "points": points[1] + points[2],
            "counts": weis_counts(sheet, options, moment),
        },
        "stoeck": stoeck_seat(sheet, options, moment),
        "match": match_side(sheet, moment),
        "scores": scores_at(sheet, options, moment),
    }


def sheet_of(deal: dict[str, Any]) -> Sheet:
    """The record of a deal that is given as a whole."""
    cards: list[tuple[int, str]] = []
    for trick in deal["tricks"]:
        if isinstance(trick, dict):
            seat = trick["leader"]
            for card in trick["cards"]:
                cards.append((seat, card))
                seat = seat % 4 + 1
        else:
            cards.extend((seat, card) for seat, card in trick)
    reporter = deal.get("stoeck_reported")
    return {
        "mode": deal["mode"],
        "forehand": deal["forehand"],
        "cards": cards,
        "weis": list(deal.get("weis") or []),
        "stoeck": None if reporter is None else {"seat": reporter, "lying": 0},
    }
