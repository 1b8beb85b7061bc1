"""A PostgreSQL that is set up word for word as docs/event.md tells, and a service that plays a whole evening on it.

The service's account owns nothing and cannot change the journal, whatever it is made to send. And what goes wrong in
the database leaves no value in the database's log.
"""

import http.cookiejar
import json
import os
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psycopg
import pytest

from tests.api.says import Json, announce, confirm, correct, deal, incident, new_id, retract, trick
from tests.api.table import PLAYERS, Device, sockets
from tests.commands.serving import Environment, Served, free_port, manage
from tests.postgres import private_cluster
from tests.rules.known_deal import TRICKS
from tests.service_role import sql_of_the_guide

SERVICE, OWNER = "jassref", "jassref_owner"
WORD = "Zwetschgenwasser"
"""What may not stand in the log of the database."""


ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True)
class House:
    """A cluster of PostgreSQL with the database of the service."""

    superuser: str
    environment: Environment

    def url(self, user: str) -> str:
        """The address of the database for this account."""
        place = urlsplit(self.superuser)
        return place._replace(netloc=f"{user}@{place.netloc.partition('@')[2]}", path="/jassref").geturl()

    def connect(self, user: str) -> "psycopg.Connection[tuple[object, ...]]":
        """A connection of this account, each statement for itself."""
        return psycopg.connect(self.url(user), autocommit=True)

    @property
    def log(self) -> str:
        """What the database has logged so far."""
        home = unquote(urlsplit(self.superuser).netloc.partition("@")[2])
        return (Path(home) / "data" / "server.log").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with private_cluster() as url:
        with psycopg.connect(url, autocommit=True) as postgres:
            for block in ("CREATE ROLE", "ALTER SYSTEM"):
                for statement in sql_of_the_guide(block).split(";\n"):
                    postgres.execute(statement)
        given = {"PATH": os.environ["PATH"], "JASSREF_VAR_DIR": str(folder), "PORT": free_port()}
        built = House(url, given)
        with built.connect("postgres") as postgres:
            postgres.execute(sql_of_the_guide("ALTER SCHEMA"))
        done = manage("migrate", "--verbosity", "0", environment={**given, "DATABASE_URL": built.url(OWNER)})
        assert done.returncode == 0, done.stderr
        with built.connect(OWNER) as owner:
            owner.execute(sql_of_the_guide("GRANT SELECT"))
        yield House(url, {**given, "DATABASE_URL": built.url(SERVICE)})


@pytest.fixture(scope="module")
def device(house: House) -> Iterator[Device]:
    """An organizer's device that calls the service."""
    made = manage("api_token", "anna", environment=house.environment)
    assert made.returncode == 0, made.stderr
    with Served(house.environment, "--no-demo") as server:
        server.answers()
        yield Device(made.stdout.splitlines()[-1], transport=sockets(server.url))


@pytest.fixture(scope="module")
def game(device: Device, house: House) -> str:
    """The path of a game that went through everything the API knows."""
    return an_evening(device, house)


def an_evening(device: Device, house: House) -> str:
    """A game that is opened, changed, played, corrected, disputed, given up, taken up again, exported and read."""
    opened = {"variant": "schieber", "players": list(PLAYERS), "label": WORD}
    path = f"/games/{done(device, 'POST', '/games', opened)['id']}"
    done(device, "PATCH", path, {"label": f"{WORD} 7"}, if_match=device.get(path).headers["etag"])
    phone = Device(done(device, "POST", f"{path}/tokens", {"role": "scorer"})["token"], transport=device.transport)
    told = [deal(id=new_id()), announce("rosen", id=new_id()), *(trick(one, id=new_id()) for one in TRICKS)]
    send(phone, path, *told[:4])
    send(phone, path, told[3] | {"id": new_id(), "number": 2})  # a second phone
    send(phone, path, incident("remark", note=WORD), *told[4:])
    send(phone, path, correct(told[1]["id"], announce("rosen")))
    send(phone, path, confirm(1, deal=1), deal(id=new_id()))
    send(phone, path, retract(phone.get(f"{path}/reports?limit=200").body["results"][-1]["id"]))
    a_dispute(phone, device, referee(device, house, path), path)
    names = [done(device, "POST", "/players", {"name": WORD})["id"] for _ in range(2)]
    done(device, "POST", f"/players/{names[0]}/merge", {"into": names[1]})
    taken = done(device, "POST", f"{path}/tokens", {"role": "player", "seat": 1})
    assert device.call("DELETE", f"{path}/tokens/{taken['id']}").status == 204
    done(device, "POST", f"{path}/abandon", {"reason": WORD})
    done(device, "POST", f"{path}/resume", {"reason": WORD})
    for read in ("", "/reports", "/deals", "/explain", "/scoresheet", "/disputes", "/tokens"):
        assert device.get(path + read).status == 200, read
    document = {**device.get(f"{path}/export").body}
    ids = {one: new_id() for one in (found[0] for found in ID.finditer(json.dumps(document)))}
    done(device, "POST", "/games/import", json.loads(ID.sub(lambda one: ids[one[0]], json.dumps(document))))
    return path


