"""No call holds the lock of its game for long; on SQLite that lock is the one of all writers."""

import sys
from collections.abc import Callable, Mapping

import pytest

from scoring.models import Role
from tests.api.court import Court
from tests.api.says import Json, confirm, correct, counted, deal, incident, new_id
from tests.api.table import Answer
from tests.attack.hostile import MOST_DEALS_OF_A_CALL, careless_deals
from tests.attack.locks import locks_held
from tests.proofs import PROVING, proof_size

pytestmark = pytest.mark.django_db(transaction=True)

DEALS = proof_size(20, 120)

MOST_HELD = 0.1
"""Seconds of processor time for which a call may hold a lock."""

BUSY = 2.0
"""How much more a call may take on a machine that does other things as well."""


def calls(court: Court, deals: list[list[Json]]) -> Mapping[str, Callable[[], Answer]]:
    """Each call that is dear, by what it does."""
    game = court.game
    document = game.organizer.get(f"{game.path}/export").body
    copy = {**document, "game": {**document["game"], "id": new_id()}}
    dispute = court.taken(deal=1, trick=None)
    ruling = {"remedy": "deal_lost", "seat": 2, "discovered": "deal_over", "reason": "Seen."}
    tricks = [(each[2]["id"], each[2]["cards"]) for each in deals]

    def turned(at: int) -> Json:
        id_, cards = tricks[at]
        return {**correct(id_, {"kind": "trick", "cards": [cards[0], *reversed(cards[1:])]}), "as_played": True}

    def many(count: int) -> list[Json]:
        return [report for each in careless_deals(count, seed=9) for report in each]

    def dealer() -> Answer:
        change = {"first_dealer": 2, "reason": "It was seat 2."}
        return game.organizer.call("PATCH", game.path, change, if_match=f'"{game.version}"')

    return {
        "a report": lambda: game.send(incident("remark"), by=game.scorer),
        "16 careless deals": lambda: game.send(*many(16), by=game.scorer),
        "4 deals and signatures": lambda: game.send(*_signed(), by=game.scorer),
        "a correction, tried": lambda: game.try_out(turned(0)),
        "a correction of deal 1": lambda: game.send(turned(0)),
        "corrections with incidents": lambda: game.send(turned(1), incident("remark"), turned(2)),
        "a ruling, tried": lambda: court.do(dispute, "rulings", by=court.vreni, dry_run=True, **ruling),
        "a ruling on deal 1": lambda: court.do(dispute, "rulings", by=court.vreni, **ruling),
        "a dismissal": lambda: court.do(dispute, "dismiss", by=court.vreni, reason="It was none."),
        "another first dealer": dealer,
        "an import": lambda: game.organizer.post("/games/import", copy),
        "an export": lambda: game.organizer.get(f"{game.path}/export"),
    }


def _signed() -> list[Json]:
    told: list[Json] = []
    for _ in range(4):
        told += [deal(), counted(80), confirm(1), confirm(2)]
    return told


def test_no_call_holds_a_lock_for_long(capsys: pytest.CaptureFixture[str]) -> None:
    deals = careless_deals(DEALS, seed=1)
    court = Court(rules={"target": 1_000_000})
    for at in range(0, DEALS, MOST_DEALS_OF_A_CALL):
        court.game.report(*[report for each in deals[at : at + MOST_DEALS_OF_A_CALL] for report in each])
    assert court.game.token(Role.SCORER)
    longest: list[tuple[float, str]] = []
    for name, call in calls(court, deals).items():
        with locks_held() as held:
            answer = call()
        assert answer.status in {200, 201}, (name, answer.raw)
        longest.append((max(held.times, default=0.0), name))
    longest.sort(reverse=True)
    holds = "holds" if longest[0][0] <= MOST_HELD else "does not hold"
    told = [
        f"The longest locks, in seconds of processor time, in a game of {DEALS} careless deals:",
        *(f"  {seconds:6.3f}  {name}" for seconds, name in longest),
        f"Must hold: no lock for more than {MOST_HELD} s: {holds}.",
    ]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(told) + "\n")
    court.is_sound()
    assert longest[0][0] <= MOST_HELD * BUSY or not PROVING
