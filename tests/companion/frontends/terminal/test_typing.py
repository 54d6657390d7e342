"""Typing in the terminal: a word for sealed dice may be any text, not only six digits."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from companion.core.messages import Choose, Chosen, Refusal
from companion.core.viewer_kind import BOX
from companion.frontends.terminal import BRAILLE
from companion.frontends.terminal.frontend import TerminalFrontend
from companion.locale.translator import translator_for
from companion.pages.seal import WORD_FAULT, WordPage
from companion.program.update import update
from hardware.device import Button
from tests.companion.frontends.terminal.pilot import lines
from tests.companion.frontends.terminal.recorder import at, show
from tests.companion.pages.seal import SCENES
from tests.companion.pages.shell import SCENES as SHELL

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from companion.core.messages import Action
    from companion.core.model import Model
    from companion.core.viewer_kind import ViewerKind
    from companion.frontends.terminal.window import Window
    from companion.runtime.loop import Loop

WORD = SCENES["seal_word"]()
WORDS_LINE = 19
"""The line below the board, from 0: what the buttons do, or what is typed."""
TYPED = "quick Dumb bats, said ü?"
"""With every letter that is a key of a button otherwise."""


def line(pilot: Pilot[None]) -> str:
    """What the line says."""
    return lines(cast("Window", pilot.app))[WORDS_LINE].strip("│ ")


async def type_text(pilot: Pilot[None], text: str) -> None:
    """Hits the keys of a text."""
    for letter in text:
        await pilot.press({" ": "space", "?": "question_mark", ",": "comma"}.get(letter, letter))


class Table:
    """A loop that answers at once: the model changes, or the choice is refused."""

    def __init__(self, model: Model, terminal: TerminalFrontend) -> None:
        self.model = model
        self._terminal = terminal

    def enqueue(self, action: Action, _sender: ViewerKind, reply: object) -> None:
        """Applies a choice."""
        assert isinstance(action, Choose)
        assert callable(reply)
        step = update(self.model, Chosen(action.name, action.value, 0.0, BOX))
        if step.refusal is not None:
            reply(step.refusal)
        self.model = step.model
        show(self._terminal, self.model)

    def stop(self) -> None:
        """The window was left."""


def test_a_word_is_typed_with_every_letter() -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        assert line(pilot).startswith("t type it · ")
        await pilot.press("t")
        await type_text(pilot, TYPED)
        assert line(pilot) == TYPED
        await pilot.press("enter")
        assert done == [Choose("word", TYPED)]

    at(WORD, scenario)


@pytest.mark.parametrize("name", ["attract", "setup_2_players", "menu_top", "info_fair"])
def test_where_no_text_is_asked_for_nothing_is_typed(name: str) -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        before = line(pilot)
        await pilot.press("t")
        assert (line(pilot), done, "type it" in before) == (before, [], False)

    at(SHELL[name](), scenario)


def test_escape_gives_it_up() -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        before = line(pilot)
        await pilot.press("t", "x", "escape")
        assert line(pilot) == before
        await pilot.press("t", "enter")
        assert (line(pilot), done) == (before, [])

    at(WORD, scenario)


def test_a_word_that_was_refused_stays_to_be_mended() -> None:
    async def scenario(pilot: Pilot[None], _done: list[Action]) -> None:
        await pilot.press("t", "x", "enter")
        assert line(pilot) == "x"
        await pilot.press("y")
        assert line(pilot) == "xy"
        assert translator_for("de")(WORD_FAULT)[:60] in lines(cast("Window", pilot.app))[22]

    at(replace(WORD, language="de"), scenario, refusal=Refusal("word", WORD_FAULT))


def test_a_word_that_was_accepted_makes_the_keys_buttons_again() -> None:
    touched: list[Button] = []

    async def play() -> None:
        terminal = TerminalFrontend(lambda button, _: touched.append(button), half=False)
        table = Table(WORD, terminal)
        # In the place of `run`, which opens a real terminal.
        terminal._loop = cast("Loop", table)
        async with terminal.window.run_test(size=BRAILLE) as pilot:
            show(terminal, WORD)
            await pilot.pause()
            await pilot.press("t", *"ü" * 33, "enter")
            assert table.model.page is WORD.page
            await pilot.press("backspace", "enter")
            assert table.model.page == WordPage(WORD.page.seat, typed="ü" * 32)  # type: ignore[attr-defined]
            assert "Add this word" in line(pilot)
            await pilot.press("enter")
            await asyncio.to_thread(terminal._press_queue.close)

    asyncio.run(play())
    assert touched == [Button.OK]


def test_control_c_leaves_while_a_word_is_typed() -> None:
    async def scenario(pilot: Pilot[None], _done: list[Action]) -> None:
        await pilot.press("t", "q")
        assert (line(pilot), pilot.app.is_running) == ("q", True)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert not pilot.app.is_running

    at(WORD, scenario)