def a_dispute(phone: Device, organizer: Device, rita: Device, path: str) -> None:
    """A dispute that goes through both instances."""
    about = {"category": "revoke", "deal": 1, "seat": 2, "raised_by": {"side": 1}, "statement": WORD}
    there = f"/disputes/{done(phone, 'POST', f'{path}/disputes', about)['id']}"
    ruling = {"discovered": "deal_over", "remedy": "warning", "reason": WORD}
    done(rita, "POST", f"{there}/take", {})
    done(phone, "POST", f"{there}/statements", {"side": 2, "statement": WORD})
    done(rita, "POST", f"{there}/rulings", ruling)
    done(phone, "POST", f"{there}/appeal", {"side": 2, "statement": WORD})
    done(organizer, "POST", f"{there}/take", {})
    done(organizer, "POST", f"{there}/dismiss", {"reason": WORD})
    again = done(phone, "POST", f"{path}/disputes", about)
    done(phone, "POST", f"/disputes/{again['id']}/withdraw", {})


def referee(device: Device, house: House, path: str) -> Device:
    """The device of a referee whom the operator makes."""
    made = manage("referee", "rita", "--game", path.rpartition("/")[2], environment=house.environment)
    assert made.returncode == 0, made.stderr
    return Device(made.stdout.splitlines()[-1], transport=device.transport)


def done(device: Device, method: str, path: str, body: Json, **headers: str) -> Json:
    answer = device.call(method, path, body, **headers)
    assert answer.status in {200, 201}, (method, path, answer.raw.decode())
    told: Json = answer.body
    return told


def send(device: Device, path: str, *reports: Json) -> None:
    done(device, "POST", f"{path}/reports", {"reports": list(reports)})


# --- what the service may do, and what not ----------------------------------------------------------------------------


def test_the_whole_api_works_for_an_account_that_owns_no_table(game: str, device: Device, house: House) -> None:
    assert device.transport("GET", "/readyz", None, {}).body == {"status": "ok"}
    checked = manage("rebuild", "--check", environment=house.environment)
    assert "2 right, 0 mended, 0 wrong" in checked.stdout, checked.stdout
    with house.connect(SERVICE) as service:
        owned = "SELECT count(*) FROM pg_class WHERE pg_get_userbyid(relowner) = current_user"
        assert service.execute(owned).fetchone() == (0,)


def test_the_review_desk_works_for_it(game: str, device: Device, house: House) -> None:
    client = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(client))
    desk = f"http://127.0.0.1:{house.environment['PORT']}"
    given = {**house.environment, "DJANGO_SUPERUSER_PASSWORD": WORD}
    made = manage("createsuperuser", "--noinput", "--username", "root", "--email", "", environment=given)
    assert made.returncode == 0, made.stderr
    browser.open(f"{desk}/admin/login/")
    token = next(cookie.value for cookie in client if cookie.name == "csrftoken")
    form = {"username": "root", "password": WORD, "csrfmiddlewaretoken": token, "next": "/admin/desk/"}
    shown = browser.open(f"{desk}/admin/login/", urllib.parse.urlencode(form).encode())
    assert shown.status == 200
    assert shown.url.endswith("/admin/desk/"), shown.url


