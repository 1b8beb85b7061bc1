"""Every code of a problem, provoked over HTTP and asked for in every language: other words, and nothing else is other.

What cannot be provoked by a request alone (a bug, a database that is away, a flood) is arranged; all else is asked for.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import OperationalError, connection, connections

from api.problems.codes import CODES
from scoring.models import Player, Role
from scoring.services.disputes import rulings, steps
from scoring.services.reports.amounts import MOST
from scoring.wording import languages
from tests.api import table
from tests.api.court import Court
from tests.api.document import operations
from tests.api.provoked import ANNOUNCED, FORMS, OPENED, TABLE, Refusal
from tests.api.says import Json, claim, deal, hand, incident, new_id, opening_of, reports_of, retract, trick, tricks_of
from tests.api.table import PLAYERS, Answer, Club, GameClient, problem_in

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
OTHERS = [language for language in languages() if language != "en"]
CHANCE = {"content-language", "content-length", "x-request-id"}
"""Headers that differ from answer to answer."""

GUESS = "jr_" + "A" * 43
FROZEN = 5_000_000_000.5
"""A moment in which nobody else counts requests."""

Ask = Callable[..., Answer]
"""A request that is refused however often it is made; it takes headers."""


# --- requests --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A request at a game that stands before its announcement. `{game}` and `{private}` in the path are such games."""

    code: str
    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    by: str = "organizer"


def body(raw: bytes, **headers: str) -> tuple[str, str, bytes, dict[str, str]]:
    """A call with this very body."""
    return "POST", "{game}/reports", raw, headers


def opening(**changed: Any) -> tuple[str, str, Json]:
    """A request to open a game."""
    return "POST", "/games", {"variant": "schieber", "players": list(PLAYERS), **changed}


def call(*reports: Any) -> tuple[str, str, Json]:
    """A call with these reports."""
    return "POST", "{game}/reports", {"reports": list(reports)}


STALE = {"if_match": '"77"'}
NOWHERE = f"/games/{new_id()}"

GENERAL = [
    Asked("malformed_json", *body(b"")),
    Asked("malformed_json", *body(b"{")),
    Asked("malformed_json", *body(b'{"a": "\xff"}')),
    Asked("malformed_json", *body(b'{"a": 1, "a": 2}')),
    Asked("malformed_json", *body(b'{"a": NaN}')),
    Asked("malformed_json", *body(b'{"a":' * 33 + b"1" + b"}" * 33)),
    Asked("malformed_json", *body(b'{"a": "\\ud800"}')),
    Asked("too_large", *body(b'{"a": [' + b"0," * 30_000 + b"0]}")),
    Asked("bad_request", "GET", "/decks", None, {"host": "elsewhere.example"}),
    Asked("not_authenticated", *call(deal()), by="outsider"),
    Asked("not_authenticated", "GET", "/me", by="guesser"),
    Asked("forbidden", *opening(), by="scorer"),
    Asked("forbidden", *call(deal()), by="stranger"),
    Asked("forbidden", *call(hand(2, "R6 R7 R8 R9 R10 RU RO RK RA")), by="player"),
    Asked("forbidden", *call(trick("R6 R7 R8 R9")), by="player"),
    Asked("not_found", "GET", NOWHERE),
    Asked("not_found", "GET", "{private}", by="outsider"),
    Asked("not_found", "GET", "{game}/deals/7"),
    Asked("not_found", "GET", "/nowhere"),
    Asked("method_not_allowed", "DELETE", "{game}"),
    Asked("not_acceptable", "GET", "{game}", None, {"accept": "image/png"}),
    Asked("version_conflict", *call(deal()), STALE),
    Asked("version_conflict", "PATCH", "{game}", {"label": "a"}, STALE),
    Asked("too_large", *body(b" " * 1_100_000)),
    Asked("unsupported_media_type", *body(b"{}", content_type="text/plain")),
    Asked("unsupported_media_type", *body(b"{}", content_encoding="gzip")),
    Asked("precondition_required", "PATCH", "{game}", {"label": "a"}),
    Asked("unknown_parameter", "GET", "/games?colour=red"),
    Asked("unknown_parameter", "GET", "/decks?colour=red&taste=sweet"),
    Asked("invalid_value", "GET", "/games?limit=0"),
    Asked("invalid_value", "GET", "/games?limit=1&limit=2&cursor=x&player=x&status=x&mine=x&label=" + "a" * 999),
]

