from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.runtime.journal import Journal
from tests.browser.looks import layout_faults
from tests.browser.seat import Seat
from tests.companion.program.played import keep, played

pytestmark = pytest.mark.slow
SEED = ("--seed", "ab" * 32)
MARKUP = '<img src=x onerror="document.title=1">'
EMOJI = "👩‍👩‍👧🎲"


def form(page: Page) -> Locator:
    return page.locator("#form")


def answer(page: Page, question: str, label: str) -> Locator:
    return form(page).locator(f"[data-key='{question}'] label").filter(has_text=label)


def command(page: Page, label: str) -> Locator:
    return form(page).get_by_role("button", name=label, exact=True)


def name_of(page: Page, seat: int) -> Locator:
    return form(page).locator(f"[data-key='seat {seat}'] input")


def chosen(page: Page, question: str) -> Locator:
    return form(page).locator(f"[data-key='{question}'] label:has(:checked)")


def opened(seat: Seat) -> Page:
    form(seat.page).locator("[data-key=table]").click()
    expect(form(seat.page).locator("[data-key=begin]")).to_be_visible()
    return seat.page


def lineup(seat: Seat) -> list[str]:
    expect(form(seat.page)).to_be_hidden()
    expect(seat.page.locator(".card.players tbody tr").first).to_be_visible()
    return [each.strip() for each in seat.page.locator(".card.players tbody th span").all_inner_texts()]


def test_a_game_against_a_bot_begins_with_one_press(sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED)
    form(seat.page).locator("[data-key=player] input").fill("Kim")
    answer(seat.page, "bot", "Marshal").click()
    form(seat.page).locator("[data-key=solo]").click()
    assert lineup(seat) == ["Kim", "Marshal"]
    expect(seat.page.locator(".turn h2")).to_have_text("Kim, roll the dice")


def test_a_game_is_set_up_and_begun_by_mouse_alone(sit: Callable[..., Seat], tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(("Kim", "Ann")))
    seat = sit(*SEED)
    page = opened(seat)
    expect(name_of(page, 1)).to_have_value("Ann")
    expect(page.locator(".at-phones .switch")).to_be_visible()
    command(page, "Add a bot").click()
    form(page).locator("[data-key='colour 2'] select").select_option("Red")
    form(page).locator("[data-key='remove 0']").click()
    expect(name_of(page, 0)).to_have_value("Ann")
    form(page).locator("summary").click()
    answer(page, "guide", "no").click()
    form(page).locator("[data-key=begin]").click()
    assert lineup(seat) == ["Ann", "Sheriff"]


def test_a_game_is_set_up_and_begun_by_keyboard_alone(sit: Callable[..., Seat]) -> None:
    seat = sit(*SEED)
    page = seat.page
    walk(page, "table")
    page.keyboard.press("Enter")
    expect(form(page).locator("[data-key=begin]")).to_be_visible()
    walk(page, "game")
    walk(page, "colour 0")
    page.keyboard.press("ArrowRight")
    expect(form(page).locator("[data-key='colour 0'] select")).to_have_value("1")
    walk(page, "seat 0")
    page.keyboard.type("Kim b")  # neither the letter nor the space is a button of the table
    walk(page, "add player")
    page.keyboard.press("Enter")
    expect(name_of(page, 2)).to_be_visible()
    walk(page, "begin")
    page.keyboard.press("Enter")
    assert lineup(seat) == ["Kim b", "Green", "Orange"]


def walk(page: Page, key: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-key]')?.dataset.key") == key:
            return
    pytest.fail(f"{key} is not reached by Tab")


@pytest.mark.parametrize("name", [MARKUP, EMOJI, "x" * 64])
def test_unusual_names_appear_as_they_were_typed(sit: Callable[..., Seat], name: str) -> None:
    seat = sit(*SEED)
    page = opened(seat)
    name_of(page, 0).fill(name)
    form(page).locator("[data-key=begin]").click()
    assert lineup(seat)[0] == name
    assert page.locator("main img").count() == 0
    assert layout_faults(page) == []
