"""The settings: every key with its type, its range, its meaning and its default.

These classes are the schema of the settings file. Defaults for the hardware are defined in `hardware.wiring` and
`hardware.light`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import fields

from companion.lights.composition import SEATS
from hardware.light import Light
from hardware.wiring import (
    Along,
    ByteOrder,
    Corner,
    FieldKind,
    PixelDriver,
    Rotation,
    ScreenBus,
    ScreenController,
    ScreenHeight,
    Wiring,
)

WIRING, LIGHT = Wiring(), Light()
"""The hardware's defaults: a box wired as the building guide describes."""


class SettingsError(ValueError):
    """A setting is wrong. The message is one line: the source, the key, what is wrong and what is allowed."""

    def __init__(self, message: str) -> None:
        """Joins the lines of the message, because parts of it come from files and other programs."""
        super().__init__(" ".join(message.split()))


# GPIO 0 and 1 are reserved for the identification EEPROM of add-on boards (Raspberry Pi HAT specification).
Pin = Annotated[int, Meta(ge=2, le=27)]
"""The BCM number of a GPIO."""

# \Z, because $ also matches before a newline at the end.
RGB = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z")]
# Without control characters, which could move a terminal's cursor, and without spaces at the ends, which are invisible.
Name = Annotated[str, Meta(pattern=r"^(?!\s)[^\x00-\x1f\x7f-\x9f]{1,12}(?<!\s)\Z")]


def key(description: str, **limits: Any) -> Meta:  # noqa: ANN401 - as msgspec takes them
    """Returns the metadata of a key.

    Args:
        description: what the key means, without a full stop.
        limits: msgspec's limits; also `allowed`, which describes the allowed values, and `form`, a format for printing.
    """
    extra: dict[str, Any] = {name: limits.pop(name) for name in ("allowed", "form") if name in limits}
    return Meta(description=description, extra=extra or None, **limits)


# Every section rejects unknown keys: a mistyped key would otherwise be ignored without a message.


class Buttons(Struct, frozen=True, forbid_unknown_fields=True):
    left: Annotated[Pin, key("GPIO of the button left (it connects the pin to ground)")] = WIRING.buttons_left
    right: Annotated[Pin, key("GPIO of the button right")] = WIRING.buttons_right
    ok: Annotated[Pin, key("GPIO of the button ok")] = WIRING.buttons_ok
    bank: Annotated[Pin, key("GPIO of the button bank")] = WIRING.buttons_bank
    undo: Annotated[Pin, key("GPIO of the button undo")] = WIRING.buttons_undo
    encoder: Annotated[bool, key("Rotary encoder: left and right are its pins A and B, ok its switch")] = (
        WIRING.buttons_encoder
    )
    debounce_ms: Annotated[int, key("Debounce time in ms", ge=0, le=100)] = int(WIRING.buttons_debounce_ms)
    hold_ms: Annotated[int, key("Hold time in ms: a longer press counts as a hold", ge=200, le=5000)] = int(
        WIRING.buttons_hold_ms
    )


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    controller: Annotated[ScreenController, key("Controller chip of the OLED")] = WIRING.screen_controller
    height: Annotated[ScreenHeight, key("Height in pixels; 32 shows only the two most important lines")] = (
        WIRING.screen_height
    )
    bus: Annotated[ScreenBus, key("Bus that connects the screen: I2C-1 or SPI1")] = WIRING.screen_bus
    address: Annotated[
        int, key("I2C address, usually 0x3C or 0x3D", allowed="0x08 to 0x77", form="0x{:02X}", ge=0x08, le=0x77)
    ] = WIRING.screen_address
    data_pin: Annotated[Pin, key("GPIO of D/C, only for SPI")] = WIRING.screen_data_pin
    reset_pin: Annotated[Pin, key("GPIO of RES, only for SPI")] = WIRING.screen_reset_pin
    rotate: Annotated[Rotation, key("Rotation in degrees; 180 if the pins are at the bottom")] = WIRING.screen_rotate
    dim_after_s: Annotated[int, key("Seconds without a press until the screen is dimmed", ge=1, le=86400)] = 120
    dark_after_s: Annotated[
        int, key("Seconds without a press until it is dark; more than dim_after_s", ge=1, le=86400)
    ] = 600


