"""Two games on a served instance that differ in a hidden hand alone: a player and a stranger are answered the same."""

import random
from collections.abc import Iterator

import pytest

from tests.api.says import Json, announce, correct, deal, hand, incident, new_id, play, stoeck, weis
from tests.api.table import PLAYERS, Answer, Device, without_chance
from tests.attack.siege import Besieged, token
from tests.oracle.cards import PACK
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own

PAGES = ("", "/deals", "/reports?limit=200", "/explain", "/scoresheet", "/export")
WATCHER, HIDDEN = 1, 2


def twins(besieged: Besieged, rng: random.Random) -> Iterator[tuple[str, list[str], Device]]:
    """The paths of two games, what seat 2 holds there, and the phone of seat 1. A few cards of seat 2 differ."""
    pack = rng.sample(PACK, len(PACK))
    own, hidden, others = pack[:9], pack[9:18], pack[18:]
    changed = rng.randint(1, 4)
    for held in (hidden, [*others[:changed], *hidden[changed:]]):
        opened = besieged.organizer.post("/games", {"variant": "schieber", "players": list(PLAYERS), "public": True})
        assert opened.status == 201, opened.raw
        path = f"/games/{opened.body['id']}"
        told = [deal(), hand(HIDDEN, " ".join(held)), announce("schilten"), play(own[0], as_played=True)]
        assert besieged.organizer.post(f"{path}/reports", {"reports": told}).status == 201
        yield path, own, besieged.device(token(besieged.organizer, opened.body["id"], role="player", seat=WATCHER))


def probes(rng: random.Random, own: list[str], count: int) -> Iterator[list[Json]]:
    """What seat 1 may try, to learn what seat 2 holds."""
    for _ in range(count):
        guessed = [*own[: rng.choice([7, 8])], *rng.sample([card for card in PACK if card not in own], 9)][:9]
        row, at = rng.choice("ERSB"), rng.randint(0, 6)
        ranks = ["6", "7", "8", "9", "10", "U", "O", "K", "A"][at : at + 3]
        kinds: list[Json] = [
            hand(WATCHER, " ".join(own)),
            hand(WATCHER, " ".join(guessed)),
            play(rng.choice(PACK), seat=WATCHER),
            weis(WATCHER, " ".join(row + rank for rank in ranks)),
            stoeck(WATCHER),
            incident("remark", seat=HIDDEN),
            correct(new_id(), play(rng.choice(own))),
        ]
        told = rng.sample(kinds, rng.choice([1, 1, 2]))
        yield [{**one, "as_played": True} if rng.random() < 0.3 else one for one in told]


def answered(answers: list[Answer]) -> bool:
    """Whether both answers are the same, but for ids and times."""
    one, other = ((answer.status, without_chance(answer.body)) for answer in answers)
    return one == other


@pytest.mark.parametrize("seed", range(proof_size(1, 8)))
def test_a_hidden_hand_changes_no_answer(besieged: Besieged, seed: int) -> None:
    rng = random.Random(seed)
    games = list(twins(besieged, rng))
    for told in probes(rng, games[0][1], proof_size(10, 60)):
        body = {"reports": told, "dry_run": True}
        assert answered([device.post(f"{path}/reports", body) for path, _, device in games]), told
    stranger = besieged.device(None)
    for page in PAGES:
        assert answered([device.get(f"{path}{page}") for path, _, device in games]), page
        assert answered([stranger.get(f"{path}{page}") for path, _, _ in games]), page
