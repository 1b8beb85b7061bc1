"""Two games that differ only in bids cannot be told apart before the deal is settled, whatever is asked or tried.

They are played side by side. At every moment an outsider, an opponent and a scorer without a seat read everything, and
try what might tell: dry runs that would settle the deal, calls that settle it and then fail, guesses at the bids, ids
sent again, corrections. What they are answered is the same in both games, ids and times aside.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from scoring.models import Role
from tests.api.says import Json, bid, confirm, correct, deal, hand, incident, play, retract, trick, tricks_of
from tests.api.table import Answer, Club, Device, GameClient, without_chance
from tests.proofs import PROVING, proof_size

pytestmark = pytest.mark.django_db

TURNED = deal(turned="SA")
TRICKS = tricks_of("R1", numbered=True)
PAGES = ("", "/deals", "/deals/1", "/reports?limit=200", "/explain", "/explain?format=html", "/scoresheet")
FORMS = ("/scoresheet?format=csv", "/scoresheet?format=html", "/export", "/disputes")


def _id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


class Watched(Protocol):
    """A game that somebody looks at."""

    @property
    def game(self) -> GameClient:
        """The game."""
        ...


@dataclass
class Half:
    """One of the two games, and those who look at it: `opponent` sits at seat 1, whose bid is the same in both."""

    game: GameClient
    bids: dict[int, int]

    def __post_init__(self) -> None:
        self.opponent = self.game.club.device(self.game.token(Role.PLAYER, seat=1, label="phone 1"))
        self.own = self.game.club.device(self.game.token(Role.PLAYER, seat=2, label="phone 2"))

    def watchers(self) -> list[Device]:
        """Who may know nothing."""
        return [self.game.outsider, self.opponent, self.game.scorer]

    def makes(self, seat: int, **more: Any) -> Json:
        """The bid of a seat; the ids are the same in both games."""
        return bid(seat, self.bids[seat], id=_id(seat), **more)


OPENING = {**TURNED, "id": _id(50)}
NOTED = incident("misdeal", id=_id(51))
"""The opening of the deal, and an incident that is about it."""


def seen(half: Watched, device: Device) -> list[Any]:
    """Everything that this device can read of the game."""
    answers = [device.get(half.game.path + page) for page in (*PAGES, *FORMS)]
    listed = device.get("/games?limit=200").body["results"]
    own = [one for one in listed if one["id"] == half.game.id]
    return [*(_told(answer) for answer in answers), own]


def _told(answer: Answer) -> Any:
    said = answer.headers.get("content-type", "")
    body = answer.body if "json" in said else answer.raw.decode()
    return [answer.status, body, answer.headers.get("etag")]


Try = tuple[str, bool, list[Json]]
"""A name, whether it is a dry run, and the reports."""


def tries(half: Half) -> Iterator[Try]:
    """What somebody might try to learn a bid."""
    missing = [seat for seat in (1, 2, 3, 4) if seat not in _made(half)]
    rest = [bid(seat, 40) for seat in missing]
    cards = TRICKS[_tricks(half) :]
    settling = [*rest, *cards]
    for guess in (0, 30, 77, 157):
        yield f"a bid of {guess} again", False, [bid(2, guess)]
        yield f"a bid of {guess} for deal 1", False, [bid(2, guess, deal=1)]
        yield f"a guess {guess} under its id", True, [bid(2, guess, id=_id(2))]
        yield f"a slate with {guess}", False, [_count(bids={"2": guess})]
        yield f"a slate of the deal with {guess}", False, [_count(bids={"2": guess}, deal=1)]
    yield "settle it", True, settling
    yield "settle it and go on", True, [*settling, TURNED]
    yield "settle it, go on, fail", False, [*settling, TURNED, retract(_id(99))]
    yield "settle it and fail", False, [*settling, hand(1, "E6 E7 E8 E9 E10 EU EO EK EA")]
    yield "settle it and play", False, [*settling, play("E6")]
    yield "settle it, go on, revoke", False, [*settling, TURNED, *(bid(seat, 1) for seat in (1, 2, 3, 4)), *_revoke()]
    yield "settle it by a slate", True, [_count(bids={str(seat): 40 for seat in missing})]
    yield "settle it by a slate and fail", False, [_count(bids={str(s): 40 for s in missing}), TURNED, retract(_id(99))]
    if 2 in _made(half):
        yield "correct a bid", True, [correct(_id(2), bid(2, 33))]
        yield "correct a bid and settle", True, [correct(_id(2), bid(2, 33)), *settling]
        yield "correct a bid by nothing of its form", False, [correct(_id(2), bid(2, 158))]
        yield "take a bid back", True, [retract(_id(2))]
    inserted = [TURNED, _count(bids=dict.fromkeys("1234", 40)), TURNED]
    yield from tries_at_the_deal(sorted(_made(half)), sides=(1, 2, 3, 4), inserted=inserted)


def tries_at_the_deal(made: Sequence[int], *, sides: Sequence[int], inserted: Sequence[Json]) -> Iterator[Try]:
    """What is said about the deal, and taken away with it: bindings and effects tell no more than the deal does."""
    taken_back = [retract(_id(seat)) for seat in made]
    yield "remark", True, [incident("remark", seat=2)]
    yield "remark on the deal by its id", True, [incident("remark", deal=_id(50))]
    yield "sign the misdeal", True, [confirm(side, report=_id(51)) for side in sides]
    yield "take the deal away", True, [*taken_back, retract(_id(50))]
    yield "take the opening away", True, [retract(_id(50))]
    yield "put a deal before it", True, [correct(_id(50), *inserted)]


def _revoke() -> list[Json]:
    return [play("SK"), play("E6"), play("S8"), play("S6"), play("S10"), play("S9")]


def _made(half: Half) -> set[int]:
    sheet = half.game.row.current_deal.sheet if half.game.row.current_deal else {"bids": None}
    return {entry["seat"] for entry in sheet["bids"] or ()}


def _tricks(half: Half) -> int:
    sheet = half.game.row.current_deal.sheet if half.game.row.current_deal else {"tricks": []}
    return sum(one["winner"] is not None for one in sheet["tricks"])


def _count(**more: Any) -> Json:
    return {"kind": "count", "points": {"1": 0, "2": 108, "3": 25}, **more}


def tried(half: Watched, device: Device, *, dry_run: bool, reports: list[Json]) -> Any:
    """What a try is answered. One that would be recorded is not made: it is tried in a dry run as well."""
    answer = half.game.call({"reports": reports, "dry_run": True}, by=device)
    if dry_run or answer.status == 200:
        return _told(answer)
    before = half.game.stored()
    found = half.game.call({"reports": reports}, by=device)
    if found.status < 300 and not found.body.get("duplicate"):
        raise AssertionError(f"recorded: {reports}")
    assert found.status >= 400 or half.game.stored() != before or found.body["duplicate"]
    return [_told(answer), _told(found)]


def cannot_be_told_apart(one: Half, other: Half) -> None:
    """Everything that anybody can read or provoke is the same in both."""
    for here, there in zip(one.watchers(), other.watchers(), strict=True):
        assert without_chance(seen(one, here)) == without_chance(seen(other, there))
    for here, there in zip(one.watchers()[1:], other.watchers()[1:], strict=True):
        for (name, dry_run, reports), (_, _, same) in zip(list(tries(one)), list(tries(other)), strict=True):
            assert reports == same
            answers = [tried(half, by, dry_run=dry_run, reports=reports) for half, by in ((one, here), (other, there))]
            assert without_chance(answers[0]) == without_chance(answers[1]), name


PAIRS = {
    "the bid decides the game": ({1: 0, 2: 108, 3: 1, 4: 1}, {1: 0, 2: 0, 3: 1, 4: 1}),
    "only how much": ({1: 50, 2: 100, 3: 25, 4: 24}, {1: 50, 2: 99, 3: 25, 4: 24}),
    "who wins": ({1: 20, 2: 108, 3: 0, 4: 0}, {1: 20, 2: 10, 3: 25, 4: 0}),
}


def evening(bids: str, half: Half, *, rng: random.Random) -> list[list[Json]]:
    """The calls of a deal, in an order that the rules allow. On slips the opponent's bid comes last and settles it."""
    made = [[half.makes(seat)] for seat in (*rng.sample([2, 3, 4], 3), 1)]
    cards = [[one] for one in TRICKS]
    if bids == "slips":
        calls = cards
        for one in made[:3]:
            calls.insert(rng.randint(0, len(calls)), one)
        return [[OPENING, NOTED], *calls, made[3]]
    return [[OPENING, NOTED], *made, *cards]


