"""What a service at a real event promises: settings in order, headers on every answer, logs without secrets."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.api.says import cards, deal, hand, new_id, opening_of, tricks_of
from tests.api.table import Answer, Device, sockets
from tests.commands.serving import ROOT, Environment, Served, free_port, fresh_database, manage

PAD = "https://pad.example"
EVENT = {"JASSREF_HTTPS": "1", "JASSREF_ALLOWED_HOSTS": "jass.example", "JASSREF_PROXIES": "1", "JASSREF_LOG": "json"}
"""What docs/event.md tells to set, but for the database and the key."""
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def checked(folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "JASSREF_VAR_DIR": str(folder), **environment},
        check=False,
        capture_output=True,
        text=True,
    )


# --- settings ---------------------------------------------------------------------------------------------------------


def test_the_settings_of_an_event_are_in_order(tmp_path: Path) -> None:
    done = checked(tmp_path, **EVENT)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "System check identified no issues (2 silenced).\n"


@pytest.mark.parametrize(
    "careless",
    [{"JASSREF_HTTPS": "0"}, {"JASSREF_DEBUG": "1"}, {"JASSREF_SECRET_KEY": "short"}],
    ids=str,
)
def test_what_is_careless_is_told(tmp_path: Path, careless: Mapping[str, str]) -> None:
    done = checked(tmp_path, **{**EVENT, **careless})
    assert done.returncode == 1
    assert "security.W" in done.stderr


def test_another_form_of_log_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = checked(tmp_path, JASSREF_LOG="xml")
    assert done.returncode != 0
    assert "JASSREF_LOG must be text or json." in done.stderr


# --- a server, seen from outside --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    with fresh_database(tmp_path_factory.mktemp("security")) as environment:
        yield {**environment, "JASSREF_CORS_ORIGINS": PAD, "JASSREF_LOG": "json"}


@pytest.fixture(scope="module")
def served(house: Environment) -> Iterator[Device]:
    with Served(house, "--no-demo") as server:
        server.answers()
        yield Device(transport=sockets(server.url))


def asked(device: Device, method: str, path: str, **headers: str) -> Answer:
    """A request to any path, under /api/v1 or not."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return device.transport(method, path, None, sent)


EVERY_KIND = [
    ("GET", "/", 200),
    ("GET", "/problems/irregular", 200),
    ("GET", "/api/v1/docs", 200),
    ("GET", "/api/v1/schema", 200),
    ("GET", "/api/v1/games", 200),
    ("GET", "/api/v1/me", 401),
    ("GET", "/nowhere", 404),
    ("DELETE", "/api/v1/games", 405),
    ("OPTIONS", "/api/v1/games", 204),
    ("GET", "/livez", 200),
    ("GET", "/readyz", 200),
    ("GET", "/admin/", 302),
    ("GET", "/admin/login/", 200),
    ("POST", "/admin/login/", 403),
    ("GET", "/static/admin/css/base.css", 200),
    ("GET", "/static/nothing.css", 404),
]


@pytest.mark.django_db  # touches rows, though in a database of its own
@pytest.mark.parametrize(("method", "path", "status"), EVERY_KIND)
def test_every_answer_has_the_headers(served: Device, method: str, path: str, status: int) -> None:
    answer = asked(served, method, path)
    assert answer.status == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert UUID.fullmatch(answer.headers["x-request-id"])
    assert ("content-length" in answer.headers) is (status != HTTPStatus.NO_CONTENT)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith(("default-src 'none'", "default-src 'self'"))
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'unsafe" not in policy
    assert "server" not in answer.headers or not re.search(r"\d", answer.headers["server"])


def test_pages_load_only_what_their_policy_allows(served: Device) -> None:
    """No page of ours has a script or a form in its text, and none names another host."""
    for path in ("/", "/problems", "/problems/irregular", "/api/v1/docs", "/admin/login/"):
        text = asked(served, "GET", path).raw.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", text), path
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", text), path
        assert not re.search(r"""\son\w+=["']""", text), path


# --- pads in browsers (CORS) ------------------------------------------------------------------------------------------

WANTED = "authorization,content-type,if-match,if-none-match,accept-language,prefer,x-request-id"


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE"])
def test_a_browser_asks_first_and_may(served: Device, method: str) -> None:
    answer = asked(
        served,
        "OPTIONS",
        "/api/v1/games",
        origin=PAD,
        access_control_request_method=method,
        access_control_request_headers=WANTED,
    )
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == PAD
    assert method in answer.headers["access-control-allow-methods"].split(", ")
    assert set(WANTED.split(",")) <= set(answer.headers["access-control-allow-headers"].split(", "))
    assert "access-control-allow-credentials" not in answer.headers  # a token is no cookie
    assert "origin" in answer.headers["vary"].lower()
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("path", "status"), [("/api/v1/games", 200), ("/api/v1/me", 401), ("/nowhere", 404)])
def test_the_page_of_a_named_origin_reads_answers_and_errors(served: Device, path: str, status: int) -> None:
    answer = asked(served, "GET", path, origin=PAD)
    assert answer.status == status
    assert answer.headers["access-control-allow-origin"] == PAD
    exposed = set(answer.headers["access-control-expose-headers"].split(", "))
    assert {"ETag", "Location", "Retry-After", "Preference-Applied", "X-Request-Id"} <= exposed
    assert "origin" in answer.headers["vary"].lower()