GAMES = [
    Asked("missing_field", "POST", "/games", {}),
    Asked("wrong_type", *opening(public="yes", players={}, rules=[], label=7, id=None, first_dealer="4")),
    Asked("wrong_type", "POST", "/games", []),
    Asked("invalid_value", *opening(variant="skat")),
    Asked("invalid_value", *opening(id="7", deck="spanish", players=["Anna", "", "a\u202eb", "a" * 999])),
    Asked("invalid_value", *opening(players=["Anna"])),
    Asked("invalid_value", *opening(players=[{"player": new_id()}, "Beat", "Chiara", "Dario"])),
    Asked("unknown_field", *opening(colour="red", rules={"traget": 1000, "factors": {"slalom": 1}})),
    Asked("not_a_seat", *opening(first_dealer=9)),
    Asked("invalid_option", *opening(rules={"undertrump": "never", "target": 0, "factors": {"rosen": 21}})),
    Asked("invalid_option", *opening(rules={"target": 5, "deals": 5})),
    Asked("invalid_option", *opening(rules={"target": None})),
    Asked("invalid_option", *opening(rules={"no_claim": "play_on", "claim": "off"})),
    Asked("invalid_option", *opening(rules={"preset": "skat"})),
    Asked("invalid_option", "PATCH", "{game}", {"rules": {"undertrump": "never"}}, {"if_match": "*"}),
    Asked("out_of_phase", "PATCH", "{game}", {"deck": "french"}, {"if_match": "*"}),
    Asked("game_over", "POST", "{private}/abandon", {"reason": "rain"}),
    Asked("id_reused", *opening(id="{private}", label="another")),
    Asked("invalid_value", "POST", "{game}/tokens", {"role": "referee", "user": "a b", "expires_at": "2001-01-01"}),
    Asked("not_a_seat", "POST", "{game}/tokens", {"role": "player", "seat": 9}),
    Asked("missing_field", "POST", "{game}/tokens", {"role": "player"}),
]

CALLS = [
    Asked("missing_field", "POST", "{game}/reports", {}),
    Asked("invalid_value", *call()),
    Asked("invalid_value", *call(*[deal()] * 201)),
    Asked("wrong_type", *call("deal", None, *[form for form, _, code in FORMS if code == "wrong_type"])),
    *[Asked(code, *call(form)) for code, form in {code: form for form, _, code in FORMS}.items()],
    Asked("missing_field", *call(*[form for form, _, _ in FORMS])),
]

REQUESTS = [*GENERAL, *GAMES, *CALLS]


# --- arrangements ----------------------------------------------------------------------------------------------------


