"""The composition root: builds everything, starts it in order, stops it in reverse."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from companion.announce import Announcer
from companion.clock import monotonic_s
from companion.effects import CheckPower, OpenJournal
from companion.errands import Audience, Errands, Linked
from companion.loop import Loop
from companion.model import Model, Patience
from companion.notify import services
from companion.pages.attract import Attract
from companion.running import watched
from companion.tables import TABLES, table_of
from companion.words import preferred
from engine.games import GAMES
from hardware.device import Colour
from hardware.light import Light
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from companion.model import Page
    from companion.power import PowerRequest
    from companion.running import LineUp
    from companion.settings import Settings
    from companion.view import View
    from engine.record import AnyRecord
    from hardware.device import Device


log = logging.getLogger(__name__)

ATTRACT = Attract()
SWITCH_S = 0.0002
"""How long a thread computes at most while another waits, in place of 5 ms: the pixels do not wait for the screen."""
LATER = ("hmac", *(f"companion.pages.{name}" for name in ("consent", "history", "info", "resume", "setup")))
"""What is loaded right after the first picture, besides the games: no press waits for it."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asks for."""

    settings: Settings
    journal: Path | None
    """None: nothing is kept."""
    wish: LineUp | None = None
    """The game to begin with; None: the attract page."""
    seed: bytes | None = None
    """A fixed seed, for tests."""
    kiosk: bool = False
    """Whether guests play unattended."""
    resumes: bool = False
    """Whether an unfinished game goes on at once, instead of being offered."""
    silent: bool = False
    """Whether a program plays, to which nothing is spoken."""
    watched: AnyRecord | None = None
    """A game to be shown again, in place of a new one."""
    power: PowerRequest | None = None
    """How the machine can be switched off; None: not from here."""
    page: Page = ATTRACT
    """The page on which it begins, and to which it comes back when nobody is there."""


def first_model(order: Order) -> Model:
    """The model before anything has happened."""
    settings = order.settings
    model = Model(
        page=order.page,
        home=order.page,
        wish=order.wish,
        language=settings.table.language or preferred(os.environ),
        colours=tuple(_colour(text) for text in settings.seats.colours),
        sound=settings.sound.on,
        guide=settings.table.guide,
        seeded=order.seed is not None,
        patience=Patience(settings.screen.dim_after_s, settings.screen.dark_after_s, settings.table.attract_after_s),
        names=settings.seats.names,
        kiosk=order.kiosk,
        resumes=order.resumes,
        powered=order.power is not None,
        usual=settings.table.usual,
        pressed=monotonic_s(),
    )
    return model if order.watched is None else _watching(model, order.watched)


def _watching(model: Model, record: AnyRecord) -> Model:
    """The model in which a game is shown again."""
    running = watched(record)
    page = table_of(running).replay(model.pressed)
    return replace(model, game=running, page=page, home=page)


def wiring(settings: Settings) -> Wiring:
    """The wiring that the settings describe."""
    buttons, screen, lights = settings.buttons, settings.screen, settings.lights
    return Wiring(
        left=buttons.left, right=buttons.right, ok=buttons.ok, bank=buttons.bank, undo=buttons.undo,
        encoder=buttons.encoder,
        debounce_s=buttons.debounce_ms / 1000, hold_s=buttons.hold_ms / 1000,
        buzzer=None if settings.sound.pin == "none" else settings.sound.pin,
        buzzer_volume=settings.sound.volume,
        screen=screen.controller, screen_bus=screen.bus, screen_port=screen.port, screen_address=screen.address,
        screen_dc=screen.data_pin, screen_reset=screen.reset_pin,
        pixels=lights.driver, pixels_pin=lights.pin, corner=lights.corner, along=lights.along,
        serpentine=lights.serpentine, quarter_turns=lights.rotation, order=lights.pixels,
    )  # fmt: skip


def light(settings: Settings) -> Light:
    """How wanted colours become sent ones."""
    lights = settings.lights
    return Light(lights.brightness, lights.budget_ma, lights.gamma)


def simulated(settings: Settings) -> SimulatedDevice:
    """The box on simulated chips."""
    return SimulatedDevice(wiring(settings), light(settings))


class Front(Audience, Protocol):
    """What people have before them: it shows what the device shows, and lets them press its buttons."""

    def show(self, view: View, model: Model) -> None:
        """Shows the view, after the device has been told to."""

    async def attend(self, loop: Loop) -> None:
        """Lets people press until they leave, and then stops the loop."""


def play(order: Order, device: Device, *fronts: Front) -> Model:
    """Plays at a table until the players leave, or the program is told to end; a box needs no front.

    Returns:
        The model as they left it.

    Raises:
        PowerError: they have switched the machine off, and it does not go.
    """
    linked = next((front for front in fronts if isinstance(front, Linked)), None)
    sys.setswitchinterval(SWITCH_S)
    with (
        closing(device),
        _voice(order) as voice,
        closing(Errands(order.journal, device, order.seed, fronts, voice, linked=linked, power=order.power)) as errands,
    ):
        fronts = (*fronts, *services(os.environ))
        shows = (lambda view, _: device.show(view.frame), *(front.show for front in fronts))
        loop = Loop(replace(first_model(order), linked=linked is not None), errands, shows)
        device.listen(loop.enqueue)
        loop.begin(*([] if order.journal is None else [OpenJournal()]), CheckPower())
        import asyncio  # noqa: PLC0415 - the first picture does not wait for it

        asyncio.run(_attended(loop, fronts))
    if loop.model.leaving and order.power is not None:
        order.power.send()  # the journal is closed and the box is dark by now
    return loop.model


async def _attended(loop: Loop, fronts: Sequence[Front]) -> None:
    """Runs the loop with people before its fronts."""
    import asyncio  # noqa: PLC0415 - the first picture does not wait for it

    events = asyncio.get_running_loop()
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):  # the last: the terminal's window was closed
        events.add_signal_handler(signum, loop.stop)
    attending = [asyncio.create_task(front.attend(loop)) for front in fronts]
    events.call_soon(_load_the_rest)
    await loop.run()
    for task in attending:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task  # it puts the terminal back as it was


def _load_the_rest() -> None:
    """Loads what the first picture does without; all that is loaded by then is never looked through for garbage."""
    TABLES.values()
    for sentence in (*GAMES.broken(), *TABLES.broken()):
        log.warning("%s", sentence)
    for name in LATER:
        import_module(name)
    gc.freeze()
    gc.enable()


def _voice(order: Order) -> AbstractContextManager[Announcer | None]:
    sound = order.settings.sound
    return closing(Announcer(sound.volume)) if sound.voice and not order.silent else nullcontext()


def _colour(text: str) -> Colour:
    return Colour(*bytes.fromhex(text.removeprefix("#")))
