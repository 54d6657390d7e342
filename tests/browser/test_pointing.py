import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
SENT = """
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text); };
    null;
"""


def field(name: str) -> str:
    return f".field[data-place='{name}']"


def rolled(seat: Seat) -> str:
    assert seat.touch(Button.OK).page == "roll"
    expect(seat.page.locator(".field.chosen.usable")).to_have_count(1)
    return str(seat.page.locator(".field.usable:not(.chosen)").first.get_attribute("data-place"))


def test_the_dice_stand_on_the_board_and_name_a_field_by_column_and_row(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page = seat.page
    rolled(seat)
    dice = page.locator(".board-die")
    roles = ("column", "row", "stone")

    def faces() -> list[str]:
        return [str(page.locator(f".board-die.{role} .die").get_attribute("aria-label")) for role in roles]

    def stands_on(name: str) -> None:
        expect(page.locator(".field.chosen")).to_have_attribute("data-place", name)
        assert "/".join(faces()[:2]) == name

    expect(dice).to_have_count(3)
    column, row, stone = faces()
    stands_on(f"{column}/{row}")
    expect(page.locator(".field.usable .after")).to_have_count(page.locator(".field.usable").count())
    expect(page.locator(".turn .preview")).to_have_text(re.compile(r"of 216 rolls bust"))
    for role in ("column", "row"):
        page.locator(f".board-die.{role}").click()
    seat.until(lambda frame: f"{row}/{column}" in frame.text, "the field that they name now")
    stands_on(f"{row}/{column}")
    page.locator(".board-die.stone").drag_to(page.locator(".board-die.row"))
    seat.until(lambda frame: f"{row}/{stone}" in frame.text, "the field that they name now")
    stands_on(f"{row}/{stone}")
    assert seat.frame.page == "roll"


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


def test_the_pointer_over_a_slot_or_a_claim_shows_its_card(sit: Callable[..., Seat]) -> None:
    page = sit("--game", "klondike", *BEGUN).page
    card = page.locator(".card.about .place")
    for place, words in ((".slot[data-name='2/2E']", "2/2E"), (".spot[data-name='2/2'] .ring", "chips: 2")):
        page.locator(f"#layout {place}").hover()
        expect(card).to_contain_text(words)
    page.locator("#title").hover()
    expect(card).to_contain_text("Point at a field")


def test_on_a_phone_no_sentence_covers_the_board_unasked(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    page, tip = seat.page, seat.page.locator("#board .tip")
    rolled(seat)
    expect(tip).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(tip).to_be_hidden()
    page.locator(".field:not(.usable)").first.click()
    expect(tip).to_be_visible()


@pytest.mark.parametrize("clicked", [".field[data-place='1/1']", ".card.players", ".tool.theme", "select.tool"])
def test_the_keys_are_the_tables_whatever_was_clicked(sit: Callable[..., Seat], clicked: str) -> None:
    seat = sit(*BEGUN)
    rolled(seat)
    before = seat.frame
    seat.page.locator(clicked).click()
    if clicked == "select.tool":
        seat.page.keyboard.press("Escape")  # it is closed again
    seat.page.keyboard.press("ArrowRight")
    seat.until(lambda frame: frame.page == "roll" and frame.text != before.text, "the next field")
    seat.page.keyboard.press("Enter")
    seat.on("choose")


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
