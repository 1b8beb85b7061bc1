"""What the accounts of all variants share: tricks, a slate, findings, what each side has, and the last deal."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.deal.parts import TrickFacts
from scoring.rules.options.declared import OptionsT
from scoring.rules.pack.cards import SUITS, Cards, notation, notations, set_of, suit_of
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.tricks import LAST_TRICK, points_in, winning_position_without
from scoring.rules.proof.faults import FAULTS, Fault
from scoring.rules.scoring.points import taken_by
from scoring.rules.scoring.result import Result
from scoring.rules.scoring.status import RUNNING, EndReason
from scoring.rules.view.account import Account, Adds, Step

OPENING, TRICK, COUNT, SCORE, RESULT = "opening", "trick", "count", "score", "result"
"""The chapters that every account has."""


@dataclass(frozen=True, slots=True)
class DealAccount(Account[OptionsT]):
    """A deal that is accounted for: what the steps of all variants ask about it, and add to its scores."""

    @classmethod
    def of(cls, account: Account[OptionsT]) -> Self:
        """The same account, with what the steps are made by."""
        return cls(account.deal, account.options, account.carry, account.status, account.seen, account.turn)

    @property
    def counts(self) -> bool:
        """Whether the deal has scores at all: a void one has none (R-5)."""
        return self.deal.void_after is None

    @property
    def tricks_counted(self) -> int:
        """How many complete tricks stand in the scores: none beside a slate, or where a ruling decides it all."""
        beside = self.deal.count is not None or self.deal.decided.lost_by is not None
        return self.deal.complete_tricks if self.counts and not beside else 0

    def adds(self, side: int, *, to: str, points: int) -> Adds | None:
        """The part that a step brings, where the scores hold it."""
        return Adds(side, to, points) if self.counts and points else None

    def begun_by(self, clock: int) -> int:
        """How many tricks had begun with the fact of this number."""
        return sum(trick.clocks[0] <= clock for trick in self.deal.tricks)

    def finding_steps(
        self, *, chapter: str, faults: Collection[Fault] = (), trick: int | None = None
    ) -> Iterator[Step]:
        """The findings of these faults, or of this trick."""
        for finding in self.findings:
            if finding["fault"] in faults if faults else finding["trick"] == trick:
                yield self._finding(finding, chapter=chapter)

    def _finding(self, finding: Mapping[str, Any], *, chapter: str) -> Step:
        trump = self.deal.mode is not None and self.deal.mode.has_trump
        rule = FAULTS[finding["fault"]].rule(has_trump=trump)
        proof = finding["proven_by"] or {"card": None, "trick": None}
        facts = {**finding, "proof": proof["card"], "proof_trick": proof["trick"]}
        key = "finding_suspected" if finding["status"] == "suspected" and finding["seat"] else "finding"
        return Step(rule, chapter, "finding", key, facts)


# --- the opening ------------------------------------------------------------------------------------------------------


def opening_steps(account: DealAccount[Any], *, rule: str = "R-5", key: str = "deal") -> Iterator[Step]:
    """Who deals and is forehand (R-5), and that somebody else dealt whose turn it was not."""
    deal = account.deal
    facts = {"number": deal.number, "dealer": deal.dealer, "forehand": deal.forehand}
    yield Step(rule, OPENING, "deal", key, facts)
    yield from account.finding_steps(faults=(Fault.WRONG_DEAL,), chapter=OPENING)
    for side, points in enumerate(account.options.start_scores, start=1):
        if points and account.carry.opened == 0:
            yield Step("R-30", OPENING, "head_start", "head_start", {"side": side, "points": points})


def turned_steps(account: DealAccount[Any], *, rule: str) -> Iterator[Step]:
    """The turned card that sets the mode: one of the dealer's hand, or of the cards that were cut (R-40, R-50)."""
    deal = account.deal
    if deal.turned is not None and deal.mode is not None:
        facts = {"card": notation(deal.turned), "mode": deal.mode.name, "seat": deal.turned_seat}
        yield Step(rule, OPENING, "turned", "turned_cut" if deal.turned_seat is None else "turned_dealers", facts)


