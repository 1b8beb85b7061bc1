"""A table that plays at random and types in all it does: lawful and unlawful, twice, back and forth.

`Scribe` sends what happens to a game, call by call, and keeps the calls that were taken: a list of reports with which
the game can be told again in another way. Everything is decided by the random.Random that it is given.
"""

import random
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    correct,
    deal,
    hand,
    incident,
    play,
    push,
    retract,
    stoeck,
    weis,
)
from tests.api.table import Answer, GameClient
from tests.oracle.cards import MODES, PACK, SEATS, legal, next_seat, seats_from, side_of, trick_points, trick_winner
from tests.oracle.dealer import random_hands, random_options, random_weise, stoeck_holder
from tests.oracle.presets import WEIS_PARTS, Options

Call = list[Json]
"""Reports that are sent in one call."""

UNLAWFUL = 0.04
"""How often a card is drawn from the whole hand."""

ON_A_SLATE = 0.2
"""How often a deal is counted, before any of its tricks or after some."""

GIVING_WAY = {"not_your_turn", "wrong_dealer", "points_do_not_sum"}
"""Refusals on which the table may insist."""

STEP = {"retract", "correct"}
"""Kinds that are judged together where they follow each other."""


def rules_of(options: Options) -> Json:
    """The options as a client may send them: without what is null, and without parts of what is off."""
    off = set() if options["weis"] else set(WEIS_PARTS)
    off |= set() if options["stoeck"] else {"stoeck_call"}
    off |= set() if options["target"] is not None else {"order", "no_claim"}
    return {name: value for name, value in options.items() if value is not None and name not in off}


def random_rules(rng: random.Random) -> Options:
    """Options in which games of one to three deals may end in any way."""
    end = {"deals": rng.randint(1, 3)} if rng.random() < 0.2 else {"target": rng.choice([200, 400, 1000, 3000])}
    return random_options(rng, **end)


