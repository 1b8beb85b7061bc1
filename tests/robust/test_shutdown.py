"""SIGTERM: what runs is finished and answered, what is new finds no server, and the exit code is 0."""

import signal
import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.api.says import deal, new_id
from tests.api.table import Answer, sockets
from tests.commands.serving import PATIENCE, Served
from tests.robust.hall import Hall, hall
from tests.robust.locks import locked

pytestmark = pytest.mark.django_db  # touches rows, though in a database of its own


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("hall")) as made:
        yield made


def refuses(url: str) -> bool:
    """Whether a new connection is refused, or closed without an answer."""
    try:
        with socket.create_connection((urlsplit(url).hostname or "", urlsplit(url).port or 0), timeout=0.2) as line:
            line.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return line.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_running_requests_are_answered_and_new_ones_refused(place: Hall) -> None:
    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        answers: list[Answer] = []
        report = deal(id=new_id())
        sending = threading.Thread(target=lambda: answers.append(organizer.post(place.reports, {"reports": [report]})))
        with locked(place):
            sending.start()
            time.sleep(1)
            assert not answers
            served.process.send_signal(signal.SIGTERM)
            until = time.monotonic() + PATIENCE
            while not refuses(served.url):
                assert time.monotonic() < until
            assert served.process.poll() is None
            assert not answers
        sending.join()
        assert served.ends() == (0, "")
    assert [answer.status for answer in answers] == [201]
    with Served(place.environment, "--no-demo") as served:
        served.answers()
        journal = place.journal(place.organizer(sockets(served.url)))
        assert [entry["id"] for entry in journal] == [report["id"]]
