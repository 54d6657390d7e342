"""A terminal without a companion; its actions are recorded."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from textual.pilot import Pilot

from companion.core.lineup import ViewerKind
from companion.core.messages import Action, Chosen, Pointed
from companion.core.model import Model, Refusal
from companion.program.view import view
from companion.runtime.loop import Loop
from companion.terminal import MIN_SIZE, Size
from companion.terminal.boards import largest_pitch
from companion.terminal.frontend import TerminalFrontend
from companion.terminal.window import Window
from engine.claimit import Roll
from tests.companion.pages import klondike, piratenclaim
from tests.companion.pages.claimit import CROWDED, RISKY
from tests.companion.pages.sitting import press, set_up
from tests.companion.terminal.pilot import lines

Scenario = Callable[[Pilot[None], list[Action]], Awaitable[None]]


class Recorder:
    def __init__(self, refusal: Refusal | None = None) -> None:
        self.done: list[Action] = []
        self._refusal = refusal

    def enqueue(self, action: Action, _sender: ViewerKind, reply: Callable[[Refusal], object]) -> None:
        self.done.append(action)
        if self._refusal is not None:
            reply(self._refusal)

    def stop(self) -> None:
        pass


def run_at(model: Model, scenario: Scenario, *, size: Size = MIN_SIZE, refusal: Refusal | None = None) -> None:
    async def play() -> None:
        terminal, loop = TerminalFrontend(lambda *_: None), Recorder(refusal)
        # In the place of `run`, which opens a real terminal.
        terminal._loop = cast("Loop", loop)
        async with terminal.window.run_test(size=size) as pilot:
            show(terminal, model)
            await pilot.pause()
            await scenario(pilot, loop.done)

    asyncio.run(play())


def show(terminal: TerminalFrontend, model: Model) -> None:
    terminal.show(view(model, 0.0), model)


ROLLED = set_up(CROWDED, Roll((3, 6, 6)))
HIGHER = Size(80, 40)


def notes(terminal: TerminalFrontend) -> list[str]:
    return [line.strip("│ ") for line in lines(terminal.window)[19:22]]


def offset_of(window: Window, column: int, row: int) -> tuple[int, int]:
    region = window.query_one("#board").region
    pitch = largest_pitch(*region.size)
    left = (region.width - 6 * pitch.columns - 1) // 2
    top = (region.height - 6 * pitch.rows - 1) // 2
    return left + 2 + pitch.columns * (column - 1), top + pitch.rows * (6 - row)


async def click_lamp(pilot: Pilot[None], column: int, row: int) -> None:
    await pilot.click("#board", offset=offset_of(cast("Window", pilot.app), column, row))
    await pilot.pause()


@pytest.mark.parametrize(("column", "row"), [(3, 6), (6, 1)])
def test_a_click_on_a_light_points_at_its_field(column: int, row: int) -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        await click_lamp(pilot, column, row)
        assert done == [Pointed(f"{column}/{row}")]

    run_at(ROLLED, scenario)


def test_a_click_on_a_number_at_the_edge_points_at_its_line() -> None:
    async def click_numbers(pilot: Pilot[None]) -> None:
        (across, below), (alongside, up) = (offset_of(cast("Window", pilot.app), *field) for field in ((3, 1), (1, 6)))
        for offset in ((across + 1, below + 2), (alongside - 2, up)):
            await pilot.click("#board", offset=offset)
            await pilot.pause()

    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        await click_numbers(pilot)
        assert done == [Pointed("column 3"), Pointed("row 6")]

    async def nothing(pilot: Pilot[None], done: list[Action]) -> None:
        await click_numbers(pilot)
        assert done == []

    run_at(ROLLED, scenario)
    run_at(set_up(CROWDED), nothing)


def test_an_unavailable_field_says_why() -> None:
    async def scenario(pilot: Pilot[None], _done: list[Action]) -> None:
        await click_lamp(pilot, 1, 1)
        assert "1/1: Not available: does not match your roll." in lines(cast("Window", pilot.app))[19]

    run_at(ROLLED, scenario)


def test_without_a_choice_a_click_shows_the_content_of_a_field() -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        await click_lamp(pilot, 1, 6)
        assert "1/6: Blue." in lines(cast("Window", pilot.app))[19]
        assert done == []

    run_at(press(set_up(CROWDED), "hold undo"), scenario)


def test_a_click_names_a_tile() -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        window = cast("Window", pilot.app)
        tiles = window.query_one("#tiles")
        rows = lines(window)[tiles.region.y : tiles.region.bottom]
        await pilot.click("#tiles", offset=(rows[1].index("3|5") - tiles.region.x, 1))
        assert done == [Chosen("tile", "3|5")]
        assert not any(tiles.region.overlaps(part.region) for part in window.query("#words, #notes, #figures"))

    run_at(klondike.TURNS["turn_tile_first"](), scenario)


@pytest.mark.parametrize(("keys", "size"), [("v", MIN_SIZE), ("", HIGHER)])
def test_a_click_on_the_map_points_at_its_field(keys: str, size: Size) -> None:
    async def scenario(pilot: Pilot[None], done: list[Action]) -> None:
        await pilot.press(*keys)
        await pilot.pause()
        window = cast("Window", pilot.app)
        board = window.query_one("#map")
        assert all(window.query_one(part).region.area for part in ("#page", "#figures"))
        rows = lines(window)[board.region.y : board.region.bottom]
        down, across = next((down, row.index("0/")) for down, row in enumerate(rows) if "0/" in row)
        await pilot.click("#map", offset=(across - board.region.x, down))
        assert done == [Pointed(rows[down][across : across + 3])]

    run_at(piratenclaim.SCENES["board_crowded"](), scenario, size=size)


def test_a_rejection_is_shown_in_the_log() -> None:
    async def scenario(pilot: Pilot[None], _done: list[Action]) -> None:
        await click_lamp(pilot, 3, 6)
        assert any("No such place {here}." in line for line in lines(cast("Window", pilot.app)))

    run_at(ROLLED, scenario, refusal=Refusal("syntax", "No such place {here}."))


def test_fields_have_letters() -> None:
    shown: list[str] = []

    async def scenario(pilot: Pilot[None], _done: list[Action]) -> None:
        shown.extend(lines(cast("Window", pilot.app)))

    run_at(ROLLED, scenario)
    board = "\n".join(shown)
    assert all(sign in board for sign in ("G", "B", "○", "<", "+"))


def test_the_log_follows_the_game() -> None:
    async def play() -> None:
        terminal = TerminalFrontend(lambda *_: None)
        async with terminal.window.run_test(size=MIN_SIZE) as pilot:
            terminal.announce("Green starts")
            for events in range(3):
                show(terminal, set_up(CROWDED, *RISKY[:events]))
            await pilot.pause()
            assert notes(terminal) == ["Green rolled 3 6 6: claim stone 6 on 3/6", "", ""]

    asyncio.run(play())


def test_an_announcement_is_above_the_log_until_the_next_event() -> None:
    async def play() -> None:
        terminal = TerminalFrontend(lambda *_: None)
        last = []
        async with terminal.window.run_test(size=MIN_SIZE) as pilot:
            show(terminal, set_up(CROWDED))
            for number in range(1, 4):
                if number == 2:
                    terminal.announce("Last round!")
                show(terminal, set_up(CROWDED, *RISKY[:number]))
                await pilot.pause()
                last.append(notes(terminal)[0])
        assert last == ["Green rolled 3 6 6", "Last round!", "Green rolled 1 6 2"]

    asyncio.run(play())
