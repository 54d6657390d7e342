"""Debian's Chromium, a page in it, and a table that the page's buttons press."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
collect_ignore_glob = [] if CHROMIUM.exists() else ["test_*.py"]
"""Without the browser there is nothing to be tried; CI installs it."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's browser; only while a module runs, for Playwright's loop must not run under other tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One person's browser, in which nothing may go wrong unseen."""
    context = browser.new_context()
    context.set_default_timeout(10_000)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    assert wrong == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page."""
    return context.new_page()


@pytest.fixture
def sit(page: Page, tmp_path: Path) -> Iterator[Callable[..., Seat]]:
    """Starts a table with these options, and sits down before its page."""
    seats: list[Seat] = []

    def sits(*options: str) -> Seat:
        seat = Seat(page, tmp_path / "journal", *options)
        seats.append(seat)
        seat.__enter__()
        seat.come()
        return seat

    yield sits
    for seat in seats:
        seat.__exit__()
