"""Moments that everybody shares: dice that tumble, a bust, the last round, the winner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.locale.translator import languages
from companion.runtime.journal import Journal
from engine.claimit import largest_mine
from hardware.device import Button
from tests.browser.test_looks import faults
from tests.companion.program.played import BEGUN, played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from engine.game import Json
    from tests.browser.seat import Seat

pytestmark = pytest.mark.slow
TABLE = ("--players", "2", "--first", "0", "--seed", "c1" * 32)
NO_GUIDE = ("--set", "table.guide=false")
TUMBLES = """
    window.tumbles = [];
    new MutationObserver((changes) => {
        for (const card of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
            const dice = card.matches?.(".dice") ? [...card.querySelectorAll(".die")] : [];
            if (!dice.length) continue;
            tumbles.push(dice.map((die) => ({
                hidden: getComputedStyle(die.querySelector("circle")).opacity === "0",
                ms: die.getAnimations({ subtree: true }).map((each) => each.effect.getTiming().duration),
            })));
        }
    }).observe(document.querySelector("#board"), { childList: true });
"""
"""What each drawing of the dice began with: whether their pips are hidden, how long their animations take."""
TELLS = """
    window.seen = [];
    const tell = () => {
        const says = [document.querySelector(".turn h2").textContent, document.getElementById("live").textContent];
        const lit = document.querySelectorAll(".field.usable, .field.lit").length;
        seen.push([performance.now(), document.body.classList.contains("tumbles"), `${says} ${lit}`]);
        requestAnimationFrame(tell);
    };
    tell();
