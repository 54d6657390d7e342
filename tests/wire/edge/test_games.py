"""Whole games through the kernel's edge: they show the frames of the simulated device, and faults lose nothing."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.core.lineup import LineUp
from companion.core.model import Model
from companion.core.saved_games import Unfinished
from companion.main import run_table
from companion.program.view import View, view
from companion.runtime.journal import Journal
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.loop import Loop
from companion.settings.schema import Settings
from engine.game import Json, Seat
from hardware.box import Box
from hardware.device import Button, Input, Press, Tone
from hardware.light import Light
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Wiring
from tests.bench.seat import Player, at_table, pressed
from tests.wire.edge.box import I2C, ON_SPI, PATIENCE_S, PIXELS, Edge
from tests.wire.edge.conftest import AtEdge

pytestmark = pytest.mark.slow

Seen = tuple[tuple[tuple[int, int, int], ...], bytes]
"""The 36 lights as received, and the picture that the screen shows."""


class Table(NamedTuple):
    """A box, and the way in which it is operated."""

    box: Box
    inputs: SimpleQueue[Input]
    tap: Callable[[Button], None]
    see: Callable[[], Seen]

    def play_out(self, model: Model) -> list[Seen]:
        """Plays a game of two by button presses. Returns what was visible after each press."""
        player, seen = Player(looks=0.3, again=0.5), list[Seen]()
        self.box.listen(self.inputs.put)
        while model.page.name != "winner":
            self.tap(player.next_press(model).button)
            model = pressed(model, self._press())
            self.box.show(view(model, model.now + 0.5).frame)
            if not self.box.flush(PATIENCE_S):
                raise TimeoutError(model.page.name)
            seen.append(self.see())
        self.box.close()
        return seen

    def _press(self) -> Press:
        press = self.inputs.get(timeout=PATIENCE_S)
        if not isinstance(press, Press):
            raise TypeError(press)
        return press


@pytest.mark.parametrize(
    "wiring",
    [
        Wiring(buttons_debounce_ms=0),
        replace(
            ON_SPI,
            buttons_debounce_ms=0,
            screen_controller="sh1106",
            lights_corner="upper_right",
            lights_along="columns",
        ),
    ],
    ids=["ssd1306 on i2c", "sh1106 on spi"],
)
def test_a_whole_game_shows_the_same_frames_as_on_the_simulated_device(at_edge: AtEdge, wiring: Wiring) -> None:
    edge, simulated, model = at_edge(wiring), SimulatedDevice(wiring, Light(brightness=1.0)), at_table()
    screen = edge.screen.controller.visible_screen
    real = Table(edge.box(), edge.inputs, edge.tap, lambda: (edge.lights(), screen())).play_out(model)
    expected = Table(
        simulated, SimpleQueue(), simulated.tap, lambda: (simulated.lights(), simulated.screen())
    ).play_out(model)
    assert len(set(real)) > 100
    assert real == expected


class Fingers:
    """A front that presses the edge's buttons, each once the press before has been answered."""

    def __init__(self, edge: Edge, unplugs_at: int | None) -> None:
        self._edge = edge
        self._unplugs_at = unplugs_at
        self._models: asyncio.Queue[Model] = asyncio.Queue()
        self.pages: list[str] = []
        """Each page on which a button was pressed."""

    def show(self, view: View, model: Model) -> None:
        self._models.put_nowait(model)

    def play(self, tones: Sequence[Tone]) -> None:
        pass

    def announce(self, text: str) -> None:
        pass

    async def run(self, loop: Loop) -> None:
        try:
            await self._press_on(Player(looks=0.3, again=0.5))
        finally:
            loop.stop()

    async def _press_on(self, player: Player) -> None:
        model = await self._seen(lambda model: model.page.name == "turn")
        while model.session.events < 40:
            if model.session.events == self._unplugs_at and "fault" not in self.pages:
                self._unplug()
                model = await self._seen(lambda model: model.page.name == "fault")
            elif "fault" in self.pages and model.session.events == 30:
                self._plug_in()
            self.pages.append(model.page.name)
            self._edge.tap(Button.OK if model.page.name == "fault" else player.next_press(model).button)
            model = await self._seen(partial(_pressed_after, model.last_press_at))

    def _unplug(self) -> None:
        for path in (I2C, PIXELS):
            self._edge.kernel.vanish(path)

    def _plug_in(self) -> None:
        self._edge.plug_in_a_new_screen()
        for path in (I2C, PIXELS):
            self._edge.kernel.come_back(path)

    async def _seen(self, met: Callable[[Model], bool]) -> Model:
        async with asyncio.timeout(PATIENCE_S):
            while not met(model := await self._models.get()):
                pass
        return model


def _pressed_after(at: float, model: Model) -> bool:
    return model.last_press_at > at


def journalled(edge: Edge, journal: Path, fingers: Fingers) -> tuple[Json, ...]:
    """The stored events of a game that was played at the edge."""
    lineup = LineUp("claimit", ("green", "blue"), {"recycle": False}, first=Seat(0), colours=(0, 1))
    run_table(LaunchConfig(Settings(), journal, lineup, seed=bytes(32)), edge.box(), fingers)
    kept = Journal.open(journal)
    unfinished: Unfinished | None = kept.unfinished()
    kept.close()
    return unfinished.events if unfinished else ()


def test_unplugging_everything_in_the_middle_of_a_turn_loses_nothing(at_edge: AtEdge, tmp_path: Path) -> None:
    edge = at_edge(Wiring(buttons_debounce_ms=0))
    undisturbed, disturbed = Fingers(edge, None), Fingers(edge, 7)
    whole = journalled(edge, tmp_path / "whole.sqlite", undisturbed)
    kept = journalled(edge, tmp_path / "kept.sqlite", disturbed)
    assert len(kept) == 40
    assert kept == whole
    assert [page for page in disturbed.pages if page != "fault"] == undisturbed.pages
    assert disturbed.pages[disturbed.pages.index("fault") + 1] == "roll"
