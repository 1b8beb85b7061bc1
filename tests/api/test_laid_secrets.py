"""Two games that differ only in a laid card cannot be told apart before the deal is settled (docs/api.md, Secrets).

They are played side by side, card by card the same. An outsider, an opponent and a scorer without a seat read all
that there is, and try what might tell: cards played and laid again, hands shown that hold the card or lack it, dry runs
that would settle the deal, calls that settle it and then fail, ids sent again. They are answered the same in both.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from scoring.models import Role
from tests.api.says import Json, correct, deal, hand, lay, play, retract, trick, tricks_of, worked
from tests.api.table import Club, Device, GameClient, without_chance
from tests.api.test_bid_secrets import NOTED, seen, tried, tries_at_the_deal
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

C1 = worked("C1")
TURNED = deal(turned="BK")
TRICKS = tricks_of("C1", numbered=True)
SEATS = (1, 2, 3)
PAIRS: dict[str, tuple[str, str, Json]] = {
    "its own seat has played it": ("SO R7 B7", "SO E7 B7", {}),
    "another seat has played it": ("SO R7 B7", "SO SA B7", {}),
    "it is the turned card": ("SO R7 B7", "SO BK B7", {}),
    "it decides the game": ("SO R7 B7", "SO R7 SO", {"target": 1, "limit": 96}),
}
"""The laid cards of the three seats in either game, and the rules. Seat 1 has laid the same."""


def _id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


OPENING = {**TURNED, "id": _id(50)}


@dataclass
class Half:
    """One of the two games: the opponent sits at seat 1, whose laid card is the same in both."""

    game: GameClient
    laid: list[str]

    def __post_init__(self) -> None:
        self.opponent = self.game.club.device(self.game.token(Role.PLAYER, seat=1, label="phone 1"))

    def watchers(self) -> list[Device]:
        """Who may know nothing."""
        return [self.game.outsider, self.opponent, self.game.scorer]

    def lays(self, seat: int) -> Json:
        """The laid card of a seat; the ids are the same in both games."""
        return lay(seat, self.laid[seat - 1], id=_id(seat))


def halves_of(pair: str) -> list[Half]:
    first, second, rules = PAIRS[pair]
    games = [Club().open(variant="eidex", first_dealer=1, rules=rules) for _ in range(2)]
    return [Half(game, cards.split()) for game, cards in zip(games, (first, second), strict=True)]


def tries(half: Half) -> Iterator[tuple[str, bool, list[Json]]]:
    """What somebody might try to learn a laid card: a name, whether it is a dry run only, and the reports."""
    sheet = half.game.row.current_deal.sheet if half.game.row.current_deal else {"laid": None, "tricks": []}
    made = {entry["seat"] for entry in sheet["laid"] or ()}
    rest = [lay(seat, "B7") for seat in SEATS if seat not in made]
    cards = TRICKS[sum(one["winner"] is not None for one in sheet["tricks"]) :]
    settling = [*rest, *cards]
    yield from tries_at_the_deal(
        sorted(made), sides=SEATS, inserted=[TURNED, slate(), *(lay(seat, "B7") for seat in SEATS), TURNED]
    )
    for guess in ("R7", "B7", "E7", "SO"):
        yield f"{guess} laid again", 2 not in made, [lay(2, guess)]
        yield f"{guess} laid again in deal 1", 2 not in made, [lay(2, guess, deal=1)]
        yield f"{guess} under its id", True, [lay(2, guess, id=_id(2))]
        yield f"{guess} is played", True, [play(guess)]
        yield f"a hand with {guess}", True, [hand(2, " ".join([*C1["hands"]["2"], guess]))]
        yield (
            f"a hand with {guess} and all the rest",
            True,
            [
                hand(2, " ".join(dict.fromkeys([*C1["hands"]["2"], guess]))),
                *settling,
            ],
        )
    yield "settle it", True, settling
    yield "settle it and go on", True, [*settling, deal(turned="E8")]
    yield "settle it, go on, fail", False, [*settling, deal(turned="E8"), retract(_id(99))]
    yield "settle it and fail", False, [*settling, play("E6")]
    yield "settle it, go on, revoke", False, [*settling, deal(turned="E8"), trick("R6 S6 S7"), trick("R8 R7 RA")]
    yield "settle it by a slate", True, [slate()]
    yield "settle it by a slate and fail", False, [slate(), deal(turned="E8"), retract(_id(99))]
    if 2 in made:
        yield "correct it", True, [correct(_id(2), lay(2, "S6"))]
        yield "correct it and settle", True, [correct(_id(2), lay(2, "S6")), *settling]
        yield "correct it by nothing of its form", False, [correct(_id(2), lay(2, "X6"))]
        yield "take it back", True, [retract(_id(2))]


def slate() -> Json:
    return {"kind": "count", "points": {"1": 27, "2": 35, "3": 95}, "tricks": {"1": 3, "2": 4, "3": 4}}


def cannot_be_told_apart(one: Half, other: Half, *, rng: random.Random) -> None:
    """Everything that anybody can read or provoke is the same in both; not all is tried each time."""
    for here, there in zip(one.watchers(), other.watchers(), strict=True):
        assert without_chance(seen(one, here)) == without_chance(seen(other, there))
    for here, there in zip(one.watchers()[1:], other.watchers()[1:], strict=True):
        both = list(zip(tries(one), tries(other), strict=True))
        for (name, dry_run, reports), (_, _, same) in rng.sample(both, proof_size(6, len(both))):
            assert reports == same
            answers = [tried(half, by, dry_run=dry_run, reports=reports) for half, by in ((one, here), (other, there))]
            assert without_chance(answers[0]) == without_chance(answers[1]), name


def evening(rng: random.Random, *, third_first: bool) -> list[Json | int]:
    """The calls of a deal: its tricks, some card by card, among them the seats that say what they laid, and a hand."""
    calls: list[Json | int] = []
    for one in TRICKS:
        calls += [play(card) for card in one["cards"]] if rng.random() < 0.2 else [one]
    order = [3, 2, 1] if third_first else rng.sample(SEATS, 3)
    for place, seat in zip(sorted(rng.choices(range(len(calls) + 1), k=3), reverse=True), order[::-1], strict=True):
        calls.insert(place, seat)
    if rng.random() < 0.5:
        calls.insert(rng.randrange(len(calls)), hand(2, " ".join([*C1["hands"]["2"], "R7"])))
    return calls


@pytest.mark.parametrize("pair", PAIRS)
def test_two_games_that_differ_in_a_laid_card_are_the_same_until_the_deal_is_settled(pair: str) -> None:
    for seed in range(proof_size(1, 2)):
        rng = random.Random(f"{pair} {seed}")
        halves = halves_of(pair)
        calls = [OPENING, NOTED, *evening(rng, third_first=bool(PAIRS[pair][2]))]
        looks = {*rng.sample(range(len(calls) - 1), proof_size(rng.choice([0, 1]), 8)), len(calls) - 2}
        for number, call in enumerate(calls):
            reports = [half.lays(call) if isinstance(call, int) else call for half in halves]
            answers = [half.game.send(one, by=half.game.scorer) for half, one in zip(halves, reports, strict=True)]
            assert {answer.status for answer in answers} == {201}, answers[0].raw
            if number == len(calls) - 1:
                break
            assert without_chance(answers[0].body) == without_chance(answers[1].body)
            if number in looks:
                cannot_be_told_apart(*halves, rng=rng)
        told = [without_chance(seen(half, half.game.outsider)) for half in halves]
        assert told[0] != told[1]
        if PAIRS[pair][2]:
            results = [half.game.game(by=half.game.outsider)["result"]["winner"] for half in halves]
            assert results == [2, 3]


def test_the_own_laid_card_is_seen_and_a_referee_sees_all() -> None:
    half = halves_of("it is the turned card")[0]
    game, own = half.game, half.game.club.device(half.game.token(Role.PLAYER, seat=2))
    game.report(TURNED, half.lays(1), half.lays(2), *TRICKS[:3])
    hidden = [{"seat": 1, "card": None}, {"seat": 2, "card": None}]
    assert game.game(by=game.outsider)["deal"]["laid"] == hidden
    assert game.game(by=own)["deal"]["laid"] == [hidden[0], {"seat": 2, "card": "R7"}]
    assert game.deal["laid"] == [{"seat": 1, "card": "SO"}, {"seat": 2, "card": "R7"}]
    mine = {one["side"]: one for one in game.game(by=half.opponent)["deal"]["scores"]}
    assert mine[1] == {"side": 1, "tricks": 3, "laid": 3, "points": 6, "total": None}
    assert mine[2] == {"side": 2, "tricks": 0, "laid": None, "points": None, "total": None}
    (entry,) = [one for one in game.journal(by=own) if one["kind"] == "lay" and one["seat"] == 1]
    assert entry["card"] is None
    assert game.send(lay(3, "B7"), by=game.scorer).body["reports"][0]["card"] is None
    assert game.send(lay(2, "E6"), by=own).code == (409, "already_laid")
    assert game.send(lay(3, "E6"), by=own).code == (403, "forbidden")
    assert own.get(f"{game.path}/export").code == (409, "secrets_open")
    told = " ".join(step["text"] for step in own.get(f"{game.path}/explain", accept_language="en").body["steps"])
    assert "Beat has laid Seven of Ravens: 0 more." in told
    assert "Anna has laid a card; which one stays hidden until the deal is settled." in told
    game.report(*TRICKS[3:])
    assert game.game(by=game.outsider)["deal"]["laid"][0] == {"seat": 1, "card": "SO"}