@dataclass
class Scribe:
    """Types in what happens at one table.

    `told` are the calls that were taken, `listener` is called before each call with the reports about to be sent.
    `back` is how often something is taken back, `twice` how often a second device reports something again.
    """

    game: GameClient
    rng: random.Random
    options: Options
    back: float = 0.06
    twice: float = 0.08
    shown: float = 0.5
    only_by_the_organizer: bool = False
    listener: Callable[[Call], None] | None = None
    told: list[Call] = field(default_factory=list)
    standing: Call = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    def new_id(self) -> str:
        """An id that the same seed gives again."""
        return str(uuid.UUID(int=self.rng.getrandbits(128), version=4))

    def say(self, call: Call) -> bool:
        """Send a call; insist where it is against the rules. Whether it was taken."""
        if self.listener:
            self.listener(call)
        devices = [self.game.organizer] if self.only_by_the_organizer else [self.game.organizer, self.game.scorer]
        answer = self.game.send(*call, by=self.rng.choice(devices))
        if answer.status == 409 and answer.body["code"] == "irregular":
            at_fault = {finding["report"] for finding in answer.body["findings"]}
            return self.say([{**one, "as_played": True} if row in at_fault else one for row, one in enumerate(call)])
        if answer.status >= 400 and answer.body["code"] in GIVING_WAY and self.rng.random() < 0.3:
            row = answer.body["report"]
            if not call[row].get("as_played"):
                return self.say([*call[:row], {**call[row], "as_played": True}, *call[row + 1 :]])
        if answer.status not in {200, 201}:
            return False
        self.told.append(call)
        self.answers.append(answer)
        return True

    def deals(self, count: int) -> None:
        """So many deals, or fewer where the game ends."""
        for _ in range(count):
            if self.game.game()["status"] != "playing":
                return
            self.deal()

    def deal(self) -> None:
        """One deal, from its opening to its last trick or to where the table got lost."""
        waiting = self.reports()
        while waiting:
            if not self.one(waiting) and self.rng.random() < 0.05:
                return
            if self.rng.random() < self.back:
                waiting = self.take_back() + waiting
            if self.rng.random() < self.twice:
                self.second_device()
            if self.rng.random() < self.back / 2:
                self.put_right()
            if self.rng.random() < 0.03:
                self.aside()

    def one(self, waiting: Call) -> bool:
        """Report what comes next, sometimes more of it at once."""
        size = self.rng.choice([1, 1, 1, 1, 2, 3])
        call = [{**one, "id": self.new_id()} for one in waiting[:size]]
        del waiting[:size]
        taken = self.say(call)
        if taken:
            self.standing += self.told[-1]
        return taken

    def take_back(self) -> Call:
        """Take the newest reports back in one step, or one further back; answer what is to be reported again."""
        if not self.standing or self.told[-1][-1]["kind"] in STEP:
            return []
        chosen = self.standing[-self.rng.randint(1, 5) :]
        if self.rng.random() < 0.3:
            chosen = [self.rng.choice(self.standing[-30:])]
        step = [retract(one["id"], id=self.new_id()) for one in reversed(chosen)]
        if not self.say(step):
            return []
        self.standing = [one for one in self.standing if one not in chosen]
        again = [{name: value for name, value in one.items() if name not in {"id", "as_played"}} for one in chosen]
        return again if self.rng.random() < 0.8 else []

    def put_right(self) -> None:
        """Correct a report: another card, another order, another mode, or the same again."""
        if not self.standing or self.told[-1][-1]["kind"] in STEP:
            return
        wrong = self.rng.choice(self.standing[-20:])
        right = {name: value for name, value in wrong.items() if name not in {"id", "as_played"}}
        if right["kind"] in {"trick", "weis"} and self.rng.random() < 0.7:
            right["cards"] = self.rng.sample(right["cards"], len(right["cards"]))
        if right["kind"] == "play" and self.rng.random() < 0.7:
            right["card"] = self.rng.choice(PACK)
        if right["kind"] == "announce":
            right["mode"] = self.rng.choice(MODES)
        step = correct(wrong["id"], right, id=self.new_id())
        if self.say([step]):
            self.standing[self.standing.index(wrong)] = {**right, "id": step["id"]}

    def aside(self) -> None:
        """Something beside the play: an incident, or a signature."""
        rng, id_ = self.rng, self.new_id()
        incidents = [one for call in self.told for one in call if one["kind"] == "incident"]
        said = [incident(rng.choice(["exposed_card", "remark", "misdeal"]), seat=rng.choice(SEATS))]
        if incidents and rng.random() < 0.7:
            said = [confirm(side, report=incidents[-1]["id"]) for side in (1, 2)][: rng.choice([1, 2])]
        elif rng.random() < 0.4:
            said = [confirm(rng.choice([1, 2]))]
        self.say([{**one, "id": id_ if n == 0 else self.new_id()} for n, one in enumerate(said)])

    def second_device(self) -> None:
        """Another device reports something that is on record, under an id of its own."""
        numbered = [one for one in self.standing[-20:] if "number" in one or "deal" in one]
        if numbered:
            again = self.rng.choice(numbered)
            self.say([{**again, "id": self.new_id()}])

    # --- what happens -------------------------------------------------------------------------------------------

    def reports(self) -> Call:
        """The reports of a whole deal, in an order in which a table may make them."""
        rng, number, dealer = self.rng, len(self.game.deals()) + 1, self.dealer()
        hands = random_hands(rng, kind=rng.choice(["plain", "rich", "uneven"]))
        mode, forehand = rng.choice(MODES), next_seat(dealer)
        opening = [deal(), *([push()] if self.options["pushing"] == "once" and rng.random() < 0.3 else [])]
        opening.append(announce(mode))
        lying = list(_lying(hands, rng=rng, mode=mode, undertrump=self.options["undertrump"], forehand=forehand))
        extras = [weis(each["seat"], " ".join(each["cards"])) for each in self.weise(hands, mode)]
        holder = stoeck_holder(hands, mode)
        if holder is not None and self.options["stoeck"]:
            extras += [stoeck(holder)] * rng.choice([0, 1, 1, 2])
        shown = [hand(seat, " ".join(hands[seat])) for seat in SEATS if rng.random() < self.shown]
        whole = opening + [self.dressed(one, forehand) for one in lying]
        for one in extras:
            whole.insert(rng.randint(len(opening), len(opening) + 3), one)
        for one in shown:
            whole.insert(rng.choice([1, len(opening), rng.randint(1, len(whole))]), one)
        for _ in range(rng.choice([0, 0, 1, 2])):
            whole.insert(rng.randint(len(opening) + 1, len(whole)), claim(rng.choice([1, 2])))
        if rng.random() < ON_A_SLATE:
            kept = rng.randint(len(opening), len(whole) - 1)
            whole = [*whole[:kept], self.counted(lying, mode)]
        return [{**one, **({"deal": number} if rng.random() < 0.15 else {})} for one in whole]

    def counted(self, lying: Call, mode: str) -> Json:
        """The count of the deal as it would have been played, now and then miscounted."""
        points, tricks, last = {1: 0, 2: 0}, {1: 0, 2: 0}, 1
        for cards, leader, number in _whole_tricks(lying):
            last = side_of(trick_winner(cards, leader, mode))
            points[last] += trick_points(cards, mode, number=number)
            tricks[last] += 1
        slip = self.rng.choice([0, 0, 0, 1])
        told: Json = {"points": {"1": points[1] + slip, "2": points[2]}}
        if 157 in points.values():
            told["match"] = next((side for side in (1, 2) if tricks[side] == 9), None)
        return {"kind": "count", **told, **({"last_trick": last} if self.rng.random() < 0.7 else {})}

    def dealer(self) -> int:
        """Who deals next."""
        deals = self.game.deals()
        return next_seat(deals[-1]["dealer"]) if deals else 4

    def weise(self, hands: dict[int, list[str]], mode: str) -> list[Json]:
        """True Weise, and now and then one that somebody else holds."""
        found = random_weise(hands, rng=self.rng, mode=mode, options=self.options)
        return [{**each, "seat": self.rng.choice(SEATS)} if self.rng.random() < 0.1 else each for each in found]

    def dressed(self, one: Json, forehand: int) -> Json:
        """A play or trick with some of the fields that may be left out."""
        left = {"play": ("seat",), "trick": ("leader",)}[one["kind"]]
        keep = {name: one[name] for name in ("number", *left) if self.rng.random() < 0.4}
        return {name: value for name, value in one.items() if name in {"kind", "card", "cards"}} | keep


