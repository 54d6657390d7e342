"""Playing on the page, in a browser: whole games, a second page, a connection that is lost."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.wire import Wire
from tests.companion.frontends.web.served import Served
from tests.companion.games.player import Player
from tests.companion.games.playing import play_out
from tests.companion.games.umpire import Umpire

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
SEED = "c1" * 32
BEGUN = ("--players", "2", "--first", "0", "--seed", SEED)


@pytest.mark.parametrize("by_keys", [False, True], ids=["by clicks", "by keys"])
def test_a_whole_game_is_played(sit: Callable[..., Seat], tmp_path: Path, browser: Browser, *, by_keys: bool) -> None:
    seat = sit(*BEGUN)
    seat.by_keys = by_keys
    watching = browser.new_page()
    watching.goto(seat.address)
    with Umpire(tmp_path / "journal") as umpire:
        end = play_out(seat, Player(random.Random(2), 2), umpire)
    assert end.page == "winner"
    winner = seat.page.locator("#telling .turn h2")
    expect(winner).to_have_text(re.compile("wins|share"))
    expect(watching.locator("#telling .turn h2")).to_have_text(winner.inner_text())
    reason = watching.locator("#telling .turn .news").inner_text()
    assert reason in end.text
    seat.await_oled(seat.oled(), watching)
    watching.close()


def test_every_roll_for_who_begins_stays_on_the_page(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--seed", SEED)
    seat.touch(Button.OK)
    green = seat.page.locator(".players tbody tr").first
    expect(green.locator("td").first).to_have_text(re.compile(r"^[1-6](\s[1-6]){2}$"))
    rolled = green.inner_text()
    decided = seat.touch(Button.OK)
    expect(seat.page.locator("#telling .turn h2")).to_have_text(f"{decided.text[0]} {decided.text[1]}")
    expect(green).to_have_text(rolled, use_inner_text=True)


def test_a_bust_says_why_on_the_page(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--first", "0", "--dice", "hand")
    rolls_and_places = (*[Button.OK] * 4, Button.OK)
    for button in (*rolls_and_places, *rolls_and_places, *[Button.OK] * 4):
        seat.touch(button)
    reasons = seat.page.locator("#telling .reasons li")
    expect(reasons).to_have_text(["1/1: an ownership stone lies there"])
    assert seat.touch(Button.RIGHT).text[0] == "1/1: ownership stone"


def test_the_page_shows_what_the_chips_show(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.agrees()
    for button in (Button.OK, Button.OK, Button.LEFT, Button.OK, Button.RIGHT):
        seat.touch(button)
        seat.agrees()


def test_a_finger_that_stays_holds(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    assert seat.hold(Button.UNDO).page == "menu"
    expect(seat.page.locator("#form h2")).to_have_text("Menu")


def test_a_placement_is_taken_back_with_its_button(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    log, undo = seat.page.locator(".card.log"), seat.page.locator(".act.undo")
    seat.touch(Button.OK)
    expect(log.locator("li").last).to_contain_text("rolls")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_contain_text("the box's roll stays")
    seat.touch(Button.OK)
    expect(undo).to_have_attribute("aria-disabled", "false")
    expect(undo.locator(".label")).to_have_text("Take back")
    placed = log.locator("li").last.inner_text()
    undo.click()
    assert seat.on("guide").text[-1] == "skip"
    expect(log.locator("s")).to_have_text(placed)


@pytest.mark.parametrize("way", ["hover", "click", "focus"])
def test_a_field_says_what_lies_there(sit: Callable[..., Seat], way: str) -> None:
    page = sit(*BEGUN).page
    field = page.locator("[data-field='5/2']")
    getattr(field, way)()
    expect(page.locator(".card.about")).to_contain_text("empty. Dark: nobody's.")
    expect(page.locator(".card.about h3")).to_have_text("5/2")
    expect(page.locator(".card.about .stack")).to_have_count(0)  # nothing lies there, and takes no room


def test_a_page_whose_companion_was_closed_says_how_to_start_it(
    sit: Callable[..., Seat], page: Page, tmp_path: Path
) -> None:
    seat = sit(*BEGUN, measured=True)
    page.locator(".tool.invite").click()
    page.locator("dialog summary").click()
    with page.context.expect_page() as opened:
        page.locator("dialog .codes a").first.click()
    page.locator(".close").click()
    guest = opened.value
    expect(guest.locator("#hint")).to_contain_text("You are Green")
    seat.terminate()
    said = page.locator("#connection")
    expect(said).to_contain_text("The companion was closed. Start it again: companion play --journal ")
    expect(guest.locator("body.lost")).to_be_attached()
    box = said.bounding_box()
    assert box
    assert box["height"] > 20
    assert said.evaluate("said => said.scrollWidth <= said.clientWidth")
    port = seat.host.partition(":")[2]
    with Served(tmp_path / "journal", "--port", port, "--resume") as again:
        assert again.host == seat.host
        expect(page.locator("body.lost")).not_to_be_attached()
        expect(page.locator(".tool.invite")).to_be_visible()
        expect(guest.locator("body.lost")).not_to_be_attached()  # until then its hint is that of the companion before
        expect(guest.locator("#hint")).to_contain_text("You are Green")
        guest.keyboard.press("Enter")
        again.until(lambda frame: frame.page == "roll", "the guest's roll")
    guest.close()


def test_a_page_whose_companion_is_killed_says_that_it_does_not_answer(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    with Wire(seat.host) as wire:
        seat.page.goto(wire.address)
        expect(seat.page.locator("#hint")).to_contain_text("watching")
        wire.cut()
        expect(seat.page.locator("#connection")).to_contain_text("does not answer")
        wire.mend()
        expect(seat.page.locator("body.lost")).not_to_be_attached()
        expect(seat.page.locator("#connection")).to_be_empty()


def test_a_lost_connection_comes_back_in_mid_turn(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    with Wire(seat.host) as wire:
        seat.come(f"{wire.address}#{seat.token}")
        seat.touch(Button.OK)
        wire.cut()
        expect(seat.page.locator("body.lost")).to_be_attached()
        expect(seat.page.locator("#connection")).to_contain_text(re.compile("lost|does not answer"))
        wire.mend()
        expect(seat.page.locator("body.lost")).not_to_be_attached()
        seat.agrees()
        assert seat.touch(Button.OK).page == "choose"


def test_whoever_only_has_the_address_watches(sit: Callable[..., Seat], context: BrowserContext) -> None:
    seat = sit(*BEGUN)
    watching = context.new_page()
    watching.goto(seat.address)
    expect(watching.locator("#hint")).to_contain_text("watching")
    watching.locator("[data-button=ok]").click()
    watching.wait_for_timeout(100)
    expect(watching.locator("#hint")).to_contain_text("You are watching")
    seat.watch(0.05)
    assert seat.frame.page == "turn"


def test_a_seat_link_presses_on_that_seats_turn(sit: Callable[..., Seat], context: BrowserContext) -> None:
    seat = sit(*BEGUN)
    seat.page.locator(".tool.invite").click()
    codes = seat.page.locator(".codes a")
    expect(codes).to_have_text(["Green", "Blue"])
    expect(seat.page.locator("dialog")).to_contain_text("--host 0.0.0.0")
    links = codes.evaluate_all("links => links.map(link => link.href)")
    green, blue = context.new_page(), context.new_page()
    green.goto(links[0])
    blue.goto(links[1])
    expect(blue.locator(".waiting")).to_contain_text("You are Blue")
    blue.locator("[data-button=ok]").click()
    expect(blue.locator("#hint")).to_contain_text("not your turn")
    expect(green.locator("#hint")).to_contain_text("You are Green")
    green.keyboard.press("Shift+U")
    expect(green.locator("#hint")).to_have_text("The menu belongs to the table.")
    green.locator("[data-button=ok]").click()
    assert seat.on("roll").page == "roll"


def test_strangers_do_not_see_the_code(sit: Callable[..., Seat], browser: Browser) -> None:
    seat = sit(*BEGUN)
    watching = browser.new_page()
    watching.goto(seat.address)
    to_way(seat)
    seat.agrees()
    expect(watching.locator(".card.screen.link")).to_have_text("")
    seat.await_oled(bytes(1024), watching)
    seat.page.locator("[data-button=bank]").click()
    expect(seat.page.locator("#hint")).to_contain_text("watching")
    watching.close()


def to_way(seat: Seat) -> None:
    """Opens the page of the link from the menu."""
    seat.hold(Button.UNDO)
    for _ in range(20):
        seat.touch(Button.RIGHT)
        if seat.touch(Button.OK).page == "link" and any(":" in text for text in seat.frame.text):
            return
        if seat.frame.page != "menu":
            seat.touch(Button.UNDO)
    raise LookupError("no such line in the menu")
