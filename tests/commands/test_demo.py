"""`manage.py demo`: a deal recorded through the API, shown as a table, with keys to go on."""

import json
import stat
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client as Browser
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from scoring.management.demo import story
from scoring.management.demo.accounts import ORGANIZER, kept_password, organizer_token
from scoring.management.demo.client import DemoFailed
from scoring.management.demo.conditions import is_for_this_machine, own_headers
from scoring.management.demo.scoresheet import score_sheet
from scoring.management.demo.tables import other_tables
from scoring.models import Dispute, Game, Report, Token
from scoring.selectors.tokens import find
from scoring.services.tokens import revoke
from tests.api.table import API, Device, sockets
from tests.models.rows import a_token, a_user

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "deals.json"

SHEET = """\
Deal 1 of Demo (schieber-stargames): schilten, announced by Anna
E Eicheln (acorns), R Rosen (roses), S Schilten (shields), B Schellen (bells)

Trick  Led by  Cards            Taken by  Points  Anna + Chiara  Beat + Dario
    1  Anna    RA  S9  RK  R10  Beat          39              0            39
    2  Beat    EO  EU  E6  E10  Beat          15              0            54
    3  Beat    S7  S8  SA  S10  Dario         21              0            75
    4  Dario   B9  BK  B10 BA   Chiara        25             25            75
    5  Chiara  E7  E8  E9  R8   Anna           0             25            75
    6  Anna    BO  SU  B7  B6   Beat          23             25            98
    7  Beat    SO  EA  B8  S6   Beat          14             25           112
    8  Beat    R6  R7  RO  R9   Dario          3             25           115
    9  Dario   RU  BU  SK  EK   Beat          17             25           132

             Anna + Chiara  Beat + Dario
Card points             25           132
Match                    0             0
Weis                     0            20
Stöck                    0            20
Sum                     25           172
Factor                 x 2           x 2
Total                   50           344

Weis of Anna: BU BO BK, 20, does not count
Weis of Beat: SU SO SK, 20, counts
Weis of Dario: R10 RU RO, 20, does not count
Stöck of Beat: 20
"""


@pytest.fixture(autouse=True)
def own_machine(settings: Settings, tmp_path: Path) -> Path:
    """The settings of a fresh machine, with a folder of its own."""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    settings.VAR_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody attacks a test
    return tmp_path


def played(url: str) -> str:
    out = StringIO()
    call_command("demo", url=url, stdout=out)
    return out.getvalue()


def shown(text: str, name: str) -> str:
    """What stands behind a name in the lines at the end."""
    return next(line.removeprefix(name).strip() for line in text.splitlines() if line.startswith(name))


def organizer_of(text: str, url: str) -> Device:
    """A device with the token that was printed."""
    return Device(shown(text, "Token"), transport=sockets(url))


# --- what is played ---------------------------------------------------------------------------------------------------


def test_it_plays_r1_of_the_vectors() -> None:
    deals = json.loads(VECTORS.read_text(encoding="utf-8"))["deals"]
    assert story.deal() == next(deal for deal in deals if deal["id"] == "R1")
    assert story.deal()["expect"]["schieber-stargames"] == {"1": 50, "2": 344}
    assert story.opening()["rules"] == {"preset": "schieber-stargames"}


def test_every_report_has_an_id_of_its_own_that_never_changes() -> None:
    ids = [report["id"] for report in story.reports()]
    assert len(set(ids)) == len(ids) == 17
    assert ids == [report["id"] for report in story.reports()]


def test_the_deal_of_the_other_tables_that_is_worked_in_the_rules() -> None:
    deals = json.loads(VECTORS.read_text(encoding="utf-8"))["deals"]
    worked = next(deal for deal in deals if deal["id"] == "C1")
    (table,) = (table for table in other_tables() if table.opening["variant"] == "eidex")
    assert {str(one["seat"]): one["card"] for one in table.reports if one["kind"] == "lay"} == worked["laid"]
    tricks = [one for one in table.reports if one["kind"] == "trick"]
    assert [(one["leader"], one["cards"]) for one in tricks] == [
        (one["leader"], one["cards"]) for one in worked["tricks"]
    ]


