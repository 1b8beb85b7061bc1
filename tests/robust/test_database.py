"""A database in trouble: 503 with `Retry-After`, nothing lost, nothing half-written, and it goes on by itself.

Each engine has troubles of its own, so these tests name their engine: SQLite in a file of their own, PostgreSQL in a
private cluster. They run once, with all tests.
"""

import random
import resource
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import psutil  # type: ignore[import-untyped]  # it has no types
import psycopg
import pytest

from jassref.databases import SQLITE_PRAGMAS
from tests.api.says import Json
from tests.api.table import Answer, Device, problem_in, sockets
from tests.commands.serving import PATIENCE, Environment, Served
from tests.postgres import account, binaries, private_cluster
from tests.robust.hall import Hall, hall, reports_of_deals, told
from tests.robust.locks import file_of, locked
from tests.robust.phone import Phone

ONE_DEAL = 11
"""Reports of a whole deal."""

# An account for which files may be read-only: root too, without the right to look past that.
AS_ANYBODY = (
    sys.executable,
    "-c",
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(24, 1, 0, 0, 0); os.execvp(sys.argv[1], sys.argv[1:])",
)


def is_unavailable(answer: Answer) -> bool:
    """Whether it is a whole problem document that says when to come back."""
    assert answer.code == (503, "unavailable"), answer.raw
    problem_in(answer)
    return 1 <= int(answer.headers["retry-after"]) <= 10


def readiness(served: Served) -> Answer:
    return sockets(served.url)("GET", "/readyz", None, {})


def is_ready(served: Served) -> bool:
    """Wait until the server says that it is ready."""
    until = time.monotonic() + PATIENCE
    while readiness(served).status != 200:
        assert time.monotonic() < until
        time.sleep(0.1)
    return True


def is_not_ready(served: Served) -> bool:
    """Wait until it says that it is not: what was proved a moment ago is believed for a second."""
    until = time.monotonic() + PATIENCE
    while (answer := readiness(served)).status == 200:
        assert time.monotonic() < until
        time.sleep(0.2)
    return is_unavailable(answer) and answer.body["failed"] == ["database"]


def refuses_to_record(served: Served, place: Hall, organizer: Device, reports: list[Json]) -> bool:
    """Whether reports and games are answered 503, and the process and its pages without rows live on."""
    assert is_unavailable(organizer.post(place.reports, {"reports": reports}))
    assert is_unavailable(organizer.post("/games", {"variant": "schieber", "players": ["A", "B", "C", "D"]}))
    assert is_unavailable(organizer.post(f"{place.reports[: -len('/reports')]}/abandon", {"reason": "full"}))
    anybody = sockets(served.url)
    assert anybody("GET", "/livez", None, {}).status == 200
    assert anybody("GET", "/api/v1/presets", None, {}).status == 200
    return not any(" 500 " in line for line in served.complaints().splitlines() if "jassref.access" in line)


def completes(place: Hall, organizer: Device, reports: list[Json]) -> bool:
    """Whether the same reports, sent again, complete the journal."""
    Phone(organizer, place.reports).send(reports)
    assert told(place.journal(organizer)) == told(reports)
    return place.is_sound()


# --- SQLite -----------------------------------------------------------------------------------------------------------


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Hall]:
    """A hall on SQLite, whatever the engine of the run."""
    with hall(folder, server="") as made:
        yield made


