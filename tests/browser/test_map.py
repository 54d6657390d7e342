"""The map of a game with more fields than lights, on the page: drawn, read out, walked over and pointed at."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from companion.core.snapshot import Piece
from tests.browser.test_looks import SIDEWAYS
from tests.companion.tables.piratenclaim.map_scenes import MAPS, ROW, star_map

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from companion.core.snapshot import MapSnapshot
    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
SHOW = """async map => {
    const { html, render } = await import("./preact.js");
    const { StarMap } = await import("./map.js");
    if (!window.root) {
        const own = document.getElementById("map");
        own.id = "";
        own.before(window.root = document.createElement("div"));
        root.style.display = "contents";
        document.body.classList.add("mapped");
        Object.assign(window, { looked: [], pointed: [], pressed: [] });
        document.addEventListener("keydown", ({ key }) => pressed.push(key));
    }
    const looks = (name) => looked.push(name), points = (name) => pointed.push(name);
    render(html`<${StarMap} map=${map} look=${looks} point=${points} />`, root);
}"""
"""Draws a map with the page's own code, and takes down what it reports; keys that reach the page are the table's."""


def show(page: Page, board: MapSnapshot | None) -> None:
    """Shows a map on the page."""
    page.evaluate(SHOW, board and asdict(board))


def hexes(page: Page, part: str = "") -> int:
    """How many fields the map has, or how many of these parts."""
    return page.locator(f"#map .hex {part}").count()


def noted(page: Page, what: str) -> list[Any]:
    """What the map has reported."""
    return list(page.evaluate(what))


COVERED = """texts => texts.filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect(), middle = (top + bottom) / 2;
    return [left + 1, right - 1].some((x) => document.elementFromPoint(x, middle) !== text.previousElementSibling);
}).map(({ textContent }) => textContent)"""
"""The letters of pieces over which another piece lies."""


def test_the_letters_of_ships_that_share_a_field_are_seen(sit: Callable[..., Seat]) -> None:
    page, board = sit().page, MAPS["middle"]
    ships = tuple(Piece(colour, label) for colour, label in (("#00cc88", "Gr"), ("#1428e0", "Go")))
    start = next(each for each in board.hexes if each.name == "0/0")
    hexes = tuple(replace(each, ships=ships, pirates=()) if each is start else each for each in board.hexes)
    show(page, replace(board, hexes=hexes, moves=(), cursor=""))
    letters = page.locator("#map [data-name='0/0'] .letter")
    expect(letters).to_have_text(["Gr", "Go"])
    assert letters.evaluate_all(COVERED) == []


def test_all_that_lies_on_the_map_is_drawn(sit: Callable[..., Seat]) -> None:
    page, board = sit().page, MAPS["middle"]
    show(page, board)
    assert hexes(page) == 56
    assert hexes(page, ".disc") == sum(field.disc for field in board.hexes) == 20
    cubes = [cube.label for field in board.hexes for cube in field.system]
    pieces = [piece.label for field in board.hexes for piece in (*field.pirates, *field.ships)]
    assert Counter(page.locator("#map .value").all_text_contents()) == Counter(cubes)
    assert Counter(page.locator("#map .letter").all_text_contents()) == Counter(pieces)
    assert hexes(page, ".mark") == 3
    assert page.locator("#map .borders path").count() == 8
    expect(page.locator("#map .borders .focus")).to_have_attribute("data-segment", "0")
    at = page.locator("#map [data-name='0/2']").get_attribute("transform")
    expect(page.locator("#map .cursor")).to_have_attribute("transform", at or "")
    expect(page.locator("#map [aria-current=true]")).to_have_attribute("data-name", "0/2")


def test_a_stack_has_its_lower_cube_below(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["middle"])
    lower, upper = page.locator("#map [data-name='6/1'] .value").all()
    assert (lower.text_content(), upper.text_content()) == ("3", "6")
    below, above = lower.bounding_box(), upper.bounding_box()
    assert below
    assert above
    assert below["y"] > above["y"]


def test_a_threat_is_a_shade_with_per_cent(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["threat"])
    assert sorted(page.locator("#map .chance").all_text_contents()) == ["1 %", "100 %", "17 %", "31 %", "50 %"]
    shades = [float(shade.get_attribute("fill-opacity") or 0) for shade in page.locator("#map .threat").all()]
    assert len(set(shades)) == len(shades) == 5


def test_an_arrow_leads_from_field_to_field(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, replace(MAPS["middle"], moves=(("0/0", "0/1"), ("5/5", "5/6"))))
    for arrow, ends in zip(page.locator("#map .moves path").all(), (("0/0", "0/1"), ("5/5", "5/6")), strict=True):
        start, end = (page.locator(f"#map [data-name='{name}'] .ground").bounding_box() for name in ends)
        drawn = arrow.bounding_box()
        assert start
        assert end
        assert drawn
        assert start["x"] < drawn["x"] < end["x"] < drawn["x"] + drawn["width"] < end["x"] + end["width"]
    show(page, MAPS["middle"])
    assert page.locator("#map .moves path").count() == 0


def test_each_field_is_told_to_screen_readers(sit: Callable[..., Seat]) -> None:
    page, board = sit().page, MAPS["middle"]
    fields = [replace(field, holds="an empty field", why="To be discovered from.") for field in board.hexes]
    show(page, replace(board, hexes=tuple(fields)))
    for name in ("0/2", "7/4"):
        label = f"{name}: an empty field. To be discovered from."
        expect(page.get_by_role("button", name=label, exact=True)).to_have_count(1)


def test_a_click_points_and_leaves_the_keys_to_the_table(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["middle"])
    page.locator("#map [data-name='3/2']").click()
    assert noted(page, "pointed") == ["3/2"]
    assert noted(page, "looked")[-1] == "3/2"
    assert page.evaluate("document.activeElement.tagName") == "BODY"


def test_keys_walk_over_the_map_and_point(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["middle"])
    assert page.locator("#map [tabindex='0']").count() == 1
    page.locator("#map [data-name='0/0']").focus()
    for key, name in (("ArrowRight", "0/1"), ("ArrowRight", "1/5"), ("ArrowLeft", "0/1"), ("ArrowUp", "6/3")):
        page.keyboard.press(key)
        expect(page.locator("#map .hex:focus")).to_have_attribute("data-name", name)
    page.keyboard.press("Enter")
    assert noted(page, "pointed") == ["6/3"]
    assert noted(page, "pressed") == []


def test_the_keys_stop_at_the_edge(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["middle"])
    page.locator("#map [data-name='7/4']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("x")
    expect(page.locator("#map .hex:focus")).to_have_attribute("data-name", "7/4")
    assert noted(page, "pressed") == ["x"]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360), (800, 480), (1280, 720), (1920, 1080)])
def test_the_map_is_seen_whole(sit: Callable[..., Seat], width: int, height: int) -> None:
    page = sit("--players", "2", "--first", "0").page  # the title stands above all else
    show(page, MAPS["middle"])
    page.set_viewport_size({"width": width, "height": height})
    box = page.locator("#map svg").bounding_box()
    assert box
    assert box["x"] >= 0 <= box["y"]
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    assert page.evaluate(SIDEWAYS) == 0
    for name in ("5/5", "7/4", "2/3", "1/1", "0/0"):
        page.locator(f"#map [data-name='{name}'] .ground").click()
    assert box["width"] / 10.3 > 24


def test_another_layout_is_drawn_anew(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["middle"])
    show(page, star_map(ROW))
    assert hexes(page) == 56
    assert page.locator("#map svg").count() == 1
    show(page, None)
    expect(page.locator("#map")).to_be_hidden()


def test_a_map_that_changes_keeps_the_focus(sit: Callable[..., Seat]) -> None:
    page = sit().page
    show(page, MAPS["middle"])
    page.locator("#map [data-name='0/4']").focus()
    show(page, MAPS["outside"])
    expect(page.locator("#map .hex:focus")).to_have_attribute("data-name", "0/4")
    expect(page.locator("#map .borders .focus")).to_have_attribute("data-segment", "3")


def test_without_a_map_the_page_has_none(sit: Callable[..., Seat]) -> None:
    page = sit("--players", "2", "--first", "0").page
    expect(page.locator("#map")).to_be_hidden()
    expect(page.locator("body")).not_to_have_class(re.compile("mapped"))
