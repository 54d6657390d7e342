from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_companion import BrowserCompanion
from tests.pig.conftest import install_pig
from tests.pig.player import play

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_pig(tmp_path_factory.mktemp("pig"))


@pytest.fixture(autouse=True)
def on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("LC_ALL", "C")


def test_a_whole_game_is_played(start_companion: Callable[..., BrowserCompanion], browser: Browser) -> None:
    companion = start_companion("--players", "2", "--seed", "c1" * 32, "--game", "pig")
    watching = browser.new_page()
    watching.goto(companion.address)
    expect(companion.page.locator("#title")).to_have_text("Pig")
    expect(companion.page.locator(".card.screen")).to_have_count(0)
    end = play(companion, 1000)
    assert end.page == "game_over"
    companion.wait_for_picture()
    state = end.state or {}
    points = sorted((player["points"] for player in state["players"]), reverse=True)
    for page in (companion.page, watching):
        expect(page.locator("#deck .turn h2")).to_have_text(f"{('Green', 'Blue')[state['winners'][0]]} wins!")
        expect(page.locator(".card.players tbody td")).to_have_text([*map(str, points)])
    watching.close()
