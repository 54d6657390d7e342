"""Dice that tumble before what they lead to is told, and a game that is played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.runtime.journal import Journal
from engine.game import Json
from hardware.device import Button
from tests.browser.seat import Seat
from tests.companion.program.played import BEGUN, played

pytestmark = pytest.mark.slow
TABLE = ("--players", "2", "--first", "1", "--seed", "c1" * 32)
NO_GUIDE = ("--set", "table.guide=false")
TELLS = """
    window.seen = [];
    const tell = () => {
        const says = [".turn h2", "#live", ".act.ok .label"].map((part) => document.querySelector(part).textContent);
        const lit = document.querySelectorAll(".field.usable").length;
        seen.push([document.body.classList.contains("tumbles"), `${says} ${lit}`]);
        requestAnimationFrame(tell);
    };
    tell();
"""
"""What the page says and lights, picture by picture, and whether dice tumble."""


def test_what_a_roll_leads_to_is_told_once_its_dice_lie(sit: Callable[..., Seat]) -> None:
    seat = sit(*TABLE, *NO_GUIDE)
    page = seat.page
    page.evaluate(TELLS)
    seat.by_keys = True
    seat.touch(Button.OK)
    expect(page.locator(".turn h2")).to_have_text("Green: where does the stone go?")
    seen = page.evaluate("seen")
    held = [place for place, (tumbles, _) in enumerate(seen) if tumbles]
    assert {says for _, says in seen[held[0] : held[-1] + 1]} == {seen[0][1]}
    expect(page.locator(".field.usable")).not_to_have_count(0)
    expect(page.locator("#live")).to_contain_text("1 of ")
    seat.touch(Button.OK)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("seen.length = 0")
    seat.touch(Button.OK)
    expect(page.locator(".field.usable")).not_to_have_count(0)
    assert not any(tumbles for tumbles, _ in page.evaluate("seen"))


def test_the_same_people_play_again_with_one_click(sit: Callable[..., Seat], tmp_path: Path) -> None:
    keep(tmp_path / "journal", [event for event in played().events if event["event"] != "reveal"])
    seat = sit(*NO_GUIDE, "--resume")
    seat.page.locator(".tool.history").click()
    expect(seat.page.locator("dialog")).to_contain_text("comes into the history with Done")
    expect(seat.page.locator("dialog")).not_to_contain_text("no games yet")
    seat.page.keyboard.press("Escape")
    again = seat.page.locator(".act.bank")
    expect(again).to_contain_text("Play again")
    expect(again).to_contain_text("Green, Blue")
    again.click()
    assert seat.on("begins").page == "begins"
    expect(seat.page.locator(".players tbody th")).to_contain_text(["Green", "Blue"])
    seat.page.locator(".tool.history").click()
    expect(seat.page.locator("dialog summary")).to_have_count(1)


def keep(journal: Path, events: list[Json]) -> None:
    game = played()
    with Journal.open(journal) as opened:
        opened.append(opened.begin(game.running.lineup.to_json(), game.running.seed, BEGUN), events, BEGUN)
