from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu
from tests.browser.page_checks import accessibility_faults
from tests.companion.web.served import Served

pytestmark = pytest.mark.slow
NAMES = "Anneliese,Bernhard,Christina,Dorothea,Emil"
SIZES = (ViewportSize(width=1920, height=1080), ViewportSize(width=3840, height=2160))
FIND_SMALL_TEXT = """() => {
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
CUT_PARTS = (
    """parts => parts.filter(part => part.getBoundingClientRect().bottom > innerHeight).map(part => part.className)"""
)


@pytest.mark.parametrize(("game", "players"), [("claimit", "5"), ("klondike", "3"), ("piratenclaim", "3")])
def test_the_smallest_text_is_readable_from_four_metres(
    new_page: Callable[..., Page], tmp_path: Path, game: str, players: str
) -> None:
    names = ",".join(NAMES.split(",")[: int(players)])
    begun = ("--game", game, "--players", players, "--names", names, "--first", "1", "--set", "table.guide=false")
    # With an address that phones reach: so that there is a code.
    with Served(tmp_path / "journal", *begun, "--seed", "c1" * 32, "--set", "web.address=box.local") as companion:
        address = f"http://127.0.0.1:{companion.host.partition(':')[2]}/"
        host, tv = new_page(), new_page(viewport=SIZES[0])
        host.goto(f"{address}#{companion.token}")
        host.locator(".tool.invite").click()
        link = str(host.locator("dialog a", has_text="television").get_attribute("href"))
        host.locator(".close").click()
        tv.goto(f"{address}tv")
        expect(tv.locator("#code")).to_contain_text("To play, scan the code on the host's screen.")
        expect(tv.locator(".code")).to_have_count(0)
        tv.goto(f"{address}tv#{link.partition('#')[2]}")
        tv.reload()
        expect(tv.locator("#code.large .code")).to_be_visible()
        expect(tv.locator("#code li")).to_have_text([f"{name} no phone" for name in names.split(",")])
        expect(tv.locator("#join")).to_be_hidden()
        expect(tv.locator(".act:visible, .tool:visible")).to_have_count(0)
        open_in_menu(host, "select.tool").select_option("de")  # the longest words
        expect(tv.locator("html")).to_have_attribute("lang", "de")
        if game == "claimit":
            expect(tv.locator("#deck .rows")).to_be_visible()
        for size in SIZES:
            tv.set_viewport_size(size)
            assert accessibility_faults(tv) == []
            assert tv.evaluate(FIND_SMALL_TEXT) == []
            assert tv.locator("#table:visible, #map, #layout, .now, .card.players").evaluate_all(CUT_PARTS) == []


PHONE = (360, 640)


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


PART_POSITIONS = """() => [".field[data-number='0']", "#deck h2", ".act.ok"].flatMap((part) => {
    const seen = document.querySelector(part), { x, y, width } = seen.getBoundingClientRect();
    return seen.checkVisibility() ? [x, y, part.startsWith(".field") ? width : 0] : [null, null, null];
})"""


def test_the_board_does_not_move_during_a_turn(start_companion: Callable[..., BrowserCompanion]) -> None:
    begun = ("--players", "2", "--names", "Ann,Adam", "--first", "1", "--dice", "hand")
    companion = start_companion(*begun, "--set", "table.guide=false")
    companion.uses_keys = True
    sizes = (PHONE, (800, 480), (1280, 800), (640, 400), (1920, 1080))
    where: dict[tuple[int, int], dict[str, list[float | None]]] = {size: {} for size in sizes}
    entered = (*[Button.OK] * 4,)
    turns = ((Button.OK,), (*entered[1:], Button.OK), entered, (Button.OK,), (Button.BANK,))

    def measure() -> None:
        companion.wait_for_frame()
        for size in sizes:
            resize(companion.page, size)
            assert companion.page.evaluate("scrollY") == 0
            where[size][f"{len(where[size])} {companion.frame.page}"] = companion.page.evaluate(PART_POSITIONS)

    for presses in ((), *turns, (*entered, Button.OK), entered, (Button.OK,), entered):
        companion.press(*presses)
        measure()
        if companion.frame.page == "choose":  # the coach's question stands where the buttons do
            companion.page.keyboard.press("c")
            companion.wait_for_page("consent")
            measure()
            companion.page.keyboard.press("Escape")
            companion.wait_for_page("choose")
    assert companion.frame.page == "bust"
    for size, steps in where.items():
        for places in zip(*steps.values(), strict=True):
            seen = [place for place in places if place is not None]  # a form stands in the place of the buttons
            assert max(seen) - min(seen) < 2, (size, steps)
