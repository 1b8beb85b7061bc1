"""`manage.py serve`, which `make run` calls: a server with its workers, the demo on it, and how it ends."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.management.demo import story
from tests.api.table import Device, sockets
from tests.commands.serving import Environment, Served, are_gone, fresh_database, manage
from tests.commands.test_demo import SHEET, shown


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """A migrated database on the engine of the run."""
    with fresh_database(tmp_path_factory.mktemp("serve")) as environment:
        yield environment


# --- the demo, on both engines ----------------------------------------------------------------------------------------


@pytest.mark.django_db  # touches rows, though in a database of its own
def test_it_plays_the_demo_and_goes_on_serving(house: Environment) -> None:
    with Served(house) as first:
        text = first.printed()
        assert text.startswith(SHEET)
        assert text.endswith(f"Serving on {first.url}. Ctrl-C stops it.\n")
        assert "jassref.access" not in first.complaints()  # it would hide the sheet
        organizer = Device(shown(text, "Token"), transport=sockets(first.url))
        assert organizer.get("/me").body["role"] == "organizer"
        assert "jassref.access: GET /api/v1/me 200" in first.complaints()
        journal = organizer.pages(f"/games/{story.GAME}/reports")
        assert [entry["id"] for entry in journal] == [report["id"] for report in story.reports()]
        assert first.ends(signal.SIGTERM) == (0, "")
    with Served(house) as second:
        again = second.printed()
        assert "so nothing was doubled" in again
        assert shown(again, "Login") == shown(text, "Login")
        assert organizer.get("/me").status == 401
        organizer = Device(shown(again, "Token"), transport=sockets(second.url))
        assert organizer.pages(f"/games/{story.GAME}/reports") == journal
        assert len(organizer.get("/games").body["results"]) == 4
        demo = manage("demo", environment=house)
        assert (demo.returncode, demo.stderr) == (0, "")
        assert demo.stdout.startswith(SHEET)
    check = manage("rebuild", "--check", environment=house)
    assert (check.returncode, check.stdout) == (0, "games: 4 read, 4 right, 0 mended, 0 wrong\n")


# --- how it ends ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_its_workers(house: Environment, how: signal.Signals) -> None:
    with Served(house, "--no-demo") as served:
        served.answers()
        workers = served.workers()
        assert len(workers) == 2
        assert served.ends(how) == (0, "")
        assert are_gone(workers)


def test_it_ends_although_somebody_holds_the_line(house: Environment) -> None:
    with Served(house, "--no-demo") as served, socket.socket() as visitor:
        served.answers()
        visitor.connect(("127.0.0.1", int(house["PORT"])))
        visitor.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert visitor.recv(15) == b"HTTP/1.1 200 OK"
        assert served.ends(signal.SIGTERM) == (0, "")


@pytest.mark.parametrize("seconds", [0, 0.7])
def test_it_ends_quietly_while_the_demo_is_being_played(house: Environment, seconds: float) -> None:
    with Served(house) as served:
        served.answers()
        time.sleep(seconds)
        processes = served.workers()
        assert served.ends(signal.SIGTERM) == (0, "")
        assert are_gone(processes)


def test_workers_go_where_their_parent_was_killed(house: Environment) -> None:
    with Served(house, "--no-demo") as served:
        served.answers()
        workers = served.workers()
        assert served.ends(signal.SIGKILL)[0] == -signal.SIGKILL
        assert are_gone(workers)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # old connections may linger
            probe.bind(("127.0.0.1", int(house["PORT"])))  # nobody has it


def test_it_goes_with_whoever_started_it_where_that_was_asked_for(house: Environment) -> None:
    """As `make run` asks: else a make that was killed would leave a server behind."""
    with Served(house, "--no-demo", "--with-parent", within=("sh", "-c", '"$@"; true', "sh")) as served:
        served.answers()
        (server,) = served.workers()
        workers = served.workers(of=server)
        served.process.kill()
        assert are_gone([server, *workers])


def test_a_worker_that_dies_takes_the_server_with_it(house: Environment) -> None:
    with Served(house, "--no-demo") as served:
        served.answers()
        one, other = served.workers()
        os.kill(one, signal.SIGKILL)
        code, complaint = served.ends()
        assert code == 1
        assert "Unexpected exit from worker" in complaint
        assert are_gone([other])


# --- how it does not begin --------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_named(house: Environment) -> None:
    with socket.create_server(("127.0.0.1", int(house["PORT"]))):
        done = manage("serve", environment=house)
    said = f"CommandError: Port {house['PORT']} is taken: something else serves there. PORT names another.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_a_second_server_does_not_share_the_port(house: Environment) -> None:
    with Served(house, "--no-demo") as first:
        first.answers()
        second = manage("serve", environment=house)
        assert second.returncode == 1
        assert "is taken" in second.stderr


@pytest.mark.parametrize("port", ["0", "65536", "eight", "-1", "80 80", "²"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match="is no port: a number from 1 to 65535 is one"):
        call_command("serve", f"--port={port}")


def test_where_the_demo_cannot_be_played_the_server_stops(tmp_path: Path) -> None:
    with fresh_database(tmp_path, migrated=False) as environment, Served(environment) as served:
        code, complaint = served.ends()
        assert code == 1
        assert "its tables are not up to date" in complaint
        assert "The demo could not be played, so the server has stopped; --no-demo serves without it." in complaint
        assert "Traceback" not in complaint