# --- tricks -----------------------------------------------------------------------------------------------------------


def trick_steps(account: DealAccount[Any], trick: TrickFacts) -> Iterator[Step]:
    """A trick: its cards, who takes it (R-10), what it is worth (R-8, R-9), and what is found in it."""
    mode = account.deal.mode
    if mode is None:
        return
    cards = [
        {"seat": seat, "card": notation(card), "points": mode.points[card]}
        for seat, card in zip(account.deal.table.order_from(trick.leader), trick.cards, strict=False)
    ]
    facts = {"trick": trick.number, "leader": trick.leader, "cards": cards}
    winner, side = account.deal.winner_of(trick), account.deal.side_taking(trick)
    if winner is None or side is None:
        yield Step("R-10", TRICK, "trick", "trick_open", {**facts, "winner": None, "seat": account.turn})
    else:
        weak = account.deal.decided.weak & set_of(trick.cards)
        yield _taken(trick, mode=mode, facts={**facts, "winner": winner}, weak=weak)
        yield from _points(account, trick, side=side, worth=[mode.points[card] for card in trick.cards])
    yield from account.finding_steps(trick=trick.number, chapter=TRICK)


def _taken(trick: TrickFacts, *, mode: Mode, facts: dict[str, object], weak: Cards) -> Step:
    """Who takes the trick: by the highest trump, else by the highest card of the suit led (R-10).

    Cards that have lost their strength by a ruling take nothing.
    """
    card = trick.cards[winning_position_without(weak, cards=trick.cards, mode=mode)]
    key = "trick_ruled" if weak else "trick_trump" if suit_of(card) == mode.trump else "trick_suit"
    why = {"card": notation(card), "suit": SUITS[suit_of(card)], **({"weak": notations(weak)} if weak else {})}
    return Step("R-10", TRICK, "trick", key, {**facts, **why, "points": points_in(trick.cards, mode=mode)})


def _points(account: DealAccount[Any], trick: TrickFacts, *, side: int, worth: list[int]) -> Iterator[Step]:
    """The card points of the trick (R-8), the five of the last one (R-9), and what each side has taken so far."""
    points, awarded = sum(worth), account.deal.decided.awarded(trick.number) is not None
    counted = trick.number <= account.tricks_counted
    facts = {"trick": trick.number, "side": side, "sum": worth, "points": points}
    so_far = {str(one): taken for one, taken in taken_by(account.deal, tricks=trick.number).items()}
    last = trick.number == account.deal.last
    running = {"running": None if last else so_far}
    adds = account.adds(side, to="tricks", points=points) if counted else None
    if not counted and account.counts:
        yield _uncounted(account, facts)
        return
    key = "points_awarded" if awarded else "points_last" if last else "points"
    yield Step("R-8", TRICK, "points", key, {**facts, **running}, adds)
    if last:
        five = {"trick": trick.number, "side": side, "points": LAST_TRICK, "running": so_far}
        adds = account.adds(side, to="tricks", points=LAST_TRICK)
        yield Step("R-9", TRICK, "last_trick", "last_trick", five, adds)


def _uncounted(account: DealAccount[Any], facts: dict[str, Any]) -> Step:
    """Why the points of a trick are not counted one by one: a ruling, a slate, or the end of the game (R-32, R-34)."""
    if account.deal.decided.lost_by is not None:
        return Step("R-9", TRICK, "points", "points_lost", facts)
    if account.deal.count is not None:
        return Step("R-34", TRICK, "points", "points_in_slate", facts)
    return Step("R-32", TRICK, "points", "points_after_end", facts)


# --- a slate, the score, the end --------------------------------------------------------------------------------------


