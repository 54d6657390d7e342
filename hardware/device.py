"""The values that a box shows, plays and reports: frames, tones, presses, touches and faults."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

WIDTH, HEIGHT = 128, 64
"""The size of the screen in pixels; some screens have 32 rows."""

SIDE = 6
"""The lights along an edge of the board: six columns and six rows."""
LIGHTS = SIDE * SIDE


class Button(StrEnum):
    """The five buttons, from left to right."""

    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    BANK = "bank"
    UNDO = "undo"


class Part(StrEnum):
    """The parts that can fail independently."""

    BUTTONS = "buttons"
    ENCODER = "encoder"
    SCREEN = "screen"
    LIGHTS = "lights"
    BUZZER = "buzzer"
    FIELDS = "fields"


class Colour(NamedTuple):
    """An sRGB colour, 0 to 255 per channel, before gamma, brightness and power budget."""

    red: int
    green: int
    blue: int


OFF = Colour(0, 0, 0)


class Tone(NamedTuple):
    hertz: float
    """The pitch; 0 is a rest."""
    seconds: float


class Frame(Struct, frozen=True):
    """What the lights and the screen show at one time.

    >>> frame = Frame(lights=(Colour(255, 0, 0),) * LIGHTS, screen=bytes(WIDTH * HEIGHT // 8))
    """

    lights: tuple[Colour, ...]
    """36 colours, field 1/1 first, then 2/1 … 6/6."""
    screen: bytes
    """128 by 64 pixels in 1,024 bytes: rows from the top, pixels from the left, highest bit first. A screen of 32 rows
    has 512 bytes."""
    contrast: int = 255
    """The brightness of the screen, 1 to 255; 0 switches it off."""
    brightness: float = 1.0
    """The brightness of the lights, as a share of the setting: 0 to 1."""
    next_change: float | None = None
    """When the frame changes without an event, in seconds of the loop's clock; None if it does not."""
    probe: bytes = b""
    """The bytes for the strip, instead of the lights; empty for a usual frame. The wiring wizard uses them to identify
    the strip. Only the power budget applies."""


BLANK = Frame(lights=(OFF,) * LIGHTS, screen=bytes(WIDTH * HEIGHT // 8), contrast=0)


class Press(Struct, frozen=True):
    """A button was pressed.

    `left`, `right`, `ok` and `bank` report a press when they go down, and also a hold if they stay down. `undo` reports
    one of them: a press if it is released early, otherwise a hold, because an undo cannot be undone.
    """

    button: Button
    held: bool = False


def reported_presses(button: Button, *, held: bool) -> Iterator[Press]:
    """Yields what a button reports when it is pressed or held."""
    if not (held and button is Button.UNDO):
        yield Press(button)
    if held:
        yield Press(button, held=True)


class PartFault(Struct, frozen=True):
    """The report that a part failed, or works again. In the drivers, the exception is `PartError`."""

    part: Part | Button
    """A single button if the others work."""
    reason: str | None
    """What went wrong, in a few words; None if it works again."""
    stuck: bool = False
    """Whether a button stays down or a field is covered; if false, the part does not respond."""


class FieldChanged(Struct, frozen=True):
    """A field sensor detected a finger, or a stone that was placed or removed.

    The release of a finger is not reported: a touch is complete at once. At the start, all stones on the board are
    reported.
    """

    field: int
    """0 to 35, field 1/1 first, then 2/1 … 6/6."""
    is_down: bool = True
    """Whether the finger or stone arrived; false if a stone was removed."""
    is_stone: bool = False
    """Whether a contact under the field detects the magnet of a stone; false for a finger."""


Input = Press | FieldChanged | PartFault
"""What a device reports."""


def field_name(field: int) -> str:
    """Returns the name of a field, column/row: `5/2`."""
    return f"{field % SIDE + 1}/{field // SIDE + 1}"


FIELD_NAMES = tuple(map(field_name, range(LIGHTS)))

MissingParts = dict[Part | Button, str]
"""The parts that lack a pin, which another program may use, with the reason."""


class DeviceError(Exception):
    """The base class of all errors of the device."""


class PartError(DeviceError, OSError):
    """A part does not respond, or is missing."""


class WrongWiring(DeviceError, ValueError):
    """The wiring is impossible: for example a pin is used twice, or a list does not name 36 pixels."""

    def __init__(self, setting: str, reason: str) -> None:
        """Args: the setting that is wrong, such as `lights.pin`, and the reason."""
        super().__init__(f"{setting}: {reason}")
        self.setting, self.reason = setting, reason