def a_flood(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game = Club().open()
    monkeypatch.setattr("api.http.limits.time", SimpleNamespace(time=lambda: FROZEN))
    monkeypatch.setattr(settings, "RATE_TOKEN", 1)
    while game.scorer.get("/me").status == 200:
        pass
    return lambda **headers: game.scorer.get("/me", **headers)


def a_bug(monkeypatch: pytest.MonkeyPatch) -> Ask:
    club = Club()
    monkeypatch.setattr(table._client(), "raise_request_exception", False)
    monkeypatch.setattr("api.games.views.games", None)
    return lambda **headers: club.organizer.get("/games", **headers)


def a_bug_at_the_review_desk(monkeypatch: pytest.MonkeyPatch) -> Ask:
    monkeypatch.setattr(table._client(), "raise_request_exception", False)
    monkeypatch.setattr(admin.site, "each_context", None)
    return lambda **headers: at_the_root("/admin/login/", **headers)


def no_database(monkeypatch: pytest.MonkeyPatch) -> Ask:
    club = Club()

    def gone(*args: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connections["default"], "cursor", gone)
    return lambda **headers: club.organizer.get("/games", **headers)


def not_ready(monkeypatch: pytest.MonkeyPatch) -> Ask:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'scoring'")
    return lambda **headers: at_the_root("/readyz", **headers)


def a_body_that_is_late(monkeypatch: pytest.MonkeyPatch) -> Ask:
    return ending("late", monkeypatch)


def a_body_that_breaks_off(monkeypatch: pytest.MonkeyPatch) -> Ask:
    return ending("incomplete", monkeypatch)


def ending(how: str, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Call with a body of which the server says that it ended so."""
    club = Club()
    monkeypatch.setitem(table._client().defaults, "jassref.body", how)
    return lambda **headers: club.organizer.post("/players", {"name": "Anna"}, **headers)


def contradicted(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game = after(*ANNOUNCED, trick("RA S9 RK R10"))
    return lambda **headers: game.send(trick("RA S9 RK RO", number=1), **headers)


def nothing_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game = after(*reports_of("R1"), *opening_of("R2", forehand=2))
    return lambda **headers: game.send(claim(1, deal=1), **headers)


def long_past(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game, shown = Club().open(), new_id()
    opened, announced, run, *rest = reports_of("R1")
    game.report(opened, announced, {**run, "id": shown}, *rest, *opening_of("R2", forehand=2), tricks_of("R2")[0])
    return lambda **headers: game.send(retract(shown), by=game.scorer, **headers)


def against_the_rules(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game = after(*ANNOUNCED, hand(2, "E6 E7 E8 E9 E10 EU EO EK R9"))
    return lambda **headers: game.send(trick("RA E6 RK R10"), **headers)


def a_hand_is_secret(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game = after(*ANNOUNCED, hand(1, "R6 R7 R8 R9 R10 RU RO RK RA"))
    return lambda **headers: game.outsider.get(f"{game.path}/export", **headers)


def a_court(*reports: Json) -> tuple[Court, Json]:
    """A game with a dispute that a referee has taken."""
    court = Court(*reports, club=Club())
    return court, court.taken()


def nothing_to_strike(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court, dispute = a_court(*ANNOUNCED)
    ruling = {"discovered": "deal_over", "remedy": "weis_struck"}
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/rulings", ruling, **headers)


def no_trick_to_lead(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court, dispute = a_court(*OPENED)
    ruling = {"discovered": "deal_over", "remedy": "deal_void", "reason": "so", "leads": 2}
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/rulings", ruling, **headers)


def a_deal_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court, dispute = a_court(*OPENED)
    court.game.report(retract(court.game.journal()[0]["id"], as_played=True))
    ruling = {"discovered": "deal_over", "remedy": "warning"}
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/rulings", ruling, **headers)


def a_table_that_never_stops(monkeypatch: pytest.MonkeyPatch) -> Ask:
    game = after(*OPENED, *[incident("call_referee")] * MOST["incident"])
    return lambda **headers: game.send(incident("call_referee"), by=game.scorer, **headers)


def a_referee_who_never_stops(monkeypatch: pytest.MonkeyPatch) -> Ask:
    monkeypatch.setattr(rulings, "MOST_TO_CORRECT", 3)
    court, dispute = a_court(*OPENED)
    court.ruled(dispute, remedy="warning")
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/dismiss", {"reason": "No."}, **headers)


def a_side_that_never_stops(monkeypatch: pytest.MonkeyPatch) -> Ask:
    monkeypatch.setattr(steps, "MOST_ENTRIES", 1)
    court, dispute = a_court(*OPENED)
    body = {"side": 1, "statement": "And another thing."}
    return lambda **headers: court.scorer.post(f"/disputes/{dispute['id']}/statements", body, **headers)


def a_deal_with_too_many_disputes(monkeypatch: pytest.MonkeyPatch) -> Ask:
    monkeypatch.setattr(steps, "MOST_DISPUTES", 0)
    court = Court(*OPENED, club=Club())
    raised = {"category": "remark", "deal": 1, "raised_by": {"side": 1}, "statement": "no"}
    return lambda **headers: court.scorer.post(f"{court.game.path}/disputes", raised, **headers)


def not_taken_yet(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court = Court(*OPENED, club=Club())
    dispute = court.dispute()
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/dismiss", {"reason": "no"}, **headers)


def decided_for_good(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court = Court(*OPENED, club=Club())
    dispute = court.at("final")
    return lambda **headers: court.urs.post(f"/disputes/{dispute['id']}/take", {}, **headers)


def the_own_appeal(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court = Court(*OPENED, club=Club())
    dispute = court.at("appealed")
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/take", {}, **headers)


def the_own_game(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court = Court(*OPENED, club=Club())
    dispute = court.dispute()
    Player.objects.filter(seats__game=court.game.row).update(user=court.users["vreni"])
    return lambda **headers: court.vreni.post(f"/disputes/{dispute['id']}/take", {}, **headers)


def a_finding_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> Ask:
    court = Court(*OPENED, club=Club())
    return lambda **headers: court.scorer.post(
        f"{court.game.path}/disputes",
        {"category": "remark", "deal": 1, "raised_by": 1, "statement": "no", "finding": new_id()},
        **headers,
    )


def a_gap_in_the_journal(monkeypatch: pytest.MonkeyPatch) -> Ask:
    return taking_in(lambda document: document["journal"].pop(2))


def a_deal_with_a_dispute(monkeypatch: pytest.MonkeyPatch) -> Ask:
    opened = deal(id=new_id())
    court = Court(opened)
    court.dispute(trick=None)
    body = {"reports": [retract(opened["id"])]}
    return lambda **headers: court.scorer.post(f"{court.game.path}/reports", body, **headers)


def a_card_twice_in_the_journal(monkeypatch: pytest.MonkeyPatch) -> Ask:
    return taking_in(lambda document: document["journal"][3].update(cards=["RA", "EU", "E6", "E10"]))


def taking_in(spoil: Callable[[Any], object]) -> Ask:
    """Take in what another game exports, spoilt."""
    game = after(*ANNOUNCED, *tricks_of("R1")[:2])
    document = game.organizer.get(f"{game.path}/export").body
    document["game"]["id"] = new_id()
    spoil(document)
    return lambda **headers: game.organizer.post("/games/import", document, **headers)


ARRANGED: list[tuple[str, Callable[[pytest.MonkeyPatch], Ask]]] = [
    ("too_many_requests", a_flood),
    ("request_timeout", a_body_that_is_late),
    ("incomplete_body", a_body_that_breaks_off),
    ("server_error", a_bug),
    ("server_error", a_bug_at_the_review_desk),
    ("unavailable", no_database),
    ("unavailable", not_ready),
    ("conflicting_report", contradicted),
    ("conflicting_report", nothing_to_compare_with),
    ("out_of_reach", long_past),
    ("too_much_at_once", a_table_that_never_stops),
    ("too_much_at_once", a_side_that_never_stops),
    ("too_much_at_once", a_referee_who_never_stops),
    ("too_much_at_once", a_deal_with_too_many_disputes),
    ("deal_under_ruling", a_deal_with_a_dispute),
    ("irregular", against_the_rules),
    ("secrets_open", a_hand_is_secret),
    ("remedy_not_possible", nothing_to_strike),
    ("remedy_not_possible", a_deal_that_is_gone),
    ("nobody_leads", no_trick_to_lead),
    ("out_of_phase", not_taken_yet),
    ("out_of_phase", decided_for_good),
    ("forbidden", the_own_appeal),
    ("forbidden", the_own_game),
    ("invalid_value", a_finding_that_is_not_there),
    ("does_not_verify", a_gap_in_the_journal),
    ("does_not_verify", a_card_twice_in_the_journal),
]


def after(*reports: Json) -> GameClient:
    """A game in which these reports were made."""
    game = Club().open()
    game.report(*reports)
    return game


def at_the_root(path: str, **headers: str) -> Answer:
    """GET outside the API."""
    response = table._client().get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    return Answer(response.status_code, {k.lower(): v for k, v in response.items()}, response.content)


# --- the same in every language --------------------------------------------------------------------------------------


def is_spoken(ask: Ask, code: str) -> None:
    """The refusal comes in English where nothing is said, and in every language in its words: else it is the same."""
    english = ask()
    assert english.code == (CODES[code].status, code), english.raw
    assert english.headers["content-language"] == "en"
    for language in OTHERS:
        answer = ask(accept_language=f"{language}-CH, en;q=0.5")
        problem_in(answer)
        assert answer.headers["content-language"] == language
        assert "Accept-Language" in answer.headers["vary"].split(", ")
        assert told_by(answer) == told_by(english)
        said = zip(words_of(english.body), words_of(answer.body), strict=True)
        assert [pair for pair in said if pair[0] == pair[1]] == [], language


def told_by(answer: Answer) -> Json:
    """What an answer tells besides its words: status, headers, members, and the faults without their sentences."""
    document: Json = answer.body
    facts = {name: value for name, value in document.items() if name not in {"title", "detail", "instance", "errors"}}
    faults = [{name: each[name] for name in each if name != "detail"} for each in document.get("errors", ())]
    headers = {name: value for name, value in answer.headers.items() if name not in CHANCE}
    return {"status": answer.status, "headers": headers, "facts": facts, "faults": faults}


def words_of(problem: Json) -> list[str]:
    """All that is said to people: the title, the sentence, and that of each fault."""
    return [problem["title"], problem["detail"], *(fault["detail"] for fault in problem.get("errors", ()))]


@pytest.mark.parametrize("case", TABLE, ids=[f"{case}-{row}" for row, case in enumerate(TABLE)])
def test_a_refusal_of_the_rules(case: Refusal) -> None:
    game = Club().open(variant=case.variant, rules=case.rules)
    if case.given:
        game.report(*case.given)
    is_spoken(lambda **headers: game.send(case.sent, **headers), case.code)


@pytest.mark.parametrize("asked", REQUESTS, ids=[f"{asked.code}-{row}" for row, asked in enumerate(REQUESTS)])
def test_a_refusal_of_a_request(asked: Asked) -> None:
    club = Club()
    game, private = club.open(), club.open(public=False)
    game.report(*OPENED)
    assert private.organizer.post(f"{private.path}/abandon", {"reason": "rain"}).status == 200
    devices = {"organizer": lambda: club.organizer, "scorer": lambda: game.scorer, "outsider": lambda: game.outsider}
    devices["stranger"] = lambda: Club().organizer
    devices["guesser"] = lambda: club.device(GUESS)
    devices["player"] = lambda: club.device(game.token(Role.PLAYER, seat=1))
    device = devices[asked.by]()
    path = asked.path.format(game=game.path, private=private.path)
    sent = asked.body
    if isinstance(sent, dict) and sent.get("id") == "{private}":
        sent = {**sent, "id": private.id}
    is_spoken(lambda **headers: device.call(asked.method, path, sent, **asked.headers, **headers), asked.code)


@pytest.mark.parametrize(("code", "arrange"), ARRANGED, ids=[f"{code}-{row}" for row, (code, _) in enumerate(ARRANGED)])
def test_a_refusal_that_is_arranged(code: str, arrange: Callable[..., Ask], monkeypatch: pytest.MonkeyPatch) -> None:
    is_spoken(arrange(monkeypatch), code)


# --- all of them -----------------------------------------------------------------------------------------------------

PROVOKED = {case.code for case in TABLE} | {asked.code for asked in REQUESTS} | {code for code, _ in ARRANGED}


def test_every_code_is_provoked() -> None:
    assert CODES.keys() == PROVOKED


def test_the_documents_know_no_other_code() -> None:
    named = re.compile(r"(?<!\bapi)/problems/(\w+)|\b[45]\d\d:? `(\w+)`")
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    found = [pair for path in texts for pair in named.findall(path.read_text(encoding="utf-8"))]
    written = {code for pair in found for code in pair if code}
    assert written <= PROVOKED
    assert written


def test_the_published_document_knows_no_other_code() -> None:
    texts = "\n".join(said["description"] for operation in operations() for _, _, said in operation.responses())
    named = set(re.findall(r"^- `(\w+)`: ", texts, re.MULTILINE))
    assert named
    assert named <= PROVOKED