def test_the_other_tables_are_lawful_and_what_is_hidden_stays_hidden(live_server: LiveServer) -> None:
    text = played(live_server.url)
    visitor = Device(transport=sockets(live_server.url))
    deals = {}
    for table in other_tables():
        assert f"Game    {live_server.url}{API}/games/{table.id} ({table.name})" in text.splitlines()
        deals[table.name] = visitor.pages(f"/games/{table.id}/deals")
    assert [deal["findings"] for told in deals.values() for deal in told] == [[]] * 3
    settled, running = deals["Differenzler"]
    assert [score["bid"] for score in settled["scores"]] == [48, 14, 47, 58]
    assert [score["total"] for score in settled["scores"]] == [6, 0, 9, 13]
    assert (running["status"], len(running["tricks"])) == ("playing", 4)
    assert [bid["points"] for bid in running["bids"]] == [None] * 4
    (eidex,) = deals["Cosmic Eidex"]
    assert (eidex["status"], [score["points"] for score in eidex["scores"]]) == ("settled", [27, 35, 95])
    assert [laid["card"] for laid in eidex["laid"]] == ["SO", "R7", "B7"]


def test_the_score_sheet_tells_the_deal_trick_by_trick(live_server: LiveServer) -> None:
    text = played(live_server.url)
    assert text.startswith(SHEET)
    assert "Recorded through the API in 17 reports." in text


def test_played_again_it_doubles_nothing(live_server: LiveServer) -> None:
    first = played(live_server.url)
    before = (list(Game.objects.values()), list(Report.objects.values()))
    second = played(live_server.url)
    assert (list(Game.objects.values()), list(Report.objects.values())) == before
    assert "All 17 reports were on record already, so nothing was doubled." in second
    assert second.startswith(SHEET)
    assert shown(first, "Login") == shown(second, "Login")
    assert User.objects.count() == 2


def test_a_demo_that_was_cut_short_is_played_to_its_end(live_server: LiveServer) -> None:
    organizer = Device(organizer_token(), transport=sockets(live_server.url))
    assert organizer.post("/games", story.opening()).status == 201
    for report in list(story.reports())[:5]:
        assert organizer.post(f"/games/{story.GAME}/reports", {"reports": [report]}).status == 201
    for table in other_tables():
        assert organizer.post("/games", table.opening).status == 201
        assert organizer.post(f"/games/{table.id}/reports", {"reports": table.reports[:7]}).status == 201
    text = played(live_server.url)
    for table in other_tables():
        journal = organizer_of(text, live_server.url).pages(f"/games/{table.id}/reports")
        assert [entry["id"] for entry in journal] == [report["id"] for report in table.reports]
    assert "12 of 17 reports were new, the others on record already; nothing was doubled." in text
    assert text.startswith(SHEET)


def test_it_shows_what_others_have_made_of_the_game(live_server: LiveServer) -> None:
    token = shown(played(live_server.url), "Token")
    last = list(story.reports())[-1]
    organizer = Device(token, transport=sockets(live_server.url))
    taken_back = {"reports": [{"kind": "retract", "report": last["id"]}, {"kind": "play", "card": "RU"}]}
    assert organizer.post(f"/games/{story.GAME}/reports", taken_back).status == 201
    text = played(live_server.url)
    ninth = next(line.split() for line in text.splitlines() if line.startswith("    9"))
    assert ninth == ["9", "Dario", "RU", "nobody", "yet", "25", "115"]
    assert "All 17 reports were on record already" in text


def test_a_void_deal_has_no_scores() -> None:
    seats = [{"seat": seat, "side": 2 - seat % 2, "player": {"name": f"P{seat}"}} for seat in (1, 2, 3, 4)]
    game = {"label": "", "id": "x", "deck": "swiss", "rules": {"preset": "p"}, "seats": seats}
    sides = [{"side": 1, "seats": [1, 3]}, {"side": 2, "seats": [2, 4]}]
    deal: dict[str, Any] = {
        "number": 3,
        "mode": None,
        "declarer": None,
        "tricks": [],
        "scores": None,
        "weis": [],
        "stoeck": None,
    }
    assert score_sheet(game | {"sides": sides}, deal) == (
        "Deal 3 of x (p): nothing announced\n"
        "E Eicheln (acorns), R Rosen (roses), S Schilten (shields), B Schellen (bells)\n\n"
        "Trick  Led by  Cards  Taken by  Points  P1 + P3  P2 + P4\n\nThis deal is void: nobody scores."
    )


