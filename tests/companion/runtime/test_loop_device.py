import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.effects import Power
from companion.core.lineup import BOX, HOST, ViewerKind, seat_viewer
from companion.core.messages import Action
from companion.core.model import Model, Point
from companion.main import run_table
from companion.program.description import describe, visible_page
from companion.program.view import View, view
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.loop import Loop
from companion.runtime.systemd import PowerRequest
from companion.settings.loader import load_settings
from companion.settings.schema import Buttons, Fields, Screen, Settings, Sound, light_from, wiring_from
from companion.settings.schema import Table as TableSettings
from companion.tables.claimit.session import session_of
from engine import claimit
from engine.game import Seat
from hardware.device import LIGHTS, Button, Press, Tone
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Wiring
from tests.bench import seat
from tests.companion.games.shell import TWO

pytestmark = pytest.mark.slow
PATIENCE_S = 20.0
GONE = OSError(5, "Input/output error")
DARK = ((0, 0, 0),) * LIGHTS


class Visitor:
    def __init__(self, device: SimulatedDevice, script: "Callable[[Visitor], Awaitable[None]]") -> None:
        self.device = device
        self._script = script
        self._pages: asyncio.Queue[str] = asyncio.Queue()
        self.received: list[tuple[Tone, ...]] = []
        self.left = False
        """Whether the script was followed to its end."""

    def show(self, view: View, model: Model) -> None:
        self._pages.put_nowait(view.page)

    def play(self, tones: Sequence[Tone]) -> None:
        self.received.append(tuple(tones))

    def announce(self, text: str) -> None:
        pass

    async def run(self, loop: Loop) -> None:
        try:
            await self._script(self)
            self.left = True
        finally:
            loop.stop()

    async def on(self, page: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while await self._pages.get() != page:
                pass

    async def press(self, button: Button) -> None:
        await asyncio.to_thread(self.device.tap, button)


def unplugged() -> SimulatedDevice:
    device = SimulatedDevice(Wiring(buttons_debounce_ms=0))
    device.strip.failure = GONE
    return device


def visit(folder: Path, script: Callable[[Visitor], Awaitable[None]], device: SimulatedDevice) -> None:
    settings = load_settings(None, [], {"HOME": str(folder)})
    order = LaunchConfig(settings, folder / "journal.sqlite", replace(TWO, first=Seat(0)), bytes(32))
    visitor = Visitor(device, script)
    run_table(order, device, visitor)
    assert visitor.left


def test_a_game_goes_on_without_lights_and_lights_them_once_they_are_back(tmp_path: Path) -> None:
    async def script(visitor: Visitor) -> None:
        strip, back, events = visitor.device.strip, asyncio.Event(), asyncio.get_running_loop()

        def written() -> None:
            events.call_soon_threadsafe(back.set)

        strip.on_write = written
        await visitor.on("fault")
        await visitor.press(Button.OK)
        await visitor.on("turn")
        await visitor.press(Button.OK)
        await visitor.on("roll")
        assert strip.sent_bytes == 0
        strip.failure = None
        async with asyncio.timeout(PATIENCE_S):
            await back.wait()
        await visitor.press(Button.OK)
        await visitor.on("choose")
        assert await asyncio.to_thread(visitor.device.flush, PATIENCE_S)
        assert visitor.device.lights() != DARK

    visit(tmp_path, script, unplugged())


def test_the_box_is_dark_before_the_machine_goes_down(tmp_path: Path) -> None:
    bright = list[tuple[int, bool]]()

    async def switch_off(visitor: Visitor) -> None:
        for page in ("turn", "roll"):
            await visitor.on(page)
            await visitor.press(Button.OK)
        await visitor.on("choose")
        await asyncio.to_thread(visitor.device.hold, Button.UNDO)
        for button in (Button.LEFT, Button.OK, Button.LEFT):
            await visitor.press(button)
        await asyncio.to_thread(visitor.device.flush)
        bright.append((visitor.device.contrast(), visitor.device.lights() != DARK))
        await visitor.press(Button.OK)
        await visitor.on("farewell")
        await visitor.press(Button.OK)

    device, seen = SimulatedDevice(Wiring(buttons_debounce_ms=0)), []

    def take(_: float) -> None:
        (tmp_path / Power.OFF).unlink()
        seen.append((device.contrast(), device.lights()))

    requested = PowerRequest(tmp_path, take)
    order = LaunchConfig(
        load_settings(None, [], {"HOME": str(tmp_path)}),
        tmp_path / "journal.sqlite",
        replace(TWO, first=Seat(0)),
        bytes(32),
        power=requested,
    )
    assert run_table(order, device, Visitor(device, switch_off)).is_leaving
    assert bright == [(255, True)]
    assert seen == [(0, DARK)]


class Mouse:
    def __init__(self, fields: Fields, *, is_headless: bool = False) -> None:
        # The screen on its own bus: what goes over the other one is for the fields.
        on_spi: dict[str, Any] = {"screen": Screen(bus="spi"), "buttons": Buttons(bank=16)}
        self._settings = Settings(table=TableSettings(guide=True), sound=Sound(voice=False), fields=fields, **on_spi)
        self._is_headless = is_headless
        self.device = SimulatedDevice(wiring_from(self._settings), light_from(self._settings))
        self._transfers = 0
        self.device.field_bus.on_write = self._count
        self._models: asyncio.Queue[Model] = asyncio.Queue()
        self._enqueue: Callable[[Action, ViewerKind], object] = lambda *_: None

    def _count(self) -> None:
        self._transfers += 1

    def play(self, journal: Path, script: "Callable[[Mouse], Awaitable[None]]") -> None:
        async def sit(loop: Loop) -> None:
            self._enqueue = loop.enqueue
            await script(self)

        order = replace(seat.order(journal), settings=self._settings, has_board=self._is_headless)
        run_table(order, self.device, seat.Guest(lambda _, model: self._models.put_nowait(model), sit))

    async def click(self, place: str, met: Callable[[Model], bool], viewer: ViewerKind = HOST) -> tuple[Model, bool]:
        with self.device._finger:  # the one before is up
            before = self._transfers
        return await self.act(Point(place), met, viewer), self._transfers > before

    async def act(self, action: Action, met: Callable[[Model], bool], viewer: ViewerKind = HOST) -> Model:
        self._enqueue(action, viewer)
        return await self.on(met)

    async def on(self, met: Callable[[Model], bool]) -> Model:
        async with asyncio.timeout(PATIENCE_S):
            while not met(model := await self._models.get()):
                pass
        return model


def on(page: str) -> Callable[[Model], bool]:
    return lambda model: model.page.name == page


def events(count: int) -> Callable[[Model], bool]:
    return lambda model: model.session.events == count


def usable(model: Model) -> list[str]:
    return [claimit.format_field(field) for field in claimit.legal(session_of(model).state)]


def points(model: Model, viewer: ViewerKind) -> bool:
    return bool(describe(visible_page(view(model, model.now), model), "en", viewer)["points"])


@pytest.mark.parametrize("kind", ["touch", "contacts"])
def test_the_hosts_click_is_felt_by_the_driver_on_every_page(tmp_path: Path, kind: str) -> None:
    async def script(mouse: Mouse) -> None:
        begun = await mouse.on(on("turn"))
        refused, is_read = await mouse.click("3/3", lambda model: model.rejected_at is not None)
        assert (is_read, refused.page) == (True, begun.page)
        rolled = await mouse.act(Press(Button.OK), on("roll"))
        last = usable(rolled)[-1]
        chosen, is_read = await mouse.click(last, lambda model: model.page != rolled.page)
        assert (is_read, chosen.session.events) == (True, rolled.session.events)
        placed, is_read = await mouse.click(last, events(rolled.session.events + 1), BOX)
        assert (is_read, placed.page.name) == (True, "choose")
        guide = await mouse.act(Press(Button.BANK), on("guide"))
        assert [points(guide, viewer) for viewer in (HOST, seat_viewer(Seat(0)))] == [True, False]
        _, is_read = await mouse.click(last, on("turn"))
        assert is_read
        rolled = await mouse.act(Press(Button.OK), on("roll"))
        _, is_read = await mouse.click(
            usable(rolled)[-1], lambda model: model.page != rolled.page, seat_viewer(Seat(1))
        )
        assert not is_read

    Mouse(Fields(kind=kind)).play(tmp_path / "journal.sqlite", script)  # type: ignore[arg-type]  # one of the kinds


def test_where_stones_are_noticed_a_click_puts_one_and_the_next_one_lifts_it(tmp_path: Path) -> None:
    async def script(mouse: Mouse) -> None:
        await mouse.on(on("turn"))
        await mouse.click("3/3", on("stones"))
        await mouse.click("3/3", on("turn"))

    Mouse(Fields(kind="contacts", presence=True)).play(tmp_path / "journal.sqlite", script)