def with_pragma(place: Hall, pragma: str) -> Environment:
    """Its environment, where every connection begins with this pragma as well."""
    url = f"sqlite:///{file_of(place)}?init_command={quote(';'.join([*SQLITE_PRAGMAS, pragma]))}"
    return {**place.environment, "DATABASE_URL": url}


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Let nobody write the file, nor those that belong to it."""
    files = [each for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")) if each.exists()]
    for each in files:
        each.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        yield
    finally:
        path.parent.chmod(0o755)
        for each in files:
            each.chmod(0o644)


def test_a_file_that_became_read_only(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    reports = reports_of_deals(ONE_DEAL, seed=11)
    with on_sqlite(folder) as place, Served(place.environment, "--no-demo", within=AS_ANYBODY) as served:
        organizer = place.open(served)
        assert organizer.post(place.reports, {"reports": reports[:3]}).status == 201
        with read_only(file_of(place)):
            assert refuses_to_record(served, place, organizer, reports)
            assert is_not_ready(served)
            journal = organizer.get(place.reports)
            assert journal.status == 200 or is_unavailable(journal)
        assert is_ready(served)
        assert completes(place, organizer, reports)


def test_a_connection_that_may_only_read_goes_on_reading(tmp_path: Path) -> None:
    reports = reports_of_deals(ONE_DEAL, seed=12)
    with on_sqlite(tmp_path) as place:
        with Served(place.environment, "--no-demo") as served:
            assert place.open(served).post(place.reports, {"reports": reports[:3]}).status == 201
        with Served(with_pragma(place, "PRAGMA query_only=ON"), "--no-demo") as served:
            served.answers()
            organizer = place.organizer(sockets(served.url))
            assert refuses_to_record(served, place, organizer, reports)
            assert is_not_ready(served)
            assert told(place.journal(organizer)) == told(reports[:3])
            assert organizer.get(f"/games/{place.game}").body["version"] == 3
        with Served(place.environment, "--no-demo") as served:
            assert completes(place, place.open(served), reports)


def test_a_database_that_is_full(tmp_path: Path) -> None:
    """As large as it may get; a call is recorded wholly or not at all."""
    reports = reports_of_deals(4000, seed=13)
    calls = [reports[n : n + 200] for n in range(0, len(reports), 200)]
    with on_sqlite(tmp_path) as place:
        with Served(place.environment, "--no-demo") as served:
            place.open(served)
        with sqlite3.connect(file_of(place)) as connection:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.close()
        with Served(with_pragma(place, f"PRAGMA max_page_count={pages + 40}"), "--no-demo") as served:
            served.answers()
            organizer = place.organizer(sockets(served.url))
            done = 0
            while (answer := organizer.post(place.reports, {"reports": calls[done]})).status == 201:
                done += 1
            assert is_unavailable(answer)
            assert told(place.journal(organizer)) == told(reports[: 200 * done])
            assert is_unavailable(organizer.post(place.reports, {"reports": calls[done]}))
        with Served(place.environment, "--no-demo") as served:
            organizer = place.open(served)
            assert organizer.post(place.reports, {"reports": calls[done]}).status == 201
            assert told(place.journal(organizer)) == told(reports[: 200 * (done + 1)])
        assert place.is_sound()


def test_a_disk_that_is_full_and_empty_again(tmp_path: Path) -> None:
    """No file of the running server may grow."""
    reports = reports_of_deals(ONE_DEAL * 3, seed=14)
    with on_sqlite(tmp_path) as place, Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        assert organizer.post(place.reports, {"reports": reports[:5]}).status == 201
        limit_files_of(served, to=4096)
        assert refuses_to_record(served, place, organizer, reports)
        assert is_not_ready(served)
        journal = organizer.get(place.reports)
        assert journal.status == 200 or is_unavailable(journal)
        limit_files_of(served, to=resource.RLIM_INFINITY)
        assert is_ready(served)
        assert completes(place, organizer, reports)


def limit_files_of(served: Served, *, to: int) -> None:
    """How large a file the workers may write."""
    for worker in served.workers():
        process = psutil.Process(worker)
        _, hard = process.rlimit(psutil.RLIMIT_FSIZE)
        process.rlimit(psutil.RLIMIT_FSIZE, (to, hard))


def test_somebody_else_holds_the_lock_for_too_long(tmp_path: Path) -> None:
    reports = reports_of_deals(ONE_DEAL, seed=15)
    with on_sqlite(tmp_path) as place, Served(with_pragma(place, "PRAGMA busy_timeout=200"), "--no-demo") as served:
        organizer = place.open(served)
        with locked(place):
            assert refuses_to_record(served, place, organizer, reports)
            assert place.journal(organizer) == []
            assert is_not_ready(served)
        assert is_ready(served)
        assert completes(place, organizer, reports)


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A PostgreSQL that may be stopped."""
    with private_cluster(settings={}) as url:  # a commit must outlive the server here
        yield url


@pytest.fixture
def place(cluster: str, tmp_path: Path) -> Iterator[Hall]:
    """A hall on it, whose servers do not wait for long."""
    with hall(tmp_path, server=cluster, JASSREF_DB_POOL_TIMEOUT="2") as made:
        yield made


def execute(place: Hall, statement: str) -> None:
    """Execute a statement in the hall's database."""
    url, options = place.environment["DATABASE_URL"], "-c default_transaction_read_only=off"
    with psycopg.connect(url, autocommit=True, options=options) as connection:
        connection.execute(statement.encode())


