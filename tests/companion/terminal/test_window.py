import asyncio
import io
import os
import pty
import termios
from collections.abc import Awaitable, Callable, Iterator
from gettext import NullTranslations
from itertools import combinations, product
from random import Random
from threading import Thread, get_ident
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from companion.core.model import Model, Transition
from companion.locale.translator import Translator, languages, translator_for
from companion.pages.attract import AttractPage
from companion.program.view import view
from companion.runtime.keyboard import KEY_BINDINGS, KEY_LIST, MOUSE_LIST, KeyRepeats
from companion.terminal import MIN_SIZE, Size, TerminalError, check
from companion.terminal.frontend import LogLines, TerminalFrontend
from companion.terminal.window import OpenPage, Window
from companion.ui.screen import Option, Screen
from hardware.device import BLANK, Button, Colour, Tone
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages import piratenclaim
from tests.companion.pages.sitting import set_up
from tests.companion.terminal.pilot import lines, run

FRAME = replace(BLANK, screen=Random(1).randbytes(1024), contrast=255, lights=(Colour(1, 2, 3),) * 36)
ENGLISH = translator_for("en")
WIDER = Size(120, 40)
SMALLER = Size(79, 24)


@pytest.mark.parametrize("size", [MIN_SIZE, WIDER])
def test_all_parts_fit_into_the_window(size: Size) -> None:
    async def scenario(window: Window, _: Pilot[None]) -> None:
        whole = window.screen.region
        parts = [part.region for part in window.query("#page, #board, #notes, #words")]
        assert all(part.area and whole.contains_region(part) for part in parts)
        assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
        assert not any(any(part.scrollbars_enabled) for part in window.query("*"))
        assert tuple(whole.size) == size

    run(scenario, size=size)


