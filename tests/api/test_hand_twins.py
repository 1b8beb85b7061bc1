"""Two games that differ only in what is hidden cannot be told apart before the deal is settled (docs/api.md, Secrets).

Twins are played side by side, card by card the same, with careless plays and Weise that may be false. Two seats have
other cards in the second game; one or both have reported their hands, and in Differenzler have bid otherwise. The
players of the other seats, an outsider and the organizer of another club try reports and disputes of every kind and
read every page. They are answered the same in both games: status, body and entity tag.
"""

import random
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Final

import pytest

from scoring.models import Role
from scoring.rules.scoring.status import RUNNING
from tests.api.says import (
    Json,
    announce,
    bid,
    claim,
    confirm,
    correct,
    deal,
    hand,
    incident,
    new_id,
    play,
    retract,
    stoeck,
    weis,
)
from tests.api.table import Answer, Club, Device, GameClient, without_chance
from tests.api.test_bid_secrets import seen
from tests.oracle.cards import PACK, trick_winner
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

RANKS: Final = ["6", "7", "8", "9", "10", "U", "O", "K", "A"]
SEATS: Final = (1, 2, 3, 4)


@dataclass(frozen=True)
class Rules:
    """What is played: how the games are opened, how the deal begins, and which side a seat belongs to."""

    game: Json
    opening: list[Json]
    alone: bool = False

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat if self.alone else 2 - seat % 2


KINDS: Final = (
    Rules({}, [deal(), announce("schilten")]),
    Rules({"rules": {"claim": "automatic", "target": 60}}, [deal(), announce("schilten")]),
    Rules({"variant": "differenzler", "rules": {"preset": "differenzler-tournament"}}, [deal(turned="S6")], alone=True),
)


@dataclass
class Twin:
    """One of two games, with the hands as they are there, and those who watch it; `players` by their seats."""

    game: GameClient
    hands: dict[int, list[str]]
    players: dict[int, Device]
    others: list[Device] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        """Whether the deal still hides what is in the hands."""
        row = self.game.row
        return row.result is None and row.current_deal is not None and row.current_deal.status in RUNNING


def twin(rules: Rules, hands: dict[int, list[str]], *, watching: list[int], ids: Json) -> Twin:
    """A game with these hands."""
    game = Club().open(**rules.game)
    players = {seat: game.club.device(game.token(Role.PLAYER, seat=seat, label="a phone")) for seat in watching}
    game.report(*({**one, "id": ids[one["kind"]]} for one in rules.opening), by=game.scorer)
    return Twin(game, hands, players, [game.outsider, Club().organizer])


