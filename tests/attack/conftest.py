"""The server that is attacked: one for all of these tests."""

from collections.abc import Iterator

import pytest

from tests.attack.siege import Besieged, long_game
from tests.commands.serving import Served
from tests.proofs import proof_size
from tests.robust.hall import hall

DEALS = proof_size(8, 30)
"""How many deals the shortest of the long games has; the others have twice and four times as many."""


@pytest.fixture(scope="package")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    """A server on the engine of the run with three long games on it."""
    folder = tmp_path_factory.mktemp("attacked")
    with hall(folder, JASSREF_RATE_DEAR="0") as place, Served(place.environment, "--no-demo") as served:
        found = {n * DEALS: long_game(place.another_game(), served, deals=n * DEALS) for n in (1, 2, 4)}
        games = {deals: game for deals, (game, _) in found.items()}
        yield Besieged(place, served, place.open(served), games, {game.id: secrets for game, secrets in found.values()})
