"""Reading games: who may, tags, pages, deals and the journal (docs/api.md, Tokens, Games, Deals and Journal)."""

import pytest

from scoring.models import Role
from scoring.services.tokens import issue
from tests.api.says import Json, announce, deal, new_id, opening_of, play, push, reports_of, retract, tricks_of, worked
from tests.api.table import NOW, PLAYERS, Club, Device, GameClient, revoked

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> GameClient:
    """A public game in its second deal."""
    table = Club().open(label="Table 7")
    table.report(*reports_of("R1"), *opening_of("R2", forehand=2))
    return table


# --- who may read ----------------------------------------------------------------------------------------------------


def devices(game: GameClient) -> dict[str, Device]:
    """Everybody who may ask."""
    club, other = game.club, Club()
    old = game.token(Role.SCORER)
    revoked(old)
    expired = issue(role=Role.SCORER, game=game.row, expires_at=NOW, now=NOW)[1]
    return {
        "organizer": game.organizer,
        "scorer": game.scorer,
        "player": club.device(game.token(Role.PLAYER, seat=3)),
        "referee": club.device(game.token(Role.REFEREE, user=other.user)),
        "another organizer": other.organizer,
        "scorer of another game": other.open().scorer,
        "nobody": game.outsider,
        "revoked": club.device(old),
        "expired": club.device(expired),
        "unknown": club.device("jr_" + "A" * 43),
        "broken": club.device("jr_"),
    }


OWN = ["organizer", "scorer", "player", "referee"]
STRANGERS = ["another organizer", "scorer of another game", "nobody"]
BAD = ["revoked", "expired", "unknown", "broken"]


@pytest.mark.parametrize("path", ["", "/deals", "/deals/1", "/reports", "/scoresheet"])
@pytest.mark.parametrize("public", [True, False])
def test_who_may_read_what(public: bool, path: str) -> None:  # noqa: FBT001 - a column of the table
    game = Club().open(public=public)
    game.report(deal())
    found = {name: device.get(game.path + path).status for name, device in devices(game).items()}
    strangers = 200 if public else 404
    assert found == dict.fromkeys(OWN, 200) | dict.fromkeys(STRANGERS, strangers) | dict.fromkeys(BAD, 401)


@pytest.mark.parametrize("public", [True, False])
def test_who_may_write(public: bool) -> None:  # noqa: FBT001 - a column of the table
    game = Club().open(public=public)
    found = {name: game.send(deal(), by=device).status for name, device in devices(game).items()}
    strangers = 403 if public else 404
    writers = {"organizer": 201, "scorer": 409, "player": 409, "referee": 409}
    expected = writers | dict.fromkeys(STRANGERS, strangers) | dict.fromkeys(BAD, 401) | {"nobody": 401}
    assert found == expected
    assert game.version == 1


def test_what_a_player_may_report() -> None:
    """For the own seat and side, and beside the play; nothing that takes more than one seat to know."""
    game = Club().open()
    game.report(deal(), announce("schilten"))
    player = game.club.device(game.token(Role.PLAYER, seat=2))
    may: list[Json] = [
        {"kind": "play", "card": "S9", "seat": 2},
        {"kind": "hand", "seat": 2, "cards": worked("R1")["hands"]["2"]},
        {"kind": "stoeck", "seat": 2},
        {"kind": "weis", "seat": 2, "cards": ["SK", "SO", "SU"]},
        {"kind": "claim", "side": 2},
        {"kind": "confirm", "side": 2},
        {"kind": "incident", "category": "exposed_card", "seat": 3},
    ]
    may_not: list[Json] = [
        {"kind": "trick", "cards": ["RA", "S9", "RK", "R10"]},
        {"kind": "count", "points": {"1": 100}},
        {"kind": "play", "card": "RA", "seat": 1},
        {"kind": "hand", "seat": 4, "cards": worked("R1")["hands"]["4"]},
        {"kind": "stoeck", "seat": 4},
        {"kind": "claim", "side": 1},
        {"kind": "confirm", "side": 1},
    ]
    assert [one["kind"] for one in may if game.try_out(one, by=player).status == 403] == []
    for one in may_not:
        answer = game.try_out(deal(), one, by=player)
        assert answer.code == (403, "forbidden"), one
        assert answer.body["report"] == 1


