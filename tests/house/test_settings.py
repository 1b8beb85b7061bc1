"""Settings come from the environment; without any, a fresh machine serves plain HTTP on SQLite."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from jassref.secret import machine_key

ROOT = Path(__file__).resolve().parents[2]

SHOW = """
import json
from django.conf import settings
names = {names!r}
print(json.dumps({{name: getattr(settings, name) for name in names}}, default=str))
"""

ASK = """
import json, django
django.setup()
from django.test import Client
answer = Client(raise_request_exception=False).get({path!r}, **{sent!r})
print(json.dumps({{"status": answer.status_code, **{{k.lower(): v for k, v in answer.headers.items()}}}}))
"""


def python(program: str, *, var: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a program with these settings alone, and a folder of its own to keep things in."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "jassref.settings",
            "JASSREF_VAR_DIR": str(var),
            **environment,
        },
        check=False,
        capture_output=True,
        text=True,
    )


def answer(program: str, *, var: Path, **environment: str) -> Any:
    done = python(program, var=var, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def settings_with(*names: str, var: Path, **environment: str) -> dict[str, Any]:
    shown: dict[str, Any] = answer(SHOW.format(names=names), var=var, **environment)
    return shown


def test_nothing_is_needed_from_the_environment(tmp_path: Path) -> None:
    assert settings_with("DEBUG", "ALLOWED_HOSTS", "CORS_ALLOWED_ORIGINS", "CORS_ALLOW_ALL_ORIGINS", var=tmp_path) == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "CORS_ALLOWED_ORIGINS": [],
        "CORS_ALLOW_ALL_ORIGINS": False,
    }


def test_lists_are_separated_by_commas(tmp_path: Path) -> None:
    assert settings_with(
        "ALLOWED_HOSTS",
        "CORS_ALLOWED_ORIGINS",
        var=tmp_path,
        JASSREF_ALLOWED_HOSTS="jass.example, www.jass.example",
        JASSREF_CORS_ORIGINS="https://pad.example,http://localhost:5173",
    ) == {
        "ALLOWED_HOSTS": ["jass.example", "www.jass.example"],
        "CORS_ALLOWED_ORIGINS": ["https://pad.example", "http://localhost:5173"],
    }


def test_a_star_lets_every_origin_in(tmp_path: Path) -> None:
    assert settings_with("CORS_ALLOW_ALL_ORIGINS", var=tmp_path, JASSREF_CORS_ORIGINS="*") == {
        "CORS_ALLOW_ALL_ORIGINS": True,
    }


# --- HTTPS ---


def test_plain_http_is_served_without_debug(tmp_path: Path) -> None:
    got = answer(ASK.format(path="/admin/login/", sent={"HTTP_HOST": "localhost"}), var=tmp_path)
    assert got["status"] == 200
    assert "strict-transport-security" not in got


def test_a_forwarded_header_means_nothing_without_https(tmp_path: Path) -> None:
    assert settings_with(
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "SECURE_PROXY_SSL_HEADER",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        var=tmp_path,
    ) == {
        "SECURE_SSL_REDIRECT": False,
        "SECURE_HSTS_SECONDS": 0,
        "SECURE_PROXY_SSL_HEADER": None,
        "SESSION_COOKIE_SECURE": False,
        "CSRF_COOKIE_SECURE": False,
    }


def test_with_https_plain_requests_are_redirected(tmp_path: Path) -> None:
    program = ASK.format(path="/admin/login/", sent={"HTTP_HOST": "localhost"})
    got = answer(program, var=tmp_path, JASSREF_HTTPS="1")
    assert (got["status"], got["location"]) == (301, "https://localhost/admin/login/")


def test_with_https_the_proxy_is_believed_and_browsers_stay_on_https(tmp_path: Path) -> None:
    program = ASK.format(
        path="/admin/login/",
        sent={"HTTP_HOST": "localhost", "HTTP_X_FORWARDED_PROTO": "https"},
    )
    got = answer(program, var=tmp_path, JASSREF_HTTPS="1")
    assert (got["status"], got["strict-transport-security"]) == (200, "max-age=31536000")


def test_with_https_cookies_are_secure(tmp_path: Path) -> None:
    assert settings_with("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", var=tmp_path, JASSREF_HTTPS="1") == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
    }


def test_static_files_are_served_without_collecting_them(tmp_path: Path) -> None:
    program = ASK.format(path="/static/admin/css/base.css", sent={"HTTP_HOST": "localhost"})
    got = answer(program, var=tmp_path)
    assert (got["status"], got["content-type"]) == (200, 'text/css; charset="utf-8"')


def test_browsers_of_a_named_origin_may_read_what_a_client_needs(tmp_path: Path) -> None:
    program = ASK.format(path="/nothing-here", sent={"HTTP_HOST": "localhost", "HTTP_ORIGIN": "https://pad.example"})
    got = answer(program, var=tmp_path, JASSREF_CORS_ORIGINS="https://pad.example")
    assert got["status"] == 404  # errors too
    assert got["access-control-allow-origin"] == "https://pad.example"
    exposed = set(got["access-control-expose-headers"].split(", "))
    assert {"ETag", "Location", "X-Request-Id", "Retry-After", "Preference-Applied"} <= exposed
    assert "Set-Cookie" not in exposed
    assert "access-control-allow-origin" not in answer(program, var=tmp_path)


def test_the_review_desk_is_no_business_of_other_origins(tmp_path: Path) -> None:
    program = ASK.format(path="/admin/login/", sent={"HTTP_HOST": "localhost", "HTTP_ORIGIN": "https://pad.example"})
    got = answer(program, var=tmp_path, JASSREF_CORS_ORIGINS="https://pad.example")
    assert "access-control-allow-origin" not in got


def test_the_log_holds_nothing_of_what_a_request_holds(tmp_path: Path) -> None:
    program = """
