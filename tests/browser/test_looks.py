"""How the page looks: nothing overlaps, nothing scrolls sideways, and axe finds nothing, whatever is open."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.locale.translator import languages
from companion.runtime.journal import Journal
from hardware.device import Button
from tests.companion.games.player import Player
from tests.companion.program.played import BEGUN, ENDED, keep, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.seat import Seat
    from tests.companion.games.frame import Frame

pytestmark = pytest.mark.slow
SIZES = ((320, 568), (360, 640), (740, 360), (800, 480), (1280, 720), (1920, 1080))
PARTS = "#title, .tool, #board, .act, #hint, #oled, .press, .card"
FOR_THREE = ("--players", "3", "--first", "0", "--seed", "ab" * 32)
APART_PX = 6
WHERE = """[...document.querySelectorAll("#board, .turn, .act")].map((part) => part.getBoundingClientRect())
  .filter(({ height }) => height).map(({ top, bottom }) => [top, bottom])"""
"""Top and bottom of each part of a turn that is to be seen."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


BROKEN_CELLS = """table => [...table.querySelectorAll("tbody th, tbody td")].filter((cell) => {
    const text = new Range();
    text.selectNodeContents(cell.lastChild);
    return text.getClientRects().length > 1;
}).map((cell) => cell.textContent)"""
"""The names and figures of a table that stand on more than one line."""


def overlapping(page: Page) -> list[tuple[str, str]]:
    """The parts of the page that share a pixel."""
    boxes = [(part.inner_text() or part.evaluate("part => part.id"), part.bounding_box()) for part in shown(page)]
    found = [(name, box) for name, box in boxes if box]
    return [
        (one, other)
        for (one, a), (other, b) in combinations(found, 2)
        if min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"]) > 0.5
        and min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"]) > 0.5
    ]


def shown(page: Page) -> list[Locator]:
    """The parts that are to be seen."""
    return [part for part in page.locator(PARTS).all() if part.is_visible()]


@pytest.mark.parametrize("language", languages())
def test_nothing_overlaps_at_any_size(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(*FOR_THREE)
    seat.page.locator("select.tool").select_option(language)
    expect(seat.page.locator("html")).to_have_attribute("lang", language)
    for button in (Button.OK, Button.OK):
        seat.touch(button)
        for width, height in SIZES:
            seat.page.set_viewport_size({"width": width, "height": height})
            assert overlapping(seat.page) == []
            assert seat.page.evaluate(SIDEWAYS) == 0


TOP_LINE = """list => {
    const line = parseFloat(getComputedStyle(list).lineHeight);
    return [list.scrollTop, Math.abs(list.scrollTop / line - Math.round(list.scrollTop / line)) * line];
}"""
"""How far a list is scrolled, and how many pixels of its top line that cuts off, or leaves of the one before."""


@pytest.mark.parametrize("width", [320, 1280])
def test_the_log_begins_with_a_whole_line(sit: Callable[..., Seat], width: int) -> None:
    seat = sit(*FOR_THREE)
    seat.page.set_viewport_size({"width": width, "height": 568})
    player = Player(Random(1), 3)
    for _ in range(14):
        seat.touch(*player.moves(seat.frame))
    seat.until_page("document.querySelector('.log ol').scrollTop > 0")
    _, cut = seat.page.evaluate(f"({TOP_LINE})(document.querySelector('.log ol'))")
    assert cut < 1


@pytest.mark.parametrize("language", languages())
def test_the_buttons_names_keep_apart(sit: Callable[..., Seat], language: str) -> None:
    page = sit("--set", f"table.language={language}").page
    page.set_viewport_size({"width": 360, "height": 640})
    boxes = filter(None, (name.bounding_box() for name in page.locator(".press .name").all()))
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes]
    assert len(edges) == 5
    assert all(left - right >= APART_PX for (_, right), (left, _) in pairwise(edges))


