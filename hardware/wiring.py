"""The wiring: the pins of the parts, and the pixel under each field."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NewType

from msgspec import Meta, Struct

from hardware.device import LIGHTS, SIDE, Button, WrongWiring

Pin = NewType("Pin", int)
"""The GPIO number of a pin, 0 to 27."""

Pixel = NewType("Pixel", int)
"""The position of a pixel on the strip, from 0."""

Corner = Literal["lower_left", "lower_right", "upper_left", "upper_right"]
StripDirection = Literal["rows", "columns"]
ByteOrder = Literal["GRB", "RGB", "RGBW", "GRBW"]
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


# GPIO 0 and 1 are reserved for the identification EEPROM of add-on boards (Raspberry Pi HAT specification).
UsedPin = Annotated[int, Meta(ge=2, le=27)]


def setting(description: str, **limits: Any) -> Meta:  # noqa: ANN401 - as msgspec takes them
    """Returns the metadata of a setting.

    Args:
        description: the meaning of the setting, without a full stop.
        limits: msgspec's limits; also `allowed`, a text about the allowed values, and `format`, for printing.
    """
    extra: dict[str, Any] = {name: limits.pop(name) for name in ("allowed", "format") if name in limits}
    return Meta(description=description, extra=extra or None, **limits)


# These classes are also the sections of the settings file. They reject unknown keys: a mistyped key would otherwise be
# ignored without a message.


class Buttons(Struct, frozen=True, forbid_unknown_fields=True):
    left: Annotated[UsedPin, setting("GPIO of the button left (it connects the pin to ground)")] = 5
    right: Annotated[UsedPin, setting("GPIO of the button right")] = 6
    ok: Annotated[UsedPin, setting("GPIO of the button ok")] = 13
    bank: Annotated[UsedPin, setting("GPIO of the button bank")] = 19
    undo: Annotated[UsedPin, setting("GPIO of the button undo")] = 26
    encoder: Annotated[bool, setting("Rotary encoder: left and right are its pins A and B, ok its switch")] = False
    debounce_ms: Annotated[int, setting("Debounce time in ms", ge=0, le=100)] = 15
    hold_ms: Annotated[int, setting("Hold time in ms: a longer press counts as a hold", ge=200, le=5000)] = 800


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    controller: Annotated[Literal["ssd1306", "sh1106", "ssd1309"], setting("Controller chip of the OLED")] = "ssd1306"
    height: Annotated[Literal[64, 32], setting("Height in pixels; 32 shows only the two most important lines")] = 64
    bus: Annotated[Literal["i2c", "spi"], setting("Bus that connects the screen: I2C-1 or SPI1")] = "i2c"
    address: Annotated[
        int, setting("I2C address, usually 0x3C or 0x3D", allowed="0x08 to 0x77", format="0x{:02X}", ge=0x08, le=0x77)
    ] = 0x3C
    data_pin: Annotated[UsedPin, setting("GPIO of D/C, only for SPI")] = 24
    reset_pin: Annotated[UsedPin, setting("GPIO of RES, only for SPI")] = 25
    rotate: Annotated[Literal[0, 180], setting("Rotation in degrees; 180 if the pins are at the bottom")] = 0


class Lights(Struct, frozen=True, forbid_unknown_fields=True):
    driver: Annotated[
        Literal["spi", "pwm", "pio"],
        setting("Driver: spi for any Pi (GPIO 10), pwm for a Pi 4 or older, pio for a Pi 5"),
    ] = "spi"
    pin: Annotated[UsedPin, setting("GPIO of the strip, only for pwm and pio")] = 18
    byteorder: Annotated[ByteOrder, setting("Colour order of a pixel; with W if it has a white LED")] = "GRB"
    count: Annotated[
        int, setting("Number of pixels on the strip; the first 36 are used by default", ge=LIGHTS, le=256)
    ] = LIGHTS
    corner: Annotated[Corner, setting("Corner of the board with the first pixel, seen from above")] = "lower_left"
    along: Annotated[StripDirection, setting("Direction of the strip")] = "rows"
    serpentine: Annotated[bool, setting("Zigzag: every second row or column runs in the opposite direction")] = True
    rotation: Annotated[int, setting("Rotation of the layout in clockwise quarter turns", ge=0, le=3)] = 0
    pixels: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=255)], ...],
        setting(
            "Pixel under each field, row by row from 1/1; overrides corner, along, serpentine and rotation",
            allowed="36 different numbers below lights.count, or []",
        ),
    ] = ()
    brightness: Annotated[float, setting("Brightness from 0 to 1", ge=0, le=1)] = 0.5
    gamma: Annotated[float, setting("Gamma correction", ge=1, le=4)] = 2.8
    budget_ma: Annotated[
        int,
        setting(
            "Current limit of the strip in mA; a dark pixel draws 1 mA",
            allowed="36 to 10000, and at least lights.count",
            ge=36,
            le=10000,
        ),
    ] = 1500


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    pin: Annotated[UsedPin | Literal["none"], setting("GPIO of the buzzer")] = 12
    volume: Annotated[float, setting("Volume from 0 to 1", ge=0, le=1)] = 1.0


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[
        FieldKind,
        setting("Field sensors on I2C-1: touch (MPR121 at 0x5A to 0x5C) or contacts (MCP23017 at 0x20 to 0x22)"),
    ] = "none"
    presence: Annotated[
        bool,
        setting(
            "Magnets in the stones keep the contacts closed; if false, each closing counts as a touch",
            allowed="true or false; true requires fields.kind = contacts",
        ),
    ] = False
    interrupt: Annotated[UsedPin, setting("GPIO of the interrupt line of the sensor chips")] = 27
    inputs: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=35)], ...],
        setting(
            "Sensor input under each field, row by row from 1/1; 0 to 11 belong to the first chip",
            allowed="each number from 0 to 35 once, or []",
        ),
    ] = ()


class Wiring(Struct, frozen=True):
    """The wiring of the box. Pins are GPIO numbers.

        >>> wiring = Wiring(sound=Sound(pin="none"), lights=Lights(corner="upper_left"))
        >>> wiring.pin(Button.OK), pixel_order(wiring)[:3]
        (13, (35, 34, 33))

    The defaults are those of docs/building.

    Raises:
        WrongWiring: the wiring is impossible.
    """

    buttons: Buttons = Buttons()
    screen: Screen = Screen()
    lights: Lights = Lights()
    sound: Sound = Sound()
    fields: Fields = Fields()

    def __post_init__(self) -> None:
        for setting, reason in _find_mistakes(self):
            raise WrongWiring(setting, reason)

    def pin(self, button: Button) -> Pin:
        """Returns the pin of a button, which closes to ground."""
        return Pin(getattr(self.buttons, button))

    @property
    def buzzer_pin(self) -> Pin | None:
        return None if self.sound.pin == "none" else Pin(self.sound.pin)


def pixel_order(wiring: Wiring) -> tuple[Pixel, ...]:
    """Returns the pixel under each of the 36 fields, 1/1 first, then 2/1 … 6/6."""
    if wiring.lights.pixels:
        return tuple(map(Pixel, wiring.lights.pixels))
    pixel_at: dict[tuple[int, int], Pixel] = {}  # by column and row of its field, 0 to 5 from the lower left
    for pixel in range(LIGHTS):
        line, step = divmod(pixel, SIDE)
        if wiring.lights.serpentine and line % 2:
            step = SIDE - 1 - step
        column, row = (step, line) if wiring.lights.along == "rows" else (line, step)
        if wiring.lights.corner.endswith("right"):
            column = SIDE - 1 - column
        if wiring.lights.corner.startswith("upper"):
            row = SIDE - 1 - row
        # Last, because the whole layout is turned.
        for _ in range(wiring.lights.rotation):
            column, row = row, SIDE - 1 - column
        pixel_at[column, row] = Pixel(pixel)
    return tuple(pixel_at[column, row] for row in range(SIDE) for column in range(SIDE))


def field_inputs(wiring: Wiring) -> tuple[int, ...]:
    """Returns the input under each of the 36 fields, 1/1 first, then 2/1 … 6/6."""
    return wiring.fields.inputs or tuple(range(LIGHTS))


def pin_uses(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Yields every setting that occupies a pin, with the pin.

    A bus occupies all its pins, also those without a wire, because the kernel's driver owns them.
    """
    if wiring.lights.driver == "spi":
        yield from (("lights.driver", pin) for pin in BUS_PINS["SPI0"])
    else:
        yield "lights.pin", wiring.lights.pin
    yield from (("screen.bus", pin) for pin in BUS_PINS["I2C-1" if wiring.screen.bus == "i2c" else "SPI1"])
    if wiring.screen.bus == "spi":
        if wiring.fields.kind != "none":  # a screen on I2C has claimed these pins already
            yield from (("fields.kind", pin) for pin in BUS_PINS["I2C-1"])
        yield "screen.data_pin", wiring.screen.data_pin
        yield "screen.reset_pin", wiring.screen.reset_pin
    if wiring.buzzer_pin is not None:
        yield "sound.pin", wiring.buzzer_pin
    for button in Button:
        yield f"buttons.{button.value}", wiring.pin(button)
    if wiring.fields.kind != "none":
        yield "fields.interrupt", wiring.fields.interrupt