def test_another_origin_may_not(served: Device) -> None:
    for method in ("GET", "OPTIONS"):
        answer = asked(
            served, method, "/api/v1/games", origin="https://evil.example", access_control_request_method="POST"
        )
        assert "access-control-allow-origin" not in answer.headers
    assert "access-control-allow-origin" not in asked(served, "GET", "/admin/login/", origin=PAD).headers


# --- the log ----------------------------------------------------------------------------------------------------------

HAND = "E7 EU EK EA R7 RK S8 B7 BA"
WORD = "quokka"
"""Stands in bodies, queries and headers, and nowhere else."""


def session(device: Device) -> list[str]:
    """An evening with everything that can go wrong; the secrets that were shown in it."""
    game = new_id()
    path = f"/games/{game}"
    device.post(
        "/games", {"id": game, "variant": "schieber", "label": WORD, "players": [WORD, "Beat", "Chiara", "Dario"]}
    )
    handed = device.post(f"{path}/tokens", {"role": "player", "seat": 3, "label": WORD}).body["token"]
    player = Device(handed, transport=device.transport)
    player.post(f"{path}/reports", {"reports": [deal(), hand(3, HAND)]})
    device.post(f"{path}/reports", {"reports": [*opening_of("R1")[1:], *tricks_of("R1")]})
    device.post(f"{path}/reports", {"reports": [{"kind": "incident", "category": "other", "note": WORD}]})
    device.post(f"{path}/reports", {"reports": [{"kind": WORD}]})
    device.post(f"{path}/reports", f'{{"{WORD}": '.encode())
    device.post(f"{path}/abandon", {"reason": WORD})
    device.get(f"/games?label={WORD}")
    device.get(f"/games?{WORD}=1")
    guessed = f"jr_{WORD}{'x' * 37}"
    Device(guessed, transport=device.transport).get(path)
    device.get(path, accept=WORD, accept_language=WORD, cookie=f"sessionid={WORD}", user_agent=WORD, referer=WORD)
    device.transport("POST", "/admin/login/", f"username=anna&password={WORD}".encode(), {})
    return [device.secret or "", handed, guessed]


@pytest.mark.django_db  # touches rows, though in a database of its own
@pytest.mark.parametrize("form", ["json", "text"])
def test_nothing_of_an_evening_stands_in_the_log(house: Environment, form: str) -> None:
    token = manage("api_token", "anna", environment=house).stdout.splitlines()[-1]
    with Served({**house, "JASSREF_LOG": form, "PORT": free_port()}, "--no-demo") as server:
        server.answers()
        secrets = session(Device(token, transport=sockets(server.url)))
        server.process.send_signal(signal.SIGTERM)
        said, _ = server.process.communicate(timeout=60)
        log = server.complaints()
    lines = log.splitlines()
    assert len(lines) >= 14, log
    written = said + log
    assert secrets
    for secret in secrets:
        assert secret[3:] not in written
    assert WORD not in written
    assert not re.search(rf"\b({'|'.join(set(cards(HAND)))})\b", written)
    if form == "json":
        assert_every_line_is_whole(lines)
    else:
        assert all(UUID.search(line.split()[-1]) for line in lines if "jassref." in line)


def assert_every_line_is_whole(lines: list[str]) -> None:
    entries = [json.loads(line) for line in lines]
    for entry in entries:
        assert {"time", "level", "logger", "message"} <= set(entry)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["time"])
    answered = [entry for entry in entries if entry["logger"] == "jassref.access"]
    assert {"POST", "GET"} == {entry["method"] for entry in answered}
    assert {200, 201, 401, 422} <= {entry["status"] for entry in answered}
    assert all(entry["path"].startswith("/") and entry["milliseconds"] > 0 for entry in answered)
    ids = [entry["request_id"] for entry in answered]
    assert len(set(ids)) == len(ids)


CRASH = """
import django
django.setup()
from django.test import Client
from django.urls import path
def crash(request):
    raise ZeroDivisionError
urls = __import__("jassref.urls").urls
urls.urlpatterns.insert(0, path("crash", crash))
Client(raise_request_exception=False).get("/crash", headers={"x-request-id": "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77"})
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_crash_is_found_by_the_id_that_the_client_was_told(tmp_path: Path, form: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CRASH],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "jassref.settings",
            "JASSREF_VAR_DIR": str(tmp_path),
            "JASSREF_LOG": form,
            "JASSREF_ALLOWED_HOSTS": "testserver",
        },
        check=True,
        capture_output=True,
        text=True,
    )
    lines = done.stderr.splitlines()
    told = [line for line in lines if "0b7c1c5e-8f4e-4d59-9a2e-3f1f0d3c1a77" in line]
    assert len(told) == 2  # the crash, and the request
    assert "ZeroDivisionError" in done.stderr
    if form == "json":
        assert len(lines) == 2
        assert "Traceback" in json.loads(lines[0])["exception"]
