"""The wiring: which part is on which pin, and which pixel lies under which field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NewType

from hardware.device import LIGHTS, SIDE, Button, WrongWiring

Pin = NewType("Pin", int)
"""A pin by its GPIO number, 0 to 27."""

Pixel = NewType("Pixel", int)
"""A pixel's place on the strip, 0 to 35, or to 255 on a longer one."""

Corner = Literal["lower_left", "lower_right", "upper_left", "upper_right"]
Along = Literal["rows", "columns"]
ScreenController = Literal["ssd1306", "sh1106", "ssd1309"]
ScreenBus = Literal["i2c", "spi"]
PixelDriver = Literal["spi", "pwm", "pio"]
ByteOrder = Literal["GRB", "RGB", "RGBW", "GRBW"]
Rotation = Literal[0, 180]
FieldKind = Literal["none", "touch", "contacts"]
MOST_PIXELS = 256

BUS_PINS = {
    "I2C-0": (0, 1),
    "I2C-1": (2, 3),
    "SPI0": (7, 8, 9, 10, 11),
    "SPI1": (18, 19, 20, 21),
}
"""The pins that a bus takes for itself. The kernel's driver of an SPI bus keeps its chip selects even where nothing is
on them: 7 and 8 with `dtparam=spi=on`, 18 with `dtoverlay=spi1-1cs` (the firmware's overlays/README)."""


FIELD_ADDRESSES: dict[FieldKind, tuple[int, ...]] = {
    "none": (),
    "touch": (0x5A, 0x5B, 0x5C),
    "contacts": (0x20, 0x21, 0x22),
}
"""Where the chips of the fields answer on I2C-1; each has twelve inputs."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """How the box is wired. Pins are GPIO numbers, times are seconds.

    The defaults are those of a box that is built as docs/building says; the settings take theirs from here.

    Raises:
        WrongWiring: it is impossible; one sentence says why.
    """

    left: int = 5
    right: int = 6
    ok: int = 13
    bank: int = 19
    undo: int = 26
    encoder: bool = False
    """Whether a rotary encoder stands for three buttons: `left` and `right` are its A and B, `ok` is its switch."""
    debounce_s: float = 0.015
    """The debounce time: how long a level must be stable before it counts."""
    hold_s: float = 0.8
    """How long a button must be down to count as held."""
    stuck_s: float = 30.0
    """How long a button must be down to count as stuck: nobody holds one that long on purpose."""
    buzzer: int | None = 12
    """None: there is none."""
    buzzer_volume: float = 1.0
    """0 to 1, of the loudest."""

    screen: ScreenController = "ssd1306"
    screen_bus: ScreenBus = "i2c"
    screen_port: int = 1
    """I2C-1, or SPI1."""
    screen_address: int = 0x3C
    """On I2C."""
    screen_dc: int = 24
    """The data/command pin, on SPI."""
    screen_reset: int = 25
    """The reset pin, on SPI."""
    screen_rotation: Rotation = 0
    """How far the panel is turned, in degrees."""

    pixels: PixelDriver = "spi"
    """The driver: `spi` sends on GPIO 10, the others on `pixels_pin`."""
    pixels_pin: int = 18
    byteorder: ByteOrder = "GRB"
    """The order in which a pixel takes its channels; with W it has a white one."""
    count: int = LIGHTS
    """The pixels on the strip, 36 to 256. The first 36 lie under the fields, unless `order` names others; the rest is
    sent dark."""
    corner: Corner = "lower_left"
    """Where pixel 0 lies, for a person looking at the board."""
    along: Along = "rows"
    """Which way the strip runs first."""
    serpentine: bool = True
    """Whether every second line runs backwards."""
    quarter_turns: int = 0
    """How often the whole layout is turned clockwise: 0 to 3."""
    order: tuple[int, ...] = ()
    """Replaces corner, along, serpentine and quarter_turns: the pixel of each field, 1/1 first, then 2/1 … 6/6, all
    different and below `count`."""

    fields: FieldKind = "none"
    """How the box feels what is done on its fields: `touch` are pads of copper, `contacts` are switches."""
    fields_presence: bool = False
    """Whether magnets in the stones keep the contacts closed; else each closing is a touch."""
    fields_interrupt: int = 27
    """The pin of the chips' interrupt line."""
    fields_inputs: tuple[int, ...] = ()
    """The input under each field, 1/1 first, then 2/1 … 6/6: 0 to 11 on the first chip, 12 to 23 on the second, 24 to
    35 on the third. Empty: in that order."""

    def __post_init__(self) -> None:
        for wrong in _find_mistakes(self):
            raise WrongWiring(wrong)

    def pin(self, button: Button) -> Pin:
        """Returns the pin of a button, which closes to ground."""
        pins = {
            Button.LEFT: self.left,
            Button.RIGHT: self.right,
            Button.OK: self.ok,
            Button.BANK: self.bank,
            Button.UNDO: self.undo,
        }
        return Pin(pins[button])


