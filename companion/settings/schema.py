"""The settings: every key with its type, its range, its meaning and its default.

These classes are the schema of the settings file. A default of the hardware is the hardware's: it stands in
`hardware.wiring` or `hardware.light`, once.
"""

from __future__ import annotations

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
"""The hardware's defaults: a box that is wired as its manual says."""


class SettingsError(ValueError):
    """A wrong setting; one line: where it stands, which key, what is wrong, what is allowed."""

    def __init__(self, message: str) -> None:
        """Joins the lines of a message: parts of it come from files and from other programs."""
        super().__init__(" ".join(message.split()))


# From 2 on: 0 and 1 belong to the memory by which an add-on board says what it is (Raspberry Pi HAT specification).
Pin = Annotated[int, Meta(ge=2, le=27)]
"""A GPIO by its BCM number."""

# \Z and not $, which also matches before a newline at the end.
RGB = Annotated[str, Meta(pattern=r"^#[0-9A-Fa-f]{6}\Z")]
# Nothing that moves the cursor of a terminal, and no space at either end, which nobody sees.
Name = Annotated[str, Meta(pattern=r"^(?!\s)[^\x00-\x1f\x7f-\x9f]{1,12}(?<!\s)\Z")]


def key(description: str, **limits: Any) -> Meta:  # noqa: ANN401 - as msgspec takes them
    """Returns what a key means, and what it may hold: msgspec's limits, or `allowed` in words; `form` prints it."""
    extra: dict[str, Any] = {name: limits.pop(name) for name in ("allowed", "form") if name in limits}
    return Meta(description=description, extra=extra or None, **limits)


# A key that is not there is refused, in every section: whoever mistypes one would wonder why it does nothing.


class Buttons(Struct, frozen=True, forbid_unknown_fields=True):
    """The five buttons."""

    left: Annotated[Pin, key("GPIO of the button left, which closes to ground")] = WIRING.buttons_left
    right: Annotated[Pin, key("GPIO of the button right")] = WIRING.buttons_right
    ok: Annotated[Pin, key("GPIO of the button ok")] = WIRING.buttons_ok
    bank: Annotated[Pin, key("GPIO of the button bank")] = WIRING.buttons_bank
    undo: Annotated[Pin, key("GPIO of the button undo")] = WIRING.buttons_undo
    encoder: Annotated[bool, key("A rotary encoder in their place: left and right are its A and B, ok its switch")] = (
        WIRING.buttons_encoder
    )
    debounce_ms: Annotated[int, key("A contact counts once it is still for so long, ms", ge=0, le=100)] = int(
        WIRING.buttons_debounce_ms
    )
    hold_ms: Annotated[int, key("A button is held once it is down for so long, ms", ge=200, le=5000)] = int(
        WIRING.buttons_hold_ms
    )


class Screen(Struct, frozen=True, forbid_unknown_fields=True):
    """The OLED."""

    controller: Annotated[ScreenController, key("The OLED's chip")] = WIRING.screen_controller
    height: Annotated[ScreenHeight, key("Its rows of pixels; with 32 it shows the most important two lines")] = (
        WIRING.screen_height
    )
    bus: Annotated[ScreenBus, key("How it is connected")] = WIRING.screen_bus
    port: Annotated[int, key("The number of the I2C or SPI bus", ge=0, le=22)] = WIRING.screen_port
    address: Annotated[
        int, key("Its address on I2C, 0x3C or 0x3D", allowed="0x08 to 0x77", form="0x{:02X}", ge=0x08, le=0x77)
    ] = WIRING.screen_address
    data_pin: Annotated[Pin, key("GPIO of D/C, on SPI")] = WIRING.screen_data_pin
    reset_pin: Annotated[Pin, key("GPIO of RES, on SPI")] = WIRING.screen_reset_pin
    rotate: Annotated[Rotation, key("How far it is turned, degrees; 180: its pins are below")] = WIRING.screen_rotate
    dim_after_s: Annotated[int, key("Dimmed after so long without a press, s", ge=1, le=86400)] = 120
    dark_after_s: Annotated[int, key("Dark after so long, more than dim_after_s, s", ge=1, le=86400)] = 600


