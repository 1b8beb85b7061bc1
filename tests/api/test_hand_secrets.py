"""Two games that differ only in a hidden hand cannot be told apart before the deal is settled (docs/api.md, Secrets).

The attacks come first: what seat 1 once learned about the reported hand of seat 2. Then twins are played side by side,
card by card the same, with careless plays. A player of another seat and an outsider try reports of every kind and read
every page. They are answered the same in both games.
"""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from scoring.models import Role
from tests.api.says import (
    Json,
    announce,
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
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.table import Club, Device, GameClient, without_chance
from tests.api.test_bid_secrets import seen, tried
from tests.oracle.cards import PACK, trick_winner
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

HANDS = {int(seat): list(cards) for seat, cards in worked("R1")["hands"].items()}
TRICKS = tricks_of("R1")
LEFT_OUT = trick("RA EO RK R10")
"""Seat 2 discards EO on Rosen. Its hand holds Rosen."""


def shown(seat: int, **more: Any) -> Json:
    return hand(seat, " ".join(HANDS[seat]), **more)


@pytest.fixture
def game() -> GameClient:
    """A game in which seat 2 has shown its hand."""
    table = Club().open()
    table.report(deal(), shown(2), announce("schilten"), by=table.scorer)
    return table


def player(game: GameClient, seat: int) -> Device:
    """The phone of a seat."""
    return game.club.device(game.token(Role.PLAYER, seat=seat))


# --- the attacks ------------------------------------------------------------------------------------------------------


def test_a_dry_run_of_a_hand_with_a_guessed_card_tells_nothing(game: GameClient) -> None:
    """Seat 1 says that it holds a card of seat 2, and plays on: the answer once told whether the guess was right."""
    one, own = player(game, 1), HANDS[1]
    answers = set()
    for guess in sorted(set(PACK) - set(own)):
        guessed = hand(1, " ".join([*own[:-1], guess]))
        tries = [game.try_out(guessed, play(card), by=one) for card in own[:-1]]
        answers.add(tuple(answer.status for answer in tries))
    assert len(answers) == 1


def test_a_weis_over_a_guessed_card_tells_nothing(game: GameClient) -> None:
    """Every run is answered as in a game in which seat 2 has shown nothing."""
    bare = Club().open()
    bare.report(deal(), announce("schilten"), by=bare.scorer)
    for table in (game, bare):
        table.report(play("RA"), play(LEFT_OUT["cards"][1], as_played=True), by=table.scorer)
    ranks = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
    for suit in "ERSB":
        for top in range(7):
            run = weis(1, " ".join(suit + rank for rank in ranks[top : top + 3]))
            answers = [table.try_out(run, by=player(table, 1)) for table in (game, bare)]
            assert answers[0].status == answers[1].status
            told = [answer.body.get("findings") for answer in answers]
            assert without_chance(told[0]) == without_chance(told[1])


def test_a_revoke_that_only_a_hidden_hand_proves_opens_at_settlement(game: GameClient) -> None:
    one, two = player(game, 1), player(game, 2)
    game.report({**LEFT_OUT, "as_played": True}, by=game.scorer)
    for device in (one, game.outsider):
        assert game.game(by=device)["deal"]["findings"] == []
    for device in (two, game.scorer, game.organizer):
        assert [each["fault"] for each in game.game(by=device)["deal"]["findings"]] == ["revoke"]
    finding = game.deal["findings"][0]["id"]
    asked = {"category": "revoke", "deal": 1, "finding": finding, "statement": "guessed"}
    assert one.post(f"{game.path}/disputes", asked).code == (422, "invalid_value")
    assert two.post(f"{game.path}/disputes", asked).status == 201


def test_a_card_of_the_hidden_hand_makes_no_finding_vanish(game: GameClient) -> None:
    """Seat 1 plays a card that seat 2 has said to hold: what is proven of seat 2 by that hand stays unsaid."""
    one = player(game, 1)
    game.report({**LEFT_OUT, "as_played": True}, by=game.scorer)
    assert game.game(by=one)["next"]["seat"] == 1
    answers = []
    for card in sorted(set(PACK) - set(LEFT_OUT["cards"])):
        told = game.try_out(play(card), by=one)
        answers.append((told.status, len(told.body.get("findings", [])), len(told.body["game"]["deal"]["findings"])))
    assert set(answers) == {(200, 0, 0)}


def test_a_correction_by_one_seat_is_not_held_against_the_hand_of_another(game: GameClient) -> None:
    """Seat 1 puts a guessed card in the place of its own: a conflict would tell that seat 2 holds it."""
    one, own = player(game, 1), new_id()
    game.report(play(HANDS[1][0], id=own), by=one)
    game.report(shown(3), by=game.scorer)
    mine = set(HANDS[1])
    answers = {game.try_out(correct(own, play(card), as_played=True), by=one).status for card in set(PACK) - mine}
    assert answers == {200}
    refused = game.try_out(correct(own, play(HANDS[3][0])), by=game.scorer)
    assert refused.code == (409, "later_reports_conflict")


# --- twins ------------------------------------------------------------------------------------------------------------


@dataclass
class Twin:
    """One of two games. The two seats of `pair` hold other cards in the other game, and one or both have said so."""

    game: GameClient
    hands: dict[int, list[str]]
    watching: list[Device] = field(default_factory=list)


def twins(rng: random.Random, pair: tuple[int, int], watcher: int) -> tuple[Twin, Twin]:
    """Two games with random hands; up to four cards of the pair have changed places in the second."""
    pack = rng.sample(PACK, len(PACK))
    hands = {seat: pack[9 * seat - 9 : 9 * seat] for seat in (1, 2, 3, 4)}
    other = {seat: list(cards) for seat, cards in hands.items()}
    for place in range(rng.randint(1, 4)):
        one, two = pair
        other[one][place], other[two][place] = other[two][place], other[one][place]
    found = []
    for held in (hands, other):
        game = Club().open()
        found.append(Twin(game, held, [game.club.device(game.token(Role.PLAYER, seat=watcher)), game.outsider]))
    return found[0], found[1]


class Evening:
    """What happens in both games, and what the watcher might try, from the cards that both games share."""

    def __init__(self, rng: random.Random, one: Twin, other: Twin, *, watcher: int) -> None:
        self.rng, self.twins, self.watcher = rng, (one, other), watcher
        self.left = {seat: [card for card in one.hands[seat] if card in other.hands[seat]] for seat in one.hands}
        self.own = list(one.hands[watcher])
        self.lying: list[str] = []
        self.mine: list[str] = []
        self.leader, self.number = 1, 0

    @property
    def turn(self) -> int:
        """Whose card comes next."""
        return (self.leader - 1 + len(self.lying)) % 4 + 1

    def next_card(self) -> tuple[int, Json] | None:
        """A card of the seat whose turn it is, often against the rules; None where the games would differ."""
        seat = self.turn
        if not self.left[seat] or self.number == 8:
            return None
        suit = [card for card in self.left[seat] if self.lying and card[0] == self.lying[0][0]]
        card = self.rng.choice(suit if suit and self.rng.random() < 0.6 else self.left[seat])
        self.left[seat].remove(card)
        self.lying.append(card)
        told = play(card, as_played=True, id=new_id())
        if seat == self.watcher:
            self.mine.append(told["id"])
        if len(self.lying) == 4:
            self.leader = trick_winner(self.lying, self.leader, "schilten")
            self.lying, self.number = [], self.number + 1
        return seat, told

    def probe(self) -> list[Json]:
        """One to three reports, as the watcher may send them."""
        found = [self._one() for _ in range(self.rng.choice([1, 1, 2, 2, 3]))]
        return [{**one, "as_played": True} if self.rng.random() < 0.3 else one for one in found]

    def _one(self) -> Json:
        rng, seat = self.rng, self.watcher
        some = rng.sample(PACK, 9)
        guessed = [*self.own[: rng.choice([8, 8, 7])], *some][:9]
        row, top = rng.choice("ERSB"), rng.randint(0, 6)
        ranks = ["6", "7", "8", "9", "10", "U", "O", "K", "A"][top : top + 3]
        kinds: list[Json] = [
            hand(seat, " ".join(self.own)),
            hand(seat, " ".join(dict.fromkeys(guessed))),
            play(rng.choice(self.own)),
            play(rng.choice(PACK)),
            play(rng.choice(PACK), seat=seat),
            weis(seat, " ".join(row + rank for rank in ranks)),
            stoeck(seat),
            claim(1 if seat in {1, 3} else 2),
            confirm(1 if seat in {1, 3} else 2),
            incident("remark", seat=rng.randint(1, 4)),
            deal(),
            announce("rosen"),
        ]
        if self.mine:
            mine = rng.choice(self.mine)
            kinds += [retract(mine), correct(mine, play(rng.choice(PACK))), correct(mine, play(rng.choice(self.own)))]
        return rng.choice(kinds)


@dataclass
class Comparing:
    """Sends the same to both games, and counts."""

    one: Twin
    other: Twin
    number: int = 0

    def tell(self, reports: list[Json], *, watcher: int | None = None) -> None:
        """What happens; by the watcher, whose answer must be the same, or by the scorer."""
        answers = []
        for twin in (self.one, self.other):
            by = twin.game.scorer if watcher is None else twin.watching[0]
            answers.append(twin.game.send(*reports, by=by))
            assert answers[-1].status == 201, answers[-1].raw
        if watcher is not None:
            self.number += 1
            assert without_chance(answers[0].body) == without_chance(answers[1].body)

    def attempt(self, reports: list[Json]) -> None:
        """A dry run by the watcher, and the call itself where the dry run was refused."""
        answers = [tried(twin, twin.watching[0], dry_run=False, reports=reports) for twin in (self.one, self.other)]
        self.number += 1
        assert without_chance(answers[0]) == without_chance(answers[1]), reports

    def read(self) -> None:
        """Everything that the watchers can read."""
        for here, there in zip(self.one.watching, self.other.watching, strict=True):
            pages = zip(seen(self.one, here), seen(self.other, there), strict=True)
            for mine, yours in pages:
                self.number += 1
                assert without_chance(mine) == without_chance(yours)


def hands_shown(rng: random.Random, pair: tuple[int, int]) -> list[int]:
    """The seats that have shown their hands: at least one of the pair, often another as well."""
    return rng.choice([[pair[0]], [pair[1]], list(pair)])


def look_at(seed: int, *, probes: int) -> int:
    """Play one pair of games and compare them; how many answers were compared."""
    rng = random.Random(seed)
    watcher = rng.randint(1, 4)
    first, second, third = rng.sample([seat for seat in (1, 2, 3, 4) if seat != watcher], 3)
    one, other = twins(rng, (first, second), watcher)
    compare, evening = Comparing(one, other), Evening(rng, one, other, watcher=watcher)
    compare.tell([deal(), announce("schilten")])
    to_show = hands_shown(rng, (first, second)) + ([third] if rng.random() < 0.3 else [])
    moments = {seat: rng.randint(0, 12) for seat in to_show}
    for moment in range(32):
        for seat in [seat for seat, at in moments.items() if at == moment]:
            id_ = new_id()
            for twin in (one, other):
                twin.game.report(hand(seat, " ".join(twin.hands[seat]), id=id_, as_played=True), by=twin.game.scorer)
        for _ in range(probes):
            compare.attempt(evening.probe())
        if moment % 9 == 4:
            compare.read()
        card = evening.next_card()
        if card is None:
            break
        seat, told = card
        compare.tell([told], watcher=watcher if seat == watcher else None)
    compare.read()
    return compare.number


def test_twins_that_differ_in_a_hidden_hand_cannot_be_told_apart() -> None:
    """In `make prove` more than 20,000 answers are compared."""
    compared = sum(look_at(seed, probes=proof_size(3, 9)) for seed in range(proof_size(1, 70)))
    assert compared >= proof_size(80, 20_000)