EVENINGS = [(pair, bids) for pair in PAIRS for bids in ("hidden", "slips")]
FEW = [("the bid decides the game", "hidden"), ("who wins", "slips")]


@pytest.mark.parametrize(("pair", "bids"), EVENINGS if PROVING else FEW)
def test_two_games_that_differ_in_bids_are_the_same_until_the_deal_is_settled(pair: str, bids: str) -> None:
    for seed in range(proof_size(1, 2)):
        rng = random.Random(f"{pair} {bids} {seed}")
        halves = []
        for made in PAIRS[pair]:
            rules = {"preset": "differenzler-stargames", "deals": 1, "bids": bids, "undertrump": "strict"}
            halves.append(Half(Club().open(variant="differenzler", rules=rules), made))
        calls = evening(bids, halves[0], rng=rng)
        looks = set(rng.sample(range(len(calls) - 1), proof_size(1, len(calls) - 1))) | {len(calls) - 2}
        for number, call in enumerate(calls):
            answers = []
            for half in halves:
                said = [half.makes(one["seat"]) if one["kind"] == "bid" else one for one in call]
                answers.append(half.game.send(*said, by=half.game.scorer))
            assert {answer.status for answer in answers} == {201}
            if number == len(calls) - 1:
                break
            assert without_chance(answers[0].body) == without_chance(answers[1].body)
            if number in looks:
                cannot_be_told_apart(*halves)
        settled = [without_chance(seen(half, half.game.outsider)) for half in halves]
        assert settled[0] != settled[1]


