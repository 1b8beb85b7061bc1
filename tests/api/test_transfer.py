"""A whole game as one document: out of one service, into another, and refused where it does not hold."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from scoring.models import Dispute, Game, Report, Role
from scoring.services.rebuild import rebuild
from tests.api.court import Court
from tests.api.plays import Scribe, random_rules, rules_of
from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    correct,
    deal,
    hand,
    new_id,
    play,
    reports_of,
    retract,
    tricks_of,
)
from tests.api.table import Answer, Club, Device, GameClient, awaited, problem_in, without_chance
from tests.api.test_costs import a_long_game, costs
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

HAND = "E6 E7 E8 E9 R6 R7 R8 R9 S6"

NO_DEAL = "00000000-0000-4000-8000-000000000000"


def exported(game: GameClient, *, by: Device | None = None) -> bytes:
    """The document, byte for byte."""
    answer = (by or game.organizer).get(f"{game.path}/export")
    assert answer.status == 200, answer.raw
    return answer.raw


def elsewhere(document: bytes) -> bytes:
    """The same game as it would be under another id."""
    return document.replace(json.loads(document)["game"]["id"].encode(), new_id().encode())


def taken(club: Club, document: bytes, *, status: int = 201) -> GameClient:
    """The game that comes of taking the document in."""
    answer = club.organizer.post("/games/import", document)
    assert answer.status == status, answer.raw.decode()
    assert answer.headers["location"] == f"/api/v1/games/{answer.body['id']}"
    assert answer.headers["etag"] == f'"{answer.body["version"]}"'
    return GameClient(club, answer.body["id"])


def a_game() -> GameClient:
    """A game with something of everything: settings, a hand, two devices, a correction, signatures, a claim."""
    game = Club().open(label="Table 7", rules={"target": 1000})
    game.organizer.call("PATCH", game.path, {"label": "Tisch 7", "rules": {"target": 150}}, if_match='"0"')
    game.organizer.call("PATCH", game.path, {"players": ["Änni", "Beat", "Chiara", "Dario"]}, if_match='"1"')
    tricks = tricks_of("R1", numbered=True)
    game.report(deal(), announce("rosen"), by=game.scorer)
    game.report(tricks[0], by=game.scorer)
    second = new_id()
    assert game.send({**tricks[0], "id": second}).status == 200
    game.report(correct(second, {**tricks[0]}, reason="looked again"))
    game.report({"kind": "incident", "category": "remark", "note": "«Ä»\n=1+1"}, by=game.scorer)
    game.report(*tricks[1:4], by=game.scorer)
    game.report({**claim(2), "occurred_at": "2026-05-01T20:30:00.25+02:00"}, confirm(1), confirm(2), by=game.scorer)
    return game


def test_a_game_that_is_taken_in_is_the_same_and_goes_out_the_same() -> None:
    game = a_game()
    document = exported(game)
    other = taken(Club(), moved := elsewhere(document))
    assert exported(other) == moved
    assert without_who(other) == without_who(game)
    assert (found := rebuild(UUID(other.id), check=True)) is not None
    assert found.sound, (found.differences, found.broken)


def without_who(game: GameClient) -> Any:
    """All that can be read of a game but who brought it in and when it is."""
    now = {name: value for name, value in game.game().items() if name != "imported"}
    return without_chance([now, game.deals(), game.journal()])


def test_who_brought_it_in_and_when_is_shown_and_not_exported() -> None:
    game = a_game()
    assert game.game()["imported"] is None
    other = taken(Club(), elsewhere(exported(game)))
    imported = other.game()["imported"]
    assert imported["by"] == {"role": "organizer", "label": "desk"}
    assert imported["at"].endswith("Z")
    assert b"imported" not in exported(other)


def test_taken_in_again_it_is_the_game_as_it_stands() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen"))
    document = elsewhere(exported(game))
    club = Club()
    other = taken(club, document)
    before = other.stored()
    assert taken(club, document, status=200).stored() == before
    other.report(*tricks_of("R1")[:2])
    again = club.organizer.post("/games/import", document)
    assert (again.status, again.body["version"]) == (200, 4)
    assert again.body == other.game()


def test_a_game_that_is_here_already_is_known_by_its_export() -> None:
    game = a_game()
    before = game.stored()
    assert taken(game.club, exported(game), status=200).stored() == before


def test_an_id_means_one_game() -> None:
    game = a_game()
    document = exported(game)
    assert Club().organizer.post("/games/import", document).code == (409, "id_reused")
    changed = json.loads(document)
    changed["game"]["label"] = "Another"
    assert game.organizer.post("/games/import", changed).code == (409, "id_reused")
    changed = json.loads(document)
    changed["journal"][2]["id"] = new_id()
    assert game.organizer.post("/games/import", changed).code == (409, "id_reused")


def test_it_goes_on_like_any_game() -> None:
    game = Club().open()
    game.report(deal(), announce("schilten"), *tricks_of("R1", numbered=True)[:3])
    other = taken(Club(), elsewhere(exported(game)))
    assert other.send(tricks_of("R1", numbered=True)[2]).status == 200
    other.report(*tricks_of("R1")[3:])
    assert other.deal["status"] == "settled"
    assert [entry["by"] for entry in other.journal()] == [{"role": "organizer", "label": "desk"}] * 11


def test_a_phone_of_the_old_service_sends_again_what_it_does_not_know_to_be_there() -> None:
    game = Club().open()
    sent = [deal(id=new_id()), announce("rosen", id=new_id()), {**tricks_of("R1", numbered=True)[0], "id": new_id()}]
    game.report(*sent)
    other_name = {**sent[2], "id": new_id()}
    assert game.send(other_name).status == 200
    other = taken(Club(), elsewhere(exported(game)))
    for call in (sent, [other_name]):
        answer = other.send(*call, by=other.scorer)
        assert (answer.status, answer.body["duplicate"]) == (200, True)


def test_an_abandoned_game_stays_abandoned() -> None:
    game = Club().open()
    game.report(deal())
    game.organizer.post(f"{game.path}/abandon", {"reason": "The hall closes."})
    other = taken(Club(), moved := elsewhere(exported(game)))
    assert other.game()["status"] == "abandoned"
    assert awaited(other.game()) == ([], None)
    assert exported(other) == moved


# --- disputes ---------------------------------------------------------------------------------------------------------


def a_disputed_game() -> Court:
    """A game with a dispute in every state."""
    court = Court(*reports_of("R1"), rules={"deals": 1}, club=Club())
    for state in ("open", "under_review", "ruled", "dismissed", "withdrawn", "appealed", "final"):
        court.at(state)
    return court


def moved_with_its_disputes(document: bytes) -> bytes:
    """The same game under another id, and its disputes under others, too."""
    for entry in json.loads(document)["journal"]:
        if entry.get("step") == "raised":
            document = document.replace(entry["id"].encode(), new_id().encode())
    return elsewhere(document)


def test_disputes_and_rulings_go_with_their_game() -> None:
    court = a_disputed_game()
    document = moved_with_its_disputes(exported(court.game))
    other = taken(Club(), document)
    assert exported(other) == document
    assert without_who(other) == without_who(court.game)
    assert (found := rebuild(UUID(other.id), check=True)) is not None
    assert found.sound, (found.differences, found.broken)
    told = [
        [
            without_chance({**one, "referee": None, "decided_by": None})
            for one in game.organizer.pages(f"{game.path}/disputes")
        ]
        for game in (court.game, other)
    ]
    assert told[0] == told[1]
    assert {one["referee"] for one in other.organizer.pages("/disputes")} == {None}, "accounts stay where they are"
    assert other.game()["result"]["official"] is False


def test_a_dispute_goes_on_where_its_game_was_taken_in() -> None:
    court = a_disputed_game()
    other = taken(Club(), moved_with_its_disputes(exported(court.game)))
    waiting = {one["state"]: one["id"] for one in other.organizer.pages(f"{other.path}/disputes")}
    for state in ("under_review", "appealed"):
        answer = other.organizer.post(f"/disputes/{waiting[state]}/dismiss", {"reason": "no"})
        assert answer.status == 200, answer.raw
    assert other.organizer.post(f"/disputes/{waiting['open']}/withdraw", {}).status == 200
    assert other.game()["result"]["official"] is True


def test_the_public_exports_no_disputes() -> None:
    court = a_disputed_game()
    assert court.game.outsider.get(f"{court.game.path}/export").code == (409, "secrets_open")
    for device in (court.scorer, court.seats[1], court.vreni):
        assert exported(court.game, by=device) == exported(court.game)


def test_a_dispute_has_its_id_once() -> None:
    court = a_disputed_game()
    answer = Club().organizer.post("/games/import", elsewhere(exported(court.game)))
    assert answer.code == (409, "id_reused")
    assert [fault["pointer"] for fault in answer.body.get("errors", ())] == []


SPOILT: list[tuple[Callable[[list[Json]], None], str, str]] = [
    (lambda steps: steps[1].update(step="dismissed"), "does_not_verify", ""),
    (lambda steps: steps[1].update(step="forgotten"), "does_not_verify", "/step"),
    (lambda steps: steps[0].pop("raised_by"), "does_not_verify", "/raised_by"),
    (lambda steps: steps[1].update(about={"deal": NO_DEAL}), "does_not_verify", "/about"),
    (lambda steps: steps[1].update(dispute=new_id()), "does_not_verify", "/dispute"),
    (lambda steps: steps[2].update(remedy="gallows"), "does_not_verify", "/remedy"),
    (lambda steps: steps[2].pop("remedy"), "missing_field", "/remedy"),
    (lambda steps: steps[2].update(colour="red"), "unknown_field", "/colour"),
]


@pytest.mark.parametrize(
    ("spoil", "code", "pointer"), SPOILT, ids=[f"{code}{where}-{n}" for n, (_, code, where) in enumerate(SPOILT)]
)
def test_disputes_that_do_not_hold(spoil: Callable[[list[Json]], None], code: str, pointer: str) -> None:
    court = Court(*reports_of("R1"), club=Club())
    court.at("ruled")
    document = json.loads(moved_with_its_disputes(exported(court.game)))
    steps = [entry for entry in document["journal"] if entry["kind"] in {"dispute", "ruling"}]
    spoil(steps)
    problem = problem_in(Club().organizer.post("/games/import", document))
    assert problem["code"] == code
    assert problem["errors"][0]["pointer"].endswith(pointer)
    assert not Dispute.objects.filter(pk=steps[0]["id"]).exists()


def test_what_a_dispute_decided_is_not_taken_back_in_a_document() -> None:
    court = Court(*reports_of("R1"), club=Club())
    dispute = court.at("ruled")
    document = json.loads(moved_with_its_disputes(exported(court.game)))
    last = document["journal"][-1]
    back = {"kind": "retract", "report": last["id"], "seq": last["seq"] + 1, "id": new_id()}
    document["journal"].append({name: last[name] for name in ("by", "occurred_at", "recorded_at")} | back)
    assert problem_in(Club().organizer.post("/games/import", document))["code"] == "does_not_verify"
    assert dispute["state"] == "ruled"


# --- secrets and rights ----------------------------------------------------------------------------------------------


def test_who_may_not_see_all_exports_nothing_until_the_deal_is_settled() -> None:
    game = Club().open()
    game.report(deal(), hand(2, HAND))
    for device in (game.outsider, game.scorer, game.club.device(game.token(Role.PLAYER, seat=1))):
        answer = device.get(f"{game.path}/export")
        assert answer.code == (409, "secrets_open")
        assert b"E6" not in answer.raw
    assert json.loads(exported(game))["journal"][1]["cards"]
    owner = game.club.device(game.token(Role.PLAYER, seat=2))
    assert json.loads(exported(game, by=owner)) == json.loads(exported(game))


def test_once_the_deal_is_settled_everybody_exports_the_same() -> None:
    game = Club().open(rules={"preset": "schieber-tournament", "deals": 1})
    game.report(deal(), hand(2, HAND), {"kind": "count", "points": {"1": 100}})
    assert exported(game, by=game.outsider) == exported(game)


def test_only_an_organizer_takes_a_game_in() -> None:
    game = a_game()
    document = elsewhere(exported(game))
    assert game.outsider.post("/games/import", document).code == (401, "not_authenticated")
    assert game.scorer.post("/games/import", document).code == (403, "forbidden")
    private = Club().open(public=False)
    assert game.scorer.get(f"{private.path}/export").code == (404, "not_found")


def test_an_export_has_the_tag_of_the_game_and_a_name_for_the_file() -> None:
    game = a_game()
    answer = game.organizer.get(f"{game.path}/export")
    assert answer.headers["etag"] == f'"{game.version}"'
    assert answer.headers["content-disposition"] == f'attachment; filename="jassref-{game.id}.json"'
    assert game.organizer.get(f"{game.path}/export", if_none_match=answer.headers["etag"]).status == 304


# --- what does not hold ----------------------------------------------------------------------------------------------


def changed(*path: str | int, to: Any) -> Callable[[Json], None]:
    """A change at one place of the document."""

    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = to

    return change


def dropped(*path: str | int) -> Callable[[Json], None]:
    """One place of the document left out."""

    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        del document[path[-1]]

    return change


BENT = [
    (changed("format", to="jass"), "invalid_value", "/format"),
    (changed("version", to=2), "invalid_value", "/version"),
    (changed("version", to=True), "wrong_type", "/version"),
    (dropped("names"), "missing_field", "/names"),
    (changed("extra", to=1), "unknown_field", "/extra"),
    (changed("journal", to={}), "wrong_type", "/journal"),
    (changed("journal", 2, to=7), "wrong_type", "/journal/2"),
    (changed("game", "variant", to="skat"), "invalid_value", "/game/variant"),
    (changed("game", "rules", "target", to=0), "invalid_option", "/game/rules/target"),
    (dropped("game", "rules", "crossing"), "missing_field", "/game/rules/crossing"),
    (dropped("game", "rules", "factors", "rosen"), "missing_field", "/game/rules/factors/rosen"),
    (changed("game", "players", to=["A", "B"]), "invalid_value", "/game/players"),
    (changed("game", "players", 1, to="\u202eB"), "invalid_value", "/game/players/1"),
    (changed("game", "first_dealer", to=5), "not_a_seat", "/game/first_dealer"),
    (changed("game", "created_at", to="yesterday"), "invalid_value", "/game/created_at"),
    (changed("journal", 2, "seq", to=4), "does_not_verify", "/journal/2/seq"),
    (changed("journal", 2, "kind", to="verdict"), "unknown_kind", "/journal/2/kind"),
    (changed("journal", 2, "kind", to=[]), "wrong_type", "/journal/2/kind"),
    (changed("journal", 2, "kind", to={}), "wrong_type", "/journal/2/kind"),
    (changed("journal", 0, "deck", to="tarot"), "invalid_value", "/journal/0/deck"),
    (changed("journal", 0, "rules", to={"target": 0}), "invalid_option", "/journal/0/rules/target"),
    (changed("journal", 2, "by", "role", to="king"), "invalid_value", "/journal/2/by/role"),
    (changed("journal", 2, "by", "user", to="x"), "unknown_field", "/journal/2/by/user"),
    (changed("journal", 2, "replaced_by", to=None), "unknown_field", "/journal/2/replaced_by"),
    (changed("journal", 4, "cards", 1, to="X1"), "not_a_card", "/journal/4/cards/1"),
    (changed("journal", 7, "cards", 1, to="E6"), "does_not_verify", "/journal/7"),
    (changed("journal", 3, "mode", to="schilten"), "does_not_verify", "/outcome/result/winners/0"),
    (changed("journal", 5, "report", to=new_id()), "does_not_verify", "/journal/5/report"),
    (changed("names", 0, "recorded_as", to=new_id()), "does_not_verify", "/names/0/recorded_as"),
    (changed("outcome", "status", to="playing"), "does_not_verify", "/outcome/status"),
    (changed("outcome", "scores", 0, to=True), "does_not_verify", "/outcome/scores/0"),
    (
        changed("outcome", "deals", 0, "scores", 0, "tricks", to=1),
        "does_not_verify",
        "/outcome/deals/0/scores/0/tricks",
    ),
    (dropped("outcome", "deals", 0, "status"), "does_not_verify", "/outcome/deals/0/status"),
    (dropped("journal", 4), "does_not_verify", "/journal/4/seq"),
]


def test_a_document_that_does_not_hold_is_refused_with_its_place() -> None:
    document, club = elsewhere(exported(a_game())), Club()
    for bend, code, place in BENT:
        bent = json.loads(document)
        bend(bent)
        answer = club.organizer.post("/games/import", bent)
        problem = problem_in(answer)
        assert (answer.status, problem["code"]) == (422, code), (place, problem)
        assert place in [fault["pointer"] for fault in problem["errors"]], (place, problem)
    assert not Game.objects.filter(organizer=club.user).exists()


def test_an_id_stands_once_in_a_document() -> None:
    document = json.loads(elsewhere(exported(a_game())))
    document["names"][0]["id"] = document["journal"][2]["id"]
    assert problem_in(Club().organizer.post("/games/import", document))["errors"][0]["pointer"] == "/names/0/id"
    document["journal"][3]["id"] = document["journal"][2]["id"]
    assert problem_in(Club().organizer.post("/games/import", document))["errors"][0]["pointer"] == "/journal/3/id"


def test_what_was_replaced_is_not_replaced_again() -> None:
    game = Club().open()
    game.report(deal(), announce("rosen", id=(told := new_id())))
    game.report(correct(told, announce("schilten")))
    game.report(correct(game.journal()[2]["id"], announce("eicheln")))
    document = json.loads(elsewhere(exported(game)))
    document["journal"][3]["report"] = told
    problem = problem_in(Club().organizer.post("/games/import", document))
    assert problem["errors"][0]["pointer"] == "/journal/3/report"
    assert "already_replaced" in problem["detail"]


def test_a_document_cut_off_says_so() -> None:
    document = json.loads(elsewhere(exported(a_game())))
    document["journal"] = document["journal"][:6]
    assert Club().organizer.post("/games/import", document).code == (422, "does_not_verify")


# --- the form, and what it costs -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def form() -> Draft202012Validator:
    """The published schema as a validator."""
    return Draft202012Validator(Device().get("/export-schema").body)


def test_the_published_schema_says_what_a_document_is(form: Draft202012Validator) -> None:
    document = json.loads(exported(a_game()))
    assert list(form.iter_errors(document)) == []
    for bend in (dropped("names"), changed("version", to="1"), changed("journal", 3, "mode", to="grand")):
        bent = json.loads(json.dumps(document))
        bend(bent)
        assert list(form.iter_errors(bent))


def test_an_export_costs_the_same_however_long_the_game() -> None:
    for game in (a_long_game(2), a_long_game(12)):
        assert costs(partial(game.organizer.get, f"{game.path}/export")) == 4


def test_an_import_takes_few_statements_however_long_the_game() -> None:
    club = Club()
    for game in (a_long_game(2), a_long_game(12)):
        document = elsewhere(exported(game))
        assert costs(partial(club.organizer.post, "/games/import", document), status=201) <= 14


# --- any game, any engine --------------------------------------------------------------------------------------------


def a_random_game(seed: int) -> GameClient:
    """A game of two deals or fewer, played, mistyped and taken back at random."""
    rng = random.Random(seed)
    options = random_rules(rng)
    table = Scribe(Club().open(rules=rules_of(options), label="«Öcsi» \U0001f0a1"), rng, options, back=0.1)
    table.deals(2)
    return table.game


@settings(max_examples=proof_size(5, 200))
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_any_game_comes_out_as_it_went_in(form: Draft202012Validator, seed: int) -> None:
    game = a_random_game(seed)
    document = exported(game)
    assert list(form.iter_errors(json.loads(document))) == []
    other = taken(Club(), moved := elsewhere(document))
    assert exported(other) == moved
    assert without_who(other) == without_who(game)
    found = rebuild(UUID(other.id), check=True)
    assert found is not None
    assert found.sound, (found.differences, found.broken)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="The other engine is SQLite: see the tests on PostgreSQL.")
def test_it_comes_out_of_the_other_engine_as_it_went_in(tmp_path: Path) -> None:
    """From PostgreSQL to SQLite, and from there to PostgreSQL again."""
    documents = [exported(a_random_game(seed)) for seed in range(proof_size(6, 100))]
    documents.append(exported(a_game()))
    came = through_sqlite(documents, tmp_path)
    assert came == documents
    club = Club()
    for document in came:
        moved = elsewhere(document)
        assert exported(taken(club, moved)) == moved


def through_sqlite(documents: list[bytes], folder: Path) -> list[bytes]:
    """The documents, taken in and exported again by a service of its own on SQLite."""
    settings_of_its_own = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/other.sqlite3",
        "JASSREF_VAR_DIR": str(folder),
        "JASSREF_RATE_DEAR": "0",
        "DJANGO_SETTINGS_MODULE": "jassref.settings",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.other_engine"],
        input=b"\n".join(documents),
        env=settings_of_its_own,
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.splitlines()


def test_no_token_of_this_service_has_sent_what_was_taken_in() -> None:
    other = taken(Club(), elsewhere(exported(a_game())))
    assert set(Report.objects.filter(game=other.row).values_list("token", flat=True)) == {None}


def answered(answer: Answer) -> Json:
    """The body of an answer."""
    body: Json = answer.body
    return body


def test_a_player_may_not_take_back_what_came_in() -> None:
    game = Club().open()
    player = game.club.device(game.token(Role.PLAYER, seat=1))
    game.report(deal(), announce("rosen"), play("R6", id=(first := new_id())), by=player)
    other = taken(Club(), elsewhere(exported(game)))
    anew = other.club.device(other.token(Role.PLAYER, seat=1))
    assert other.send(retract(first), by=anew).code == (403, "out_of_reach")
    assert answered(other.send(retract(first)))["game"]["version"] == 4
