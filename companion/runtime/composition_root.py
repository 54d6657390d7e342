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

from companion.core.effects import CheckPower, OpenJournal
from companion.core.game_session import replayed_session
from companion.core.model import IdleTimes, Model
from companion.core.table_registry import TABLES, table_of
from companion.locale.translator import preferred_language
from companion.pages.attract import AttractPage
from companion.runtime.clock import monotonic_s
from companion.runtime.effect_runner import Audience, EffectRunner, LinkIssuer
from companion.runtime.loop import Loop
from companion.runtime.speech import SpeechSynthesizer
from companion.runtime.systemd_notify import systemd_notifiers
from engine.games import GAMES
from hardware.device import Colour
from hardware.light import Light
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from companion.core.game_session import LineUp
    from companion.core.model import Page
    from companion.program.view import View
    from companion.runtime.power import PowerRequest
    from companion.settings.schema import Settings
    from engine.record import AnyRecord
    from hardware.device import Device


log = logging.getLogger(__name__)

ATTRACT = AttractPage()
THREAD_SWITCH_S = 0.0002
"""The interpreter's thread switch interval in seconds: with the usual 5 ms the pixels wait for the screen's thread."""
DEFERRED_MODULES = ("hmac", *(f"companion.pages.{name}" for name in ("consent", "history", "info", "resume", "setup")))
"""Modules that are loaded right after the first picture, besides the games, so that no press waits for them."""


@dataclass(frozen=True, slots=True)
class LaunchConfig:
    """What the command line and the settings ask for."""

    settings: Settings
    journal: Path | None
    """None: nothing is kept."""
    requested_lineup: LineUp | None = None
    """The game to begin with; None: none, the home page is shown."""
    seed: bytes | None = None
    """A fixed seed, for tests."""
    kiosk: bool = False
    """Whether guests play unattended."""
    resumes: bool = False
    """Whether an unfinished game goes on at once, instead of being offered."""
    silent: bool = False
    """Whether a program plays: then nothing is spoken."""
    replayed_record: AnyRecord | None = None
    """A record to be replayed in place of a new game."""
    power: PowerRequest | None = None
    """How the machine can be switched off; None: not from here."""
    page: Page = ATTRACT
    """The home page: the first one, and the one that is shown when nobody plays."""


def initial_model(config: LaunchConfig) -> Model:
    """Returns the first model, before any message."""
    settings = config.settings
    model = Model(
        page=config.page,
        home=config.page,
        requested_lineup=config.requested_lineup,
        language=settings.table.language or preferred_language(os.environ),
        colours=tuple(_colour(text) for text in settings.seats.colours),
        sound=settings.sound.on,
        guide=settings.table.guide,
        has_fixed_seed=config.seed is not None,
        idle_times=IdleTimes(settings.screen.dim_after_s, settings.screen.dark_after_s, settings.table.attract_after_s),
        offered_names=settings.seats.names,
        kiosk=config.kiosk,
        resumes=config.resumes,
        can_power_off=config.power is not None,
        default_answers=settings.table.usual,
        last_press_at=monotonic_s(),
    )
    return model if config.replayed_record is None else _replaying_model(model, config.replayed_record)


def _replaying_model(model: Model, record: AnyRecord) -> Model:
    """Returns the model that replays a record."""
    session = replayed_session(record)
    page = table_of(session).replay(model.last_press_at)
    return replace(model, game=session, page=page, home=page)


def wiring_from(settings: Settings) -> Wiring:
    """Returns the wiring that the settings describe."""
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


def light_from(settings: Settings) -> Light:
    """Returns the conversion from wanted to sent colours that the settings describe."""
    lights = settings.lights
    return Light(lights.brightness, lights.budget_ma, lights.gamma)


def open_simulated_box(settings: Settings) -> SimulatedDevice:
    """Opens the box on simulated chips."""
    return SimulatedDevice(wiring_from(settings), light_from(settings))


class Frontend(Audience, Protocol):
    """A frontend: it shows what the device shows, and lets people press its buttons."""

    def show(self, view: View, model: Model) -> None:
        """Shows the view; called after the device has shown it."""

    async def run(self, loop: Loop) -> None:
        """Accepts presses until the people leave, and then stops the loop."""


def run_table(config: LaunchConfig, device: Device, *frontends: Frontend) -> Model:
    """Runs the table until the players leave, or the process is told to end. A real box needs no frontend.

    Returns:
        The model as they left it.

    Raises:
        PowerError: the players switched the machine off, but the system did not react.
    """
    linked = next((frontend for frontend in frontends if isinstance(frontend, LinkIssuer)), None)
    sys.setswitchinterval(THREAD_SWITCH_S)
    with (
        closing(device),
        _open_speech(config) as voice,
        closing(
            EffectRunner(config.journal, device, config.seed, frontends, voice, linked=linked, power=config.power)
        ) as effect_runner,
    ):
        frontends = (*frontends, *systemd_notifiers(os.environ))
        shows = (lambda view, _: device.show(view.frame), *(frontend.show for frontend in frontends))
        loop = Loop(replace(initial_model(config), has_page_link=linked is not None), effect_runner, shows)
        device.listen(loop.enqueue)
        loop.start(*([] if config.journal is None else [OpenJournal()]), CheckPower())
        import asyncio  # noqa: PLC0415 - the first picture does not wait for it

        asyncio.run(_run_frontends(loop, frontends))
    if loop.model.is_leaving and config.power is not None:
        config.power.send()  # the journal is closed and the box is dark by now
    return loop.model


async def _run_frontends(loop: Loop, frontends: Sequence[Frontend]) -> None:
    """Runs the loop together with its frontends."""
    import asyncio  # noqa: PLC0415 - the first picture does not wait for it

    events = asyncio.get_running_loop()
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):  # the last: the terminal's window was closed
        events.add_signal_handler(signum, loop.stop)
    attending = [asyncio.create_task(frontend.run(loop)) for frontend in frontends]
    events.call_soon(_load_deferred_modules)
    await loop.run()
    for task in attending:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task  # it puts the terminal back as it was


def _load_deferred_modules() -> None:
    """Loads what the first picture does not need, then freezes all loaded objects: the garbage collector skips them."""
    TABLES.values()
    for sentence in (*GAMES.broken(), *TABLES.broken()):
        log.warning("%s", sentence)
    for name in DEFERRED_MODULES:
        import_module(name)
    gc.freeze()
    gc.enable()


def _open_speech(config: LaunchConfig) -> AbstractContextManager[SpeechSynthesizer | None]:
    sound = config.settings.sound
    return closing(SpeechSynthesizer(sound.volume)) if sound.voice and not config.silent else nullcontext()


def _colour(text: str) -> Colour:
    return Colour(*bytes.fromhex(text.removeprefix("#")))