import django
django.setup()
from django.conf import settings
from django.test import Client
from django.urls import path
def crash(request):
    raise ZeroDivisionError
urls = __import__("jassref.urls").urls
urls.urlpatterns.insert(0, path("crash", crash))
client = Client(raise_request_exception=False)
for path in ("/crash", "/nothing", "/admin/login/"):
    for host in ("localhost", "word-host"):
        client.post(path + "?q=word-query", '{"pin": "word-body"}', content_type="application/json",
                    headers={"host": host, "authorization": "Bearer word-header", "cookie": "c=word-cookie"})
"""
    done = python(program, var=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ZeroDivisionError" in done.stderr
    assert "word-" not in done.stderr


# --- the secret key ---


def test_the_secret_key_of_the_environment_is_used_and_not_kept(tmp_path: Path) -> None:
    assert settings_with("SECRET_KEY", var=tmp_path, JASSREF_SECRET_KEY="s3cret") == {"SECRET_KEY": "s3cret"}
    assert not (tmp_path / "secret_key").exists()


def test_a_machine_without_a_secret_key_makes_one_and_keeps_it(tmp_path: Path) -> None:
    first = settings_with("SECRET_KEY", var=tmp_path)["SECRET_KEY"]
    assert settings_with("SECRET_KEY", var=tmp_path) == {"SECRET_KEY": first}
    assert len(first) == 50


def test_the_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret_key"
    machine_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_every_machine_has_a_key_of_its_own(tmp_path: Path) -> None:
    assert machine_key(tmp_path / "one") != machine_key(tmp_path / "other")


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: machine_key(tmp_path / "secret_key"), range(8)))
    assert len(keys) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


# --- the database ---


def database_with(var: Path, **environment: str) -> dict[str, Any]:
    database: dict[str, Any] = settings_with("DATABASES", var=var, **environment)["DATABASES"]["default"]
    return database


def test_the_default_database_is_a_file_in_a_folder_made_on_demand(tmp_path: Path) -> None:
    database = database_with(tmp_path / "new")
    assert database["ENGINE"] == "jassref.sqlite"
    assert database["NAME"] == str(tmp_path / "new" / "jassref.sqlite3")
    assert (tmp_path / "new").is_dir()


def test_sqlite_keeps_the_promises_of_the_journal(tmp_path: Path) -> None:
    program = """
