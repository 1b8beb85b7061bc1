"""What somebody sends who wants to keep a hall from playing: bodies and queries of a size that they choose."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.api.says import Json, announce, confirm, correct, deal, incident, new_id, trick, weis
from tests.oracle.cards import PACK

CALL: Final = incident("call_referee")
MOST_DEALS_OF_A_CALL: Final = 15


@dataclass(frozen=True)
class Attack:
    """A request that grows: its path under the game, and its body for a size (None: GET); `sizes` are n, 2n and 4n."""

    name: str
    path: str
    body: Callable[[int], bytes] | None
    sizes: tuple[int, int, int]
    method: str = "POST"


@dataclass(frozen=True)
class LongGame:
    """A game of careless deals on record: the ids of its first tricks, one for each deal, and what lay in them."""

    tricks: Sequence[tuple[str, list[str]]]


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


def attacks(game: LongGame) -> list[Attack]:
    """The attacks on a game; each body stays within the documented limits, or is refused for being beyond them."""
    reports = "reports"
    return [
        Attack("names of a report", reports, lambda n: call([{"kind": "deal", **_names(n)}]), (2_000, 4_000, 8_000)),
        Attack("the same name", reports, _same_name, (5_000, 10_000, 20_000)),
        Attack("values without end", reports, _values, (5_000, 10_000, 20_000)),
        Attack("depth", reports, lambda n: b'{"reports":' + b"[" * n + b"]" * n + b"}", (1_000, 2_000, 4_000)),
        Attack("reports with faults", reports, lambda n: call([{"kind": "trick"}] * n), (50, 100, 200)),
        Attack("reports beyond count", reports, lambda n: call([CALL] * n), (1_000, 2_000, 4_000)),
        Attack("incidents", reports, lambda n: call([deal(), *[CALL] * n]), (25, 50, 100)),
        Attack("Weise", reports, _weise, (12, 24, 48)),
        Attack("careless deals", reports, lambda n: call(_told(careless_deals(n, seed=n))), (4, 8, 16)),
        Attack("corrections", reports, lambda n: call(back_and_forth(game, n)), (5, 10, 20)),
        Attack("and incidents", reports, lambda n: call(back_and_forth(game, n, CALL)), (5, 10, 20)),
        Attack("and signatures", reports, lambda n: call(_signed(game, n)), (5, 10, 20)),
        Attack("names of a change", "", lambda n: json.dumps(_names(n)).encode(), (2_000, 4_000, 8_000), "PATCH"),
        Attack("a statement", "disputes", _statement, (20_000, 40_000, 80_000)),
        Attack("export", "export", None, (1, 1, 1), "GET"),
        Attack("journal", "reports?limit=200", None, (1, 1, 1), "GET"),
        Attack("deals", "deals", None, (1, 1, 1), "GET"),
        Attack("explanation", "explain?deal=1", None, (1, 1, 1), "GET"),
        Attack("score sheet", "scoresheet", None, (1, 1, 1), "GET"),
    ]


def _names(count: int) -> Json:
    return {f"n{number}": number for number in range(count)}


def _same_name(count: int) -> bytes:
    return b'{"reports":[{"kind":"deal"' + b',"note":1' * count + b"}]}"


def _values(count: int) -> bytes:
    return call([{"kind": "hand", "cards": [7] * count}])


def _statement(length: int) -> bytes:
    return json.dumps({"statement": "x" * length}).encode()


def _signed(game: LongGame, count: int) -> list[Json]:
    return back_and_forth(game, count, confirm(1, deal=1))


def _told(deals: Sequence[Sequence[Json]]) -> list[Json]:
    return [report for each in deals for report in each]


def _weise(count: int) -> bytes:
    """Weise of one seat in one deal, one after another."""
    shown = [{**weis(2, "RU R10 R9"), "as_played": True}, {**weis(2, "SU S10 S9"), "as_played": True}]
    return call([deal(), announce("rosen"), *(shown[at % 2] for at in range(count))])
