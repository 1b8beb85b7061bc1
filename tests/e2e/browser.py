"""A browser to sit at the desk with, used by its keyboard alone."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
MOST_TABS = 300


def chromium() -> str:
    """Where a Chromium is; without one the test is skipped, and says so."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser here: none of {', '.join(NAMES)} is installed")
    return found


@dataclass
class Visitor:
    """Somebody in front of a page: what he asked for elsewhere and what his browser complained about is noted."""

    page: Page
    home: str
    strayed: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda asked: self._note(asked.url))
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, url: str) -> None:
        if not url.startswith((self.home, "data:")):
            self.strayed.append(url)

    def goes_to(self, path: str) -> None:
        """Type an address."""
        self.page.goto(self.home + path)

    def tabs_to(self, selector: str) -> None:
        """Press Tab until this has the focus."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
                return
        raise AssertionError(f"the keyboard never comes to {selector}")

    def presses(self, selector: str) -> None:
        """Go there and press Enter, which leads to another page."""
        self.tabs_to(selector)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def types(self, selector: str, text: str) -> None:
        """Go there and type."""
        self.tabs_to(selector)
        self.page.keyboard.type(text)

    def reads(self, selector: str = "main") -> str:
        """What stands there."""
        return " ".join(self.page.locator(selector).first.inner_text().split())

    @property
    def overflows(self) -> bool:
        """Whether the page can be scrolled sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


@contextmanager
def visitor(home: str, **context: Any) -> Iterator[Visitor]:
    """Somebody with a browser of his own; `context` is what Playwright can say of it."""
    path = chromium()
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright keeps an event loop in this thread; nobody awaits in it
    try:
        with sync_playwright() as playwright, playwright.chromium.launch(executable_path=path) as browser:
            yield Visitor(browser.new_context(**context).new_page(), home)
    finally:
        os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
        if before is not None:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before
