import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import PHONE_OPTIONS, InputDevice, Keyboard, Mouse, TouchScreen
from tests.companion.games.players import state_of

ENOUGH_OWNED, ENOUGH_MARKS = 3, 6
"""From this many ownership stones, or marks, the first player banks; the others do so at once, for a short game."""


@pytest.mark.parametrize(
    "kind", [Mouse, pytest.param(TouchScreen, marks=pytest.mark.slow), pytest.param(Keyboard, marks=pytest.mark.slow)]
)
def test_a_whole_game_is_played_with_one_input_device(
    shared_companion: BrowserCompanion, new_page: Callable[..., Page], kind: type[InputDevice]
) -> None:
    page = new_page(reduced_motion="reduce", **(PHONE_OPTIONS if kind is TouchScreen else {}))
    shared_companion.open_page(page)
    device, card, seen = kind(shared_companion), page.locator("#deck"), set[str]()
    device.choose("table")
    rows = page.locator("#form .colours")
    expect(rows.first).to_be_visible()
    for number in range(rows.count(), 5):
        device.activate(page.locator("#form [data-key='add player']"))
        expect(rows).to_have_count(number + 1)
    device.begin()
    while device.frame.page == "begins":
        device.press("ok")
    first = state_of(device.frame)["turn"]
    while device.frame.page != "winner":
        seen.add(device.frame.page)
        match device.frame.page:
            case "roll":
                place(device)
            case "choose" if is_enough(state_of(device.frame), first):
                device.press("bank")
                expect(page.locator(".log li").first).to_have_text(re.compile(" banked "))  # the newest line first
            case "bust":
                expect(card).to_contain_text("Bust!")
                expect(card.locator("p").first).not_to_be_empty()
                device.press("ok")
            case "last_round":
                expect(card).to_contain_text("Last round!")
                shared_companion.wait_for_picture()
                device.press("ok")
            case _:
                device.press("ok")
    assert seen == {"turn", "roll", "choose", "bust", "last_round"}
    expect(card.locator("h2")).to_have_text(re.compile("wins!|share the win!"))
    assert device.press_labelled("ok").page == "attract"  # Enter plays again
    expect(page.locator("#form [data-key=table]")).to_be_visible()
    shared_companion.discard_game()


def place(device: InputDevice) -> None:
    legal = state_of(device.frame)["legal"]
    field = next((field for field, stone in legal.items() if stone == "own"), next(iter(legal)))
    chosen = device.page.locator(".field.chosen")
    if chosen.get_attribute("data-place") != field:
        device.move_cursor_to(field)
    expect(chosen).to_have_attribute("data-place", field)
    assert device.confirm(field).page != "roll"
    expect(device.place(field).locator(".stack")).to_be_visible()


def is_enough(state: dict[str, Any], first: int) -> bool:
    tops = [stones[-1] for stones in state["board"].values()]
    owned, claimed = tops.count("own"), sum(top.startswith("claim") for top in tops)
    is_short = state["turn"] != first or state["last_round"] is not None
    return is_short or owned >= ENOUGH_OWNED or owned + claimed >= ENOUGH_MARKS


def test_a_phone_joins_by_the_link_and_plays_its_seat(
    companion: BrowserCompanion, open_phone: Callable[[], Page]
) -> None:
    companion.begin_game()
    while companion.frame.page != "turn":
        companion.send_command("press", "ok")
    names = [player["name"] for player in state_of(companion.frame)["players"]]
    turn = state_of(companion.frame)["turn"]
    companion.page.locator(".tool.invite").click()
    link = str(companion.page.locator("dialog .room > figure a").get_attribute("href"))
    companion.page.locator(".close").click()
    guest = open_phone()
    guest.goto(link)
    expect(guest.locator("#join .choice")).to_have_count(len(names))
    guest.locator("#join .choice").filter(has_text=names[turn]).tap()
    guest.locator("#join .sit").tap()
    expect(guest.locator("#connection")).to_have_text("Your turn")
    expect(guest.locator(".act.menu")).to_be_hidden()
    guest.locator(".act.ok").tap()
    companion.wait_for_page("roll")
    field = guest.locator(".field.usable.chosen")
    place = str(field.get_attribute("data-place"))
    field.tap()
    companion.wait_for_page("choose")
    expect(companion.page.locator(f".field[data-place='{place}'] .stack")).to_be_visible()
    guest.locator(".act.bank").tap()
    companion.wait_for_page("turn")
    expect(guest.locator(".waiting")).to_contain_text(f"{names[(turn + 1) % len(names)]} is playing")
    expect(guest.locator(".act.ok")).to_be_hidden()