def test_a_game_that_may_not_be_seen_looks_like_one_that_is_not_there(game: GameClient) -> None:
    private = Club().open(public=False)
    for path in ("", "/deals", "/deals/1", "/reports"):
        for device in (game.outsider, game.organizer, game.scorer):
            hidden, missing = (
                {k: v for k, v in device.get(f"/games/{id_}{path}").body.items() if k not in {"instance", "detail"}}
                for id_ in (private.id, new_id())
            )
            assert hidden == missing
            assert hidden["code"] == "not_found"


@pytest.mark.parametrize(
    "path", ["/deals/0", "/deals/3", "/deals/99999999999999999999", "/deals/x", "/deal", "/deals/"]
)
def test_what_is_not_there(game: GameClient, path: str) -> None:
    assert game.organizer.get(game.path + path).code == (404, "not_found")


@pytest.mark.parametrize("id_", ["7", "x" * 36, "0" * 31, "../me"])
def test_an_id_that_is_none(game: GameClient, id_: str) -> None:
    assert game.organizer.get(f"/games/{id_}").status == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", ""),
        ("PUT", ""),
        ("POST", "/deals"),
        ("DELETE", "/reports"),
        ("PATCH", "/reports"),
        ("PUT", "/deals/1"),
    ],
)
def test_nothing_is_ever_deleted_or_overwritten(game: GameClient, method: str, path: str) -> None:
    before = game.all()
    answer = game.organizer.call(method, game.path + path, {})
    assert answer.code == (405, "method_not_allowed")
    assert answer.headers["allow"]
    assert game.all() == before


# --- tags ------------------------------------------------------------------------------------------------------------


def test_headers_of_a_game(game: GameClient) -> None:
    answer = game.outsider.get(game.path)
    assert answer.headers["etag"] == f'"{answer.body["version"]}"'
    assert answer.headers["cache-control"] == "private, no-cache"
    assert [name.strip() for name in answer.headers["vary"].split(",")][:2] == ["Authorization", "Accept-Language"]
    assert answer.headers["content-type"] == "application/json"


def test_a_version_that_is_known(game: GameClient) -> None:
    tag = f'"{game.version}"'
    for known in (tag, f"W/{tag}", f'"0", {tag}', "*"):
        answer = game.outsider.get(game.path, if_none_match=known)
        assert (answer.status, answer.raw) == (304, b"")
        assert answer.headers["etag"] == tag
        assert answer.headers["cache-control"] == "private, no-cache"
        assert "Authorization" in answer.headers["vary"]
    for other in ('"0"', "0", tag.strip('"'), '"9999"'):
        assert game.outsider.get(game.path, if_none_match=other).status == 200


def test_every_report_changes_the_version_and_no_other_call_does(game: GameClient) -> None:
    start = game.version
    sent = {**tricks_of("R2")[0], "id": new_id()}
    tags = [game.send(sent).headers["etag"], game.send(sent).headers["etag"]]
    assert tags == [f'"{start + 1}"'] * 2
    assert game.send(play("R7"), play("R7")).status == 409
    assert game.try_out(deal()).status == 409
    assert game.version == start + 1
    assert game.report(retract(sent["id"]))["game"]["version"] == start + 2


def test_the_answer_to_a_report_is_the_game_as_it_then_stands(game: GameClient) -> None:
    for report in tricks_of("R2"):
        answer = game.send(report, by=game.scorer)
        assert answer.body["game"] == game.game(by=game.scorer)
        assert answer.headers["etag"] == f'"{answer.body["game"]["version"]}"'


def test_a_head_request(game: GameClient) -> None:
    answer = game.outsider.call("HEAD", game.path)
    assert (answer.status, answer.raw) == (200, b"")
    assert answer.headers["etag"] == f'"{game.version}"'


# --- deals -----------------------------------------------------------------------------------------------------------

DEAL = [
    "id",
    "number",
    "dealer",
    "leader",
    "status",
    "mode",
    "factor",
    "declarer",
    "pushed",
    "turned",
    "hands",
    "recorded_by",
    "tricks",
    "weis",
    "stoeck",
    "bids",
    "laid",
    "scores",
    "confirmed_by",
    "confirmed",
    "findings",
]


