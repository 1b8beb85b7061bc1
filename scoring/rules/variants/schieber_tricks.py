"""The account of the tricks of a Schieber deal: who played what, who took it and why, and what was in it."""

from collections.abc import Iterator

from scoring.rules.cards import SUITS, notation, suit_of
from scoring.rules.deal import TrickFacts
from scoring.rules.modes import Mode
from scoring.rules.steps import Step
from scoring.rules.tally import taken_by
from scoring.rules.tricks import LAST_TRICK, points_in
from scoring.rules.variants.schieber_told import Told

CHAPTER = "trick"


def trick_steps(told: Told, trick: TrickFacts) -> Iterator[Step]:
    """A trick: its cards, who takes it (R-10), what it is worth (R-8, R-9), and what is found in it."""
    mode = told.deal.mode
    if mode is None:
        return
    cards = [
        {"seat": seat, "card": notation(card), "points": mode.points[card]}
        for seat, card in zip(told.deal.table.order_from(trick.leader), trick.cards, strict=False)
    ]
    facts = {"trick": trick.number, "leader": trick.leader, "cards": cards}
    if trick.winner is None or trick.points is None:
        yield Step("R-10", CHAPTER, "trick", "trick_open", {**facts, "winner": None, "seat": told.account.turn})
    else:
        position = told.deal.table.order_from(trick.leader).index(trick.winner)
        yield _taken(trick, mode=mode, facts=facts, position=position)
        yield from _points(told, trick, winner=trick.winner, worth=[mode.points[card] for card in trick.cards])
    yield from told.findings(trick=trick.number, chapter=CHAPTER)


def _taken(trick: TrickFacts, *, mode: Mode, facts: dict[str, object], position: int) -> Step:
    """Who takes the trick: by the highest trump, else by the highest card of the suit led (R-10)."""
    card = trick.cards[position]
    key = "trick_trump" if suit_of(card) == mode.trump else "trick_suit"
    why = {"winner": trick.winner, "card": notation(card), "suit": SUITS[suit_of(card)]}
    return Step("R-10", CHAPTER, "trick", key, {**facts, **why, "points": points_in(trick.cards, mode=mode)})


def _points(told: Told, trick: TrickFacts, *, winner: int, worth: list[int]) -> Iterator[Step]:
    """The card points of the trick (R-8), the five of the last one (R-9), and what each side has taken so far."""
    side, points = told.deal.table.side_of(winner), sum(worth)
    counted = trick.number <= told.tricks_counted
    facts = {"trick": trick.number, "side": side, "sum": worth, "points": points}
    so_far = {str(one): taken for one, taken in taken_by(told.deal, tricks=trick.number).items()}
    last = trick.number == told.deal.last
    running = {"running": None if last else so_far}
    adds = told.adds(side, to="tricks", points=points) if counted else None
    if not counted and told.counts:
        key, rule = ("points_in_slate", "R-34") if told.deal.count else ("points_after_end", "R-32")
        yield Step(rule, CHAPTER, "points", key, facts)
        return
    yield Step("R-8", CHAPTER, "points", "points_last" if last else "points", {**facts, **running}, adds)
    if last:
        five = {"trick": trick.number, "side": side, "points": LAST_TRICK, "running": so_far}
        adds = told.adds(side, to="tricks", points=LAST_TRICK)
        yield Step("R-9", CHAPTER, "last_trick", "last_trick", five, adds)
