"""Pointing on the page, in a browser: by mouse, by touch and by keyboard; and what a click leaves to the keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.seat import Seat

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "0", "--seed", "c1" * 32)
TONES = """
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); return start.call(this, at); };
    null;
"""
SENT = """
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text); };
    null;
"""


def field(name: str) -> str:
    """The selector of a field of the board."""
    return f".field[data-place='{name}']"


def rolled(seat: Seat) -> str:
    """Rolls; returns a field that may be used and is not under the cursor."""
    assert seat.touch(Button.OK).page == "roll"
    expect(seat.page.locator(".field.chosen.usable")).to_have_count(1)
    return str(seat.page.locator(".field.usable:not(.chosen)").first.get_attribute("data-place"))


def board(seat: Seat) -> dict[str, list[str]]:
    """What lies on the board, by field."""
    found: dict[str, list[str]] = (seat.frame.state or {})["board"]
    return found


def chosen_and_placed(seat: Seat, name: str, point: Callable[[], None]) -> None:
    """Points twice at a field: the first chooses it and says what happens there, the second does it."""
    point()
    seat.until(lambda frame: name in frame.text, "the cursor on the field")
    expect(seat.page.locator(".field.chosen")).to_have_attribute("data-place", name)
    expect(seat.page.locator("#board .tip")).to_have_text(re.compile("^(claim stone [1-6]|ownership stone)"))
    point()
    seat.on("choose")
    assert name in board(seat)
    expect(seat.page.locator("#board .tip")).to_be_hidden()


def test_the_second_click_on_a_field_places(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    name = rolled(seat)
    chosen_and_placed(seat, name, seat.page.locator(field(name)).click)


def test_the_dice_stand_on_the_board_and_name_a_field_by_column_and_row(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    rolled(seat)
    dice = page.locator(".board-die")
    roles = ("column", "row", "stone")

    def middle(part: str) -> tuple[float, float]:
        box = page.locator(part).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def faces() -> list[str]:
        return [str(page.locator(f".board-die.{role} .die").get_attribute("aria-label")) for role in roles]

    def stands_on(name: str) -> None:
        expect(page.locator(".field.chosen")).to_have_attribute("data-place", name)
        assert "/".join(faces()[:2]) == name
        place, column, row = (middle(part) for part in (field(name), ".board-die.column", ".board-die.row"))
        assert max(abs(column[0] - place[0]), abs(row[1] - place[1])) < 2

    expect(dice).to_have_count(3)
    column, row, stone = faces()
    stands_on(f"{column}/{row}")
    expect(page.locator(".field.usable .after")).to_have_count(page.locator(".field.usable").count())
    expect(page.locator(".turn .preview")).to_have_text(re.compile(r"of 216 rolls bust"))
    for role in ("column", "row"):
        page.locator(f".board-die.{role}").click()
    seat.until(lambda frame: f"{row}/{column}" in frame.text, "the field that they name now")
    page.wait_for_timeout(250)  # they take 200 ms to get there
    stands_on(f"{row}/{column}")
    page.locator(".board-die.stone").drag_to(page.locator(".board-die.row"))
    seat.until(lambda frame: f"{row}/{stone}" in frame.text, "the field that they name now")
    page.wait_for_timeout(250)
    stands_on(f"{row}/{stone}")
    assert seat.frame.page == "roll"


def test_without_light_the_players_find_the_field_and_the_box_judges(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--option", "light=off")
    assert seat.touch(Button.OK).page == "numbers"
    legal = set((seat.frame.state or {})["legal"])
    names = [f"{column}/{row}" for row in range(1, 7) for column in range(1, 7)]
    wrong, right = next(name for name in names if name not in legal), min(legal)
    tip = seat.page.locator("#board .tip")
    for _ in range(2):
        expect(seat.page.locator(".field.usable")).to_have_count(0)
        seat.page.locator(field(wrong)).click()
        expect(seat.page.locator(".field.chosen")).to_have_attribute("data-place", wrong)
        expect(tip).to_have_text(re.compile("^ok: does it go there|^no: the dice do not name it"))
    expect(tip).to_have_text("no: the dice do not name it")
    for _ in range(2):
        seat.page.locator(field(right)).click()
        expect(seat.page.locator(".field.chosen, .card.turn .risk").first).to_be_visible()
    seat.on("choose")
    assert right in board(seat)


def test_a_thumb_places_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    with Seat(context.new_page(), tmp_path / "journal", *BEGUN) as seat:
        seat.come()
        name = rolled(seat)
        chosen_and_placed(seat, name, seat.page.locator(field(name)).tap)
    context.close()


def test_the_keyboard_points_at_the_field_that_has_the_focus(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    name = rolled(seat)
    seat.page.locator(field(name)).focus()
    chosen_and_placed(seat, name, lambda: seat.page.keyboard.press("Enter"))
    expect(seat.page.locator(field(name))).to_be_focused()


def test_a_field_that_may_not_be_used_says_why(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    rolled(seat)
    page.evaluate(TONES)
    page.locator(".tool.sound").click()
    before = seat.frame
    wrong = page.locator(".field:not(.usable)").first
    wrong.click()
    expect(page.locator("#board .tip")).to_have_text(re.compile("^This roll cannot use it: .+"))
    expect(page.locator("#live")).to_have_text(page.locator("#board .tip").inner_text())
    seat.until_page("heard.length > 0")
    assert (seat.frame.page, seat.frame.text, seat.frame.state) == (before.page, before.text, before.state)
    page.mouse.move(1, 1)
    expect(page.locator("#board .tip")).to_have_text(re.compile("^(claim|ownership) stone"))


def test_a_field_tells_what_lies_there_where_nothing_is_to_be_chosen(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.evaluate(SENT)
    seat.page.locator(field("5/2")).click()
    expect(seat.page.locator("#board .tip")).to_have_text("empty")
    assert seat.page.evaluate("sent.filter(text => text.includes('point'))") == []


def test_a_spectator_does_not_point(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    name = rolled(seat)
    watching = seat.page.context.new_page()
    watching.add_init_script(SENT)
    watching.goto(seat.address)
    expect(watching.locator("#hint")).to_contain_text("watching")
    expect(watching.locator(field(name))).to_have_class(re.compile("usable"))
    watching.locator(field(name)).click()
    expect(watching.locator("#board .tip")).to_have_text("empty")
    assert watching.evaluate("sent.filter(text => text.includes('point'))") == []


def test_a_seat_that_waits_is_told_so(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    name = rolled(seat)
    seat.page.locator(".tool.invite").click()
    blue = seat.page.context.new_page()
    blue.goto(str(seat.page.locator(".codes a").nth(1).get_attribute("href")))
    expect(blue.locator(".waiting")).to_contain_text("You are Blue")
    blue.locator(field(name)).click()
    expect(blue.locator("#hint")).to_have_text("It is not your turn.")
    expect(seat.page.locator(".field.chosen")).not_to_have_attribute("data-place", name)


CLICKED = {
    "a field": ".field[data-place='1/1']",
    "the log": ".lines",
    "a card": ".card.players",
    "a tool": ".tool.theme",
    "the screen": "#oled",
    "the list of languages": "select.tool",
}


@pytest.mark.parametrize("what", CLICKED)
def test_the_keys_are_the_tables_whatever_was_clicked(sit: Callable[..., Seat], what: str) -> None:
    seat = sit(*BEGUN)
    rolled(seat)
    before = seat.frame
    seat.page.locator(CLICKED[what]).click()
    if what == "the list of languages":
        seat.page.keyboard.press("Escape")  # it is closed again
    seat.page.keyboard.press("ArrowRight")
    seat.until(lambda frame: frame.page == "roll" and frame.text != before.text, "the next field")
    seat.page.keyboard.press("Enter")
    seat.on("choose")


def test_the_card_of_a_field_forgets_it(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    card = seat.page.locator(".card.about")
    seat.page.locator(field("6/6")).hover()
    expect(card.locator("h3")).to_have_text("6/6")
    seat.page.mouse.move(1, 1)
    expect(card.locator("h3")).to_have_count(0)
    rolled(seat)
    expect(card.locator("h3")).to_have_text(str(seat.page.locator(".chosen").get_attribute("data-place")))


def test_the_buttons_with_words_play(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    ok, bank = page.locator(".act.ok"), page.locator(".act.bank")
    expect(ok.locator(".label")).to_have_text("Roll")
    expect(bank).to_have_attribute("aria-disabled", "true")
    expect(bank.locator(".effect")).to_have_text("roll first")
    ok.click()
    seat.on("roll")
    expect(ok.locator(".label")).to_have_text(re.compile("^Place (claim stone|an ownership stone).* on ./.$"))
    ok.click()
    seat.on("choose")
    expect(bank.locator(".label")).to_have_text("Bank 1 field")
    expect(bank.locator(".effect")).to_have_text("then Blue rolls")
    bank.click()
    seat.on("guide")


def test_a_button_without_a_meaning_is_answered_with_the_low_tone(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.evaluate(TONES)
    seat.page.locator(".tool.sound").click()
    seat.page.locator("[data-button=bank]").click()  # the box's own: in words it is not offered
    seat.until_page("heard.length > 0")
    assert seat.frame.page == "turn"


def test_the_menu_has_a_button_and_marks_the_line_under_the_cursor(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    page.locator(".act.menu").click()
    seat.on("menu")
    marked = page.locator("#form [aria-current]")
    expect(marked).to_have_text("Scores")
    expect(page.locator("#form [data-key=sound] label:has(:checked)")).to_contain_text("yes")
    assert page.locator("#form [data-key]").count() > len(seat.frame.text) // 2
    page.locator("[data-button=right]").click()
    expect(marked).to_have_text("Check the board")
    page.locator(".act.menu").click()
    seat.on("turn")


def test_whoever_may_not_press_sees_who_plays(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.locator(".tool.invite").click()
    links = seat.page.locator(".codes a").evaluate_all("links => links.map(link => link.href)")
    green, blue, watching = (seat.page.context.new_page() for _ in range(3))
    for page, address in ((green, links[0]), (blue, links[1]), (watching, seat.address)):
        page.goto(address)
    expect(blue.locator(".waiting")).to_have_text("You are Blue. Green is playing.")
    expect(watching.locator(".waiting")).to_have_text("Green is playing.")
    for page in (blue, watching):
        expect(page.locator(".act:visible")).to_have_count(0)
    expect(green.locator(".act.ok .label")).to_have_text("Roll")
    expect(green.locator(".act.menu")).to_be_hidden()
    expect(green.locator(".waiting")).to_be_hidden()


def test_a_double_click_on_a_button_does_one_thing(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.locator(".act.ok").dblclick(delay=60)
    assert seat.on("roll").state is not None
    seat.page.wait_for_timeout(400)
    assert seat.settled().page == "roll"
    for _ in range(20):
        seat.page.keyboard.down("Enter")
        seat.page.wait_for_timeout(20)
    seat.page.keyboard.up("Enter")
    assert seat.on("choose").page == "choose"
