"""A scribe who gets things wrong: false reports, cards out of turn, slates, signatures, and much that is taken back.

What the referee refuses is not recorded; all the rest is, as it was. What becomes of a game is left to chance, so that
laws can be tried on records that nobody would think of.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scoring.rules.call import Irregular
from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import members, notation
from scoring.rules.record.codec import written
from scoring.rules.record.entries import Unit, standing
from scoring.rules.record.refusals import Refused
from tests.oracle.cards import MODES, PACK, SEATS, SIDES, SUITS, next_seat
from tests.oracle.dealer import badly_shuffled, random_options, true_weise
from tests.oracle.presets import Options
from tests.rules.second_opinion import same_options
from tests.rules.table import JassTable, Json, correct, retract

TAKEN_BACK = {"retract", "correct"}
HABITS = {
    "go on": 60,
    "show a hand": 2,
    "show a Weis": 6,
    "show the Stöck": 3,
    "claim": 2,
    "count": 1,
    "note": 2,
    "sign": 3,
    "take back": 6,
    "open": 1,
}
"""What the scribe does next, and how likely each is."""


@dataclass
class Mischief:
    """One game, its table, and the calls that were accepted."""

    rng: random.Random
    oracle: Options
    table: JassTable
    habits: Mapping[str, int]
    calls: list[list[Json]] = field(default_factory=list)
    hands: dict[int, list[str]] = field(default_factory=dict)
    incidents: list[str] = field(default_factory=list)

    def tell(self, *reports: Json) -> bool:
        """Try one call; what cannot be is left out."""
        call = [
            {**report, "as_played": True, "id": str(UUID(int=number))}
            for number, report in enumerate(reports, start=1 + sum(map(len, self.calls)))
        ]
        try:
            ids = self.table.tell(*call)
        except (Refused, Irregular):
            return False
        self.calls.append(call)
        self.incidents += [id_ for id_, report in zip(ids, reports, strict=True) if report["kind"] == "incident"]
        return True

    def act(self) -> None:
        """One thing that the scribe does."""
        habit = self.rng.choices(list(self.habits), list(self.habits.values()))[0]
        self.tell(*ACTS[habit](self))

    @property
    def facts(self) -> Deal | None:
        current = self.table.referee.current
        return current.facts if current else None

    def maybe(self, chance: float, **more: Any) -> Json:
        """Fields that are given sometimes."""
        return more if self.rng.random() < chance else {}

    # --- what happens at the table ---

    def go_on(self) -> list[Json]:
        """What comes next in a game that nobody disturbs; mostly with the right cards."""
        deal = self.facts
        if deal is None or deal.over:
            return self.open()
        if deal.mode is None:
            pushed = [{"kind": "push"}] if self.rng.random() < 0.2 else []
            return [*pushed, {"kind": "announce", "mode": self.rng.choice(MODES)}]
        return [self.next_trick(deal)] if self.rng.random() < 0.8 else [self.next_card(deal)]

    def open(self) -> list[Json]:
        """A new deal, with a pack that was not shuffled well."""
        pack = badly_shuffled(self.rng)
        self.hands = {seat: pack[9 * seat - 9 : 9 * seat] for seat in SEATS}
        return [{"kind": "deal", **self.maybe(0.1, dealer=self.rng.choice(SEATS))}]

    def next_card(self, deal: Deal) -> Json:
        seat = deal.turn
        if deal.running is None and self.rng.random() < 0.05:
            seat = self.rng.choice(SEATS)
        number = deal.complete_tricks + 1
        card = self.rng.choice(self.left(deal, seat))
        return {"kind": "play", "card": card, **self.maybe(0.2, seat=seat), **self.maybe(0.2, number=number)}

    def next_trick(self, deal: Deal) -> Json:
        lying = deal.running
        leader = lying.leader if lying else deal.next_leader
        if lying is None and self.rng.random() < 0.05:
            leader = self.rng.choice(SEATS)
        cards = [notation(card) for card in lying.cards] if lying else []
        order = deal.table.order_from(leader)[len(cards) :]
        cards += [self.rng.choice(self.left(deal, seat)) for seat in order]
        number = deal.complete_tricks + 1
        said = leader != deal.next_leader or self.rng.random() < 0.1
        return {"kind": "trick", "cards": cards, **self.maybe(said, leader=leader), **self.maybe(0.3, number=number)}

    def left(self, deal: Deal, seat: int) -> list[str]:
        """What the seat may still hold; where the record has gone astray, any card that does not lie."""
        played = {notation(card) for card in members(deal.played)}
        held = [card for card in self.hands.get(seat, []) if card not in played]
        return held or [card for card in PACK if card not in played] or PACK

    def show_hand(self) -> list[Json]:
        seat = self.rng.choice(SEATS)
        owner = seat if self.rng.random() < 0.8 else self.rng.choice(SEATS)
        return [{"kind": "hand", "seat": seat, "cards": self.hands.get(owner, PACK[:9])}]

    def show_weis(self) -> list[Json]:
        deal = self.facts
        seat = self.rng.choice(SEATS)
        owner = seat if self.rng.random() < 0.8 else self.rng.choice(SEATS)
        mode = deal.mode.name if deal and deal.mode else "rosen"
        weise = true_weise(self.hands.get(owner, PACK[:9]), mode, {**self.oracle, "weis_table": "grand"})
        cards = self.rng.choice(weise) if weise else self.some_run()
        return [{"kind": "weis", "seat": seat, "cards": cards}]

    def some_run(self) -> list[str]:
        suit, first = self.rng.choice(SUITS), self.rng.randint(0, 6)
        return [card for card in PACK if card[0] == suit][first : first + 3]

    def show_stoeck(self) -> list[Json]:
        return [{"kind": "stoeck", "seat": self.rng.choice(SEATS)}]

    def claim(self) -> list[Json]:
        slate = {"counted": {"1": self.rng.randint(0, 80), "2": self.rng.randint(0, 70)}}
        extras = {**self.maybe(0.3, weis={"1": 50}), **self.maybe(0.2, stoeck=self.rng.choice(SIDES))}
        on_paper = {**slate, **extras} if self.facts and not self.facts.tricks else {}
        return [{"kind": "claim", "side": self.rng.choice(SIDES), **on_paper}]

    def count(self) -> list[Json]:
        first = self.rng.choice([0, 157, self.rng.randint(0, 157), self.rng.randint(0, 157)])
        points = self.rng.choice([{"1": first, "2": 157 - first}, {"1": first}, {"2": 157 - first}, {"1": 80, "2": 80}])
        fields = {
            **self.maybe(0.3, match=self.rng.choice([1, 2, None])),
            **self.maybe(0.6, last_trick=self.rng.choice(SIDES)),
            **self.maybe(0.3, weis={self.rng.choice("12"): self.rng.choice([20, 50, 100])}),
            **self.maybe(0.3, stoeck=self.rng.choice(SIDES)),
            **self.maybe(0.5, mode=self.rng.choice(MODES)),
        }
        return [{"kind": "count", "points": points, **fields}]

    def note(self) -> list[Json]:
        return [{"kind": "incident", "category": self.rng.choice(["misdeal", "misdeal", "remark"]), **self.some_deal()}]

    def sign(self) -> list[Json]:
        """Both sides sign, or one of them: an incident, or a deal."""
        sides = self.rng.choice([[1], [2], [1, 2], [1, 2]])
        named = self.some_deal()
        if self.incidents and self.rng.random() < 0.6:
            named = {"report": self.rng.choice(self.incidents)}
        return [{"kind": "confirm", "side": side, **named} for side in sides]

    def some_deal(self) -> Json:
        return self.maybe(0.3, deal=self.rng.randint(1, max(1, len(self.table.referee.deals))))

    # --- taking back ---

    def take_back(self) -> list[Json]:
        """Retract or correct one or two reports that stand, in one step; mostly late ones."""
        units = [unit for unit in standing(self.table.journal) if unit.said]
        if not units:
            return []
        chosen = {
            self.rng.choice(units[self.rng.choice([0, 0, -12, -4, -1]) :]).id: None
            for _ in range(self.rng.choice([1, 1, 2]))
        }
        return [self.taken_back(unit) for unit in units if unit.id in chosen]

    def taken_back(self, unit: Unit) -> Json:
        if unit.seq == unit.root and self.rng.random() < 0.4:
            return retract(unit.id)
        reports = [{"kind": said.report.kind, **written(said)} for said in unit.said]
        index = self.rng.randrange(len(reports))
        reports[index : index + 1] = self.instead_of(reports[index])
        return correct(unit.id, *reports[:20])

    def instead_of(self, report: Json) -> list[Json]:
        """Another thing of the same kind, now and then with something beside it."""
        change = CHANGES.get(report["kind"])
        changed = change(self, report) if change else [report]
        beside = [{"kind": "incident", "category": "remark"}] if self.rng.random() < 0.1 else []
        return [*changed, *beside]

    def other_trick(self, report: Json) -> list[Json]:
        """The cards in another order, or with another card, or one by one."""
        cards = list(report["cards"])
        if self.rng.random() < 0.3 and "leader" not in report:
            return [{"kind": "play", "card": card} for card in cards]
        if self.rng.random() < 0.3:
            cards[self.rng.randrange(4)] = self.rng.choice(PACK)
        else:
            self.rng.shuffle(cards)
        return [{**report, "cards": cards}]

    def other_seat(self, report: Json) -> list[Json]:
        return [{**report, "seat": next_seat(report["seat"])}]

    def other_side(self, report: Json) -> list[Json]:
        return [{**report, "side": 3 - report["side"]}]


ACTS: dict[str, Callable[[Mischief], list[Json]]] = {
    "go on": Mischief.go_on,
    "show a hand": Mischief.show_hand,
    "show a Weis": Mischief.show_weis,
    "show the Stöck": Mischief.show_stoeck,
    "claim": Mischief.claim,
    "count": Mischief.count,
    "note": Mischief.note,
    "sign": Mischief.sign,
    "take back": Mischief.take_back,
    "open": Mischief.open,
}

CHANGES: dict[str, Callable[[Mischief, Json], list[Json]]] = {
    "deal": lambda self, report: [{**report, "dealer": self.rng.choice(SEATS)}],
    "announce": lambda self, report: [{**report, "mode": self.rng.choice(MODES)}],
    "trick": Mischief.other_trick,
    "play": lambda self, report: [{**report, "card": self.rng.choice(PACK)}],
    "weis": Mischief.other_seat,
    "stoeck": Mischief.other_seat,
    "hand": Mischief.other_seat,
    "claim": Mischief.other_side,
    "confirm": Mischief.other_side,
    "count": lambda self, _: [{**self.count()[0], **self.maybe(0.5, mode=self.rng.choice(MODES))}],
    "incident": lambda self, report: [{**report, "category": self.rng.choice(["misdeal", "remark"])}],
}


def some_mischief(seed: int, *, acts: int = 60, habits: Mapping[str, int] = HABITS) -> Mischief:
    """A game that somebody has scribbled down and scribbled over."""
    rng = random.Random(seed)
    end = rng.choice([{"deals": rng.randint(1, 4)}, {"target": rng.randint(50, 900)}, {"target": rng.randint(50, 900)}])
    oracle = random_options(rng, **end)
    scribe = Mischief(rng, oracle, JassTable(same_options(oracle), rng.choice(SEATS)), habits)
    for _ in range(acts):
        scribe.act()
    return scribe
