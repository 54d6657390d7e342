"""Every size, from a small phone to a television: nothing is cut, nothing too small for a finger, text grows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.locale.translator import languages
from hardware.device import Button
from tests.browser.test_joining import choice, join_link, phone
from tests.browser.test_looks import SIDEWAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import FloatRect

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
PHONE, SMALLEST, DESK = (360, 640), (320, 568), (1280, 720)
TABLETS = ((768, 1024), (1024, 768))
SIZES = (PHONE, *TABLETS, DESK, (1920, 1080), (3840, 2160))
FINGER_PX, PLACE_PX = 44, 24
BOARDS = "#board, #map svg, #layout svg"
TARGETS = ".act, .tool, .press, .command, #tray .choice:not(.laid), #join .choice, #form label:has(input)"
PLACES = "#board .field, #map .ground, #layout .outline"
CUT_TEXTS = """() => [...document.querySelectorAll("h1, .act, .tool, .command, .card h2, #form label, .news")]
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.textContent)"""
"""The texts that are wider than their places."""
GAMES = {
    "claimit": ("--players", "3", "--seed", "ab" * 32),
    "klondike": ("--players", "2", "--set", "table.guide=false"),
    "piratenclaim": ("--players", "2", "--seed", "c1" * 32),
}


def resize(page: Page, size: tuple[int, int]) -> None:
    """Gives the page a screen of that size, and lets it draw."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def boxes(page: Page, parts: str) -> list[FloatRect]:
    """Where the parts are that are to be seen; without the lights that stand with the box, beneath a map."""
    shown = (part for part in page.locator(parts).all() if part.is_visible())
    found = (part.bounding_box() for part in shown if not part.evaluate("part => part.closest('.mapped #table')"))
    return [box for box in found if box]


def cut(page: Page) -> list[str]:
    """What of board, turn and buttons is not on the screen, and which texts do not fit in their places."""
    size = page.viewport_size
    assert size
    found = [str(text) for text in page.evaluate(CUT_TEXTS)]
    for part in (BOARDS, ".turn", ".act"):
        for box in boxes(page, part):
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            if min(box["x"], box["y"]) < 0 or right > size["width"] + 0.5 or bottom > size["height"] + 0.5:
                found.append(f"{part}: {box}")
    return found


def pages(seat: Seat, game: str) -> Iterator[str]:
    """The first pages of a game, as they are opened: what the turn is, and what is chosen in it."""
    yield seat.frame.page
    if game == "klondike":
        seat.page.locator("#tray .choice").nth(9).click()
        yield seat.on("klondike_place").page
        return
    for _ in range(2):
        yield seat.touch(Button.OK).page


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_board_turn_and_buttons_are_whole_at_every_size(sit: Callable[..., Seat], game: str, language: str) -> None:
    begun = ("--game", game, "--first", "0", "--set", f"table.language={language}")
    seat = sit(*GAMES[game], *begun)
    seat.by_keys = True
    seen = []
    for page in pages(seat, game):
        seen.append(page)
        for size in SIZES:
            resize(seat.page, size)
            assert cut(seat.page) == [], (page, size)
            assert seat.page.evaluate(SIDEWAYS) == 0, (page, size)
            assert seat.page.evaluate("scrollY") == 0
        resize(seat.page, SMALLEST)
        assert seat.page.evaluate(CUT_TEXTS) == [], page
        assert seat.page.evaluate(SIDEWAYS) == 0, page
    assert len(seen) >= 2


def test_what_is_cut_is_found(sit: Callable[..., Seat]) -> None:
    page = sit(*GAMES["claimit"]).page
    resize(page, PHONE)
    page.locator(".act.menu .label").evaluate("label => { label.textContent = 'm'.repeat(60); }")
    page.locator("main").evaluate("main => { main.style.paddingTop = '400px'; }")
    assert len(cut(page)) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_fingers_hit_what_they_mean(sit: Callable[..., Seat], game: str) -> None:
    seat = sit(*GAMES[game], "--game", game, "--first", "0")
    for size in (PHONE, SMALLEST):
        resize(seat.page, size)
        targets, places = boxes(seat.page, TARGETS), boxes(seat.page, PLACES)
        assert len(targets) >= 13  # five tools, two actions and the menu, five buttons of the box
        assert len(places) >= 18
        assert min(min(box["width"], box["height"]) for box in targets) >= FINGER_PX - 0.5
        assert min(min(box["width"], box["height"]) for box in places) >= PLACE_PX - 0.5


