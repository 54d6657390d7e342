from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.runtime.journal import Journal
from tests.browser.seat import Seat
from tests.browser.test_dialogs import SENT
from tests.companion.program.played import keep, played

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)


@pytest.fixture
def steps(tmp_path: Path) -> int:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played(("Ada", "Bob")))
    return len(played(("Ada", "Bob")).lines) - 2


def opened(seat: Seat, *, still: bool = True) -> Page:
    page = seat.page
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    page.locator(".tool.history").click()
    page.locator("details summary").click()
    page.locator("details .story").click()
    expect(page.locator("#story .caption")).not_to_be_empty()
    return page


def count(page: Page) -> Locator:
    return page.locator("#story .count")


def test_a_game_is_told_from_its_start_to_its_end(sit: Callable[..., Seat], steps: int) -> None:
    seat = sit(*BEGUN)
    page = opened(seat)
    expect(count(page)).to_have_text(f"0/{steps}")
    expect(page.locator("#story .caption")).to_have_text("Ada begins")
    for key, place in (("ArrowRight", 1), ("PageDown", 11), ("End", steps), ("ArrowLeft", steps - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect(count(page)).to_have_text(f"{place}/{steps}")
    page.keyboard.press("End")
    expect(page.locator(".turn h2")).to_have_text("Ada wins!")
    expect(page.locator("#board .stack")).not_to_have_count(0)
    expect(page.locator("#story [type=range]")).to_have_attribute("aria-valuetext", f"{steps}/{steps}: Bob banks")
    page.keyboard.press("Escape")
    expect(page.locator(".turn h2")).to_have_text("Green, roll!")
    expect(page.locator("#board .stack")).to_have_count(0)
    seat.agrees()


@pytest.mark.usefixtures("steps")
def test_the_history_has_the_coachs_account_and_it_leads_into_the_story(sit: Callable[..., Seat], steps: int) -> None:
    page = opened(sit(*BEGUN))
    account = page.locator(".card.analysis")
    expect(account).to_contain_text("The coach is thinking …")
    expect(account.locator(".sums tbody tr:last-child td")).to_have_text(["100", "0"], timeout=60_000)
    expect(account.locator(".sums thead th")).to_have_text(["Ada", "Bob"])
    account.locator(".at").first.click()
    expect(count(page)).not_to_have_text(f"0/{steps}")
    expect(page.locator("#story .about")).to_contain_text("Ada, Bob")
    page.keyboard.press("Escape")
    expect(account).to_have_count(0)


@pytest.mark.usefixtures("steps")
def test_the_table_hears_no_key_and_its_game_goes_on(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN)
    seat.page.evaluate(SENT)
    page = opened(seat)
    for key in ("b", "u", "Enter", "m", "a", "d", "ArrowLeft", "Backspace"):
        page.keyboard.press(key)
    page.locator("#board .field").first.click()
    page.keyboard.press("Enter")
    page.locator("#story .caption").click()
    page.keyboard.press("Enter")
    assert page.evaluate("sent") == []
    with seat.viewer(token=seat.token) as viewer:
        viewer.send(press="ok")
    expect(page.locator("#story")).to_contain_text("At the table: Green: where does the stone go?")
    expect(page.locator(".turn h2")).to_have_text("Ada, roll!")
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".turn h2")).to_have_text("Green: where does the stone go?")
    seat.agrees()


def test_the_host_plays_on_from_the_turn_that_is_shown(sit: Callable[..., Seat], steps: int) -> None:
    seat = sit(*BEGUN, "--set", "table.guide=false")
    page = opened(seat)
    page.locator("#story [type=range]").fill("60")
    expect(count(page)).to_have_text(f"60/{steps}")
    expect(page.locator("#board .stack")).not_to_have_count(0)  # the board is drawn after the count is written
    stones = page.locator("#board .stack").count()
    page.locator("#story .from-here").click()
    expect(page.locator("#form")).to_contain_text("The game on the table is kept")
    page.keyboard.press("Escape")
    expect(page.locator("#form")).to_be_hidden()
    opened(seat)
    page.locator("#story [type=range]").fill("60")
    expect(page.locator("#board .stack")).to_have_count(stones)  # what is shown is played on from
    page.locator("#story .from-here").click()
    page.locator("#form [data-key=people]").click()
    expect(page.locator(".players tbody th")).to_contain_text(["Ada", "Bob"])
    expect(page.locator("#board .stack")).to_have_count(stones)
