import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.runtime.journal import Journal
from engine.game import Json
from hardware.device import Button
from tests.browser.browser_companion import BrowserCompanion
from tests.browser.input_devices import open_in_menu
from tests.companion.program.recorded_games import BEGUN as BEGUN_AT
from tests.companion.program.recorded_games import played

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
RECORD_SOUNDS = """
    window.heard = [];
    window.said = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); return start.call(this, at); };
    speechSynthesis.speak = ({ text, lang }) => said.push([text, lang]);
"""
RECORD_READER = """
    window.read = [];
    new MutationObserver(() => read.push(document.getElementById("live").textContent))
        .observe(document.getElementById("live"), { childList: true });
"""
"""What a screen reader would read out."""


def test_there_is_no_sound_before_it_is_switched_on(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN, "--set", "table.language=de")
    page, switch = companion.page, companion.page.locator(".tool.sound")
    page.add_init_script(RECORD_SOUNDS)
    page.reload()
    companion.wait_for_picture()
    play_turn(companion)
    assert page.evaluate("heard.length + said.length") == 0
    open_in_menu(page, ".tool.sound").click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    play_turn(companion)
    companion.wait_for_script("heard.length > 0 && said.length > 0")
    assert {language for _, language in page.evaluate("said")} == {"de"}
    open_in_menu(page, ".tool.sound").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    received = page.evaluate("heard.length + said.length")
    play_turn(companion)
    assert page.evaluate("heard.length + said.length") == received


def play_turn(companion: BrowserCompanion) -> None:
    companion.press_rejected(Button.LEFT)
    while companion.frame.page != "choose":
        companion.press(Button.OK)
    companion.press(Button.BANK)
    while companion.frame.page != "turn":
        companion.press(Button.OK)
    companion.wait_for_picture()


def test_a_screen_reader_reads_a_bust_and_the_next_turn_once(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*BEGUN, "--dice", "hand")
    companion.page.evaluate(RECORD_READER)
    while companion.frame.page != "bust":
        companion.press(Button.OK)
    companion.read_for(0.3)
    while companion.frame.page != "turn":
        companion.press(Button.OK)
    companion.read_for(0.3)
    expect(companion.page.locator("#live")).to_contain_text("Blue")
    open_in_menu(companion.page, "select.tool").select_option("nl")
    expect(companion.page.locator("html")).to_have_attribute("lang", "nl")
    read = companion.page.evaluate("read")
    assert sum("Bust! No field fits" in text for text in read) == 1
    assert sum("Blue's turn. Enter your roll." in text for text in read) == 1
    assert all(text != after for text, after in pairwise(read))


TABLE = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
NO_GUIDE = ("--set", "table.guide=false")
HIDES_RESULT = """() => new Promise((done) => {
    const ok = document.querySelector(".act.ok");
    const hides = (part) => getComputedStyle(document.querySelector(part)).opacity === "0";
    const look = () => {
        if (!document.querySelector(".tumbling .die")) return requestAnimationFrame(look);
        done([".turn h2", "#actions"].map(hides));
    };
    ok.click();
    look();
})"""
"""Rolls; returns whether headline and actions are hidden while the dice tumble."""


def test_the_result_of_a_roll_appears_after_the_animation(start_companion: Callable[..., BrowserCompanion]) -> None:
    companion = start_companion(*TABLE, *NO_GUIDE)
    page = companion.page
    assert page.evaluate(HIDES_RESULT) == [True, True]
    expect(page.locator(".turn h2")).to_have_text("Place a stone")
    expect(page.locator("#actions")).to_have_css("opacity", "1")
    expect(page.locator("#live")).to_have_text(
        re.compile(r"^Rolled \d, \d, \d\. Available fields: \d+\. Place a stone\. ")
    )
    expect(page.locator("#board .usable").first).to_have_attribute("aria-label", re.compile("% bust chance$"))
    expect(page.locator(".act.ok")).to_have_attribute("aria-keyshortcuts", "Space Enter")
    companion.press(Button.OK)
    companion.wait_for_frame()
    companion.read_for(0.3)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(HIDES_RESULT) == [False, False]


def test_the_same_people_play_again_with_one_click(
    start_companion: Callable[..., BrowserCompanion], tmp_path: Path
) -> None:
    save_events(tmp_path / "journal", [event for event in played().events if event["event"] != "reveal"])
    companion = start_companion(*NO_GUIDE, "--resume")
    open_in_menu(companion.page, ".tool.history").click()
    expect(companion.page.locator("dialog")).to_contain_text("The finished game is saved.")
    expect(companion.page.locator("dialog")).not_to_contain_text("no games yet")
    companion.page.keyboard.press("Escape")
    again = companion.page.locator(".act.bank")
    expect(again).to_contain_text("Play again")
    expect(again).to_contain_text("same players")
    again.click()
    assert companion.wait_for_page("begins").page == "begins"
    expect(companion.page.locator(".players tbody th")).to_contain_text(["Green", "Blue"])
    open_in_menu(companion.page, ".tool.history").click()
    expect(companion.page.locator("dialog summary")).to_have_count(1)


def save_events(journal: Path, events: list[Json]) -> None:
    game = played()
    with Journal.open(journal) as opened:
        opened.append(opened.begin(game.running.lineup.to_json(), game.running.seed, BEGUN_AT), events, BEGUN_AT)