def test_the_own_bid_is_seen_and_a_referee_sees_all() -> None:
    half = Half(Club().open(variant="differenzler"), {1: 10, 2: 20, 3: 30, 4: 40})
    half.game.report(TURNED, half.makes(2), half.makes(1))
    unseen = [{"seat": 1, "points": None}, {"seat": 2, "points": None}]
    assert half.game.game(by=half.game.outsider)["deal"]["bids"] == unseen
    assert half.game.game(by=half.own)["deal"]["bids"] == [unseen[0], {"seat": 2, "points": 20}]
    assert half.game.deal["bids"] == [{"seat": 1, "points": 10}, {"seat": 2, "points": 20}]
    scores = half.game.game(by=half.own)["deal"]["scores"]
    assert [(one["bid"], one["total"]) for one in scores] == [(None, None), (20, 20), (None, None), (None, None)]
    (entry,) = [one for one in half.game.journal(by=half.own) if one["kind"] == "bid" and one["seat"] == 1]
    assert entry["points"] is None
    answer = half.game.send(bid(3, 7), by=half.game.scorer)
    assert answer.body["reports"][0]["points"] is None
    answer = half.game.send({"kind": "bid", "points": 9}, by=half.own)
    assert answer.code == (409, "already_bid")
    assert half.game.send(bid(3, 7), by=half.own).code == (403, "forbidden")
    assert half.own.get(f"{half.game.path}/export").code == (409, "secrets_open")
    assert half.game.organizer.get(f"{half.game.path}/export").status == 200


def test_open_bids_are_seen_by_all() -> None:
    half = Half(Club().open(variant="differenzler", rules={"bids": "open"}), {1: 10, 2: 20, 3: 30, 4: 40})
    half.game.report(TURNED, half.makes(1), half.makes(2))
    shown = half.game.game(by=half.game.outsider)["deal"]
    assert shown["bids"] == [{"seat": 1, "points": 10}, {"seat": 2, "points": 20}]
    assert half.game.outsider.get(f"{half.game.path}/export").status == 200


def test_the_bids_of_a_slate_are_hidden_like_others() -> None:
    game = Club().open(variant="differenzler", rules={"preset": "differenzler-tournament"})
    answer = game.report(TURNED, _count(bids={"1": 5, "3": 25}, id=_id(7)), by=game.scorer)
    assert answer["reports"][1]["bids"] == {"1": None, "3": None}
    assert answer["game"]["deal"]["status"] == "playing"
    (entry,) = [one for one in game.journal(by=game.outsider) if one["kind"] == "count"]
    assert entry["bids"] == {"1": None, "3": None}
    one = game.club.device(game.token(Role.PLAYER, seat=1))
    (entry,) = [each for each in game.journal(by=one) if each["kind"] == "count"]
    assert entry["bids"] == {"1": 5, "3": None}
    game.report(correct(_id(7), _count(bids={"1": 6, "3": 25})), bid(2, 108))
    (entry,) = [each for each in game.journal(by=game.outsider) if each["kind"] == "correct"]
    assert entry["replacement"]["bids"] == {"1": None, "3": None}
    settled = game.report(bid(4, 24))
    assert [score["total"] for score in settled["game"]["deal"]["scores"]] == [6, 0, 0, 0]
    (entry,) = [one for one in game.journal(by=game.outsider) if one["kind"] == "count"]
    assert entry["bids"] == {"1": 5, "3": 25}


