"""The box: the four parts together, each written to on a thread of its own, none waiting for another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from hardware.buttons import Buttons
from hardware.buzzer import Buzzer
from hardware.device import BLANK, LIGHTS, Button, Fault, Frame, Part, PartFailed, Press, Tone
from hardware.oled import Oled, Picture
from hardware.wiring import Pin, Wiring, order
from hardware.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.light import Light
    from hardware.pixels import Pixels

P = TypeVar("P")

DARKEN_S = 0.5
"""How long closing waits for each part to go dark."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a box is built of; nothing is opened before it is used."""

    pixels: Pixels
    oled: Oled
    pins: Callable[[], Any]
    """Opens the pins, a factory of gpiozero's; raises PartFailed."""


class Box:
    """A device; whether it is real depends on what its parts are connected to."""

    def __init__(self, name: str, wiring: Wiring, light: Light, parts: Parts) -> None:
        self._name = name
        self._wiring = wiring
        self._light = light
        self._parts = parts
        self._fields = _fields_by_pixel(wiring)
        self._enqueue: Callable[[Press | Fault], None] = _to_nobody
        self._lights = Writer(Part.LIGHTS, parts.pixels.write, self._tell)
        self._screen = Writer(Part.SCREEN, parts.oled.write, self._tell)
        self._buttons: Buttons | None = None
        self._buzzer: Buzzer | None = None
        self._closed = False

    @property
    def name(self) -> str:
        """What it calls itself in `--device`."""
        return self._name

    def listen(self, enqueue: Callable[[Press | Fault], None]) -> None:
        """Claims the pins, and hands every press and every fault to `enqueue`, from whatever thread it happens on.

        To be called once, before anything is shown or played.
        """
        self._enqueue = enqueue
        pins, buzzer = self._parts.pins, self._wiring.buzzer
        self._buttons = self._claimed(Part.BUTTONS, lambda: Buttons(self._wiring, pins(), enqueue))
        if buzzer is not None:
            self._buzzer = self._claimed(Part.BUZZER, lambda: Buzzer(Pin(buzzer), pins()))

    def show(self, frame: Frame) -> None:
        """Shows the frame and returns at once; a newer frame takes the place of one not yet sent."""
        sent = self._light.sent(frame.lights, frame.brightness)
        self._lights.put(b"".join([sent[3 * field : 3 * field + 3] for field in self._fields]))
        self._screen.put(Picture(frame.screen, frame.contrast))

    def play(self, tones: Sequence[Tone]) -> None:
        """Plays the tones one after the other and returns at once; what sounded before ends."""
        if self._buzzer is not None:
            self._buzzer.play(tones)

    def touch(self, button: Button, held: bool) -> None:  # noqa: FBT001 - as a press has it
        """Tells of a press on a mirror, as the button itself would."""
        if not (held and button is Button.UNDO):
            self._enqueue(Press(button))
        if held:
            self._enqueue(Press(button, held=True))

    def settle(self, timeout_s: float = 1.0) -> bool:
        """Waits until all that was shown is sent; False when a part fails, or the time is over before."""
        lights, screen = self._lights.settle(timeout_s), self._screen.settle(timeout_s)
        return lights and screen

    def close(self) -> None:
        """Darkens everything, lets go of every pin and bus. May be called twice."""
        for part in (self._buttons, self._buzzer):
            if part is not None:
                part.close()
        if self._closed:
            return
        self._closed = True
        self._enqueue = _to_nobody
        self.show(BLANK)
        for writer in (self._lights, self._screen):
            writer.settle(DARKEN_S)
            writer.close()
        self._parts.oled.close()

    def _claimed(self, part: Part, claim: Callable[[], P]) -> P | None:
        """What was claimed; None where the part is missing, which is told."""
        try:
            return claim()
        except PartFailed as failure:
            self._tell(Fault(part, str(failure)))
            return None

    def _tell(self, fault: Fault) -> None:
        self._enqueue(fault)


def _to_nobody(_: Press | Fault) -> None:
    """Nobody listens yet, or any more."""


def _fields_by_pixel(wiring: Wiring) -> list[int]:
    """The field over each pixel of the strip."""
    pixels = order(wiring)
    return sorted(range(LIGHTS), key=pixels.__getitem__)
