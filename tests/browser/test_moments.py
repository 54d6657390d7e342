from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.runtime.journal import Journal
from engine.game import Json
from hardware.device import Button
from tests.browser.hands import in_menu
from tests.browser.seat import Seat
from tests.companion.program.played import BEGUN as BEGUN_AT
from tests.companion.program.played import played

pytestmark = pytest.mark.slow
BEGUN = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
EARS = """
    window.heard = [];
    window.said = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); return start.call(this, at); };
    speechSynthesis.speak = ({ text, lang }) => said.push([text, lang]);
"""
READER = """
    window.read = [];
    new MutationObserver(() => read.push(document.getElementById("live").textContent))
        .observe(document.getElementById("live"), { childList: true });
"""
"""What a screen reader would read out."""


def test_nothing_sounds_before_it_is_switched_on(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--set", "table.language=de")
    page, switch = seat.page, seat.page.locator(".tool.sound")
    page.add_init_script(EARS)
    page.reload()
    seat.agrees()
    a_turn(seat)
    assert page.evaluate("heard.length + said.length") == 0
    in_menu(page, ".tool.sound").click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    a_turn(seat)
    seat.until_page("heard.length > 0 && said.length > 0")
    assert {language for _, language in page.evaluate("said")} == {"de"}
    in_menu(page, ".tool.sound").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    received = page.evaluate("heard.length + said.length")
    a_turn(seat)
    assert page.evaluate("heard.length + said.length") == received


def a_turn(seat: Seat) -> None:
    seat.press_rejected(Button.LEFT)
    while seat.frame.page != "choose":
        seat.press(Button.OK)
    seat.press(Button.BANK)
    while seat.frame.page != "turn":
        seat.press(Button.OK)
    seat.agrees()


def test_a_bust_and_the_turn_after_it_are_read_out_once(sit: Callable[..., Seat]) -> None:
    seat = sit(*BEGUN, "--dice", "hand")
    seat.page.evaluate(READER)
    while seat.frame.page != "bust":
        seat.press(Button.OK)
    seat.read_for(0.3)
    while seat.frame.page != "turn":
        seat.press(Button.OK)
    seat.read_for(0.3)
    expect(seat.page.locator("#live")).to_contain_text("Blue")
    in_menu(seat.page, "select.tool").select_option("nl")
    expect(seat.page.locator("html")).to_have_attribute("lang", "nl")
    read = seat.page.evaluate("read")
    assert sum("Bust!" in text for text in read) == 1
    assert sum("roll!" in text for text in read) == 1
    assert all(text != after for text, after in pairwise(read))


TABLE = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
NO_GUIDE = ("--set", "table.guide=false")
HIDES = """() => new Promise((done) => {
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


def test_the_result_of_a_roll_appears_when_the_dice_rest(sit: Callable[..., Seat]) -> None:
    seat = sit(*TABLE, *NO_GUIDE)
    page = seat.page
    assert page.evaluate(HIDES) == [True, True]
    expect(page.locator(".turn h2")).to_have_text("Place a stone")
    expect(page.locator("#actions")).to_have_css("opacity", "1")
    seat.press(Button.OK)
    seat.settled()
    seat.read_for(0.3)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(HIDES) == [False, False]


def test_the_same_people_play_again_with_one_click(sit: Callable[..., Seat], tmp_path: Path) -> None:
    keep(tmp_path / "journal", [event for event in played().events if event["event"] != "reveal"])
    seat = sit(*NO_GUIDE, "--resume")
    in_menu(seat.page, ".tool.history").click()
    expect(seat.page.locator("dialog")).to_contain_text("The finished game is saved.")
    expect(seat.page.locator("dialog")).not_to_contain_text("no games yet")
    seat.page.keyboard.press("Escape")
    again = seat.page.locator(".act.bank")
    expect(again).to_contain_text("Play again")
    expect(again).to_contain_text("same players")
    again.click()
    assert seat.wait_for_page("begins").page == "begins"
    expect(seat.page.locator(".players tbody th")).to_contain_text(["Green", "Blue"])
    in_menu(seat.page, ".tool.history").click()
    expect(seat.page.locator("dialog summary")).to_have_count(1)


def keep(journal: Path, events: list[Json]) -> None:
    game = played()
    with Journal.open(journal) as opened:
        opened.append(opened.begin(game.running.lineup.to_json(), game.running.seed, BEGUN_AT), events, BEGUN_AT)
