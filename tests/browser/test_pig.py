"""Pig, the plug-in of docs/pig, on the page in a browser: of its rules, words and pages the page knows nothing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from hardware.device import Button
from tests.engine.plugged import install
from tests.pig.conftest import install_pig
from tests.pig.player import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator

    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--seed", "c1" * 32, "--game")
POINTED = Path(__file__).with_name("pointed_pig.py")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Pig is installed, and beside it the Pig that is pointed at."""
    folder = install_pig(tmp_path_factory.mktemp("pig"))
    shutil.copy(POINTED, folder)
    entry_points = {"games": {"pointed": "pointed_pig:PIG"}, "tables": {"pointed": "pointed_pig:TABLE"}}
    return install(folder, "pointed", **entry_points)


@pytest.fixture(autouse=True)
def on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The companion that a test starts finds both."""
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.parametrize("by_keys", [False, True], ids=["by clicks", "by keys"])
def test_a_whole_game_is_played(sit: Callable[..., Seat], browser: Browser, *, by_keys: bool) -> None:
    seat = sit(*BEGUN, "pig")
    seat.by_keys = by_keys
    watching = browser.new_page()
    watching.goto(seat.address)
    expect(seat.page.locator("#title")).to_have_text("Pig")
    expect(seat.page.locator(".card.screen")).to_have_count(0)
    end = play(seat, 1000)
    assert end.page == "pig_scores"
    seat.agrees()
    state = end.state or {}
    points = [str(player["points"]) for player in state["players"]]
    for page in (seat.page, watching):
        expect(page.locator("#telling .turn h2")).to_have_text(f"{('Green', 'Blue')[state['winners'][0]]} wins!")
        expect(page.locator(".card.players tbody td")).to_have_text(points)
        expect(page.locator(".card.sheet")).to_contain_text(points[0])
    watching.close()


def test_what_happens_is_told_beside_the_board(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "pig")
    seat.touch(Button.OK)
    seat.touch(Button.OK)
    seat.agrees()
    name, die = re.findall(r"(\w+) rolls (\d)", " ".join(seat.frame.text))[0]
    expect(seat.page.locator("#telling .turn h2")).to_have_text(re.compile(f"^{name}: "))
    expect(seat.page.locator(".card.log li").last).to_have_text(f"{name} rolls {die}")


def test_pointing_where_a_game_has_no_places_does_nothing(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "pig")
    before = seat.touch(Button.OK)
    for light in (0, 17, 35):
        seat.page.locator(".field").nth(light).click()
    expect(seat.page.locator("#board .tip")).to_be_hidden()
    after = seat.touch(Button.OK)
    assert after.events == before.events + 1


def test_a_game_is_played_by_pointing_at_its_own_places(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "pointed")
    roll, hold = (seat.page.locator(f".field[data-place='{name}']").first for name in ("roll", "hold"))
    seat.touch(Button.OK)
    expect(roll).to_have_class(re.compile("usable"))
    expect(hold).not_to_have_class(re.compile("usable"))
    hold.click()
    expect(seat.page.locator("#board .tip")).to_have_text("you hold")
    while not state(seat)["total"]:
        point(seat, roll)
    before = state(seat)
    point(seat, hold)
    assert state(seat)["players"][before["turn"]]["points"] == before["total"]
    seat.agrees()


def point(seat: Seat, light: Locator) -> None:
    """Clicks on a light, and waits for the event."""
    events = seat.frame.events + 1
    light.click()
    seat.until(lambda frame: frame.events == events, "the event")


def state(seat: Seat) -> dict[str, Any]:
    """The state in the notation."""
    return seat.frame.state or {}
