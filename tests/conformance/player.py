"""Somebody who can report any game: asked what may come next, it says something of that kind.

It deals a pack, keeps who has what, and plays lawfully or carelessly. All it knows of a variant is its shape, what
`next` expects, and whose turn it is.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.rules.variants import VARIANTS
from tests.oracle.cards import MODES, PACK, legal

Json = dict[str, Any]

CARELESS = 0.08
"""How often a card is drawn from the whole hand."""

SHOWN = 0.15
"""How often a hand is shown where it may be."""


@dataclass
class Player:
    """A table full of people. `step(expects, seat, deal)` is the next report: of the deal as a referee sees it."""

    variant: str
    rules: Mapping[str, Any]
    rng: random.Random
    first_dealer: int
    careless: float = CARELESS
    hands: dict[int, list[str]] = field(default_factory=dict)
    left: dict[int, list[str]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)

    @property
    def seats(self) -> list[int]:
        """The seats of the variant."""
        return list(VARIANTS[self.variant].table.all_seats)

    def step(self, expects: list[str], seat: int | None, deal: Json | None) -> Json | None:
        """Something that may come now; None where nothing of it is known."""
        ways: list[tuple[str, Callable[[int | None, Json], Json | None]]] = [
            ("hand", self._hand),
            ("bid", self._bid),
            ("lay", self._lay),
            ("push", self._push),
            ("announce", self._announce),
            ("play", self._play),
        ]
        if deal is not None:
            for kind, way in ways:
                report = way(seat, deal) if kind in expects else None
                if report is not None:
                    return report
        return self._deal(deal) if "deal" in expects else None

    # --- one kind each ---------------------------------------------------------------------------------------------

    def _deal(self, deal: Json | None) -> Json:
        size = len(PACK) // len(self.seats)
        pack = self.rng.sample(PACK, len(PACK))
        self.hands = {seat: pack[size * seat - size : size * seat] for seat in self.seats}
        self.left = {seat: list(cards) for seat, cards in self.hands.items()}
        self.shown = set()
        if ("deal", "turned") not in VARIANTS[self.variant].needs:
            return {"kind": "deal"}
        dealer = self.first_dealer if deal is None else deal["dealer"] % len(self.seats) + 1
        return {"kind": "deal", "turned": self.rng.choice(self.hands[dealer])}

    def _hand(self, _seat: int | None, _deal: Json) -> Json | None:
        seat = self.rng.choice(self.seats)
        if seat in self.shown or self.rng.random() > SHOWN:
            return None
        self.shown.add(seat)
        return {"kind": "hand", "seat": seat, "cards": self.hands[seat]}

    def _bid(self, seat: int | None, deal: Json) -> Json | None:
        made = {entry["seat"] for entry in deal["bids"] or ()}
        missing = [one for one in self.seats if one not in made]
        may_wait = deal["status"] != "bidding" and not self._all_played(deal)
        if may_wait and self.rng.random() < 0.8:
            return None
        chosen = seat if seat in missing else self.rng.choice(missing)
        return {"kind": "bid", "seat": chosen, "points": self.rng.choice([0, self.rng.randint(0, 157), 40])}

    def _lay(self, _seat: int | None, deal: Json) -> Json | None:
        laid = {entry["seat"] for entry in deal["laid"] or ()}
        missing = [one for one in self.seats if one not in laid]
        if not missing or (self.rng.random() < 0.7 and not self._all_played(deal)):
            return None
        seat = self.rng.choice(missing)
        card = self.rng.choice(self.left[seat])
        self.left[seat].remove(card)
        return {"kind": "lay", "seat": seat, "card": card}

    def _push(self, _seat: int | None, deal: Json) -> Json | None:
        return {"kind": "push"} if self.rng.random() < 0.3 else None

    def _announce(self, _seat: int | None, deal: Json) -> Json:
        return {"kind": "announce", "mode": self.rng.choice(MODES)}

    def _play(self, seat: int | None, deal: Json) -> Json | None:
        player = seat or self._to_play(deal)
        running = deal["tricks"][-1] if deal["tricks"] else None
        lying = running["cards"] if running and running["winner"] is None else []
        held = self.left[player]
        if not held or deal["mode"] is None:
            return None
        lawful = legal(held, lying, deal["mode"], self.rules.get("undertrump", "strict"))
        card = self.rng.choice(held if self.rng.random() < self.careless else lawful)
        held.remove(card)
        return {"kind": "play", "card": card}

    def _to_play(self, deal: Json) -> int:
        if not deal["tricks"]:
            return int(deal["leader"])
        last = deal["tricks"][-1]
        if last["winner"] is not None:
            return int(last["winner"])
        return (int(last["leader"]) + len(last["cards"]) - 1) % len(self.seats) + 1

    def _all_played(self, deal: Json) -> bool:
        return sum(trick["winner"] is not None for trick in deal["tricks"]) == VARIANTS[self.variant].tricks
