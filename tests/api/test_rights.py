"""docs/rights.md, cell by cell and from outside, on a public and on a private game. Every answer is judged."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import Role, Token
from scoring.rules.record.kinds import KINDS
from scoring.services.tokens import issue
from tests.api.document import judged
from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    correct,
    deal,
    hand,
    incident,
    new_id,
    opening_of,
    play,
    push,
    reports_of,
    retract,
    stoeck,
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.table import NOW, Answer, Club, Device, GameClient, problem_in, revoked

pytestmark = pytest.mark.django_db

BEARERS = (
    "organizer",
    "referee",
    "scorer",
    "player",
    "another organizer",
    "another referee",
    "another scorer",
    "another player",
    "nobody",
    "unknown",
    "expired",
    "revoked",
    "shut out",
    "no secret",
)
"""Everybody who may come to the door."""

OWN = BEARERS[:4]
STRANGERS = BEARERS[4:8]
OPENING_NOTHING = BEARERS[9:]


class Table:
    """A game with everybody at its doors."""

    def __init__(self, *, public: bool) -> None:
        self.public = public
        self.club = Club(transport=judged())
        self.game = self.club.open(public=public)
        self.game.report(*opening_of("R1"), *tricks_of("R1")[:1])
        self.other_club = Club(transport=judged())
        other = self.other_club.open(public=False)
        shut_out = User.objects.create_user(f"out{new_id()}", is_active=False)
        gone = self.game.token(Role.SCORER)
        revoked(gone)
        device = self.club.device
        self.devices = {
            "organizer": self.game.organizer,
            "referee": device(self.game.token(Role.REFEREE, user=self.other_club.user)),
            "scorer": self.game.scorer,
            "player": device(self.game.token(Role.PLAYER, seat=2)),
            "another organizer": self.other_club.organizer,
            "another referee": device(other.token(Role.REFEREE, user=self.club.user)),
            "another scorer": other.scorer,
            "another player": device(other.token(Role.PLAYER, seat=2)),
            "nobody": self.game.outsider,
            "unknown": device("jr_" + "A" * 43),
            "expired": device(self.game.token(Role.SCORER, expires_at=timezone.now() - timedelta(seconds=1))),
            "revoked": device(gone),
            "shut out": device(issue(role=Role.ORGANIZER, user=shut_out, now=NOW)[1]),
            "no secret": device("nonsense"),
        }

    def reading(self, bearer: str) -> int:
        """The status that docs/rights.md promises who reads a resource of the game."""
        if bearer in OPENING_NOTHING:
            return 401
        return 200 if bearer in OWN or self.public else 404

    def writing(self, bearer: str, *, may: tuple[str, ...], done: int) -> int:
        """The status that it promises who writes."""
        if bearer == "nobody" or bearer in OPENING_NOTHING:
            return 401
        if bearer in may:
            return done
        return 403 if bearer in OWN or self.public else 404


@pytest.fixture(params=[True, False], ids=["public", "private"])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(public=request.param)


def each(table: Table, ask: Callable[[Device], Answer], expected: Callable[[str], int]) -> None:
    """Everybody asks; the answers are as expected."""
    answers = {bearer: ask(device) for bearer, device in table.devices.items()}
    assert {one: answer.status for one, answer in answers.items()} == {one: expected(one) for one in BEARERS}
    codes = {401: "not_authenticated", 403: "forbidden", 404: "not_found"}
    for answer in answers.values():
        if answer.status in codes:
            assert answer.code[1] == codes[answer.status]
        if answer.status == 401:
            assert answer.headers["www-authenticate"].startswith("Bearer ")


# --- the first table: resources and verbs ----------------------------------------------------------------------------


def test_the_list_of_games(table: Table) -> None:
    each(table, lambda one: one.get("/games"), lambda who: 401 if who in OPENING_NOTHING else 200)
    for who in BEARERS[:9]:
        device = table.devices[who]
        listed = {game["id"] for game in device.pages("/games")}
        assert (table.game.id in listed) is (table.public or who in OWN), who
        mine = {game["id"] for game in device.pages("/games?mine=true")}
        assert (table.game.id in mine) is (who in OWN), who


def test_opening_a_game(table: Table) -> None:
    wanted: Json = {"variant": "schieber", "players": ["A", "B", "C", "D"]}

    def expected(who: str) -> int:
        if who in {"organizer", "another organizer"}:
            return 201
        return 401 if who in {"nobody", *OPENING_NOTHING} else 403

    each(table, lambda one: one.post("/games", wanted), expected)


@pytest.mark.parametrize("path", ["", "/deals", "/deals/1", "/reports"])
def test_reading_a_game(table: Table, path: str) -> None:
    each(table, lambda one: one.get(table.game.path + path), table.reading)


def test_a_game_that_may_not_be_seen_is_like_none(table: Table) -> None:
    none = f"/games/{new_id()}"
    for who in STRANGERS:
        asked = [table.devices[who].get(path) for path in (none, table.game.path)]
        if not table.public:
            said = [{**one.body, "instance": "", "detail": ""} for one in asked]
            assert said[0] == said[1]
        assert asked[0].code == (404, "not_found")


def test_changing_a_game(table: Table) -> None:
    each(
        table,
        lambda one: one.call("PATCH", table.game.path, {"label": "x"}, if_match="*"),
        lambda who: table.writing(who, may=("organizer",), done=200),
    )


def test_abandoning_a_game(table: Table) -> None:
    each(
        table,
        lambda one: one.post(f"{table.game.path}/abandon", {"reason": "rain"}),
        lambda who: table.writing(who, may=("organizer",), done=200),
    )


def test_resuming_a_game(table: Table) -> None:
    def again(one: Device) -> Answer:
        table.game.organizer.post(f"{table.game.path}/abandon", {"reason": "rain"})
        return one.post(f"{table.game.path}/resume", {})

    each(table, again, lambda who: table.writing(who, may=("organizer",), done=200))


def test_handing_out_and_listing_tokens(table: Table) -> None:
    path = f"{table.game.path}/tokens"
    each(
        table,
        lambda one: one.post(path, {"role": "scorer"}),
        lambda who: table.writing(who, may=("organizer",), done=201),
    )
    each(table, lambda one: one.get(path), lambda who: table.writing(who, may=("organizer",), done=200))
    each(table, lambda one: one.post(path, b"{"), lambda who: table.writing(who, may=("organizer",), done=400))


def test_taking_tokens_back(table: Table) -> None:
    token = Token.objects.filter(game=table.game.row, role=Role.SCORER, expires_at=None, revoked_at=None).get()
    path = f"{table.game.path}/tokens/{token.pk}"
    order = {who: table.devices[who] for who in (*BEARERS[1:], "organizer")}  # the scorer's goes last
    table.devices = order
    each(
        table,
        lambda one: one.call("DELETE", path),
        lambda who: table.writing(who, may=("organizer",), done=204),
    )
    assert table.game.scorer.get(table.game.path).code == (401, "not_authenticated")


def test_sending_reports(table: Table) -> None:
    wrong = {"kind": "push", "seat": 2, "deal": 1}  # no push is on record: whoever may send it is told so
    each(
        table,
        lambda one: table.game.send(wrong, by=one),
        lambda who: table.writing(who, may=OWN, done=409),
    )
    each(
        table,
        lambda one: table.game.call(b"{", by=one),
        lambda who: table.writing(who, may=OWN, done=400),
    )
    each(
        table,
        lambda one: table.game.call(b"x", by=one, content_type="text/plain"),
        lambda who: table.writing(who, may=OWN, done=415),
    )


# --- disputes ---------------------------------------------------------------------------------------------------------


def of_members(table: Table, who: str) -> int:
    """The status that docs/rights.md promises who reads the disputes of the game."""
    return table.writing(who, may=OWN, done=200)


def of_dispute(who: str, *, may: tuple[str, ...], done: int) -> int:
    """The status that it promises who does something with a dispute: for strangers there is none."""
    if who == "nobody" or who in OPENING_NOTHING:
        return 401
    return done if who in may else 403 if who in OWN else 404


def raised(table: Table) -> str:
    told = {"category": "revoke", "deal": 1, "raised_by": {"side": 2}, "statement": "no"}
    return str(table.game.scorer.post(f"{table.game.path}/disputes", told).body["id"])


def test_raising_and_reading_disputes(table: Table) -> None:
    path = f"{table.game.path}/disputes"
    told = {"category": "remark", "deal": 1, "raised_by": {"side": 2}, "statement": "no"}
    each(table, lambda one: one.post(path, told), lambda who: table.writing(who, may=OWN, done=201))
    each(table, lambda one: one.post(path, b"{"), lambda who: table.writing(who, may=OWN, done=400))
    each(table, lambda one: one.get(path), lambda who: of_members(table, who))
    dispute = raised(table)
    each(table, lambda one: one.get(f"/disputes/{dispute}"), lambda who: of_dispute(who, may=OWN, done=200))
    each(table, lambda one: one.get("/disputes"), lambda who: 401 if who in {"nobody", *OPENING_NOTHING} else 200)
    for who in (*OWN, *STRANGERS):
        listed = {one["id"] for one in table.devices[who].pages("/disputes")}
        assert (dispute in listed) is (who in OWN), who


RULING = {"discovered": "deal_over", "remedy": "warning", "reason": "no", "dry_run": True}
JUDGES = ("organizer", "referee")


@pytest.mark.parametrize(
    ("action", "body", "may", "done"),
    [
        ("take", {}, JUDGES, 200),
        ("statements", {"side": 2, "statement": "no"}, OWN, 201),
        ("rulings", RULING, JUDGES, 409),
        ("dismiss", {"reason": "no"}, JUDGES, 409),
        ("withdraw", {"reason": 7}, ("organizer", "scorer", "player"), 422),
        ("appeal", {"side": 2, "statement": "no"}, ("organizer", "scorer", "player"), 409),
    ],
)
def test_what_is_done_with_a_dispute(table: Table, action: str, body: Json, may: tuple[str, ...], done: int) -> None:
    path = f"/disputes/{raised(table)}/{action}"
    each(table, lambda one: one.post(path, b"{"), lambda who: of_dispute(who, may=may, done=400))
    each(table, lambda one: one.post(path, body), lambda who: of_dispute(who, may=may, done=done))


def test_players_and_the_token_in_use(table: Table) -> None:
    def of_organizers(who: str) -> int:
        if who in {"organizer", "another organizer"}:
            return 200
        return 401 if who in {"nobody", *OPENING_NOTHING} else 403

    each(table, lambda one: one.get("/players"), of_organizers)
    each(table, lambda one: one.get("/me"), lambda who: 401 if who in {"nobody", *OPENING_NOTHING} else 200)
    each(
        table,
        lambda one: one.call("DELETE", "/me"),
        lambda who: 401 if who in {"nobody", *OPENING_NOTHING} else 204,
    )
    each(table, lambda one: one.get("/me"), lambda _who: 401)


# --- the second table: kinds of report -------------------------------------------------------------------------------

SEAT = 2
HANDS = {int(seat): " ".join(cards) for seat, cards in worked("R1")["hands"].items()}


@pytest.fixture
def game() -> GameClient:
    return Club(transport=judged()).open()


@pytest.fixture
def players(game: GameClient) -> dict[int, Device]:
    """A phone for each seat."""
    return {seat: game.club.device(game.token(Role.PLAYER, seat=seat, label=f"{seat}")) for seat in range(1, 5)}


def forbidden(game: GameClient, by: Device, *reports: Json, at: int = 0) -> None:
    problem = game.refused(*reports, by=by)
    assert (problem["status"], problem["code"], problem["report"]) == (403, "forbidden", at)


def test_me_says_what_a_token_may_report(game: GameClient, players: dict[int, Device]) -> None:
    whole = [kind for kind in game.scorer.get("/me").body["may"] if kind in KINDS]
    assert set(KINDS) - set(whole) == {"bid", "lay"}
    of_player = [kind for kind in players[1].get("/me").body["may"] if kind in KINDS]
    assert set(whole) - set(of_player) == {"trick", "count"}


def test_a_deal_by_four_phones(game: GameClient, players: dict[int, Device]) -> None:
    """Nobody names a seat: each phone speaks for its own."""
    game.report(deal(), by=players[3])
    for seat, cards in HANDS.items():
        line = game.report({"kind": "hand", "cards": cards.split()}, by=players[seat])["reports"][0]
        assert (line["seat"], line["cards"] is not None) == (seat, True)
    game.report(push(), by=players[1])
    game.report(announce("schilten"), by=players[3])
    for shown in worked("R1")["weis"]:
        game.report({"kind": "weis", "cards": shown["cards"]}, by=players[shown["seat"]])
    for lying in worked("R1")["tricks"]:
        for _ in lying["cards"]:
            seat = game.game()["next"]["seat"] or lying["leader"]
            index = len(game.deal["tricks"][-1]["cards"]) % 4 if game.deal["tricks"] else 0
            line = game.report(play(lying["cards"][index]), by=players[seat])["reports"][0]
            assert line["seat"] == seat
    game.report(confirm(1), by=players[1])
    game.report(confirm(2), by=players[4])
    settled = game.deal
    assert (settled["status"], settled["confirmed"]) == ("settled", True)
    other = Club().open()
    other.report(*reports_of("R1"))
    scored = [[score["total"] for score in one["scores"]] for one in (settled, other.deal)]
    assert scored[0] == scored[1]


def test_a_missing_seat_is_the_players_own_and_must_fit(game: GameClient, players: dict[int, Device]) -> None:
    game.report(deal())
    for one in (push(), push(seat=None), push(seat=2)):
        assert game.refused(one, by=players[2])["code"] == "not_your_turn"
    game.report(push(seat=None), by=players[1])
    assert game.refused(announce("rosen"), by=players[1])["code"] == "not_your_turn"
    game.report(announce("rosen"), by=players[3])
    assert game.refused(play("RA"), by=players[2])["code"] == "not_your_turn"
    assert game.report(play("RA"), by=players[1])["reports"][0]["seat"] == 1


@pytest.mark.parametrize(
    "report",
    [
        push(seat=1),
        announce("rosen", seat=3),
        hand(1, HANDS[1]),
        weis(4, "E6 E7 E8"),
        play("RA", seat=1),
        play("RA", seat=4),
        stoeck(1),
        claim(1),
        confirm(1),
        trick("RA S9 RK R10"),
        {"kind": "count", "points": {"1": 100, "2": 57}},
    ],
    ids=lambda report: f"{report['kind']} {report.get('seat')}",
)
def test_what_a_player_does_not_report(game: GameClient, players: dict[int, Device], report: Json) -> None:
    game.report(deal(), announce("schilten"))
    forbidden(game, players[SEAT], report)
    forbidden(game, players[SEAT], incident("misdeal"), report, at=1)
    forbidden(game, players[SEAT], {**report, "id": new_id(), "deal": 1})
    for asked in (report, {**report, "as_played": True}):
        assert game.try_out(asked, by=players[SEAT]).code == (403, "forbidden")
    scored = game.send(report, by=game.scorer)
    assert scored.status != 403


def test_a_correction_puts_only_what_the_player_may_report(game: GameClient, players: dict[int, Device]) -> None:
    game.report(deal(), announce("schilten"))
    own = game.report(weis(2, "SK SO SU"), by=players[2])["reports"][0]["id"]
    forbidden(game, players[2], correct(own, weis(4, "SK SO SU")))
    forbidden(game, players[2], correct(own, weis(2, "SK SO SU"), play("S7", seat=1)))
    forbidden(game, players[2], correct(own, trick("RA S9 RK R10")))
    entry = game.report(correct(own, {"kind": "weis", "cards": ["EU", "EO", "EK"]}), by=players[2])["reports"][0]
    assert entry["replacement"]["seat"] == 2
    several = [{"kind": "weis", "cards": cards.split()} for cards in ("EU EO EK", "S6 S7 S8")]
    entry = game.report(correct(entry["id"], *several), by=players[2])["reports"][0]
    assert [one["seat"] for one in entry["replacement"]] == [2, 2]


def test_a_player_takes_back_the_own_reports_only(game: GameClient, players: dict[int, Device]) -> None:
    opened = game.report(deal(), by=players[1])["reports"][0]["id"]
    game.report(announce("schilten"), by=game.scorer)
    by_scorer = game.report(weis(2, "SK SO SU"), by=game.scorer)["reports"][0]["id"]
    by_second = game.report(incident("misdeal"), by=players[2])["reports"][0]["id"]
    own = {"kind": "weis", "cards": ["SK", "SO", "SU"]}
    for report in (
        retract(by_scorer),
        correct(by_scorer, own),
        retract(by_second),
        correct(by_second, incident("other")),
    ):
        problem = game.refused(report, by=players[1] if report["report"] == by_second else players[2])
        assert (problem["status"], problem["code"], problem["report"]) == (403, "out_of_reach", 0)
        assert problem["detail"].startswith("This report was not sent with your token")
    assert game.refused(retract(opened), by=players[3])["code"] == "out_of_reach"
    assert game.refused(retract(new_id()), by=players[3])["code"] == "invalid_value"
    game.report(retract(by_second), by=players[2])
    twin = game.club.device(game.token(Role.PLAYER, seat=1))
    assert game.refused(retract(opened), by=twin)["code"] == "out_of_reach", "another token of the same seat"


def test_who_speaks_for_another_seat_is_told_so(game: GameClient, players: dict[int, Device]) -> None:
    game.report(deal(), announce("schilten"))
    problem = game.refused(incident("remark"), play("RA", seat=3), by=players[2])
    assert (problem["code"], problem["report"]) == ("forbidden", 1)
    assert problem["detail"] == "Your token is for seat 2; it may not speak for seat 3."
    problem = game.refused(trick("RA R6 R7 R8"), by=players[2])
    assert problem["detail"] == "A token of the role player may not do this."


def test_what_a_scorer_corrected_is_the_scorers(game: GameClient, players: dict[int, Device]) -> None:
    game.report(deal(), announce("schilten"))
    own = game.report(weis(2, "SK SO SU"), by=players[2])["reports"][0]["id"]
    put = game.report(correct(own, weis(2, "EU EO EK")), by=game.scorer)["reports"][0]["id"]
    problem = game.refused(retract(own), by=players[2])
    assert (problem["code"], problem["current"]) == ("already_replaced", put)
    assert game.refused(correct(put, weis(2, "SK SO SU")), by=players[2])["code"] == "out_of_reach"


def test_another_name_of_a_report_makes_nobody_its_owner(game: GameClient, players: dict[int, Device]) -> None:
    game.report(deal(), announce("schilten"))
    sent = game.report(play("RA", number=1), by=game.scorer)["reports"][0]
    alias = play("RA", number=1, id=new_id())
    line = game.send(alias, by=players[1]).body["reports"][0]
    assert (line["recorded_as"], line["duplicate"]) == (sent["id"], True)
    for report in (retract(alias["id"]), correct(alias["id"], play("R6"))):
        assert game.refused(report, by=players[1])["code"] == "out_of_reach"
    own = game.report(play("S9", number=1), by=players[2])["reports"][0]
    theirs = play("S9", number=1, id=new_id())
    assert game.send(theirs, by=game.scorer).status == 200
    game.report(retract(theirs["id"]), by=players[2])
    assert [one["replaced_by"] is not None for one in game.journal() if one["id"] == own["id"]] == [True]


def test_how_far_back_each_role_reaches(game: GameClient, players: dict[int, Device]) -> None:
    referee = game.club.device(game.token(Role.REFEREE, user=User.objects.create_user("judge")))
    game.report(deal(), announce("schilten"), *tricks_of("R1")[:1])
    notes = {
        name: [game.report(incident("other"), by=device)["reports"][0]["id"] for _ in range(2)]
        for name, device in (("scorer", game.scorer), ("player", players[2]))
    }
    game.report(*tricks_of("R1")[1:], deal(), announce("rosen"))
    game.report(retract(notes["scorer"][0]), by=game.scorer)
    game.report(retract(notes["player"][0]), by=players[2])
    game.report(*tricks_of("R2")[:1])
    assert game.refused(retract(notes["scorer"][1]), by=game.scorer)["code"] == "out_of_reach"
    assert game.refused(retract(notes["player"][1]), by=players[2])["code"] == "out_of_reach"
    game.report(retract(notes["scorer"][1]), by=referee)
    game.report(retract(notes["player"][1]), by=game.organizer)


def test_a_player_signs_and_claims_for_the_own_side(game: GameClient, players: dict[int, Device]) -> None:
    game.report(*reports_of("R1"))
    forbidden(game, players[2], confirm(1))
    game.report(confirm(2), by=players[2])
    game.report(deal(), announce("rosen"))
    forbidden(game, players[1], claim(2))
    assert game.send(claim(2), by=players[4]).status != 403


@pytest.mark.parametrize("kind", [[], {}, None, 7, True, "PLAY", "dispute", "ruling", "settings"], ids=str)
def test_a_kind_that_is_none(game: GameClient, players: dict[int, Device], kind: Any) -> None:
    game.report(deal())
    for device in (players[1], game.scorer):
        problem = problem_in(game.send({"kind": kind}, by=device))
        assert problem["status"] == 422
        inner = {**correct(new_id(), push()), "replacement": {"kind": kind}}
        assert problem_in(game.send(inner, by=device))["status"] == 422


# --- who sees what is hidden -----------------------------------------------------------------------------------------


def test_a_player_sees_the_own_hand_only(game: GameClient, players: dict[int, Device]) -> None:
    game.report(deal(), *(hand(seat, cards) for seat, cards in HANDS.items()), announce("schilten"))
    game.report({**correct(game.journal()[1]["id"], hand(1, HANDS[1]))})
    for seat, device in players.items():
        seen = {
            one["seat"]
            for shown in (game.game(by=device)["deal"], device.get(f"{game.path}/deals/1").body)
            for one in shown["hands"]
            if one["cards"] is not None
        }
        assert seen == {seat}
        entries = [one for one in game.journal(by=device) if one["kind"] in {"hand", "correct"}]
        told = [one.get("replacement", one) for one in entries]
        assert {one["seat"] for one in told if one.get("cards") is not None} == {seat}
        listed = next(one for one in device.pages("/games?mine=true") if one["id"] == game.id)
        assert listed["deal"] == game.game(by=device)["deal"]
