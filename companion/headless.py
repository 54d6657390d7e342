"""The headless device: JSON Lines for automation and tests, with the same drivers and simulated chips."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any, BinaryIO

from companion.core.lineup import BOX
from companion.core.messages import Chosen, Pointed
from companion.core.model import Model, Refusal
from companion.files import encode_line, read_lines
from companion.program.view import View
from companion.runtime.clock import monotonic_s
from companion.runtime.loop import Frontend, Loop
from engine.game import Code, Illegal
from engine.record import decode
from hardware.device import FIELD_NAMES, Button, Tone
from hardware.simulated.device import SimulatedDevice

NO_COMMAND = (
    f"A command is press, hold, down or up with one of {', '.join(Button)}; point with a place; choose with a name and "
    "its value; or, with field sensors, touch, put or lift with a field such as 5/2."
)
ROW_BYTES = 16
"""Bytes in a row of the screen (128 pixels)."""


class HeadlessFrontend(Frontend):
    """A simulated device with buttons as lines of input and frames as lines of output."""

    def __init__(self, device: SimulatedDevice, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._device = device
        self._stdin = stdin
        self._stdout = stdout
        self._began = monotonic_s()
        self._frames = 0
        self._shown: dict[str, Any] = {}
        self._tones: list[Tone] = []
        self._stop: Callable[[], None] = sys.exit
        self._button_verbs: dict[str, Callable[[Button], None]] = {
            "press": device.press, "hold": device.hold, "down": device.push, "up": device.release,
        }  # fmt: skip
        self._field_verbs: dict[str, tuple[Callable[[int], None], ...]] = {
            "touch": (device.touch_field, device.release_field),
            "put": (device.touch_field,), "lift": (device.release_field,),
        }  # fmt: skip

    def show(self, view: View, model: Model) -> None:
        # The output contains what the chips show, so all drivers must have finished writing.
        self._device.flush()
        screen, session = self._device.screen(), model.maybe_session
        whites = self._device.whites()
        shown = {
            "page": view.page,
            "lights": [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in self._device.lights()],
            **({"white": whites} if whites else {}),
            "screen": [screen[top : top + ROW_BYTES].hex() for top in range(0, len(screen), ROW_BYTES)],
            "text": list(view.text),
            "events": session.event_count if session else 0,
            "state": session.game.to_json(session.state) if session and session.record else None,
        }
        if shown == self._shown and not self._tones:
            return
        self._shown = shown
        self._frames += 1
        at_ms = round(1000 * (monotonic_s() - self._began))
        self._write_line({"frame": self._frames, "at_ms": at_ms, **shown, "tones": self._tones})
        self._tones = []

    def play(self, tones: Sequence[Tone]) -> None:
        self._tones.extend(tones)

    async def run(self, loop: Loop) -> None:
        """Reads commands from the input in a separate thread; the end of the input stops the loop."""
        import asyncio  # noqa: PLC0415 - not needed for the first frame

        self._stop = loop.stop
        event_loop = asyncio.get_running_loop()

        def reply(answer: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the event loop is closed
                event_loop.call_soon_threadsafe(self._write_line, answer)

        def read_commands() -> None:
            for line in read_lines(self._stdin):
                self._handle_command(line, loop, reply)
            loop.stop()

        # A daemon, because a thread that waits for a line cannot be stopped.
        Thread(target=read_commands, name="standard input", daemon=True).start()

    def _handle_command(self, line: bytes, loop: Loop, answer: Callable[[dict[str, Any]], object]) -> None:
        try:
            items = list(decode(line).items())
        except Illegal as refusal:
            answer({"error": {"code": refusal.code.value, "message": refusal.message}})
            return
        match items:
            case [(str(verb), str(button))] if verb in self._button_verbs and button in list(Button):
                self._button_verbs[verb](Button(button))
            case [(str(verb), str(name))] if (
                verb in self._field_verbs and name in FIELD_NAMES and self._device.senses_fields
            ):
                for act in self._field_verbs[verb]:
                    act(FIELD_NAMES.index(name))
            case [("point", str(place))]:
                loop.enqueue(Pointed(place), BOX, self._write_refusal)
            case [("choose", dict(choice))] if len(choice) == 1:
                loop.enqueue(Chosen(*next(iter(choice.items()))), BOX, self._write_refusal)
            case _:
                answer({"error": {"code": Code.SYNTAX.value, "message": NO_COMMAND}})

    def _write_refusal(self, refusal: Refusal) -> None:
        self._write_line({"error": {"code": refusal.code, "message": refusal.message}})

    def _write_line(self, reply: dict[str, Any]) -> None:
        try:
            self._stdout.write(encode_line(reply))
            self._stdout.flush()
        except BrokenPipeError:  # the reader is gone
            self._stop()