class Lights(Struct, frozen=True, forbid_unknown_fields=True):
    """The pixels under the board."""

    driver: Annotated[PixelDriver, key("spi: GPIO 10, every Pi; pwm: Pi 4 and older; pio: Pi 5")] = WIRING.lights_driver
    pin: Annotated[Pin, key("GPIO of the strip, with pwm and pio")] = WIRING.lights_pin
    byteorder: Annotated[ByteOrder, key("The order of a pixel's colours; W: it has white, too")] = (
        WIRING.lights_byteorder
    )
    count: Annotated[int, key("The pixels of the strip; the first 36 are used, or those of pixels", ge=36, le=256)] = (
        WIRING.lights_count
    )
    corner: Annotated[Corner, key("Where the first pixel lies, for a person looking at the board")] = (
        WIRING.lights_corner
    )
    along: Annotated[Along, key("The way the strip runs")] = WIRING.lights_along
    serpentine: Annotated[bool, key("Whether every second row or column runs back")] = WIRING.lights_serpentine
    rotation: Annotated[int, key("The whole turned clockwise, quarter turns", ge=0, le=3)] = WIRING.lights_rotation
    pixels: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=255)], ...],
        key(
            "Instead of corner to rotation: the pixel under each field, 1/1 first, then along the row",
            allowed="36 different ones below lights.count, or []",
        ),
    ] = WIRING.lights_pixels
    brightness: Annotated[float, key("Of full brightness", ge=0, le=1)] = LIGHT.brightness
    gamma: Annotated[float, key("From wanted to sent brightness", ge=1, le=4)] = LIGHT.gamma
    budget_ma: Annotated[
        int,
        key(
            "The pixels never draw more, mA; a dark one draws 1",
            allowed="36 to 10000, and lights.count at least",
            ge=36,
            le=10000,
        ),
    ] = LIGHT.budget_ma


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer and the voice."""

    pin: Annotated[Pin | Literal["none"], key("GPIO of the buzzer")] = WIRING.sound_pin or "none"
    on: Annotated[bool, key("Whether it sounds")] = True
    volume: Annotated[float, key("Of the loudest", ge=0, le=1)] = WIRING.sound_volume
    voice: Annotated[bool, key("Whether espeak-ng speaks, too, where it is installed")] = True


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """What feels that a field is touched."""

    kind: Annotated[
        FieldKind, key("On I2C-1; touch: three MPR121, 0x5A to 0x5C; contacts: three MCP23017, 0x20 to 0x22")
    ] = WIRING.fields_kind
    presence: Annotated[
        bool,
        key(
            "Contacts: whether magnets in the stones keep them closed; else each closing is a touch",
            allowed="true or false; true where fields.kind is contacts",
        ),
    ] = WIRING.fields_presence
    place: Annotated[
        Literal["second touch", "at once"], key("Whether the first touch of a field chooses, or places")
    ] = "second touch"
    interrupt: Annotated[Pin, key("GPIO of the chips' interrupt line")] = WIRING.fields_interrupt
    inputs: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=35)], ...],
        key(
            "The input under each field, 1/1 first, then along the row; 0 to 11 are the first chip's",
            allowed="all of 0 to 35, or []",
        ),
    ] = WIRING.fields_inputs


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """The players' places."""

    colours: Annotated[
        tuple[RGB, ...],
        key(
            "The seats' colours, the first seat's first", allowed='five different "#RRGGBB"', min_length=5, max_length=5
        ),
    ] = tuple(f"#{bytes(seat.colour).hex()}" for seat in SEATS)
    names: Annotated[
        tuple[Name, ...],
        key("Names to choose from", allowed="different names of 1 to 12 letters, with no space at either end"),
    ] = ()


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game begins with; the menu and the setup change it for one game."""

    language: Annotated[Literal["", "en", "de", "nl"], key('"" is the system\'s (LANG)')] = ""
    guide: Annotated[
        bool | Literal["auto"],
        key("Whether a bank is followed field by field; auto: only where a real board lies there"),
    ] = "auto"
    dice: Annotated[
        Literal["virtual", "hand"],
        key("The companion's dice, or your own, which you enter"),
    ] = "virtual"
    bot_step_s: Annotated[float, key("How long you may look at what a bot is about to do, s", ge=0, le=10)] = 1.0
    attract_after_s: Annotated[
        int, key("Without a game: back to the title after so long without a press, s", ge=10, le=86400)
    ] = 300
    options: Annotated[
        dict[str, dict[str, Any]],
        key(
            "The options of each game, under its name; the setup preselects them",
            allowed="the options of a game under its name, as in table.options.claimit.recycle=true",
        ),
    ] = {}
    recycle: Annotated[bool, key("The older name of options.claimit.recycle, which counts before it")] = False

    @property
    def default_options(self) -> dict[str, dict[str, Any]]:
        """The options that are set, by the game's name."""
        if not self.recycle:
            return self.options
        return {**self.options, "claimit": {"recycle": True, **self.options.get("claimit", {})}}


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    """The page; on a computer without a box it is there in any case."""

    on: Annotated[bool, key("Whether a box has a page, too")] = False
    host: Annotated[
        str,
        key(
            "The address it is served on; 0.0.0.0: the whole network",
            allowed='a name as in "box.local", or an address as in "192.168.1.5" or "fd00::5"',
        ),
    ] = "127.0.0.1"
    port: Annotated[int, key("The port it is served on; 0: any that is free", ge=0, le=65535)] = 8765
    address: Annotated[
        str,
        key(
            'How others reach this machine: a name, an address or a whole link; "" finds it out',
            allowed='a name as in "box.local", an address as in "192.168.1.5" or "[fd00::5]", '
            'a link as in "https://example.org/claim", or ""',
        ),
    ] = ""
    origins: Annotated[
        tuple[str, ...],
        key("Where else the page is, behind a proxy or by another name", allowed='as in ["https://example.org"]'),
    ] = ()


class JournalFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Where games are kept."""

    file: Annotated[str, key('Its path; "" is the usual place', allowed="a path")] = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, checked, one attribute a section."""

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
        WrongWiring: it is impossible.
    """
    parts: dict[str, Any] = {
        f"{section}_{name}": getattr(getattr(settings, section), name)
        for section in ("buttons", "screen", "lights", "sound", "fields")
        for name in getattr(settings, section).__struct_fields__
    }
    parts["sound_pin"] = None if settings.sound.pin == "none" else settings.sound.pin
    return Wiring(**{field.name: parts[field.name] for field in fields(Wiring) if field.name in parts})


def light_from(settings: Settings) -> Light:
    """Returns the conversion from wanted to sent colours that the settings describe."""
    lights = settings.lights
    return Light(lights.brightness, lights.budget_ma, lights.gamma)
