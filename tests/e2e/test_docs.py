"""The documentation of the API in a real browser: it opens at once, and what it shows can be tried."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from api.openapi.examples import OPENING
from tests.api.document import document
from tests.api.says import Json
from tests.api.table import Club, sockets
from tests.e2e.browser import Visitor, chromium, visitor

DOCS = "/api/v1/docs"
MOST_TIMES = 4
"""How many times the processor time of a tenth the whole may take. Before, it was more than twenty times."""
QUIET = 0.02
"""Processor seconds between two looks at a page that has nothing more to do."""


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    chromium()
    return Club(transport=sockets(live_server.url))


def a_tenth() -> Json:
    """The document with the operations about players alone, and the schemas that they refer to."""
    whole = document()
    paths = {path: methods for path, methods in whole["paths"].items() if path.startswith("/api/v1/players")}
    kept: dict[str, dict[str, Any]] = {}
    waiting = list(_refs(paths))
    while waiting:
        kind, name = waiting.pop().removeprefix("#/components/").split("/")
        if name not in kept.setdefault(kind, {}):
            kept[kind][name] = whole["components"][kind][name]
            waiting += _refs(kept[kind][name])
    kept["securitySchemes"] = whole["components"]["securitySchemes"]
    return {**whole, "paths": paths, "components": kept, "tags": [t for t in whole["tags"] if t["name"] == "players"]}


def _refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _refs(one)


class Meter:
    """The processor time of a page."""

    def __init__(self, page: Page) -> None:
        self._page, self._session = page, page.context.new_cdp_session(page)
        self._session.send("Performance.enable")

    def spent(self) -> float:
        """Processor seconds up to now."""
        told = self._session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in told if each["name"] == "ProcessTime"))

    def settled(self) -> float:
        """The same, once the page has nothing more to do."""
        before, now = -1.0, self.spent()
        while now - before > QUIET:
            time.sleep(0.4)
            before, now = now, self.spent()
        return now


def at_the_docs(reader: Visitor) -> Meter:
    """Go to the page and wait until it stands."""
    reader.goes_to(DOCS)
    reader.page.get_by_role("heading", name="The first calls").wait_for()
    return Meter(reader.page)


def opens(reader: Visitor, group: str, title: str) -> None:
    """Choose an operation in the list at the side, as people do."""
    listed = reader.page.get_by_label("Sidebar for jassref")
    if not listed.get_by_text(title, exact=True).count():
        listed.get_by_text(group, exact=True).click()
    listed.get_by_text(title, exact=True).click()
    reader.page.get_by_role("heading", name=title, exact=True).first.wait_for()


def opening(reader: Visitor, group: str, title: str) -> float:
    """How many processor seconds it takes to open an operation of the page."""
    meter = at_the_docs(reader)
    before = meter.settled()
    opens(reader, group, title)
    return meter.settled() - before


def complaints_of(reader: Visitor) -> list[str]:
    """What went wrong; the viewer says its own name and version in the console."""
    return [said for said in reader.complaints if not said.startswith("@scalar/api-reference")]


def test_opening_an_operation_costs_little(live_server: LiveServer) -> None:
    chromium()
    small = json.dumps(a_tenth())
    assert len(small) * 8 < len(json.dumps(document()))
    with visitor(live_server.url) as reader:
        whole = opening(reader, "reports", "Send reports")
        reader.page.route("**/api/v1/schema", lambda route: route.fulfill(body=small, content_type="application/json"))
        tenth = opening(reader, "players", "Enter player")
        assert (reader.strayed, complaints_of(reader)) == ([], [])
    assert whole < tenth * MOST_TIMES, f"{whole:.2f} s for the whole, {tenth:.2f} s for a tenth"


def test_the_examples_can_be_sent_as_they_stand(club: Club, live_server: LiveServer) -> None:
    """A newcomer pastes a token, opens the game of the example, reports its first deal, and reads it."""
    assert club.organizer.secret is not None
    with visitor(live_server.url, color_scheme="dark", viewport={"width": 1300, "height": 900}) as reader:
        at_the_docs(reader)
        reader.page.get_by_placeholder("Token").first.fill(club.organizer.secret)
        assert tried(reader, "games", "Open game") == 201
        assert tried(reader, "reports", "Send reports") == 201
        assert tried(reader, "games", "Read game") == 200
        assert (reader.strayed, complaints_of(reader)) == ([], [])
    game = club.organizer.get(f"/games/{OPENING['id']}").body
    assert (game["version"], game["deal"]["number"]) == (1, 1)


def tried(reader: Visitor, group: str, title: str) -> int:
    """Send the example of an operation from the page; the status of the answer."""
    opens(reader, group, title)
    shown = reader.page.locator("section", has=reader.page.get_by_role("heading", name=title, exact=True)).last
    shown.get_by_role("button", name="Test Request").click()
    with reader.page.expect_response("**/api/v1/games**") as answered:
        reader.page.get_by_role("dialog").get_by_role("button", name="Send").first.click()
    status = answered.value.status
    reader.page.get_by_role("dialog").get_by_text(str(status)).first.wait_for()
    reader.page.keyboard.press("Escape")
    return status
