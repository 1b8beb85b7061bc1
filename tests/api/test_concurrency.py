"""Many devices at once, over real sockets: each thing is recorded once, and each answer shows one state."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

import pytest
from django.db import connections
from pytest_django.live_server_helper import LiveServer

from tests.api.says import Json, announce, deal, new_id, play, reports_of, trick, tricks_of
from tests.api.table import PLAYERS, Answer, Club, GameClient, sockets

pytestmark = pytest.mark.django_db(transaction=True)

Result = TypeVar("Result")
FIRST_TRICK = tricks_of("R1", numbered=True)[0]
SECONDS = 60
"""How long a test may take at most: a deadlock is a failure."""


@pytest.fixture
def club(live_server: LiveServer) -> Iterator[Club]:
    """A club whose devices call over sockets."""
    yield Club(transport=sockets(live_server.url))
    connections.close_all()


@pytest.fixture
def game(club: Club) -> GameClient:
    """A game whose first deal has just been announced."""
    table = club.open()
    table.report(deal(), announce("schilten"))
    return table


def at_once(jobs: list[Callable[[], Result]]) -> list[Result]:
    """Do all jobs at the same moment, each in a thread of its own, and answer what they answered, in order."""
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], Result]) -> Result:
        gate.wait(timeout=SECONDS)
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        waiting = [pool.submit(run, job) for job in jobs]
        return [each.result(timeout=SECONDS) for each in waiting]


def send_all(game: GameClient, reports: list[Json]) -> list[Answer]:
    """Each report by a device of its own, all at once."""
    return at_once([lambda report=report: game.send(report, by=game.scorer) for report in reports])  # type: ignore[misc]  # no type for a lambda with a default


def test_twelve_threads_send_the_same_report(game: GameClient) -> None:
    sent = {**FIRST_TRICK, "id": new_id()}
    answers = send_all(game, [sent] * 12)
    assert Counter(answer.status for answer in answers) == {201: 1, 200: 11}
    assert Counter(answer.body.get("duplicate", False) for answer in answers) == {False: 1, True: 11}
    assert {answer.body["reports"][0]["id"] for answer in answers} == {sent["id"]}
    assert {answer.body["reports"][0]["seq"] for answer in answers} == {3}
    assert [entry["id"] for entry in game.journal()][2:] == [sent["id"]]


def test_twelve_threads_send_the_same_call(game: GameClient) -> None:
    call = [{**report, "id": new_id()} for report in tricks_of("R1")]
    answers = at_once([lambda: game.send(*call) for _ in range(12)])
    assert Counter(answer.status for answer in answers) == {201: 1, 200: 11}
    assert len(game.journal()) == 11
    assert game.deal["status"] == "settled"


def test_eight_devices_send_the_same_numbered_trick(game: GameClient) -> None:
    answers = send_all(game, [{**FIRST_TRICK, "id": new_id()} for _ in range(8)])
    assert Counter(answer.status for answer in answers) == {201: 1, 200: 7}
    (recorded,) = [answer.body["reports"][0]["id"] for answer in answers if answer.status == 201]
    others = [answer.body["reports"][0] for answer in answers if answer.status == 200]
    assert [(line["recorded_as"], line["seq"], line["duplicate"]) for line in others] == [(recorded, 3, True)] * 7
    assert len({line["id"] for line in others}) == 7
    assert [entry["id"] for entry in game.journal()][2:] == [recorded]


def test_two_devices_have_seen_different_cards(game: GameClient) -> None:
    one, other = ({**trick(cards, number=1), "id": new_id()} for cards in ("RA S9 RK R10", "RA S9 RK RO"))
    answers = send_all(game, [one, other])
    assert sorted(answer.status for answer in answers) == [201, 409]
    (refused,) = [answer for answer in answers if answer.status == 409]
    (entry,) = game.journal()[2:]
    assert refused.code == (409, "conflicting_report")
    undo = {"may_retract", "retract_until"}  # for the device that asks: the organizer's may always
    assert {name: value for name, value in refused.body["recorded"].items() if name not in undo} == {
        name: value for name, value in entry.items() if name not in undo
    }
    assert refused.body["sent"]["cards"] != entry["cards"]


def test_eight_devices_each_play_another_card(game: GameClient) -> None:
    """Without numbers each is a new fact: they are recorded one after another, as far as they can be."""
    cards = ["RA", "S9", "RK", "R10", "EO", "EU", "E6", "E10"]
    answers = send_all(game, [play(card, id=new_id(), as_played=True) for card in cards])
    assert {answer.status for answer in answers} == {201}
    assert [entry["seq"] for entry in game.journal()] == list(range(1, 11))
    assert {card for lying in game.deal["tricks"] for card in lying["cards"]} == set(cards)


def test_only_one_writes_to_the_version_that_several_have_read(game: GameClient) -> None:
    tag = f'"{game.version}"'
    cards = ["RA", "S9", "RK", "R10", "EO", "EU"]
    answers = at_once([lambda card=card: game.send(play(card), if_match=tag) for card in cards])  # type: ignore[misc]  # no type for a lambda with a default
    assert Counter(answer.status for answer in answers) == {201: 1, 412: 5}
    assert len(game.journal()) == 3


def test_a_game_is_opened_once(club: Club) -> None:
    wanted: Json = {"id": new_id(), "variant": "schieber", "players": list(PLAYERS), "public": True}
    answers = at_once([lambda: club.organizer.post("/games", wanted) for _ in range(6)])
    assert Counter(answer.status for answer in answers) == {201: 1, 200: 5}
    assert len({answer.raw for answer in answers}) == 1
    assert len(club.organizer.pages("/games?mine=true")) == 1


def test_two_clients_want_the_same_id_for_different_games(club: Club) -> None:
    wanted: Json = {"id": new_id(), "variant": "schieber", "players": list(PLAYERS)}
    answers = at_once([lambda n=n: club.organizer.post("/games", {**wanted, "label": n}) for n in "ab"])  # type: ignore[misc]  # no type for a lambda with a default
    assert sorted(answer.status for answer in answers) == [201, 409]
    assert {answer.code[1] for answer in answers if answer.status == 409} == {"id_reused"}


# --- readers beside a writer at full speed ---------------------------------------------------------------------------


def is_one_state(body: Json) -> None:
    """What a body says of the cards is what its version says: every report of R1 adds one thing."""
    whole = reports_of("R1")
    done = body["version"] % len(whole)
    number = (body["version"] + len(whole) - 1) // len(whole)
    if number == 0:
        assert body["deal"] is None
        return
    now, said = body["deal"], whole[: done or len(whole)]
    assert now["number"] == number
    assert (now["mode"] is None) == (len(said) == 1)
    assert len(now["weis"]) == sum(report["kind"] == "weis" for report in said)
    assert [lying["cards"] for lying in now["tricks"]] == [
        report["cards"] for report in said if report["kind"] == "trick"
    ]
    assert (now["status"] == "settled") == (done == 0)
    assert sum(side["score"] for side in body["sides"]) == 217 * (number - (done != 0))


def test_body_and_tag_agree_under_a_writer_at_full_speed(club: Club) -> None:
    ones = dict.fromkeys(["eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"], 1)
    rules = {"target": 100_000, "weis_scores": "side", "factors": ones, "stoeck": True}
    game = club.open(rules=rules)
    until, ended = monotonic() + 5, threading.Event()

    def write() -> int:
        written = 0
        try:
            while monotonic() < until:
                for report in reports_of("R1", forehand=written // 14 % 4 + 1):
                    assert game.send(report).status == 201
                    written += 1
        finally:
            ended.set()
        return written

    def read() -> list[Any]:
        seen = []
        while not ended.is_set():
            answer = game.outsider.get(game.path)
            assert answer.status == 200
            assert answer.headers["etag"] == f'"{answer.body["version"]}"'
            is_one_state(answer.body)
            seen.append(answer.body["version"])
        return seen

    written, *seen = at_once([write, read, read, read])
    assert game.version == written
    for versions in seen:
        assert versions == sorted(versions)  # type: ignore[call-overload]  # a list, as only readers answer
        assert len(set(versions)) > 3  # type: ignore[call-overload]  # a list, as only readers answer