def hands_of_both(rng: random.Random, pair: list[int]) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Random hands, and the same after up to four cards of the pair have changed places."""
    pack = rng.sample(PACK, len(PACK))
    hands = {seat: pack[9 * seat - 9 : 9 * seat] for seat in SEATS}
    other = {seat: list(cards) for seat, cards in hands.items()}
    one, two = pair
    for place in range(rng.randint(1, 4)):
        other[one][place], other[two][place] = other[two][place], other[one][place]
    return hands, other


class Probes:
    """What a player might try, from the cards that both games share."""

    def __init__(self, rng: random.Random, rules: Rules, hands: dict[int, list[str]]) -> None:
        self.rng, self.rules, self.hands = rng, rules, hands
        self.sent: dict[int, list[str]] = {seat: [] for seat in SEATS}
        self.deal_id = new_id()

    def reports(self, seat: int) -> list[Json]:
        """One to three reports, as this seat may send them."""
        found = [self._one(seat) for _ in range(self.rng.choice([1, 1, 2, 2, 3]))]
        return [{**one, "as_played": True} if self.rng.random() < 0.3 else one for one in found]

    def dispute(self, seat: int, *, finding: str) -> Json:
        """A dispute about a card, or about a finding that there might be."""
        told: Json = {"category": self.rng.choice(["revoke", "undertrump", "false_weis"]), "statement": "a guess"}
        places: list[Json] = [{"finding": finding}, {"trick": 1, "seat": self.rng.choice(SEATS)}]
        about = self.rng.choice(places)
        return {**told, **about, "deal": self.rng.choice([1, self.deal_id]), "raised_by": {"seat": seat}}

    def weis(self, seat: int) -> Json:
        """A run, shown or only said."""
        row, top = self.rng.choice("ERSB"), self.rng.randint(0, 6)
        if self.rng.random() < 0.3:
            return {"kind": "weis", "seat": seat, "said": {"run": 3, "high": RANKS[top + 2]}}
        return weis(seat, " ".join(row + rank for rank in RANKS[top : top + 3]))

    def _one(self, seat: int) -> Json:
        rng, own, side = self.rng, self.hands[seat], self.rules.side(seat)
        guessed = [*own[: rng.choice([8, 8, 7])], *rng.sample(PACK, 9)]
        kinds: list[Json] = [
            hand(seat, " ".join(own)),
            hand(seat, " ".join(list(dict.fromkeys(guessed))[:9])),
            play(rng.choice(own)),
            play(rng.choice(PACK)),
            play(rng.choice(PACK), seat=seat),
            self.weis(seat),
            stoeck(seat),
            claim(side),
            confirm(side),
            incident("misdeal", seat=rng.choice(SEATS), deal=self.deal_id),
            deal(),
            announce("rosen"),
            bid(seat, rng.choice([0, 30, 157])),
        ]
        for mine in self.sent[seat][-3:]:
            kinds += [retract(mine), correct(mine, play(rng.choice(PACK))), correct(mine, play(rng.choice(own)))]
        return rng.choice(kinds)


@dataclass
class Comparing:
    """Asks the same of both games, and counts."""

    one: Twin
    other: Twin
    number: int = 0

    def both(self, ask: Any) -> list[Answer]:
        """What both are answered, which must be the same."""
        answers: list[Answer] = [ask(self.one), ask(self.other)]
        assert answers[0].status == answers[1].status != 429, [answer.raw for answer in answers]
        if not self.one.goes_on:
            assert not self.other.goes_on
            return answers  # it was settled, and now all may see the difference
        told = [[answer.body, answer.headers.get("etag")] for answer in answers]
        assert without_chance(told[0]) == without_chance(told[1])
        self.number += 1
        return answers

    def attempt(self, seat: int, reports: list[Json]) -> None:
        """A dry run by a player, and the call itself where the dry run was refused."""
        tried = self.both(lambda twin: twin.game.try_out(*reports, by=twin.players[seat]))
        if tried[0].status != 200:
            self.both(lambda twin: twin.game.send(*reports, by=twin.players[seat]))

    def dispute(self, seat: int, told: Json) -> None:
        """A dispute that a player raises; where it was taken, it is withdrawn again."""
        raised = self.both(lambda twin: twin.players[seat].post(f"{twin.game.path}/disputes", told))
        if raised[0].status == 201:
            ids = cycle([answer.body["id"] for answer in raised])
            self.both(lambda twin: twin.players[seat].post(f"/disputes/{next(ids)}/withdraw", {}))

    def read(self) -> None:
        """Everything that those who watch can read."""
        for here, there in zip(self._watching(self.one), self._watching(self.other), strict=True):
            for mine, yours in zip(seen(self.one, here), seen(self.other, there), strict=True):
                self.number += 1
                assert without_chance(mine) == without_chance(yours)

    def _watching(self, twin: Twin) -> list[Device]:
        return [*twin.players.values(), *twin.others]


class Evening:
    """What happens in both games."""

    def __init__(self, rng: random.Random, rules: Rules, compare: Comparing, probes: Probes) -> None:
        self.rng, self.rules, self.compare, self.probes = rng, rules, compare, probes
        one, other = compare.one, compare.other
        self.left = {seat: [card for card in one.hands[seat] if card in other.hands[seat]] for seat in SEATS}
        self.lying: list[str] = []
        self.leader, self.complete = 1, 0

    def next_card(self) -> bool:
        """A card of the seat whose turn it is, often against the rules; False where the games would differ."""
        seat = (self.leader - 1 + len(self.lying)) % 4 + 1
        if not self.left[seat] or self.complete == 8:
            return False
        suit = [card for card in self.left[seat] if self.lying and card[0] == self.lying[0][0]]
        card = self.rng.choice(suit if suit and self.rng.random() < 0.6 else self.left[seat])
        told = play(card, as_played=True, id=new_id())
        if seat in self.compare.one.players:
            self.probes.sent[seat].append(told["id"])
            self.compare.both(lambda twin: twin.game.send(told, by=twin.players[seat]))
        else:
            self.tell(told)
        self.left[seat].remove(card)
        self.lying.append(card)
        if len(self.lying) == 4:
            self.leader = trick_winner(self.lying, self.leader, "schilten")
            self.lying, self.complete = [], self.complete + 1
        return self.compare.one.goes_on

    def tell(self, told: Json) -> None:
        """Something that the scorer reports in both games, where both take it."""
        twins = (self.compare.one, self.compare.other)
        if all(twin.game.try_out(told, by=twin.game.scorer).status == 200 for twin in twins):
            for twin in twins:
                twin.game.report(told, by=twin.game.scorer)

    def hides(self, seat: int, points: dict[str, int]) -> None:
        """A seat of the pair reports its hand, and in Differenzler its bid: what differs between the games."""
        id_, made = new_id(), new_id()
        for name, twin in (("one", self.compare.one), ("other", self.compare.other)):
            told = [hand(seat, " ".join(twin.hands[seat]), id=id_, as_played=True)]
            told += [bid(seat, points[name], id=made)] if self.rules.alone else []
            twin.game.report(*told, by=twin.game.scorer)


def look_at(seed: int, *, probes: int, pages: int) -> int:
    """Play one pair of games and compare them; how many answers were compared. Pages are read every `pages` cards."""
    rng = random.Random(seed)
    rules = KINDS[seed % len(KINDS)]
    seats = rng.sample(SEATS, 4)
    pair, watching = seats[:2], sorted(seats[2:])
    hands, other = hands_of_both(rng, pair)
    trying = Probes(rng, rules, hands)
    ids = {one["kind"]: new_id() for one in rules.opening} | {"deal": trying.deal_id}
    one, two = (twin(rules, held, watching=watching, ids=ids) for held in (hands, other))
    compare = Comparing(one, two)
    evening = Evening(rng, rules, compare, trying)
    moments = {seat: rng.randint(0, 10) for seat in rng.choice([pair[:1], pair[1:], pair, pair])}
    for moment in range(32):
        for seat in (seat for seat, at in moments.items() if at == moment):
            evening.hides(seat, {"one": rng.randint(0, 157), "other": rng.randint(0, 157)})
        if moment < 4 and not rules.alone:
            evening.tell({**trying.weis(rng.choice(SEATS)), "as_played": True, "id": new_id()})
        for _ in range(probes):
            seat = rng.choice(watching)
            compare.attempt(seat, trying.reports(seat))
        if moment % pages == pages - 1:
            compare.dispute(rng.choice(watching), trying.dispute(rng.choice(watching), finding=new_id()))
            compare.read()
        if not evening.next_card():
            break
    if compare.one.goes_on and compare.other.goes_on:
        compare.read()
    assert compare.one.goes_on == compare.other.goes_on
    return compare.number


def test_twins_that_differ_in_a_hidden_hand_cannot_be_told_apart() -> None:
    """In `make prove` more than 20,000 answers are compared."""
    compared = sum(look_at(seed, probes=proof_size(2, 4), pages=proof_size(12, 3)) for seed in range(proof_size(3, 40)))
    print(f"{compared} answers compared")  # noqa: T201 - a proof says how far it went (pytest -s)
    assert compared >= proof_size(150, 20_000)
