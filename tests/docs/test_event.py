"""What docs/event.md tells to type for backup and proxy is typed here, on real databases and with a real nginx."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.api.says import new_id
from tests.commands.serving import PATIENCE, ROOT, Served, free_port, fresh_database, manage
from tests.docs.guides import missing, run, section, steps

pytestmark = pytest.mark.django_db  # touches rows, though in databases of their own

GUIDE = (ROOT / "docs" / "event.md").read_text(encoding="utf-8")
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


def test_a_backup_is_whole_and_can_be_restored(tmp_path: Path) -> None:
    """A game is played, backed up and restored as the guide says; reading it anew finds nothing wrong."""
    if connection.vendor == "postgresql" and shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not here: apt-get install postgresql-client")
    backup = tmp_path / "backup"
    backup.mkdir()
    with (
        fresh_database(tmp_path / "house") as environment,
        fresh_database(tmp_path / "other", migrated=False) as other,
        Served(environment) as server,
    ):
        server.printed()  # the demo is played; the service goes on
        engine = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
        told = list(steps(section(GUIDE, heading=f"### {engine}")))
        given = {**environment, "BACKUP": str(backup), "RESTORED": other.get("DATABASE_URL", "")}
        printed = run(told, folder=ROOT, environment=given, replace={})
    assert [step.shown is not None for step in told] == [False, True]
    assert missing(told[1].shown or "", printed=printed[1]) is None


# --- behind a proxy ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Front:
    """The proxy as a browser sees it."""

    plain: int
    secure: int

    def ask(
        self, method: str, path: str, headers: Mapping[str, str], *, body: bytes | None = None
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Over HTTPS, trusting the certificate that was made for the test."""
        trusting = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self.secure, context=trusting, timeout=PATIENCE)
        return _asked(connection, method, path, body, headers)

    def ask_plainly(self, path: str) -> tuple[int, Mapping[str, str], bytes]:
        """Over HTTP."""
        return _asked(http.client.HTTPConnection("127.0.0.1", self.plain, timeout=PATIENCE), "GET", path, None, {})


def _asked(
    connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
) -> tuple[int, Mapping[str, str], bytes]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, {"Host": "jass.example.org", **sent})
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    finally:
        connection.close()


@contextmanager
def nginx(folder: Path, *, service: str) -> Iterator[Front]:
    """nginx with the configuration of the guide; only ports and certificate are ours."""
    assert NGINX is not None
    front = Front(int(free_port()), int(free_port()))
    shown = re.search(r"^```nginx\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert shown is not None
    server = shown.group(1)
    for said, here in {
        "127.0.0.1:8000": service.removeprefix("http://"),
        "listen 80;": f"listen 127.0.0.1:{front.plain};",
        "listen 443 ": f"listen 127.0.0.1:{front.secure} ",
        "/etc/ssl/jass.example.org/": f"{folder}/",
    }.items():
        assert said in server
        server = server.replace(said, here)
    kept = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{kept}{server}}}\n",
        encoding="utf-8",
    )
    certificate = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=jass.example.org -keyout privkey.pem"
    subprocess.run([*certificate.split(), "-out", "fullchain.pem"], cwd=folder, check=True, capture_output=True)
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"], stderr=subprocess.PIPE)
    try:
        _wait(process, front.secure)
        yield front
    finally:
        process.kill()
        process.communicate()


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, process.communicate()
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Front, str]]:
    """A service with the settings of an event behind nginx, and an organizer's token."""
    if NGINX is None:
        pytest.skip("nginx is not here: apt-get install nginx-light")
    folder = tmp_path_factory.mktemp("event")
    with fresh_database(folder) as database:
        token = manage("api_token", "anna", environment=database).stdout.splitlines()[-1]
        event = {"JASSREF_HTTPS": "1", "JASSREF_ALLOWED_HOSTS": "jass.example.org,127.0.0.1", "JASSREF_PROXIES": "1"}
        with Served({**database, **event}, "--no-demo") as server:
            server.answers()
            with nginx(folder, service=server.url) as front:
                yield front, token


def organizer(token: str, **headers: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}", "content_type": "application/json", **headers}


def test_plain_http_is_sent_to_https(house: tuple[Front, str]) -> None:
    status, headers, _ = house[0].ask_plainly("/api/v1/games")
    assert (status, headers["location"]) == (301, "https://jass.example.org/api/v1/games")


def test_answers_come_through_with_their_headers(house: tuple[Front, str]) -> None:
    front, token = house
    game = new_id()
    opened: dict[str, Any] = {"id": game, "variant": "schieber", "players": ["Anna", "Beat", "Chiara", "Dario"]}
    status, headers, body = front.ask("POST", "/api/v1/games", organizer(token), body=json.dumps(opened).encode())
    assert (status, json.loads(body)["id"]) == (201, game)
    assert headers["location"] == f"/api/v1/games/{game}"
    assert headers["etag"] == '"0"'
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert headers["x-content-type-options"] == "nosniff"
    assert re.fullmatch(r"[0-9a-f-]{36}", headers["x-request-id"])
    known = front.ask("GET", f"/api/v1/games/{game}", organizer(token, if_none_match='"0"'))
    assert (known[0], known[2]) == (304, b"")


def test_a_long_body_is_refused_by_the_service_itself(house: tuple[Front, str]) -> None:
    front, token = house
    for _ in range(20):  # a service that hung up while the proxy still sends would be a 502 now and then
        status, headers, body = front.ask("POST", "/api/v1/games", organizer(token), body=b" " * 1_500_000)
        assert (status, headers["content-type"]) == (413, "application/problem+json")
        assert json.loads(body)["code"] == "too_large"


def test_links_and_cookies_are_for_https(house: tuple[Front, str]) -> None:
    front, token = house
    for _ in range(2):
        opened = {"variant": "schieber", "players": ["Anna", "Beat", "Chiara", "Dario"]}
        front.ask("POST", "/api/v1/games", organizer(token), body=json.dumps(opened).encode())
    listed = json.loads(front.ask("GET", "/api/v1/games?limit=1", organizer(token))[2])
    assert listed["next"].startswith("https://jass.example.org/api/v1/games?")
    assert "secure" in front.ask("GET", "/admin/login/", {})[1]["set-cookie"].lower()


def test_nobody_hides_behind_an_address_of_his_own_invention(house: tuple[Front, str]) -> None:
    """Last, for afterwards this address has guessed enough: each guess says that it comes from elsewhere."""
    said = []
    for number in range(200):  # a new minute may begin between them
        guess = {"authorization": f"Bearer jr_{number:043}", "x_forwarded_for": f"10.0.0.{number}"}
        said.append(house[0].ask("GET", "/api/v1/me", guess)[0])
        if said[-1] == 429:
            break
    assert set(said[:20]) == {401}
    assert said[-1] == 429