def _find_mistakes(wiring: Wiring) -> Iterator[tuple[str, str]]:  # noqa: C901 - one rule after the other
    """Yields settings that contradict another one, and the reason. msgspec checks the range of each."""
    owners: dict[int, str] = {}
    # GPIO 0 and 1 belong to add-on boards and are never suggested as free.
    free = ", ".join(map(str, sorted({*range(2, 28)} - {pin for _, pin in pin_uses(wiring)})))
    for setting, pin in pin_uses(wiring):
        if pin in owners:
            yield setting, f"GPIO {pin} is taken by {owners[pin]}; free: {free}"
        owners[pin] = setting
    count, pixels = wiring.lights.count, wiring.lights.pixels
    if pixels and not len(pixels) == len(set(pixels)) == LIGHTS:
        yield "lights.pixels", f"{len(pixels)} pixels, {len(set(pixels))} different"
    if max(pixels, default=0) >= count:
        yield "lights.pixels", f"pixel {max(pixels)} does not exist, because lights.count is {count}: the first is 0"
    if wiring.lights.budget_ma < count:
        yield "lights.budget_ma", f"{wiring.lights.budget_ma} is too low: {count} dark pixels draw {count} mA"
    if wiring.screen.height == 32 and wiring.screen.controller == "sh1106":
        yield "screen.height", "a screen of 32 rows has an ssd1306, not an sh1106"
    if wiring.fields.presence and wiring.fields.kind != "contacts":
        yield "fields.presence", f"only contacts notice stones, and fields.kind is {wiring.fields.kind}"
    inputs = wiring.fields.inputs
    if inputs and sorted(inputs) != list(range(LIGHTS)):
        missing = sorted(set(range(LIGHTS)) - set(inputs))
        without = f", and input {missing[0]} is missing" if missing else ""
        yield "fields.inputs", f"{len(inputs)} inputs, {len(set(inputs))} different{without}"
    if wiring.screen.bus == "i2c" and wiring.screen.address in FIELD_ADDRESSES[wiring.fields.kind]:
        yield "screen.address", f"a chip of the fields answers at 0x{wiring.screen.address:02X}"
