import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.hands import Mouse
from tests.browser.seat import Seat
from tests.companion.games.players import state_of

ENOUGH_OWNED, ENOUGH_MARKS = 3, 6
"""From this many ownership stones, or marks, the first player banks; the others do so at once, for a short game."""


def test_a_whole_game_is_played_by_mouse_from_the_title_to_the_winner(seat: Seat) -> None:
    mouse, page = Mouse(seat), seat.page
    card, seen = page.locator("#deck"), set[str]()
    mouse.choose("table")
    mouse.answer("players", 3)
    mouse.begin()
    while seat.frame.page == "begins":
        mouse.press("ok")
    first = state_of(seat.frame)["turn"]
    while seat.frame.page != "winner":
        seen.add(seat.frame.page)
        match seat.frame.page:
            case "roll":
                place(mouse)
            case "choose" if is_enough(state_of(seat.frame), first):
                mouse.press("bank")
                expect(page.locator(".log li").first).to_have_text(re.compile(" banks$"))  # the newest line first
            case "bust":
                expect(card).to_contain_text("Bust!")
                expect(card.locator("p").first).not_to_be_empty()
                mouse.press("ok")
            case "last_round":
                expect(card).to_contain_text("Last round!")
                seat.agrees()
                mouse.press("ok")
            case _:
                mouse.press("ok")
    assert seen == {"turn", "roll", "choose", "bust", "last_round"}
    expect(card.locator("h2")).to_have_text(re.compile("wins!|share the win!"))
    assert mouse.press("ok").page == "attract"
    expect(page.locator("#form [data-key=table]")).to_be_visible()


def place(mouse: Mouse) -> None:
    legal = state_of(mouse.frame)["legal"]
    field = next((field for field, stone in legal.items() if stone == "own"), next(iter(legal)))
    chosen = mouse.page.locator(".field.chosen")
    if chosen.get_attribute("data-place") != field:
        mouse.point(field)
    expect(chosen).to_have_attribute("data-place", field)
    assert mouse.point(field).page != "roll"
    expect(mouse.place(field).locator(".stack")).to_be_visible()


def is_enough(state: dict[str, Any], first: int) -> bool:
    tops = [stones[-1] for stones in state["board"].values()]
    owned, claimed = tops.count("own"), sum(top.startswith("claim") for top in tops)
    is_short = state["turn"] != first or state["last_round"] is not None
    return is_short or owned >= ENOUGH_OWNED or owned + claimed >= ENOUGH_MARKS


def test_a_phone_joins_by_the_link_and_plays_its_seat(seat: Seat, open_phone: Callable[[], Page]) -> None:
    seat.begin()
    while seat.frame.page != "turn":
        seat.command("press", "ok")
    names = [player["name"] for player in state_of(seat.frame)["players"]]
    turn = state_of(seat.frame)["turn"]
    seat.page.locator(".tool.invite").click()
    link = str(seat.page.locator("dialog .room > figure a").get_attribute("href"))
    seat.page.locator(".close").click()
    guest = open_phone()
    guest.goto(link)
    expect(guest.locator("#join .choice")).to_have_count(len(names))
    guest.locator("#join .choice").filter(has_text=names[turn]).tap()
    guest.locator("#join .sit").tap()
    expect(guest.locator("#hint")).to_contain_text(names[turn])
    expect(guest.locator(".act.menu")).to_be_hidden()
    guest.locator(".act.ok").tap()
    seat.on("roll")
    field = guest.locator(".field.usable.chosen")
    place = str(field.get_attribute("data-place"))
    field.tap()
    seat.on("choose")
    expect(seat.page.locator(f".field[data-place='{place}'] .stack")).to_be_visible()
    guest.locator(".act.bank").tap()
    seat.on("turn")
    expect(guest.locator(".waiting")).to_contain_text(f"{names[(turn + 1) % len(names)]} is playing")
    expect(guest.locator(".act.ok")).to_be_hidden()