def test_a_trick_in_a_dry_run_settles_nothing_in_what_it_shows() -> None:
    half = Half(
        Club().open(variant="differenzler", rules={"deals": 1, "undertrump": "strict"}), {1: 0, 2: 8, 3: 5, 4: 4}
    )
    half.game.report(TURNED, *(half.makes(seat) for seat in (1, 2, 3, 4)), *TRICKS[:8])
    shown = half.game.try_out(trick(" ".join(TRICKS[8]["cards"])), by=half.game.scorer).body["game"]
    assert (shown["status"], shown["result"], shown["deal"]["status"]) == ("playing", None, "playing")
    assert {one["total"] for one in shown["deal"]["scores"]} == {None}
    assert [one["score"] for one in shown["sides"]] == [0, 0, 0, 0]
    told = half.game.try_out(trick(" ".join(TRICKS[8]["cards"]))).body["game"]
    assert (told["status"], told["deal"]["status"]) == ("finished", "settled")


# --- a deal that a call brings back -----------------------------------------------------------------------------------


def void(guess: int) -> tuple[GameClient, Json]:
    """A deal that a signed misdeal has made void, and the report that takes the last signature back."""
    game = Club().open(variant="differenzler", rules={"undertrump": "strict"})
    game.report(TURNED, *(bid(seat, guess if seat == 2 else 20) for seat in (1, 2, 3, 4)))
    game.report(incident("misdeal", id=_id(10)), by=game.scorer)
    game.report(*(confirm(side, report=_id(10), id=_id(10 + side)) for side in (1, 2, 3, 4)), by=game.scorer)
    return game, retract(_id(14))


def surplus(guess: int) -> tuple[GameClient, Json]:
    """A deal that is surplus because an earlier one ended the game after all, and the report that undoes this."""
    rules = {"bids": "slips", "deals": 1, "undertrump": "strict", "turned_card": "cut"}
    game = Club().open(variant="differenzler", rules=rules)
    tie = {**_count(points={"1": 50, "2": 50, "3": 30}), "bids": {"1": 50, "2": 50, "3": 30, "4": 27}}
    game.report(TURNED, {**tie, "id": _id(10)}, by=game.scorer)
    game.report(TURNED, *(bid(seat, guess if seat == 2 else 20) for seat in (1, 2, 3, 4)))
    game.report(correct(_id(10), {**tie, "points": {"1": 50, "2": 51, "3": 31}}, id=_id(11)), by=game.scorer)
    return game, correct(_id(11), tie)


@pytest.mark.parametrize("brought", [void, surplus])
def test_a_call_that_brings_a_deal_back_and_writes_nothing_tells_no_bid_of_it(brought: Any) -> None:
    answers = []
    for guess in (4, 77):
        game, back = brought(guess)
        hidden = game.game(by=game.outsider)["deal"]["bids"]
        assert {one["points"] for one in hidden} == {None}
        settling = [back, *TRICKS]
        tried = [
            game.try_out(*settling, by=game.scorer),
            game.try_out(*settling, TURNED, by=game.scorer),
            game.send(*settling, TURNED, retract(_id(99)), by=game.scorer),
            game.send(*settling, play("E6"), by=game.scorer),
        ]
        assert [answer.status for answer in tried] == [200, 409, 409, 409]
        assert {one["total"] for one in tried[0].body["game"]["deal"]["scores"]} == {None}
        answers.append(without_chance([answer.body for answer in tried]))
    assert answers[0] == answers[1]


def test_a_deal_that_a_correction_opens_keeps_its_bids() -> None:
    game = Club().open(variant="differenzler", rules={"undertrump": "strict"})
    game.report(TURNED, *(bid(seat, 20) for seat in (1, 2, 3, 4)), *TRICKS[:8], {**TRICKS[8], "id": _id(1)})
    game.report(correct(_id(1), TRICKS[8], deal(turned="E6"), bid(2, 77), id=_id(2)), by=game.scorer)
    game.report(bid(1, 33), by=game.scorer)

    def hides() -> tuple[Any, Any]:
        one, other = game.journal(by=game.outsider)[14:16]
        return one["replacement"][2]["points"], other["points"]

    assert hides() == (None, None)
    last = game.journal()[-1]["id"]
    game.report(correct(_id(2), TRICKS[8]), retract(last), by=game.scorer)
    assert game.game()["deal"]["number"] == 1
    assert hides() == (None, None)