def test_the_three_things_to_try_work_as_printed(live_server: LiveServer) -> None:
    text = played(live_server.url)
    visitor = Device(transport=sockets(live_server.url))
    pages = [line.strip() for line in text.splitlines() if line.startswith("   http")]
    assert len(pages) == 3
    for page in pages[:2]:
        path, _, query = page.removeprefix(live_server.url + API).partition("?")
        assert "format=html" in query
        assert visitor.get(f"{path}?{query}").status == 200
    assert pages[2] == f"{live_server.url}/admin/desk/"
    begin = text.index("   curl ")
    command = text[begin : text.index("json.tool", begin) + len("json.tool")]
    first, second = (pasted(command)["reports"] for _ in range(2))
    assert [line["duplicate"] for line in first] == [False] * 3
    assert [line["duplicate"] for line in second] == [True] * 3
    assert visitor.get(f"/games/{story.GAME}").body["deal"]["tricks"][0]["winner"] == 3
    assert played(live_server.url).startswith(SHEET)


def pasted(command: str) -> Any:
    """What a shell prints to the command, read as JSON."""
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True, timeout=30)
    return json.loads(done.stdout)


# --- the keys ---------------------------------------------------------------------------------------------------------


def test_the_addresses_lead_somewhere(live_server: LiveServer) -> None:
    text = played(live_server.url)
    visitor = Device(transport=sockets(live_server.url))
    for name in ("Docs", "Game", "Sheet"):
        path = shown(text, name).removeprefix(live_server.url)
        assert path.startswith(API)
        assert visitor.get(path).status == 200
    assert shown(text, "Admin") == f"{live_server.url}/admin/"


def test_the_token_is_an_organizers_and_the_one_before_opens_nothing(live_server: LiveServer) -> None:
    first, second = (shown(played(live_server.url), "Token") for _ in range(2))
    me = Device(second, transport=sockets(live_server.url)).get("/me")
    assert (me.body["role"], me.body["user"], me.body["label"]) == ("organizer", ORGANIZER, "demo")
    assert find(first, now=timezone.now()) is None
    assert Token.objects.filter(role="organizer").count() == 1
    assert not User.objects.get(username=ORGANIZER).has_usable_password()
    assert not User.objects.get(username=ORGANIZER).is_staff


@pytest.mark.django_db
def test_a_token_that_somebody_revoked_stays_revoked() -> None:
    first = find(organizer_token(), now=timezone.now())
    assert first is not None
    revoke(first, now=timezone.now())
    second = find(organizer_token(), now=timezone.now())
    assert second is not None
    assert second.pk != first.pk


@pytest.mark.django_db
def test_of_several_demo_tokens_one_is_left() -> None:
    user = a_user(username=ORGANIZER)
    for _ in range(2):
        a_token(user=user, label="demo")
    assert find(organizer_token(), now=timezone.now()) is not None
    assert Token.objects.filter(revoked_at=None).count() == 1


@pytest.mark.django_db
def test_an_organizer_who_was_shut_out_plays_no_demo() -> None:
    a_user(username=ORGANIZER, is_active=False)
    with pytest.raises(DemoFailed, match="not active"):
        organizer_token()


def test_the_login_opens_the_review_desk(live_server: LiveServer, own_machine: Path) -> None:
    name, password = shown(played(live_server.url), "Login").split(" / ")
    assert Browser().login(username=name, password=password)
    assert User.objects.get(username=name).is_superuser
    file = own_machine / "demo_password"
    assert file.read_text(encoding="ascii") == password
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(password) >= 20
    assert [path.name for path in own_machine.iterdir()] == ["demo_password"]


def test_a_dispute_waits_at_the_desk_for_the_login(live_server: LiveServer) -> None:
    played(live_server.url)
    text = played(live_server.url)
    name, password = shown(text, "Login").split(" / ")
    assert shown(text, "Desk") == f"{live_server.url}/admin/desk/"
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.category, dispute.trick, dispute.seat) == ("open", "revoke", 2, 3)
    browser = Browser(headers={"host": "localhost"})
    assert browser.login(username=name, password=password)
    assert "Demo, disputed" in browser.get("/admin/desk/").content.decode()
    browser.post(f"/admin/desk/disputes/{dispute.pk}/take/")
    dispute.refresh_from_db()
    assert dispute.state == "under_review"
    assert Token.objects.filter(role="referee").count() == 2


