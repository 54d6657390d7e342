"""The wiring: the pins of the parts, and the pixel under each field."""

from collections.abc import Iterator
from typing import Literal, NewType

from msgspec import Struct

from hardware.device import LIGHTS, SIDE, Button, WrongWiring

Pin = NewType("Pin", int)
"""The GPIO number of a pin, 0 to 27."""

Pixel = NewType("Pixel", int)
"""The position of a pixel on the strip, from 0."""

Corner = Literal["lower_left", "lower_right", "upper_left", "upper_right"]
Along = Literal["rows", "columns"]
ScreenController = Literal["ssd1306", "sh1106", "ssd1309"]
ScreenBus = Literal["i2c", "spi"]
ScreenHeight = Literal[64, 32]
PixelDriver = Literal["spi", "pwm", "pio"]
ByteOrder = Literal["GRB", "RGB", "RGBW", "GRBW"]
Rotation = Literal[0, 180]
FieldKind = Literal["none", "touch", "contacts"]

BUS_PINS = {
    "I2C-1": (2, 3),
    "SPI0": (7, 8, 9, 10, 11),
    "SPI1": (18, 19, 20, 21),
}
"""The pins that a bus occupies. The kernel's SPI driver also keeps unused chip selects: 7 and 8 with `dtparam=spi=on`,
18 with `dtoverlay=spi1-1cs` (the firmware's overlays/README)."""


FIELD_ADDRESSES: dict[FieldKind, tuple[int, ...]] = {
    "none": (),
    "touch": (0x5A, 0x5B, 0x5C),
    "contacts": (0x20, 0x21, 0x22),
}
"""The I2C-1 addresses of the chips of the field sensors, which have twelve inputs each."""


class Wiring(Struct, frozen=True):
    """The wiring of the box. Pins are GPIO numbers; `lights_pin` is the setting `lights.pin`, and so on.

        >>> wiring = Wiring(sound_pin=None, lights_corner="upper_left")
        >>> wiring.pin(Button.OK), pixel_order(wiring)[:3]
        (13, (35, 34, 33))

    The defaults are those of docs/building, and also those of the settings.

    Raises:
        WrongWiring: the wiring is impossible.
    """

    buttons_left: int = 5
    buttons_right: int = 6
    buttons_ok: int = 13
    buttons_bank: int = 19
    buttons_undo: int = 26
    buttons_encoder: bool = False
    """Whether a rotary encoder replaces three buttons: left and right are its A and B, ok is its switch."""
    buttons_debounce_ms: float = 15
    """Time that a level must be stable before it counts."""
    buttons_hold_ms: float = 800
    """Time that a button must be down to count as held."""
    buttons_stuck_s: float = 30.0
    """Time that a button must be down to count as stuck. Not a setting."""

    screen_controller: ScreenController = "ssd1306"
    screen_height: ScreenHeight = 64
    screen_bus: ScreenBus = "i2c"
    """`i2c` is I2C-1, `spi` is SPI1."""
    screen_address: int = 0x3C
    """On I2C."""
    screen_data_pin: int = 24
    """The data/command pin, on SPI."""
    screen_reset_pin: int = 25
    """The reset pin, on SPI."""
    screen_rotate: Rotation = 0

    lights_driver: PixelDriver = "spi"
    """`spi` sends on GPIO 10, the others on `lights_pin`."""
    lights_pin: int = 18
    lights_byteorder: ByteOrder = "GRB"
    """The order of the channels of a pixel; W is white."""
    lights_count: int = LIGHTS
    """The pixels on the strip, 36 to 256. The first 36 are under the fields, unless `lights_pixels` names others; the
    rest stays dark."""
    lights_corner: Corner = "lower_left"
    """The corner of pixel 0, as seen from above the board."""
    lights_along: Along = "rows"
    """The direction in which the strip starts."""
    lights_serpentine: bool = True
    """Whether every second line runs backwards."""
    lights_rotation: int = 0
    """Clockwise quarter turns of the layout, 0 to 3."""
    lights_pixels: tuple[int, ...] = ()
    """Replaces corner, along, serpentine and rotation: the pixel of each field, 1/1 first, then 2/1 … 6/6, all
    different and below `lights_count`."""

    sound_pin: int | None = 12
    sound_volume: float = 1.0

    fields_kind: FieldKind = "none"
    """The kind of the field sensors: `touch` are copper pads, `contacts` are switches."""
    fields_presence: bool = False
    """Whether magnets in the stones keep the contacts closed; otherwise each closing is a touch."""
    fields_interrupt: int = 27
    """The pin of the chips' interrupt line."""
    fields_inputs: tuple[int, ...] = ()
    """The input under each field, 1/1 first, then 2/1 … 6/6: 0 to 11 on the first chip, 12 to 23 on the second, 24 to
    35 on the third. Empty: in that order."""

    def __post_init__(self) -> None:
        for setting, reason in _find_mistakes(self):
            raise WrongWiring(setting, reason)

    def pin(self, button: Button) -> Pin:
        """Returns the pin of a button, which closes to ground."""
        pins = {
            Button.LEFT: self.buttons_left,
            Button.RIGHT: self.buttons_right,
            Button.OK: self.buttons_ok,
            Button.BANK: self.buttons_bank,
            Button.UNDO: self.buttons_undo,
        }
        return Pin(pins[button])


