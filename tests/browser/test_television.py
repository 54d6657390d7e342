"""The page on a television across the room: read from four metres, nothing to press, and it comes back by itself."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from tests.companion.frontends.web.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.slow
FIVE = ("--players", "5", "--names", "Anneliese,Bernhard,Christina,Dorothea,Emil", "--first", "0", "--seed", "c1" * 32)
SIZES = (ViewportSize(width=1920, height=1080), ViewportSize(width=3840, height=2160))
SHOWN = ("--set", "table.guide=false", "--set", "web.address=box.local")
"""With an address that phones reach: so that there is a code."""
TOO_SMALL = """() => {
    const small = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode.data.trim(), part = walker.currentNode.parentElement;
        if (!text || part.closest("h1, .players h2, .unseen, script")) continue;
        if (!part.checkVisibility({ visibilityProperty: true })) continue;
        const scale = part.closest("svg") ? part.getScreenCTM().a : 1;
        const share = (100 * scale * parseFloat(getComputedStyle(part).fontSize)) / innerHeight;
        if (share < 2) small.push(`${text}: ${share}`);
    }
    return small;
}"""
"""The words that are lower than 2 % of the height."""
HIGHEST = "parts => Math.max(...parts.map(part => part.getBoundingClientRect().height)) / innerHeight"
CUT = """parts => parts.filter(part => part.getBoundingClientRect().bottom > innerHeight).map(part => part.className)"""


@contextmanager
def television(browser: Browser, host: Page, table: Served) -> Iterator[Page]:
    """What the host's link for a television opens."""
    host.locator(".tool.invite").click()
    link = str(host.locator("dialog a", has_text="television").get_attribute("href"))
    host.locator(".close").click()
    tv = browser.new_page(viewport=SIZES[0])
    tv.goto(f"http://127.0.0.1:{table.host.partition(':')[2]}/?tv#{link.partition('#')[2]}")
    expect(tv.locator("body.tv")).to_be_attached()
    expect(tv.locator("#join")).to_be_hidden()
    yield tv
    tv.close()


def is_read_from_afar(tv: Page) -> None:
    """Checks both sizes: the words' height, the board's, that nothing is cut at the bottom, and axe's rules."""
    for size in SIZES:
        tv.set_viewport_size(size)
        tv.wait_for_timeout(300)
        assert tv.evaluate(TOO_SMALL) == []
        assert tv.locator("#table, #map, #layout").evaluate_all(HIGHEST) > 0.85
        assert tv.locator("#table:visible, #map, #layout, .now, .card.players").evaluate_all(CUT) == []
    for scheme in ("dark", "light"):
        tv.emulate_media(color_scheme=scheme)
        tv.wait_for_timeout(300)
        violations: list[Any] = Axe().run(tv).response["violations"]
        assert violations == []


def open_host(page: Page, table: Served) -> Page:
    """The host's own page."""
    page.goto(f"http://127.0.0.1:{table.host.partition(':')[2]}/#{table.token}")
    expect(page.locator(".tool.invite")).to_be_visible()
    return page


@pytest.mark.parametrize("game", ["claimit", "klondike", "piratenclaim"])
def test_the_smallest_word_is_read_from_four_metres(page: Page, browser: Browser, tmp_path: Path, game: str) -> None:
    names = FIVE if game == "claimit" else ("--players", "3", *FIVE[4:])
    with Served(tmp_path / "journal", "--game", game, *names, *SHOWN) as table:
        open_host(page, table)
        with television(browser, page, table) as tv:
            expect(tv.locator("#code .code")).to_be_visible()
            page.locator("select.tool").select_option("de")  # the longest words
            expect(tv.locator("html")).to_have_attribute("lang", "de")
            if game == "claimit":
                page.locator(".act.ok").click()
                expect(tv.locator(".preview")).to_be_visible()
            is_read_from_afar(tv)