FORBIDDEN = [
    "UPDATE scoring_report SET kind = 'forged'",
    "DELETE FROM scoring_report",
    "TRUNCATE scoring_report CASCADE",
    "TRUNCATE scoring_game CASCADE",
    "DELETE FROM scoring_reportname",
    "UPDATE scoring_reportname SET kind = 'forged'",
    "INSERT INTO scoring_report SELECT * FROM scoring_report ON CONFLICT (id) DO UPDATE SET kind = 'forged'",
    "DROP TRIGGER scoring_report_refuses_update ON scoring_report",
    "ALTER TABLE scoring_report DISABLE TRIGGER ALL",
    "ALTER TABLE scoring_report RENAME TO other",
    "DROP TABLE scoring_report CASCADE",
    "CREATE OR REPLACE FUNCTION scoring_journal_is_append_only() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
    "CREATE TABLE mine (n integer)",
    "CREATE TEMPORARY TABLE scoring_report (n integer)",
    "SET session_replication_role = replica",
    "SET ROLE jassref_owner",
    "DELETE FROM django_migrations",
    "COPY scoring_report TO PROGRAM 'cat'",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_account_of_the_service_cannot_touch_what_is_on_record(statement: str, game: str, house: House) -> None:
    with house.connect(SERVICE) as service, pytest.raises(psycopg.errors.InsufficientPrivilege):
        service.execute(statement)


@pytest.mark.parametrize("statement", FORBIDDEN[:7])
def test_its_owner_is_held_up_by_the_guards(statement: str, game: str, house: House) -> None:
    with house.connect(OWNER) as owner, pytest.raises(psycopg.errors.IntegrityError, match="append-only"):
        owner.execute(statement)


def test_other_accounts_do_not_come_in(house: House) -> None:
    with house.connect("postgres") as postgres:
        postgres.execute("CREATE ROLE stranger LOGIN")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        house.connect("stranger")


# --- the log of the database ------------------------------------------------------------------------------------------


def test_no_value_stands_in_the_log_of_the_database(game: str, house: House) -> None:
    """An evening has been played; now what can go wrong goes wrong, in words that a test can find."""
    with house.connect(SERVICE) as service:
        for statement, values in provoked(service):
            with pytest.raises(psycopg.Error):
                service.execute(statement, values)
    assert "duplicate key value violates unique constraint" in house.log
    assert "violates check constraint" in house.log
    assert "permission denied" in house.log
    assert "append-only" in house.log or "violates foreign key constraint" in house.log
    for secret in (WORD, SECRET_ID, SECRET_ID.replace("-", "")):
        assert secret not in house.log


SECRET_ID = "5ec2e700-5ec2-4e70-85ec-2e7005ec2e70"


def provoked(service: "psycopg.Connection[tuple[object, ...]]") -> Iterator[tuple[str, list[object]]]:
    """Statements that fail: a row that is there, that cannot be, that is too long or points nowhere; no right."""
    columns = "game_id, seq, report_id, kind, payload, as_played, root, by_role, by_label, recorded_at"
    row = f"INSERT INTO scoring_report ({columns}) VALUES (%s, %s, %s, %s, %s, false, %s, %s, %s, now())"
    (known,) = service.execute("SELECT id FROM scoring_game LIMIT 1").fetchone() or ("",)
    cards = json.dumps({"note": WORD})
    yield row, [known, 1, SECRET_ID, "incident", cards, 1, "scorer", WORD]
    yield row, [known, 9_000, SECRET_ID, "incident", cards, 9_000, WORD[:10], WORD]
    yield row, [known, 9_000, SECRET_ID, "incident", cards, 9_000, "scorer", WORD * 100]
    yield row, [SECRET_ID, 1, SECRET_ID, "incident", cards, 1, "scorer", WORD]
    yield "UPDATE scoring_report SET by_label = %s", [WORD]
    yield f"SELECT '{WORD}' FROM scoring_nowhere", []
    yield "INSERT INTO auth_user (username, password) VALUES (%s, %s)", [WORD, WORD]
    yield "SET statement_timeout = 1; SELECT pg_sleep(1), '" + WORD + "'", []
