"""Ids in paths, and paths that lead nowhere."""

from uuid import UUID

import pytest

from tests.api.says import deal
from tests.api.table import API, Club, GameClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> GameClient:
    return Club().open()


def test_an_id_may_be_written_in_a_path_as_in_a_body(game: GameClient) -> None:
    shown = game.outsider.get(game.path).body
    for written in (game.id, game.id.upper(), UUID(game.id).hex, UUID(game.id).hex.upper(), f"urn:uuid:{game.id}"):
        assert game.outsider.get(f"/games/{written}").body == shown
        assert game.outsider.get(f"/games/{written}/deals").status == 200
        answer = game.scorer.post(f"/games/{written}/reports", {"reports": [deal()], "dry_run": True})
        assert answer.status == 200
        assert answer.body["game"]["id"] == game.id


@pytest.mark.parametrize("written", ["1", "null", "x" * 36, "0d4c1a3e-6f2b-4c55-9a57", "{0d4c1a3e}", "%00", "é"])
def test_what_is_no_id_leads_nowhere(game: GameClient, written: str) -> None:
    for device in (game.organizer, game.outsider):
        assert device.get(f"/games/{written}").code == (404, "not_found")
        assert device.post(f"/games/{written}/reports", {"reports": [deal()]}).code == (404, "not_found")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", [f"{API}/nowhere", f"{API}/games/", "/nowhere", "/livez/"])
def test_a_path_that_leads_nowhere_does_so_for_every_method(game: GameClient, method: str, path: str) -> None:
    transport = game.organizer.transport
    assert transport(method, path, b"{}", {"content-type": "application/json"}).code == (404, "not_found")


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999", "-1", "1.0", "one"])
def test_a_deal_that_is_not_there_is_not_found(game: GameClient, number: str) -> None:
    game.report(deal())
    assert game.outsider.get(f"{game.path}/deals/1").status == 200
    assert game.outsider.get(f"{game.path}/deals/{number}").code == (404, "not_found")