def test_an_overlap_is_found(sit: Callable[..., Seat]) -> None:
    seat = sit(*FOR_THREE)
    seat.page.locator("[data-button=ok]").evaluate(
        "button => { button.style.position = 'fixed'; button.style.top = '100px'; }"
    )
    assert overlapping(seat.page)


@pytest.mark.parametrize("language", languages())
def test_board_turn_and_actions_need_no_scrolling(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(*FOR_THREE, "--set", f"table.language={language}")
    seat.by_keys = True
    for button in (Button.OK, Button.OK):
        seat.touch(button)
        seat.settled()
        for width, height in SIZES[1:]:
            seat.page.set_viewport_size({"width": width, "height": height})
            # All at once: the turn's card becomes another one when the dice lie.
            boxes = seat.page.evaluate(WHERE)
            assert len(boxes) >= 5
            assert max(bottom for _, bottom in boxes) <= height, (width, height)
            assert min(top for top, _ in boxes) >= 0


def test_every_part_is_named_in_the_language(sit: Callable[..., Seat]) -> None:
    page = sit("--set", "table.language=de").page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    parts = page.locator("nav, section[aria-label], main [role=group]:not([hidden])")
    labels = parts.evaluate_all("parts => parts.map(part => part.ariaLabel)")
    assert labels == [
        "Werkzeuge",
        "Karte",
        "Auslage",
        "Tisch",
        "Brett",
        "Spiel",
        "Willkommen",
        "Was du tun kannst",
        "Festlegung und Wörter",
        "Mitspielen",
        "Die Geschichte des Spiels",
        "Dein Plättchen",
        "Gerät",
        "Tasten",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", languages())
def test_axe_finds_nothing(sit: Callable[..., Seat], language: str, scheme: str) -> None:
    seat = sit("--seed", "ab" * 32)
    page = seat.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.locator("select.tool").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert faults(page) == []
    while seat.frame.page != "choose":
        seat.touch(Button.OK)
    expect(page.locator(".act.undo")).to_be_visible()
    assert faults(page) == []
    for room in ("rules", "history", "people", "invite"):
        page.locator(f".tool.{room}").click()
        expect(page.locator("dialog[open] .room > *").first).to_be_visible()
        if room == "invite":
            page.locator("dialog summary").click()
        assert faults(page) == []
        page.locator(".close").click()


FOR_TWO = ("--players", "2", "--first", "0")
MENU = {"menu", "info", "link", "history", "people"}
BOARD = {"turn", "scores", "check"}
OF_KLONDIKE = {f"klondike_{page}" for page in ("turn", "scores", "check", "guide", "by_hand", "place")}
WALKS = {
    "to the first turn": ((), 1, {"attract", "setup", "begins"} | BOARD | MENU),
    "over a bust": ((*FOR_TWO, "--dice", "hand"), 1, {"by_hand", "roll", "choose", "bust", "guide"} | BOARD | MENU),
    "of Klondike": ((*FOR_TWO, "--game", "klondike"), 2, OF_KLONDIKE | MENU - {"info"}),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("way", WALKS)
def test_axe_finds_nothing_on_the_way(sit: Callable[..., Seat], language: str, way: str) -> None:
    options, turns, needed = WALKS[way]
    seat = sit("--set", f"table.language={language}", *options)
    expect(seat.page.locator("html")).to_have_attribute("lang", language)
    seen = set[str]()
    for frame in walk(seat, turns):
        if frame.page not in seen:
            seat.settled()
            seat.agrees()
            assert faults(seat.page) == [], frame.page
            seen.add(frame.page)
    assert seen >= needed


def walk(seat: Seat, turns: int) -> Iterator[Frame]:
    """The frames of a game in which every press is an `ok` for so many turns, then of the menu, as far as `People`."""
    seat.by_keys = True
    yield seat.frame
    while turns:
        yield seat.touch(Button.OK)
        turns -= seat.frame.page in {"turn", "klondike_turn"}
    yield seat.hold(Button.UNDO)
    for line in range(20):
        for _ in range(line):
            seat.touch(Button.RIGHT)
        opened = seat.touch(Button.OK)
        yield opened
        if opened.page == "people":
            return
        seat.hold(Button.UNDO)
        yield seat.hold(Button.UNDO)


@pytest.mark.parametrize("language", languages())
def test_axe_finds_nothing_at_the_end(sit: Callable[..., Seat], tmp_path: Path, language: str) -> None:
    game = played()
    with Journal.open(tmp_path / "journal") as journal:
        number = journal.begin(game.running.lineup.to_json(), game.running.seed, BEGUN)
        journal.append(number, [event for event in game.events if event["event"] != "reveal"], ENDED)
    seat = sit("--set", f"table.language={language}", "--set", "table.guide=false")
    for page in ("resume", "winner"):
        assert seat.frame.page == page
        seat.settled()  # the picture comes first, the card that fades in after it
        seat.agrees()
        assert faults(seat.page) == []
        seat.touch(Button.OK)


@pytest.mark.parametrize("language", languages())
def test_axe_finds_nothing_where_something_is_wrong(sit: Callable[..., Seat], tmp_path: Path, language: str) -> None:
    (tmp_path / "journal").mkdir()
    seat = sit("--set", f"table.language={language}")
    assert seat.frame.page == "fault"
    seat.agrees()
    assert faults(seat.page) == []


def test_the_history_draws_the_luck_of_a_game(sit: Callable[..., Seat], tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(("rules", "Blue")))
    page = sit("--set", "table.language=de").page
    page.locator(".tool.history").click()
    page.locator("summary").click()
    expect(page.locator("details tbody th")).to_have_text(["rules", "Blau"])
    expect(page.locator(".chart .line")).to_have_count(2)
    expect(page.locator("details tbody tr")).to_have_count(2)
    patterns = page.locator(".chart .line").evaluate_all(
        "lines => lines.map(line => line.getAttribute('stroke-dasharray'))"
    )
    assert len(set(patterns)) == 2
    assert faults(page) == []


@pytest.mark.parametrize("language", languages())
def test_the_history_tells_game_players_and_length(sit: Callable[..., Seat], tmp_path: Path, language: str) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        for _ in range(2):
            keep(journal, played())
    with closing(sqlite3.connect(tmp_path / "journal")) as database, database:
        database.execute("UPDATE games SET summary = '{' WHERE id = 2")
    page = sit("--set", f"table.language={language}").page
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".tool.history").click()
    expect(page.locator(".game")).to_contain_text("2")
    expect(page.locator("summary .quiet")).to_contain_text([",", re.compile("Claim It!.*42\u00a0min")])
    page.locator("summary").click()
    table = page.locator("details table")
    expect(table).to_be_visible()
    assert table.evaluate(BROKEN_CELLS) == []
    assert page.locator(".history .room").evaluate("room => room.scrollWidth - room.clientWidth") == 0
    assert table.evaluate("table => table.offsetWidth - table.closest('.room').clientWidth") <= 0
    assert faults(page) == []


def test_axe_looks_at_the_page(sit: Callable[..., Seat]) -> None:
    page = sit(*FOR_THREE).page
    page.locator("main").evaluate("main => main.append(document.createElement('img'))")
    assert any(fault.startswith("image-alt") for fault in faults(page))


SETTLED = """async () => {
    const moving = () => document.getAnimations().filter(
        each => each.playState !== "finished" && Number.isFinite(each.effect.getComputedTiming().endTime));
    while (moving().length) await Promise.all(moving().map(each => each.finished.catch(() => null)));
}"""
"""Waits until nothing moves any more that will come to rest."""


def faults(page: Page) -> list[str]:
    """What axe finds: the rule, and where."""
    # Cards fade in: what is half transparent has no contrast yet. What blinks has no end, and is not waited for.
    page.evaluate(SETTLED)
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]
