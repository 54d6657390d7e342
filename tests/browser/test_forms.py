from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.runtime.journal import Journal
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.page_checks import layout_faults
from tests.companion.program.recorded_games import played, save_game

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


def chosen_answer(page: Page, question: str) -> Locator:
    return form(page).locator(f"[data-key='{question}'] label:has(:checked)")


def open_setup(companion: BrowserCompanion) -> Page:
    form(companion.page).locator("[data-key=table]").click()
    expect(form(companion.page).locator("[data-key=begin]")).to_be_visible()
    return companion.page


def lineup(companion: BrowserCompanion) -> list[str]:
    expect(form(companion.page)).to_be_hidden()
    expect(companion.page.locator(".card.players tbody tr").first).to_be_visible()
    return [each.split("\n")[0] for each in companion.page.locator(".card.players tbody th span").all_inner_texts()]


def test_a_game_against_a_bot_begins_with_one_press(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*SEED)
    form(companion.page).locator("[data-key=player] input").fill("Kim")
    answer(companion.page, "bot", "Marshal").click()
    form(companion.page).locator("[data-key=solo]").click()
    assert lineup(companion) == ["Kim", "Marshal"]
    expect(companion.page.locator(".turn h2")).to_have_text("Kim, roll the dice")


def test_a_game_is_set_up_and_started_with_the_mouse_only(
    start_companion: Callable[..., BrowserCompanion], tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        save_game(journal, played(("Kim", "Ann")))
    companion = start_companion(*SEED)
    page = open_setup(companion)
    expect(name_of(page, 1)).to_have_value("Ann")
    expect(page.locator(".at-phones .switch")).to_be_visible()
    command(page, "Add a bot").click()
    form(page).locator("[data-key='colour 2'] select").select_option("Red")
    form(page).locator("[data-key='remove 0']").click()
    expect(name_of(page, 0)).to_have_value("Ann")
    form(page).locator("summary").click()
    answer(page, "guide", "no").click()
    form(page).locator("[data-key=begin]").click()
    assert lineup(companion) == ["Ann", "Sheriff"]


def test_a_game_is_set_up_and_started_with_the_keyboard_only(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*SEED)
    page = companion.page
    tab_to(page, "table")
    page.keyboard.press("Enter")
    expect(form(page).locator("[data-key=begin]")).to_be_visible()
    tab_to(page, "game")
    tab_to(page, "colour 0")
    page.keyboard.press("ArrowRight")
    expect(form(page).locator("[data-key='colour 0'] select")).to_have_value("1")
    tab_to(page, "seat 0")
    page.keyboard.type("Kim b")  # neither the letter nor the space is a button of the box
    tab_to(page, "add player")
    page.keyboard.press("Enter")
    expect(name_of(page, 2)).to_be_visible()
    tab_to(page, "begin")
    page.keyboard.press("Enter")
    assert lineup(companion) == ["Kim b", "Green", "Orange"]


def tab_to(page: Page, key: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-key]')?.dataset.key") == key:
            return
    pytest.fail(f"{key} is not reached by Tab")


@pytest.mark.parametrize("name", [MARKUP, EMOJI, "x" * 64])
def test_unusual_names_appear_as_they_were_typed(start_companion: Callable[..., BrowserCompanion], name: str) -> None:
    companion = start_companion(*SEED)
    page = open_setup(companion)
    name_of(page, 0).fill(name)
    form(page).locator("[data-key=begin]").click()
    assert lineup(companion)[0] == name
    assert page.locator("main img").count() == 0
    assert layout_faults(page) == []