def _whole_tricks(lying: Call) -> Iterator[tuple[list[str], int, int]]:
    """The cards, leader and number of each trick, however it was reported."""
    begun: dict[int, list[Json]] = {}
    for one in lying:
        begun.setdefault(one["number"], []).append(one)
    for number, parts in begun.items():
        whole = parts[-1] if parts[-1]["kind"] == "trick" else None
        cards = whole["cards"] if whole else [one["card"] for one in parts]
        yield cards, whole["leader"] if whole else parts[0]["seat"], number


def _lying(
    hands: dict[int, list[str]], *, rng: random.Random, mode: str, undertrump: str, forehand: int
) -> Iterator[Json]:
    """Nine tricks, mostly lawful, each as a whole, card by card, or begun by cards."""
    left = {seat: list(cards) for seat, cards in hands.items()}
    leader = forehand
    for number in range(1, 10):
        lying: list[str] = []
        for seat in seats_from(leader):
            allowed = left[seat] if rng.random() < UNLAWFUL else legal(left[seat], lying, mode, undertrump)
            lying.append(rng.choice(allowed))
            left[seat].remove(lying[-1])
        single = rng.choice([0, 0, 0, 1, 2, 4])
        for seat, card in list(zip(seats_from(leader), lying, strict=True))[:single]:
            yield play(card, seat=seat, number=number)
        if single < 4:
            yield {"kind": "trick", "cards": lying, "leader": leader, "number": number}
        leader = trick_winner(lying, leader, mode)
