"""Every page of the program in the browser: axe and the order of the keyboard. A new page is looked at by itself.

The page's own code shows what the program would tell of each scene; only the socket's other end is a fake.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion.pages
import companion.tables
from companion.core.viewer_kind import HOST, SPECTATOR
from companion.frontends.web.description import describe, visible_page
from companion.locale.translator import languages
from companion.program.view import view
from companion.runtime.journal import Journal
from tests.browser.test_looks import faults
from tests.companion.frontends.web.served import Served
from tests.companion.pages import selftest
from tests.companion.pages.scenes import SCENES, spoken
from tests.companion.pages.scenes import scene as play
from tests.companion.pages.test_page_ids import page_classes
from tests.companion.program.played import keep, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, WebSocketRoute

    from companion.core.viewer_kind import ViewerKind
    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
OWN = {name: play(name) for name in SCENES if name not in selftest.SCENES}
"""Without the self-test, which has no page in a browser."""
ONE_OF_EACH = {model.page.name: name for name, model in reversed(OWN.items())}
"""Of each page one scene."""
STOPS = """() => {
    const able = "a[href], button, input, select, textarea, summary, [tabindex]";
    const seen = (part) => part.tabIndex >= 0 && !part.disabled && part.checkVisibility({ visibilityProperty: true });
    const once = ({ type, checked }) => type !== "radio" || checked; // the answers to a question are one stop
    return [...document.querySelectorAll(able)].filter(seen).filter(once).map((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return [part.ariaLabel ?? part.textContent, part.tabIndex, left, top, right, bottom];
    });
}"""
"""Where the keyboard stops: what it is called, its tabindex, and where it lies."""


class Stage:
    """The page, to which a scene is told instead of a table's game."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/socket$"), self._open)
        page.goto(link)
        while not self._sockets:
            page.wait_for_timeout(10)

    def _open(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)

    def show(self, scene: str, language: str, viewer: ViewerKind = HOST) -> dict[str, Any]:
        """Tells a scene, waits until the page shows it, and returns what was told."""
        model = spoken(scene, language)
        described = describe(visible_page(view(model, model.shown_since), model), language, viewer)
        self.send({"may": "all" if viewer == HOST else None})
        self.send({"told": described})
        said = re.escape(". ".join(filter(None, described["text"])))
        expect(self.page.locator("#oled")).to_have_attribute("aria-label", re.compile(f"{said}$"))
        expect(self.page.locator("html")).to_have_attribute("lang", language)
        return described

    def send(self, message: dict[str, Any]) -> None:
        """Sends a message as the table would."""
        self._sockets[-1].send(json.dumps(message))


