import asyncio
from collections.abc import Awaitable, Callable
from threading import Thread, get_ident

from textual.pilot import Pilot

from companion.core.model import Model, Transition
from companion.pages.attract import AttractPage
from companion.program.view import view
from companion.terminal.frontend import LogLines, TerminalFrontend
from companion.terminal.panels import OpenPage
from companion.ui.screen import Option, Screen
from hardware.device import Button, Colour, Tone
from tests.companion.pages import piratenclaim
from tests.companion.terminal.pilot import lines

Scenario = Callable[[Pilot[None]], Awaitable[None]]

PATIENCE_S = 20.0
MODEL = Model(page=AttractPage(), home=AttractPage(), colours=(Colour(0, 204, 136),))


def at(terminal: TerminalFrontend, scenario: Scenario) -> None:
    async def play() -> None:
        async with terminal.window.run_test(size=(80, 24)) as pilot:
            await scenario(pilot)

    asyncio.run(play())


def test_what_came_before_the_window_opened_is_shown() -> None:
    terminal = TerminalFrontend(lambda *_: None, half=False)
    terminal.show(view(MODEL, 0.0), MODEL)
    terminal.announce("Green, roll!")
    terminal.play([Tone(440, 0.1)])

    async def scenario(pilot: Pilot[None]) -> None:
        await pilot.pause()
        shown = lines(terminal.window)
        assert shown[2].startswith("│press ok to play")
        assert "Green, roll!" in shown[19]
        assert shown[22].startswith("│⏎ New game")

    at(terminal, scenario)


def test_the_buttons_say_what_they_do() -> None:
    terminal = TerminalFrontend(lambda *_: None, half=False)
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

    at(terminal, scenario)


def test_what_is_logged_in_any_thread_is_noted() -> None:
    noted: list[tuple[str, int]] = []

    async def log() -> None:
        stream = LogLines(lambda line: noted.append((line, get_ident())))
        thread = Thread(target=stream.write, args=["no answer\nfrom the lights\n"])
        thread.start()
        await asyncio.to_thread(thread.join)

    asyncio.run(log())
    assert noted == [("no answer", get_ident()), ("from the lights", get_ident())]


def test_the_map_of_a_game_comes_and_goes_with_it() -> None:
    terminal = TerminalFrontend(lambda *_: None, half=False)
    shown = []

    async def scenario(pilot: Pilot[None]) -> None:
        for model in (MODEL, piratenclaim.played(*piratenclaim.ENTERED), MODEL):
            terminal.show(view(model, 0.0), model)
            await pilot.pause()
            shown.append("v map" in lines(terminal.window)[-1])

    at(terminal, scenario)
    assert shown == [False, True, False]