def test_a_key_shows_the_screen_of_the_box_pixel_by_pixel() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_frame(FRAME, ENGLISH)
        await pilot.press("d")
        await pilot.pause()
        shown = [line[1:65] for line in lines(window)[1:17]]
        for x, y in product(range(128), range(64)):
            is_on = bool(FRAME.screen[16 * y + x // 8] >> (7 - x % 8) & 1)
            bit = ((0, 1, 2, 6), (3, 4, 5, 7))[x % 2][y % 4]
            assert bool(ord(shown[y // 4][x // 2]) - 0x2800 >> bit & 1) == is_on
        await pilot.press("d")
        await pilot.pause()
        assert window.query_one("#page").region.area
        assert not window.query_one("#oled").region.area

    run(scenario)


def test_the_lights_have_the_colours_of_the_frame() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_frame(FRAME, ENGLISH)
        await pilot.pause()
        styles = [segment.style for strip in window.screen._compositor.render_strips() for segment in strip]
        assert any(style and style.color and style.color.name == "#010203" for style in styles)

    run(scenario)


def test_every_key_presses_its_button(monkeypatch: pytest.MonkeyPatch) -> None:
    bound = [(key, binding.button, binding.held) for binding in KEY_BINDINGS for key in binding.keys]
    presses: list[tuple[Button, bool]] = []
    # Two keys of one button that a slow machine presses some time apart would count as one key that is held.
    monkeypatch.setattr(KeyRepeats, "take", lambda _, button, *, held: presses.append((button, held)))

    async def scenario(_: Window, pilot: Pilot[None]) -> None:
        await pilot.press(*(key for key, _, _ in bound))

    run(scenario)
    assert presses == [(button, held) for _, button, held in bound]


class FakeTimers:
    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, wait_s: float, act: Callable[[], None]) -> "FakeTimers":
        self._due = [(self.now + wait_s, act)]
        return self

    def cancel(self) -> None:
        self._due = []

    def wait(self, seconds: float) -> None:
        self.now += seconds
        due, self._due = self._due, [each for each in self._due if each[0] > self.now]
        for at, act in due:
            if at <= self.now:
                act()


@pytest.mark.parametrize(
    ("button", "gaps_s", "presses"),
    [
        (Button.OK, [0.5, *[0.033] * 30], 1),
        (Button.OK, [0.25, *[0.092] * 10], 1),
        (Button.OK, [0.225, *[0.03] * 10], 1),
        (Button.OK, [0.66, *[0.04] * 10, 0.2, *[0.04] * 10, 2.0], 2),
        (Button.OK, [0.333] * 9, 10),
        (Button.OK, [0.15] * 9, 10),
        (Button.OK, [0.5, 0.15, 0.5], 4),
        (Button.OK, [0.08, 0.5, 3.0], 4),
        (Button.RIGHT, [0.5, *[0.033] * 9], 11),
    ],
)
def test_a_held_key_presses_once_and_quick_taps_are_all_counted(
    button: Button, gaps_s: list[float], presses: int
) -> None:
    time, made = FakeTimers(), list[Button]()
    repeats = KeyRepeats(lambda button, _: made.append(button), lambda: time.now, time.call_later)
    repeats.take(button, held=False)
    for gap_s in gaps_s:
        time.wait(gap_s)
        repeats.take(button, held=False)
    time.wait(1)
    assert len(made) == presses


def test_a_click_on_a_label_presses_its_button() -> None:
    presses: list[tuple[Button, bool]] = []

    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        home = AttractPage()
        buttons = {button: Option(button.value, lambda: Transition(Model(home, home))) for button in Button}
        window.show_page(OpenPage(Screen(), ENGLISH), buttons)
        await pilot.pause()
        for button in Button:
            await pilot.click("#words", offset=(lines(window)[22].index(button.value), 0), shift=button is Button.UNDO)

    run(scenario, lambda *press: presses.append(press))
    assert presses == [(button, button is Button.UNDO) for button in Button]


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_a_key_quits_the_program(key: str) -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert not window.is_running

    run(scenario)


def test_a_terminal_made_too_small_says_so_and_recovers() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(*SMALLER)
        window.show_frame(FRAME, ENGLISH)
        await pilot.pause()
        output = [line.strip() for line in lines(window) if line.strip()]
        assert output == ["the window needs 80 by 24 cells; this terminal has 79 by 24"]
        await pilot.resize_terminal(*MIN_SIZE)
        await pilot.pause()
        assert any("▀▀▀ ▀▀▀" in line for line in lines(window))

    run(scenario)


def test_the_window_uses_the_language_of_the_companion() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_frame(FRAME, Translator("xx", cast("NullTranslations", SimpleNamespace(gettext=str.upper))))
        await pilot.pause()
        everything = "\n".join(lines(window))
        assert all(text in everything for text in ("CLAIM COMPANION", "MENU", "KEYS", "QUIT"))

    run(scenario)


def test_all_keys_are_listed_in_the_smallest_window_in_every_language() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        for language in languages():
            speaks = translator_for(language)
            window.show_frame(FRAME, speaks)
            await pilot.pause()
            await pilot.press("question_mark")
            await pilot.pause()
            shown = " ".join(" ".join(lines(window)).replace("│", " ").split())
            listed = [*(f"{keys} {speaks(words)}" for keys, words in KEY_LIST), *map(speaks, MOUSE_LIST)]
            assert [words for words in listed if words not in shown] == []
            await pilot.press("escape")
            await pilot.pause()
            assert speaks(MOUSE_LIST[2]) not in " ".join(" ".join(lines(window)).split())

    run(scenario)


UTF8 = {"TERM": "xterm-256color"}


@pytest.fixture
def tty() -> Iterator[io.TextIOWrapper]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        yield stream
    os.close(ours)


def test_a_terminal_of_80_by_24_is_accepted(tty: io.TextIOWrapper) -> None:
    check((tty, tty), UTF8)
    assert Size(*os.get_terminal_size(tty.fileno())) == (80, 24)


def test_a_pipe_is_not_accepted_as_terminal(tty: io.TextIOWrapper) -> None:
    with pytest.raises(TerminalError, match="--terminal needs a terminal"):
        check((tty, io.StringIO()), UTF8)


@pytest.mark.parametrize("environ", [{}, {"TERM": "dumb"}])
def test_a_terminal_without_cursor_control_is_rejected(tty: io.TextIOWrapper, environ: dict[str, str]) -> None:
    with pytest.raises(TerminalError, match=f"TERM={environ.get('TERM', '')} cannot"):
        check((tty,), environ)


def test_the_error_of_a_small_terminal_names_the_required_size(tty: io.TextIOWrapper) -> None:
    termios.tcsetwinsize(tty.fileno(), (23, 80))
    with pytest.raises(TerminalError, match="needs 80 by 24 cells; this terminal has 80 by 23"):
        check((tty,), UTF8)


def test_a_terminal_without_utf_8_is_rejected(tty: io.TextIOWrapper) -> None:
    tty.reconfigure(encoding="latin-1")
    with pytest.raises(TerminalError, match="UTF-8"):
        check((tty,), UTF8)


Scenario = Callable[[Pilot[None]], Awaitable[None]]
TIMEOUT_S = 20.0
MODEL = Model(page=AttractPage(), home=AttractPage(), colours=(Colour(0, 204, 136),))


def run_with(terminal: TerminalFrontend, scenario: Scenario) -> None:
    async def play() -> None:
        async with terminal.window.run_test(size=(80, 24)) as pilot:
            await scenario(pilot)

    asyncio.run(play())


def test_events_before_the_window_opens_are_shown() -> None:
    terminal = TerminalFrontend(lambda *_: None)
    terminal.show(view(MODEL, 0.0), MODEL)
    terminal.announce("Green, roll!")
    terminal.play([Tone(440, 0.1)])

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.pause()
        shown = lines(terminal.window)
        assert shown[2].startswith("│press ok to play")
        assert "Green, roll!" in shown[19]
        assert shown[22].startswith("│⏎ New game")

    run_with(terminal, scenario)


def test_the_buttons_say_what_they_do() -> None:
    terminal = TerminalFrontend(lambda *_: None)
    terminal.show(view(MODEL, 0.0), MODEL)

    def nothing() -> Transition:
        return Transition(MODEL)

    async def scenario(pilot: Pilot[None]) -> None:
        given = dict.fromkeys(Button, Option("undo", None, "does nothing here")) | {
            Button.LEFT: Option("Odds", nothing, "in full"),
            Button.OK: Option("Roll again", nothing, "7.9% bust"),
        }
        for bank, words in (
            ("Bank 2 fields", "⏎ Roll again: 7.9% bust · b Bank 2 fields: then [b]Kim rolls · ← Odds: in full"),
            ("Bank" * 20, f"⏎ Roll again · b {'Bank' * 12}Ban… · ← Odds"),
        ):
            given[Button.BANK] = Option(bank, nothing, "then [b]Kim rolls")
            terminal.window.show_page(OpenPage(Screen(), MODEL.translate), given)
            await pilot.pause()
            assert lines(terminal.window)[22] == f"│{words:78}│"

    run_with(terminal, scenario)


def test_log_messages_of_every_thread_are_recorded() -> None:
    noted: list[tuple[str, int]] = []

    async def log() -> None:
        stream = LogLines(lambda line: noted.append((line, get_ident())))
        thread = Thread(target=stream.write, args=["no answer\nfrom the lights\n"])
        thread.start()
        await asyncio.to_thread(thread.join)

    asyncio.run(log())
    assert noted == [("no answer", get_ident()), ("from the lights", get_ident())]


def test_the_keys_of_map_and_coach_are_shown_where_there_is_one() -> None:
    terminal = TerminalFrontend(lambda *_: None)
    shown = []

    async def scenario(pilot: Pilot[None]) -> None:
        for model in (MODEL, piratenclaim.played(*piratenclaim.ENTERED), set_up(BETWEEN)):
            terminal.show(view(model, 0.0), model)
            await pilot.pause()
            shown.append([key for key in ("v map", "c coach") if key in lines(terminal.window)[-1]])

    run_with(terminal, scenario)
    assert shown == [[], ["v map"], ["c coach"]]