def count_steps(account: DealAccount[Any], split: Mapping[int, int], *, rule: str) -> Iterator[Step]:
    """The points of each side by a slate: given, derived from what a deal has, or a difference `split` by a ruling."""
    count, decided = account.deal.count, account.deal.decided
    if count is None:
        return
    for side, points in count.points.items():
        counted = not decided.split and decided.lost_by is None
        adds = account.adds(side, to="tricks", points=points) if counted else None
        facts = {"side": side, "points": points}
        if side in count.report.points:
            yield Step(rule, COUNT, "count", "count_given", facts, adds)
        else:
            rest = sum(given for other, given in count.points.items() if other != side)
            yield Step("R-9", COUNT, "count", "count_derived", {**facts, "others": rest}, adds)
    for side, points in split.items() if decided.split and decided.lost_by is None else ():
        adds = account.adds(side, to="tricks", points=points)
        yield Step("R-9", COUNT, "count", "count_split", {"side": side, "points": points}, adds)


def unplaced_steps(account: DealAccount[Any], *, beside: Collection[Fault]) -> Iterator[Step]:
    """The findings that belong to no trick and do not stand `beside` what they are about."""
    here = frozenset(FAULTS[f["fault"]] for f in account.findings if f["trick"] is None and f["fault"] not in beside)
    if here:
        yield from account.finding_steps(faults=here, chapter=SCORE)


def void_steps(account: DealAccount[Any], *, lowest_wins: bool = False) -> Iterator[Step]:
    """That a void deal counts nothing but the penalties which stand in it (R-5)."""
    key = "void_ruled" if account.deal.void_ruled else "void"
    yield Step("R-5", RESULT, "void", key, {"dealer": account.deal.dealer})
    for side, points in account.deal.decided.penalties.items():
        if points and lowest_wins:
            yield Step("R-5", RESULT, "void", "penalty_ruled", {"side": side, "adjusted": points})
        elif points:
            yield Step("R-5", RESULT, "void", "void_penalty", {"side": side, "points": points})


def total_steps(
    account: DealAccount[Any], added: Mapping[int, int], *, rule: str, lowest_wins: bool = False
) -> Iterator[Step]:
    """What each side had, and has with the deal; or that the deal counts nothing (R-5, R-35)."""
    if not account.counts:
        yield from void_steps(account, lowest_wins=lowest_wins)
        return
    ended = account.carry.result
    if ended is not None:
        yield Step("R-35", RESULT, "surplus", "surplus", {"ended_in": ended.deal, "winners": list(ended.winners)})
        return
    so_far = "_so_far" if account.status in RUNNING else ""
    for side, points in added.items():
        before = account.carry.totals[side - 1]
        total = {"before": before, "deal": points, "after": before + points}
        yield Step(rule, SCORE, "total", f"total{so_far}", {"side": side, **total})


def last_deal_steps(account: DealAccount[Any], result: Result | None, *, deals: int, rule: str) -> Iterator[Step]:
    """Where the higher total after so many deals wins: how the deal ends the game, or that it goes on."""
    if result is None:
        if account.counts and account.deal.over and account.carry.result is None:
            facts = {"counted": account.carry.counted + 1, "deals": deals}
            yield Step(rule, RESULT, "goes_on", "goes_on_deals", facts)
        return
    winners = list(result.winners)
    forfeited_by = account.deal.decided.forfeited_by
    if forfeited_by is not None:
        yield Step("R-35", RESULT, "end", "forfeit", {"side": winners[0], "other": forfeited_by})
    elif len(winners) > 1:
        yield Step(rule, RESULT, "end", "deals_draw", {"deals": deals, "winners": winners})
    else:
        yield Step(rule, RESULT, "end", "deals_end", {"deals": deals, "winners": winners, "side": winners[0]})
    if result.reason is EndReason.RULING:
        yield Step("R-35", RESULT, "ruled", "ended_by_ruling", {"winners": winners})
