"""Less on the wire: tags of deals and the journal, counts in the game, and gzip where nothing is secret."""

import gzip
from typing import Any

import pytest

from tests.api.says import announce, counted, deal, hand, play, trick
from tests.api.table import Answer, Club

pytestmark = pytest.mark.django_db

HAND = "E6 E7 E8 E9 E10 EU EO EK EA"
GZIP = "gzip, deflate, br"


@pytest.mark.parametrize("path", ["deals", "deals/1", "reports", "reports?limit=1"])
def test_what_the_client_has_is_not_sent_again(path: str) -> None:
    game = Club().open()
    game.report(deal(), announce("rosen"))
    first = game.scorer.get(f"{game.path}/{path}")
    tag = first.headers["etag"]
    again = game.scorer.get(f"{game.path}/{path}", if_none_match=tag)
    assert (first.status, again.status, again.raw, again.headers["etag"]) == (200, 304, b"", tag)
    assert "content-type" not in again.headers
    game.report(play("EA"))
    later = game.scorer.get(f"{game.path}/{path}", if_none_match=tag)
    assert later.status == 200


def test_the_tag_tells_nothing_but_the_version() -> None:
    """Two games that differ in a hidden hand have the same tags."""

    def tags(held: str) -> list[str]:
        game = Club().open()
        game.report(deal(), hand(1, held))
        return [game.outsider.get(f"{game.path}/{path}").headers["etag"] for path in ("deals", "deals/1", "reports")]

    assert tags(HAND) == tags("R6 R7 R8 R9 R10 RU RO RK RA")
    assert tags(HAND)[0] == '"2"'


def test_open_disputes_and_findings_are_counted() -> None:
    game = Club().open()
    assert (game.game()["open_disputes"], game.game()["open_findings"]) == (0, 0)
    game.report(deal(), announce("rosen"), trick("EA E6 E7 E8"), play("R6", seat=2, as_played=True))
    assert game.game()["open_findings"] == 1
    raised = {"category": "remark", "deal": 1, "statement": "So it was.", "raised_by": {"side": 1}}
    assert game.organizer.post(f"{game.path}/disputes", raised).status == 201
    assert game.game()["open_disputes"] == 1
    assert game.game(by=game.outsider)["open_disputes"] is None
    game.report(counted(100))
    game.report(deal())
    assert game.game()["open_findings"] == 1, "the proven one of the deal before"


# --- gzip ------------------------------------------------------------------------------------------------------------


def is_packed(answer: Answer) -> bool:
    return answer.headers.get("content-encoding") == "gzip"


def test_what_everybody_may_read_is_compressed() -> None:
    club = Club()
    outsider = club.device()
    plain, packed = outsider.get("/presets"), outsider.get("/presets", accept_encoding=GZIP)
    assert (is_packed(plain), is_packed(packed)) == (False, True)
    assert gzip.decompress(packed.raw) == plain.raw
    assert len(packed.raw) * 4 < len(plain.raw)
    assert packed.headers["content-length"] == str(len(packed.raw))
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["vary"].split(", ")


def test_no_answer_to_a_token_is_compressed() -> None:
    club = Club()
    for _ in range(3):
        club.open()
    assert is_packed(club.device().get("/games", accept_encoding=GZIP))
    assert not is_packed(club.organizer.get("/games", accept_encoding=GZIP))
    assert not is_packed(club.organizer.get("/presets", accept_encoding=GZIP))


def test_no_answer_to_a_cookie_is_compressed() -> None:
    assert not is_packed(Club().device().get("/presets", accept_encoding=GZIP, cookie="sessionid=x"))


def test_what_has_a_strong_tag_keeps_its_bytes() -> None:
    game = Club().open()
    game.report(deal())
    answer = game.outsider.get(f"{game.path}/deals", accept_encoding=GZIP)
    assert not is_packed(answer)
    assert "etag" in answer.headers


def test_errors_and_short_answers_stay_as_they_are() -> None:
    device = Club().device()
    for path in ("/nowhere", "/games"):
        assert not is_packed(device.get(path, accept_encoding=GZIP))


def test_a_proxy_in_front_compresses_by_itself(settings: Any) -> None:
    settings.PROXIES = 1
    answer = Club().device().get("/presets", accept_encoding=GZIP, x_forwarded_for="192.0.2.7")
    assert not is_packed(answer)
