"""The page on a television across the room: read from four metres, nothing to press, and it comes back by itself."""

from __future__ import annotations

import os
import re
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from hardware.device import Button
from tests.browser.test_moments import keep
from tests.companion.frontends.web.served import Served
from tests.companion.program.played import played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.browser.seat import Seat

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
    tv.goto(f"http://127.0.0.1:{table.host.partition(':')[2]}/#{link.partition('#')[2]}")
    expect(tv.locator("body.tv")).to_be_attached()
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


def test_the_winner_fills_the_room(page: Page, browser: Browser, tmp_path: Path) -> None:
    over = played()
    keep(tmp_path / "journal", [event for event in over.events if event["event"] != "reveal"])
    (winner,) = over.running.state.winners or ()
    with Served(tmp_path / "journal", "--resume", *SHOWN) as table:
        open_host(page, table)
        with television(browser, page, table) as tv:
            expect(tv.locator(".card.end h2")).to_have_text(f"{('Green', 'Blue')[winner]} wins!")
            expect(tv.locator(".card.end .reasons")).to_contain_text("Largest mine: ")
            expect(tv.locator(".card.players tbody tr")).to_have_count(2)
            expect(tv.locator("#code")).to_be_hidden()
            colour = ("rgb(0, 204, 136)", "rgb(20, 40, 224)")[winner]
            expect(tv.locator("body")).to_have_css("background-color", colour)
            is_read_from_afar(tv)
            high = tv.locator(".card.end h2").evaluate("h2 => parseFloat(getComputedStyle(h2).fontSize) / innerHeight")
            assert high > 0.1


def test_a_bust_is_told_with_its_reasons_and_nothing_to_press(page: Page, browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "journal", *FIVE, *SHOWN, "--dice", "hand") as table:
        open_host(page, table)
        with television(browser, page, table) as tv:
            while table.frame.page != "bust":
                table.touch(Button.OK)
            expect(tv.locator(".card.loss .reasons li")).not_to_have_count(0)
            expect(tv.locator(".card.loss button")).to_have_count(0)
            is_read_from_afar(tv)


def test_it_comes_back_after_a_kill_and_tells_the_room_no_path_of_the_host(
    sit: Callable[..., Seat], browser: Browser, tmp_path: Path
) -> None:
    seat = sit(*FIVE)
    with television(browser, seat.page, seat) as tv:
        expect(tv.locator(".turn")).to_be_visible()
        expect(tv.locator("#code")).to_have_count(0)
        os.kill(seat.pid, signal.SIGKILL)
        expect(tv.locator("#connection")).to_have_text(re.compile("^Connection lost"))
        tv.wait_for_timeout(5000)
        assert tmp_path.name not in tv.locator("body").inner_text()
        with Served(tmp_path / "journal", "--port", seat.host.partition(":")[2], "--resume", *SHOWN) as table:
            expect(tv.locator("#code .code")).to_be_visible()
            expect(tv.locator("body.lost")).not_to_be_attached()
            table.hold(Button.UNDO)
            chosen = seat.page.locator(".act.ok .label")
            expect(chosen).to_have_text("Scores")
            for _ in range(30):
                if chosen.text_content() == "Page on a phone":
                    break
                table.touch(Button.RIGHT)
                seat.page.wait_for_timeout(200)
            table.touch(Button.OK, Button.BANK)
            expect(tv.locator("body.tv")).to_have_count(0)
            expect(tv.locator(".code")).to_have_count(0)