class Lights(Struct, frozen=True, forbid_unknown_fields=True):
    driver: Annotated[PixelDriver, key("Driver: spi for any Pi (GPIO 10), pwm for a Pi 4 or older, pio for a Pi 5")] = (
        WIRING.lights_driver
    )
    pin: Annotated[Pin, key("GPIO of the strip, only for pwm and pio")] = WIRING.lights_pin
    byteorder: Annotated[ByteOrder, key("Colour order of a pixel; with W if it has a white LED")] = (
        WIRING.lights_byteorder
    )
    count: Annotated[int, key("Number of pixels on the strip; the first 36 are used by default", ge=36, le=256)] = (
        WIRING.lights_count
    )
    corner: Annotated[Corner, key("Corner of the board with the first pixel, seen from above")] = WIRING.lights_corner
    along: Annotated[Along, key("Direction of the strip")] = WIRING.lights_along
    serpentine: Annotated[bool, key("Zigzag: every second row or column runs in the opposite direction")] = (
        WIRING.lights_serpentine
    )
    rotation: Annotated[int, key("Rotation of the layout in clockwise quarter turns", ge=0, le=3)] = (
        WIRING.lights_rotation
    )
    pixels: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=255)], ...],
        key(
            "Pixel under each field, row by row from 1/1; overrides corner, along, serpentine and rotation",
            allowed="36 different numbers below lights.count, or []",
        ),
    ] = WIRING.lights_pixels
    brightness: Annotated[float, key("Brightness from 0 to 1", ge=0, le=1)] = LIGHT.brightness
    gamma: Annotated[float, key("Gamma correction", ge=1, le=4)] = LIGHT.gamma
    budget_ma: Annotated[
        int,
        key(
            "Current limit of the strip in mA; a dark pixel draws 1 mA",
            allowed="36 to 10000, and at least lights.count",
            ge=36,
            le=10000,
        ),
    ] = LIGHT.budget_ma


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    pin: Annotated[Pin | Literal["none"], key("GPIO of the buzzer")] = WIRING.sound_pin or "none"
    on: Annotated[bool, key("Play sounds")] = True
    volume: Annotated[float, key("Volume from 0 to 1", ge=0, le=1)] = WIRING.sound_volume
    voice: Annotated[bool, key("Speech, if espeak-ng is installed")] = True


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[
        FieldKind, key("Field sensors on I2C-1: touch (MPR121 at 0x5A to 0x5C) or contacts (MCP23017 at 0x20 to 0x22)")
    ] = WIRING.fields_kind
    presence: Annotated[
        bool,
        key(
            "Magnets in the stones keep the contacts closed; if false, each closing counts as a touch",
            allowed="true or false; true requires fields.kind = contacts",
        ),
    ] = WIRING.fields_presence
    place: Annotated[
        Literal["second touch", "at once"],
        key("Place at the second touch of a field (the first one selects it) or at once"),
    ] = "second touch"
    interrupt: Annotated[Pin, key("GPIO of the interrupt line of the sensor chips")] = WIRING.fields_interrupt
    inputs: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=35)], ...],
        key(
            "Sensor input under each field, row by row from 1/1; 0 to 11 belong to the first chip",
            allowed="each number from 0 to 35 once, or []",
        ),
    ] = WIRING.fields_inputs


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    colours: Annotated[
        tuple[RGB, ...],
        key("Colours of seats 1 to 5", allowed='five different colours as "#RRGGBB"', min_length=5, max_length=5),
    ] = tuple(f"#{bytes(seat.colour).hex()}" for seat in SEATS)
    names: Annotated[
        tuple[Name, ...],
        key(
            "Player names that the setup offers",
            allowed="different names of 1 to 12 letters, without spaces at the ends",
        ),
    ] = ()


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults of a game; the menu and the setup can change them for one game."""

    language: Annotated[Literal["", "en", "de", "nl"], key('Language; "" for the language of the system (LANG)')] = ""
    guide: Annotated[
        bool | Literal["auto"],
        key("Guide the players field by field after a bank; auto: only with a real board"),
    ] = "auto"
    dice: Annotated[
        Literal["virtual", "hand"],
        key("Virtual dice, or hand for real dice whose rolls you enter"),
    ] = "virtual"
    bot_step_s: Annotated[float, key("Seconds for which each step of a bot is shown", ge=0, le=10)] = 1.0
    attract_after_s: Annotated[
        int, key("Seconds without a press until the title is shown, if no game is in progress", ge=10, le=86400)
    ] = 300
    options: Annotated[
        dict[str, dict[str, Any]],
        key(
            "Default options of each game; the setup preselects them",
            allowed="options under the name of their game, as in table.options.claimit.recycle=true",
        ),
    ] = {}


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    """The web page. With a simulated device it is always served."""

    on: Annotated[bool, key("Serve the web page of a box")] = False
    host: Annotated[
        str,
        key(
            "Address to listen on; 0.0.0.0 for all networks",
            allowed='a name as in "box.local", or an address as in "192.168.1.5" or "fd00::5"',
        ),
    ] = "127.0.0.1"
    port: Annotated[int, key("Port to listen on; 0 for any free port", ge=0, le=65535)] = 8765
    address: Annotated[
        str,
        key(
            'Host name, address or link at which others reach this machine; "" detects the address',
            allowed='a name as in "box.local", an address as in "192.168.1.5" or "[fd00::5]", '
            'a link as in "https://example.org/claim", or ""',
        ),
    ] = ""
    origins: Annotated[
        tuple[str, ...],
        key("Other origins of the web page, such as a proxy", allowed='a list as in ["https://example.org"]'),
    ] = ()


class JournalFile(Struct, frozen=True, forbid_unknown_fields=True):
    file: Annotated[str, key('Path of the game file; "" for the default path', allowed="a path")] = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings: one attribute for each section."""

    buttons: Buttons = Buttons()
    screen: Screen = Screen()
    lights: Lights = Lights()
    sound: Sound = Sound()
    fields: Fields = Fields()
    seats: Seats = Seats()
    table: Table = Table()
    web: Web = Web()
    journal: JournalFile = JournalFile()


def wiring_from(settings: Settings) -> Wiring:
    """Returns the wiring that the settings describe: `lights.pin` is its `lights_pin`.

    Raises:
        WrongWiring: the wiring is impossible.
    """
    parts: dict[str, Any] = {
        f"{section}_{name}": getattr(getattr(settings, section), name)
        for section in ("buttons", "screen", "lights", "sound", "fields")
        for name in getattr(settings, section).__struct_fields__
    }
    parts["sound_pin"] = None if settings.sound.pin == "none" else settings.sound.pin
    return Wiring(**{field.name: parts[field.name] for field in fields(Wiring) if field.name in parts})


def light_from(settings: Settings) -> Light:
    """Returns the conversion of colours with the brightness, gamma and current limit of the settings."""
    lights = settings.lights
    return Light(lights.brightness, lights.budget_ma, lights.gamma)
