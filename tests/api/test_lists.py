"""The journal and the list of games: pages, filters, queries (docs/api.md, Ground rules, Games and Journal)."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.api.says import deal, new_id, opening_of, reports_of, tricks_of
from tests.api.table import Club, Device, GameClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> GameClient:
    """A public game in its second deal."""
    table = Club().open(label="Table 7")
    table.report(*reports_of("R1"), *opening_of("R2", forehand=2))
    return table


# --- the journal -----------------------------------------------------------------------------------------------------


def test_an_entry_of_the_journal() -> None:
    game = Club().open()
    id_ = new_id()
    game.report(deal(id=id_, dealer=4, occurred_at="2026-03-07T13:00:00+01:00"), by=game.scorer)
    (entry,) = game.journal()
    recorded_at = entry.pop("recorded_at")
    assert recorded_at.endswith("Z")
    assert entry == {
        "seq": 1,
        "id": id_,
        "kind": "deal",
        "dealer": 4,
        "by": {"role": "scorer", "label": "phone"},
        "occurred_at": "2026-03-07T12:00:00Z",
        "replaced_by": None,
        "may_retract": True,
        "retract_until": "always",
    }


def test_the_journal_is_gapless_and_never_changes(game: GameClient) -> None:
    before = game.journal()
    game.report(*tricks_of("R2"))
    after = game.journal()
    assert [entry["seq"] for entry in after] == list(range(1, game.version + 1))
    assert after[: len(before)] == before


def test_pages_of_the_journal(game: GameClient) -> None:
    whole = game.journal()
    found: list[Any] = []
    path = f"{game.path}/reports?limit=4"
    while path:
        answer = game.outsider.get(path)
        assert 1 <= len(answer.body["results"]) <= 4
        found += answer.body["results"]
        following = answer.body["next"]
        if following:
            assert parse_qs(urlsplit(following).query) == {"limit": ["4"], "after": [str(found[-1]["seq"])]}
        path = following and f"{urlsplit(following).path}?{urlsplit(following).query}"
    assert [entry["seq"] for entry in found] == [entry["seq"] for entry in whole]


def test_a_second_phone_catches_up(game: GameClient) -> None:
    known = game.version
    answer = game.outsider.get(f"{game.path}/reports?after={known}")
    assert (answer.body["results"], answer.body["next"]) == ([], None)
    game.report(*tricks_of("R2")[:2])
    answer = game.outsider.get(f"{game.path}/reports?after={known}")
    assert [entry["seq"] for entry in answer.body["results"]] == [known + 1, known + 2]
    assert game.outsider.get(f"{game.path}/reports?after=100000").body["results"] == []


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("after=-1", "after", "invalid_value"),
        ("after=x", "after", "invalid_value"),
        ("after=1&after=2", "after", "invalid_value"),
        ("limit=0", "limit", "invalid_value"),
        ("limit=201", "limit", "invalid_value"),
        ("page=2", "page", "unknown_parameter"),
        ("cursor=x", "cursor", "unknown_parameter"),
    ],
)
def test_a_query_that_is_none_of_the_journals(game: GameClient, query: str, parameter: str, code: str) -> None:
    answer = game.outsider.get(f"{game.path}/reports?{query}")
    assert answer.code == (422, code)
    assert [(fault["parameter"], fault["code"]) for fault in answer.body["errors"]] == [(parameter, code)]


def test_all_faults_of_a_query_at_once(game: GameClient) -> None:
    answer = game.outsider.get(f"{game.path}/reports?limit=0&after=x&page=2")
    assert answer.status == 422
    assert {(fault["parameter"], fault["code"]) for fault in answer.body["errors"]} == {
        ("limit", "invalid_value"),
        ("after", "invalid_value"),
        ("page", "unknown_parameter"),
    }
    for path in ("", "/deals", "/deals/1"):
        assert game.outsider.get(f"{game.path}{path}?x=1").code == (422, "unknown_parameter")


# --- the list of games -----------------------------------------------------------------------------------------------


def ids_in(device: Device, query: str = "") -> list[str]:
    """The ids of a list of games, page after page."""
    return [each["id"] for each in device.pages(f"/games?{query}")]


def test_which_games_somebody_sees(game: GameClient) -> None:
    private, other = game.club.open(public=False), Club().open()
    assert set(ids_in(game.outsider)) == {game.id, other.id}
    assert set(ids_in(game.organizer)) == {game.id, private.id, other.id}
    assert set(ids_in(private.scorer)) == {game.id, private.id, other.id}
    assert set(ids_in(other.organizer)) == {game.id, other.id}
    assert game.club.device("jr_" + "A" * 43).get("/games").code == (401, "not_authenticated")


def test_my_games(game: GameClient) -> None:
    private, _ = game.club.open(public=False), Club().open()
    assert set(ids_in(game.organizer, "mine=true")) == {game.id, private.id}
    assert ids_in(private.scorer, "mine=true") == [private.id]
    assert ids_in(game.outsider, "mine=true") == []


def test_filters_of_the_list(game: GameClient) -> None:
    over = game.club.open(label="table 8, Übung", rules={"deals": 1})
    over.report(*reports_of("R1"))
    anna = game.game()["seats"][0]["player"]["id"]
    assert ids_in(game.outsider, "status=finished") == [over.id]
    assert ids_in(game.outsider, "status=playing") == [game.id]
    assert set(ids_in(game.outsider, "variant=schieber")) == {game.id, over.id}
    assert ids_in(game.outsider, f"player={anna}") == [game.id]
    assert ids_in(game.outsider, f"player={new_id()}") == []
    assert set(ids_in(game.outsider, "label=TABLE")) == {game.id, over.id}
    assert ids_in(game.outsider, "label=Table 7".replace(" ", "%20")) == [game.id]
    assert ids_in(game.outsider, "label=%C3%BCBUNG") == [over.id]
    assert ids_in(game.outsider, "status=finished&label=7") == []
    assert over.organizer.post(f"{game.path}/abandon", {"reason": "rain"}).status == 200
    assert ids_in(game.outsider, "status=abandoned") == [game.id]
    assert ids_in(game.outsider, f"status=abandoned&player={anna}&mine=false&label=7&variant=schieber") == [game.id]


def test_a_filter_shows_nothing_that_one_may_not_see(game: GameClient) -> None:
    private = game.club.open(public=False, label="secret")
    anna = private.game()["seats"][0]["player"]["id"]
    for query in (f"player={anna}", "label=secret", "status=playing&label=secret", "mine=true"):
        assert ids_in(private.outsider, query) == []
        assert ids_in(private.scorer, query) == [private.id]


def test_pages_of_the_list_newest_first() -> None:
    club = Club()
    opened = [club.open(label=str(number)).id for number in range(7)]
    assert ids_in(club.organizer, "limit=2") == opened[::-1]
    first = club.organizer.get("/games?limit=3").body
    assert [each["label"] for each in first["results"]] == ["6", "5", "4"]
    assert first["previous"] is None
    second = club.organizer.get(of(first["next"])).body
    club.open(label="new")
    assert [each["label"] for each in second["results"]] == ["3", "2", "1"]
    back = club.organizer.get(of(second["previous"])).body
    assert [each["label"] for each in back["results"]] == ["6", "5", "4"]
    assert back["previous"] is not None
    assert club.organizer.get("/games?limit=200").body["next"] is None


def of(url: str) -> str:
    """The path and query of an address that a list has given."""
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


def test_a_game_in_the_list_is_the_game(game: GameClient) -> None:
    for device in (game.organizer, game.scorer, game.outsider):
        (listed,) = device.get("/games").body["results"]
        assert listed == game.game(by=device)


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("limit=0", "limit", "invalid_value"),
        ("limit=201", "limit", "invalid_value"),
        ("limit=x", "limit", "invalid_value"),
        ("cursor=x", "cursor", "invalid_value"),
        ("cursor=W10", "cursor", "invalid_value"),
        ("mine=yes", "mine", "invalid_value"),
        ("status=over", "status", "invalid_value"),
        ("variant=skat", "variant", "invalid_value"),
        ("player=7", "player", "invalid_value"),
        ("tournament=7", "tournament", "unknown_parameter"),
        ("offset=3", "offset", "unknown_parameter"),
    ],
)
def test_a_query_that_is_none_of_the_lists(game: GameClient, query: str, parameter: str, code: str) -> None:
    answer = game.outsider.get(f"/games?{query}")
    assert answer.code == (422, code)
    assert [(fault["parameter"], fault["code"]) for fault in answer.body["errors"]] == [(parameter, code)]