@pytest.fixture
def stage(browser: Browser, tmp_path: Path) -> Iterator[Stage]:
    """A page without a game of its own."""
    context = browser.new_context(viewport={"width": 1600, "height": 1500}, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    with Served(tmp_path / "journal") as table:
        yield Stage(context.new_page(), table.link)
    context.close()


def backwards(stops: list[list[Any]]) -> list[tuple[str, str]]:
    """The stops after which the keyboard goes back up in the same column, with where it goes."""
    return [
        (name, after)
        for (name, _, left, top, right, _b), (after, _i, x, _y, end, bottom) in pairwise(stops)
        if bottom <= top and x < right and left < end
    ]


def test_every_page_of_the_program_has_a_scene() -> None:
    known = {type(play(name).page) for name in SCENES}
    pages = page_classes(companion.pages, companion.tables)
    assert {page for page in pages if not any(issubclass(each, page) for each in known)} == set()


@pytest.mark.parametrize("language", languages())
def test_axe_finds_nothing_on_any_page(stage: Stage, language: str) -> None:
    found = {}
    for name, scene in ONE_OF_EACH.items():
        described = stage.show(scene, language)
        found[name] = faults(stage.page)
        if described["buttons"]:
            stage.show(scene, language, SPECTATOR)
            found[f"{name}, watched"] = faults(stage.page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_tab_walks_over_every_page_as_it_is_read(stage: Stage) -> None:
    found = {}
    for name, scene in ONE_OF_EACH.items():
        stage.show(scene, "en")
        stops = stage.page.evaluate(STOPS)
        assert len(stops) > 10, name
        found[name] = backwards(stops) + [(each[0], "tabindex") for each in stops if each[1] > 0]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_stop_that_goes_back_up_is_found(stage: Stage) -> None:
    stage.show(ONE_OF_EACH["turn"], "en")
    # The main button over the whole width, shown before the words beneath it and walked to after them.
    stage.page.locator(".mains").evaluate("part => part.parentElement.append(part)")
    stage.page.locator(".mains").evaluate("part => { part.style.order = -1; part.style.display = 'block'; }")
    stage.page.locator(".act.ok").evaluate("part => { part.style.width = '100%'; }")
    assert backwards(stage.page.evaluate(STOPS))


@pytest.mark.parametrize("language", languages())
def test_every_tool_opens_and_closes_by_keyboard(sit: Callable[..., Seat], language: str) -> None:
    page = sit("--players", "2", "--first", "0", "--set", f"table.language={language}").page
    expect(page.locator("html")).to_have_attribute("lang", language)
    opened = 0
    for tool in page.locator("#tools button.tool:visible").all():
        name = str(tool.get_attribute("class"))
        tool.focus()
        page.keyboard.press("Enter")
        dialog = page.locator("dialog[open]")
        if not dialog.count():
            page.keyboard.press("Enter")  # a switch: back to what it was
            continue
        opened += 1
        expect(dialog.locator(".room > *").first).to_be_visible()
        assert faults(page) == [], name
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(
                "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
            ), name
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(tool).to_be_focused()
    assert opened >= 3


def test_axe_finds_nothing_in_what_opens_over_the_page_dark_and_light(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(("Ada", "Bob")))
    found: dict[str, list[str]] = {}

    def look(at: Page, name: str) -> None:
        for scheme in ("light", "dark"):
            at.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found[f"{name}, {scheme}"] = faults(at)

    with Served(tmp_path / "journal", "--set", "web.address=box.local") as table:
        address = f"http://127.0.0.1:{table.host.partition(':')[2]}/"
        page.goto(f"{address}#{table.token}")
        page.locator("[data-key=solo]").click()
        expect(page.locator("#first")).to_be_visible()
        look(page, "the first turn")
        for room, part in (("rules", ".rules-picture img"), ("invite", ".code")):
            page.locator(f".tool.{room}").click()
            expect(page.locator(f"dialog {part}").first).to_be_visible()
            look(page, room)
            page.locator(".close").click()
        stranger = browser.new_page()
        stranger.goto(address)
        stranger.locator(".tool.host").click()
        stranger.locator("dialog .command").click()
        expect(stranger.locator("dialog [role=status]")).not_to_be_empty()
        look(stranger, "who asks for the host's place")
        expect(page.locator("#form [data-key=yes]")).to_be_visible()
        look(page, "the host who is asked")
        stranger.close()
        expect(page.locator("#form [data-key=yes]")).to_have_count(0)
        page.locator(".tool.history").click()
        page.locator("details summary").click()
        page.locator("details .story").click()
        page.locator("#story [type=range]").fill("60")
        page.locator("#story .from-here").click()
        expect(page.locator("#form [data-key]").first).to_be_visible()
        look(page, "playing on")
    assert len(found) == 12
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", languages())
def test_on_a_small_phone_all_colours_that_can_go_along_are_in_sight(stage: Stage, language: str) -> None:
    stage.page.set_viewport_size({"width": 360, "height": 640})
    for scene, colours in (("load", 6), ("cargo", 5)):
        stage.show(scene, language)
        chosen = stage.page.locator("#form select")
        expect(chosen).to_have_count(colours)
        below = stage.page.locator("#form .commands").bounding_box()
        for number in range(colours):
            expect(chosen.nth(number)).to_be_in_viewport(ratio=1)
            seen = chosen.nth(number).bounding_box()
            assert seen
            assert below
            assert seen["y"] + seen["height"] <= below["y"] + 1, (scene, number)
