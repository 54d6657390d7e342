"""What a device is: it shows frames, plays tones and reports presses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from msgspec import Struct

WIDTH, HEIGHT = 128, 64
"""The screen, in pixels; one of 32 rows shows that many."""

SIDE = 6
"""The lights along an edge of the board: six columns and six rows."""
LIGHTS = SIDE * SIDE


class Button(StrEnum):
    """The five buttons, as they lie on the box from left to right."""

    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BANK = "bank"
    UNDO = "undo"


class Part(StrEnum):
    """The parts that can fail without the others."""

    BUTTONS = "buttons"
    ENCODER = "encoder"
    SCREEN = "screen"
    LIGHTS = "lights"
    BUZZER = "buzzer"
    FIELDS = "fields"


class Colour(NamedTuple):
    """A colour as wanted: sRGB, 0 to 255 a channel, before gamma, brightness and budget."""

    red: int
    green: int
    blue: int


OFF = Colour(0, 0, 0)


class Tone(NamedTuple):
    """One tone of the buzzer."""

    hertz: float
    """Its pitch; 0 is a rest."""
    seconds: float
    """How long it sounds."""


class Frame(Struct, frozen=True):
    """All that the device shows at one moment."""

    lights: tuple[Colour, ...]
    """36 colours, field 1/1 first, then 2/1 … 6/6."""
    screen: bytes
    """128 by 64 pixels, 1,024 bytes: row by row from the top, in a row from the left, the highest bit first. For a
    screen of 32 rows it is 512 bytes."""
    contrast: int = 255
    """The screen's brightness, 1 to 255; 0 switches it off."""
    brightness: float = 1.0
    """How bright the lights are, as a share of the setting: 0 to 1."""
    next_change: float | None = None
    """When the picture changes by itself, in seconds of the loop's clock; None: never."""
    probe: bytes = b""
    """Levels that the strip takes byte by byte in the place of the lights, whatever it is said to be: so the wiring
    wizard finds out what it is. Only the power budget counts. Empty: none."""


BLANK = Frame(lights=(OFF,) * LIGHTS, screen=bytes(WIDTH * HEIGHT // 8), contrast=0)


class Press(Struct, frozen=True):
    """A button was pressed.

    `left`, `right`, `ok` and `bank` report a press when they go down, and a hold in addition if they stay down. `undo`
    reports either: a press when it is released early, else a hold. What `undo` does cannot be undone.
    """

    button: Button
    held: bool = False


def reported_presses(button: Button, *, held: bool) -> Iterator[Press]:
    """Yields what a button reports when it is pressed, or held."""
    if not (held and button is Button.UNDO):
        yield Press(button)
    if held:
        yield Press(button, held=True)


class PartFault(Struct, frozen=True):
    """A part failed, or works again."""

    part: Part | Button
    """A single button if the others work."""
    reason: str | None
    """What went wrong, in a few words; None: it works again."""
    stuck: bool = False
    """Whether a contact never changes, of a button or of the encoder; otherwise the part does not answer."""


class FieldChanged(Struct, frozen=True):
    """A finger has touched a field, or a stone was put there or lifted.

    That a finger goes away is not reported: a touch is complete at once. Of stones all that lie there are reported at
    the start, too.
    """

    field: int
    """0 to 35, field 1/1 first, then 2/1 … 6/6."""
    is_down: bool = True
    is_stone: bool = False


Input = Press | FieldChanged | PartFault
"""What a device reports."""


def field_name(field: int) -> str:
    """Returns the column and the row of a field, as people call it: `5/2`."""
    return f"{field % SIDE + 1}/{field // SIDE + 1}"


Missing = dict[Part | Button, str]
"""The parts whose pins cannot be claimed now, and why."""


class DeviceError(Exception):
    """The root of everything that the device raises."""


class PartFailed(DeviceError, OSError):
    """A part did not answer, or is not there."""


class WrongWiring(DeviceError, ValueError):
    """An impossible wiring: a pin is used twice, a list does not name 36 pixels."""

    def __init__(self, setting: str, reason: str) -> None:
        """Takes the setting that is wrong, as in `lights.pin`, and why."""
        super().__init__(f"{setting}: {reason}")
        self.setting, self.reason = setting, reason


class Device(Protocol):
    """A box with lights, a screen, buttons and a buzzer, real or simulated."""

    @property
    def name(self) -> str:
        """What it calls itself in `--device`."""

    def listen(self, enqueue: Callable[[Input], None]) -> None:
        """Hands every press, every touch and every fault to `enqueue`, from whatever thread it happens on."""

    def show(self, frame: Frame) -> None:
        """Shows the frame and returns at once; a newer frame takes the place of one not yet sent."""

    def show_lights(self, colours: Sequence[Colour], brightness: float) -> None:
        """Shows the lights of a frame whose screen is still being drawn; `show` follows with all of it."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Plays the tones one after the other and returns at once; what sounded before ends."""

    def close(self) -> None:
        """Darkens everything, releases every pin and bus. May be called twice."""
