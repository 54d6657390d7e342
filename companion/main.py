"""Builds the application from its parts, starts them in order and stops them in reverse order.

`run` opens the device and the frontends that a `LaunchConfig` requests, and calls `run_application`. Tests that create
their own device and frontends call `run_application`.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext

from msgspec.structs import replace

from companion import terminal
from companion.core.effects import OpenJournal
from companion.core.model import Model
from companion.runtime.effect_runner import EffectRunner, LinkIssuer
from companion.runtime.launch_config import LaunchConfig, detect_launch, initial_model
from companion.runtime.loop import Frontend, Loop
from companion.runtime.speech import SpeechSynthesizer
from companion.runtime.systemd import is_service, systemd_notifiers
from companion.runtime.workers import STOP_SIGNALS, Workers
from companion.settings.schema import Settings, wiring_from
from hardware.box import Box
from hardware.simulated.device import SimulatedDevice

THREAD_SWITCH_S = 0.0002
"""The interpreter's thread switch interval in seconds; at the default, 5 ms, the screen's thread delays the pixels."""


def run(config: LaunchConfig) -> Model:
    """Opens the requested device and frontends, and runs the application until the players leave.

    Returns the final model.

    Raises:
        DeviceError: the requested device cannot be opened.
        TerminalError: this terminal cannot be used; the text says what is needed.
        WebError: the web page cannot be served.
        OSError: the output of a headless device is closed.
        PowerError: the players switched the machine off, but the system did not react.
    """
    is_detected = config.device is None
    if is_detected:
        from hardware.pi import is_raspberry_pi

        config = replace(config, device="pi" if is_raspberry_pi() else "simulated")
    # Checked before any part is opened, so that a closed output or a wrong terminal does not flash the lights.
    if config.device == "headless":
        sys.stdout.buffer.write(b"")  # raises if the output is closed: `cli` has replaced it by a read-only file
    if config.terminal:
        terminal.check((sys.stdin, sys.stdout, sys.stderr), os.environ)
    if is_detected:
        sys.stderr.write(f"companion: playing on the {config.device} device\n")
    early_signals = _collect_signals()
    if config.device == "pi":
        from hardware.pi import open_pi

        device: Box = open_pi(wiring_from(config.settings), may_lack_parts=is_service(os.environ))
    else:
        device = open_simulated_box(config.settings)
    workers = Workers()
    frontends = _open_frontends(config, device, workers)
    return run_application(config, device, *frontends, early_signals=early_signals, workers=workers)


def _collect_signals() -> Sequence[int]:
    """Returns a list to which the first signal that ends the application is added, until the loop handles signals.

    A KeyboardInterrupt could interrupt a thread that holds a lock, and end the program with a traceback. Only a second
    signal raises it, because a part may hang after the first one.
    """
    signals: list[int] = []

    def collect(signum: int, _: object) -> None:
        if signals:
            raise KeyboardInterrupt
        signals.append(signum)

    for signum in STOP_SIGNALS:
        signal.signal(signum, collect)
    return signals


def open_simulated_box(settings: Settings) -> SimulatedDevice:
    return SimulatedDevice(wiring_from(settings))


def _open_frontends(config: LaunchConfig, device: Box, workers: Workers) -> Iterator[Frontend]:
    """Yields the requested frontends; imports no modules of the others."""
    if config.device == "headless" and isinstance(device, SimulatedDevice):
        from companion.headless import HeadlessFrontend

        # Not `sys.stdin`: Python closes it at the end, and aborts if a thread still waits in its `readline`.
        lines = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
        yield HeadlessFrontend(device, lines, sys.stdout.buffer)
    if config.terminal:
        from companion.terminal.frontend import TerminalFrontend

        yield TerminalFrontend(device.press_button)
    # A simulated box without a terminal always has a web page, because there is no other way to play.
    needs_page = config.device == "simulated" and not config.terminal
    if config.settings.web.on or "LISTEN_FDS" in os.environ or needs_page:
        from companion.web.frontend import WebFrontend, publish_link
        from companion.web.server import listening_sockets

        settings = config.settings.web
        port = settings.port if config.port is None else config.port
        launch = detect_launch(os.environ)
        # Without sockets there is no page: a service without `companion.socket`, whose log says so.
        if sockets := listening_sockets(config.host or settings.host, port, launch.free_port_option):
            page = WebFrontend(sockets, config.journal, settings.address, launch, settings.origins, workers=workers)
            publish_link(page, opens_browser=config.opens_browser)
            yield page


def run_application(
    config: LaunchConfig,
    device: Box,
    *frontends: Frontend,
    early_signals: Sequence[int] = (),
    workers: Workers | None = None,
) -> Model:
    """Runs the application until the players leave or a signal ends it; returns the final model.

    A real box needs no frontend. The device and the workers are closed at the end. `early_signals` is a list of the
    signals that arrive before the loop handles them. Raises PowerError: the players switched the machine off, but the
    system did not react.
    """
    link_issuer = next((frontend for frontend in frontends if isinstance(frontend, LinkIssuer)), None)
    sys.setswitchinterval(THREAD_SWITCH_S)
    sound = config.settings.sound
    speech = SpeechSynthesizer(sound.volume) if sound.voice and config.device != "headless" else None
    bot_programs = None
    if config.bot_programs:
        from companion.runtime.bot_programs import BotPrograms

        bot_programs = BotPrograms(config.bot_programs, is_quiet=config.terminal)
    effect_runner = EffectRunner(
        config.journal,
        device,
        config.seed,
        frontends,
        speech,
        link_issuer=link_issuer,
        power=config.power,
        workers=workers,
        ask_program=bot_programs.ask if bot_programs else lambda *_: False,  # false: no program plays this bot
    )
    # Closed in reverse order: the journal before the box gets dark, so that a dark box can be unplugged.
    with closing(device), closing(speech) if speech else nullcontext(), closing(effect_runner):
        # Last, so that systemd is notified after the box and the frontends show the first frame.
        frontends = (*frontends, *systemd_notifiers(os.environ))
        # The device is first, so that no frontend delays it.
        shows = (lambda view, _: device.show(view.frame), *(frontend.show for frontend in frontends))
        loop = Loop(
            initial_model(config).with_config(has_page_link=link_issuer is not None),
            effect_runner, shows, device.show_lights,
            click=device.click_field if isinstance(device, SimulatedDevice) else None,
        )  # fmt: skip
        effect_runner.deliver = loop.deliver
        # Before the first frame, so that a press during the start is not lost.
        device.listen(loop.enqueue)
        loop.start(*([] if config.journal is None else [OpenJournal()]))
        effect_runner.check_journal()  # if it was too large to be checked before the first frame
        # All that the first frame does not need is imported here: 70 ms on a PC.
        import asyncio

        from companion.runtime.running import run_frontends

        run_bots = None if bot_programs is None else bot_programs.run
        asyncio.run(run_frontends(loop, frontends, early_signals, run_bots))
    if loop.model.is_leaving and config.power is not None:
        config.power.send()  # only if a page prepared a request; the journal is closed and the box is dark by now
    return loop.model