def test_all_deals_and_one_of_them(game: GameClient) -> None:
    answer = game.outsider.get(f"{game.path}/deals")
    assert (answer.body["next"], answer.body["previous"]) == (None, None)
    deals = answer.body["results"]
    assert [each["number"] for each in deals] == [1, 2]
    for each in deals:
        assert list(each) == DEAL
        assert game.outsider.get(f"{game.path}/deals/{each['number']}").body == each
    assert game.game()["deal"] == deals[-1]


FIRST = [{"seat": seat, "card": card} for seat, card in enumerate(("RA", "S9", "RK", "R10"), start=1)]
"""The plays of the first trick."""


def test_a_settled_deal(game: GameClient) -> None:
    first = game.deals()[0]
    assert first.pop("id") == game.journal()[0]["id"]
    tricks = first.pop("tricks")
    assert tricks[0] == {
        "number": 1,
        "leader": 1,
        "cards": ["RA", "S9", "RK", "R10"],
        "plays": FIRST,
        "winner": 2,
        "points": 39,
    }
    assert len(tricks) == 9
    assert first == {
        "number": 1,
        "dealer": 4,
        "leader": 1,
        "status": "settled",
        "mode": "schilten",
        "factor": 2,
        "declarer": 1,
        "pushed": False,
        "turned": None,
        "hands": None,
        "recorded_by": "cards",
        "weis": [
            {"seat": 1, "cards": ["BU", "BO", "BK"], "points": 20, "counts": False},
            {"seat": 2, "cards": ["SU", "SO", "SK"], "points": 20, "counts": True},
            {"seat": 4, "cards": ["R10", "RU", "RO"], "points": 20, "counts": False},
        ],
        "stoeck": {"seat": 2, "points": 20},
        "bids": None,
        "laid": None,
        "scores": [
            {"side": 1, "tricks": 25, "match": 0, "weis": 0, "stoeck": 0, "factor": 2, "total": 50},
            {"side": 2, "tricks": 132, "match": 0, "weis": 20, "stoeck": 20, "factor": 2, "total": 344},
        ],
        "confirmed_by": [],
        "confirmed": False,
        "findings": [],
    }


def test_a_deal_on_its_way() -> None:
    game = Club().open()
    now = game.report(deal())["game"]["deal"]
    assert (now["status"], now["mode"], now["factor"], now["declarer"]) == ("announcing", None, None, None)
    assert [side["total"] for side in now["scores"]] == [0, 0]
    now = game.report(push(), announce("rosen"), *opening_of("R2")[2:3])["game"]["deal"]
    assert (now["status"], now["mode"], now["factor"], now["declarer"]) == ("playing", "rosen", 1, 3)
    assert now["weis"] == [{"seat": 1, "cards": ["RO", "RK", "RA"], "points": 20, "counts": None}]
    assert now["tricks"] == []
    now = game.report(play("RA"), play("R7"))["game"]["deal"]
    plays = [{"seat": 1, "card": "RA"}, {"seat": 2, "card": "R7"}]
    assert now["tricks"] == [
        {"number": 1, "leader": 1, "cards": ["RA", "R7"], "plays": plays, "winner": None, "points": None}
    ]
    now = game.report(play("R9"), play("RU"))["game"]["deal"]
    assert now["tricks"][0] | {"cards": None, "plays": None} == {
        "number": 1,
        "leader": 1,
        "cards": None,
        "plays": None,
        "winner": 4,
        "points": 45,
    }
    assert [(side["tricks"], side["weis"], side["total"]) for side in now["scores"]] == [(0, 20, 40), (45, 0, 45)]
    assert now["stoeck"] == {"seat": 1, "points": 20}
    assert [side["score"] for side in game.game()["sides"]] == [0, 0]


def test_names_of_players_stand_as_they_were(game: GameClient) -> None:
    assert [seat["player"]["name"] for seat in game.game(by=game.outsider)["seats"]] == list(PLAYERS)


def test_nothing_of_tokens_and_accounts_is_told(game: GameClient) -> None:
    paths = ("", "/deals", "/deals/1", "/reports", "/scoresheet")
    told = b"".join(game.outsider.get(game.path + path).raw for path in paths)
    for secret in (game.organizer.secret, game.scorer.secret, game.club.user.username):
        assert secret is not None
        assert secret.encode() not in told
