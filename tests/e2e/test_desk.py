"""An evening at the review desk, from the phone at the table to the signed protocol, in a real browser."""

import re

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from scoring.wording import languages
from tests.api.table import Club, GameClient, sockets
from tests.desk.hall import a_referee, a_revoke
from tests.e2e.browser import Visitor, chromium, visitor

PASSWORD = "the secret of rita"
PHONE = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody attacks a test


@pytest.fixture
def game(live_server: LiveServer) -> GameClient:
    """A table where somebody revoked, as its phone has reported it, and whose referee is Rita."""
    chromium()
    found = a_revoke(Club(transport=sockets(live_server.url)))
    referee = a_referee(found)
    referee.set_password(PASSWORD)
    referee.save()
    return found


def logs_in(rita: Visitor) -> None:
    rita.goes_to("/admin/desk/")
    rita.page.wait_for_function("document.activeElement?.id === 'id_username'")  # the page puts one there
    rita.page.keyboard.type("rita")
    rita.types("#id_password", PASSWORD)
    with rita.page.expect_navigation():
        rita.page.keyboard.press("Enter")


def test_a_revoke_is_decided_by_keyboard_alone(game: GameClient, live_server: LiveServer) -> None:
    assert [score["total"] for score in game.deal["scores"]] == [24, 70]
    with visitor(live_server.url, locale="en") as rita:
        logs_in(rita)
        assert "Table 7 · Revoke Deal 1 · Trick 2 · Chiara" in rita.reads()
        rita.presses(".findings .queue button")
        assert "Under review" in rita.reads()
        assert "Card in question" in rita.reads(".lying.questioned")
        assert "Proof" in rita.reads(".lying.proof")

        rita.tabs_to("#remedy-this_and_later_tricks_to_opponents")  # the usual one is chosen already
        rita.page.keyboard.press("ArrowDown")
        rita.page.keyboard.press("ArrowUp")
        rita.types("#id_reason", "The king of acorns lay in the next trick.")
        rita.presses("button[name=preview]")
        assert "Anna + Chiara 24 → 0 0 → 0 Beat + Dario 70 → 94" in rita.reads(".tried")
        assert [score["total"] for score in game.deal["scores"]] == [24, 70]
        rita.presses("button[name=decide]")
        assert "Recorded" in rita.reads()

        rita.presses("a[href*=protocol]")
        assert "Article JW-2 (JassWiki)" in rita.reads()
        assert pages_in(rita.page.pdf(prefer_css_page_size=True)) == 1
        rita.goes_to(f"{game.path}/scoresheet?format=html")
        assert re.search(r"\b0\b.*\b94\b", rita.reads("tbody"))
        assert (rita.strayed, rita.complaints) == ([], [])
    assert [score["total"] for score in game.deal["scores"]] == [0, 94]


def test_a_decision_is_corrected_by_keyboard_and_on_a_phone(game: GameClient, live_server: LiveServer) -> None:
    with visitor(live_server.url, **PHONE) as rita:
        logs_in(rita)
        rita.goes_to("/admin/desk/?lang=en")
        rita.presses(".findings .queue button")
        there = rita.page.url.removeprefix(live_server.url)
        rita.presses("button[name=decide]")
        assert [score["total"] for score in game.deal["scores"]] == [0, 94]
        assert "Correct the decision" in rita.reads("#decide")
        rita.tabs_to("#remedy-this_and_later_tricks_to_opponents")  # what stands is chosen
        rita.page.keyboard.press("ArrowUp")
        rita.types("#id_reason", "It was the third trick.")
        rita.presses("button[name=decide]")
        assert [score["total"] for score in game.deal["scores"]] != [0, 94]
        told = {"category": "revoke", "deal": 1, "trick": 2, "seat": 3, "raised_by": {"side": 2}, "statement": "Again."}
        second = game.scorer.post(f"{game.path}/disputes", told).body["id"]
        for language in languages():
            for page in (there, f"/admin/desk/disputes/{second}/", f"{there}protocol/"):
                rita.goes_to(f"{page}?lang={language}")
                assert not rita.overflows, (page, language)
        assert rita.complaints == []


def pages_in(pdf: bytes) -> int:
    """How many sheets it is."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_phone_at_night_shows_it_all_in_every_language(game: GameClient, live_server: LiveServer) -> None:
    with visitor(live_server.url, **PHONE) as rita:
        logs_in(rita)
        rita.presses(".findings .queue button")
        there = rita.page.url.removeprefix(live_server.url)
        for language in languages():
            for page in (there, "/admin/desk/"):
                rita.goes_to(f"{page}?lang={language}")
                assert not rita.overflows, (page, language)
            assert rita.page.locator("html").get_attribute("lang") == language
        assert rita.complaints == []