import json, django
django.setup()
from django.db import connection
def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]
print(json.dumps({name: pragma(name) for name in
    ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout")}
    | {"mode": connection.transaction_mode}))
"""
    assert answer(program, var=tmp_path) == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "busy_timeout": 20_000,
        "mode": "IMMEDIATE",
    }


WRITES = """
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE trial (n INTEGER)")
    cursor.execute("BEGIN IMMEDIATE")
    cursor.execute("INSERT INTO trial VALUES (1)")
    import json, os
    from pathlib import Path
    file = Path(connection.settings_dict["NAME"])
    modes = {one.name: oct(one.stat().st_mode & 0o777) for one in (file.parent, *sorted(file.parent.glob("j.*")))}
    print(json.dumps(modes))
"""
"""Writes to a database whose file is called j.sqlite3, and prints the modes of all that lies there meanwhile."""


def test_the_files_of_sqlite_are_for_their_owner_alone_wherever_they_lie(tmp_path: Path) -> None:
    private = {"kept": "0o700", "j.sqlite3": "0o600", "j.sqlite3-wal": "0o600", "j.sqlite3-shm": "0o600"}
    url = f"sqlite:///{tmp_path}/elsewhere/kept/j.sqlite3"
    assert answer(WRITES, var=tmp_path / "var", DATABASE_URL=url) == private
    assert sorted(one.name for one in (tmp_path / "elsewhere" / "kept").iterdir()) == ["j.sqlite3"]


def test_a_file_that_is_there_keeps_its_mode_and_its_rows(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    (tmp_path / "j.sqlite3").touch(mode=0o640)
    (tmp_path / "j.sqlite3").chmod(0o640)
    url = f"sqlite:///{tmp_path}/j.sqlite3"
    modes = answer(WRITES, var=tmp_path / "var", DATABASE_URL=url)
    assert set(modes.values()) == {"0o750", "0o640"}
    again = python(WRITES, var=tmp_path / "var", DATABASE_URL=url)
    assert "table trial already exists" in again.stderr


@pytest.mark.parametrize("url", ["", "sqlite:///{folder}/new/j.sqlite3"], ids=["default", "named"])
def test_reading_the_settings_makes_no_database(tmp_path: Path, url: str) -> None:
    database_with(tmp_path, **({"DATABASE_URL": url.format(folder=tmp_path)} if url else {}))
    assert [one.name for one in tmp_path.rglob("*")] == ["secret_key"]


def test_a_database_in_memory_is_no_file(tmp_path: Path) -> None:
    program = "import django; django.setup(); from django.db import connection; connection.ensure_connection()"
    done = python(program, var=tmp_path, DATABASE_URL="sqlite://:memory:")
    assert done.returncode == 0, done.stderr
    assert not (ROOT / ":memory:").exists()
    assert [one.name for one in tmp_path.rglob("*")] == ["secret_key"]


def test_postgresql_comes_with_a_pool(tmp_path: Path) -> None:
    database = database_with(
        tmp_path,
        DATABASE_URL="postgres://anna:s%40fe@db.example:5433/jass?sslmode=require",
        JASSREF_DB_POOL_MAX="7",
    )
    assert (database["ENGINE"], database["HOST"], database["PORT"], database["NAME"]) == (
        "jassref.postgresql",
        "db.example",
        5433,
        "jass",
    )
    assert (database["USER"], database["PASSWORD"]) == ("anna", "s@fe")
    assert database["OPTIONS"] == {
        "connect_timeout": 5,
        "prepare_threshold": 3,
        "tcp_user_timeout": 20_000,
        "pool": {"min_size": 2, "max_size": 7, "timeout": 5, "reconnect_timeout": 5},
        "sslmode": "require",
    }
    assert database["CONN_HEALTH_CHECKS"] is True


def test_behind_a_pooler_nothing_is_prepared(tmp_path: Path) -> None:
    database = database_with(tmp_path, DATABASE_URL="postgres://db.example/jass", JASSREF_DB_PREPARE="0")
    assert database["OPTIONS"]["prepare_threshold"] is None


def test_postgresql_is_reached_through_a_socket_folder_as_well(tmp_path: Path) -> None:
    assert database_with(tmp_path, DATABASE_URL="postgres://jass@%2Frun%2Fpg/jass")["HOST"] == "/run/pg"


@pytest.mark.parametrize("url", ["mysql://u@h/d", "nonsense"])
def test_another_engine_is_refused_in_a_sentence(tmp_path: Path, url: str) -> None:
    done = python(SHOW.format(names=["DATABASES"]), var=tmp_path, DATABASE_URL=url)
    assert done.returncode != 0
    assert "h/d" not in done.stderr  # an address may hold a password
    assert "DATABASE_URL must begin with sqlite:// or postgres://" in done.stderr