def test_passwords_of_two_machines_differ(tmp_path: Path) -> None:
    assert kept_password(tmp_path / "one" / "file") != kept_password(tmp_path / "two" / "file")


@pytest.mark.parametrize(
    "others", [{"ALLOWED_HOSTS": ["127.0.0.1", "jass.example.org"]}, {"ALLOWED_HOSTS": ["*"]}, {"HTTPS": True}]
)
def test_where_others_may_come_nobody_gets_a_login(
    others: dict[str, Any], live_server: LiveServer, settings: Settings
) -> None:
    for name, value in others.items():
        setattr(settings, name, value)
    told = shown(played(live_server.url), "Login")
    assert told == "none is made where JASSREF_ALLOWED_HOSTS or JASSREF_HTTPS let other machines in."
    assert [user.username for user in User.objects.all()] == [ORGANIZER]


def test_a_login_left_from_before_is_called_to_mind(live_server: LiveServer, settings: Settings) -> None:
    played(live_server.url)
    settings.ALLOWED_HOSTS = ["*"]
    assert "The account demo is still there from before: deactivate it." in shown(played(live_server.url), "Login")


def test_an_account_that_somebody_else_made_is_left_alone(live_server: LiveServer, own_machine: Path) -> None:
    a_user(username="demo", password="Trumpf-Puur")
    assert shown(played(live_server.url), "Login").startswith("the account demo was made elsewhere")
    kept_password(own_machine / "demo_password")
    assert shown(played(live_server.url), "Login").startswith("somebody has changed the account demo")
    user = User.objects.get(username="demo")
    assert (user.is_superuser, user.is_staff, user.check_password("Trumpf-Puur")) == (False, False, True)


def test_a_demoted_account_is_not_raised_again(live_server: LiveServer) -> None:
    played(live_server.url)
    User.objects.filter(username="demo").update(is_active=False)
    assert shown(played(live_server.url), "Login").startswith("somebody has changed the account demo")
    assert not User.objects.get(username="demo").is_active


# --- which server -----------------------------------------------------------------------------------------------------


def test_a_service_for_this_machine_is_told_by_its_settings(settings: Settings) -> None:
    assert is_for_this_machine()
    assert own_headers("127.0.0.1") == {}
    settings.ALLOWED_HOSTS = [".example.org", "jass.example.org"]
    settings.HTTPS = True
    assert not is_for_this_machine()
    assert own_headers("127.0.0.1") == {"X-Forwarded-Proto": "https", "Host": "jass.example.org"}


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("http://127.0.0.1:1", "No server answers at http://127.0.0.1:1."),
        ("127.0.0.1:8000", "127.0.0.1:8000 is not the address of a server"),
        ("http://[::1:8000", "is not the address of a server"),
        ("http://localhost:port", "is not the address of a server"),
    ],
)
def test_where_no_server_is_that_is_said(url: str, complaint: str) -> None:
    with pytest.raises(CommandError) as caught:
        played(url)
    assert complaint in str(caught.value)


@pytest.fixture
def other_server(request: pytest.FixtureRequest) -> Iterator[str]:
    """A server that is ready, and then answers whatever is asked with the status and body of the parameter."""
    status, body = request.param

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(200 if self.path == "/readyz" else status)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._answer(status)

        def _answer(self, status: int) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("other_server", "complaint"),
    [
        ((401, b"{}"), "does not know the token made here: it uses another database."),
        ((409, b'{"detail": "This id means another game."}'), "refuses the game: This id means another game."),
        ((502, b"<html>"), "refuses the game: it answered with status 502"),
    ],
    indirect=["other_server"],
)
def test_a_server_that_will_not_play_is_quoted(other_server: str, complaint: str) -> None:
    with pytest.raises(CommandError) as caught:
        played(other_server)
    assert str(caught.value).endswith(complaint)


@pytest.mark.django_db
@pytest.mark.parametrize("other_server", [(200, b"{}")], indirect=True)
def test_the_server_may_need_a_moment(other_server: str) -> None:
    with pytest.raises(CommandError, match="No server answers"):
        call_command("demo", url="http://127.0.0.1:1", wait=0.3, stdout=StringIO())