def pixel_order(wiring: Wiring) -> tuple[Pixel, ...]:
    """Returns the pixel under each of the 36 fields, 1/1 first, then 2/1 … 6/6."""
    if wiring.lights_pixels:
        return tuple(map(Pixel, wiring.lights_pixels))
    pixel_at: dict[tuple[int, int], Pixel] = {}
    """By the column and row of its field, 0 to 5 from the lower left."""
    for pixel in range(LIGHTS):
        line, step = divmod(pixel, SIDE)
        if wiring.lights_serpentine and line % 2:
            step = SIDE - 1 - step
        column, row = (step, line) if wiring.lights_along == "rows" else (line, step)
        if wiring.lights_corner.endswith("right"):
            column = SIDE - 1 - column
        if wiring.lights_corner.startswith("upper"):
            row = SIDE - 1 - row
        # Last, because the whole layout is turned.
        for _ in range(wiring.lights_rotation):
            column, row = row, SIDE - 1 - column
        pixel_at[column, row] = Pixel(pixel)
    return tuple(pixel_at[column, row] for row in range(SIDE) for column in range(SIDE))


def field_inputs(wiring: Wiring) -> tuple[int, ...]:
    """Returns the input under each of the 36 fields, 1/1 first, then 2/1 … 6/6."""
    return wiring.fields_inputs or tuple(range(LIGHTS))


def pin_uses(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Yields every setting that occupies a pin, with the pin.

    A bus occupies all its pins, also those without a wire, because the kernel's driver owns them.
    """
    if wiring.lights_driver == "spi":
        yield from (("lights.driver", pin) for pin in BUS_PINS["SPI0"])
    else:
        yield "lights.pin", wiring.lights_pin
    yield from (("screen.bus", pin) for pin in BUS_PINS["I2C-1" if wiring.screen_bus == "i2c" else "SPI1"])
    if wiring.screen_bus == "spi":
        if wiring.fields_kind != "none":
            yield from (("fields.kind", pin) for pin in BUS_PINS["I2C-1"])
        yield "screen.data_pin", wiring.screen_data_pin
        yield "screen.reset_pin", wiring.screen_reset_pin
    if wiring.sound_pin is not None:
        yield "sound.pin", wiring.sound_pin
    for button in Button:
        yield f"buttons.{button.value}", wiring.pin(button)
    if wiring.fields_kind != "none":
        yield "fields.interrupt", wiring.fields_interrupt


def _find_mistakes(wiring: Wiring) -> Iterator[tuple[str, str]]:  # noqa: C901 - one rule after the other
    """Yields the values that are wrong together: a setting, and the reason. The settings check the range of each."""
    owners: dict[int, str] = {}
    # GPIO 0 and 1 belong to add-on boards and are never suggested as free.
    free = ", ".join(map(str, sorted({*range(2, 28)} - {pin for _, pin in pin_uses(wiring)})))
    for setting, pin in pin_uses(wiring):
        if pin in owners:
            yield setting, f"GPIO {pin} is taken by {owners[pin]}; free: {free}"
        owners[pin] = setting
    count, pixels = wiring.lights_count, wiring.lights_pixels
    if pixels and not len(pixels) == len(set(pixels)) == LIGHTS:
        yield "lights.pixels", f"{len(pixels)} pixels, {len(set(pixels))} different"
    if max(pixels, default=0) >= count:
        yield "lights.pixels", f"pixel {max(pixels)} does not exist, because lights.count is {count}: the first is 0"
    if wiring.screen_height == 32 and wiring.screen_controller == "sh1106":
        yield "screen.height", "a screen of 32 rows has an ssd1306, not an sh1106"
    if wiring.fields_presence and wiring.fields_kind != "contacts":
        yield "fields.presence", f"only contacts notice stones, and fields.kind is {wiring.fields_kind}"
    inputs = wiring.fields_inputs
    if inputs and sorted(inputs) != list(range(LIGHTS)):
        missing = sorted(set(range(LIGHTS)) - set(inputs))
        without = f", and input {missing[0]} is missing" if missing else ""
        yield "fields.inputs", f"{len(inputs)} inputs, {len(set(inputs))} different{without}"
    if wiring.screen_bus == "i2c" and wiring.screen_address in FIELD_ADDRESSES[wiring.fields_kind]:
        yield "screen.address", f"a chip of the fields answers at 0x{wiring.screen_address:02X}"