"""
"""What the page says and lights, picture by picture, and whether dice tumble."""
AT_REST = 'document.querySelector(".dice").getAnimations({ subtree: true }).length === 0'
FITS = """(() => {
    const boxes = [...document.querySelectorAll("#board, .turn, .act")].map((part) => part.getBoundingClientRect());
    const seen = boxes.filter(({ height }) => height);
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    return seen.length > 2 && !wide && seen.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
})()"""
OVER_LETTERS = """fields => fields.filter((field) => {
    const [sign, ...letters] = [".sign", ".stack text"].flatMap((part) => [...field.querySelectorAll(part)]);
    const last = letters.at(-1).getBoundingClientRect();
    return last.bottom - last.height / 4 > sign.getBoundingClientRect().top;
}).length"""
"""How many numbers of a mine lie over the letter of a stone; below that a line has room of its own."""
FOCUS = "document.activeElement.tagName"


def tumbles(page: Page) -> list[list[bool]]:
    """Of each drawing of the dice since the page was watched, which ones began to tumble, for 0.4 s."""
    drawn = page.evaluate("tumbles")
    assert {ms for dice in drawn for die in dice for ms in die["ms"]} <= {400}
    return [[die["hidden"] and bool(die["ms"]) for die in dice] for dice in drawn]


def test_dice_tumble_before_they_show(sit: Callable[..., Seat]) -> None:
    seat = sit(*TABLE, *NO_GUIDE)
    seat.page.evaluate(TUMBLES)
    seat.touch(Button.OK)
    dice = seat.page.locator(".dice .die")
    expect(dice).to_have_count(3)
    assert tumbles(seat.page)[0] == [True] * 3
    seat.until_page(AT_REST)
    for pip in dice.first.locator("> circle").all():
        expect(pip).to_have_css("opacity", "1")
    expect(dice.first.locator(".other").first).to_have_css("opacity", "0")
    drawings = len(tumbles(seat.page))
    seat.touch(Button.OK)
    seat.touch(Button.UNDO)
    expect(dice).to_have_count(3)
    assert tumbles(seat.page)[drawings:] == [[False] * 3]
    seat.page.reload()
    expect(dice).to_have_count(3)
    assert seat.page.evaluate(AT_REST)


def test_what_a_roll_leads_to_is_told_once_its_dice_lie(sit: Callable[..., Seat]) -> None:
    seat = sit(*TABLE, *NO_GUIDE)
    page = seat.page
    page.wait_for_timeout(1000)  # the frame in the player's colour is gone
    page.evaluate(TELLS)
    seat.by_keys = True
    seat.touch(Button.OK)
    expect(page.locator(".turn h2")).to_have_text("Green: where does the stone go?")
    seen = page.evaluate("seen")
    held = [place for place, (_, tumbles, _) in enumerate(seen) if tumbles]
    assert {says for _, _, says in seen[: held[-1] + 1]} == {seen[0][2]}
    assert 350 < seen[held[-1] + 1][0] - seen[held[0]][0] < 600
    expect(page.locator(".field.usable")).not_to_have_count(0)
    expect(page.locator("#live")).to_contain_text("1 of ")
    seat.touch(Button.OK)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("seen.length = 0")
    seat.touch(Button.OK)
    seat.settled()
    assert not any(tumbles for _, tumbles, _ in page.evaluate("seen"))


def test_dice_that_lay_there_before_do_not_tumble_in_a_resumed_game(sit: Callable[..., Seat], tmp_path: Path) -> None:
    events = played().events
    first = next(place for place, event in enumerate(events) if event["event"] == "place")
    keep(tmp_path / "journal", list(events[:first]))
    seat = sit(*NO_GUIDE)
    resume = seat.page.locator("#form [data-key=Resume]")
    expect(resume).to_be_visible()
    seat.page.evaluate(TELLS)
    resume.click()
    expect(seat.page.locator(".turn h2")).to_contain_text("where does the stone go?")
    assert not any(tumbles for _, tumbles, _ in seat.page.evaluate("seen"))


def test_what_each_has_rolled_for_the_beginning_is_seen(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "3", "--seed", "c1" * 32, *NO_GUIDE)
    seat.by_keys = True
    for _ in range(5):  # the second and the third tie
        seat.touch(Button.OK)
    begins = seat.page.locator(".turn h2")
    expect(begins).to_have_text("Orange begins: 5 5 6 = 16")
    expect(seat.page.locator(".rolls li")).to_have_text(["GGreen12", "BBlue13, 7", "OOrange13, 16"])
    expect(seat.page.locator(".rolls .die")).to_have_count(9)
    expect(seat.page.locator(".rolls [aria-current]")).to_contain_text("Orange")


def test_dice_that_tumble_cover_no_heading(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--seed", "c1" * 32)
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 640})
    heading = page.locator(".turn h2")
    expect(heading).to_have_text("Green rolls for the beginning")
    seat.by_keys = True
    seat.touch(Button.OK)
    expect(page.locator(".dice .die")).to_have_count(3)
    over = page.evaluate("""() => [...Array(9).keys()].map((step) => {
        for (const each of document.getAnimations()) {
            each.pause();
            each.currentTime = 50 * step + (each.effect.getTiming().delay || 0);
        }
        const tops = [...document.querySelectorAll(".dice .die")].map((die) => die.getBoundingClientRect().top);
        return document.querySelector(".turn h2").getBoundingClientRect().bottom - Math.min(...tops);
    })""")
    assert max(over) <= 0


def test_stones_move_for_a_moment_and_hold_up_no_press(sit: Callable[..., Seat]) -> None:
    seat = sit("--players", "2", "--first", "0", "--dice", "hand", *NO_GUIDE)
    page = seat.page
    seat.by_keys = True
    moving = """document.getAnimations().filter(({ effect }) => effect.target.matches(".stack, .flown")).map(
        ({ effect, animationName }) => [animationName, effect.getComputedTiming().endTime])"""

    def moved(name: str) -> None:
        seat.until_page(f"({moving}).some(([name]) => name === '{name}')")
        assert max(end for _, end in page.evaluate(moving)) <= 600

    entered = (*[Button.OK] * 4, Button.OK)  # three ones: 1/1, with claim stone 1, then with an ownership stone
    seat.touch(*entered)
    moved("put")
    seat.touch(*entered)
    seat.touch(*[Button.OK] * 4)
    assert seat.frame.page == "bust"
    moved("fly")
    expect(page.locator(".flown")).to_have_count(1)
    page.wait_for_timeout(300)  # a quicker press of the same key would be a double one; the stones still fly
    page.locator(".act.ok").click()
    seat.on("turn")
    seat.touch(*entered)
    seat.touch(Button.BANK)
    moved("turn")
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == []


def test_dice_that_were_entered_do_not_tumble(sit: Callable[..., Seat]) -> None:
    seat = sit(*TABLE, "--dice", "hand")
    seat.page.evaluate(TUMBLES)
    while seat.frame.page != "roll":
        seat.touch(Button.OK)
    expect(seat.page.locator(".dice .die")).to_have_count(3)
    assert tumbles(seat.page) == [[False] * 3]


def test_nothing_tumbles_for_whoever_wants_no_motion(sit: Callable[..., Seat]) -> None:
    seat = sit(*TABLE)
    seat.page.emulate_media(reduced_motion="reduce")
    seat.page.evaluate(TUMBLES)
    seat.touch(Button.OK)
    expect(seat.page.locator(".dice .die")).to_have_count(3)
    assert tumbles(seat.page)[0] == [False] * 3


@pytest.mark.parametrize("language", languages())
def test_a_bust_is_a_card_of_its_own(sit: Callable[..., Seat], language: str) -> None:
    seat = sit(*TABLE, "--dice", "hand", *NO_GUIDE, "--set", f"table.language={language}")
    page = seat.page
    page.set_viewport_size({"width": 360, "height": 640})
    seat.by_keys = True  # a click on the box would scroll down to it
    while seat.frame.page != "bust":
        seat.touch(Button.OK)
    card = page.locator(".card.moment.loss")
    news = card.locator(".news")
    expect(news).to_contain_text("1 1 1")
    expect(page.locator("#live")).to_contain_text(news.inner_text())
    expect(page.locator(".field .sign")).to_have_text(["\N{MULTIPLICATION SIGN}"])
    assert card.evaluate("card => getComputedStyle(card).backgroundColor") == "rgb(23, 25, 29)"
    fits(seat)
    assert faults(page) == []
    assert page.evaluate(FOCUS) == "BODY"
    # Why it had to be is said over the page, which stays as it is.
    before = page.locator(".card.players").bounding_box()
    card.locator(".command").click()
    expect(page.locator("#why .reasons li")).not_to_have_count(0)
    assert page.locator(".card.players").bounding_box() == before
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()
    seat.touch(Button.OK)
    expect(card).to_have_count(0)
    expect(page.locator(".field .sign")).to_have_count(0)


FROM_STRIP = """card => card.querySelector("h2").getBoundingClientRect().left - card.getBoundingClientRect().left
    - parseFloat(getComputedStyle(card).borderLeftWidth) - parseFloat(getComputedStyle(card, "::before").width)"""
"""How many pixels the words of a card stand from the pattern at its edge."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", languages())
def test_the_last_round_is_called_and_stays_marked(
    sit: Callable[..., Seat], tmp_path: Path, language: str, scheme: str
) -> None:
    keep(tmp_path / "journal", until_last_round())
    seat = sit(*NO_GUIDE, "--resume", "--set", f"table.language={language}")
    page = seat.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 640})
    seat.by_keys = True
    assert seat.frame.page == "last_round"
    card, notice = page.locator(".card.moment.call"), page.locator(".turn .lasting")
    expect(card.locator(".news")).to_be_visible()
    expect(notice).to_have_count(0)
    assert faults(page) == []
    fits(seat)
    for width, height in ((1280, 720), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert card.evaluate(FROM_STRIP) >= 0
    moves_last = card.locator(".news").inner_text().split(". ")[0]
    seat.touch(Button.OK)
    for leads_to in ("turn", "roll", "choose"):
        assert seat.frame.page == leads_to
        expect(notice).to_contain_text(moves_last)
        fits(seat)
        seat.touch(Button.OK)
    assert faults(page) == []


def test_the_winner_is_a_card_with_all_that_decided(sit: Callable[..., Seat], tmp_path: Path, browser: Browser) -> None:
    over = played()
    keep(tmp_path / "journal", [event for event in over.events if event["event"] != "reveal"])
    seat = sit(*NO_GUIDE, "--resume")
    watching = browser.new_page()
    watching.goto(seat.address)
    state = over.running.state
    (winner,) = state.winners or ()
    size = largest_mine(state, winner).bit_count()
    for page in (seat.page, watching):
        page.set_viewport_size({"width": 360, "height": 640})
        card = page.locator(".card.moment.end")
        expect(card.locator("h2")).to_have_text(f"{('Green', 'Blue')[winner]} wins!")
        expect(card.locator(".reasons")).to_contain_text(re.compile("Largest mine: .*Green|Blue"))
        assert sorted(map(int, page.locator(".field .sign").all_inner_texts())) == list(range(1, size + 1))
        assert page.locator(".field:has(.sign)").evaluate_all(OVER_LETTERS) == 0
        expect(page.locator(".players tbody th span").first).to_have_text(re.compile(r"^1\. "))
        expect(page.locator(".card.luck .chart")).to_be_visible()
        assert faults(page) == []
    fits(seat)
    expect(watching.locator(".act:visible")).to_have_count(0)
    watching.close()
    seat.page.locator(".card.end .command.story").click()
    expect(seat.page.locator("#story")).to_be_visible()


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
    """Writes an unfinished game of two into a new journal."""
    game = played()
    with Journal.open(journal) as opened:
        opened.append(opened.begin(game.running.lineup.to_json(), game.running.seed, BEGUN), events, BEGUN)


def until_last_round() -> list[Json]:
    """The events of a game up to the bank that calls the last round."""
    over = played()
    timeline = over.running.started_record.timeline
    before_start = next(place for place, event in enumerate(over.events) if event["event"] == "start")
    called = next(place for place, step in enumerate(timeline) if step.state.last_round is not None)
    return list(over.events[: before_start + called + 1])


def fits(seat: Seat) -> None:
    """Waits until board, turn and what can be done are to be seen together, without scrolling.

    Raises:
        TableError: they never are.
    """
    seat.until_page(FITS)