@pytest.mark.parametrize("language", languages())
def test_the_button_that_begins_a_game_is_always_in_reach(sit: Callable[..., Seat], language: str) -> None:
    seat = sit("--set", f"table.language={language}", "--seed", "ab" * 32)
    page = seat.page
    page.locator("#form [data-key=table]").click()
    begin = page.locator("#form .command.main[data-key=begin]")
    expect(begin).to_be_visible()
    for size in (SMALLEST, *SIZES):
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        [box] = boxes(page, "#form .command.main")
        assert box["y"] + box["height"] <= size[1]
        assert box["height"] >= FINGER_PX
        assert page.evaluate(CUT_TEXTS) == [], size
        assert page.evaluate(SIDEWAYS) == 0, size
    resize(page, PHONE)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    begin.click()
    expect(page.locator("#form")).to_be_hidden()
    expect(page.locator(".act.ok")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert cut(page) == []


def test_the_turn_stays_in_place_while_somebody_asks_for_a_seat(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit(*GAMES["claimit"], "--first", "0")
    link = join_link(seat)
    resize(seat.page, PHONE)
    before = boxes(seat.page, ".turn")[0]["y"]
    with phone(browser, link) as first, phone(browser, link) as second:
        assert cut(first) == []
        assert boxes(first, "#join")[0]["y"] + boxes(first, "#join")[0]["height"] <= PHONE[1]
        choice(first, "Green")
        expect(first.locator(".act.ok")).to_be_visible()
        assert cut(first) == []
        choice(second, "Green")
        expect(seat.page.locator("#join .choice")).to_have_count(2)
        resize(seat.page, PHONE)
        assert boxes(seat.page, ".turn")[0]["y"] <= before
        assert cut(seat.page) == []
        question = boxes(seat.page, "#join")[0]
        assert question["y"] + question["height"] <= PHONE[1]


def test_names_and_buttons_stay_whole_at_twice_the_size(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "3", "--names", "Ann,Adam,Christopher", "--first", "0", "--set", "table.guide=false")
    resize(seat.page, (640, 400))
    seat.by_keys = True
    for _ in range(3):
        assert cut(seat.page) == []
        lines = seat.page.locator(".players tbody th span").evaluate_all("all => all.map(one => one.offsetHeight)")
        assert max(lines) < 30, "one line each"
        assert seat.page.evaluate(SIDEWAYS) == 0
        seat.touch(Button.OK)
    expect(seat.page.locator(".players .stack text")).to_have_text(["An", "Ad", "C"])


BROKEN = """() => [...document.querySelectorAll("h1, .act .label")].flatMap((part) => {
    if (part.scrollWidth > part.clientWidth + 1 && part.matches("h1")) return [part.textContent];
    const text = part.firstChild, words = [...(text?.data ?? "").matchAll(/\\S+/g)];
    return words.filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(String);
})"""
"""The words of titles and buttons that are cut, or go on in the next line."""


def test_no_word_is_broken_on_the_smallest_phone(sit: Callable[..., Seat]) -> None:
    page = sit("--game", "klondike", "--players", "2", "--first", "0", "--set", "table.language=de").page
    expect(page.locator(".act.bank .label")).to_have_text("Anleitung überspringen")
    resize(page, SMALLEST)
    assert page.evaluate(BROKEN) == []
    page.locator(".act.bank").evaluate("part => { part.style.width = '4rem'; }")
    assert page.evaluate(BROKEN) == ["Anleitung", "überspringen"]


PLACES_OF_THE_TABLE = """() => [".field[data-number='0']", ".turn h2", ".act.ok", ".act.menu"].flatMap((part) => {
    const seen = document.querySelector(part), { x, y, width } = seen.getBoundingClientRect();
    const isBelowForm = document.body.classList.contains("asking") && part === ".act.menu";
    return seen.checkVisibility() && !isBelowForm ? [x, y, part === ".turn h2" ? 0 : width] : [null, null, null];
})"""


@pytest.mark.parametrize("language", languages())
def test_the_table_stays_put_at_every_step(sit: Callable[..., Seat], language: str) -> None:
    begun = ("--players", "2", "--names", "Ann,Adam", "--first", "0", "--dice", "hand")
    seat = sit(*begun, "--set", "table.guide=false", "--set", f"table.language={language}")
    seat.by_keys = True
    sizes = (PHONE, (800, 480), (1280, 800), (640, 400), (1920, 1080))
    where: dict[tuple[int, int], dict[str, list[float | None]]] = {size: {} for size in sizes}
    entered = (*[Button.OK] * 4,)
    turns = ((Button.OK,), (*entered[1:], Button.OK), entered, (Button.OK,), (Button.BANK,))

    def measure() -> None:
        seat.settled()
        for size in sizes:
            resize(seat.page, size)
            assert seat.page.evaluate("scrollY") == 0
            where[size][f"{len(where[size])} {seat.frame.page}"] = seat.page.evaluate(PLACES_OF_THE_TABLE)

    for presses in ((), *turns, (*entered, Button.OK), entered, (Button.OK,), entered):
        seat.touch(*presses)
        measure()
        if seat.frame.page == "choose":  # the coach's question stands where the buttons do
            seat.page.keyboard.press("c")
            seat.on("consent")
            measure()
            seat.page.keyboard.press("Escape")
            seat.on("choose")
    assert seat.frame.page == "bust"
    for size, steps in where.items():
        for places in zip(*steps.values(), strict=True):
            seen = [place for place in places if place is not None]  # a form stands in the place of the buttons
            assert max(seen) - min(seen) < 2, (size, steps)


def test_a_tablet_has_two_columns(sit: Callable[..., Seat]) -> None:
    page = sit(*GAMES["claimit"], "--first", "0").page
    resize(page, TABLETS[1])
    board, turn = boxes(page, "#board")[0], boxes(page, ".turn")[0]
    assert board["x"] + board["width"] <= turn["x"]
    assert board["width"] * 2 > TABLETS[1][0]


@pytest.mark.parametrize(("size", "times"), [((1280, 720), 1.0), ((1920, 1080), 1.3), ((3840, 2160), 2.6)])
def test_text_grows_with_the_screen(sit: Callable[..., Seat], size: tuple[int, int], times: float) -> None:
    page = sit(*GAMES["claimit"], "--first", "0").page
    resize(page, size)
    letters = float(page.locator(".turn").evaluate("turn => parseFloat(getComputedStyle(turn).fontSize)"))
    assert letters >= 16 * times
    assert boxes(page, "#board")[0]["height"] > 0.8 * size[1]


def test_seldom_used_tools_are_behind_one_button_on_a_phone(sit: Callable[..., Seat]) -> None:
    page = sit(*GAMES["claimit"], "--first", "0").page
    expect(page.locator(".tool.theme")).to_be_visible()
    expect(page.locator(".tool.more")).to_be_hidden()
    resize(page, PHONE)
    expect(page.locator(".tool.theme")).to_be_hidden()
    page.locator(".tool.more").click()
    expect(page.locator(".tool.theme .name")).to_have_text("Light or dark")
    page.locator(".tool.theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", re.compile("light|dark"))
    page.keyboard.press("Escape")
    expect(page.locator(".tool.theme")).to_be_hidden()


def test_a_beginner_is_told_what_now_until_it_is_switched_off(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit(*GAMES["claimit"], "--first", "0")
    page, advice = seat.page, seat.page.locator("p.advice")
    expect(advice).to_contain_text("Roll three dice")
    resize(page, PHONE)
    expect(advice).to_be_in_viewport(ratio=1)
    page.locator(".tool.more").click()
    expect(page.locator(".tool.advice .name")).to_have_text("What now?")
    expect(page.locator(".tool.advice .icon")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator(".tool.rules")).to_be_in_viewport(ratio=1)
    resize(page, DESK)
    watching = browser.new_context().new_page()
    watching.goto(seat.address)
    expect(watching.locator(".turn")).to_be_visible()
    expect(watching.locator("p.advice")).to_have_count(0)
    watching.context.close()
    page.locator(".tool.advice").click()
    expect(advice).to_be_hidden()
    page.reload()
    expect(page.locator(".turn")).to_be_visible()
    expect(advice).to_be_hidden()
    expect(page.locator(".tool.advice")).to_have_attribute("aria-pressed", "false")
