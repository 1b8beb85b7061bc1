"""The facts of one deal, as they were reported: nothing is judged here.

What they consist of stands in parts.py, what rulings order in decided.py.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.rules.deal.decided import NOTHING_DECIDED, Decided
from scoring.rules.deal.parts import Bid, Claim, Count, LaidCard, Lying, Meld, Moment, Signature, TrickFacts
from scoring.rules.deal.secret import AWAITED
from scoring.rules.pack.cards import Card, Cards, holds
from scoring.rules.pack.modes import Mode
from scoring.rules.pack.seats import Side, Table
from scoring.rules.pack.tricks import LAST_TRICK, points_in, winning_position, winning_position_without
from scoring.rules.record.decisions import Decision, Ruled
from scoring.rules.record.entries import Unit

SECOND = 2
"""The trick before whose first card Weise are shown (R-28)."""

NEVER = 1_000_000
"""Later than any fact."""


@dataclass(slots=True)
class Deal:
    """Everything reported of one deal. Seats and sides are numbered from 1.

    `id` is that of its opening report and stays, `number` is where the deal stands now. It was opened by the report of
    the unit `opened` with the index `opened_at`.

    `decisions` are the newest ones on each dispute about it, by its id, and `decided` what they come to. `appeals` has
    the disputes that were appealed, and whether they have been decided since. `ever_ruled`
    are all rulings on it, the oldest first, also those that stand no more. `changed` is
    the seq of the newest entry that changed it; `void_after` the number of the deal that was open when it became void,
    None while it counts; `void_ruled` says that a ruling made it so, `void_signed` that all sides signed a misdeal.
    `redealt_after` is what `void_after` was where the deal was dealt again before a later ruling let it count after
    all: what was dealt stays dealt.

    `off_hand` are reports that do not fit the hand of a seat, with that seat: a correction has changed what was said
    before them. They stand nevertheless. `unseen` are the seats whose hands are left out of account: it is judged as if
    nobody had said what is in them. `settling` judges it as it will be once the report that is heard has settled it.

    Its variant says when it is opened: `turned_seat` is whose card the turned one is known to be; `to_bid` and `to_lay`
    are the seats whose bids and laid cards its settlement waits for; `secret` are the kinds of reports that are hidden
    until then. `first_leader` leads where that is not forehand, and `memory` is what the deals before have left to it
    (carry.py). `kept_open` is for judging it as if the last of them had not come (a dry run settles nothing).
    """

    id: str
    number: int
    table: Table
    hand_size: int
    last: int
    dealer: int
    opened: Unit
    opened_at: int = 0
    wrong_dealer: bool = False
    turned: Card | None = None
    turned_seat: int | None = None
    to_bid: frozenset[int] = frozenset()
    to_lay: frozenset[int] = frozenset()
    secret: frozenset[str] = frozenset()
    first_leader: int | None = None
    memory: Any = None
    kept_open: bool = False
    mode: Mode | None = None
    declarer: int | None = None
    pushed: Unit | None = None
    announced: Unit | None = None
    bids: dict[int, Bid] = field(default_factory=dict)
    laid: dict[int, LaidCard] = field(default_factory=dict)
    hands: dict[int, Cards] = field(default_factory=dict)
    hand_clock: dict[int, int] = field(default_factory=dict)
    unseen: frozenset[int] = frozenset()
    settling: bool = False
    off_hand: list[tuple[int, Unit]] = field(default_factory=list)
    tricks: list[TrickFacts] = field(default_factory=list)
    complete_tricks: int = 0
    played: Cards = 0
    played_by: dict[int, Cards] = field(default_factory=lambda: defaultdict(int))
    wrong_leads: list[int] = field(default_factory=list)
    weise: list[Meld] = field(default_factory=list)
    stoecke: list[Meld] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    count: Count | None = None
    signatures: list[Signature] = field(default_factory=list)
    decisions: dict[str, Decision] = field(default_factory=dict)
    decided: Decided = NOTHING_DECIDED
    appeals: dict[str, bool] = field(default_factory=dict)
    ever_ruled: list[Ruled] = field(default_factory=list)
    changed: int = 0
    void_after: int | None = None
    void_ruled: bool = False
    void_signed: bool = False
    redealt_after: int | None = None
    moments: list[Moment] = field(default_factory=list)
    second_trick_clock: int = NEVER
    clock: int = 0

    @property
    def trump_suit(self) -> int | None:
        """The suit that is trump, an index into SUITS; None where none is, or none yet."""
        return self.mode.trump if self.mode else None

    @property
    def forehand(self) -> int:
        """The seat after the dealer (R-5)."""
        return self.table.next(self.dealer)

    @property
    def leader(self) -> int:
        """Who leads the first trick: forehand, or whom the variant has set."""
        return self.first_leader or self.forehand

    @property
    def running(self) -> TrickFacts | None:
        """The trick that lies open, if one does."""
        return self.tricks[-1] if len(self.tricks) > self.complete_tricks else None

    @property
    def all_played(self) -> bool:
        """Whether the last trick is complete."""
        return self.complete_tricks == self.last

    @property
    def done(self) -> bool:
        """Whether nothing more is played: all tricks lie, a slate holds them, a ruling ends the deal, or it is void."""
        return (
            self.all_played or self.count is not None or self.void_after is not None or self.decided.lost_by is not None
        )

    @property
    def no_bid_yet(self) -> frozenset[int]:
        """The seats whose bids are still to come; who is ruled to have made none owes none (section 9)."""
        return self.to_bid - self.bids.keys() - self.decided.without_bid

    @property
    def no_card_yet(self) -> frozenset[int]:
        """The seats whose laid cards are still to be reported (R-51)."""
        return self.to_lay - self.laid.keys()

    @property
    def waits(self) -> bool:
        """Whether settlement waits for bids or laid cards."""
        return bool(self.no_bid_yet or self.no_card_yet)

    @property
    def over(self) -> bool:
        """Whether the deal is settled, or need not be: nothing more is played, and nothing awaited is missing."""
        if self.void_after is not None or self.decided.lost_by is not None:
            return True
        return self.done and not self.waits and not (self.kept_open and self.keeps_secrets)

    @property
    def complete(self) -> bool:
        """Whether the deal is over and its cards or its slate tell all of it."""
        return self.over and (self.all_played or self.count is not None)

    @property
    def keeps_secrets(self) -> bool:
        """Whether its settlement opens what until then is hidden: bids or laid cards."""
        return not self.secret.isdisjoint(AWAITED)

    @property
    def rulings(self) -> list[Ruled]:
        """The rulings that stand, the oldest first."""
        return [one for one in self.decisions.values() if isinstance(one, Ruled)]

    @property
    def ruled_for_good(self) -> bool:
        """Whether each ruling about it is final: it was given after an appeal."""
        return all(self.appeals.get(one.dispute, False) for one in self.rulings)

    def winner_of(self, trick: TrickFacts) -> int | None:
        """The seat that takes a trick, cards that have lost their strength left out; None while it runs."""
        weak = self.decided.weak
        if not weak or trick.winner is None or self.mode is None:
            return trick.winner
        return self.table.order_from(trick.leader)[winning_position_without(weak, cards=trick.cards, mode=self.mode)]

    def sides_taking(self) -> list[Side | None]:
        """The side for which each trick counts, in their order, after all rulings; None for one that runs."""
        decided, sides = self.decided, self.table.side_by_seat
        if decided.awards or decided.weak:
            return [self.side_taking(trick) for trick in self.tricks]
        return [sides[trick.winner] if trick.winner else None for trick in self.tricks]

    def side_taking(self, trick: TrickFacts) -> int | None:
        """The side for which a trick counts, after all rulings; None while it runs."""
        winner = self.winner_of(trick)
        if winner is None or not self.decided.awards:
            return self.table.side_of(winner) if winner else None
        return self.decided.awarded(trick.number) or self.table.side_of(winner)

    @property
    def last_side(self) -> int | None:
        """The side that took the last trick, None where that is not known."""
        if self.all_played:
            return self.side_taking(self.tricks[-1])
        return self.count.last_side if self.count else None

    @property
    def next_leader(self) -> int:
        """Who leads the next trick: whom a ruling names, else the winner of the trick before after all rulings so far.

        A ruling acts from its place in the record on. Example: it takes the strength of a card in trick 2. Given after
        trick 2, it decides who leads trick 3. Given after trick 5, it leaves the leads of tricks 3 to 5 as they were.
        """
        done = self.complete_tricks
        named = self.decided.leader_of(done + 1) if self.decided.leads else None
        if named is not None or not done:
            return named or self.leader
        return self.winner_of(self.tricks[done - 1]) or self.leader

    @property
    def turn(self) -> int:
        """Whose card comes next."""
        trick = self.running
        if trick is None:
            return self.next_leader
        return self.table.order_from(trick.leader)[len(trick.cards)]

    @property
    def before_second_trick(self) -> bool:
        """Whether no card of the second trick lies (R-28)."""
        return self.second_trick_clock == NEVER

    def tick(self) -> int:
        """The number of the next fact."""
        self.clock += 1
        return self.clock

    def lay(self, cards: Sequence[Card], *, leader: int | None, unit: Unit) -> None:
        """Put cards on the table, no more than the trick has room for. `leader` plays the first that opens a trick."""
        if self.mode is None:
            raise ValueError("a card was laid before the mode was known")
        trick = self.running
        if trick is None:
            trick = TrickFacts(len(self.tricks) + 1, leader or self.next_leader)
            self.tricks.append(trick)
            if trick.number == SECOND:
                self.second_trick_clock = self.clock + 1
        lying = len(trick.cards)
        played, played_by = self.played, self.played_by
        for seat, card in zip(self.table.order_from(trick.leader)[lying:], cards, strict=False):
            bit = 1 << card
            played |= bit
            played_by[seat] |= bit
        self.played = played
        trick.cards += cards
        trick.units += [unit] * len(cards)
        trick.clocks += range(self.clock + 1, self.clock + 1 + len(cards))
        self.clock += len(cards)
        if lying + len(cards) == self.table.seats:
            self._turn_over(trick, mode=self.mode)

    def _turn_over(self, trick: TrickFacts, *, mode: Mode) -> None:
        trick.winner = self.table.order_from(trick.leader)[winning_position(trick.cards, mode=mode)]
        trick.points = points_in(trick.cards, mode=mode)
        self.complete_tricks += 1
        if trick.number < self.last:
            self.moments.append(Moment(self.clock, trick.number))
        else:
            trick.points += LAST_TRICK

    def where(self, card: Card) -> Lying | None:
        """Where the card lies, None while it does not."""
        if not holds(self.played, card):
            return None
        trick = next(trick for trick in self.tricks if card in trick.cards)
        place = trick.cards.index(card)
        return Lying(self.table.order_from(trick.leader)[place], trick.number, trick.clocks[place])

    def clock_of(self, card: Card) -> int:
        """The clock of the fact with which a card was played that lies; NEVER where it does not."""
        lying = self.where(card)
        return lying.clock if lying else NEVER

    def between_tricks(self) -> bool:
        """Whether at least one trick is complete, the last is not, and none lies open."""
        return self.running is None and 0 < self.complete_tricks < self.last

    def seen_elsewhere(self, card: Card, *, seat: int) -> bool:
        """Whether another seat has openly played this card."""
        return holds(self.played & ~self.played_by.get(seat, 0), card)

    def turned_elsewhere(self, card: Card, *, seat: int) -> bool:
        """Whether it is another seat's turned card (R-40, R-50)."""
        return card == self.turned and self.turned_seat not in {None, seat}

    @property
    def turned_cards(self) -> dict[int, Cards]:
        """The turned card as a card of the seat whose it is; empty where it is nobody's in particular."""
        if self.turned is None or self.turned_seat is None:
            return {}
        return {self.turned_seat: 1 << self.turned}