def terminate_all(place: Hall) -> None:
    """Terminate every connection to the hall's database but our own."""
    execute(
        place,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


def control(cluster: str, *words: str) -> None:
    """Stop or start the cluster."""
    home = Path(unquote(urlsplit(cluster).netloc.rpartition("@")[2]))
    owner = account()
    done = owner.run([binaries(owner, spare=home / "programs2") / "pg_ctl", *words, "-D", home / "data", "-w"])
    assert done.returncode == 0, done.stdout


def test_connections_terminated_while_idle_cost_nothing(place: Hall) -> None:
    reports = reports_of_deals(ONE_DEAL, seed=16)
    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        for report in reports:
            terminate_all(place)
            assert organizer.post(place.reports, {"reports": [report]}).status == 201
        assert completes(place, organizer, reports)


def test_connections_terminated_in_the_middle(place: Hall, proof_size: Callable[[int, int], int]) -> None:
    """Whatever the moment, in a transaction or in its commit: the retry completes the journal."""
    rng, reports = random.Random(17), reports_of_deals(proof_size(60, 1000), seed=18)
    ended = threading.Event()

    def disturb() -> None:
        while not ended.wait(rng.uniform(0, 0.3)):
            terminate_all(place)

    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        disturbing = threading.Thread(target=disturb)
        disturbing.start()
        phone = Phone(organizer, place.reports)
        try:
            phone.send_all([[report] for report in reports])
        finally:
            ended.set()
            disturbing.join()
        assert set(phone.seen) <= {"200", "201", "unavailable"}
        assert phone.seen["unavailable"]
        assert told(place.journal(organizer)) == told(reports)
        assert organizer.get("/me").status == 200
    assert place.is_sound()


def test_the_server_stops_and_comes_back(cluster: str, place: Hall) -> None:
    reports = reports_of_deals(ONE_DEAL, seed=19)
    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        assert organizer.post(place.reports, {"reports": reports[:3]}).status == 201
        control(cluster, "stop", "-m", "immediate")
        try:
            assert refuses_to_record(served, place, organizer, reports)
            assert is_unavailable(organizer.get(place.reports))
            assert is_unavailable(organizer.get("/me"))
            assert is_not_ready(served)
        finally:
            control(cluster, "start", "-l", "/dev/null")
        began = time.monotonic()
        assert is_ready(served)
        assert time.monotonic() - began < 15
        assert completes(place, organizer, reports)


def test_a_server_that_may_only_read(place: Hall) -> None:
    """A standby, say. Reading goes on."""
    reports = reports_of_deals(ONE_DEAL, seed=20)
    name = urlsplit(place.environment["DATABASE_URL"]).path.strip("/")
    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        assert organizer.post(place.reports, {"reports": reports[:3]}).status == 201
        execute(place, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        terminate_all(place)
        assert refuses_to_record(served, place, organizer, reports)
        assert is_not_ready(served)
        assert told(place.journal(organizer)) == told(reports[:3])
        execute(place, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        terminate_all(place)
        assert is_ready(served)
        assert completes(place, organizer, reports)


def test_a_disk_of_the_server_that_is_full(place: Hall) -> None:
    """In the last of the writes of a report: those before it are undone."""
    reports = reports_of_deals(ONE_DEAL, seed=21)
    with Served(place.environment, "--no-demo") as served:
        organizer = place.open(served)
        assert organizer.post(place.reports, {"reports": reports[:3]}).status == 201
        execute(
            place,
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$; "
            "CREATE TRIGGER full_disk BEFORE UPDATE ON scoring_game FOR EACH ROW EXECUTE FUNCTION full_disk()",
        )
        assert is_unavailable(organizer.post(place.reports, {"reports": reports}))
        assert told(place.journal(organizer)) == told(reports[:3])
        execute(place, "DROP TRIGGER full_disk ON scoring_game")
        assert completes(place, organizer, reports)


def test_a_pool_without_a_connection_left(place: Hall) -> None:
    few = {"JASSREF_DB_POOL_MIN": "1", "JASSREF_DB_POOL_MAX": "1"}
    with Served({**place.environment, **few}, "--no-demo", "--workers", "1") as served:
        organizer = place.open(served)
        reports = reports_of_deals(ONE_DEAL, seed=22)
        answers: list[Answer] = []
        sending = threading.Thread(target=lambda: answers.append(organizer.post(place.reports, {"reports": reports})))
        with locked(place):
            sending.start()
            time.sleep(0.5)
            assert is_unavailable(organizer.get("/me"))
            assert is_unavailable(organizer.get(f"/games/{place.game}"))
        sending.join()
        assert [answer.status for answer in answers] == [201]
        assert told(place.journal(organizer)) == told(reports)
