"""The account of the tricks of a deal: who played what, who took it and why, and what was in it."""

from collections.abc import Iterator
from typing import Any

from scoring.rules.deal.facts import TrickFacts
from scoring.rules.pack.cards import SUITS, Cards, notation, notations, set_of, suit_of
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.tricks import LAST_TRICK, points_in, winning_position_without
from scoring.rules.scoring.points import taken_by
from scoring.rules.variants.shared.told import DealTold
from scoring.rules.view.account import Step

CHAPTER = "trick"


def trick_steps(told: DealTold, trick: TrickFacts) -> Iterator[Step]:
    """A trick: its cards, who takes it (R-10), what it is worth (R-8, R-9), and what is found in it."""
    mode = told.deal.mode
    if mode is None:
        return
    cards = [
        {"seat": seat, "card": notation(card), "points": mode.points[card]}
        for seat, card in zip(told.deal.table.order_from(trick.leader), trick.cards, strict=False)
    ]
    facts = {"trick": trick.number, "leader": trick.leader, "cards": cards}
    winner, side = told.deal.winner_of(trick), told.deal.side_taking(trick)
    if winner is None or side is None:
        yield Step("R-10", CHAPTER, "trick", "trick_open", {**facts, "winner": None, "seat": told.account.turn})
    else:
        weak = told.deal.decided.weak & set_of(trick.cards)
        yield _taken(trick, mode=mode, facts={**facts, "winner": winner}, weak=weak)
        yield from _points(told, trick, side=side, worth=[mode.points[card] for card in trick.cards])
    yield from told.findings(trick=trick.number, chapter=CHAPTER)


def _taken(trick: TrickFacts, *, mode: Mode, facts: dict[str, object], weak: Cards) -> Step:
    """Who takes the trick: by the highest trump, else by the highest card of the suit led (R-10).

    Cards that have lost their strength by a ruling take nothing.
    """
    card = trick.cards[winning_position_without(weak, cards=trick.cards, mode=mode)]
    key = "trick_ruled" if weak else "trick_trump" if suit_of(card) == mode.trump else "trick_suit"
    why = {"card": notation(card), "suit": SUITS[suit_of(card)], **({"weak": notations(weak)} if weak else {})}
    return Step("R-10", CHAPTER, "trick", key, {**facts, **why, "points": points_in(trick.cards, mode=mode)})


def _points(told: DealTold, trick: TrickFacts, *, side: int, worth: list[int]) -> Iterator[Step]:
    """The card points of the trick (R-8), the five of the last one (R-9), and what each side has taken so far."""
    points, awarded = sum(worth), told.deal.decided.awarded(trick.number) is not None
    counted = trick.number <= told.tricks_counted
    facts = {"trick": trick.number, "side": side, "sum": worth, "points": points}
    so_far = {str(one): taken for one, taken in taken_by(told.deal, tricks=trick.number).items()}
    last = trick.number == told.deal.last
    running = {"running": None if last else so_far}
    adds = told.adds(side, to="tricks", points=points) if counted else None
    if not counted and told.counts:
        yield _uncounted(told, facts)
        return
    key = "points_awarded" if awarded else "points_last" if last else "points"
    yield Step("R-8", CHAPTER, "points", key, {**facts, **running}, adds)
    if last:
        five = {"trick": trick.number, "side": side, "points": LAST_TRICK, "running": so_far}
        adds = told.adds(side, to="tricks", points=LAST_TRICK)
        yield Step("R-9", CHAPTER, "last_trick", "last_trick", five, adds)


def _uncounted(told: DealTold, facts: dict[str, Any]) -> Step:
    """Why the points of a trick are not counted one by one: a ruling, a slate, or the end of the game (R-32, R-34)."""
    if told.deal.decided.lost_by is not None:
        return Step("R-9", CHAPTER, "points", "points_lost", facts)
    if told.deal.count is not None:
        return Step("R-34", CHAPTER, "points", "points_in_slate", facts)
    return Step("R-32", CHAPTER, "points", "points_after_end", facts)
