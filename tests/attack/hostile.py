"""What somebody sends who wants to keep a hall from playing: bodies and queries of a size that they choose."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.api.says import Json, announce, confirm, correct, deal, hand, incident, new_id, trick, weis
from tests.oracle.cards import PACK

CALL: Final = incident("call_referee")
MOST_DEALS_OF_A_CALL: Final = 15


@dataclass(frozen=True)
class LongGame:
    """A game of careless deals on record: its id, and the ids of its first tricks, one for each deal, with their cards.

    `dispute` is the id of a dispute about its first deal.
    """

    id: str
    tricks: Sequence[tuple[str, list[str]]]
    dispute: str

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/games/{self.id}"


@dataclass(frozen=True)
class Sent:
    """A request of an attack: its path and its body (None: GET)."""

    path: str
    body: bytes | None = None


@dataclass(frozen=True)
class Attack:
    """A request that grows: what is sent for each of three sizes (n, 2n, 4n), and by whom."""

    name: str
    by: str
    sent: Callable[[int], Sent]
    sizes: tuple[int, int, int]
    method: str = "POST"


def careless_deals(count: int, *, seed: int) -> list[list[Json]]:
    """So many deals in which everybody plays whatever comes; each is 11 reports."""
    rng = random.Random(seed)
    return [_careless(rng.sample(PACK, len(PACK))) for _ in range(count)]


def _careless(pack: Sequence[str]) -> list[Json]:
    lying = [" ".join(pack[at : at + 4]) for at in range(0, len(pack), 4)]
    return [deal(), announce("rosen"), *({**trick(cards), "as_played": True, "id": new_id()} for cards in lying)]


def call(reports: Sequence[Json], *, dry_run: bool = True) -> bytes:
    """A call with these reports. Most attacks are dry runs: they cost the same and can be made again."""
    return json.dumps({"reports": list(reports), "dry_run": dry_run}).encode()


def back_and_forth(game: LongGame, count: int, *between: Json) -> list[Json]:
    """So many corrections of early tricks, each with these reports behind it, and none of them changes anything."""
    told: list[Json] = []
    for at in range(count):
        id_, cards = game.tricks[at % len(game.tricks)]
        if at < len(game.tricks):
            told += [{**correct(id_, {"kind": "trick", "cards": cards}), "as_played": True}, *between]
    return told


def attacks(games: Mapping[int, LongGame]) -> list[Attack]:
    """The attacks on games of n, 2n and 4n deals.

    Each body stays within the documented limits, or is refused for being beyond them.
    """
    small, *_, large = sorted(games)
    game = games[large]
    return [*_of_bodies(game), *_of_calls(game), *_of_records(games, (small, 2 * small, large))]


def _of_bodies(game: LongGame) -> list[Attack]:
    """Bodies that are refused before anybody looks at the game."""

    def reports(name: str, body: Callable[[int], bytes], *sizes: int) -> Attack:
        return Attack(name, "scorer", lambda n: Sent(f"{game.path}/reports", body(n)), (sizes[0], sizes[1], sizes[2]))

    return [
        reports("names of a report", lambda n: call([{"kind": "deal", **_names(n)}]), 2_000, 4_000, 8_000),
        reports("the same name", _same_name, 5_000, 10_000, 20_000),
        reports("values without end", _values, 5_000, 10_000, 20_000),
        reports("depth", lambda n: b'{"reports":' + b"[" * n + b"]" * n + b"}", 1_000, 2_000, 4_000),
        reports("reports with faults", lambda n: call([{"kind": "trick"}] * n), 50, 100, 200),
        reports("reports beyond count", lambda n: call([CALL] * n), 1_000, 2_000, 4_000),
        Attack("names of a change", "organizer", lambda n: _json(game.path, _names(n)), (2_000, 4_000, 8_000), "PATCH"),
        Attack("names of an import", "organizer", lambda n: _json("/games/import", _names(n)), (2_000, 4_000, 8_000)),
        Attack("names of a game", "organizer", lambda n: _json("/games", _names(n)), (2_000, 4_000, 8_000)),
        Attack(
            "a statement", "scorer", lambda n: _json(f"{game.path}/disputes", _statement(n)), (20_000, 40_000, 80_000)
        ),
    ]


def _of_calls(game: LongGame) -> list[Attack]:
    """Calls that have the referee work."""

    def calls(name: str, by: str, told: Callable[[int], Sequence[Json]], *sizes: int) -> Attack:
        return Attack(name, by, lambda n: Sent(f"{game.path}/reports", call(told(n))), (sizes[0], sizes[1], sizes[2]))

    return [
        calls("incidents", "scorer", lambda n: [deal(), *[CALL] * n], 25, 50, 100),
        calls("Weise", "scorer", _weise, 12, 24, 48),
        calls("careless deals", "scorer", lambda n: _told(careless_deals(n, seed=n)), 4, 8, 16),
        calls("hands", "player", lambda n: [deal(), *[hand(1, "R6 R7 R8 R9 R10 RU RO RK RA")] * n], 25, 50, 100),
        calls("corrections", "organizer", lambda n: back_and_forth(game, n), 5, 10, 20),
        calls("corrections with incidents", "organizer", lambda n: back_and_forth(game, n, CALL), 5, 10, 20),
        calls("corrections with signatures", "organizer", lambda n: _signed(game, n), 5, 10, 20),
    ]


def _of_records(games: Mapping[int, LongGame], sizes: tuple[int, int, int]) -> list[Attack]:
    """Requests that grow with the game."""

    def reads(name: str, path: str, *, by: str = "stranger") -> Attack:
        return Attack(name, by, lambda n: Sent(f"{games[n].path}{path}"), sizes, "GET")

    def corrects(name: str, at: int, *between: Json) -> Attack:
        def sent(deals: int) -> Sent:
            id_, cards = games[deals].tricks[at]
            told = {**correct(id_, {"kind": "trick", "cards": [cards[0], *reversed(cards[1:])]}), "as_played": True}
            return Sent(f"{games[deals].path}/reports", call([told, *between]))

        return Attack(name, "organizer", sent, sizes)

    return [
        reads("game", ""),
        reads("deals", "/deals"),
        reads("journal", "/reports?limit=200"),
        reads("explanation", "/explain?deal=1"),
        reads("score sheet", "/scoresheet"),
        reads("score sheet, page", "/scoresheet?format=html"),
        reads("export", "/export", by="player"),
        reads("disputes", "/disputes", by="player"),
        corrects("correction of deal 1", 0),
        corrects("correction of the last deal", -1),
        corrects("correction of deal 1 and a signature", 0, confirm(1, deal=1)),
        Attack("ruling on deal 1, tried", "organizer", lambda n: _ruling(games[n]), sizes),
    ]


def _json(path: str, body: Json) -> Sent:
    return Sent(path, json.dumps(body).encode())


def _ruling(game: LongGame) -> Sent:
    ruled = {"remedy": "deal_lost", "seat": 2, "discovered": "deal_over", "reason": "Seen.", "dry_run": True}
    return _json(f"/disputes/{game.dispute}/rulings", ruled)


def _names(count: int) -> Json:
    return {f"n{number}": number for number in range(count)}


def _same_name(count: int) -> bytes:
    return b'{"reports":[{"kind":"deal"' + b',"note":1' * count + b"}]}"


def _values(count: int) -> bytes:
    return call([{"kind": "hand", "cards": [7] * count}])


def _statement(length: int) -> Json:
    return {"statement": "x" * length}


def _signed(game: LongGame, count: int) -> list[Json]:
    return back_and_forth(game, count, confirm(1, deal=1))


def _told(deals: Sequence[Sequence[Json]]) -> list[Json]:
    return [report for each in deals for report in each]


def _weise(count: int) -> list[Json]:
    """Weise of one seat in one deal, one after another."""
    shown = [{**weis(2, "RU R10 R9"), "as_played": True}, {**weis(2, "SU S10 S9"), "as_played": True}]
    return [deal(), announce("rosen"), *(shown[at % 2] for at in range(count))]