def pixel_order(wiring: Wiring) -> tuple[Pixel, ...]:
    """Returns the pixel under each of the 36 fields, 1/1 first, then 2/1 … 6/6."""
    if wiring.order:
        return tuple(map(Pixel, wiring.order))
    pixel_at: dict[tuple[int, int], Pixel] = {}
    """By the column and row of its field, 0 to 5 from the lower left."""
    for pixel in range(LIGHTS):
        line, step = divmod(pixel, SIDE)
        if wiring.serpentine and line % 2:
            step = SIDE - 1 - step
        column, row = (step, line) if wiring.along == "rows" else (line, step)
        if wiring.corner.endswith("right"):
            column = SIDE - 1 - column
        if wiring.corner.startswith("upper"):
            row = SIDE - 1 - row
        # Last, because a turn is of the whole layout.
        for _ in range(wiring.quarter_turns):
            column, row = row, SIDE - 1 - column
        pixel_at[column, row] = Pixel(pixel)
    return tuple(pixel_at[column, row] for row in range(SIDE) for column in range(SIDE))


def field_inputs(wiring: Wiring) -> tuple[int, ...]:
    """Returns the input under each of the 36 fields, 1/1 first, then 2/1 … 6/6."""
    return wiring.fields_inputs or tuple(range(LIGHTS))


def _find_mistakes(wiring: Wiring) -> Iterator[str]:  # noqa: C901, PLR0912 - one rule after the other
    """Yields what is wrong with a wiring, one sentence each."""
    uses = list(_pin_uses(wiring))
    for pin, count in Counter(pin for _, pin in uses).items():
        if count > 1:
            yield f"GPIO {pin} is used by {' and '.join(name for name, used in uses if used == pin)}; it has one use."
    for name, pin in uses:
        if not 0 <= pin <= 27:
            yield f"{name} is on GPIO {pin}; the pins are GPIO 0 to 27."
    if wiring.pixels == "spi" and wiring.screen_bus == "spi" and wiring.screen_port == 0:
        yield "pixels and screen are both on SPI0; the pixels have no chip select, so nothing else may be on it."
    if not LIGHTS <= wiring.count <= MOST_PIXELS:
        yield f"count is {wiring.count}; a strip has {LIGHTS} to {MOST_PIXELS} pixels."
    order = set(wiring.order)
    if wiring.order and not (len(wiring.order) == len(order) == LIGHTS and order <= set(range(wiring.count))):
        yield f"order is no list of 36 different pixels below count, {wiring.count}."
    if not 0 <= wiring.quarter_turns <= 3:
        yield f"quarter_turns is {wiring.quarter_turns}; it must be 0 to 3."
    if not 0x08 <= wiring.screen_address <= 0x77:
        yield f"screen_address is 0x{wiring.screen_address:02X}; an address is 0x08 to 0x77."
    if wiring.fields_presence and wiring.fields != "contacts":
        yield "fields_presence is true; only contacts notice a stone."
    if wiring.fields_inputs and sorted(wiring.fields_inputs) != list(range(LIGHTS)):
        yield "fields_inputs is no list of the 36 inputs, each once."
    if (
        wiring.screen_bus == "i2c"
        and wiring.screen_port == 1
        and wiring.screen_address in FIELD_ADDRESSES[wiring.fields]
    ):
        yield f"screen_address is 0x{wiring.screen_address:02X}, where a chip of the fields answers."
    if not 0 <= wiring.debounce_s < wiring.hold_s:
        yield f"debounce_s is {wiring.debounce_s}; it must be 0 or more and less than hold_s, {wiring.hold_s}."


def _pin_uses(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Yields the name of everything that takes a pin, with the pin."""
    for button in Button:
        yield button.value, wiring.pin(button)
    if wiring.buzzer is not None:
        yield "buzzer", wiring.buzzer
    if wiring.pixels != "spi":
        yield "pixels_pin", wiring.pixels_pin
    if wiring.screen_bus == "spi":
        yield "screen_dc", wiring.screen_dc
        yield "screen_reset", wiring.screen_reset
    buses = {f"I2C-{wiring.screen_port}" if wiring.screen_bus == "i2c" else f"SPI{wiring.screen_port}"}
    if wiring.pixels == "spi":
        buses.add("SPI0")
    if wiring.fields != "none":
        yield "fields_interrupt", wiring.fields_interrupt
        buses.add("I2C-1")
    for bus in buses:
        yield from ((bus, pin) for pin in BUS_PINS.get(bus, ()))
