"""Weise: R-23 to R-28. A Weis is a dict {"seat": seat, "cards": [cards]}, or "said" in place of "cards"."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.cards import NATURAL_ORDER, UNENUFE_ORDER, rank_of, seats_from, side_of, suit_of, trump_of

Weis = Mapping[str, Any]
Options = Mapping[str, Any]

# the points of runs by length and of four of a kind by rank.
SMALL_RUNS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100, 9: 100}
GRAND_RUNS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
SMALL_QUARTETS = {"U": 200, "9": 150, "10": 100, "O": 100, "K": 100, "A": 100}
SMALL_QUARTETS_UNENUFE = {"U": 200, "9": 150, "10": 100, "O": 100, "K": 100, "6": 100}
GRAND_QUARTETS = {"U": 200, "9": 150, "A": 100, "K": 100, "O": 100, "10": 100, "8": 100, "7": 100, "6": 100}


def is_quartet(cards: list[str]) -> bool:
    """R-23: four of a kind."""
    return len(cards) == 4 and len(set(cards)) == 4 and len({rank_of(card) for card in cards}) == 1


def is_run(cards: list[str]) -> bool:
    """R-23: three or more cards of one suit that follow each other in natural order, in every mode."""
    if len(cards) < 3 or len(set(cards)) != len(cards):
        return False
    if len({suit_of(card) for card in cards}) != 1:
        return False
    places = sorted(NATURAL_ORDER.index(rank_of(card)) for card in cards)
    return places == list(range(places[0], places[0] + len(places)))


def weis_value(cards: list[str], mode: str, options: Options) -> int | None:
    """R-24: the points of a Weis before the factor, or None where the cards are no Weis."""
    grand = options["weis_table"] == "grand"
    if is_run(cards):
        return GRAND_RUNS[len(cards)] if grand else SMALL_RUNS[len(cards)]
    if is_quartet(cards):
        if grand:
            return GRAND_QUARTETS.get(rank_of(cards[0]))
        if mode == "unenufe":
            return SMALL_QUARTETS_UNENUFE.get(rank_of(cards[0]))
        return SMALL_QUARTETS.get(rank_of(cards[0]))
    return None


def cards_said(form: Mapping[str, Any], mode: str) -> list[str] | None:
    """R-28: cards that a Weis can be of which only the form was said; not in trump unless that was said."""
    trump = trump_of(mode)
    if "four" in form:
        return [suit + form["four"] for suit in "ERSB"]
    if form.get("trump") and trump is None:
        return None
    suit = trump if form.get("trump") else next(suit for suit in "ERSB" if suit != trump)
    first = NATURAL_ORDER.index(form["high"])
    ranks = NATURAL_ORDER[first : first + form["run"]]
    return [f"{suit}{rank}" for rank in ranks] if len(ranks) == form["run"] else None


def weis_said_value(form: Mapping[str, Any], mode: str, options: Options) -> int | None:
    """R-24: the points of a Weis that was said, or None where there is no such Weis."""
    cards = cards_said(form, mode)
    return None if cards is None else weis_value(cards, mode, options)


def cards_of(weis: Weis, mode: str) -> list[str]:
    """The cards of a Weis to compare it by."""
    return list(weis.get("cards") or cards_said(weis["said"], mode) or [])


def weise_overlap(cards: list[str], others: list[str], options: Options) -> bool:
    """R-25: may two Weise of one player not stand beside each other?"""
    if not set(cards) & set(others):
        return False
    run_and_quartet = is_run(cards) != is_run(others)
    return not (run_and_quartet and options["crossing"])


def weis_height(cards: list[str], mode: str) -> int:
    """R-26: the place of its top card, 0 the best; in Unenufe its 6-side card counts and 6 is the best."""
    order = UNENUFE_ORDER if mode == "unenufe" else NATURAL_ORDER
    return min(order.index(rank_of(card)) for card in cards)


def weis_beats(first: Weis, second: Weis, *, mode: str, forehand: int, options: Options) -> bool:
    """R-26: is the first Weis higher than the second?"""
    ours, theirs = cards_of(first, mode), cards_of(second, mode)
    # More points first.
    our_points, their_points = weis_value(ours, mode, options), weis_value(theirs, mode, options)
    if our_points is None or their_points is None:
        raise ValueError("not a Weis")
    if our_points != their_points:
        return our_points > their_points
    # Equal points: the option says which kind is higher.
    if is_run(ours) != is_run(theirs):
        higher_kind: str = options["tie_between_kinds"]
        return is_run(ours) == (higher_kind == "run")
    # Then two runs: the longer, where longer_run_wins.
    if is_run(ours) and options["longer_run_wins"] and len(ours) != len(theirs):
        return len(ours) > len(theirs)
    # Then the higher top card.
    if weis_height(ours, mode) != weis_height(theirs, mode):
        return weis_height(ours, mode) < weis_height(theirs, mode)
    # Then a run in trump, where trump_breaks_tie.
    our_trump, their_trump = suit_of(ours[0]) == trump_of(mode), suit_of(theirs[0]) == trump_of(mode)
    if is_run(ours) and options["trump_breaks_tie"] and our_trump != their_trump:
        return our_trump
    # Then the seat nearer to forehand in order of play.
    order = seats_from(forehand)
    return order.index(first["seat"]) < order.index(second["seat"])


def best_weis(weise: Sequence[Weis], *, mode: str, forehand: int, options: Options) -> int | None:
    """R-26: the index of the best Weis; of two like ones in one hand the one that was reported first."""
    best = None
    for index in range(len(weise)):
        if best is None or weis_beats(weise[index], weise[best], mode=mode, forehand=forehand, options=options):
            best = index
    return best


def weise_that_count(weise: Sequence[Weis], *, mode: str, forehand: int, options: Options) -> list[bool]:
    """R-27: which of the reported Weise score."""
    best = best_weis(weise, mode=mode, forehand=forehand, options=options)
    if best is None or not options["weis"]:
        return [False for _ in weise]
    if options["weis_scores"] == "best":
        return [index == best for index in range(len(weise))]
    winners = side_of(weise[best]["seat"])
    return [side_of(weis["seat"]) == winners for weis in weise]
