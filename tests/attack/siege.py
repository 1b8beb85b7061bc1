"""A server under attack: who calls it, the long games on it, and what its answers cost."""

from dataclasses import dataclass
from typing import Final

import psutil  # type: ignore[import-untyped]  # it has no types

from tests.api.says import Json
from tests.api.table import Device, sockets
from tests.attack.hostile import MOST_DEALS_OF_A_CALL, Attack, LongGame, careless_deals
from tests.commands.serving import Served
from tests.robust.hall import Hall

BEARERS: Final[dict[str, Json]] = {
    "scorer": {"role": "scorer", "label": "pad"},
    "player": {"role": "player", "seat": 1},
}
"""The tokens that are handed out for each game. A stranger has none."""


@dataclass(frozen=True)
class Besieged:
    """A server, the hall on it, its organizer, and long games by the number of their deals."""

    place: Hall
    served: Served
    organizer: Device
    games: dict[int, LongGame]
    bearers: dict[str, dict[str, str]]

    def device(self, secret: str | None) -> Device:
        """A device that calls with this token."""
        return Device(secret, transport=sockets(self.served.url))

    def by(self, role: str, game: LongGame) -> Device:
        """The device of somebody who has to do with a game, or of a stranger."""
        if role == "organizer":
            return self.organizer
        return self.device(self.bearers[game.id].get(role))

    def processor(self) -> float:
        """The seconds of processor time that the server has taken so far."""
        pids = [self.served.process.pid, *self.served.workers()]
        times = [psutil.Process(pid).cpu_times() for pid in pids]
        return sum(float(one.user + one.system) for one in times)

    def send(self, attack: Attack, size: int) -> tuple[float, int]:
        """The processor time of one attack, and its status."""
        sent = attack.sent(size)
        game = next((one for one in self.games.values() if one.id in sent.path), self.games[max(self.games)])
        device, before = self.by(attack.by, game), self.processor()
        answer = device.call(attack.method, sent.path, sent.body)
        return self.processor() - before, answer.status


def token(organizer: Device, game: str, **wanted: object) -> str:
    """A token for a game that its organizer hands out."""
    made = organizer.post(f"/games/{game}/tokens", wanted)
    assert made.status == 201, made.raw
    return str(made.body["token"])


def long_game(place: Hall, served: Served, *, deals: int) -> tuple[LongGame, dict[str, str]]:
    """A game of so many careless deals with a dispute about the first, and the tokens for it by role."""
    organizer = place.open(served)
    told = careless_deals(deals, seed=1)
    for at in range(0, deals, MOST_DEALS_OF_A_CALL):
        reports = [report for each in told[at : at + MOST_DEALS_OF_A_CALL] for report in each]
        assert organizer.post(place.reports, {"reports": reports}).status == 201
    raised = {"category": "revoke", "deal": 1, "seat": 2, "raised_by": {"side": 1}, "statement": "He did not follow."}
    dispute = organizer.post(f"/games/{place.game}/disputes", raised)
    assert dispute.status == 201, dispute.raw
    secrets = {role: token(organizer, place.game, **wanted) for role, wanted in BEARERS.items()}
    return LongGame(place.game, [(each[2]["id"], each[2]["cards"]) for each in told], dispute.body["id"]), secrets
