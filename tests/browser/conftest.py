"""Debian's Chromium, a page in it, and a table that the page's buttons press."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.hands import PHONE
from tests.browser.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Seeding = Callable[[tuple[str, ...]], tuple[str, ...]]

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
QUIET = ["background-networking", "component-update", "default-apps", "extensions", "gpu", "quic", "sync"]
FLAGS = ("--no-sandbox", "--no-first-run", *(f"--disable-{part}" for part in QUIET))
"""A browser that neither needs a user of its own nor asks anything of the internet."""
PATIENCE_MS = 30_000
"""How long a page may take on a busy machine."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's browser; only while a module runs, for Playwright's loop must not run under other tests."""
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}: install Debian's chromium, or name one in CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def service_workers() -> Literal["allow", "block"]:
    """Whether the page may keep its files: what its worker asks for, Playwright can neither see nor answer."""
    return "block"


@pytest.fixture
def context(browser: Browser, service_workers: Literal["allow", "block"]) -> Iterator[BrowserContext]:
    """One person's browser, in which nothing may go wrong unseen."""
    context = browser.new_context(service_workers=service_workers)
    context.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
    yield context
    context.close()
    assert wrong == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page."""
    return context.new_page()


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> Seeding:
    """The option that makes a test's games the same each time, where it does not say itself what the dice shall be."""
    digits = sha256(request.node.name.encode()).hexdigest()

    def of(options: tuple[str, ...]) -> tuple[str, ...]:
        return () if {"--seed", "--sealed"} & set(options) else ("--seed", digits)

    return of


@pytest.fixture
def sit(page: Page, tmp_path: Path, seed: Seeding) -> Iterator[Callable[..., Seat]]:
    """Starts a table with these options, and sits down before its page."""
    seats: list[Seat] = []

    def sits(*options: str, measured: bool = False) -> Seat:
        seat = Seat(page, tmp_path / "journal", *options, *seed(options), measured=measured)
        seats.append(seat)
        seat.__enter__()
        seat.come()
        return seat

    yield sits
    for seat in seats:
        seat.__exit__()


@pytest.fixture
def sit_on_phone(browser: Browser, tmp_path: Path, seed: Seeding) -> Iterator[Callable[..., Seat]]:
    """Starts a table with these options, and opens its page on a small phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE_MS)
    seats: list[Seat] = []

    def sits(*options: str) -> Seat:
        seat = Seat(context.new_page(), tmp_path / "journal", *options, *seed(options))
        seats.append(seat)
        seat.__enter__()
        seat.come()
        return seat

    yield sits
    for seat in seats:
        seat.__exit__()
    context.close()
